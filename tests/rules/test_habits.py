"""What writers of match texts do in their own way is read as what it means."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules import Verdict, check, problems, write
from tests.rules.matches import Luck, random_match
from tests.rules.records import codes, game, mat, set_position, wins

USUAL = (("31: 8/5 6/5", "42: 8/4 6/4"), ("11: 8/7(2) 6/5(2)", "61: 13/7 8/7"), ("53: 13/8 6/3", ""))
TEXT = mat(game(*USUAL, wins(1, end=" and the match")), length=1).decode()


@pytest.mark.parametrize(
    ("sign", "habit"),
    [
        (r"(?m)^( +\d)\)", r"\1."),
        ("31:", "3-1:"),
        ("42:", "4,2:"),
        ("61:", "61\N{FULLWIDTH COLON}"),
        ("/", "-"),
        ("6/4", "6/4!"),
        ("6/3", "6/3?!"),
        (r"\(2\)", " (2)"),
        (r"\(2\)", "x2"),
        ("8/5 6/5", "8/5, 6/5"),
    ],
)
def test_a_habit_changes_nothing_that_was_played(sign: str, habit: str) -> None:
    written = re.sub(sign, habit, TEXT)
    assert written != TEXT
    plain, report = check(TEXT.encode()), check(written.encode())
    assert codes(report) == codes(plain) == []
    assert report.transcript is not None
    assert plain.transcript is not None
    assert [(entry.dice, entry.moves) for entry in report.transcript.games[0].entries] == [
        (entry.dice, entry.moves) for entry in plain.transcript.games[0].entries
    ]
    assert problems(report.transcript) == problems(plain.transcript)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("```\n", "\n```\n", ["```"]),
        ("<pre>\n", "\n</pre>\n", ["<pre>"]),
        ("My match:\n---\n", "\n---\n", []),
    ],
)
def test_what_frames_a_record_is_no_line_of_it(before: str, after: str, found: list[str]) -> None:
    report = check(before + TEXT + after)
    assert (report.verdict, report.score) == (Verdict.CLEAN, (1, 0))
    assert [(problem.code, problem.found) for problem in report.problems] == [
        ("page_text", sign) for sign in found
    ]
    inside = TEXT.replace("      Wins", "words that somebody typed\n      Wins")
    assert codes(check(inside)) == ["unreadable_line"]


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ("\n".join(f"> {line}" for line in TEXT.split("\n")), ">"),
        ("Ann wrote:\n" + "\n".join(f">> {line}" for line in TEXT.split("\n")), ">"),
        (TEXT.replace("\n", "<br>\n"), "<br>"),
        (TEXT.replace("\n", "<BR/>"), "<BR/>"),
        (TEXT.replace(" 8/7", "&nbsp;8/7").replace("      ", "&nbsp; &nbsp; &nbsp; "), "&nbsp;"),
        (TEXT.replace("  ", "\N{NO-BREAK SPACE} "), "U+00A0"),
        ("```\n" + TEXT.replace("  ", "\N{NO-BREAK SPACE} "), "```"),
    ],
)
def test_what_mails_and_pages_do_to_a_text_is_a_remark_alone(sent: str, found: str) -> None:
    report = check(sent)
    assert (codes(report), report.score) == (["page_text"], (1, 0)), sent
    assert (report.problems[0].found, report.verdict) == (found, Verdict.CLEAN)


@pytest.mark.parametrize(
    ("plain", "sent"), [("Ann :", "Ann\N{NO-BREAK SPACE}:"), (" 8/5", " \N{ZERO WIDTH SPACE}8/5")]
)
def test_a_single_blank_of_a_page_is_a_blank_without_a_word(plain: str, sent: str) -> None:
    report = check(TEXT.replace(plain, sent))
    assert (codes(report), report.score) == ([], (1, 0))


@pytest.mark.parametrize(
    "head", ["Match en 1 point\nPartie 1", "1-Punkte-Match\nSpiel 1", "Match to 1 point\nGame 1"]
)
def test_a_quoted_text_is_read_in_every_language_of_heads(head: str) -> None:
    typed = TEXT.replace(" 1 point match\n", f"{head}\n").replace("\n Game 1\n", "\n", 1)
    quoted = "".join(f"> {line}\n" for line in typed.split("\n"))
    assert (codes(check(quoted)), check(quoted).score) == (["page_text"], (1, 0))


@pytest.mark.parametrize("dice", ["31", "42", "11", "61", "53"])
def test_a_colon_lost_behind_dice_changes_nothing(dice: str) -> None:
    report = check(TEXT.replace(f"{dice}:", dice))
    assert (codes(report), report.score) == ([], (1, 0))
    assert report.transcript is not None
    assert all(entry.moves for entry in report.transcript.games[0].entries[:-1])


@pytest.mark.parametrize("gap", ["\t", "\t\t"])
def test_a_tab_may_stand_for_either_column(gap: str) -> None:
    rows = [f"1){gap}31: 8/5 6/5", "2) 42: 8/4 6/4\t61: 13/7 8/7", "3) Doubles => 2\tTakes", "4) 65: 24/13"]
    rows += [f"4){gap}53: 13/8 6/3", "5) 65: 13/7 8/3"]
    report = check(mat(game(*rows), length=5))
    assert report.transcript is not None
    sides = [entry.side.value for entry in report.transcript.games[0].entries]
    assert sides == ["two", "one", "two", "one", "two", "one", "two", "one"]


def test_words_behind_the_end_are_remarked_once() -> None:
    report = check(f"{TEXT}\n-- \nSent from my phone\nAnn\n")
    assert (codes(report), report.verdict) == (["words_behind_end"], Verdict.CLEAN)


@pytest.mark.parametrize("play", ["8/5 6x5", "8/5 (5)", "8", "8/5 somewhere", "8/5 /5", "8/5 6/"])
def test_what_is_no_play_is_still_none(play: str) -> None:
    assert "unreadable_play" in codes(check(mat(game((f"31: {play}", "")))))


class TestDances:
    """A die without a move is written in many ways, and is a dance in each."""

    @pytest.mark.parametrize(
        "words",
        [
            *("Cannot Move", "No move", "dances", "Fan", "Pass", "---", "#", "0/0", "0/0 0/0", ""),
            *(
                "No legal move.",
                "(no play)",
                "can\u2019t move",
                "\u2014",
                "0/0, 0/0",
                "0/0 ?!",
                "bar/bar",
                "passe",
                "tanzt",
            ),
            *("kein Zug", "pas de coup", "danse!"),
        ],
    )
    def test_a_whole_roll(self, words: str) -> None:
        # On the bar against a closed board.
        closed = set_position({25: 1, 6: 14}, {6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 13: 2})
        report = check(mat(game(closed, (f"65: {words}", "21: 13/11 13/12"))))
        assert codes(report) == ["set_position", "game_not_finished", "match_not_finished"], words

    def test_one_die_of_a_roll(self) -> None:
        report = check(mat(game(set_position({6: 1}, {24: 15}), ("65: 6/0 0/0", ""), wins(2)), length=1))
        assert "no_such_point" not in codes(report)


# What a writer does throughout a match: signs of the usual text, and what stands in their place.
ROW, DICE, MOVE = r"(?m)^( *)(\d+)\)", r"\b(\d)(\d):", r"(\d+|bar)/(\d+)"
HABITS = {
    "rows": [(ROW, sign) for sign in (r"\1\2.", r"\1\2:", r"\1\2]", r"\1(\2)", r"\1#\2", r"\1\2 -", r"\1\2 ", r"\1[\2]")],
    "dice": [
        (DICE, sign)
        for sign in (
            *(r"\1-\2:", r"\1,\2:", r"\1 \2:", r"\1.\2:", r"\1/\2:", "\\1\\2\N{FULLWIDTH COLON}", r"\1\2;"),
            *(r"\1\2.", r"\1\2 :", r"(\1\2)", r"[\1\2]:", r"\1-\2", r"(\1-\2)", r"\1\2 "),
        )
    ],
    "moves": [(MOVE, sign) for sign in (r"\1-\2", r"\1>\2", "\\1\N{RIGHTWARDS ARROW}\\2", "\\1\N{EN DASH}\\2")],
    "bar": [(r"\b25/", sign) for sign in ("B/", "b/", "Bar/", "BAR/", "barre/", "bar/")],
    "off": [(r"/0\b", sign) for sign in ("/O", "/o", "/off", "/OFF", "/aus")],
    "marks": [(r"(?m)(/\w+\*?)(?=  | *$)", sign) for sign in (r"\1!", r"\1?!", r"\1 ??", r"\1 !?", r"\1 (?)")],
    "separators": [(r"(/\w+\*?) (?=\w+/)", sign) for sign in (r"\1, ", r"\1,", r"\1; ")],
    "hits": [(r"(?<=\d)\*", sign) for sign in ("", " *", "x")],
    "counts": [
        (r"(\w+/\w+\*?) \1(?! \1)", sign)
        for sign in (r"\1(2)", r"\1 (2)", r"\1x2", r"\1 x2", "\\1\N{MULTIPLICATION SIGN}2", r"\1(x2)", r"2x\1", r"\1[2]")
    ],
    "results": [
        (r"Wins (\d+) points?", sign)
        for sign in (r"gagne \1 points", r"gewinnt \1 Punkte", r"Won \1 points", r"Wins \1 pts.", r"Wins \1 point(s)", r"Wins \1", r"WINS \1 POINTS!")
    ],
}  # fmt: skip
# How a double, a take and a drop are called.
CUBE = [
    *(("Double to {}", "Take", "Pass"), ("Doubled => {}", "Taken", "Dropped"), ("Redoubles => {}", "Takes", "Passes")),
    *(("Doubles ({})", "Accepts", "Rejects"), ("doubles -> {}", "accept", "reject"), ("Doubles: {}", "Takes.", "Drops.")),
    *(("doppelt auf {}", "nimmt an", "lehnt ab"), ("Doppel", "Nimmt", "Passt"), ("Videau à {}", "Prise", "Refus"), ("Cube {}", "Take!", "Declines"), ("Verdoppelt => {}", "Annahme", "gibt auf")),
    *(("double \N{LATIN SMALL LETTER A WITH GRAVE} {}", "prend", "passe"), ("Double => {}", "accepte", "refuse"), ("double", "Prend", "abandonne")),
]  # fmt: skip


def in_rows(text: str, sign: str, habit: str) -> str:
    """A text with a sign written in another way in the lines of games."""
    return "\n".join(
        re.sub(sign, habit, line) if re.match(r" *\d+\)| *Wins", line) else line for line in text.split("\n")
    )


def with_words(text: str, words: tuple[str, str, str]) -> str:
    """A text with other words of the cube."""
    double, take, drop = words
    text = re.sub(r"Doubles => (\d+)", lambda match: double.format(match[1]), text)
    return text.replace("Takes", take).replace("Drops", drop)


def assert_reads_the_same(written: str, plain: str) -> None:
    """A match has the same plays, results and score, and at most two problems more."""
    report, usual = check(written), check(plain)
    assert len(report.problems) <= len(usual.problems) + 2, written
    assert [(game.winner, game.points) for game in report.games] == [
        (game.winner, game.points) for game in usual.games
    ]
    assert (report.score, report.winner) == (usual.score, usual.winner)


@pytest.mark.parametrize("style", ["mat", "mat-xg", "mat-galaxy"])
@pytest.mark.parametrize("kind", [*HABITS, "cube"])
def test_a_habit_is_learnt_from_the_whole_match(kind: str, style: str) -> None:
    chance = Random(f"habit {style}")
    luck = Luck(double=0.05, drop=0.4, resign=0.01)
    plain = write(random_match(chance, length=5, luck=luck), style)
    if kind == "cube":
        assert "Takes" in plain or "Drops" in plain
        for words in CUBE:
            assert_reads_the_same(with_words(plain, words), plain)
        return
    for sign, habit in HABITS[kind]:
        assert_reads_the_same(in_rows(plain, sign, habit), plain)


@pytest.mark.parametrize("seed", range(25))
def test_habits_of_every_kind_go_together(seed: int) -> None:
    chance = Random(f"habits {seed}")
    luck = Luck(double=0.05, drop=0.4, resign=0.01)
    plain = write(random_match(chance, length=3, luck=luck), chance.choice(["mat", "mat-xg", "mat-galaxy"]))
    written = with_words(plain, chance.choice(CUBE)) if chance.random() < 0.5 else plain
    for kind in ("results", "counts", "off", "bar", "hits", "marks", "separators", "moves", "dice", "rows"):
        if chance.random() < 0.4:
            written = in_rows(written, *chance.choice(HABITS[kind]))
    assert_reads_the_same(written, plain)


@pytest.mark.parametrize(
    "line", ["nice double, easy take", "I would pass here", "I win the race", "Ann won the toss"]
)
def test_a_remark_in_a_game_is_no_cell(line: str) -> None:
    report = check(mat(game(*USUAL, line, wins(1, end=" and the match")), length=1))
    assert codes(report) == ["unreadable_line"]
    assert report.score == (1, 0)


@pytest.mark.parametrize("turn", [0, 1])
def test_two_writers_of_one_match_have_habits_of_their_own(turn: int) -> None:
    plain = write(random_match(Random("two writers"), length=5, luck=Luck(double=0.02, drop=0.1)), "mat")
    games = re.split(r"(?m)^(?= Game \d)", plain)
    assert len(games) > 3
    for rows, dice in zip(HABITS["rows"], HABITS["dice"], strict=False):
        written = "".join(
            in_rows(in_rows(text, *dice), *rows) if index % 2 == turn else text
            for index, text in enumerate(games)
        )
        assert_reads_the_same(written, plain)


@pytest.mark.parametrize("word", ["Partie", "Spiel", "SPIEL"])
def test_the_games_of_a_match_are_numbered_in_other_languages(word: str) -> None:
    written = TEXT.replace("Game 1", f"{word} 1")
    assert written != TEXT
    report, plain = check(written), check(TEXT)
    assert (codes(report), report.score) == (codes(plain), plain.score)


@pytest.mark.parametrize(
    "title", ["Match of 11 points between Ann and Bob", "Partie 3 de la finale", "Spiel 3 vom Sonntag"]
)
def test_what_stands_above_or_below_a_record_of_a_program_is_a_title(title: str) -> None:
    report, plain = check(f"{title}\n{TEXT}"), check(TEXT)
    assert (codes(report), report.score) == (codes(plain), plain.score)
    assert (report.transcript.length if report.transcript else None) == 1
    assert "second_match" not in codes(check(f"{TEXT}\n{title}\n"))
