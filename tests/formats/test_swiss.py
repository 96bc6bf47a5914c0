"""Swiss: draws worked out by hand, and what each option promises."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.formats.swiss_event import Pairs, Swiss
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Entry, FormatError, Problem, State
from tournaments.formats.swiss.options import SwissOptions

FORM = FORMATS["swiss"]


@pytest.mark.parametrize(
    ("count", "first", "second"),
    [
        # The top half meets the bottom half; then the winners 1 to n/2 are folded, and the losers.
        (3, [(1, 2), (3, None)], [(1, 3), (2, None)]),
        (5, [(1, 3), (2, 4), (5, None)], [(1, 2), (5, 3), (4, None)]),
        (6, [(1, 4), (2, 5), (3, 6)], [(1, 2), (3, 4), (5, 6)]),
        (7, [(1, 4), (2, 5), (3, 6), (7, None)], [(1, 3), (2, 7), (4, 5), (6, None)]),
        (8, [(1, 5), (2, 6), (3, 7), (4, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (
            12,
            [(1, 7), (2, 8), (3, 9), (4, 10), (5, 11), (6, 12)],
            [(1, 4), (2, 5), (3, 6), (7, 10), (8, 11), (9, 12)],
        ),
    ],
)
def test_golden_folds_by_hand_where_the_better_number_wins(count: int, first: Pairs, second: Pairs) -> None:
    event = Swiss.of(count)
    assert event.pairs(1) == first
    event.better_wins()
    assert event.pairs(2) == second


def test_a_third_round_of_eight_folds_each_group_and_avoids_who_has_met() -> None:
    event = Swiss.of(8)
    event.better_wins()
    event.better_wins()
    # 1 and 2 have two wins; 3 to 6 have one: 3-5, 4-6, whose ideal partners they have not met; 7 and 8 none.
    assert event.pairs(3) == [(1, 2), (3, 5), (4, 6), (7, 8)]
    event.better_wins()
    assert event.is_over
    assert event.tournament.format.champion(event.tournament.state) == "1"


def test_who_has_met_the_ideal_partner_meets_the_next() -> None:
    event = Swiss.of(8)
    event.win(1, 2, 7, 8)
    # Winners 1, 2, 7, 8: 1-7 and 2-8. Losers 3, 4, 5, 6.
    assert event.pairs(2) == [(1, 7), (2, 8), (3, 5), (4, 6)]
    event.win(7, 2, 3, 4)
    # 2 and 7 have two wins. With one: 1, 3, 4, 8, but 4 and 8 have met, so 1-3 instead of 1-4 and 4-8's exchange.
    assert event.pairs(3) == [(2, 7), (1, 4), (3, 8), (5, 6)]


def test_monrad_the_highest_meets_the_next_not_yet_met() -> None:
    """Norwegian federation's draft of 2000: from the top of the list, each meets the next whom they have not met."""
    event = Swiss.of(8, system="monrad")
    assert event.pairs(1) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    event.better_wins()
    assert event.pairs(2) == [(1, 3), (5, 7), (2, 4), (6, 8)]
    event.better_wins()
    # 1 and 5 lead; on one win stand 2, 3, 6, 7: 2-3 and 6-7; then 4 and 8.
    assert event.pairs(3) == [(1, 5), (2, 3), (6, 7), (4, 8)]


def test_monrad_from_the_top_where_neighbours_have_met() -> None:
    event = Swiss.of(6, system="monrad", bye="zero", rounds=3)
    event.win(1, 3, 5)
    # 1, 3 and 5 lead: 1-3; 5 goes down to 2.
    assert event.pairs(2) == [(1, 3), (5, 2), (4, 6)]


def test_danish_is_monrad_without_memory() -> None:
    event = Swiss.of(4, system="danish", rounds=3)
    assert event.pairs(1) == [(1, 2), (3, 4)]
    event.win(1, 4)
    assert event.pairs(2) == [(1, 4), (2, 3)]
    event.win(1, 2)
    # 1 has two wins, 2 and 4 one: 2 is next, whom 1 has met.
    assert event.pairs(3) == [(1, 2), (4, 3)]
    assert ("rematch_allowed", {"times": 1}) in event.reasons(3, 1, 2)
    assert FORM.has_rematches(event.tournament.options)


