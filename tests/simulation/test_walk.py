"""Brackets simulated by a walk equal those whose format is evaluated after every result."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.formats import FORMATS, Entry, Feed, FormatError, State, Take
from tournaments.formats.walk import Walk
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.stage import SimulatedStage


def stage(code: str, *feeds: Feed, **options: Any) -> StageSetup:
    """A stage of a format with these options."""
    return StageSetup(FORMATS[code], FORMATS[code].options.from_dict(options), feeds=feeds)


def losers(number: int, **bounds: Any) -> Feed:
    """Take the losers of a stage."""
    return Feed(number, Take.LOSERS, **bounds)


def first_losses(number: int, **bounds: Any) -> Feed:
    """Take who loses its first match in a stage."""
    return Feed(number, Take.FIRST_LOSS, **bounds)


MAIN = stage("single_elimination")
BELOW = stage("consolation", losers(0, nearest=1))
EVENTS = {
    "weekend": (MAIN, BELOW, stage("consolation", losers(1, nearest=2))),
    "everybody": (MAIN, stage("consolation", losers(0)), stage("consolation", losers(1))),
    "by table": (MAIN, stage("consolation", losers(0), placing="table"), stage("consolation", losers(1))),
    "no shows": (
        MAIN,
        stage("consolation", losers(0, has_no_shows=True)),
        stage("consolation", losers(1, nearest=1, has_no_shows=True)),
    ),
    "first losses": (
        stage("single_elimination", has_third_place=True),
        stage("consolation", first_losses(0)),
        stage("consolation", first_losses(1, has_no_shows=True)),
    ),
    "who asks": (MAIN, stage("consolation", losers(0, is_opt_in=True)), stage("consolation", losers(1))),
    "two feeds": (
        MAIN,
        stage("consolation", losers(0, last_round=2)),
        stage("consolation", losers(0, first_round=2), losers(1, nearest=1)),
    ),
    "one match named twice": (MAIN, stage("consolation", losers(0), losers(0, last_round=1))),
    "below two lives": (stage("double_elimination"), stage("consolation", losers(0))),
    "behind groups": (
        stage("round_robin", groups=2),
        stage("single_elimination", Feed(0, Take.GROUP_TOP, count=2)),
        stage("consolation", losers(1)),
    ),
}


class Asking(SimulatedEvent):
    """A hall that asks every format what follows, also one whose bracket can be walked through."""

    def _walk(self, stage: SimulatedStage) -> Walk | None:
        return None


class Stopping(SimulatedEvent):
    """A hall that stops after so many matches."""

    def __init__(self, setup: Setup, *, chance: Random, after: int) -> None:
        permissions = iter([True] * after)
        super().__init__(setup, chance=chance, may_go_on=lambda: next(permissions, False))


def facts_of(hall: SimulatedEvent) -> list[object]:
    """Everything that comes of an event."""
    hall.play()
    facts: list[object] = [hall.minutes, dict(hall.waiting), dict(hall.matches)]
    for one in hall.stages:
        state = None if one.state is None else one.renewed()
        facts += [one.pairings, one.results, state and state.entries, one.is_complete]
        facts.append(None if state is None else one.setup.format.standings(state))
    return facts


def alike(setup: Setup, *, seed: int) -> None:
    """Play an event by walks and by questions, and look whether the same comes of it."""
    by_walk, by_asking = (facts_of(hall(setup, chance=Random(seed))) for hall in (SimulatedEvent, Asking))
    assert by_walk == by_asking


def continuation(setup: Setup, chance: Random) -> Setup:
    """Return the event halfway, with entrants who have left, come late or said whether they play on."""
    hall = Stopping(setup, chance=chance, after=chance.choice([0, 3, 2 * setup.entrants]))
    with suppress(FormatError):
        hall.play()
    uids = sorted(hall.strength)
    leavers = chance.sample(uids, chance.choice([0, 1, len(uids) // 3]))
    minds = {uid: chance.choice([True, False]) for uid in chance.sample(uids, len(uids) // 4)}
    has_clubs, stages = chance.random() < 0.5, []
    for one in hall.stages:
        uid = str(one.number)
        if one.state is None:
            stages.append(replace(one.setup, uid=uid))
            continue
        state = one.renewed()
        state = replace(
            state,
            entries=tuple(
                replace(
                    entry,
                    is_withdrawn=entry.uid in leavers,
                    goes_on=minds.get(entry.uid, entry.goes_on),
                    club=entry.uid[-1] if has_clubs else "",
                )
                for entry in state.entries
            ),
            pairings=tuple(replace(pairing, is_begun=chance.random() < 0.5) for pairing in state.pairings),
            feeders=tuple(hall.stages[feed.stage].as_feeder(feed) for feed in one.setup.feeds)
            if one.is_fed_during_play
            else (),
        )
        if chance.random() < 0.4:
            state = with_late_entrant(one, state, chance)
        stages.append(replace(one.setup, state=state, uid=uid))
    return replace(setup, stages=tuple(stages))


def with_late_entrant(one: SimulatedStage, state: State, chance: Random) -> State:
    """Enter somebody late on an open line, and cancel the pairings that no longer follow."""
    rules = one.setup.format
    for line in rules.open_lines(state)[:1]:
        late = Entry(f"late{one.number}", line=line, is_late=True)
        state = replace(state, entries=(*state.entries, late))
    return state.without(rules.stale_pairings(state)) if chance.random() < 0.8 else state


@settings(max_examples=examples(800, landing=40), deadline=None)
@given(
    event=st.sampled_from(sorted(EVENTS)),
    entrants=st.integers(6, 40),
    tables=st.sampled_from([None, None, 2]),
    seed=st.integers(0, 1 << 32),
)
def test_a_walk_gives_what_asking_gives(event: str, entrants: int, tables: int | None, seed: int) -> None:
    setup = Setup(EVENTS[event], entrants, tables=tables)
    alike(setup, seed=seed)
    alike(continuation(setup, Random(seed)), seed=seed + 1)


@pytest.mark.parametrize("event", ["weekend", "by table", "first losses"])
@pytest.mark.parametrize("entrants", [24, 48, 64])
def test_a_walk_gives_what_asking_gives_in_a_whole_weekend(event: str, entrants: int) -> None:
    alike(Setup(EVENTS[event], entrants), seed=entrants)
