"""How a game ended and who won it, as far as a file says it and no further."""

from __future__ import annotations

from itertools import product

import pytest

from rules import Ended, Game, Money, Position, Result, Side, check, match_facts
from rules.results import Stake, judged_result
from tests.rules.records import codes, game, mat, wins
from tests.rules.sgf_texts import tree
from tests.rules.test_xg import OPENED, check_of
from tests.rules.xg_files import GAME, GAME_END, MOVE, record, signed_counts

ONE, TWO = Side.ONE, Side.TWO
# Two rolls by each side, and nothing borne off.
PLAYED = ("31: 8/5 6/5", "42: 8/4 6/4"), ("53: 8/3 6/3", "61: 13/7 8/7")
ENDS = {"end_missing", "end_in_doubt", "won_by_turn", "winner_in_doubt", "unreadable_cell"}


def end_codes(data: bytes) -> list[str]:
    """What a check says of the end of the only game."""
    return [code for code in codes(check(data)) if code in ENDS]


class TestMoney:
    """V4: Jacoby's rule is one rule, in a game that is played and in a record."""

    @pytest.mark.parametrize(
        ("has_jacoby", "is_doubled", "cube", "size"),
        list(product((True, False), (True, False), (1, 2), Result)),
    )
    def test_every_resignation_is_worth_what_it_is_in_a_game(
        self, *, has_jacoby: bool, is_doubled: bool, cube: int, size: Result
    ) -> None:
        opened = Game.start(money=Money(jacoby=has_jacoby)).roll_opening(3, 1).play("8/5 6/5")
        if is_doubled:
            opened = opened.double(by=TWO).take(by=ONE)
        live = opened.resign(size, by=ONE).accept(by=TWO).score
        assert live is not None
        face = opened.cube.value if opened.cube else 1
        # What the dice have turned multiplies the points, and is no double of the players.
        stake = Stake(face * cube, None, None, has_jacoby, is_doubled)
        judged = judged_result(Ended.RESIGNED, Position.start(), stake, live.points * cube)
        assert (judged.result, judged.points, judged.finding) == (live.result, live.points * cube, None)
        if size is not live.result:
            wrong = judged_result(Ended.RESIGNED, Position.start(), stake, face * cube * size.multiplier)
            assert (wrong.points, wrong.finding) == (live.points * cube, "wrong_result")

    def test_a_record_of_a_resigned_gammon_says_so(self) -> None:
        for header, score in (('; [Jacoby "On"]', (1, 0)), ('; [Jacoby "Off"]', (2, 0))):
            report = check(mat(game(*PLAYED, wins(2)), length=None, header=header))
            assert (report.score, "wrong_result" in codes(report)) == (score, score == (1, 0))


class TestPlayedOut:
    """A file that says "played to the end" has its last plays."""

    NODES = ("W[31hefe]", "B[42qulu]")

    @pytest.mark.parametrize(
        ("result", "program", "expected"),
        [
            ("RE[W+1]", "GNU Backgammon:1.07.001", ["end_missing"]),
            ("RE[W+1R]", "GNU Backgammon:1.07.001", []),
            ("RE[W+1]", "videau-rules", ["end_missing"]),
            ("RE[W+1]", "Another program", ["end_in_doubt"]),
            ("RE[W+1T]", "Another program", []),
        ],
    )
    def test_sgf(self, result: str, program: str, expected: list[str]) -> None:
        text = tree(*self.NODES, length=1, rules="", more=result)
        text = text.replace("AP[GNU Backgammon:1.07.001]", f"AP[{program}]")
        assert [code for code in end_codes(text.encode()) if code != "won_by_turn"] == expected

    def test_sgf_that_ends_by_a_drop_or_on_the_board_is_whole(self) -> None:
        dropped = tree("W[31hefe]", "B[double]", "W[drop]", rules="", more="RE[B+1]")
        assert end_codes(dropped.encode()) == []

    def test_a_game_without_its_end_is_no_resignation(self) -> None:
        report = check(tree(*self.NODES, length=1, rules="", more="RE[W+1]").encode())
        assert report.transcript is not None
        assert report.score == (1, 0)
        assert match_facts(report.transcript).games[0].one.wins_by_resignation == 0

    @pytest.mark.parametrize(("ending", "expected"), [(1, ["end_missing"]), (101, []), (1101, [])])
    def test_xg(self, ending: int, expected: list[str]) -> None:
        left = record(MOVE, actifp=-1, dice=(5, 2), positioni=signed_counts(OPENED))
        end = record(GAME_END, score2g=0, score1g=1, winner=1, pointswon=1, termination=ending)
        report = check_of(record(GAME, gamenumber=1), left, end)
        assert [code for code in codes(report) if code in ENDS - {"won_by_turn"}] == expected


