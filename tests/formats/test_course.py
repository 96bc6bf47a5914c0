"""The course of a stage: updated incrementally, it equals the course counted from the start."""

from __future__ import annotations

from dataclasses import replace

from tournaments.formats import FORMATS, Entry, Pairing, Result, State
from tournaments.formats.rounds import before, course_of

STATE = State(
    size=4,
    entries=tuple(Entry(uid, line=line) for line, uid in enumerate("abcd")),
    seed="course",
    options=FORMATS["swiss"].options(),
    pairings=(Pairing(1, 0, "a", "c"), Pairing(1, 1, "b", "d")),
)
FIRST, SECOND = Result(1, 0, "a", "c", "a"), Result(1, 1, "b", "d", None)


def test_a_course_is_carried_on_as_it_would_be_counted() -> None:
    later = replace(STATE, pairings=(*STATE.pairings, Pairing(2, 0, "a", "b"), Pairing(2, 1, "c", None)))
    for state in (STATE, replace(STATE, results=(FIRST,)), replace(later, results=(FIRST, SECOND))):
        carried_on = course_of(state)
        # Other entries are another stage, which is counted from the start.
        assert carried_on == course_of(replace(state, entries=tuple(map(replace, state.entries))))
        course_of(state)
    assert carried_on.newest == 2
    assert list(carried_on.open) == [(2, 0)]
    assert carried_on.records["c"].byes == [2]
    assert [meeting.has_won for meeting in carried_on.records["d"].meetings] == [None]


def test_a_result_that_has_no_pairing_yet_decides_it_when_it_comes() -> None:
    stray = Result(2, 0, "a", "b", "b")
    course_of(replace(STATE, results=(FIRST, SECOND)))
    assert not course_of(replace(STATE, results=(FIRST, SECOND, stray))).open
    state = replace(
        STATE, pairings=(*STATE.pairings, Pairing(2, 0, "c", "d")), results=(FIRST, SECOND, stray)
    )
    assert not course_of(state).open
    assert course_of(state).newest == 2


def test_a_stage_and_what_it_was_before_its_newest_round_are_counted_in_turns() -> None:
    first = replace(STATE, results=(FIRST, SECOND))
    second = replace(
        first,
        pairings=(*STATE.pairings, Pairing(2, 0, "a", "b")),
        results=(FIRST, SECOND, Result(2, 0, "a", "b", "b")),
    )
    third = replace(second, pairings=(*second.pairings, Pairing(2, 1, "d", "c")))
    course = course_of(second)
    for state in (first, second, before(second, 2), third, first, before(third, 2)):
        assert course_of(state) == course_of(replace(state, entries=tuple(map(replace, state.entries))))
        course_of(state)
    assert course_of(second) == course
    assert list(course.open) == []
