"""Moves as people and programs write them: `24/18*`, `bar/21`, `13/7/5`, `6/off(2)`."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from ..play import Move
from ..position import BAR, OFF, OUTSIDE

_PLACES = {
    **{str(place): place for place in range(26)},
    **{f"0{place}": place for place in range(10)},
    "out": OUTSIDE,
    "bar": BAR,
    "off": OFF,
    "o": OFF,
}
ONE_MOVE = {
    f"{src}/{dst}{star}": Move(src, dst) for src in range(1, 26) for dst in range(src) for star in ("", "*")
}
"""The words of one move in numbers alone: nearly all that programs write."""
# No word of moves is longer: `bar/24*/18*/12*/6*(2)`.
_LONGEST = 24


def written_moves(word: str) -> tuple[Move, ...] | None:
    """The moves of one word, in the order written; `None` if it is not moves.

    A route like `13/7/5` gives one move for each step and `(n)` repeats them all. One move may still
    stand for several dice. Hits are not told: their stars are optional in records and sometimes wrong.
    """
    return known_moves(word) if len(word) <= _LONGEST else None


@lru_cache(maxsize=4096)
def known_moves(word: str) -> tuple[Move, ...] | None:
    """`written_moves` for short words, with a cache."""
    route, repeats = word.lower(), 1
    if route.endswith(")"):
        route, _, count = route[:-1].partition("(")
        if count not in {"1", "2", "3", "4"}:
            return None
        repeats = int(count)
    places = [_PLACES.get(stop.rstrip("*")) for stop in route.split("/")]
    if len(places) < 2:
        return None
    moves = []
    for src, dst in pairwise(places):
        if src is None or dst is None:
            return None
        moves.append(Move(src, dst))
    return tuple(moves) * repeats
