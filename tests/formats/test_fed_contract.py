"""What a format promises whose entrants come in during play, at every moment of whole events."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.fed import LAST_CHANCE, LOSERS, Begun, Event, FedStage
from tests.formats.test_contract import check
from tests.formats.tournament import Tournament
from tournaments.formats import FORMATS, Entry, Feed, Intake, Take
from tournaments.formats.consolation.format import ConsolationOptions, Placing

FEEDS = {
    "all losers but the last": LOSERS,
    "the first two rounds": Feed(0, Take.LOSERS, last_round=2),
    "the first loss": Feed(0, Take.FIRST_LOSS, last_round=2),
    "whoever asks": Feed(0, Take.LOSERS, nearest=1, is_opt_in=True),
    "no-shows too": Feed(0, Take.LOSERS, has_no_shows=True),
}
BY_TABLE = ConsolationOptions(placing=Placing.TABLE)


def check_all(event: Event) -> None:
    """Assert what must hold in every stage, and that each entrant of a fed stage came from a match that it lost."""
    for stage in event.stages:
        check(stage)
        if not isinstance(stage, FedStage):
            continue
        assert stage.format.admissions(stage.state) == ()
        for entry in stage.entries.values():
            if entry.origin is not None:
                feeder = event.stages[int(entry.origin.stage)]
                assert entry.uid in feeder.results[entry.origin.round, entry.origin.slot].losers


def check_end(event: Event) -> None:
    """Assert that every stage has come to its end."""
    for stage in event.stages:
        assert stage.format.is_complete(stage.state)
        assert not any(row.is_in for row in stage.format.standings(stage.state))


def test_every_format_of_this_kind_is_played_here() -> None:
    assert [code for code, form in FORMATS.items() if form.intake is Intake.DROPS] == ["consolation"]


@pytest.mark.parametrize(
    ("feed", "count"),
    [
        *((name, count) for name in FEEDS for count in (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 23)),
        *(("all losers but the last", count) for count in (24, 33, 48, 64)),
    ],
)
def test_an_event_ends_within_its_rounds(feed: str, count: int) -> None:
    event = Event.from_draw(count, FEEDS[feed], LAST_CHANCE)
    check_all(event)
    event.play_out(Random(count))
    check_all(event)
    check_end(event)


def test_the_same_state_in_another_order_is_the_same_stage() -> None:
    event, chance = Event.from_draw(23, LOSERS), Random(2)
    for pairing in event.stages[0].waiting():
        event.stages[0].finish(pairing.place, chance.choice(pairing.entrants))
    stage = event.stages[1]
    state, form = stage.state, stage.format
    permutation = replace(
        state,
        feeders=tuple(
            replace(feeder, entries=feeder.entries[::-1], results=feeder.results[::-1])
            for feeder in state.feeders
        ),
    )
    assert set(form.admissions(permutation)) == set(form.admissions(state)) != set()
    event.play_out(chance)
    state = stage.state
    backwards = replace(
        state, entries=state.entries[::-1], pairings=state.pairings[::-1], results=state.results[::-1]
    )
    assert form.outline(backwards) == form.outline(state)
    assert form.standings(backwards) == form.standings(state)


@given(data=st.data())
@settings(max_examples=examples(600), deadline=None)
def test_late_entries_corrections_and_withdrawals_while_losers_drop_leave_no_dead_end(
    data: st.DataObject,
) -> None:
    feed = data.draw(st.sampled_from(list(FEEDS.values())), label="feed")
    options = data.draw(st.sampled_from([None, BY_TABLE]), label="options")
    event = Event.from_draw(
        data.draw(st.integers(2, 20), label="entrants"), feed, LAST_CHANCE, options=options
    )
    steps = st.sampled_from(
        ["win", "win", "win", "begin", "forfeit", "late", "correct", "withdraw", "declare", "swap", "open"]
    )
    for number, step in enumerate(data.draw(st.lists(steps, max_size=30), label="steps")):
        disturb(event, step, chance=data.draw(st.randoms(use_true_random=False)), number=number)
        check_all(event)
    event.play_out(Random(0))
    check_all(event)
    check_end(event)


def disturb(event: Event, step: str, *, chance: Random, number: int) -> None:
    """Do one of the things that happen in a hall, as far as it may be done."""
    main = event.stages[0]
    stage = chance.choice(event.stages)
    waiting = stage.waiting()
    if step == "late":
        lines = main.format.open_lines(main.state)
        if lines:
            main.entries[f"late{number}"] = Entry(f"late{number}", line=lines[0], is_late=True)
    elif step == "open" and isinstance(stage, FedStage):
        for line in stage.format.open_lines(stage.state)[:1]:
            stage.entries[f"open{number}"] = Entry(f"open{number}", line=line, is_late=True)
    elif step == "swap":
        swap(stage, chance)
    elif step == "correct" and stage.results:
        correct(event, stage, chance)
    elif step == "withdraw":
        event.withdraw(chance.choice(sorted(main.entries)))
    elif step == "declare":
        event.declare(chance.choice(sorted(main.entries)), goes_on=chance.random() < 0.6)
    elif step == "begin" and waiting:
        stage.begin(chance.choice(waiting).place)
    elif step in {"win", "forfeit"} and waiting:
        pairing = chance.choice(waiting)
        stage.finish(pairing.place, chance.choice(pairing.entrants) if step == "win" else None)
    event.advance()


def swap(stage: Tournament, chance: Random) -> None:
    """Let two entrants change lines, unless a begun match would no longer follow."""
    entries = [entry for entry in stage.entries.values() if entry.line is not None]
    if len(entries) > 1:
        one, two = chance.sample(entries, k=2)
        stage.try_change(
            replace(one, line=two.line, is_moved=True), replace(two, line=one.line, is_moved=True)
        )


def correct(event: Event, stage: Tournament, chance: Random) -> None:
    """Correct a result, unless a begun match of this stage or of one it feeds would no longer follow."""
    result = chance.choice(list(stage.results.values()))
    winner = chance.choice([uid for uid in (result.one, result.two, None) if uid != result.winner])
    copies = [
        (dict(other_stage.entries), dict(other_stage.pairings), dict(other_stage.results))
        for other_stage in event.stages
    ]
    stage.results[result.place] = replace(result, winner=winner, is_played=winner is not None)
    try:
        event.advance()
    except Begun:
        for other_stage, (entries, pairings, results) in zip(event.stages, copies, strict=True):
            other_stage.entries, other_stage.pairings, other_stage.results = entries, pairings, results
