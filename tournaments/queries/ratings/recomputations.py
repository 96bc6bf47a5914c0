"""The moves of a recomputation of a list, packed and unpacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from matches.models import Player
from tournaments.models import Recomputation
from tournaments.queries.publicity import public_persons
from tournaments.ratings.lists import Ints

ABSENT = -1
"""In place of the rating of a player who is not in the list."""


@dataclass(frozen=True, slots=True)
class ListMove:
    """A person who moved: ratings before and after in billionths, None for who was or is not in the list."""

    player: Player
    has_profile: bool
    before: int | None
    after: int | None

    @property
    def uid(self) -> str:
        """The id of the person."""
        return self.player.uid

    @property
    def name(self) -> str:
        """The name as everybody may read it."""
        return self.player.shown_name

    @property
    def move(self) -> int | None:
        """The difference; None for who came or went."""
        return None if self.before is None or self.after is None else self.after - self.before


def packed_moves(keys: Ints, before: Ints, after: Ints) -> bytes:
    """Return the bytes of moves in their order."""
    return np.stack((keys, before, after), axis=1).astype("<i8").tobytes()


def moves_of(recomputation: Recomputation, *, since: int = 0, most: int | None = None) -> Sequence[ListMove]:
    """Return the moves of a recomputation from a position on, the greatest first; two queries."""
    table = np.frombuffer(recomputation.moves, dtype="<i8").reshape(-1, 3)[since:][:most].tolist()
    players = Player.objects.in_bulk([key for key, _before, _after in table])
    public = set(public_persons().filter(pk__in=players).values_list("pk", flat=True))
    return [
        ListMove(players[key], key in public, _rating(before), _rating(after))
        for key, before, after in table
        if key in players
    ]


def move_count(recomputation: Recomputation) -> int:
    """Return how many people a recomputation names."""
    return len(recomputation.moves) // 24


def _rating(value: int) -> int | None:
    return None if value == ABSENT else value
