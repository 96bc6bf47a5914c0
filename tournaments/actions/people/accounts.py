"""What players change about themselves; no tournament is concerned, so no log is written."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone

from matches.models import Player
from tournaments.actions.fields import check_fields
from tournaments.models import AccountMail, Notice
from tournaments.queue import Job, enqueue


def choose_language(player: Player, *, language: str) -> None:
    """Keep the language in which the player reads pages and notices."""
    player.language = language
    player.save(update_fields=["language"])


def change_profile(
    player: Player, *, name: str, contact_email: str, language: str, country: str = "", club: str = ""
) -> None:
    """Change what a player says about themselves; `InvalidFields` names every fault."""
    player.name = name
    player.contact_email = contact_email
    player.language = language
    player.country = country
    player.club = club
    check_fields(player)
    player.save(update_fields=["name", "contact_email", "language", "country", "club"])


def read_notices(notices: QuerySet[Notice]) -> int:
    """Mark these notices as read; says how many were not."""
    return notices.filter(read_at=None).update(read_at=timezone.now())


@transaction.atomic
def post(*, to: str, subject: str, text: str, new_player: Player | None = None) -> None:
    """Let a mail of an account go out; of a new one it says whose, should its address be refused."""
    row = AccountMail.objects.create(to=to, subject=subject, text=text, new_player=new_player)
    enqueue(Job.SEND_ACCOUNT_MAIL, mail_id=row.pk)


@transaction.atomic
def give_up_mail(mail_id: int) -> None:
    """Forget a mail whose address is refused, and the account that nobody can ever use because of it."""
    row = AccountMail.objects.select_related("new_player").filter(pk=mail_id).first()
    if row is None:
        return
    player = row.new_player
    row.delete()
    if player is None or player.last_login is not None:
        return
    try:
        with transaction.atomic():
            player.delete()
    except ProtectedError:
        # A desk has entered this player meanwhile: then it is more than an account.
        return
