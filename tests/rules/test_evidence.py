"""Who won a resigned game, however its program wrote that down."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from random import Random

import pytest

from rules import Checked, Ended, EntryKind, Side, Verdict, check, replay
from rules.evidence import final_score
from rules.words import language
from tests.rules.records import CLEAN, DROPPED, PUBLIC, codes, game, mat, set_position, wins

ONE, TWO = Side.ONE, Side.TWO
OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
PLAYED = "41: 24/23 13/9"
MATCH = " and the match"
GALAXY_WON_BY_TWO = "\n".join(
    [
        '; [Site "Backgammon Galaxy"]',
        '; [Player 1 "Bob"]',
        '; [Player 2 "Ann"]',
        '; [Player 1 Elo "3,00/0"]',
        '; [Player 2 Elo "0,00/0"]',
    ]
)

# Of these nothing but the turn or an open roll says who won.
BY_TURN = {
    "a result at the margin after an open roll",
    "a result at the margin after a play",
    "a word without its blanks",
}
# Each way to write a resignation: its name, the winner of the match to three points, the lines after
# the opening.
DIALECTS: list[tuple[str, Side, tuple[tuple[str, str] | str, ...]]] = [
    (
        "an open roll and a loss at the margin",
        ONE,
        ((PLAYED, "61:"), "Losses 3 point", "", wins(3, end=MATCH)),
    ),
    ("a loss at the margin of the other side", TWO, (("61:", ""), "Losses 3 point", "", wins(3, right=True))),
    (
        "a row number once more inside the row",
        TWO,
        (f"  2) {PLAYED}   2)  Losses 3 point      Wins 3 point",),
    ),
    ("dice and a word in the left cell", TWO, ("  2) 32: Concedes        Wins 3 point",)),
    ("dice and a word in the right cell", ONE, (f"  2) {PLAYED}             32: Concedes", wins(3))),
    (
        "dice and a loss in the right cell",
        ONE,
        (f"  2) {PLAYED}             32: Losses 3 point", "Wins 3 point"),
    ),
    ("a result at the margin after an open roll", ONE, ((PLAYED, "61:"), " Wins 3 points")),
    ("a result at the margin after a play", ONE, ((PLAYED, ""), " Wins 3 points")),
    ("a roll with marks", TWO, (("32: ????", ""), "  3)                             Wins 3 point")),
    ("marks alone on the left", TWO, ("  2) ????                        Wins 3 point",)),
    ("marks alone on the right", ONE, (f"  2) {PLAYED}             ????", wins(3))),
    ("dice of nought with marks", TWO, ("  2) 00: ????                    Wins 3 point",)),
    ("a word alone on the left", TWO, ("  2) Resign", wins(3, right=True))),
    ("a word alone on the right", ONE, (f"  2) {PLAYED}             Resigns", wins(3))),
    ("a word without its blanks", ONE, (f"  2) {PLAYED} Resign", "Wins 3 point")),
    ("a loss and a result without their blanks", TWO, ("2) Losses 3 point Wins 3 point",)),
    ("a loss in its cell", ONE, ((PLAYED, "Losses 3 point"), "  3)  Wins 3 point")),
    ("nothing but the result", ONE, ((PLAYED, ""), wins(3))),
    ("nothing but the result of the other side", TWO, (wins(3, right=True, end=MATCH),)),
]


def check_of_resignation(*lines: tuple[str, str] | str, length: int = 3, header: str = "") -> Checked:
    """The check of a match of one resigned game."""
    return check(mat(game(OPENED, *lines), length=length, header=header))


@pytest.mark.parametrize(
    ("winner", "lines"),
    [
        (ONE, ((PLAYED, ""), "      Wins")),
        (TWO, ((PLAYED, ""), "                                  Wins game")),
        (TWO, ("  2) 32: Concedes                Wins",)),
        (ONE, (f"  2) {PLAYED}             Losses", "      Wins")),
    ],
)
def test_a_word_without_a_value_names_the_winner_and_misses_the_points_alone(
    winner: Side, lines: tuple[tuple[str, str] | str, ...]
) -> None:
    report = check_of_resignation(*lines)
    assert report.games[0].winner is winner
    assert codes(report) == ["missing_result", "match_not_finished"]


@pytest.mark.parametrize(("name", "winner", "lines"), DIALECTS, ids=[case[0] for case in DIALECTS])
def test_a_resignation_is_won_by_the_other_side(
    name: str, winner: Side, lines: tuple[tuple[str, str] | str, ...]
) -> None:
    report = check_of_resignation(*lines)
    assert report.winner is winner
    assert report.games[0].ended is Ended.RESIGNED
    assert (report.verdict, codes(report)) == (Verdict.CLEAN, ["won_by_turn"] * (name in BY_TURN))


@pytest.mark.parametrize(
    ("winner", "lines"), [case[1:] for case in DIALECTS], ids=[case[0] for case in DIALECTS]
)
def test_the_result_is_shown_with_its_winner(winner: Side, lines: tuple[tuple[str, str] | str, ...]) -> None:
    report = check_of_resignation(*lines)
    assert report.transcript is not None
    (step,) = (step for step in replay(report.transcript) if step.kind is EntryKind.WIN)
    assert step.side is winner


def test_a_roll_left_unplayed_is_no_play_where_blanks_were_lost() -> None:
    rows = "  2) 64: 24/20 20/14   41:", " Wins 1 point and the match"
    report = check_of_resignation(*rows, length=1)
    assert (report.winner, report.verdict) == (ONE, Verdict.CLEAN)


def test_a_dance_without_a_word_is_a_play_where_blanks_were_lost() -> None:
    # Side one dances against six points held; side two then resigns.
    position = set_position({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {10: 3})
    report = check(mat(game(position, ("61:", "41: 10/9 10/6"), ("61:", ""), "Wins 3 points"), length=3))
    assert report.winner is ONE


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_text_that_lost_its_runs_of_blanks_has_the_same_winners(path: Path) -> None:
    text = path.read_text()
    head, mark, games = text.partition("point match")
    short_text = head + mark + re.sub(r"(?m)^ +|(?<=\S) {2,}(?!\w+ : )(?=\S)", lambda run: run[0][:1], games)
    whole, bare = check(text.encode()), check(short_text.encode())
    assert bare.transcript is not None
    for record, one, other in zip(bare.transcript.games, whole.games, bare.games, strict=True):
        # A game of one roll and a result has nothing but its columns.
        assert len(record.entries) < 3 or one.winner is other.winner


class TestScores:
    """Scores after a game show who won it."""

    def later(self, *scores: tuple[int, int], result: str) -> Checked:
        games = [game(OPENED, (PLAYED, ""), result)]
        for number, score in enumerate(scores, 2):
            games.append(game(*DROPPED, wins(1), number=number, score=score))
        return check(mat(*games))

    def test_a_result_at_the_margin_goes_to_the_side_of_the_next_score(self) -> None:
        report = self.later((0, 1), (1, 1), result="Wins 1 point")
        assert report.games[0].winner is TWO
        assert codes(report) == ["match_not_finished"]

    def test_a_result_in_the_column_of_the_loser_is_a_slip_where_two_scores_show_it(self) -> None:
        report = self.later((0, 2), (1, 2), result=wins(2))
        assert report.games[0].winner is TWO
        assert codes(report) == ["result_in_wrong_column", "match_not_finished"]

    def test_what_two_scores_leave_open_the_result_of_the_next_game_tells(self) -> None:
        # Won by the left side, the second score would need a game for the right side.
        report = self.later((0, 1), (1, 1), (2, 1), result=wins(1))
        assert report.games[0].winner is TWO
        assert codes(report) == ["result_in_wrong_column", "match_not_finished"]
        # Here it is the first score that is wrong, and the second one builds on the result.
        report = self.later((0, 1), (2, 0), (3, 0), result=wins(1))
        assert report.games[0].winner is ONE

    def test_one_exchanged_score_below_a_result_at_the_margin_gives_it_to_nobody_else(self) -> None:
        # Won by the left side, whose point stands in the other column of the next score line alone.
        for scores in [((0, 1), (2, 0), (3, 0)), ((0, 2), (3, 0)), ((0, 1), (1, 1), (1, 2))]:
            games = [game(OPENED, (PLAYED, ""), f"Wins {sum(scores[0])} point")]
            for number, score in enumerate(scores, 2):
                right = number == 2 and scores[1] == (1, 1)
                games.append(game(OPENED, (PLAYED, ""), wins(1, right=right), number=number, score=score))
            report = check(mat(*games, length=25))
            assert report.games[0].winner is ONE, scores
            assert "wrong_score" in codes(report)

    def test_a_result_in_the_wrong_column_of_any_match_goes_to_no_wrong_side(self) -> None:
        for seed, slip in product(range(170), range(3)):
            chance = Random(seed)
            results = [(chance.choice(list(Side)), chance.choice([1, 1, 2, 3])) for _ in range(5)]
            score, games = (0, 0), []
            for number, (winner, points) in enumerate(results):
                is_right = (winner is TWO) != (number == slip)
                lines = OPENED, (PLAYED, ""), wins(points, right=is_right)
                games.append(game(*lines, number=number + 1, score=score))
                score = (score[0] + points, score[1]) if winner is ONE else (score[0], score[1] + points)
            report = check(mat(*games, length=25))
            found = [one.winner for one in report.games]
            assert found == [winner for winner, _points in results], (seed, slip)

    def test_one_score_alone_may_be_the_slip_itself(self) -> None:
        report = self.later((0, 1), result=wins(1))
        assert report.games[0].winner is ONE
        assert "wrong_score" in codes(report)

    def test_a_score_that_other_points_explain_says_nothing(self) -> None:
        report = self.later((0, 2), (1, 2), result="Wins 1 point")
        assert report.games[0].winner is ONE

    def test_the_header_of_one_server_has_the_final_score(self) -> None:
        report = check_of_resignation((PLAYED, ""), "Wins 3 points", header=GALAXY_WON_BY_TWO)
        assert report.transcript is not None
        assert final_score(report.transcript) == (0, 3)
        assert report.winner is TWO

    def test_a_rating_is_no_score(self) -> None:
        header = GALAXY_WON_BY_TWO.replace("3,00/0", "1600.00/0")
        report = check_of_resignation((PLAYED, ""), "Wins 3 points", header=header)
        assert report.winner is ONE

    def test_the_match_is_won_by_the_only_side_that_can(self) -> None:
        first = game(*DROPPED, wins(2), number=1)
        lines = (OPENED, (PLAYED, ""), " Wins 1 point and the match")
        for score, winner in (((2, 0), ONE), ((0, 2), TWO)):
            report = check(mat(first, game(*lines, number=4, score=score), length=3))
            assert report.games[1].winner is winner


class TestContradictions:
    """Where the evidence disagrees, the check reports which it used."""

    def test_a_clear_majority_is_a_remark(self) -> None:
        report = check_of_resignation((PLAYED, "52:"), wins(3, right=True))
        (problem,) = report.problems
        assert (problem.code, problem.player, report.verdict) == ("traces_differ", TWO, Verdict.CLEAN)
        sentence = "Bob won by the result, in spite of the roll left unplayed."
        assert language("en").problem(problem, ("Ann", "Bob")) == sentence

    def test_loss_and_result_in_one_column_are_a_problem(self) -> None:
        report = check_of_resignation(("Losses 3 point", ""), wins(3))
        (problem,) = report.problems
        assert (problem.code, problem.player, report.verdict) == ("winner_in_doubt", TWO, Verdict.PROBLEMS)
        assert language("fr").problem(problem, ("Ann", "Bob")) == (
            "La feuille se contredit sur le vainqueur\u00a0: la défaite notée, le tour pour Bob, le résultat contre."
        )

    def test_the_turn_alone_contradicts_nothing(self) -> None:
        assert codes(check_of_resignation(wins(3))) == []

    def test_the_board_and_a_drop_need_no_other_trace(self) -> None:
        report = check(mat(game(*DROPPED, "Losses 1 point", wins(1)), length=1))
        assert report.games[0].winner is ONE
        assert report.games[0].ended is Ended.DROP


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_every_public_record_ends_with_the_score_of_its_header() -> None:
    count = 0
    for path in sorted(PUBLIC.iterdir()):
        report = check(path.read_bytes())
        final = final_score(report.transcript) if report.transcript else None
        if final is not None:
            assert report.counted == final, path.name
            count += 1
    assert count >= 20


class TestOffers:
    """A few programs write a resignation as an offer, and its answer below it."""

    @pytest.mark.parametrize("answer", ["Accepts", "Takes"])
    def test_an_offer_that_is_accepted_ends_the_game(self, answer: str) -> None:
        report = check_of_resignation((PLAYED, "Resigns"), (answer, ""), wins(3))
        plain = check_of_resignation((PLAYED, "Resigns"), wins(3))
        assert (codes(report), report.winner) == (codes(plain), ONE)

    def test_after_one_that_is_rejected_the_game_goes_on(self) -> None:
        report = check_of_resignation(
            (PLAYED, "Resigns"), ("Rejects", "61: 13/7 8/7"), ("62: 24/18 23/21", ""), wins(3, right=True)
        )
        plain = check_of_resignation((PLAYED, "61: 13/7 8/7"), ("62: 24/18 23/21", ""), wins(3, right=True))
        assert (codes(report), report.winner) == (codes(plain), TWO)
        assert report.games[0].ended is Ended.RESIGNED

    def test_a_double_is_still_dropped_and_a_second_answer_answers_nothing(self) -> None:
        report = check_of_resignation((PLAYED, "Doubles => 2"), ("Drops", ""), wins(1, right=True), length=1)
        assert report.games[0].ended is Ended.DROP
        twice = check_of_resignation((PLAYED, "Resigns"), ("Accepts", ""), ("Accepts", ""), wins(3))
        assert "played_after_game_end" in codes(twice)
