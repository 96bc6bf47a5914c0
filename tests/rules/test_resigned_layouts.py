"""Games resigned on and out of turn, in six layouts: a winner that is wrong is never a winner without a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from rules import Ended, EntryKind, GameRecord, Severity, Side, Transcript, check, write
from tests.rules.matches import Luck, random_match
from tests.rules.records import codes, game, mat

# What tells a reader that the winner of a game is not certain.
FLAGS = {
    "winner_in_doubt",
    "won_by_turn",
    "wrong_winner",
    "traces_differ",
    "missing_result",
    "game_not_finished",
}
NAMES = (
    *(("Ann", "Bob"), ("Bob Long", "Al"), ("Jo", "Joan"), ("Ann", "ann"), ("12", "7"), ("Game 2", "Wins")),
    *(
        ("Bob wins", "Bob"),
        ("Bob", "Bob loses"),
        ("1. Bob", "Cy"),
        ("12)", "1) 31"),
        ("31:", "#"),
        ("31", "-"),
    ),
)
Layout = Callable[[Random, str, Side, tuple[str, str]], str]


def own_line(_: Random, line: str, _winner: Side, _names: tuple[str, str]) -> str:
    """As programs write it."""
    return line


def margin(chance: Random, line: str, _winner: Side, _names: tuple[str, str]) -> str:
    """At the margin, where no column shows a side."""
    before, _, result = line.partition("Wins ")
    return f"{before.rstrip()}\n" * bool(before.strip()) + " " * chance.randint(0, 2) + f"Wins {result}"


def named(chance: Random, line: str, winner: Side, names: tuple[str, str]) -> str:
    """With the name of who won or lost."""
    before, _, result = line.partition("Wins ")
    points = result.split()[0]
    won, lost = names if winner is Side.ONE else names[::-1]
    told = [f"{won} wins {points} points", f"  {won}: Wins {points} point", f"{won} won {points} points"]
    told += [f"{lost} loses {points} points\n{won} wins {points} points", f"{lost} resigns\n{told[0]}"]
    return f"{before.rstrip()}\n" * bool(before.strip()) + chance.choice(told)


def numbered(chance: Random, line: str, winner: Side, _names: tuple[str, str]) -> str:
    """In a row with a number."""
    result = line.strip()
    if not result.startswith("Wins"):
        return line
    return f"{chance.randint(5, 60):3d}) {'' if winner is Side.ONE else ' ' * 28} {result}"


def losses(chance: Random, line: str, winner: Side, _names: tuple[str, str]) -> str:
    """With a word in the column of the side that resigned, beside the result or above it."""
    result = line.strip()
    if not result.startswith("Wins"):
        return line
    word = chance.choice([f"Losses {result.split()[1]} point", "Concedes", "Resigns", "Lost on time"])
    left, right = (result, word) if winner is Side.ONE else (word, result)
    if chance.random() < 0.5:
        return f"      {left:<28}{right}"
    return f"{' ' * 34}{word}\n      {left}" if winner is Side.ONE else f"      {word}\n{' ' * 34}{result}"


def collapsed(_: Random, line: str, _winner: Side, _names: tuple[str, str]) -> str:
    """As programs write it; the rows lose their columns afterwards."""
    return line


LAYOUTS: tuple[Layout, ...] = (own_line, margin, named, numbered, losses, collapsed)


def resigned_match(chance: Random) -> Transcript:
    """A match with many resignations, half of them by the side that was not to act."""
    luck = Luck(double=0.04, drop=0.3, resign=0.02)
    match = random_match(chance, length=chance.choice([1, 3, 5, None]), names=chance.choice(NAMES), luck=luck)
    ends = [game.ended for game in check(write(match, "mat")).games]
    games = []
    for record, ended in zip(match.games, ends, strict=True):
        entries = list(record.entries)
        is_cut = ended is Ended.RESIGNED and len(entries) > 8 and chance.random() < 0.5
        if is_cut and entries[-2].kind is EntryKind.ROLL and entries[-2].note is None:
            del entries[-2]
        games.append(replace(record, entries=tuple(entries)))
    return replace(match, games=tuple(games))


def laid_out(chance: Random, match: Transcript, layout: Layout) -> str:
    """The match with its results in a layout."""
    lines: list[str] = []
    records = iter(match.games)
    record: GameRecord | None = None
    for line in write(match, chance.choice(["mat", "mat-xg", "mat-galaxy"])).split("\n"):
        if re.fullmatch(r" Game \d+", line):
            record = next(records)
        if record and "Wins " in line and " : " not in line:
            line = layout(chance, line, record.entries[-1].side, match.players)
        lines.append(re.sub(r" {3,}", "  ", line) if layout is collapsed and ") " in line else line)
    return "\n".join(lines)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_a_wrong_winner_is_never_without_a_word(layout: Layout) -> None:
    games = right = 0
    for seed in range(20):
        chance = Random(f"{layout.__name__} {seed}")
        match = resigned_match(chance)
        text = laid_out(chance, match, layout)
        report = check(text)
        flagged = {problem.game for problem in report.problems if problem.code in FLAGS}
        for record, judged in zip(match.games, report.games, strict=True):
            is_right = judged.winner is record.entries[-1].side
            assert is_right or record.number in flagged, text
            games, right = games + 1, right + is_right
    assert games > 40
    assert right > 0.9 * games


@pytest.mark.parametrize(
    ("words", "points"),
    [
        ("Bob resigns a gammon", 2),
        ("Bob resigns (gammon)", 2),
        ("Bob concedes a gammon", 2),
        ("Bob abandonne (gammon)", 2),
        ("Bob loses 2 points", 2),
        ("Bob verliert 2 Punkte", 2),
        ("Bob gives up", 1),
        ("Bob gibt auf", 1),
        ("Bob lost on time", 1),
        ("Ann wins 2 points by resignation", 2),
        ("Ann wins 2 points on time", 2),
        ("Ann : wins 2 points", 2),
        ("ann WINS 2 POINTS", 2),
        ("Ann marque 2 points", 2),
        ("Ann scores 2 points", 2),
        ("Ann wins by gammon, 2 points", 2),
        ("Ann gagne la partie (2 points)", 2),
        ("Ann gagne 2 points par abandon", 2),
        ("Bob resigns. Ann wins 2 points", 2),
        ("Bob resigns (gammon).", 2),
    ],
)
def test_an_end_in_words_is_of_the_player_named(words: str, points: int) -> None:
    report = check(mat(game(("31: 8/5 6/5", "42: 8/4 6/4"), ("61: 13/7 8/7", ""), words), length=5))
    assert (report.games[0].winner, report.games[0].points) == (Side.ONE, points)
    assert set(codes(report)) <= {"missing_result", "match_not_finished"}


def test_a_name_that_looks_like_dice_is_the_name_of_a_winner() -> None:
    text = mat(game(("31: 8/5 6/5", ""), "31: wins 1 point", names=("31:", "Bob")), length=1)
    assert [judged.winner for judged in check(text).games] == [Side.ONE]
    text = mat(game(("31: 8/5 6/5", ""), "Bob: wins 1 point", names=("31:", "Bob")), length=1)
    assert [judged.winner for judged in check(text).games] == [Side.TWO]


@pytest.mark.parametrize(
    "name", ["#", "-", "1. Bob", "7) 31", "12)", "31:", "6 6:", "Bob wins", "Match", "8/5"]
)
@pytest.mark.parametrize("is_left", [True, False])
def test_whatever_a_name_looks_like_it_names_a_winner(name: str, is_left: bool) -> None:
    names = (name, "Bob") if is_left else ("Bob", name)
    for result in ("{0} wins 2 points", "  {0}: Wins 2 point", "{0} won 2 points", "Bob loses 2 points"):
        report = check(mat(game(("31: 8/5 6/5", "42: 8/4 6/4"), result.format(name), names=names), length=1))
        assert [judged.winner for judged in report.games] == [Side.ONE if is_left else Side.TWO], result
        assert codes(report, severity=Severity.PROBLEM) == []


def test_of_two_names_that_fit_the_longer_one_has_won() -> None:
    rows = ("31: 8/5 6/5", "42: 8/4 6/4")
    for result, winner in (("Bob wins wins 2 points", Side.ONE), ("Bob wins 2 points", Side.TWO)):
        report = check(mat(game(rows, result, names=("Bob wins", "Bob")), length=1))
        assert [judged.winner for judged in report.games] == [winner]


@pytest.mark.parametrize(
    "name", ["Smith", "bob", "B. Smith", "Bob Smyth", "Smith, Bob", "SMITH Bob", "Bob S.", "Bobby Smith"]
)
def test_a_name_written_in_another_way_is_still_that_of_the_winner(name: str) -> None:
    rows = ("31: 8/5 6/5", "42: 8/4 6/4"), ("61: 13/7 8/7", "")
    report = check(mat(game(*rows, f"{name} wins 2 points", names=("Ann Lee", "Bob Smith")), length=1))
    assert [(judged.winner, judged.points) for judged in report.games] == [(Side.TWO, 2)]


def test_words_that_are_nobodys_name_are_no_column() -> None:
    for words in ("Karl", "Nobody", "The winner of the whole match"):
        report = check(mat(game(("31: 8/5 6/5", "42: 8/4 6/4"), f"{words} wins 1 point"), length=1))
        assert {"unreadable_cell", "won_by_turn"} <= set(codes(report))


@pytest.mark.parametrize("result", ["Wins 1 point", "Concedes"])
def test_a_result_that_nothing_places_has_no_winner(result: str) -> None:
    report = check(mat(game(result), length=1))
    assert report.winner is None
    assert "missing_result" in codes(report)


def test_a_roll_left_lying_is_no_player_who_is_called_so() -> None:
    rows = ("31: 8/5 6/5", "42: 8/4 6/4"), "  2) 31:                         Wins 1 point"
    report = check(mat(game(*rows, names=("31", "Cy")), length=1))
    assert [judged.winner for judged in report.games] == [Side.TWO]


def test_one_line_may_name_who_resigned_and_who_won() -> None:
    for line in (
        "Bob resigns, Ann wins 2 points",
        "Ann wins 2 points, Bob resigns",
        "Ann wins gammon (2 points)",
    ):
        report = check(mat(game(("31: 8/5 6/5", "42: 8/4 6/4"), line), length=1))
        assert [(judged.winner, judged.points) for judged in report.games] == [(Side.ONE, 2)]
        assert codes(report, severity=Severity.PROBLEM) == []


def test_a_result_without_points_has_those_of_the_resignation_and_no_others() -> None:
    rows = ("31: 8/5 6/5", "42: 8/4 6/4"), ("61: 13/7 8/7", ""), "Bob resigns a gammon"
    for result, points, found in [
        ("Ann wins", 2, []),
        ("Ann wins 2 points", 2, []),
        ("Ann wins 1 point", 1, ["wrong_result"]),
    ]:
        report = check(mat(game(*rows, result), length=5))
        assert [judged.points for judged in report.games] == [points]
        assert codes(report, severity=Severity.PROBLEM) == found
