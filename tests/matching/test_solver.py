"""The pairing of one round: never worse than any other round that keeps the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import networkx as nx
import pytest

from tests.effort import is_long
from tournaments.formats.swiss.board import fold_partners
from tournaments.matching.rules import Pair, Rule, by_difference, by_key, by_lot, by_meetings, by_partner
from tournaments.matching.solver import Matching, PairingProblem

Round = tuple[tuple[Pair, ...], int | None]


def rounds(players: list[int], *, needs_bye: bool) -> Iterator[tuple[list[Pair], int | None]]:
    """Every way to pair these players, with one bye where their number is odd."""
    if not players:
        yield [], None
        return
    first, rest = players[0], players[1:]
    if needs_bye:
        for pairs, _ in rounds(rest, needs_bye=False):
            yield pairs, first
    for other in rest:
        others = [player for player in rest if player != other]
        for pairs, bye in rounds(others, needs_bye=needs_bye):
            yield [(first, other), *pairs], bye


def costs_of(field: PairingProblem, pairs: list[Pair], bye: int | None) -> tuple[int, ...]:
    """What a round costs by each rule, in order: what the best round has least of."""
    costs = [field.cost(*pair) for pair in pairs] + ([] if bye is None else [field.cost(bye, None)])
    return tuple(sum(cost.get(rule.code, 0) for cost in costs) for rule in field.rules)


def brute_force(field: PairingProblem) -> tuple[int, ...] | None:
    """The least costs of all rounds that keep the absolute rules."""
    players = list(range(field.count))
    return min(
        (
            costs_of(field, pairs, bye)
            for pairs, bye in rounds(players, needs_bye=field.count % 2 == 1)
            if field.barred.isdisjoint(pairs) and bye not in field.no_bye
        ),
        default=None,
    )


def table(code: str, values: list[list[int]], byes: list[int]) -> Rule:
    """A rule of any costs at all."""
    most = max(max(map(max, values)), *byes)

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return [values[one][two] for one, two in zip(ones, twos, strict=True)]

    return Rule(code, most, costs, byes)


def random_field(chance: Random, *, count: int) -> PairingProblem:
    """Players with random rules, some pairs and byes forbidden."""
    rules = []
    for number in range(chance.randint(1, 4)):
        values = [[0] * count for _ in range(count)]
        for one in range(count):
            for two in range(one):
                values[one][two] = values[two][one] = chance.choice((0, 0, 1, 2, chance.randint(0, 50)))
        rules.append(table(f"rule{number}", values, [chance.randint(0, 3) for _ in range(count)]))
    pairs = [(one, two) for two in range(count) for one in range(two)]
    barred = frozenset(chance.sample(pairs, k=chance.randint(0, len(pairs) * 2 // 3)))
    no_bye = frozenset(chance.sample(range(count), k=chance.randint(0, count - 1)))
    return PairingProblem(count, tuple(rules), barred, no_bye)


def in_order(matching: Matching) -> tuple[int, ...]:
    """Its costs by rule, in order."""
    return tuple(matching.costs.values())


@pytest.mark.parametrize("count", range(2, 11))
def test_no_round_of_all_rounds_is_better(count: int) -> None:
    chance = Random(count)
    # 2,000 in all, a tenth of them in the ordinary suite.
    for _ in range((250 if count < 9 else 125) // (1 if is_long() else 10)):
        field = random_field(chance, count=count)
        matching, best = field.solve(), brute_force(field)
        assert (matching is None) == (best is None)
        if matching is not None:
            assert in_order(matching) == best == costs_of(field, list(matching.pairs), matching.bye)
            assert sorted([*(player for pair in matching.pairs for player in pair), *_bye(matching)]) == list(
                range(count)
            )


@pytest.mark.parametrize("count", [3, 6, 7])
def test_the_next_best_round_is_the_best_without_that_pair(count: int) -> None:
    chance = Random(count)
    for _ in range(30):
        field = random_field(chance, count=count)
        matching = field.solve()
        if matching is None:
            continue
        for one, two in [*matching.pairs, *((bye, None) for bye in _bye(matching))]:
            other = field.without(one, two)
            if other is not None:
                assert in_order(other) >= in_order(matching)
                assert other.bye != one if two is None else (one, two) not in other.pairs


def swiss_field(count: int, *, seed: int) -> PairingProblem:
    """A round of a Swiss tournament after four rounds, with clubs and meetings."""
    chance = Random(seed)
    scores = sorted((sum(chance.random() < 0.5 for _ in range(4)) for _ in range(count)), reverse=True)
    groups = [[player for player in range(count) if scores[player] == score] for score in range(4, -1, -1)]
    meetings = {}
    for one in range(count):
        for two in chance.sample(range(count), k=2):
            if one != two:
                meetings[min(one, two), max(one, two)] = 1
    partners = fold_partners(filter(None, groups))
    byes = [score**2 for score in scores]
    rules = (
        by_difference("score", scores, byes=byes),
        by_meetings("rematch", meetings),
        by_key("club", [chance.choice(["", "Lyon", "Nantes", "Paris"]) for _ in range(count)]),
        by_partner("fold", partners),
    )
    return PairingProblem(count, rules, partners=partners)


@pytest.mark.parametrize("count", [8, 9, 23, 40, 63, 64])
def test_networkx_finds_no_better_round(count: int) -> None:
    field = swiss_field(count, seed=count)
    matching = field.solve()
    assert matching is not None
    graph = nx.Graph()
    graph.add_weighted_edges_from(field.edges())
    other = [tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    bye = next((one for one, two in other if two == count), None)
    assert in_order(matching) == costs_of(field, [pair for pair in other if pair[1] < count], bye)


@pytest.mark.parametrize("count", [65, 66, 100, 127, 192, 255, 256])
def test_looking_at_near_pairs_alone_finds_the_round_of_all_pairs(count: int) -> None:
    for seed in range(3):
        field = swiss_field(count, seed=seed)
        sparse, complete = field.solve(), field._match(range(count), frozenset(), reach=count)
        assert sparse is not None
        assert complete is not None
        assert sparse.costs == field._matching(complete).costs


@pytest.mark.parametrize("count", [66, 101, 130])
@pytest.mark.parametrize("has_fold", [True, False])
def test_where_half_the_field_is_kept_apart_the_round_of_all_pairs_is_found_as_well(
    count: int,
    has_fold: bool,
) -> None:
    for seed in range(6):
        chance = Random(seed)
        scores = sorted((sum(chance.random() < 0.5 for _ in range(4)) for _ in range(count)), reverse=True)
        groups = [
            [player for player in range(count) if scores[player] == score] for score in range(4, -1, -1)
        ]
        clubs = ["Lyon" if chance.random() < 0.5 else f"club {player}" for player in range(count)]
        countries = [chance.choice(["FR", "DK", "US"]) for _ in range(count)]
        partners = fold_partners(groups) if has_fold else None
        last = by_partner("fold", partners) if partners else by_difference("place", range(count))
        rules = (by_difference("score", scores), by_key("club", clubs), by_key("country", countries), last)
        field = PairingProblem(count, rules, partners=partners)
        sparse, complete = field.solve(), field._match(range(count), frozenset(), reach=count)
        assert sparse is not None
        assert complete is not None
        assert sparse.costs == field._matching(complete).costs


@pytest.mark.parametrize("count", [1025, 1500, 2048, 3001])
def test_by_windows_every_rule_but_the_fold_is_kept_as_well(count: int) -> None:
    field = swiss_field(count, seed=count)
    windowed, at_once = field.solve(), field._at_once()
    assert windowed is not None
    assert at_once is not None
    assert len(windowed.pairs) == count // 2
    assert (windowed.bye is None) == (count % 2 == 0)
    for code in ("score", "rematch", "club"):
        assert windowed.costs[code] <= at_once.costs[code], code


def test_a_round_that_windows_cannot_end_is_matched_at_once() -> None:
    # The last hundred may not meet each other, which the windows learn too late.
    last = range(926, 1026)
    barred = frozenset((one, two) for two in last for one in last if one < two)
    field = PairingProblem(1026, (by_difference("score", [0] * 1026),), barred)
    matching = field.solve()
    assert matching is not None
    assert barred.isdisjoint(matching.pairs)


def test_wider_and_wider_pairs_are_looked_at_until_a_round_is_found() -> None:
    # Nobody may meet anybody who is near.
    barred = frozenset((one, two) for two in range(100) for one in range(max(0, two - 45), two))
    matching = PairingProblem(100, (by_difference("score", [0] * 100),), barred).solve()
    assert matching is not None
    assert barred.isdisjoint(matching.pairs)


def test_where_no_round_keeps_the_rules_there_is_none() -> None:
    everybody = frozenset((one, two) for two in range(4) for one in range(two))
    assert PairingProblem(4, (), everybody).solve() is None
    assert PairingProblem(3, (), no_bye=frozenset(range(3))).solve() is None
    assert PairingProblem(1501, (), no_bye=frozenset(range(1501))).solve() is None
    everybody = frozenset((0, two) for two in range(1, 100))
    assert PairingProblem(100, (), everybody).solve() is None


def test_one_player_has_the_bye_and_nobody_has_nothing() -> None:
    assert PairingProblem(0, ()).solve() == Matching((), None, {})
    assert PairingProblem(1, ()).solve() == Matching((), 0, {})


def test_rules_count_in_their_order_whatever_the_later_ones_cost() -> None:
    apart = by_meetings("rematch", {(0, 1): 1, (2, 3): 1})
    cheap = by_difference("score", [9, 9, 0, 0])
    assert PairingProblem(4, (cheap, apart)).solve() == Matching(
        ((0, 1), (2, 3)), None, {"score": 0, "rematch": 2}
    )
    matching = PairingProblem(4, (apart, cheap)).solve()
    assert matching is not None
    assert matching.costs == {"rematch": 0, "score": 162}


def test_who_has_the_bye_is_weighed_among_the_pairs() -> None:
    second_bye = Rule("second_bye", 1, byes=[0, 0, 1])
    matching = PairingProblem(3, (second_bye, by_difference("score", [0, 1, 3]))).solve()
    assert matching == Matching(((1, 2),), 0, {"second_bye": 0, "score": 4})


def test_an_order_of_rules_beyond_the_bits_of_the_matching_is_refused() -> None:
    rules = tuple(Rule(f"rule{number}", 1 << 30) for number in range(4))
    with pytest.raises(OverflowError):
        PairingProblem(1000, rules)


def test_the_fold_is_the_top_half_against_the_bottom_half_and_the_odd_one_goes_down() -> None:
    groups = [range(4), range(4, 7), [7, 8, 9], [10]]
    assert fold_partners(groups) == (2, 3, 0, 1, 5, 4, 7, 6, 9, 8, 10)


def test_the_same_players_and_seed_are_the_same_lot() -> None:
    uids = ["a", "b", "c", "d"]
    first, again, other = (by_lot("lot", uids, seed=seed, round_number=2) for seed in ("s", "s", "t"))
    assert first.pairs is not None
    assert again.pairs is not None
    assert other.pairs is not None
    rows_and_columns = [0, 0, 0], [1, 2, 3]
    assert first.pairs(*rows_and_columns) == again.pairs(*rows_and_columns) != other.pairs(*rows_and_columns)


def test_an_empty_key_is_nobodys() -> None:
    rule = by_key("club", ["", "", "Lyon", "Lyon"])
    assert rule.pairs is not None
    assert list(rule.pairs([0, 0, 1, 2], [1, 2, 2, 3])) == [0, 0, 0, 1]


def _bye(matching: Matching) -> list[int]:
    return [] if matching.bye is None else [matching.bye]
