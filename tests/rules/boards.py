"""Boards for the tests of the rules: by hand, at random, and those on which other programs agreed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from rules.position import Position

DATA = Path(__file__).parent.parent / "data"


def counts(*, off: int = 0, bar: int = 0, **points: int) -> tuple[int, ...]:
    """Checker counts of one side: `counts(p6=5, p8=3, bar=1)`."""
    return (off, *(points.get(f"p{point}", 0) for point in range(1, 25)), bar)


@dataclass(frozen=True, slots=True)
class OraclePosition:
    """A position and a roll with every board the legal plays reach, agreed by three programs."""

    number: int
    position: Position
    dice: tuple[int, int]
    results: tuple[Position, ...]
    illegal_short: tuple[Position, ...]
    tags: tuple[str, ...]


@cache
def oracle_positions() -> tuple[OraclePosition, ...]:
    """The 2,638 positions of `oracle_positions.jsonl`."""
    lines = (DATA / "records" / "oracle_positions.jsonl").read_text().splitlines()
    return tuple(_oracle_position(json.loads(line)) for line in lines)


def _oracle_position(row: dict[str, list[int] | list[str]]) -> OraclePosition:
    def boards(key: str) -> tuple[Position, ...]:
        return tuple(_from_hex(str(text)) for text in row[key])

    first, second = (int(die) for die in row["dice"])
    return OraclePosition(
        number=int(str(row["id"])),
        position=Position.checked([int(n) for n in row["own"]], [int(n) for n in row["opp"]]),
        dice=(first, second),
        results=boards("results"),
        illegal_short=boards("illegal_short"),
        tags=tuple(str(tag) for tag in row["tags"]),
    )


def _from_hex(text: str) -> Position:
    own, opp = (tuple(int(digit, 16) for digit in side) for side in text.split("/"))
    return Position(own, opp)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Random boards with 1 to 15 checkers a side, of any variant and any stage of a game."""
    checkers = draw(st.sampled_from([1, 2, 3, 15]))
    # Half of the boards are bear-offs and short races, which uniform places hardly ever give.
    highest = draw(st.sampled_from([25, 25, 8, 6]))
    own = [0] * 26
    opp = [0] * 26
    for place in draw(st.lists(st.integers(0, highest), min_size=checkers, max_size=checkers)):
        own[place] += 1
    for place in draw(st.lists(st.integers(0, 25), min_size=checkers, max_size=checkers)):
        # A point is held by one side only; who comes second starts from the bar.
        is_free = place in (0, 25) or not own[25 - place]
        opp[place if is_free else 25] += 1
    if own[0] == checkers:
        own[0], own[1], opp[24], opp[25] = checkers - 1, 1, 0, opp[25] + opp[24]
    if opp[0] == checkers:
        opp[0], opp[25] = checkers - 1, 1
    return Position.checked(own, opp)


@st.composite
def entering_positions(draw: st.DrawFn) -> Position:
    """Random boards of variants in which checkers enter or may not hit at first (V3)."""
    board = draw(positions())
    own, opp = list(board.own), list(board.opp)
    outside = []
    for side in (own, opp):
        # Some have not entered yet: those farthest back or, so that a side may not hit, all at home.
        places = draw(st.sampled_from([(), (24, 25), (21, 22, 23, 24, 25), range(7), range(26)]))
        outside.append(sum(side[place] for place in places))
        for place in places:
            side[place] = 0
    own_may, opp_may = (bool(any(counts[:7]) or draw(st.booleans())) for counts in (own, opp))
    return Position.checked(own, opp, outside, (own_may, opp_may))


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
