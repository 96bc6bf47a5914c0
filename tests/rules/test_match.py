"""The score of a match: who has won, what is away, and when the Crawford game is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RulesError
from rules.match import MatchScore, Side


def test_sides_oppose_each_other() -> None:
    assert (Side.ONE.other, Side.TWO.other) == (Side.TWO, Side.ONE)


@pytest.mark.parametrize(
    ("score", "winner"),
    [
        (MatchScore(7, 7, 3), Side.ONE),
        (MatchScore(7, 8, 3), Side.ONE),
        (MatchScore(7, 0, 9), Side.TWO),
        (MatchScore(7, 6, 6), None),
        (MatchScore(4, 4, 0), Side.ONE),
        (MatchScore(None, 500, 3), None),
    ],
)
def test_m1_the_first_to_reach_or_pass_the_length_wins(score: MatchScore, winner: Side | None) -> None:
    assert score.winner is winner


def test_m1_after_the_last_game_there_is_no_other() -> None:
    with pytest.raises(RulesError) as refusal:
        MatchScore(7, 7, 3).after(Side.TWO, 1)
    assert refusal.value.code == "match_already_over"


def test_away_counts_down_to_nothing() -> None:
    score = MatchScore(7, 8, 3)
    assert (score.away(Side.ONE), score.away(Side.TWO)) == (0, 4)
    assert MatchScore(None, 8, 3).away(Side.ONE) is None


def test_m2_the_game_after_a_side_first_stands_one_point_away_is_the_crawford_game() -> None:
    score = MatchScore(5).after(Side.ONE, 4)
    assert (score.is_crawford, score.is_post_crawford, score.has_cube) == (True, False, False)


def test_m3_after_the_crawford_game_the_cube_is_back_and_there_is_no_second_one() -> None:
    score = MatchScore(5).after(Side.ONE, 4).after(Side.TWO, 1)
    assert (score.is_crawford, score.is_post_crawford, score.has_cube) == (False, True, True)
    both = score.after(Side.TWO, 3)
    assert (both.points, both.is_crawford, both.is_post_crawford) == ((4, 4), False, True)


def test_m3_a_one_point_match_has_no_crawford_game_and_no_cube() -> None:
    score = MatchScore(1)
    assert (score.is_crawford, score.is_post_crawford, score.has_cube) == (False, False, False)


def test_unlimited_play_has_a_cube_and_no_crawford_game() -> None:
    score = MatchScore(None, 4, 4)
    assert (score.is_crawford, score.has_cube, score.counted) == (False, True, (4, 4))


def test_a_match_won_has_no_crawford_game_any_more() -> None:
    assert not MatchScore(5, 5, 4).is_crawford


def test_m5_penalty_points_and_head_starts_count_for_the_crawford_game() -> None:
    assert MatchScore(5, 3, 0).with_points(Side.ONE, 1).is_crawford
    assert MatchScore(5, 0, 4).is_crawford
    with pytest.raises(RulesError) as refusal:
        MatchScore(5).with_points(Side.TWO, 0)
    assert refusal.value.code == "points_not_positive"


def test_m5a_a_changed_length_counts_from_then_on() -> None:
    score = MatchScore(7, 4, 2)
    assert score.with_length(5).is_crawford
    assert not score.is_crawford
    with pytest.raises(RulesError) as refusal:
        score.with_length(4)
    assert refusal.value.code == "length_below_score"


def test_m6_the_winner_is_counted_at_the_length() -> None:
    score = MatchScore(7, 8, 3)
    assert (score.points, score.counted) == ((8, 3), (7, 3))


@pytest.mark.parametrize(
    ("length", "one", "two", "code"),
    [
        (0, 0, 0, "length_not_positive"),
        (7, -1, 0, "negative_score"),
        (None, 0, -1, "negative_score"),
        (7, 7, 8, "two_winners"),
    ],
)
def test_scores_that_cannot_be_are_refused(length: int | None, one: int, two: int, code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        MatchScore(length, one, two)
    assert refusal.value.code == code


@given(st.integers(1, 25), st.lists(st.tuples(st.sampled_from(Side), st.integers(1, 12))))
def test_m3_a_match_has_at_most_one_crawford_game(length: int, games: list[tuple[Side, int]]) -> None:
    score = MatchScore(length)
    crawford_games = 0
    for winner, points in games:
        if score.winner is None:
            crawford_games += score.is_crawford
            assert not (score.is_crawford and score.is_post_crawford)
            score = score.after(winner, points)
    assert crawford_games <= 1
