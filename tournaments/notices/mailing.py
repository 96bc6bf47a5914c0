"""Mails notices to those who have an address."""

from __future__ import annotations

from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation

from tournaments.models import Notice, Visibility

from .words import render


def mail(notice_id: int) -> None:
    """Mail a notice to its recipient unless that is done; a mail server that refuses raises.

    While its tournament is a draft the notice waits (`telling.release`). A repeated sending carries the same Message-ID, so that mailboxes show it once.
    """
    notices = Notice.objects.select_related("recipient", "tournament", "match__one", "match__two")
    notice = notices.get(pk=notice_id)
    recipient = notice.recipient
    if notice.mailed_at is not None or not recipient.notice_address:
        return
    if notice.tournament is not None and notice.tournament.visibility == Visibility.DRAFT:
        return
    language = recipient.language or settings.LANGUAGE_CODE
    rendered = render(notice, language)
    tournament = notice.tournament.name if notice.tournament else "Videau"
    with translation.override(language):
        body = render_to_string(
            "emails/notice.txt",
            {
                "name": recipient.get_full_name(),
                "text": rendered.text,
                "url": settings.BASE_URL.rstrip("/") + rendered.url if settings.BASE_URL else "",
                "tournament": tournament,
            },
        )
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    EmailMessage(
        subject=f"{tournament}: {rendered.subject}",
        body=body,
        to=[formataddr((recipient.name, recipient.notice_address))],
        headers={"Message-ID": f"<notice.{notice.uid}@{host}>"},
    ).send()
    Notice.objects.filter(pk=notice.pk).update(mailed_at=timezone.now())
