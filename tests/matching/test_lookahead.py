"""The look ahead, against graphs that are known and against trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.matching import lookahead
from tournaments.matching.lookahead import (
    Graph,
    best_rounds,
    cannot_fail,
    fewest_opponents,
    graph_of,
    schedule,
    without,
)
from tournaments.matching.rules import Pair, Rule, by_difference
from tournaments.matching.solver import PairingProblem


def graph(size: int, pairs: list[Pair]) -> Graph:
    """The graph of these pairs."""
    neighbours = [0] * size
    for one, two in pairs:
        neighbours[one] |= 1 << two
        neighbours[two] |= 1 << one
    return tuple(neighbours)


def complete(size: int) -> Graph:
    """Everybody may meet everybody."""
    return graph(size, list(combinations(range(size), 2)))


def all_rounds(edges: Graph, players: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Every way to pair these players, by recursion over the first of them."""
    if not players:
        yield ()
        return
    one, rest = players[0], players[1:]
    for two in rest:
        if edges[one] >> two & 1:
            for others in all_rounds(edges, tuple(player for player in rest if player != two)):
                yield ((one, two), *others)


def can_play(edges: Graph, rounds: int) -> bool:
    """Whether there are so many rounds, by trying all of them."""
    if not rounds:
        return True
    return any(
        can_play(without(edges, pairs), rounds - 1) for pairs in all_rounds(edges, tuple(range(len(edges))))
    )


def cycle(*players: int) -> list[Pair]:
    """The pairs of a circle."""
    return [(min(pair), max(pair)) for pair in pairwise((*players, players[0]))]


PETERSEN = [
    *cycle(0, 1, 2, 3, 4),
    *((player, player + 5) for player in range(5)),
    *((5 + player, 5 + (player + 2) % 5) for player in range(5)),
]


def test_after_a_circle_of_six_the_rungs_leave_two_triangles() -> None:
    triangles = without(complete(6), cycle(0, 1, 2, 3, 4, 5))
    assert schedule(triangles, 3) is not None
    assert schedule(without(triangles, [(0, 3), (1, 4), (2, 5)]), 1) is None


def test_petersens_graph_has_a_round_and_no_two() -> None:
    edges = graph(10, PETERSEN)
    assert schedule(edges, 1) is not None
    assert schedule(edges, 2) is None


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 12, 16, 20, 30])
def test_everybody_can_meet_everybody(size: int) -> None:
    plan = schedule(complete(size), size - 1)
    assert plan is not None
    assert sorted(pair for pairs in plan for pair in pairs) == list(combinations(range(size), 2))


@given(
    size=st.sampled_from([2, 4, 6]),
    rounds=st.integers(0, 4),
    seed=st.integers(0, 10_000),
)
def test_a_schedule_is_found_exactly_where_there_is_one(size: int, rounds: int, seed: int) -> None:
    chance = Random(seed)
    pairs = list(combinations(range(size), 2))
    edges = graph(size, chance.sample(pairs, k=chance.randint(0, len(pairs))))
    plan = schedule(edges, rounds)
    assert (plan is not None) == can_play(edges, rounds)
    if plan is not None:
        pairs_of_plan = [pair for pairs_of_round in plan for pair in pairs_of_round]
        assert len(plan) == rounds
        assert len(set(pairs_of_plan)) == len(pairs_of_plan)
        assert all(edges[one] >> two & 1 for one, two in pairs_of_plan)
        for pairs_of_round in plan:
            assert sorted(player for pair in pairs_of_round for player in pair) == list(range(size))


@given(half=st.integers(1, 8), seed=st.integers(0, 10_000))
def test_below_the_bound_no_choice_of_rounds_can_fail(half: int, seed: int) -> None:
    chance, size = Random(seed), 2 * half
    edges, number = complete(size), 0
    while True:
        fewest = min(neighbours.bit_count() for neighbours in edges)
        safe = max(
            (rounds for rounds in range(size) if cannot_fail(size, fewest=fewest, rounds=rounds)), default=0
        )
        assert safe + number >= half
        if not safe:
            break
        # The worst choice that chance can make: any round at all.
        barred = frozenset(pair for pair in combinations(range(size), 2) if not edges[pair[0]] >> pair[1] & 1)
        lots = [chance.randint(0, 99) for _ in range(size)]
        matching = PairingProblem(size, (by_difference("lot", lots),), barred).solve()
        assert matching is not None
        edges, number = without(edges, matching.pairs), number + 1
    assert number >= half


def test_nothing_is_certain_beyond_half_of_the_rounds() -> None:
    assert cannot_fail(6, fewest=5, rounds=3)
    assert not cannot_fail(6, fewest=5, rounds=4)
    assert cannot_fail(5, fewest=5, rounds=3)
    assert cannot_fail(0, fewest=0, rounds=0)


def test_who_has_met_is_no_edge() -> None:
    assert graph_of(PairingProblem(4, (), frozenset({(0, 3)})), had_bye=[0] * 4) == (
        0b0110,
        0b1101,
        0b1011,
        0b0110,
    )


def test_in_an_odd_field_the_bye_is_met_once() -> None:
    field = PairingProblem(5, (), frozenset({(0, 1), (2, 3)}))
    had_bye = [0, 0, 0, 0, 1]
    assert graph_of(field, had_bye=had_bye) == (0b111100, 0b111100, 0b110011, 0b110011, 0b001111, 0b001111)
    assert fewest_opponents(field, had_bye=had_bye) == 4
    assert fewest_opponents(field, had_bye=[1, 1, 1, 0, 0]) == 2
    assert fewest_opponents(PairingProblem(0, ()), had_bye=[]) == 0


def test_beyond_its_limits_a_search_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "_CLIMBS", 0)
    assert schedule(complete(8), 7) is not None
    monkeypatch.setattr(lookahead, "_NODES", 3)
    assert schedule(complete(8), 7) is None
    assert schedule(complete(2), 1) == (((0, 1),),)


def test_climbing_alone_finds_what_there_is_plenty_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "_NODES", 0)
    assert schedule(complete(12), 8) is not None
    monkeypatch.setattr(lookahead, "_STEPS_FOR_EACH_SEAT", 0)
    assert schedule(complete(12), 8) is None


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_rounds_come_the_best_first_and_each_once(count: int) -> None:
    chance = Random(count)
    costs = [[0] * count for _ in range(count)]
    for one, two in combinations(range(count), 2):
        costs[one][two] = costs[two][one] = chance.randint(0, 9)
    byes = [chance.randint(0, 9) for _ in range(count)]
    rule = Rule(
        "any", 9, lambda ones, twos: [costs[one][two] for one, two in zip(ones, twos, strict=True)], byes
    )
    matchings = list(best_rounds(PairingProblem(count, (rule,))))
    values = [one.costs["any"] for one in matchings]
    assert values == sorted(values)
    assert (
        len({(one.pairs, one.bye) for one in matchings})
        == len(matchings)
        == {2: 1, 3: 3, 4: 3, 5: 15, 6: 15}[count]
    )


def test_of_many_rounds_the_first_hundred_are_looked_at() -> None:
    assert sum(1 for _ in best_rounds(PairingProblem(8, ()))) == 100
    everybody = frozenset(combinations(range(4), 2))
    assert list(best_rounds(PairingProblem(4, (), everybody))) == []
