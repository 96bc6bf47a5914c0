"""Perft: how many plays and positions there are, counted by the package and by a twin, and frozen.

`tests/data/perft.json` holds the plays of each opening roll and the totals to depth 1 and 2, for each
variant. `python -m tests.rules.test_perft` writes it anew from the twin alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import TypedDict

import pytest

from rules.perft import ROLLS, Perft, perft, perft_by_roll
from rules.position import Position
from rules.variant import BACKGAMMON, VARIANTS, Variant
from tests.effort import is_long

from . import brute_force_entering
from .boards import DATA, counts

PAGE = DATA / "perft.json"


class Numbers(TypedDict):
    """What is frozen of one variant: plays by roll, and (plays, positions) to depth 1 and 2."""

    rolls: dict[str, int]
    depth_1: list[int]
    depth_2: list[int]


@cache
def numbers_by_variant() -> dict[str, Numbers]:
    """The frozen numbers by the code of the variant."""
    numbers: dict[str, Numbers] = json.loads(PAGE.read_text())
    return numbers


def brute_force_count(position: Position, variant: Variant) -> Counter[Position]:
    """The positions that one roll and play lead to, each with the number of ways to it."""
    positions: Counter[Position] = Counter()
    if not (position.has_won or position.has_lost):
        for roll in ROLLS:
            for after in brute_force_entering.results(
                position, roll, new_may_move=variant.move_on_entering_roll
            ):
                positions[after.swapped()] += 1
    return positions


def next_positions(
    positions: Counter[Position], following: Mapping[Position, Counter[Position]]
) -> Counter[Position]:
    """The positions one roll and play further on, by those that follow each."""
    further: Counter[Position] = Counter()
    for position, ways in positions.items():
        for after, more in following[position].items():
            further[after] += ways * more
    return further


@pytest.mark.parametrize("code", VARIANTS)
def test_the_numbers_from_the_start_are_the_frozen_ones(code: str) -> None:
    variant, numbers = VARIANTS[code], numbers_by_variant()[code]
    start = Position.start(variant)
    by_roll = {f"{high}{low}": plays for (high, low), plays in perft_by_roll(start, 1, variant).items()}
    assert by_roll == numbers["rolls"]
    assert list(perft(start, 1, variant)) == numbers["depth_1"]
    assert list(perft(start, 2, variant)) == numbers["depth_2"]


@pytest.mark.parametrize("code", VARIANTS)
def test_brute_force_counts_the_same_to_depth_2(code: str) -> None:
    """Compare depth 2 after every position of depth 1, or every thirtieth in a landing."""
    variant, numbers = VARIANTS[code], numbers_by_variant()[code]
    first = brute_force_count(Position.start(variant), variant)
    assert [first.total(), len(first)] == numbers["depth_1"]
    sample = Counter({position: first[position] for position in sorted(first)[:: 1 if is_long() else 30]})
    following = {position: brute_force_count(position, variant) for position in sample}
    counts_of = {position: perft(position, 1, variant) for position in sample}
    second = next_positions(sample, following)
    assert sum(counts_of[position].plays * ways for position, ways in sample.items()) == second.total()
    for position in sample:
        assert counts_of[position].positions == len(following[position])
    if is_long():
        assert [second.total(), len(second)] == numbers["depth_2"]


def test_the_first_rolls_add_up_to_the_whole() -> None:
    start = Position.start(VARIANTS["hypergammon_3"])
    assert sum(perft_by_roll(start, 2).values()) == perft(start, 2).plays


def test_depth_0_is_the_position_itself() -> None:
    assert perft(Position.start(), 0) == Perft(plays=1, positions=1)


def test_nothing_follows_the_end_of_a_game() -> None:
    end = Position(counts(p6=15), counts(off=15))
    assert perft(end, 1) == perft(end.swapped(), 3) == Perft(plays=0, positions=0)
    assert set(perft_by_roll(end, 1).values()) == {0}


def test_a_dance_is_a_play_and_each_roll_counts_once() -> None:
    position = Position(counts(bar=1), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2))
    assert perft(position, 1, BACKGAMMON) == Perft(plays=21, positions=1)


def _numbers_by_brute_force(variant: Variant) -> Numbers:
    start = Position.start(variant)
    first = brute_force_count(start, variant)
    second = next_positions(first, {position: brute_force_count(position, variant) for position in first})
    rolls = {
        f"{high}{low}": len(
            brute_force_entering.results(start, (high, low), new_may_move=variant.move_on_entering_roll)
        )
        for high, low in ROLLS
    }
    return {
        "rolls": rolls,
        "depth_1": [first.total(), len(first)],
        "depth_2": [second.total(), len(second)],
    }


if __name__ == "__main__":
    numbers = {code: _numbers_by_brute_force(variant) for code, variant in VARIANTS.items()}
    PAGE.write_text(json.dumps(numbers, indent=1) + "\n")
