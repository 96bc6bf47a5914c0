"""Whether a player has agreed to an entry that somebody else made, and who withdrew it."""

from __future__ import annotations

from matches.models import Player, rows_of_person
from tournaments.acts.entrants import EntrantWithdrawn
from tournaments.models import Entrant, LogEntry, Via

_BY_PLAYERS = (Via.ONLINE, Via.LINK)


def has_agreed(entrant: Entrant, player: Player) -> bool:
    """Whether a player has agreed to an entry: made it, acted on it, was checked in, or was entered by a desk."""
    if entrant.via not in _BY_PLAYERS or entrant.checked_in_at is not None:
        return True
    own = LogEntry.objects.filter(subject=entrant.uid, by__in=rows_of_person(player.person_key))
    return own.exists()


def withdrawn_by(entrant: Entrant) -> Player | None:
    """Return who withdrew an entrant last; None for the service."""
    entry = LogEntry.objects.filter(subject=entrant.uid, code=EntrantWithdrawn.code).order_by("seq").last()
    return None if entry is None else entry.by
