"""Any plan: one without a fault is played to its end, and one with a fault cannot be."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from random import Random
from typing import Any, get_type_hints

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.plans.planning import cured
from tournaments.formats import FORMATS, OF_PLACES, Feed, Feeder, FormatError, Intake, Shape, Take
from tournaments.formats.abilities import ByChallenge
from tournaments.plans import PlannedEvent, PlannedStage, problems
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent


class Tied(Exception):
    """A place was shared at the cut of a bracket, where no result can part anybody."""


class _Hall(SimulatedEvent):
    """A hall whose director parts nobody who shares a place of a bracket."""

    def _untied(self, feeder: Feeder) -> Feeder:
        if self.stages[int(feeder.stage)].setup.format.shape is Shape.BRACKET:
            raise Tied(feeder.stage)
        return super()._untied(feeder)


def play(plan: PlannedEvent, entrants: int, *, number: int) -> SimulatedEvent:
    """Play the whole event with random results; raise FormatError or Tied where that is impossible."""
    stages = tuple(
        StageSetup(
            FORMATS[one.format], FORMATS[one.format].options.from_dict(one.options), one.lengths, one.feeds
        )
        for one in plan.stages
    )
    hall = _Hall(Setup(stages, entrants), chance=Random(number))
    hall.play()
    return hall


def _is_played(plan: PlannedEvent, entrants: int, *, number: int) -> bool:
    """Whether the whole event can be drawn and played to its end."""
    try:
        return all(one.is_complete for one in play(plan, entrants, number=number).stages)
    except (FormatError, Tied, IndexError):
        return False


_TAKES = st.sampled_from(list(Take))


@st.composite
def _feeds(draw: st.DrawFn, before: int) -> Feed:
    take = draw(_TAKES)
    first = draw(st.integers(1, 3))
    nearest = draw(st.integers(0, 2))
    return Feed(
        draw(st.integers(0, before - 1)),
        take,
        first_round=first,
        last_round=draw(st.none() | st.integers(first, 4)),
        nearest=nearest,
        farthest=draw(st.none() | st.none() | st.integers(nearest, 3)),
        count=draw(st.integers(1, 9)) if take in OF_PLACES else 0,
        place=draw(st.integers(1, 5)) if take is Take.BEST_OF_PLACE else 0,
    )


@st.composite
def _options(draw: st.DrawFn, code: str) -> dict[str, Any]:
    """Some of the options, near their least values, where entrants are few."""
    rules = FORMATS[code].options
    kinds = get_type_hints(rules)
    options: dict[str, Any] = {}
    for option in fields(rules):
        kind = kinds[option.name]
        if draw(st.integers(0, 3)):
            continue
        if issubclass(kind, StrEnum):
            options[option.name] = draw(st.sampled_from([one.value for one in kind]))
        elif kind is bool:
            options[option.name] = draw(st.booleans())
        else:
            least = option.metadata["minimum"]
            options[option.name] = draw(st.integers(least, min(least + 8, option.metadata["maximum"])))
    return options


@st.composite
def plans(draw: st.DrawFn) -> PlannedEvent:
    """Any plan of up to four stages whose fields are each of its type."""
    # A ladder plays nothing by itself.
    playable = [code for code in sorted(FORMATS) if not isinstance(FORMATS[code], ByChallenge)]
    stages: list[PlannedStage] = []
    for number in range(draw(st.integers(1, 4))):
        code = draw(st.sampled_from(playable))
        is_needed = number > 0 and FORMATS[code].intake is Intake.DROPS
        least = 1 if is_needed else 0
        feeds = draw(st.lists(_feeds(number), min_size=least, max_size=2)) if number else []
        stages.append(PlannedStage(format=code, options=draw(_options(code)), feeds=tuple(feeds)))
    return PlannedEvent(tuple(stages))


# What can be drawn and played, and is a fault all the same, because it is not what anybody can mean.
_MEANINGLESS = {
    "fed_by_standings",
    "duplicate_feed",
    "losers_play_on",
    "no_such_rounds",
    "nobody_comes",
    "too_few_come",
    "count_too_large",
    "best_of_groups",
    "needs_groups",
    "no_such_place",
    "goes_on_already",
}


@given(plan=plans(), entrants=st.integers(1, 40), number=st.integers(0, 99))
@settings(max_examples=examples(2000, landing=30), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_plan_without_problems_is_played_to_its_end_and_one_with_problems_is_not(
    plan: PlannedEvent, entrants: int, number: int
) -> None:
    faults = problems(plan, entrants=entrants)
    if not faults:
        hall = play(plan, entrants, number=number)
        assert all(one.is_complete for one in hall.stages)
        for one in hall.stages:
            assert one.state is not None
            assert len([entry for entry in one.state.entries if entry.line is not None]) >= 2
        return
    for problem in faults:
        if "works" in problem.data:
            better, numbers = cured(plan, problem, {"entrants": entrants})
            still = [(other.code, other.data["path"]) for other in problems(better, **numbers)]
            assert (problem.code, problem.data["path"]) not in still
    if not {problem.code for problem in faults} & _MEANINGLESS:
        assert not _is_played(plan, entrants, number=number), faults
