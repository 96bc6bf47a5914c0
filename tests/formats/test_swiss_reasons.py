"""Swiss: why two meet, and why somebody sits out."""

from __future__ import annotations

from dataclasses import replace

from tests.formats.swiss_event import Swiss
from tournaments.formats import FORMATS, Entry

FORM = FORMATS["swiss"]


def test_the_reasons_of_a_pairing_name_points_fold_meeting_and_the_next_best() -> None:
    event = Swiss.of(8)
    event.better_wins()
    codes = event.codes(2, 1, 3)
    assert codes[:3] == ["same_points", "fold_partner", "first_meeting"]
    assert codes[3] == "next_best"
    _, data = event.reasons(2, 1, 3)[3]
    # Without 1-3 the fold of the winners is left, which costs least elsewhere in no other rule.
    assert data["rule"] == "fold"
    assert int(data["cost"]) > 0
    assert event.reasons(2, 1, 3)[0] == ("same_points", {"half_points": 2})


def test_the_reasons_of_a_pairing_between_two_groups() -> None:
    event = Swiss.of(6, rounds=3)
    event.better_wins()
    points = {"one": "3", "two": "4", "one_half_points": 2, "two_half_points": 0}
    assert event.reasons(2, 3, 4)[0] == ("near_points", points)
    # Only those with the same points are folded.
    assert [code for code in event.codes(2, 3, 4) if "fold" in code] == []


def test_the_reasons_of_neighbours_say_how_many_stand_between() -> None:
    event = Swiss.of(4, system="monrad", rounds=3)
    assert ("neighbours", {}) in event.reasons(1, 1, 2)


def test_the_only_round_is_called_so() -> None:
    event = Swiss.of(2)
    assert "only_round" in event.codes(1, 1, 2)


def test_the_reasons_of_a_bye() -> None:
    event = Swiss.of(3)
    assert event.codes(1, 3) == ["odd_number", "first_bye", "bye_by_points", "bye_worth", "next_best"]
    # Without it the second would have sat out, who stands above.
    code, data = event.reasons(1, 3)[-1]
    assert (code, data["rule"], data["where"]) == ("next_best", "bye_place", "bye")
    assert (data["instead"], data["bye"], data["other_bye"]) == ("1", "3", "2")


def test_the_alternative_is_named_with_its_points() -> None:
    event = Swiss.of(6, rounds=3)
    event.better_wins()
    # The three winners are odd: 3 goes down, and would have met 1 if 2 had.
    code, data = event.reasons(2, 3, 4)[-1]
    assert (code, data["entrant"], data["instead"]) == ("next_best", "3", "5")


def test_the_only_one_without_points_has_the_bye_and_no_lot_decided() -> None:
    event = Swiss.of(5, rounds=4)
    event.win(1, 2)
    event.win(1, 5)
    assert (3, None) in event.pairs(3)
    code, data = event.reasons(3, 3)[-1]
    # Otherwise 2 would have had it, with a point.
    assert (code, data["rule"], data["where"]) == ("next_best", "bye_points", "bye")
    assert (data["instead"], data["bye"], data["other_bye"], data["cost"]) == ("4", "3", "2", 2)


def test_a_meeting_of_a_club_names_the_rule_that_was_stronger() -> None:
    clubs = [Entry(str(number), club="Brest" if number in (1, 2) else "") for number in range(1, 5)]
    event = Swiss.of(4, *clubs, rounds=2, apart="clubs")
    event.win(1, 2)
    # Both have a point; apart they would meet those without.
    assert ("same_club", {"rule": "score"}) in event.reasons(2, 1, 2)


def test_a_pairing_of_who_is_in_the_stage_no_more_is_not_explained_by_the_rules() -> None:
    event = Swiss.of(4)
    event.win(1, 2)
    state = event.tournament.state
    later_state = replace(
        state, entries=tuple(replace(e, line=None) if e.uid == "3" else e for e in state.entries)
    )
    (pairing,) = [pairing for pairing in state.pairings if "3" in pairing.entrants and pairing.round == 1]
    assert [reason.code for reason in FORM.explain(later_state, pairing)] == ["filled_in"]
