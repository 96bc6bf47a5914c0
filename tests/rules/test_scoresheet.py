"""Reports of matches: the cases of the rule book, then edge cases."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import (
    Conditions,
    DeadCube,
    Difference,
    LengthChange,
    Outcome,
    Penalty,
    RefusalCode,
    Tally,
    differences,
    same_result,
    tally,
)

from .boards import DATA

ONE, TWO = Side.ONE, Side.TWO
SCORE_CASES = json.loads((DATA / "score_cases.json").read_text())
SAME_RESULT_CASES = json.loads((DATA / "same_result_cases.json").read_text())


def sheet(text: str) -> list[GameScore]:
    """Games in short: `1g2` side one, gammon, cube 2; `d` after it a drop, `r` a resignation."""
    results = {"s": Result.SINGLE, "g": Result.GAMMON, "b": Result.BACKGAMMON}
    ends = {"d": Ended.DROP, "r": Ended.RESIGNED}
    return [
        GameScore(
            ONE if word[0] == "1" else TWO,
            results[word[1]],
            int(word[2:].rstrip("dr")),
            ends.get(word[-1], Ended.BORNE_OFF),
        )
        for word in text.split()
    ]


def codes(sheet_tally: Tally) -> list[str]:
    """The codes of the refusals."""
    return [refusal.code.value for refusal in sheet_tally.refusals]


def tally_of_case(case: dict[str, Any]) -> Tally:
    """The tally of one case of the file."""
    games = [
        GameScore(Side(game["winner"]), Result(game["result"]), game["cube"], Ended(game["ended"]))
        for game in case.get("games", [])
    ]
    penalties = [
        Penalty(row["before_game"], Side(row["to"]), row["points"]) for row in case.get("penalties", [])
    ]
    conditions = Conditions(
        length=case["length"],
        start_score=(case["start_score"][0], case["start_score"][1]),
        penalties=tuple(penalties),
        length_changes=tuple(LengthChange(**row) for row in case.get("length_changes", [])),
    )
    return tally(
        conditions,
        games=games if "games" in case else None,
        score=tuple(case["score"]) if "score" in case else None,
        outcome=Outcome(case.get("outcome", "played")),
        winner=Side(case["winner"]) if case.get("winner") else None,
    )


@pytest.mark.parametrize("case", SCORE_CASES, ids=[case["id"] for case in SCORE_CASES])
def test_the_cases_of_the_rule_book(case: dict[str, Any]) -> None:
    sheet_tally = tally_of_case(case)
    assert sheet_tally.is_accepted is case["accept"]
    assert sheet_tally.is_accepted or codes(sheet_tally)[0] == case["reason"]
    assert sheet_tally.crawford_game == case["crawford_game"]
    assert "final" not in case or case["final"] in (None, list(sheet_tally.score))
    assert "counted" not in case or case["counted"] in (None, list(sheet_tally.counted))
    assert sheet_tally.remarks == ((case["remark"],) if case.get("remark") else ())


@pytest.mark.parametrize("case", SAME_RESULT_CASES, ids=[case["id"] for case in SAME_RESULT_CASES])
def test_m6_the_cases_of_equal_reports(case: dict[str, Any]) -> None:
    first, second = (
        tally(
            Conditions(case["length"]),
            games=sheet(report["games"]) if "games" in report else None,
            score=tuple(report["score"]) if "score" in report else None,
        )
        for report in (case["first"], case["second"])
    )
    assert first.is_accepted
    assert second.is_accepted
    assert same_result(first, second) is same_result(second, first) is case["same"]


def test_m6_in_what_two_reports_differ() -> None:
    first = tally(Conditions(3), games=sheet("1g1 2s1 1s1"))
    assert differences(first, first) == set()
    other_games = tally(Conditions(3), games=sheet("1s2 2s1 1s1"))
    assert differences(first, other_games) == {Difference.GAMES}
    other_score = tally(Conditions(3), score=(3, 2))
    assert differences(first, other_score) == {Difference.SCORE}
    other = tally(Conditions(3), score=(1, 3))
    assert differences(first, other) == {Difference.SCORE, Difference.WINNER}
    retirement = tally(Conditions(3), score=(2, 1), outcome=Outcome.RETIRED, winner=ONE)
    assert Difference.OUTCOME in differences(first, retirement)


def test_m6_a_score_alone_does_not_differ_from_the_games_behind_it() -> None:
    games, score = tally(Conditions(3), games=sheet("1b1")), tally(Conditions(3), score=(3, 0))
    assert differences(games, score) == differences(score, games) == set()


def test_a_line_tells_the_score_before_and_after_its_game() -> None:
    sheet_tally = tally(Conditions(5), games=sheet("1g2 2s1 2s2 1s1"))
    assert [(line.before, line.away, line.points, line.after) for line in sheet_tally.lines] == [
        ((0, 0), (5, 5), 4, (4, 0)),
        ((4, 0), (1, 5), 1, (4, 1)),
        ((4, 1), (1, 4), 2, (4, 3)),
        ((4, 3), (1, 2), 1, (5, 3)),
    ]
    assert [line.is_crawford for line in sheet_tally.lines] == [False, True, False, False]
    assert [line.is_post_crawford for line in sheet_tally.lines] == [False, False, True, True]
    assert (sheet_tally.winner, sheet_tally.next_is_crawford, sheet_tally.length) == (ONE, False, 5)


def test_m2_an_unfinished_sheet_says_that_the_crawford_game_is_next() -> None:
    sheet_tally = tally(Conditions(5), games=sheet("1g2"))
    assert (sheet_tally.next_is_crawford, sheet_tally.winner, codes(sheet_tally)) == (
        True,
        None,
        ["not_finished"],
    )


def test_m4_a_void_double_is_refused_and_the_score_without_it_offered() -> None:
    sheet_tally = tally(Conditions(5), games=sheet("2g2 1g2 2s1"))
    (refusal,) = sheet_tally.refusals
    assert (refusal.code, refusal.game) == (RefusalCode.CUBE_IN_CRAWFORD, 1)
    assert (refusal.data["offered_one"], refusal.data["offered_two"]) == (2, 5)
    assert sheet_tally.annulled is not None
    assert sheet_tally.annulled.is_accepted
    assert (sheet_tally.annulled.score, sheet_tally.annulled.lines[1].game) == ((2, 5), sheet("1g1")[0])
    assert (sheet_tally.score, sheet_tally.winner) == ((4, 5), TWO)  # What a director may let stand.


def test_m4_a_void_drop_is_a_single_at_cube_1() -> None:
    sheet_tally = tally(Conditions(5), games=sheet("2g2 1s1d"))
    assert sheet_tally.annulled is not None
    assert sheet_tally.annulled.lines[1].game == sheet("1s1r")[0]
    assert codes(sheet_tally.annulled) == ["not_finished"]


def test_m4_every_void_double_is_annulled() -> None:
    sheet_tally = tally(Conditions(1), games=sheet("1s2"))
    assert sheet_tally.annulled is not None
    assert (sheet_tally.annulled.score, codes(sheet_tally)) == ((1, 0), ["cube_not_in_use"])


def test_e3_a_cube_above_the_cap_of_the_profile_is_refused() -> None:
    capped = Conditions(7, cube_cap=2)
    assert tally(capped, games=sheet("1g2 1g2")).is_accepted
    assert codes(tally(capped, games=sheet("1g4"))) == ["cube_above_cap"]
    assert codes(tally(capped, games=sheet("1s2d 1s2 1b1"))) == ["cube_above_cap"]
    assert codes(tally(capped, score=(12, 0))) == ["winner_past_length"]


def test_e6_a_dead_double_is_a_remark_by_default() -> None:
    sheet_tally = tally(Conditions(3), games=sheet("1g1 2s1 1s2"))
    assert (sheet_tally.remarks, sheet_tally.lines[2].has_dead_cube) == ((), False)
    redouble = tally(Conditions(3), games=sheet("1g1 2s1 1s4"))
    assert (redouble.remarks, redouble.is_accepted) == (("dead_cube",), True)


def test_e6_a_profile_may_void_dead_doubles() -> None:
    sheet_tally = tally(Conditions(3, dead_cube=DeadCube.VOID), games=sheet("1g1 2s1 1s4"))
    assert codes(sheet_tally) == ["dead_cube"]
    assert sheet_tally.annulled is not None
    assert sheet_tally.annulled.lines[2].game.cube == 2
    assert (sheet_tally.annulled.remarks, sheet_tally.annulled.is_accepted) == ((), True)


def test_e6_a_void_dead_drop_leaves_the_cube_where_it_was() -> None:
    # At 5-0 to 7 side two could still turn a cube to 4; side one's own was at 2, and its redouble dead.
    sheet_tally = tally(Conditions(7, dead_cube=DeadCube.VOID), games=sheet("1s4 1s1 1s2d"))
    assert codes(sheet_tally) == ["dead_cube"]
    assert sheet_tally.annulled is not None
    assert (sheet_tally.annulled.score, sheet_tally.annulled.lines[2].game) == ((7, 0), sheet("1s2r")[0])


def test_m5a_a_length_changed_after_the_end_changes_nothing() -> None:
    sheet_tally = tally(Conditions(5, length_changes=(LengthChange(2, 7),)), games=sheet("1b1 1g1"))
    assert (sheet_tally.is_accepted, sheet_tally.winner, sheet_tally.score) == (True, ONE, (5, 0))


def test_m1_a_match_that_was_over_is_refused_once_however_it_ended() -> None:
    sheet_tally = tally(Conditions(5), games=sheet("1b1 1g1 1s1"), outcome=Outcome.RETIRED, winner=ONE)
    assert codes(sheet_tally) == ["match_already_over"]


def test_m5a_a_length_at_or_below_a_score_is_refused_and_the_old_one_stays() -> None:
    conditions = Conditions(7, length_changes=(LengthChange(1, 3),))
    sheet_tally = tally(conditions, games=sheet("1s4 1b1"))
    assert (codes(sheet_tally), sheet_tally.length, sheet_tally.score) == (["length_below_score"], 7, (7, 0))


def test_m5_a_penalty_may_end_the_match() -> None:
    conditions = Conditions(7, penalties=(Penalty(2, ONE, 1),))
    sheet_tally = tally(conditions, games=sheet("1g2 1g1"))
    assert (sheet_tally.is_accepted, sheet_tally.winner, sheet_tally.score) == (True, ONE, (7, 0))
    assert codes(tally(conditions, games=sheet("1g2 1g1 2s1"))) == ["match_already_over"]


def test_m5_a_penalty_after_the_end_does_not_count() -> None:
    conditions = Conditions(3, penalties=(Penalty(1, TWO, 1),))
    assert tally(conditions, games=sheet("1s4")).score == (4, 0)


def test_p3_over_half_the_length_in_penalty_points_loses_the_match() -> None:
    late = Conditions(5, penalties=(Penalty(0, TWO, 3),))
    assert codes(tally(late, score=(5, 3))) == ["lost_by_penalties"]
    assert codes(tally(late, games=[])) == ["lost_by_penalties"]
    assert tally(late, outcome=Outcome.FORFEIT, winner=TWO).is_accepted
    after_two = Conditions(7, penalties=(Penalty(2, TWO, 4),))
    tally_at_stop = tally(after_two, games=sheet("1s1 2s1"), outcome=Outcome.DISQUALIFIED, winner=TWO)
    assert (tally_at_stop.is_accepted, tally_at_stop.score) == (True, (1, 5))
    assert tally(late, score=(1, 3), outcome=Outcome.DISQUALIFIED, winner=TWO).is_accepted


def test_p3_half_the_length_in_penalty_points_loses_nothing() -> None:
    assert Conditions(7, penalties=(Penalty(0, TWO, 3),)).winner_by_penalties(6) is None
    assert Conditions(7, penalties=(Penalty(0, TWO, 3),)).winner_by_penalties(5) is TWO


def test_m5_the_penalty_that_ends_the_match_is_the_last_that_counts() -> None:
    conditions = Conditions(5, start_score=(3, 3), penalties=(Penalty(0, ONE, 2), Penalty(0, TWO, 1)))
    sheet_tally = tally(conditions, outcome=Outcome.FORFEIT, winner=ONE)
    assert (sheet_tally.score, sheet_tally.winner) == ((5, 3), ONE)


def test_m5_a_score_below_the_points_given_names_those_of_both_sides() -> None:
    conditions = Conditions(7, start_score=(1, 0), penalties=(Penalty(0, TWO, 2),))
    [refusal] = tally(conditions, score=(0, 7)).refusals
    assert (refusal.code, refusal.data) == (
        RefusalCode.BELOW_START_SCORE,
        {"start_one": 1, "start_two": 2},
    )


@pytest.mark.parametrize("outcome", [Outcome.FORFEIT, Outcome.WALKOVER])
def test_a_match_without_a_game_needs_a_winner_and_nothing_else(outcome: Outcome) -> None:
    head_start = Conditions(5, start_score=(0, 1))
    sheet_tally = tally(head_start, outcome=outcome, winner=ONE)
    assert (sheet_tally.is_accepted, sheet_tally.score, sheet_tally.winner) == (True, (0, 1), ONE)
    assert codes(tally(head_start, outcome=outcome)) == ["winner_missing"]
    with_game = tally(head_start, games=sheet("1s1"), outcome=outcome, winner=ONE)
    assert codes(with_game) == ["forfeit_after_start"]


def test_a_double_forfeit_has_no_winner() -> None:
    sheet_tally = tally(Conditions(5), outcome=Outcome.DOUBLE_FORFEIT)
    assert (sheet_tally.is_accepted, sheet_tally.winner) == (True, None)


@pytest.mark.parametrize("outcome", [Outcome.DISQUALIFIED, Outcome.SETTLED])
def test_a_match_may_be_settled_or_lost_by_disqualification_before_the_first_game(outcome: Outcome) -> None:
    assert tally(Conditions(5), outcome=outcome, winner=TWO).is_accepted


def test_a_played_or_broken_off_match_has_a_score() -> None:
    assert codes(tally(Conditions(5))) == ["score_missing"]
    assert codes(tally(Conditions(5), outcome=Outcome.RETIRED, winner=ONE)) == ["score_missing"]


def test_a_report_is_of_the_games_or_of_the_score() -> None:
    sheet_tally = tally(Conditions(3), games=sheet("1b1"), score=(3, 0))
    assert (codes(sheet_tally), sheet_tally.score) == (["games_and_score"], (3, 0))


def test_m1_nobody_retires_from_a_match_that_is_over() -> None:
    by_games = tally(Conditions(3), games=sheet("1b1"), outcome=Outcome.RETIRED, winner=TWO)
    assert codes(by_games) == ["match_already_over"]
    by_score = tally(Conditions(3), score=(3, 2), outcome=Outcome.SETTLED, winner=ONE)
    assert codes(by_score) == ["match_already_over"]


def test_a_named_winner_agrees_with_the_score() -> None:
    assert tally(Conditions(3), score=(3, 2), winner=ONE).is_accepted
    sheet_tally = tally(Conditions(3), score=(3, 2), winner=TWO)
    assert (codes(sheet_tally), sheet_tally.winner) == (["winner_contradicted"], ONE)
    assert tally(Conditions(3), score=(2, 1), winner=TWO).winner is TWO


@pytest.mark.parametrize(
    ("conditions", "code"),
    [
        (Conditions(-3), "length_not_positive"),
        (Conditions(7, length_changes=(LengthChange(0, 0),)), "length_not_positive"),
        (Conditions(7, length_changes=(LengthChange(1, 6),)), "length_not_odd"),
        (Conditions(7, start_score=(0, -1)), "negative_score"),
        (Conditions(7, start_score=(7, 0)), "start_past_length"),
        (Conditions(7, penalties=(Penalty(0, ONE, 0),)), "penalty_not_positive"),
    ],
)
def test_m1_m5_conditions_that_no_match_has_are_refused(conditions: Conditions, code: str) -> None:
    assert codes(tally(conditions, score=(7, 0))) == [code]
    assert tally(conditions, games=[]).score == conditions.start_score


def test_m5a_the_last_change_of_the_length_is_in_force() -> None:
    changes = (LengthChange(2, 9), LengthChange(0, 5))
    assert Conditions(7, length_changes=changes).final_length == 9
    assert (Conditions(7).final_length, Conditions(7).last_change) == (7, -1)


def test_a_cube_that_is_no_power_of_two_adds_up_as_it_was_written() -> None:
    assert tally(Conditions(7), games=sheet("1s3")).score == (3, 0)
    assert tally(Conditions(7), games=sheet("1s-1")).score == (0, 0)


def test_p7_ruling_matters_and_what_cannot_exist() -> None:
    cannot_exist = {code.value for code in RefusalCode if not code.is_ruling_matter}
    assert cannot_exist == {
        "length_not_odd",
        "length_not_positive",
        "length_below_score",
        "start_past_length",
        "penalty_not_positive",
        "negative_score",
        "two_winners",
        "cube_not_power_of_two",
        "score_missing",
        "games_and_score",
        "winner_missing",
        "winner_given",
        "winner_contradicted",
    }


games = st.builds(
    GameScore, st.sampled_from(Side), st.sampled_from(Result), st.integers(-1, 64), st.sampled_from(Ended)
)
conditions = st.builds(
    Conditions,
    st.integers(-1, 9),
    st.tuples(st.integers(-1, 4), st.integers(-1, 4)),
    st.lists(st.builds(Penalty, st.integers(0, 3), st.sampled_from(Side), st.integers(0, 2)), max_size=2).map(
        tuple
    ),
    st.lists(st.builds(LengthChange, st.integers(0, 3), st.integers(0, 9)), max_size=2).map(tuple),
    st.sampled_from([None, 1, 4]),
    st.sampled_from(DeadCube),
)


@given(
    conditions,
    st.none() | st.lists(games, max_size=6),
    st.none() | st.tuples(st.integers(-1, 40), st.integers(-1, 40)),
    st.sampled_from(Outcome),
    st.none() | st.sampled_from(Side),
)
def test_whatever_is_typed_gets_a_tally_and_never_an_exception(
    conditions: Conditions,
    games: list[GameScore] | None,
    score: tuple[int, int] | None,
    outcome: Outcome,
    winner: Side | None,
) -> None:
    sheet_tally = tally(conditions, games=games, score=score, outcome=outcome, winner=winner)
    if sheet_tally.is_accepted:
        assert (sheet_tally.winner is None) is (outcome is Outcome.DOUBLE_FORFEIT)
        assert min(sheet_tally.counted) < sheet_tally.length
    if sheet_tally.is_accepted and outcome is Outcome.PLAYED and conditions.last_change == -1:
        # What was counted can be reported as a bare score too, and is the same result.
        bare = tally(conditions, score=sheet_tally.counted)
        assert bare.is_accepted
        assert same_result(sheet_tally, bare)
    assert sheet_tally.remarks in ((), ("dead_cube",))
