"""Mail for notices to recipients with an address, and for accounts."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import punycode

from matches.database.repeating import repeat_while_busy
from matches.models import Player
from tournaments import budgets
from tournaments.models import (
    AccessLink,
    AccountMail,
    ApiToken,
    Claim,
    FinalPageMail,
    Invitation,
    Notice,
    Visibility,
)
from tournaments.models.dates import date_words
from tournaments.queries.closing.final_page import final_page_file

from .mail_names import greeting, mailed_name, recipient_name, tournament_name
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
    address = recipient.notice_address
    if notice.mailed_at is not None or not address:
        return
    if notice.tournament is not None and notice.tournament.visibility == Visibility.DRAFT:
        return
    uses = budgets.uses_of_notice(notice, address=address)
    if not _has_room(uses, f"notice {notice.uid}"):
        return
    language = recipient.language or settings.LANGUAGE_CODE
    content = render(notice, language, is_mailed=True)
    tournament = tournament_name(notice.tournament)
    with translation.override(language):
        colon = translation.pgettext("between a label and its value", ":")
        body = render_to_string(
            "emails/notice.txt",
            {
                "hello": greeting(recipient),
                "text": content.text,
                "url": settings.BASE_URL.rstrip("/") + content.url if settings.BASE_URL else "",
                "tournament": tournament,
            },
        )
    try:
        send(
            EmailMessage(
                subject=f"{tournament}{colon} {content.subject}",
                body=body,
                to=[_mailbox(recipient, address)],
                headers={"Message-ID": _message_id("notice", notice.uid)},
            )
        )
    except MailRefused as error:
        # The notice is read on the pages; the same mail would be refused again.
        logger.warning("The mail server refuses the notice %s: %s", notice.uid, error)
        return
    _mark_mailed(Notice.objects.filter(pk=notice.pk), uses)


def _mailbox(recipient: Player, address: str) -> str:
    """Return name and address as a header has them, with the host in ASCII; raise MailRefused for what is no host."""
    user, _at, host = address.rpartition("@")
    try:
        return formataddr((recipient_name(recipient), f"{user}@{punycode(host)}"))
    except UnicodeError as error:
        raise MailRefused(str(error)) from error


def private_link_mail(link: AccessLink, player: Player, *, address: str) -> tuple[str, str]:
    """Return subject and text of the mail with a player's private link, in the player's language."""
    tournament = tournament_name(link.tournament)
    with translation.override(player.language or settings.LANGUAGE_CODE):
        colon = translation.pgettext("between a label and its value", ":")
        until = timezone.localtime(link.expires_at, link.tournament.time_zone)
        places = {
            "hello": greeting(player),
            "tournament": tournament,
            "until": date_words(until, "DATETIME_FORMAT"),
            "address": address,
        }
        subject = f"{tournament}{colon} {translation.gettext('your private link')}"
        return subject, render_to_string("emails/private_link.txt", places)


def claim_mail(claim: Claim, *, code: str, address: str) -> tuple[str, str]:
    """Return subject and text of the mail with the code for a player without an account, in the player's language."""
    player, tournament = claim.player, tournament_name(claim.tournament)
    with translation.override(player.language or settings.LANGUAGE_CODE):
        colon = translation.pgettext("between a label and its value", ":")
        until = timezone.localtime(claim.expires_at, claim.tournament.time_zone)
        places = {
            "hello": greeting(player),
            "name": recipient_name(player),
            "tournament": tournament,
            "until": date_words(until, "DATETIME_FORMAT"),
            "code": code,
            "address": address,
        }
        subject = f"{tournament}{colon} {translation.gettext('your results, your account')}"
        return subject, render_to_string("emails/claim.txt", places)


def invitation_mail(invitation: Invitation, *, address: str) -> tuple[str, str]:
    """Return subject and text of the mail that invites to an office or a number, in the usual language of the service.

    Nobody knows who reads it.
    """
    with translation.override(settings.LANGUAGE_CODE):
        zone = None if invitation.tournament is None else invitation.tournament.time_zone
        until = timezone.localtime(invitation.expires_at, zone)
        places = {
            "body": mailed_name(invitation.body.name),
            "office": invitation.office_label,
            "number": mailed_name(invitation.number),
            "until": date_words(until, "DATETIME_FORMAT"),
            "address": address,
        }
        colon = translation.pgettext("between a label and its value", ":")
        subject = f"{mailed_name(invitation.body.name)}{colon} {translation.gettext('an invitation')}"
        return subject, render_to_string("emails/invitation.txt", places)


