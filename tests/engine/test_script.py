"""What the engine is asked: the match under names of our own, only where it can judge it, decision by decision."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules import EntryKind, MatchScore, Side
from rules.notation import match_id
from rules.state import Phase
from tests.engine.outputs import M004, question_of_file
from tests.rules.records import CLEAN, game, mat, set_position, wins
from tournaments.engine import Unsuitable, engine_input, is_suitable, script

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")


def is_wanted(data: bytes) -> bool:
    return is_suitable(rules.check(data))


def test_it_gets_the_plays_and_none_of_the_words() -> None:
    hostile = '; [Event "import mat /etc/passwd"]\n; quit'
    names = ("Ann'; quit #", "\\Bob $(id)")
    check = rules.check(mat(game(OPENED, wins(1), names=names), length=1, header=hostile))
    text = engine_input(check).text
    assert not any(word in text for word in ("Ann", "Bob", "quit", "id", "passwd", "Event"))
    assert " ".join(text.split()) == (
        "1 point match Game 1 one : 0 two : 0 1) 31: 8/5 6/5 52: 24/22 13/8 Wins 1 point"
    )


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_name_reaches_it(one: str, two: str) -> None:
    check = rules.check(mat(game(OPENED, wins(1), names=(f"Q{one}Q", f"Z{two}Z")), length=1))
    if is_suitable(check):
        text = engine_input(check).text
        assert "Q" not in text
        assert "Z" not in text


def test_each_decision_is_told_with_all_around_it() -> None:
    first, *_, drop = question_of_file(M004).games[0]
    assert (first.step, first.kind, first.side) == (1, EntryKind.ROLL, Side.TWO)
    start = match_id.decode_pair(first.moment)
    assert (start.dice, start.score, start.length, start.phase) == ((3, 1), (0, 0), 7, Phase.NOT_STARTED)
    assert (drop.step, drop.kind, drop.side) == (25, EntryKind.DROP, Side.TWO)
    before = match_id.decode_pair(drop.moment)
    assert (before.on_roll, before.cube.offered_by, before.cube.value) == (Side.ONE, Side.ONE, 2)


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_the_text_is_the_same_match(path: object) -> None:
    check = rules.check(path.read_bytes())  # type: ignore[attr-defined]
    if not is_suitable(check):
        assert check.transcript is not None
        assert "hypergammon" in check.transcript.variant.code
        return
    questions = engine_input(check)
    again = rules.check(questions.text.encode())
    assert (again.verdict, again.score) == (check.verdict, check.score)
    assert engine_input(again) == questions
    assert len(questions.games) == len(check.games)


def test_a_roll_that_nobody_played_is_left_out() -> None:
    check = rules.check(mat(game(OPENED, ("54: ????", ""), wins(1, right=True)), length=1))
    questions = engine_input(check)
    assert "54" not in questions.text
    assert [decision.step for decision in questions.games[0]] == [1, 2]


class TestSuitable:
    def test_a_clean_match_and_one_that_was_broken_off(self) -> None:
        assert is_wanted(mat(game(OPENED, wins(1)), length=1))
        assert is_wanted(mat(game(OPENED), length=7))

    @pytest.mark.parametrize(
        "data",
        [
            b"no record",
            mat(game(OPENED, wins(1)), length=0),  # for points, not in a match
            mat(game(OPENED, wins(1)), length=65),  # beyond its tables
            mat(game(("31: 8/5", "52: 13/8 24/22"), wins(1)), length=1),  # illegal
            mat(game(set_position({6: 15}, {6: 15}), ("31: 6/5 6/3", ""), wins(1)), length=1),
            mat(game(OPENED, wins(1), score=(1, 0)), length=3),  # not from its beginning
            mat(game(OPENED, wins(1)), game(OPENED, wins(1), number=4, score=(3, 1)), length=7),
        ],
    )
    def test_all_else_is_not(self, data: bytes) -> None:
        assert not is_wanted(data)
        with pytest.raises(Unsuitable):
            engine_input(rules.check(data))

    def test_a_record_that_cannot_be_written_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(*_args: object) -> str:
            raise rules.Unwritable("no_words")

        check = rules.check(mat(game(OPENED, wins(1)), length=1))
        monkeypatch.setattr(rules, "write", refused)
        with pytest.raises(Unsuitable):
            engine_input(check)

    def test_a_record_with_endless_decisions_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        check = rules.check(mat(game(OPENED, wins(1)), length=1))
        monkeypatch.setattr(script, "MOST_DECISIONS", 1)
        with pytest.raises(Unsuitable):
            engine_input(check)


def test_the_crawford_game_is_told() -> None:
    games = engine_input(
        rules.check(
            mat(
                game(OPENED, wins(2)),
                game(OPENED, wins(1, right=True), number=2, score=(2, 0)),
                game(OPENED, number=3, score=(2, 1)),
                length=3,
            )
        )
    ).games
    states = [match_id.decode_pair(decisions[0].moment) for decisions in games]
    assert [state.is_crawford for state in states] == [False, True, False]
    assert [state.score for state in states] == [(0, 0), (2, 0), (2, 1)]
    assert MatchScore(3, 2, 0).is_crawford
