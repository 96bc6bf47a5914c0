"""Account actions of players, which concern no tournament, but for the public name that follows from a name."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone

from matches.models import Player
from tournaments import budgets
from tournaments.actions.fields import check_fields
from tournaments.models import AccountMail, Notice
from tournaments.queue import Job, enqueue

from .publicity import renew, tell, tournaments_of

logger = logging.getLogger(__name__)


def choose_language(player: Player, *, language: str) -> None:
    """Store the player's language for pages and notices."""
    player.language = language
    player.save(update_fields=["language"])


@transaction.atomic
def change_profile(
    player: Player, *, name: str, contact_email: str, language: str, country: str = "", club: str = ""
) -> None:
    """Change a player's own profile; raise InvalidFields with every fault."""
    former, player.name = player.name, name
    player.contact_email = contact_email
    player.language = language
    player.country = country
    player.club = club
    check_fields(player)
    player.save(update_fields=["name", "contact_email", "language", "country", "club"])
    tournaments = renew([player.pk])
    if not tournaments and name != former:
        # The players of a pair and of a team are named one by one too.
        tournaments = tournaments_of([player.pk])
    tell(tournaments, player, by=player)


def read_notices(notices: QuerySet[Notice]) -> int:
    """Mark these notices as read; return the number that were unread."""
    return notices.filter(read_at=None).update(read_at=timezone.now())


@transaction.atomic
def post(*, to: str, subject: str, text: str, new_player: Player | None = None, kind: str = "") -> None:
    """Enqueue an account mail; `new_player` is the new account, in case its address is refused.

    A `kind` that anybody can ask for has a budget for each address; the page says nothing else when it is used up.
    """
    if kind:
        use = ("account_mails", f"{kind} {to}")
        if budgets.without_room([use]):
            logger.warning("A mail of an account is not sent, for the budget account_mails has no room.")
            return
        budgets.note([use])
    row = AccountMail.objects.create(to=to, subject=subject, text=text, new_player=new_player)
    enqueue(Job.SEND_ACCOUNT_MAIL, mail_id=row.pk)


@transaction.atomic
def give_up_mail(mail_id: int) -> None:
    """Delete a mail whose address was refused, and its new account if that was never used."""
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
        # A desk has entered this player meanwhile, so the row is needed.
        return
