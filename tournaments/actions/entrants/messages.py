"""Messages from the desk to players whom it chooses."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_desk
from tournaments.actions.proving import written
from tournaments.acts.entrants import MessageSent
from tournaments.errors import WrongTournament
from tournaments.models import Entrant, Tournament


@transaction.atomic
def send_message(
    tournament: Tournament, *, by: Player | None, entrants: Collection[Entrant], message: str
) -> list[Entrant]:
    """Send a message to the players of these entrants, each once; raise WrongTournament for others.

    It is on their pages at once, and goes by mail to those with an address, within the budgets `messages` and
    `message_to_new_address`. It cannot be undone.
    """
    require_desk(tournament, by)
    lock_log(tournament)
    keys = {entrant.pk for entrant in entrants}
    own = Entrant.objects.filter(pk__in=keys, event__tournament=tournament)
    rows = list(own.select_related("side", "event__tournament").order_by("event", "pk"))
    if not rows or len(rows) != len(keys):
        raise WrongTournament
    uids = tuple(row.uid for row in rows)
    act = MessageSent(tournament.uid, entrants=uids, **written(tournament, message))
    entry = log.append(act, of=tournament, by=by)
    notices.message(tournament, rows, words=message, occasion=f"{tournament.uid} {entry.seq}")
    return rows
