"""Which entry of a player in an event comes next, and who cannot enter it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Player, rows_of_persons
from tournaments.errors import AlreadyEntered, HasWithdrawn
from tournaments.models import EntrantPlayer, StageEntry


@prepared
def entries_of(event: int, players: tuple[int, ...]) -> QuerySet[EntrantPlayer]:
    """Return the entries of these persons in an event, with their entrants."""
    entries = EntrantPlayer.objects.filter(event=event, player__in=rows_of_persons(players))
    return entries.select_related("entrant__side", "player")


def entry_numbers(entries: Iterable[EntrantPlayer], players: Sequence[Player]) -> dict[int, int]:
    """Return the number of each player's next entry after these, by primary key.

    Raise AlreadyEntered for a player in the event, and HasWithdrawn for a player withdrawn after the draw. A player
    withdrawn before the draw may enter again, also with another partner.
    """
    numbers = {player.pk: 1 for player in players}
    for entry in entries:
        if entry.entrant.withdrawn_at is None:
            raise AlreadyEntered(player=entry.player.shown_name)
        if StageEntry.objects.filter(entrant=entry.entrant).exists():
            raise HasWithdrawn(entrant=entry.entrant.name)
        key = entry.player.merged_into_id or entry.player_id
        numbers[key] = max(numbers[key], entry.entry_no + 1)
    return numbers
