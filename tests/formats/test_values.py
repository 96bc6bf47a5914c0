"""The values formats speak in."""

import pytest

from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FormatError, Pairing, Placement, Result, Standing


def test_whether_its_match_has_begun_does_not_change_what_a_pairing_is() -> None:
    assert Pairing(1, 0, "a", "b", is_begun=True) == Pairing(1, 0, "a", "b")
    assert Pairing(1, 0, "a", "b") != Pairing(1, 0, "a", None)


def test_a_pairing_knows_its_place_and_its_entrants() -> None:
    pairing, bye = Pairing(2, 3, "a", "b"), Pairing(2, 4, "c", None)
    assert (pairing.place, pairing.entrants, pairing.is_bye) == ((2, 3), ("a", "b"), False)
    assert (bye.entrants, bye.is_bye) == (("c",), True)


def test_a_result_names_who_lost() -> None:
    assert Result(1, 0, "a", "b", "a").losers == ("b",)
    assert Result(1, 0, "a", "b", None, is_played=False).losers == ("a", "b")


def test_only_one_of_the_two_can_win() -> None:
    with pytest.raises(FormatError) as refusal:
        Result(1, 0, "a", "b", "c")
    assert refusal.value.code == "winner_not_paired"


def test_a_placement_gives_the_line_of_every_entrant() -> None:
    placement = Placement(("a", None, "b", "c"))
    assert placement.size == 4
    assert placement.by_entrant() == {"a": 0, "b": 2, "c": 3}


def test_a_place_of_ones_own_is_not_tied() -> None:
    assert not Standing("a", 1, 1, 2, 0, 2, is_in=False).is_tied
    assert Standing("a", 3, 4, 1, 1, 1, is_in=False).is_tied


def test_cancelled_pairings_leave_the_state() -> None:
    state = Tournament.from_draw("single_elimination", entrants(4)).state
    one, two = state.pairings
    assert state.without([one]).pairings == (two,)
    assert state.pairings == (one, two)


def test_a_state_without_nothing_is_the_state() -> None:
    state = Tournament.from_draw("single_elimination", entrants(4)).state
    assert state.without(()) is state


@pytest.mark.parametrize("place", [(0, 0), (1, -1), (1, 2), (3, 0)])
def test_an_outline_has_no_slot_outside_its_rounds(place: tuple[int, int]) -> None:
    tournament = Tournament.from_draw("single_elimination", entrants(4))
    with pytest.raises(IndexError):
        tournament.format.outline(tournament.state).at(place)
