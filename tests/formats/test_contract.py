"""What every format promises, whatever it is: each found format goes through all of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples, is_long
from tests.formats.tournament import Place, Tournament, entrants
from tournaments.formats import (
    FORMATS,
    Entry,
    Format,
    FormatError,
    Intake,
    Pairing,
    Result,
    Shape,
    SideKind,
    State,
)

EVERY_FORMAT = pytest.mark.parametrize("code", sorted(FORMATS))
# Those that other stages feed during play are drawn empty; tests/formats/test_fed_contract.py plays them out.
DRAWN = [code for code, form in sorted(FORMATS.items()) if form.intake is Intake.DRAW]
EVERY_DRAWN_FORMAT = pytest.mark.parametrize("code", DRAWN)
SIZES = (
    (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 23, 24, 33, 48, 64, 65, 100, 130)
    if is_long()
    else (2, 3, 4, 5, 7, 8, 13, 24, 33, 65)
)
# All against all is nothing for a hundred, and takes their square in matches.
EVERY_SIZE = pytest.mark.parametrize(
    ("code", "count"),
    [
        (code, count)
        for code in DRAWN
        for count in SIZES
        if FORMATS[code].fewest <= count <= (33 if FORMATS[code].shape is Shape.TABLE else 130)
    ],
)


class Course(Protocol):
    """A stage at any moment: one kept in memory, or one of the service."""

    @property
    def format(self) -> Format:
        """The format."""

    @property
    def state(self) -> State:
        """The state that the format reads."""

    @property
    def pairings(self) -> Mapping[Place, Pairing]:
        """The pairings by place."""

    @property
    def results(self) -> Mapping[Place, Result]:
        """The results by place."""

    def waiting(self) -> list[Pairing]:
        """The pairings of two without a result."""


# So many of the newest pairings are explained at every moment: all in a long run. `test_reasons_true` checks each reason.
_NEWEST = 0 if is_long() else 6


def check(tournament: Tournament) -> None:
    """Assert everything that must hold at any moment after `advance`."""
    check_pairings(tournament)
    check_outline(tournament)
    check_standings(tournament)
    form, state = tournament.format, tournament.state
    assert all(form.explain(state, pairing) for pairing in list(tournament.pairings.values())[-_NEWEST:])


def check_pairings(tournament: Course) -> None:
    """Assert that pairings are complete, and that nobody sits, meets or has a bye twice against the rules."""
    form, state, pairings = tournament.format, tournament.state, tournament.pairings.values()
    assert form.next_pairings(state) == ()
    assert form.stale_pairings(state) == ()
    assert {pairing.round for pairing in pairings} <= {declared.number for declared in form.rounds(state)}
    seats = Counter((pairing.round, uid) for pairing in pairings for uid in pairing.entrants)
    assert max(seats.values(), default=1) == 1
    meetings = Counter(frozenset(pairing.entrants) for pairing in pairings if not pairing.is_bye)
    assert form.has_rematches(state.options) or max(meetings.values(), default=1) == 1
    byes = Counter(pairing.one for pairing in pairings if pairing.is_bye)
    if not form.has_second_byes and not any(result.winner is None for result in state.results):
        assert max(byes.values(), default=1) == 1


def check_outline(tournament: Course) -> None:
    """The outline holds every pairing at its place, names each place once and feeds forward only."""
    form, state = tournament.format, tournament.state
    outline = form.outline(state)
    assert [len(outline.rounds)] == [len(form.rounds(state))]
    for number, slots in enumerate(outline.rounds, start=1):
        assert [(slot.round, slot.slot) for slot in slots] == [(number, index) for index in range(len(slots))]
        for side in (side for slot in slots for side in (slot.one, slot.two)):
            assert (side.entrant is not None) == (side.kind is SideKind.ENTRANT)
            assert side.source is None or side.feeder is not None or side.source[0] < number
    if not form.plans_ahead(state.options):
        open_slots = [slot for slots in outline.rounds for slot in slots if not slot.is_decided]
        assert all(len(slot.entrants) == 2 for slot in open_slots)
    for place, pairing in tournament.pairings.items():
        slot = outline.at(place)
        assert set(slot.entrants) == set(pairing.entrants)
        assert slot.is_bye == pairing.is_bye
        assert slot.is_decided == (pairing.is_bye or place in tournament.results)
    waiting = {uid for pairing in tournament.waiting() for uid in pairing.entrants}
    assert all(outline.upcoming(uid) is not None for uid in waiting)


def check_standings(tournament: Course) -> None:
    """Every entrant with a line stands once, and places follow each other with their ties declared."""
    form, state = tournament.format, tournament.state
    standings = form.standings(state)
    assert {row.entrant for row in standings} == {
        entry.uid for entry in state.entries if entry.line is not None
    }
    assert len({row.entrant for row in standings}) == len(standings)
    for group in {row.group for row in standings}:
        rows = [row for row in standings if row.group == group]
        for position, row in enumerate(rows, start=1):
            assert row.place <= position <= row.last_place
            assert row.is_tied == (row.place < row.last_place)
        for above, below in pairwise(rows):
            assert (above.place, above.last_place) == (below.place, below.last_place) or (
                above.last_place + 1 == below.place
            )
    assert sum(row.wins for row in standings) == sum(result.winner is not None for result in state.results)
    assert sum(row.losses for row in standings) == sum(len(result.losers) for result in state.results)
    champion = form.champion(state)
    if form.intake is Intake.DRAW:
        assert form.is_complete(state) == (not tournament.waiting())
    assert not (form.is_complete(state) and tournament.waiting())
    assert not (form.is_complete(state) and any(row.is_in for row in standings))
    if champion is not None:
        assert form.is_complete(state)
        assert (standings[0].entrant, standings[0].place, standings[0].last_place) == (champion, 1, 1)


def play_out(tournament: Tournament, *, chance: Random) -> None:
    """Finish all waiting matches, some at a time, until nothing waits."""
    while waiting := tournament.waiting():
        for pairing in chance.sample(waiting, k=chance.randint(1, len(waiting))):
            tournament.finish(pairing.place, chance.choice(pairing.entrants))
        tournament.advance()


@EVERY_FORMAT
def test_a_format_is_found_by_the_name_of_its_module(code: str) -> None:
    form = FORMATS[code]
    assert form.code == code
    assert form.version >= 1
    assert 2 <= form.fewest <= form.most


@EVERY_FORMAT
def test_options_survive_being_stored_and_nothing_unknown_is_read(code: str) -> None:
    options = FORMATS[code].options()
    assert FORMATS[code].options.from_dict(options.to_dict()) == options
    with pytest.raises(FormatError) as refusal:
        FORMATS[code].options.from_dict({"no_such_option": 1})
    assert refusal.value.code == "unknown_option"


@EVERY_SIZE
def test_a_draw_places_every_entrant_once_in_any_order_of_input(code: str, count: int) -> None:
    form, entries = FORMATS[code], entrants(count)
    placement = form.draw(entries, seed="s", options=form.options())
    assert sorted(placement.by_entrant()) == sorted(entry.uid for entry in entries)
    assert placement.size == len(placement.lines)
    assert form.draw(entries[::-1], seed="s", options=form.options()) == placement


@EVERY_DRAWN_FORMAT
def test_another_seed_is_another_draw(code: str) -> None:
    form, entries = FORMATS[code], entrants(24)
    draws = {form.draw(entries, seed=seed, options=form.options()) for seed in "abcdef"}
    assert len(draws) == 6


@EVERY_DRAWN_FORMAT
def test_who_has_withdrawn_before_the_draw_is_not_drawn(code: str) -> None:
    entries = [*entrants(5), Entry("gone", is_withdrawn=True)]
    assert "gone" not in FORMATS[code].draw(entries, seed="s", options=FORMATS[code].options()).lines


@EVERY_DRAWN_FORMAT
def test_a_draw_names_every_fault_of_its_input(code: str) -> None:
    form = FORMATS[code]
    with pytest.raises(FormatError) as too_few:
        form.draw(entrants(form.fewest - 1), seed="s", options=form.options())
    assert too_few.value.code == "too_few_entrants"
    with pytest.raises(FormatError) as too_many:
        form.draw(entrants(form.most + 1), seed="s", options=form.options())
    assert too_many.value.code == "too_many_entrants"
    twins = [Entry("a", seed=1), Entry("a", seed=1), *entrants(6)]
    with pytest.raises(FormatError) as twice:
        form.draw(twins, seed="s", options=form.options())
    assert [problem.code for problem in twice.value.problems] == ["duplicate_entrant", "duplicate_seed"]


@EVERY_FORMAT
def test_before_the_draw_there_is_nothing_to_show_or_to_pair(code: str) -> None:
    form = FORMATS[code]
    state = State(size=0, entries=tuple(entrants(4)), seed="s", options=form.options())
    assert form.rounds(state) == ()
    assert form.outline(state).rounds == ()
    assert form.next_pairings(state) == form.stale_pairings(state) == ()
    assert form.open_lines(state) == ()
    assert form.obstacles(state) == ()
    assert form.standings(state) == ()
    assert not form.is_complete(state)
    assert form.champion(state) is None


@EVERY_SIZE
def test_a_tournament_ends_within_its_rounds_with_a_champion(code: str, count: int) -> None:
    chance = Random(count)
    tournament = Tournament.from_draw(code, entrants(count))
    check(tournament)
    play_out(tournament, chance=chance)
    check(tournament)
    assert tournament.format.is_complete(tournament.state)
    first = tournament.format.standings(tournament.state)[0]
    assert tournament.format.champion(tournament.state) is not None or first.is_tied


@EVERY_DRAWN_FORMAT
def test_the_same_seed_and_results_are_the_same_tournament_in_any_order_of_input(code: str) -> None:
    tournament, chance = Tournament.from_draw(code, entrants(23)), Random(1)
    play_out(tournament, chance=chance)
    form, state = tournament.format, tournament.state
    permutation = replace(
        state,
        entries=state.entries[::-1],
        pairings=tuple(chance.sample(state.pairings, k=len(state.pairings))),
        results=state.results[::-1],
    )
    assert form.outline(permutation) == form.outline(state)
    assert form.standings(permutation) == form.standings(state)
    empty = replace(state, pairings=())
    assert form.next_pairings(empty) == form.next_pairings(replace(permutation, pairings=()))
    if form.shape is Shape.BRACKET:
        assert set(form.next_pairings(empty)) == set(state.pairings)


@EVERY_DRAWN_FORMAT
@given(data=st.data())
@settings(max_examples=examples(60, landing=10), deadline=None)
def test_late_entries_withdrawals_swaps_and_corrections_leave_no_dead_end(
    code: str, data: st.DataObject
) -> None:
    count = data.draw(st.integers(2, 33), label="entrants")
    tournament = Tournament.from_draw(
        code, entrants(count), seed=data.draw(st.text(max_size=3), label="seed")
    )
    steps = st.sampled_from(["win", "begin", "forfeit", "late", "swap", "correct", "alternate"])
    for number, step in enumerate(data.draw(st.lists(steps, max_size=25), label="steps")):
        disturb(tournament, step, chance=data.draw(st.randoms(use_true_random=False)), number=number)
        check(tournament)
    play_out(tournament, chance=Random(0))
    check(tournament)
    assert tournament.format.is_complete(tournament.state)


def disturb(tournament: Tournament, step: str, *, chance: Random, number: int) -> None:
    """Do one of the things that happen in a hall, as far as it may be done."""
    waiting, entries = tournament.waiting(), [e for e in tournament.entries.values() if e.line is not None]
    if step == "late":
        for line in tournament.format.open_lines(tournament.state)[:1]:
            assert tournament.try_change(Entry(f"late{number}", line=line, is_late=True))
    elif step == "swap":
        one, two = chance.sample(entries, k=2)
        tournament.try_change(
            replace(one, line=two.line, is_moved=True), replace(two, line=one.line, is_moved=True)
        )
    elif step == "alternate":
        absent = chance.choice(entries)
        alternate = Entry(f"alternate{number}", line=absent.line, is_moved=True)
        tournament.try_change(replace(absent, line=None), alternate)
    elif step == "correct" and tournament.results:
        result = chance.choice(list(tournament.results.values()))
        other = chance.choice([uid for uid in (result.one, result.two, None) if uid != result.winner])
        tournament.try_change(result=replace(result, winner=other, is_played=other is not None))
    elif step == "forfeit" and waiting:
        tournament.finish(chance.choice(waiting).place, None)
        tournament.advance()
    elif step == "win" and waiting:
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    elif step == "begin" and waiting:
        tournament.begin(chance.choice(waiting).place)
