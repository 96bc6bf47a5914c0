"""Brackets of any shape: what lines and results make of a plan."""

from __future__ import annotations

import pytest

from tournaments.formats import Pairing, Reason, Result, Round, RoundName, SideKind, SlotSide
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Drop, Occupant, SlotSeat, make_board
from tournaments.formats.bracket_plan import BracketPlan, SideSource, from_line, in_twos, loser_of, winner_of

# Four play two rounds; whoever loses in the first meets the other loser.
FOUR = BracketPlan(
    (
        Round(1, RoundName.SEMIFINAL, 1, 4),
        Round(2, RoundName.FINAL, 0, 2),
        Round(3, RoundName.THIRD_PLACE, 0, 2),
    ),
    (
        in_twos([from_line(line) for line in range(4)]),
        ((winner_of((1, 0)), winner_of((1, 1))),),
        ((loser_of((1, 0)), loser_of((1, 1))),),
    ),
)


def board(*lines: Occupant, results: tuple[Result, ...] = ()) -> BracketBoard:
    """The board that these lines and results make."""
    return make_board(FOUR, lines, results)


def test_a_plan_numbers_lines_and_slots_and_knows_what_is_below() -> None:
    assert [place for place, *_ in FOUR.places()] == [(1, 0), (1, 1), (2, 0), (3, 0)]
    assert FOUR.sources((3, 0)) == (loser_of((1, 0)), loser_of((1, 1)))
    assert FOUR.lines_below((2, 0)) == frozenset(range(4))
    assert FOUR.lines_below((1, 1)) == {2, 3}


def test_a_result_sends_the_winner_and_the_loser_on() -> None:
    bracket = board("a", "b", "c", "d", results=(Result(1, 0, "a", "b", "b"),))
    assert bracket.seats[1, 0] == SlotSeat("a", "b", "b", "a")
    assert bracket.seats[2, 0] == SlotSeat("b", UNDECIDED, UNDECIDED, UNDECIDED)
    assert bracket.seats[3, 0].entrants == ("a",)
    assert list(bracket.seats) == [(1, 0), (1, 1), (2, 0), (3, 0)]
    assert len(bracket.seats) == 4
    assert not bracket.is_decided


def test_nobody_leaves_a_bye_nor_comes_out_of_an_empty_slot() -> None:
    bracket = board("a", None, None, None)
    assert bracket.seats[1, 0] == SlotSeat("a", None, "a", None)
    assert bracket.seats[1, 1] == SlotSeat(None, None, None, None)
    assert bracket.pairings() == {(1, 0): Pairing(1, 0, "a", None), (2, 0): Pairing(2, 0, "a", None)}
    assert bracket.is_decided
    assert board(None, "a", None, None).pairings()[1, 0] == Pairing(1, 0, "a", None)


def test_a_double_forfeit_sends_nobody_on() -> None:
    bracket = board("a", "b", "c", None, results=(Result(1, 0, "a", "b", None, is_played=False),))
    assert bracket.seats[1, 0] == SlotSeat("a", "b", None, None)
    assert bracket.pairings()[2, 0] == Pairing(2, 0, "c", None)


def test_a_result_of_others_does_not_count() -> None:
    assert board("a", "b", "c", "d", results=(Result(1, 0, "a", "c", "a"),)).seats[1, 0].winner is UNDECIDED


def test_a_line_that_may_still_be_filled_holds_up_its_slot_only() -> None:
    bracket = board("a", UNDECIDED, "c", None)
    assert bracket.seats[1, 0] == SlotSeat("a", UNDECIDED, UNDECIDED, UNDECIDED)
    assert list(bracket.pairings()) == [(1, 1)]
    assert board(None, UNDECIDED, "c", None).seats[1, 0] == SlotSeat(None, UNDECIDED, UNDECIDED, None)


def test_a_side_names_the_match_of_another_stage_that_fills_its_line() -> None:
    drop = Drop("main", (2, 1))
    for occupant, kind in (("b", SideKind.ENTRANT), (None, SideKind.BYE), (UNDECIDED, SideKind.LOSER)):
        slot = make_board(FOUR, ["a", occupant, "c", "d"], (), drops={1: drop}).outline().at((1, 0))
        entrant = occupant if isinstance(occupant, str) else None
        assert slot.two == SlotSide(kind, entrant, 1, (2, 1), "main")
        assert slot.one == SlotSide(SideKind.ENTRANT, "a", 0)


