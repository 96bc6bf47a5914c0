"""Finishing positions: every place of an event once, by the rule chosen for its flights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.plans.test_plan_played import plans, play
from tournaments.formats import FORMATS, Feed, How, Take, TieDecision
from tournaments.formats.abilities import BySeasons
from tournaments.plans import TEMPLATES, PlannedEvent, problems, suited
from tournaments.plans.finishing import (
    FinishRule,
    FinishStage,
    PlaceIn,
    Position,
    finishing_positions,
)
from tournaments.simulation.event import SimulatedEvent

BELOW = Feed(0, Take.LOSERS, nearest=1)
LAST = Feed(1, Take.LOSERS, nearest=2)
RULES = list(FinishRule)


def placed(text: str, **wins: int) -> tuple[PlaceIn, ...]:
    """The places of `a bc defg`: those of one word share theirs."""
    rows: list[PlaceIn] = []
    for word in text.split():
        rows += [PlaceIn(uid, len(rows) + 1, None, wins.get(uid, 0)) for uid in word]
        first = len(rows) - len(word) + 1
        rows[first - 1 :] = [row._replace(place=first) for row in rows[first - 1 :]]
    return tuple(rows)


def stage(order: int, text: str | None, *feeds: Feed, **fields: object) -> FinishStage:
    """A complete stage with these places, or one that is not complete."""
    places = None if text is None else placed(text)
    return FinishStage(order=order, places=places, feeds=feeds, **fields)  # type: ignore[arg-type]


def written(positions: Sequence[Position]) -> str:
    """Positions as `a:1 bc:2-3`."""
    ranges: dict[tuple[int, int], list[str]] = {}
    for uid, first, last in positions:
        ranges.setdefault((first, last), []).append(uid)
    return " ".join(
        f"{''.join(sorted(uids))}:{first}" + (f"-{last}" if last > first else "")
        for (first, last), uids in ranges.items()
    )


def assert_covered(positions: Iterable[Position], count: int) -> None:
    """Assert that the ranges cover 1 to the count once, and that nobody has two."""
    rows = list(positions)
    assert len({row.entrant for row in rows}) == len(rows) == count
    place = 1
    while rows:
        first, last = rows[0].first, rows[0].last
        shared = [row for row in rows if (row.first, row.last) == (first, last)]
        assert first == place
        assert len(shared) == last - first + 1
        place, rows = last + 1, rows[len(shared) :]


WEEKEND = (
    stage(0, "a b cd efgh"),
    # The losers of the main flight without b; h does not play on.
    stage(1, "e c d fg", BELOW),
)


@pytest.mark.parametrize(
    ("rule", "order"),
    [
        (FinishRule.BY_FLIGHT, "a:1 b:2 cd:3-4 efgh:5-8"),
        (FinishRule.SHARED_PLACES, "a:1 b:2 c:3 d:4 e:5 fg:6-7 h:8"),
        (FinishRule.IN_TURN, "a:1 b:2 e:3 c:4 d:5 fg:6-7 h:8"),
    ],
)
def test_each_rule_places_those_of_a_consolation_in_its_own_way(rule: FinishRule, order: str) -> None:
    assert written(finishing_positions(WEEKEND, [0], rule)) == order


def test_a_last_chance_stands_inside_the_consolation() -> None:
    stages = (*WEEKEND, stage(2, "g f", LAST))
    in_turn = finishing_positions(stages, [0], FinishRule.IN_TURN)
    assert written(in_turn) == "a:1 b:2 e:3 c:4 d:5 g:6 f:7 h:8"
    shared = finishing_positions(stages, [0], FinishRule.SHARED_PLACES)
    assert written(shared) == "a:1 b:2 c:3 d:4 e:5 g:6 f:7 h:8"


def test_the_match_for_second_place_is_the_end_of_the_consolation_that_leads_to_it() -> None:
    second = stage(2, "e b", Feed(0, Take.LOSERS, farthest=0), Feed(1, Take.TOP, count=1))
    in_turn = finishing_positions((*WEEKEND, second), [0], FinishRule.IN_TURN)
    assert written(in_turn) == "a:1 e:2 b:3 c:4 d:5 fg:6-7 h:8"


def test_two_finals_of_one_consolation_are_two_flights() -> None:
    better = stage(2, "e c", Feed(1, Take.TOP, count=2))
    worse = stage(3, "g d", Feed(1, Take.REST, count=2), Feed(1, Take.TOP, count=1))
    in_turn = finishing_positions((*WEEKEND, better, worse), [0], FinishRule.IN_TURN)
    assert written(in_turn) == "a:1 b:2 e:3 c:4 g:5 d:6 f:7 h:8"


def test_who_lost_a_second_match_and_could_not_play_on_is_not_behind_those_who_could() -> None:
    # f and g had a bye, h has won a match, e has declined.
    main = FinishStage(order=0, places=placed("a b cd fghe", h=1))
    first_loss = stage(1, "f g", Feed(0, Take.FIRST_LOSS, last_round=2))
    in_turn = finishing_positions((main, first_loss), [0], FinishRule.IN_TURN)
    assert written(in_turn) == "a:1 b:2 cd:3-4 h:5 f:6 g:7 e:8"


def test_of_two_side_flights_the_one_of_later_losers_comes_first() -> None:
    main = stage(0, "a b cd efgh")
    early = stage(1, "e f g h", Feed(0, Take.LOSERS, last_round=1))
    later = stage(2, "d c", Feed(0, Take.LOSERS, first_round=2, last_round=2))
    in_turn = finishing_positions((main, early, later), [0], FinishRule.IN_TURN)
    assert written(in_turn) == "a:1 b:2 d:3 c:4 e:5 f:6 g:7 h:8"


def test_the_best_of_groups_play_for_the_first_places_and_equals_of_groups_share() -> None:
    rows = [
        PlaceIn(uid, place, group)
        for group, uids in ((1, "abc"), (2, "defg"))
        for place, uid in enumerate(uids, 1)
    ]
    groups = FinishStage(order=0, places=tuple(rows))
    playoff = stage(1, "e a b d", Feed(0, Take.GROUP_TOP, count=2))
    by_flight = finishing_positions((groups, playoff), [0, 1], FinishRule.BY_FLIGHT)
    assert written(by_flight) == "e:1 a:2 b:3 d:4 cf:5-6 g:7"
    decision = TieDecision((("f",), ("c",)), How.LOT)
    decided = FinishStage(order=0, places=tuple(rows), decisions=(decision,))
    assert "f:5 c:6" in written(finishing_positions((decided, playoff), [0, 1], FinishRule.BY_FLIGHT))


def test_the_second_division_is_behind_the_first() -> None:
    rows = (PlaceIn("a", 1, 1), PlaceIn("b", 2, 1), PlaceIn("c", 1, 2), PlaceIn("d", 2, 2))
    league = FinishStage(order=0, places=rows, has_divisions=True)
    assert written(finishing_positions([league], [0], FinishRule.BY_FLIGHT)) == "a:1 b:2 c:3 d:4"


def test_nobody_has_a_position_while_no_stage_is_the_main_one() -> None:
    assert finishing_positions(WEEKEND, [], FinishRule.BY_FLIGHT) == ()


def test_before_anybody_has_come_there_is_no_position() -> None:
    assert finishing_positions([stage(0, None)], [0], FinishRule.BY_FLIGHT) == ()


@pytest.mark.parametrize(
    ("rule", "order"),
    [
        (FinishRule.BY_FLIGHT, "a:1 b:2 h:5-8"),
        (FinishRule.SHARED_PLACES, "a:1 b:2"),
        (FinishRule.IN_TURN, "a:1 b:2"),
    ],
)
def test_nobody_is_placed_while_still_in_another_flight(rule: FinishRule, order: str) -> None:
    open_stage = stage(1, None, BELOW, coming=frozenset("cdefg"))
    assert written(finishing_positions((WEEKEND[0], open_stage), [0], rule)) == order


@pytest.mark.parametrize("rule", RULES)
def test_those_of_the_groups_are_placed_while_the_best_still_play(rule: FinishRule) -> None:
    groups = stage(0, "ab cd e")
    final = stage(1, None, Feed(0, Take.TOP, count=2), coming=frozenset("ab"))
    positions = finishing_positions((groups, final), [0, 1], rule)
    assert written(positions) == ("" if rule is FinishRule.IN_TURN else "cd:3-4 e:5")


def test_who_plays_for_a_shared_place_has_none() -> None:
    main = stage(0, "a b cd efgh")
    playoff = stage(1, None, Feed(0, Take.TIED), coming=frozenset("cd"), is_playoff=True)
    positions = finishing_positions((main, playoff), [0], FinishRule.BY_FLIGHT)
    assert written(positions) == "a:1 b:2 efgh:5-8"


def test_who_came_into_another_flight_alone_is_behind_all_others() -> None:
    main, other = stage(0, "a b"), stage(1, "c a", BELOW)
    for rule in (FinishRule.BY_FLIGHT, FinishRule.SHARED_PLACES):
        assert written(finishing_positions((main, other), [0], rule)) == "a:1 b:2 c:3"


def as_finish(hall: SimulatedEvent, plan: PlannedEvent) -> tuple[FinishStage, ...]:
    """The stages of a simulated event as the positions read them."""
    stages = []
    for order, (one, planned) in enumerate(zip(hall.stages, plan.stages, strict=True)):
        assert one.state is not None
        rules = FORMATS[planned.format]
        rows = rules.standings(one.state)
        stages.append(
            FinishStage(
                order=order,
                places=tuple(PlaceIn(row.entrant, row.place, row.group, row.wins) for row in rows),
                feeds=planned.feeds,
                has_divisions=isinstance(rules, BySeasons),
            )
        )
    return tuple(stages)


def way_of(stages: Sequence[FinishStage]) -> list[int]:
    """The stages that lead to the last one of those that losers do not feed."""
    way = [0]
    for one in stages[1:]:
        takes = {feed.take for feed in one.feeds}
        if (
            takes
            and takes <= {Take.TOP, Take.GROUP_TOP, Take.BEST_OF_PLACE, Take.NEXT_SEASON}
            and any(feed.stage == way[-1] for feed in one.feeds)
        ):
            way.append(one.order)
    return way


def look(plan: PlannedEvent, entrants: int, *, number: int) -> None:
    """Play a plan, and assert what holds of its positions by every rule, and while any flight is open."""
    stages = as_finish(play(plan, entrants, number=number), plan)
    everybody = {row.entrant for one in stages for row in one.places or ()}
    way = way_of(stages)
    for rule in RULES:
        positions = finishing_positions(stages, way, rule)
        assert_covered(positions, len(everybody))
        assert {row.entrant for row in positions} == everybody
        main = stages[way[-1]].places or ()
        firsts = [row.entrant for row in main if row.place == 1]
        if len(firsts) == 1:
            assert positions[0] == Position(firsts[0], 1, 1)
        chance = Random(number)
        opened = chance.randrange(len(stages))
        partly = tuple(
            one
            if one.order < opened
            else FinishStage(order=one.order, feeds=one.feeds, coming=frozenset(one.members))
            for one in stages
        )
        final = set(positions)
        assert set(finishing_positions(partly, way, rule)) <= final, "what is placed early stays"


@pytest.mark.parametrize("code", sorted(set(TEMPLATES) - {"ladder"}))
@pytest.mark.parametrize("entrants", [8, 11, 16, 23])
def test_every_template_places_everybody_once(code: str, entrants: int) -> None:
    template = TEMPLATES[code]
    entrants = max(template.fewest, min(template.most, entrants))
    look(suited(template, entrants=entrants), entrants, number=entrants)


@given(plan=plans(), entrants=st.integers(2, 24), number=st.integers(0, 99))
@settings(max_examples=examples(400, landing=20), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_plan_places_everybody_once(plan: PlannedEvent, entrants: int, number: int) -> None:
    assume(not problems(plan, entrants=entrants))
    look(plan, entrants, number=number)