def test_the_golden_case_leaves_the_rounds_planned_pairable() -> None:
    """Rounds 1 and 2 form the circle; round 3 as 1-4, 2-5, 3-6 would leave two triangles and nothing to pair."""
    event = Swiss.of(6, rounds=5)
    # Fold: 1-4, 2-5, 3-6 in round 1, so the circle is made by hand: everybody has one win of two.
    tournament = event.tournament
    tournament.pairings.clear()
    circle = [[("1", "2"), ("3", "4"), ("5", "6")], [("2", "3"), ("4", "5"), ("6", "1")]]
    for number, pairs in enumerate(circle, start=1):
        for slot, (one, two) in enumerate(pairs):
            place = number, slot
            tournament.pairings[place] = replace(_PAIRING, round=number, slot=slot, one=one, two=two)
            tournament.finish(place, one)
    assert tournament.format.stale_pairings(tournament.state) == ()
    tournament.advance()
    assert event.pairs(3) != [(1, 4), (2, 5), (3, 6)]
    assert ("look_ahead", {"rounds": 2}) in [
        reason for pair in event.pairs(3) for reason in event.reasons(3, *pair)
    ]
    while tournament.waiting():
        event.better_wins()
    meetings = {frozenset(pairing.entrants) for pairing in tournament.pairings.values()}
    assert len(meetings) == 15


def test_the_golden_case_with_three_rounds_has_nothing_to_look_ahead_at() -> None:
    event = Swiss.of(6, rounds=3)
    tournament = event.tournament
    tournament.pairings.clear()
    circle = [[("1", "2"), ("3", "4"), ("5", "6")], [("2", "3"), ("4", "5"), ("6", "1")]]
    for number, pairs in enumerate(circle, start=1):
        for slot, (one, two) in enumerate(pairs):
            tournament.pairings[number, slot] = replace(_PAIRING, round=number, slot=slot, one=one, two=two)
            tournament.finish((number, slot), one)
    tournament.advance()
    assert event.pairs(3) == [(1, 4), (2, 5), (3, 6)]


_PAIRING = Tournament.from_draw("swiss", entrants(2)).state.pairings[0]


@pytest.mark.parametrize("count", range(2, 14))
@pytest.mark.parametrize("system", ["fold", "monrad"])
def test_as_many_rounds_as_opponents_are_all_against_all(count: int, system: str) -> None:
    event = Swiss.of(count, system=system, rounds=count - 1 + count % 2)
    number = 0
    while waiting := event.tournament.waiting():
        number += 1
        event.win(*(int(pairing.entrants[number * 7 % 2]) for pairing in waiting))
    pairings = event.tournament.pairings.values()
    assert {frozenset(pairing.entrants) for pairing in pairings if not pairing.is_bye} == {
        frozenset((str(one), str(two))) for two in range(1, count + 1) for one in range(1, two)
    }
    byes = sorted(int(pairing.one) for pairing in pairings if pairing.is_bye)
    assert byes == (list(range(1, count + 1)) if count % 2 else [])


@pytest.mark.parametrize(
    ("count", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (64, 6), (65, 7)]
)
def test_without_a_number_of_rounds_it_takes_as_many_as_leave_one_unbeaten(count: int, rounds: int) -> None:
    event = Swiss.of(count)
    assert [declared.from_final for declared in FORM.rounds(event.tournament.state)] == list(
        range(rounds - 1, -1, -1)
    )
    assert {declared.places for declared in FORM.rounds(event.tournament.state)} == {count}


@pytest.mark.parametrize(("count", "rounds", "most"), [(6, 6, 5), (5, 6, 5), (2, 2, 1), (30, 30, 29)])
def test_more_rounds_than_opponents_are_refused_with_what_would_do(
    count: int, rounds: int, most: int
) -> None:
    options = SwissOptions(rounds=rounds)
    with pytest.raises(FormatError) as refusal:
        FORM.draw(entrants(count), seed="s", options=options)
    assert refusal.value.problems == (
        Problem(
            "too_many_rounds",
            {"rounds": rounds, "entrants": count, "most": most, "rematches": "if_needed"},
        ),
    )
    for way_out in ({"rounds": most}, {"rematches": "if_needed"}, {"system": "danish"}):
        form_options = SwissOptions.from_dict({"rounds": rounds, **way_out})
        assert FORM.draw(entrants(count), seed="s", options=form_options).size == count


