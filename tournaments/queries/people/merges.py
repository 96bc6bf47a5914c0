"""Where the merges and claims in force lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import F, Q, QuerySet

from matches.models import Player
from tournaments.models import Claim, Federation, Merge, Tournament


def every_row(keys: Iterable[int]) -> QuerySet[Player]:
    """Return every row of the persons to whom these players belong."""
    pairs = Player.objects.filter(pk__in=list(keys)).values_list("pk", "merged_into")
    every = {key for pair in pairs for key in pair if key is not None}
    return Player.objects.filter(Q(pk__in=every) | Q(merged_into__in=every))


def merged_into(keys: Iterable[int]) -> dict[int, int | None]:
    """Return the player who goes on for each of these, by primary key; None for one who goes on.

    `keys` are all rows of the persons concerned.
    """
    players = list(keys)
    targets = dict(_pairs(players))
    return {key: _end(key, targets) for key in players}


def wrong_merges(stream: Federation | Tournament) -> Iterator[str]:
    """Yield the uid of each player merged by this federation, or claimed in this tournament, who points elsewhere.

    Players point where the merges and claims in force lead.
    """
    if isinstance(stream, Federation):
        rows_moved = [(one.player_id, one.into_id) for one in Merge.objects.filter(federation=stream)]
    else:
        claims = Claim.objects.filter(tournament=stream, account__isnull=False)
        rows_moved = [(one.player_id, one.account_id or one.player_id) for one in claims]
    keys = {key for pair in rows_moved for key in pair}
    if not keys:
        return
    rows = list(every_row(keys).order_by("pk"))
    targets = merged_into(row.pk for row in rows)
    for row in rows:
        if row.merged_into_id != targets[row.pk]:
            yield row.uid


def _pairs(players: list[int]) -> list[tuple[int, int]]:
    """Return each of these players who was merged or claimed, with the player into whom."""
    merges = Merge.objects.filter(player__in=players, undone_at=None).values_list("player", "into")
    claims = Claim.objects.filter(player__in=players, undone_at=None, account__isnull=False)
    # Who became an account goes on.
    claims = claims.exclude(account=F("player"))
    return [*merges, *((one.player_id, one.account_id or one.player_id) for one in claims)]


def _end(key: int, targets: dict[int, int]) -> int | None:
    """Return the end of the chain of merges that begins here; None for one that is its own end."""
    end = key
    while end in targets:
        end = targets[end]
    return None if end == key else end
