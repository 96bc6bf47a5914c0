"""What holds for every scheme and every event, published or not."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.points import strategies, twin
from tests.points.factories import entrant, points_of
from tournaments.points import SCHEMES, EventPoints, PointsEvent, PointsScheme, SeasonRule, score, table

_DAYS = st.dates(date(2026, 1, 1), date(2026, 6, 30))
_RESULTS = st.lists(
    st.tuples(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 20).map(Fraction)), _DAYS),
    min_size=1,
    max_size=6,
).map(lambda rows: [EventPoints(f"event {number}", *row) for number, row in enumerate(rows)])
_RULES = strategies.seasons.map(lambda data: SeasonRule.from_dict(data, "season"))
_END = date(2026, 7, 1)


@given(strategies.schemes, strategies.events())
def test_a_slow_twin_computes_the_same(scheme: PointsScheme, event: dict[str, Any]) -> None:
    expected = twin.points(json.loads(json.dumps(scheme.to_dict())), event)
    for one in score(scheme, PointsEvent.from_dict(event)):
        assert float(one.points) == pytest.approx(expected[one.entrant], rel=1e-11, abs=1e-9)


@given(strategies.schemes, strategies.events())
def test_points_are_the_exact_sum_of_their_lines(scheme: PointsScheme, event: dict[str, Any]) -> None:
    for one in score(scheme, PointsEvent.from_dict(event)):
        assert one.points == sum(line.amount for line in one.lines)
        assert all(line.amount >= 0 and not (line.amount and line.excluded) for line in one.lines)


@given(strategies.schemes, strategies.events(), st.randoms())
def test_the_order_of_entrants_is_of_no_matter(
    scheme: PointsScheme, event: dict[str, Any], random: Any
) -> None:
    shuffled = random.sample(event["entrants"], len(event["entrants"]))
    one, two = (
        {line.entrant: line for line in score(scheme, PointsEvent.from_dict(event | {"entrants": entrants}))}
        for entrants in (event["entrants"], shuffled)
    )
    assert one == two


_SPLITTING = ["usbgf-master-points", "player-pool", "viennagammon", "nardgammon"]


@given(
    st.one_of(
        st.sampled_from(_SPLITTING).map(SCHEMES.__getitem__),
        strategies.places.map(lambda rule: PointsScheme.from_dict({"name": "own", "places": rule})),
    ),
    st.integers(1, 40).flatmap(lambda players: st.tuples(st.just(players), strategies.ranges(players))),
    st.one_of(st.just({}), st.integers(1, 40).map(lambda paid: {"paid": {"main": paid}})),
)
def test_ties_leave_the_sum_of_the_points_of_places_as_it_is(
    scheme: PointsScheme, field: tuple[int, list[tuple[int, int]]], more: dict[str, Any]
) -> None:
    players, ranges = field
    tied = [entrant(str(number), place) for number, place in enumerate(ranges)]
    apart = [entrant(str(number), (number, number)) for number in range(1, players + 1)]
    assert sum(points_of(scheme, *tied, **more)) == sum(points_of(scheme, *apart, **more))


@given(st.one_of(strategies.schemes, st.sampled_from(list(SCHEMES.values()))))
@example(SCHEMES["usbgf-master-points"])
def test_a_scheme_survives_as_data(scheme: PointsScheme) -> None:
    assert PointsScheme.from_dict(json.loads(json.dumps(scheme.to_dict()))) == scheme


@given(_RULES, _RESULTS, st.randoms())
def test_the_order_of_events_is_of_no_matter(
    rule: SeasonRule, events: list[EventPoints], random: Any
) -> None:
    assert table(rule, random.sample(events, len(events)), _END) == table(rule, events, _END)


@given(_RULES, _RESULTS)
def test_one_more_event_never_lowers_a_total(rule: SeasonRule, events: list[EventPoints]) -> None:
    before = {line.entrant: line.points for line in table(rule, events[:-1], _END)}
    after = {line.entrant: line.points for line in table(rule, events, _END)}
    assert all(after[name] >= points for name, points in before.items())


@given(_RULES, _RESULTS)
def test_dropping_the_worst_leaves_more_than_dropping_any_other(
    rule: SeasonRule, events: list[EventPoints]
) -> None:
    for line in table(rule, events, _END):
        results = [one.worth for one in (*line.counted, *line.dropped)]
        counted = len(line.counted)
        assert line.points == sum(sorted(results, reverse=True)[:counted])
        assert all(one.worth <= two.worth for one in line.dropped for two in line.counted)
        # Events that an entrant missed are dropped first.
        missed = len(events) - len(results)
        assert len(line.dropped) >= min(rule.drop, len(events) - 1) - missed


@given(_RULES, _RESULTS)
def test_equal_points_share_their_places(rule: SeasonRule, events: list[EventPoints]) -> None:
    lines = table(rule, events, _END)
    for line in lines:
        assert line.first == 1 + sum(other.points > line.points for other in lines)
        assert line.last == sum(other.points >= line.points for other in lines)
