"""Mail for notices to recipients with an address, and for accounts."""

from __future__ import annotations

import logging
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import formats, timezone, translation

from matches.models import Player
from tournaments.models import AccessLink, AccountMail, Notice, Visibility

from .posting import MailRefused, send
from .words import render

logger = logging.getLogger(__name__)


def mail(notice_id: int) -> None:
    """Mail a notice to its recipient once; raise if the mail server is unavailable.

    Notices of a draft tournament wait (`recipients.release`). Retries have the same Message-ID, so that
    mailboxes show the mail once.
    """
    notices = Notice.objects.select_related("recipient", "tournament", "match__one", "match__two")
    notice = notices.get(pk=notice_id)
    recipient = notice.recipient.current
    if notice.mailed_at is not None or not recipient.notice_address:
        return
    if notice.tournament is not None and notice.tournament.visibility == Visibility.DRAFT:
        return
    language = recipient.language or settings.LANGUAGE_CODE
    content = render(notice, language)
    tournament = notice.tournament.name if notice.tournament else "Videau"
    with translation.override(language):
        colon = translation.pgettext("between a label and its value", ":")
        body = render_to_string(
            "emails/notice.txt",
            {
                "name": recipient.get_full_name(),
                "text": content.text,
                "url": settings.BASE_URL.rstrip("/") + content.url if settings.BASE_URL else "",
                "tournament": tournament,
            },
        )
    message = EmailMessage(
        subject=f"{tournament}{colon} {content.subject}",
        body=body,
        to=[formataddr((recipient.name, recipient.notice_address))],
        headers={"Message-ID": _message_id("notice", notice.uid)},
    )
    try:
        send(message)
    except MailRefused as error:
        # The notice is read on the pages; the same mail would be refused again.
        logger.warning("The mail server refuses the notice %s: %s", notice.uid, error)
        return
    Notice.objects.filter(pk=notice.pk).update(mailed_at=timezone.now())


def private_link_mail(link: AccessLink, player: Player, *, address: str) -> tuple[str, str]:
    """Return subject and text of the mail with a player's private link, in the player's language."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        colon = translation.pgettext("between a label and its value", ":")
        until = timezone.localtime(link.expires_at, link.tournament.time_zone)
        places = {
            "name": player.get_full_name(),
            "tournament": link.tournament.name,
            "until": formats.date_format(until, "DATETIME_FORMAT"),
            "address": address,
        }
        subject = f"{link.tournament.name}{colon} {translation.gettext('your private link')}"
        return subject, render_to_string("emails/private_link.txt", places)


def mail_account(mail_id: int) -> bool:
    """Send the mail of an account once; return False if its address is refused."""
    row = AccountMail.objects.filter(pk=mail_id).first()
    if row is None:
        return True
    headers = {"Message-ID": _message_id("account", row.uid)}
    try:
        send(EmailMessage(subject=row.subject, body=row.text, to=[row.to], headers=headers))
    except MailRefused as error:
        logger.warning("The mail server refuses a mail of an account: %s", error)
        return False
    row.delete()
    return True


def _message_id(kind: str, uid: str) -> str:
    """Return a Message-ID that retries repeat, so that mailboxes show the mail once."""
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{kind}.{uid}@{host}>"