def test_tiebreaks_that_make_no_sense_are_refused_at_the_draw() -> None:
    options = SwissOptions.from_dict({"tiebreak_1": "share", "rounds": 9})
    with pytest.raises(FormatError) as refusal:
        FORM.draw(entrants(4), seed="s", options=options)
    assert [problem.code for problem in refusal.value.problems] == [
        "too_many_rounds",
        "tiebreak_after_share",
        "tiebreak_after_share",
    ]


def test_the_bye_goes_to_the_last_of_the_fewest_points_and_to_nobody_twice() -> None:
    event = Swiss.of(5, rounds=5)
    byes = []
    for number in range(1, 6):
        byes.append(next(one for one, two in event.pairs(number) if two is None))
        event.better_wins()
    assert byes[0] == 5
    assert sorted(byes) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("worth", "half_points"), [("full", 2), ("half", 1), ("zero", 0)])
def test_a_bye_is_worth_what_the_options_say_and_is_no_loss(worth: str, half_points: int) -> None:
    event = Swiss.of(3, bye=worth)
    event.win(1)
    (row,) = [row for row in FORM.standings(event.tournament.state) if row.entrant == "3"]
    assert (row.half_points, row.wins, row.losses, row.byes) == (half_points, 0, 0, 1)
    assert ("bye_worth", {"half_points": half_points}) in event.reasons(1, 3)


def test_who_comes_back_or_comes_late_has_the_bye_after_who_was_there() -> None:
    event = Swiss.of(7, Entry("7", absent=frozenset({1})), rounds=4)
    assert event.pairs(1) == [(1, 4), (2, 5), (3, 6)]
    event.better_wins()
    # 7 has no points and the last line, but missed a round: 6 has the bye.
    assert event.pairs(2)[-1] == (6, None)
    assert ("bye_by_points", {"entrant": "6", "half_points": 0, "unplayed": 0}) in event.reasons(2, 6)


def test_who_won_without_playing_has_the_bye_after_who_played() -> None:
    event = Swiss.of(6, rounds=4)
    event.leave(2)
    event.win(1, 3)
    # Left are 1, 3 and 5, who won by walkover, on a point each, and 4 and 6 on none.
    assert event.pairs(2)[-1] == (6, None)
    event.win(4, 3)
    assert event.pairs(3)[-1][0] != 6


def test_with_no_lots_for_byes_it_is_had_after_all_others() -> None:
    event = Swiss.of(5, Entry("5", bye_lots=0), rounds=3)
    assert event.pairs(1)[-1] == (4, None)


def test_the_leader_has_a_second_bye_only_where_all_have_had_one() -> None:
    event = Swiss.of(3, rounds=6, rematches="if_needed")
    byes = []
    while event.tournament.waiting():
        event.better_wins()
    byes = [one for number in range(1, 7) for one, two in event.pairs(number) if two is None]
    assert sorted(byes[:3]) == sorted(byes[3:]) == [1, 2, 3]
    assert "second_bye" in event.codes(6, byes[5])


@pytest.mark.parametrize(
    ("number", "virtual"), [(1, [2, 2, 0]), (3, [2, 2, 0]), (4, [1, 1, 0]), (5, [1, 1, 0]), (6, [0, 0, 0])]
)
def test_fide_c04_5_1_baku_points_of_161_players_and_nine_rounds(number: int, virtual: list[int]) -> None:
    """The first group ends with number 82; one point in rounds 1 to 3, half a point in rounds 4 and 5."""
    options = SwissOptions.from_dict({"acceleration": "baku", "rounds": 9})
    assert [options.virtual(line, number=number, size=161) for line in (0, 81, 82)] == virtual


