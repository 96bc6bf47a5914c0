"""Where the merges and claims in force lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, Q, QuerySet

from matches.models import Player
from tournaments.models import Claim, EntrantPlayer, Federation, Member, Merge, Tournament


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
    """Yield the uid of each member of this federation, or entrant of this tournament, who points elsewhere.

    Players point where the merges and claims in force lead. Whoever was merged by this federation, or claimed in this
    tournament, is among them.
    """
    rows = list(every_row(_moved(stream)).order_by("pk").values_list("pk", "uid", "merged_into"))
    targets = merged_into(key for key, _uid, _target in rows)
    for key, uid, target in rows:
        if target != targets[key]:
            yield uid


def _moved(stream: Federation | Tournament) -> set[int]:
    """Return the players of a federation or tournament who point somewhere, and those of its merges or claims."""
    players: QuerySet[Any, Any]
    pairs: QuerySet[Any, Any]
    if isinstance(stream, Federation):
        players = Member.objects.filter(federation=stream).values("player")
        pairs = Merge.objects.filter(federation=stream).values_list("player", "into")
    else:
        players = EntrantPlayer.objects.filter(event__tournament=stream).values("player")
        claims = Claim.objects.filter(tournament=stream, account__isnull=False)
        pairs = claims.values_list("player", "account")
    pointing = Player.objects.filter(
        Q(pk__in=players) | Q(merged_into__in=players), merged_into__isnull=False
    )
    both = [*pointing.values_list("pk", "merged_into"), *pairs]
    return {key for pair in both for key in pair}


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