def claimed_mail(claim: Claim) -> tuple[str, str]:
    """Return subject and text of the mail to the address that the desk knew, after an account has claimed the player."""
    player, tournament = claim.player, tournament_name(claim.tournament)
    with translation.override(player.language or settings.LANGUAGE_CODE):
        colon = translation.pgettext("between a label and its value", ":")
        places = {"hello": greeting(player), "tournament": tournament}
        subject = f"{tournament}{colon} {translation.gettext('your results were claimed')}"
        return subject, render_to_string("emails/claimed.txt", places)


def token_mail(token: ApiToken) -> tuple[str, str]:
    """Return subject and text of the mail about a new API token, in the language of its owner."""
    player = token.player
    with translation.override(player.language or settings.LANGUAGE_CODE):
        places = {
            "hello": greeting(player),
            "token": token.name,
            "scopes": [scope.label for scope in token.scope_list],
            "bound": token.bound_name,
            "until": date_words(token.expires_at, "DATE_FORMAT") if token.expires_at else "",
        }
        subject = translation.gettext("A new API token of your account")
        return subject, render_to_string("emails/new_token.txt", places)


def mail_final_page(mail_id: int) -> None:
    """Mail the final page of an event to one address once; raise if the mail server is unavailable."""
    rows = FinalPageMail.objects.select_related("event__tournament", "player")
    row = rows.filter(pk=mail_id, mailed_at=None).first()
    if row is None:
        return
    uses = budgets.uses_of_page(row.to)
    if not _has_room(uses, f"final page {row.uid}"):
        return
    event, tournament = row.event, tournament_name(row.event.tournament)
    paper = final_page_file(event, language=row.language)
    with translation.override(row.language):
        colon = translation.pgettext("between a label and its value", ":")
        path = reverse("finish", args=[event.uid])
        body = render_to_string(
            "emails/final_page.txt",
            {
                "hello": "" if row.player is None else greeting(row.player),
                "event": mailed_name(event.name),
                "tournament": tournament,
                "url": settings.BASE_URL.rstrip("/") + path if settings.BASE_URL else "",
            },
        )
        subject = f"{tournament}{colon} {translation.gettext('Final standings')}, {mailed_name(event.name)}"
    message = EmailMessage(
        subject=subject,
        body=body,
        to=[row.to],
        headers={"Message-ID": _message_id("final-page", row.uid)},
        attachments=[(paper.name, paper.body, paper.media_type)],
    )
    try:
        send(message)
    except MailRefused as error:
        logger.warning("The mail server refuses the final page %s: %s", row.uid, error)
        return
    _mark_mailed(FinalPageMail.objects.filter(pk=row.pk), uses)


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
    repeat_while_busy(row.delete)
    return True


def _has_room(uses: Sequence[budgets.Use], what: str) -> bool:
    """Whether a mail has room in its budgets; otherwise the log says so, with how many mails had none within a day."""
    budget = budgets.without_room(uses)
    if not budget:
        return True
    count = budgets.note_unmailed(budget)
    logger.warning("The %s is not mailed, for the budget %s has no room: %s today.", what, budget, count)
    return False


def _mark_mailed(row: QuerySet[Notice] | QuerySet[FinalPageMail], uses: Sequence[budgets.Use]) -> None:
    """Mark as mailed what the server has accepted: a mail without its mark would be sent once more."""
    now = timezone.now()

    def mark() -> None:
        with transaction.atomic():
            row.update(mailed_at=now)
            budgets.note(uses)

    repeat_while_busy(mark)


def _message_id(kind: str, uid: str) -> str:
    """Return a Message-ID that retries repeat, so that mailboxes show the mail once."""
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{kind}.{uid}@{host}>"