def test_accelerated_rounds_pair_the_top_half_within_itself() -> None:
    event = Swiss.of(8, acceleration="accelerated", rounds=4)
    assert event.pairs(1) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    points = {"half_points": 2, "added_half_points": 2}
    assert [event.reasons(1, 1, 3)[place] for place in (0, 1)] == [
        ("accelerated", {"entrant": uid, **points}) for uid in "13"
    ]
    event.better_wins()
    # 1 and 2 have two points with the virtual one, 3 to 6 one, 7 and 8 none.
    assert event.pairs(2) == [(1, 2), (3, 5), (4, 6), (7, 8)]
    event.better_wins()
    assert all("accelerated" not in event.codes(3, *pair) for pair in event.pairs(3))
    assert event.tournament.options.virtual(0, number=3, size=8) == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("apart", ["nobody", "clubs", "countries", "both"])
def test_clubs_and_countries_are_kept_apart_within_their_points(apart: str) -> None:
    clubs = [Entry(str(number), club="Lyon" if number in {1, 3} else "") for number in range(1, 5)]
    countries = [replace(entry, country="FR" if entry.uid in {"1", "4"} else "") for entry in clubs]
    event = Swiss.of(4, *countries, apart=apart, rounds=2)
    first = {"nobody": (1, 3), "clubs": (1, 4), "countries": (1, 3), "both": (1, 2)}[apart]
    assert event.pairs(1)[0] == first


def test_families_are_always_kept_apart_and_meet_when_they_must() -> None:
    family = [Entry("1", family="a"), Entry("3", family="a")]
    event = Swiss.of(4, *family, rounds=3)
    assert event.pairs(1) == [(1, 4), (2, 3)]
    event.better_wins()
    event.better_wins()
    event.better_wins()
    assert [
        "same_family_in_any_round" in event.codes(number, 1, 3)
        for number in (2, 3)
        if (1, 3) in event.pairs(number)
    ] == [True]


def test_a_round_not_begun_is_paired_anew_after_a_correction_and_stands_once_begun() -> None:
    event = Swiss.of(8)
    event.better_wins()
    before = event.pairs(2)
    result = event.tournament.results[1, 0]
    assert event.tournament.try_change(result=replace(result, winner="5"))
    assert event.pairs(2) != before
    event.tournament.begin((2, 0))
    after = event.pairs(2)
    assert event.tournament.try_change(result=result)
    assert event.pairs(2) == after
    assert any(event.codes(2, *pair) == ["filled_in"] for pair in after)


def test_who_withdraws_loses_the_match_of_the_round_and_is_paired_no_more() -> None:
    event = Swiss.of(6, rounds=4)
    event.leave(4)
    assert event.pairs(1) == [(1, 4), (2, 5), (3, 6)]
    event.win(2, 3)
    assert "4" not in {uid for pairing in event.pairings(2) for uid in pairing.entrants}
    row = next(row for row in FORM.standings(event.tournament.state) if row.entrant == "4")
    assert (row.losses, row.is_in) == (1, False)


def test_who_is_absent_sits_out_and_a_round_in_which_all_are_is_passed_over() -> None:
    everybody = [Entry(str(number), absent=frozenset({2})) for number in range(1, 5)]
    event = Swiss.of(4, *everybody, rounds=3)
    event.better_wins()
    assert event.pairs(2) == []
    assert len(event.pairs(3)) == 2
    event.better_wins()
    assert event.is_over


def test_a_round_for_one_alone_is_a_bye_where_a_later_one_has_a_match() -> None:
    away = [Entry(str(number), absent=frozenset({2})) for number in range(1, 4)]
    event = Swiss.of(4, *away, rounds=3)
    event.better_wins()
    assert event.pairs(2) == [(4, None)]
    assert len(event.pairs(3)) == 2


def test_a_stage_that_is_held_pairs_no_new_round() -> None:
    event = Swiss.of(4)
    event.win(1)
    place = event.tournament.waiting()[0].place
    event.tournament.finish(place, event.tournament.pairings[place].one)
    state = event.tournament.state
    assert FORM.next_pairings(replace(state, is_held=True)) == ()
    assert not FORM.is_complete(replace(state, is_held=True))
    assert len(FORM.next_pairings(state)) == 2


def test_it_is_over_when_nobody_is_left_to_meet() -> None:
    event = Swiss.of(4, rounds=3)
    event.better_wins()
    event.leave(3, 4)
    assert event.pairs(2)
    event.better_wins()
    # 1 and 2 have met: no round that remains can have a match.
    tournament = event.tournament
    if not event.is_over:
        event.better_wins()
    assert tournament.format.is_complete(tournament.state)
    assert max(place[0] for place in tournament.pairings) <= 3


