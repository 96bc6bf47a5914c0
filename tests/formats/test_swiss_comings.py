"""Swiss: who comes while rounds are played, who leaves, and who is replaced."""

from __future__ import annotations

from dataclasses import replace

from tests.formats.swiss_event import Swiss
from tournaments.formats import FORMATS, Entry, SideKind

FORM = FORMATS["swiss"]


def late(event: Swiss, uid: str, *, joins: int) -> bool:
    """Let somebody come late, on the line that is open."""
    lines = FORM.open_lines(event.tournament.state)
    if not lines:
        return False
    return event.tournament.try_change(Entry(uid, line=lines[0], is_late=True, joins=joins))


def test_late_entrants_begin_until_half_of_the_rounds_behind_all_others() -> None:
    event = Swiss.of(5, rounds=5)
    assert FORM.open_lines(event.tournament.state) == (5,)
    assert late(event, "6", joins=2)
    assert FORM.open_lines(event.tournament.state) == (6,)
    event.better_wins()
    assert all(two is not None for _, two in event.pairs(2))
    event.better_wins()
    # Round 3 of 5 is paired: the fourth would be too late.
    assert FORM.open_lines(event.tournament.state) == ()
    assert not late(event, "7", joins=4)


def test_the_last_round_to_begin_in_is_an_option() -> None:
    assert FORM.open_lines(Swiss.of(4, rounds=3, last_entry=1).tournament.state) == ()
    event = Swiss.of(4, rounds=3, last_entry=3)
    event.better_wins()
    assert FORM.open_lines(event.tournament.state) == (4,)
    while event.tournament.waiting():
        event.better_wins()
    assert FORM.open_lines(event.tournament.state) == ()


def test_who_comes_while_a_round_with_a_bye_is_on_meets_who_has_it() -> None:
    event = Swiss.of(5, rounds=4)
    event.win(1)
    assert late(event, "6", joins=1)
    assert event.pairs(1) == [(1, 3), (2, 4), (5, 6)]
    assert event.codes(1, 5, 6) == ["filled_in"]
    event.better_wins()
    assert event.tournament.entries["5"].line == 4


def test_who_comes_while_a_round_without_a_bye_is_on_waits_and_gains_nothing() -> None:
    event = Swiss.of(4, rounds=4, rematches="if_needed")
    event.win(1)
    assert late(event, "5", joins=1)
    assert event.pairs(1) == [(1, 3), (2, 4)]
    event.better_wins()
    (row,) = [row for row in FORM.standings(event.tournament.state) if row.entrant == "5"]
    assert row.half_points == 0 or row.byes == 0


def test_two_who_come_while_a_round_is_on_meet_each_other() -> None:
    event = Swiss.of(4, rounds=4, rematches="if_needed")
    event.win(1)
    assert late(event, "5", joins=1)
    assert late(event, "6", joins=1)
    assert event.pairs(1) == [(1, 3), (2, 4), (5, 6)]


def test_who_leaves_and_comes_back_in_the_same_round_gets_no_bye_for_it() -> None:
    event = Swiss.of(6, rounds=4)
    event.change(6, is_withdrawn=True)
    event.better_wins()
    assert event.pairs(2)[-1] == (5, None)
    event.win(event.pairs(2)[0][0])
    event.change(6, is_withdrawn=False)
    # The bye of 5 becomes a match: both have a point to play for.
    assert sorted(event.pairs(2)[-1], key=str) == [5, 6]


def test_an_alternate_meets_the_opponent_of_who_was_replaced() -> None:
    event = Swiss.of(6, rounds=3)
    event.win(1)
    tournament = event.tournament
    alternate = Entry("9", line=4, is_moved=True)
    assert tournament.try_change(replace(tournament.entries["5"], line=None), alternate)
    assert event.pairs(1) == [(1, 4), (2, 9), (3, 6)]


def test_an_alternate_for_who_has_the_bye_has_it() -> None:
    event = Swiss.of(5, rounds=3)
    event.win(1)
    tournament = event.tournament
    assert tournament.try_change(
        replace(tournament.entries["5"], line=None), Entry("9", line=4, is_moved=True)
    )
    assert event.pairs(1) == [(1, 3), (2, 4), (9, None)]


def test_whose_opponent_is_taken_out_has_the_bye_in_that_place() -> None:
    event = Swiss.of(6, rounds=3)
    event.win(3)
    event.change(5, line=None)
    assert event.pairs(1) == [(1, 4), (2, None), (3, 6)]
    assert event.codes(1, 2) == ["filled_in"]


def test_in_the_place_of_a_pairing_whose_two_are_taken_out_nobody_sits() -> None:
    event = Swiss.of(6, rounds=3)
    event.win(3)
    tournament = event.tournament
    assert tournament.try_change(
        replace(tournament.entries["2"], line=None), replace(tournament.entries["5"], line=None)
    )
    assert event.pairs(1) == [(1, 4), (3, 6)]
    slots = FORM.outline(tournament.state).rounds[0]
    assert [slot.entrants for slot in slots] == [("1", "4"), (), ("3", "6")]
    assert slots[1].is_decided
    assert slots[1].one.kind is SideKind.NOBODY


def test_of_three_who_are_free_two_meet() -> None:
    event = Swiss.of(8, rounds=3)
    event.win(1)
    tournament = event.tournament
    assert tournament.try_change(
        replace(tournament.entries["6"], line=None),
        replace(tournament.entries["7"], line=None),
        Entry("9", line=5, is_moved=True),
    )
    assert event.pairs(1) == [(1, 5), (2, 3), (9, None), (4, 8)]
