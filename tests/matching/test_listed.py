"""A round down a list: against every round there is, and with its own example."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest

from tournaments import matching
from tournaments.matching import listed
from tournaments.matching.listed import down_the_list

Pair = tuple[int, int]


def rounds(players: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Every round of these players, in the order of the list."""
    if not players:
        yield ()
        return
    one, *others = players
    for two in others:
        for rest in rounds(tuple(other for other in others if other != two)):
            yield ((one, two), *rest)


@pytest.mark.parametrize("count", [0, 2, 4, 6, 8])
def test_the_round_is_the_first_of_all_in_the_order_of_the_list(count: int) -> None:
    chance = Random(count)
    every = [(one, two) for one in range(count) for two in range(one + 1, count)]
    for _ in range(60):
        barred = frozenset(chance.sample(every, k=chance.randint(0, len(every))))
        first = next((pairs for pairs in rounds(tuple(range(count))) if barred.isdisjoint(pairs)), None)
        assert down_the_list(count, barred) == first


def test_a_large_field_is_paired_without_a_meeting_again() -> None:
    barred: set[Pair] = set()
    for _ in range(9):
        pairs = down_the_list(128, barred)
        assert pairs is not None
        assert barred.isdisjoint(pairs)
        barred.update(pairs)


@pytest.mark.parametrize("module", [matching, listed])
def test_the_examples_are_so(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.failed == 0
    assert outcome.attempted >= 2