def four_left(**options: str | int) -> Swiss:
    """Of six, 1 has met 2, 3 and 4 in three rounds; then 5 and 6 leave, and the fourth of five rounds comes."""
    event = Swiss.of(6, rounds=5, **options)
    tournament = event.tournament
    tournament.pairings.clear()
    rounds = [
        [("1", "2"), ("3", "5"), ("4", "6")],
        [("1", "3"), ("2", "6"), ("4", "5")],
        [("1", "4"), ("2", "5"), ("3", "6")],
    ]
    for number, pairs in enumerate(rounds, start=1):
        for slot, (one, two) in enumerate(pairs):
            tournament.pairings[number, slot] = replace(_PAIRING, round=number, slot=slot, one=one, two=two)
            tournament.finish((number, slot), one)
    for uid in ("5", "6"):
        tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    tournament.advance()
    return event


def test_who_has_nobody_left_to_meet_sits_out_and_as_few_as_possible_do() -> None:
    event = four_left()
    byes = [one for one, two in event.pairs(4) if two is None]
    assert len(byes) == 2
    assert 1 in byes
    assert "fewest_sit_out" in event.codes(4, 1)
    assert "fewest_sit_out" in event.codes(4, *next(pair for pair in event.pairs(4) if None not in pair))
    while event.tournament.waiting():
        event.better_wins()
    assert event.is_over


def test_where_rematches_are_allowed_as_few_as_possible_are_made() -> None:
    event = four_left(rematches="if_needed")
    assert all(two is not None for _, two in event.pairs(4))
    (again,) = [pair for pair in event.pairs(4) if 1 in pair]
    codes = event.codes(4, *again)
    assert {"rematch", "needs_rematch"} <= set(codes)
    assert ("rematch", {"times": 1}) in event.reasons(4, *again)


def test_a_round_waits_for_the_director_where_the_options_say_so() -> None:
    event = four_left(rematches="ask")
    state = event.tournament.state
    assert event.pairs(4) == []
    assert not event.is_over
    assert FORM.obstacles(state) == (
        Problem("round_needs_rematch", {"round": 4, "sitting_out": 2, "rematches": 1}),
    )
    assert FORM.obstacles(replace(state, is_held=True)) == ()
    # The director lets 1 sit out: the three others can play, one of them with the bye.
    event.change(1, absent=frozenset({4}))
    assert len(event.pairs(4)) == 2
    assert FORM.obstacles(event.tournament.state) == ()


def test_nothing_stands_in_the_way_before_the_draw_nor_of_a_round_that_can_be_paired() -> None:
    nothing = State(size=0, entries=(), seed="s", options=SwissOptions())
    assert FORM.obstacles(nothing) == ()
    state = Swiss.of(4).tournament.state
    assert FORM.obstacles(replace(state, pairings=())) == ()


def test_those_free_in_a_round_who_have_met_wait_where_the_director_is_asked() -> None:
    event = Swiss.of(4, Entry("3", absent=frozenset({2})), Entry("4"), rounds=3, rematches="ask")
    event.win(1, 2)
    assert event.pairs(2)[-1][1] is None


def test_a_shared_first_place_has_no_champion() -> None:
    event = Swiss.of(4, rounds=1, tiebreak_1="share", tiebreak_2="share", tiebreak_3="share")
    event.better_wins()
    state = event.tournament.state
    assert FORM.champion(state) is None
    assert [(row.place, row.last_place) for row in FORM.standings(state)] == [(1, 2), (1, 2), (3, 4), (3, 4)]


def test_a_bye_counts_when_its_round_is_over() -> None:
    event = Swiss.of(7)
    event.better_wins()
    assert event.pairs(2)[-1] == (6, None)
    under_way = {row.entrant: row for row in FORM.standings(event.tournament.state)}
    assert (under_way["6"].half_points, under_way["6"].byes, under_way["6"].reached) == (0, 0, 2)
    assert under_way["7"].byes == 1, "that of the round before counts"
    event.better_wins()
    over = {row.entrant: row for row in FORM.standings(event.tournament.state)}
    assert (over["6"].half_points, over["6"].byes) == (2, 1)
