"""Whole Swiss events with everything that happens in a hall, under options of all kinds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.swiss_event import Swiss
from tournaments.formats import FORMATS, Entry, State
from tournaments.formats.swiss.options import SwissOptions

FORM = FORMATS["swiss"]

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "rounds": st.integers(0, 7),
        "system": st.sampled_from(["fold", "monrad", "danish"]),
        "rematches": st.sampled_from(["never", "if_needed"]),
        "acceleration": st.sampled_from(["none", "accelerated", "baku"]),
        "bye": st.sampled_from(["full", "half", "zero"]),
        "apart": st.sampled_from(["nobody", "clubs", "both"]),
        "last_entry": st.integers(0, 7),
        "unplayed": st.sampled_from(["virtual_opponent", "own_points", "nothing", "as_played"]),
    },
)


def check(event: Swiss) -> None:
    """Assert what holds at any moment."""
    tournament = event.tournament
    state = tournament.state
    assert FORM.next_pairings(state) == ()
    assert FORM.stale_pairings(state) == ()
    assert isinstance(state.options, SwissOptions)
    seats = Counter((pairing.round, uid) for pairing in state.pairings for uid in pairing.entrants)
    assert max(seats.values(), default=1) == 1
    meetings = Counter(frozenset(pairing.entrants) for pairing in state.pairings if not pairing.is_bye)
    assert FORM.has_rematches(state.options) or max(meetings.values(), default=1) == 1
    numbers = [declared.number for declared in FORM.rounds(state)]
    assert {pairing.round for pairing in state.pairings} <= set(numbers)
    assert FORM.is_complete(state) == (not tournament.waiting())
    outline = FORM.outline(state)
    for number, slots in zip(numbers, outline.rounds, strict=True):
        assert [slot.slot for slot in slots] == list(range(len(slots)))
        assert [slot.slot for slot in slots if slot.entrants] == [
            pairing.slot for pairing in event.pairings(number)
        ]
    standings = FORM.standings(state)
    assert {row.entrant for row in standings} == {e.uid for e in state.entries if e.line is not None}
    worth = state.options.bye_points
    for row in standings:
        assert row.half_points == 2 * row.wins + worth * row.byes


def disturb(event: Swiss, step: str, *, chance: Random, number: int) -> None:
    """Do one of the things that happen, as far as it may be done."""
    tournament = event.tournament
    waiting = tournament.waiting()
    here = [entry for entry in tournament.entries.values() if entry.line is not None]
    newest = max((place[0] for place in tournament.pairings), default=0)
    if step == "late" and (lines := FORM.open_lines(tournament.state)):
        joins = chance.choice([newest, newest + 1])
        assert tournament.try_change(
            Entry(str(100 + number), line=lines[0], is_late=True, joins=max(1, joins))
        )
    elif step == "leave":
        event.leave(int(chance.choice(here).uid))
    elif step == "back":
        entry = chance.choice(here)
        tournament.try_change(replace(entry, is_withdrawn=False))
    elif step == "absent":
        entry = chance.choice(here)
        tournament.try_change(replace(entry, absent=entry.absent | {newest + chance.randint(1, 2)}))
    elif step == "replace" and (fresh := _without_result(event)):
        entry = chance.choice(fresh)
        alternate = Entry(str(100 + number), line=entry.line, is_moved=True, joins=max(1, newest))
        tournament.try_change(replace(entry, line=None), alternate)
    elif step == "correct" and tournament.results:
        result = chance.choice(list(tournament.results.values()))
        tournament.try_change(result=replace(result, winner=chance.choice((result.one, result.two))))
    elif step == "win" and waiting:
        event.win(int(chance.choice(chance.choice(waiting).entrants)))


def _without_result(event: Swiss) -> list[Entry]:
    """Whom an alternate can replace: those with a line who have neither won nor lost."""
    players = {uid for result in event.tournament.results.values() for uid in (result.one, result.two)}
    return [
        entry
        for entry in event.tournament.entries.values()
        if entry.line is not None and entry.uid not in players
    ]


@settings(max_examples=examples(2000, landing=80))
@given(
    count=st.integers(2, 14),
    options=OPTIONS,
    steps=st.lists(
        st.sampled_from(["win", "win", "win", "late", "leave", "back", "absent", "replace", "correct"]),
        max_size=20,
    ),
    chance=st.randoms(use_true_random=False),
)
def test_whatever_happens_no_event_comes_to_a_dead_end(
    count: int, options: dict[str, str | int], steps: list[str], chance: Random
) -> None:
    opponents = count - 1 + count % 2
    form_options = {**options, "rounds": min(int(options.get("rounds", 0)), opponents)}
    clubs = [Entry(str(number), club=f"club{number % 3}") for number in range(1, count + 1)]
    event = Swiss.of(count, *clubs, **form_options)
    check(event)
    for number, step in enumerate(steps):
        disturb(event, step, chance=chance, number=number)
        check(event)
    while waiting := event.tournament.waiting():
        event.win(*(int(chance.choice(pairing.entrants)) for pairing in waiting))
        check(event)
    assert FORM.is_complete(event.tournament.state)
    for pairing in event.tournament.pairings.values():
        assert FORM.explain(event.tournament.state, pairing)


@given(count=st.integers(3, 40), seed=st.integers(0, 999))
@settings(max_examples=examples(100))
def test_a_second_bye_is_had_by_nobody_while_rounds_are_few(count: int, seed: int) -> None:
    chance = Random(seed)
    event = Swiss.of(count, rounds=min(count - 1 + count % 2, 9))
    while waiting := event.tournament.waiting():
        event.win(*(int(chance.choice(pairing.entrants)) for pairing in waiting))
    byes = Counter(pairing.one for pairing in event.tournament.pairings.values() if pairing.is_bye)
    assert max(byes.values(), default=1) == 1
    assert sum(byes.values()) == (min(count, 9) if count % 2 else 0)


def test_before_the_draw_there_is_nothing() -> None:
    state = State(size=0, entries=(), seed="s", options=SwissOptions())
    assert not any((FORM.rounds(state), FORM.next_pairings(state), FORM.stale_pairings(state)))
    assert not any((FORM.admissions(state), FORM.open_lines(state), FORM.standings(state)))
    assert FORM.outline(state).rounds == ()
    assert not FORM.is_complete(state)
    assert FORM.champion(state) is None
