"""Where the merges in force lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q, QuerySet

from matches.models import Player
from tournaments.models import Federation, Merge


def every_row(keys: Iterable[int]) -> QuerySet[Player]:
    """Return every row of the persons to whom these players belong."""
    pairs = Player.objects.filter(pk__in=list(keys)).values_list("pk", "merged_into")
    every = {key for pair in pairs for key in pair if key is not None}
    return Player.objects.filter(Q(pk__in=every) | Q(merged_into__in=every))


def merged_into(keys: Iterable[int]) -> dict[int, int | None]:
    """Return the player who goes on for each of these, by primary key; None for one who goes on as they are.

    `keys` are all rows of the persons concerned.
    """
    players = list(keys)
    merges = Merge.objects.filter(player__in=players, undone_at=None).values_list("player", "into")
    targets = dict(merges)
    return {key: _end(key, targets) for key in players}


def wrong_merges(federation: Federation) -> Iterator[str]:
    """Yield the uid of each player merged by this federation who does not point where the merges lead."""
    merges = Merge.objects.filter(federation=federation)
    keys = {key for pair in merges.values_list("player", "into") for key in pair}
    rows = list(every_row(keys).order_by("pk"))
    targets = merged_into(row.pk for row in rows)
    for row in rows:
        if row.merged_into_id != targets[row.pk]:
            yield row.uid


def _end(key: int, targets: dict[int, int]) -> int | None:
    """Return the end of the chain of merges that begins here; None for one that is its own end."""
    end = key
    while end in targets:
        end = targets[end]
    return None if end == key else end
