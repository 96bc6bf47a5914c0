"""The mark of the Crawford game in .sgf texts, against the score."""

from __future__ import annotations

from tests.rules.sgf_texts import BLACK_WINS, check_problems, tree


def problems_of_marks(*marks: bool | None, scores: tuple[tuple[int, int], ...], first: int = 0) -> list[str]:
    """The problems of games with these marks and scores, in a match to 3 points."""
    games = []
    for number, (mark, score) in enumerate(zip(marks, scores, strict=True), first):
        rules = {True: "RU[Crawford:CrawfordGame]", False: "RU[Crawford]", None: ""}[mark]
        games.append(
            tree("W[31hefe]", number=number, score=score, length=3, rules=rules, more="RE[W+1R]")
            if sum(score) != 2
            else tree("W[31hefe]", number=number, score=score, length=3, rules=rules, more="RE[B+1R]")
        )
    return [code for code in check_problems(*games) if code != "match_not_finished"]


SCORES = ((0, 0), (1, 0), (2, 0), (2, 1))


def test_m2_a_right_mark_of_the_crawford_game_is_no_problem() -> None:
    assert problems_of_marks(False, False, True, False, scores=SCORES) == []


def test_m2_records_need_not_mark_the_crawford_game() -> None:
    assert problems_of_marks(None, None, None, None, scores=SCORES) == []


def test_m2_a_false_mark_is_a_problem() -> None:
    assert problems_of_marks(False, True, True, False, scores=SCORES) == ["false_crawford"]


def test_m3_a_second_mark_is_a_problem() -> None:
    assert problems_of_marks(False, False, True, True, scores=SCORES) == ["false_crawford"]


def test_m2_a_missing_mark_is_a_problem() -> None:
    assert problems_of_marks(False, False, False, False, scores=SCORES) == ["crawford_not_marked"]


def test_m2_where_games_are_missing_the_mark_is_believed() -> None:
    assert problems_of_marks(True, scores=SCORES[2:3], first=2) == ["missing_games"]
    assert problems_of_marks(False, scores=SCORES[2:3], first=2) == ["missing_games"]
    assert problems_of_marks(True, scores=SCORES[1:2], first=1) == ["missing_games", "false_crawford"]


def test_m2_a_doubtful_score_doubts_the_mark() -> None:
    # The second score is a slip: by it this is the Crawford game, by the games before it is not.
    scores = ((0, 0), (2, 0), (1, 1), (1, 2))
    assert problems_of_marks(False, True, False, True, scores=scores) == ["wrong_score"]
    assert problems_of_marks(False, False, False, True, scores=scores) == ["wrong_score"]


def test_m4_the_mark_of_the_crawford_game_does_not_allow_a_double() -> None:
    games = [
        tree("W[31hefe]", length=3, more="RE[W+2R]"),
        tree(*BLACK_WINS, length=3, number=1, score=(2, 0), more="RE[B+1]"),
    ]
    assert set(check_problems(*games)) >= {"crawford_not_marked", "double_in_crawford"}