class TestNames:
    """A name that the record declares is the column of its player, wherever it stands."""

    @pytest.mark.parametrize("name", ["Ann", "Bo B", "bo b"])
    @pytest.mark.parametrize(
        ("words", "is_win"),
        [("wins 1 point and the match", True), ("resigns", False), ("loses 1 point", False)],
    )
    def test_in_front_of_a_result(self, name: str, words: str, is_win: bool) -> None:
        for last in (("53: 13/8 6/3", ""), ("53:", "")):
            text = game(*PLAYED, last, f" {name} {words}", names=("Ann", "Bo B"))
            report = check(mat(text, length=1))
            won = (1, 0) if (name == "Ann") is is_win else (0, 1)
            assert report.score == won, last
            assert "unreadable_cell" not in codes(report)

    def test_other_words_and_the_name_of_both_name_nobody(self) -> None:
        for names, word in ((("Ann", "Bob"), "Carl"), (("Ann", "Ann"), "Ann")):
            report = check(mat(game(*PLAYED, f"{word} wins 1 point", names=names), length=1))
            assert "unreadable_cell" in codes(report)


class TestTurns:
    """A winner by the order of turns alone is said to be one."""

    def test_a_result_at_the_margin(self) -> None:
        text = mat(game(*PLAYED, ("53: 13/8 6/3", ""), " Wins 1 point"), length=1)
        report = check(text)
        assert (report.score, end_codes(text), report.verdict.value) == ((1, 0), ["won_by_turn"], "clean")

    def test_a_roll_that_could_not_be_played_is_no_open_roll(self) -> None:
        rows = (("31: 8/5 6/5", "66: 24/18(2) 13/7(2)"), ("66:", ""), " Wins 1 point")
        assert end_codes(mat(game(*rows), length=1)) == ["won_by_turn"]

    def test_a_placed_result_needs_no_remark(self) -> None:
        assert end_codes(mat(game(*PLAYED, wins(1)), length=1)) == []


class TestResignations:
    """The size of a resignation in words is its size."""

    @pytest.mark.parametrize(
        ("words", "points"),
        [("Single", 1), ("normal", 1), ("Gammon", 2), ("(gammon)", 2), ("BGammon", 3), ("Backgammon", 3)],
    )
    def test_without_a_line_of_the_result(self, words: str, points: int) -> None:
        report = check(mat(game(*PLAYED, ("53: 13/8 6/3", f"Resigns {words}")), length=7))
        assert (report.score, codes(report)) == ((points, 0), ["match_not_finished"])

    def test_the_cube_multiplies_it(self) -> None:
        rows = (*PLAYED, ("Doubles => 2", "Takes"), ("53: 13/8 6/3", "Resign Gammon"))
        assert check(mat(game(*rows), length=7)).score == (4, 0)


class TestCubeLimit:
    """E3: what the header declares of the cube is compared."""

    @pytest.mark.parametrize(
        ("limit", "is_refused"), [("2", True), ("4", False), ("1024", False), ("x", False)]
    )
    def test_a_double_beyond_it(self, limit: str, is_refused: bool) -> None:
        rows = (
            PLAYED[0],
            ("Doubles => 2", "Takes"),
            ("53: 8/3 6/3", "Doubles => 4"),
            ("Takes", "61: 13/7 8/7"),
            wins(4),
        )
        report = check(mat(game(*rows), length=7, header=f'; [CubeLimit "{limit}"]'))
        assert ("rule_not_in_use" in codes(report)) is is_refused

    @pytest.mark.parametrize(("limit", "is_refused"), [("2", True), ("4", False)])
    def test_a_beaver_beyond_it(self, limit: str, is_refused: bool) -> None:
        rows = (PLAYED[0], ("Doubles => 2", "Beavers => 4"), ("53: 8/3 6/3", "61: 13/7 8/7"), wins(4))
        header = f'; [Beaver "On"]\n; [Jacoby "Off"]\n; [CubeLimit "{limit}"]'
        report = check(mat(game(*rows), length=None, header=header))
        assert ("rule_not_in_use" in codes(report)) is is_refused


class TestNextScore:
    """A game without a result has the one that the scores after it prove."""

    def rest(self, *scores: tuple[int, int]) -> list[str]:
        games = [game(*PLAYED, ("53: 13/8 6/3", ""))]
        for number, score in enumerate(scores, start=2):
            rows = (*PLAYED, ("53: 13/8 6/3", ""), wins(1))
            games.append(game(*(rows if number <= len(scores) else PLAYED), number=number, score=score))
        return games

    def test_two_score_lines_prove_it(self) -> None:
        report = check(mat(*self.rest((2, 0), (3, 0)), length=5))
        first = report.games[0]
        assert (first.winner, first.points, first.score_after) == (ONE, 2, (2, 0))
        assert "missing_result" in codes(report)
        assert [problem.code for problem in report.problems if problem.game == 1] == ["missing_result"]

    def test_one_alone_may_be_a_slip(self) -> None:
        report = check(mat(*self.rest((2, 0)), length=5))
        assert [problem.code for problem in report.problems if problem.game == 1] == ["game_not_finished"]

    def test_lines_that_do_not_follow_each_other_prove_nothing(self) -> None:
        report = check(mat(*self.rest((2, 0), (1, 1)), length=5))
        assert [problem.code for problem in report.problems if problem.game == 1] == ["game_not_finished"]
