"""Who can still catch the leader is what playing out every end of a season shows."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.points import strategies
from tests.points.factories import entrant
from tournaments.points import (
    SCHEMES,
    EventPlan,
    EventPoints,
    Field,
    InvalidData,
    PointsEvent,
    PointsScheme,
    Remaining,
    SeasonRule,
    Weights,
    most,
    races,
    score,
    table,
)

_RULES = strategies.seasons.map(lambda data: SeasonRule.from_dict(data, "season"))
_POINTS = st.dictionaries(st.sampled_from("abc"), st.integers(0, 8).map(Fraction), min_size=1)
_HELD = st.lists(st.tuples(_POINTS, st.dates(date(2026, 1, 1), date(2026, 5, 31))), min_size=1, max_size=4)
_REMAINING = st.lists(
    st.tuples(st.integers(0, 8).map(Fraction), st.dates(date(2026, 6, 1), date(2026, 9, 30))), max_size=2
)


@settings(max_examples=examples(1000))
@given(_RULES, _HELD, _REMAINING)
def test_every_end_of_the_season_agrees(rule: SeasonRule, held: Any, remaining: Any) -> None:
    """In each event to come everybody, a newcomer too, has nothing or all of its points; in a single one half, too."""
    played = [EventPoints(f"held {number}", *row) for number, row in enumerate(held)]
    to_come = [Remaining(f"to come {number}", *row) for number, row in enumerate(remaining)]
    players = sorted({name for event in played for name in event.points} | {"newcomer"})
    end = max([event.on for event in played if event.on] + [event.on for event in to_come if event.on])
    caught: dict[str, set[str]] = {name: set() for name in players}
    shares_of = [Fraction(0), Fraction(1), Fraction(1, 2)][: 4 - len(to_come)]
    for outcome in product(shares_of, repeat=len(players) * len(to_come)):
        shares = iter(outcome)
        final = [
            EventPoints(event.name, {name: event.most * next(shares) for name in players}, event.on)
            for event in to_come
        ]
        totals = dict.fromkeys(players, Fraction(0))
        totals |= {line.entrant: line.points for line in table(rule, [*played, *final], end)}
        for one, two in product(players, players):
            if one != two and totals[two] >= totals[one]:
                caught[one].add(two)
    computed_races = races(rule, played, to_come)
    assert [race.leader for race in computed_races] == [
        line.entrant for line in table(rule, played) if line.first == 1
    ]
    for race in computed_races:
        chasers = {chaser.entrant for chaser in race.caught_by} | (
            {"newcomer"} if race.newcomer_can else set()
        )
        assert chasers == caught[race.leader]


def test_the_race_says_what_each_can_have_at_best() -> None:
    held = [EventPoints("one", {"a": Fraction(10), "b": Fraction(4), "c": Fraction(3)})]
    (race,) = races(SeasonRule(), held, [Remaining("two", Fraction(6))])
    assert race.leader == "a"
    assert race.at_least == 10
    assert {chaser.entrant: chaser.at_best for chaser in race.caught_by} == {"b": Fraction(10)}
    assert race.newcomer_at_best == 6
    assert not race.newcomer_can


def test_points_that_are_halved_meanwhile_are_compared_as_they_are_worth_at_the_end() -> None:
    held = [EventPoints("one", {"a": Fraction(10), "b": Fraction(4)}, date(2026, 1, 31))]
    rule = SeasonRule(halving=1)
    (race,) = races(rule, held, [Remaining("two", Fraction(3), date(2026, 2, 1))])
    assert race.at_least == race.caught_by[0].at_best == 5
    (race,) = races(rule, held, [Remaining("two", Fraction(3), date(2026, 2, 1))], end=date(2026, 3, 1))
    assert race.at_least == race.caught_by[0].at_best == Fraction(5, 2)


def test_who_leads_depends_on_the_day() -> None:
    points = {"a": Fraction(10)}, {"b": Fraction(6)}
    held = [EventPoints("one", points[0], date(2026, 1, 1)), EventPoints("two", points[1], date(2026, 2, 1))]
    rule = SeasonRule(best=1, halving=1)
    assert [race.leader for race in races(rule, held, [])] == ["b"]
    assert [race.leader for race in races(SeasonRule(), held, [])] == ["a"]


def test_nobody_leads_an_empty_season() -> None:
    assert races(SeasonRule(), [], []) == ()


@pytest.mark.parametrize(
    ("code", "events", "day"),
    [
        ("event_twice", [EventPoints("x", {}, date(2026, 1, day)) for day in (1, 2)], None),
        ("day_missing", [EventPoints("x", {})], None),
        ("event_after_day", [EventPoints("x", {}, date(2026, 2, 1))], date(2026, 1, 31)),
    ],
)
def test_a_season_that_cannot_be_is_refused(code: str, events: list[EventPoints], day: date | None) -> None:
    with pytest.raises(InvalidData) as refusal:
        table(SeasonRule(halving=1), events, day)
    assert refusal.value.code == code


def _every_event(players: int, lengths: list[int], **more: object) -> list[PointsEvent]:
    """Every event that somebody can have: field, place in each flight, wins."""
    events = []
    for size in range(1, players + 1):
        ranges = [(first, last) for last in range(1, size + 1) for first in range(1, last + 1)]
        for main, consolation in product([None, *ranges], repeat=2):
            places = [(*main, "main")] if main else []
            places += [(*consolation, "consolation")] if consolation else []
            for won in ([], lengths):
                one = entrant("a", *places, lengths=won, settlements=1)
                events.append(
                    PointsEvent.from_dict({"event": "x", "players": size, "entrants": [one], **more})
                )
    return events


@pytest.mark.parametrize("code", SCHEMES)
def test_the_most_of_an_event_is_the_most_that_every_event_gives(code: str) -> None:
    events = _every_event(5, [7, 5], weight=2, division=2)
    plan = EventPlan(Field(5), Weights(Fraction(2), 2), (7, 5), 1)
    assert most(SCHEMES[code], plan) == max(score(SCHEMES[code], event)[0].points for event in events)


@given(
    strategies.schemes,
    st.integers(1, 5),
    st.sampled_from([{}, {"paid": {"main": 2}}, {"factors": {"main": [1, 3]}}]),
)
def test_no_event_gives_more_than_its_most(scheme: PointsScheme, players: int, more: dict[str, Any]) -> None:
    model = PointsEvent.from_dict({"event": "x", "entrants": [], **more})
    plan = EventPlan(Field(players, model.field.paid, model.field.factors), Weights(), (7, 1), 1)
    bound = most(scheme, plan)
    for event in _every_event(players, [7, 1], **more):
        assert score(scheme, event)[0].points <= bound, json.dumps(scheme.to_dict())