def test_an_outline_tells_what_is_known_of_each_side_and_where_its_entrants_go() -> None:
    results = (Result(1, 0, "a", "b", None, is_played=False),)
    outline = board("a", "b", "c", "d", results=results).outline()
    first = outline.at((1, 0))
    assert (first.winner, first.is_decided, first.winner_to, first.loser_to) == (None, True, (2, 0), (3, 0))
    final = outline.at((2, 0))
    assert final.one == SlotSide(SideKind.NOBODY, None, None, (1, 0))
    assert final.two == SlotSide(SideKind.WINNER, None, None, (1, 1))
    assert board("a", "b", "c", "d").outline().at((3, 0)).two == SlotSide(SideKind.LOSER, None, None, (1, 1))


def test_a_slot_that_is_closed_holds_nobody_and_leads_nowhere() -> None:
    results = (Result(1, 0, "a", "b", "a"), Result(1, 1, "c", "d", "c"), Result(2, 0, "a", "c", "a"))
    bracket = board("a", "b", "c", "d", results=results)
    assert not bracket.is_decided
    bracket = bracket.without((3, 0))
    assert bracket.is_decided
    assert bracket.seats[3, 0] == SlotSeat(None, None, None, None)
    assert (3, 0) not in bracket.pairings()
    assert [side.kind for side in bracket.outline().at((3, 0))[2:4]] == [SideKind.NOBODY, SideKind.NOBODY]


@pytest.mark.parametrize(
    ("pairing", "follows"),
    [
        (Pairing(1, 0, "a", "b"), True),
        (Pairing(1, 0, "b", "a"), True),
        (Pairing(1, 0, "a", "c"), False),
        (Pairing(1, 0, "a", None), False),
        (Pairing(1, 1, "c", None), True),
        (Pairing(2, 0, "a", "c"), False),
        (Pairing(9, 0, "a", "b"), False),
    ],
)
def test_a_pairing_follows_while_its_entrants_alone_sit_in_its_slot(pairing: Pairing, follows: bool) -> None:
    bracket = board("a", "b", "c", None)
    assert bracket.follows(pairing) is follows
    assert bracket.stale_pairings([pairing]) == (() if follows else (pairing,))


def test_an_empty_line_is_open_until_a_slot_behind_it_has_begun() -> None:
    results = (Result(1, 0, "a", "b", "a"),)
    bracket = board("a", "b", "c", None, results=results)
    assert bracket.open_lines([]) == (3,)
    assert bracket.open_lines([(1, 0)]) == (3,)
    assert bracket.open_lines([(2, 0)]) == ()
    assert bracket.open_lines([(9, 9)]) == (3,)
    # Its loser would be new in the match for the third place.
    assert bracket.open_lines([(3, 0)]) == ()
    # What waits for another match cannot be taken back.
    assert board("a", "b", "c", None).open_lines([(2, 0), (3, 0)]) == ()
    assert board("a", UNDECIDED, None, None).open_lines([]) == (2, 3)


def test_an_arrival_says_how_somebody_came() -> None:
    results = (Result(1, 0, "a", "b", "b"),)
    bracket = board("a", "b", "c", None, results=results)
    assert bracket.arrival(winner_of((1, 0))) == Reason("winner_of", {"entrant": "b", "round": 1, "slot": 0})
    assert bracket.arrival(loser_of((1, 0))) == Reason("loser_of", {"entrant": "a", "round": 1, "slot": 0})
    assert bracket.arrival(winner_of((1, 1))) == Reason(
        "advanced_by_bye", {"entrant": "c", "round": 1, "slot": 1}
    )
    assert bracket.arrival(loser_of((1, 1))) == Reason("nobody_left", {"round": 1, "slot": 1})
    with pytest.raises(AssertionError):
        bracket.arrival(from_line(0))


def test_a_source_without_line_and_place_makes_no_plan() -> None:
    with pytest.raises(AssertionError):
        BracketPlan((Round(1, RoundName.FINAL, 0, 2),), (((from_line(0), SideSource(SideKind.WINNER)),),))
