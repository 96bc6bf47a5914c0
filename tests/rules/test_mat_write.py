"""Writing .mat texts: in the style of each program, and so that reading them gives the same match."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rules import (
    DUTCH,
    VARIANTS,
    Entry,
    EntryKind,
    GameRecord,
    Move,
    Note,
    Position,
    Side,
    Transcript,
    Unwritable,
    canonical,
    write,
)
from rules.notation import read, writers
from tests.effort import examples, is_long
from tests.rules.matches import QUIET, matches, random_match
from tests.rules.records import (
    CLEAN,
    DATA,
    DROPPED,
    HYPERGAMMON_1,
    PUBLIC,
    RACE,
    game,
    mat,
    set_position,
    wins,
)

STYLES = ["mat", "mat-xg", "mat-galaxy"]
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
START = Position.start()


def transcript_of(data: bytes) -> Transcript:
    transcript = read(data).transcript
    assert transcript is not None
    return transcript


def assert_round_trip(transcript: Transcript, *styles: str) -> None:
    """Written in these styles, or in every one, and read again it is the same match."""
    canon = canonical(transcript)
    for style in styles or STYLES:
        assert canonical(transcript_of(write(transcript, style).encode())) == canon, style


# The same match again


@settings(max_examples=examples(600, landing=25))
@given(matches(), st.sampled_from(STYLES))
def test_a_match_written_and_read_is_the_same_match(transcript: Transcript, style: str) -> None:
    assert_round_trip(transcript, style)


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.mat")), ids=lambda path: path.stem)
def test_a_record_written_and_read_is_the_same_match(path: Path) -> None:
    assert_round_trip(transcript_of(path.read_bytes()))


@pytest.mark.skipif(
    not PUBLIC.is_dir(), reason="the public records are not at hand: set VIDEAU_RECORDS to their folder"
)
def test_every_public_text_written_and_read_is_the_same_match() -> None:
    texts = [path for path in sorted(PUBLIC.iterdir()) if path.suffix in {".txt", ".mat"}]
    assert len(texts) == 78
    if is_long():
        for path in texts:
            assert_round_trip(transcript_of(path.read_bytes()))
    else:
        for number, path in enumerate(texts[::3]):
            assert_round_trip(transcript_of(path.read_bytes()), STYLES[number % 3])


REAL = [data for data in (path.read_bytes() for path in CLEAN) if len(data) < 4_000]
PIECES = (
    *("31: ", "11: ", "8/5 ", "24/14* ", "bar/21 ", "6/off(2) ", "26/3 ", "Cannot Move ", "???? ", "hm "),
    *("Doubles => 2 ", "Takes ", "Drops ", "Beavers => 4 ", "Wins 2 points ", "Wins 1 point and the match "),
    *("Losses 1 point ", "Concedes ", "Illegal play (;;;) ", "\n", "  1) ", " " * 20, "\t", "7", "é"),
    *(" Game 3\n", " Bob : 1    Ann : 2\n", "; Set Pos=-b----E-C---eE---c-e----B-/-1\n", '; [Cube "2"]\n'),
)


@settings(max_examples=examples(500, landing=25))
@given(st.integers(0, 1 << 32))
@example(938)
def test_damaged_records_keep_their_mistakes_or_say_why_they_cannot(seed: int) -> None:
    chance = Random(seed)
    text = chance.choice(REAL).decode()
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(text))
        end = place + chance.choice([0, 0, 1, 3, 30, 200])
        text = text[:place] + chance.choice(["", *PIECES]) + text[end:]
    transcript, code = read(text.encode()).transcript, None
    assume(transcript is not None)
    assert transcript is not None
    # What is told of a game after a mistake is guessed from what follows it; a guess may change the next.
    canon = canonical(transcript)
    assume(canonical(canon) == canon)
    try:
        assert_round_trip(transcript, chance.choice(STYLES))
    except Unwritable as error:
        code = error.code
    assert code in {None, "names", "score_missing", "unreadable_play", "position"}, text


# gnubg's style


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_text_of_gnubg_is_written_byte_by_byte(path: Path) -> None:
    text = path.read_text()
    assert write(transcript_of(text.encode()), "mat") == text


# A drop on the left, a resignation without playing the roll, and a game from a set position with a cube.
# The last game has a hit, a dance and the end of the match.
MATCH = mat(
    game(("", "31: 8/5 6/5"), ("64: 24/14", "33: 13/10(2) 8/5(2)"), ("52: 14/9 13/11", "Doubles => 2"))
    + "\n  4)  Drops                       Wins 1 point",
    game(("52: 24/22 13/8", "Doubles => 2"), ("Takes", "41: 24/23 13/9"), score=(0, 1), number=2)
    + "\n  3) 63: ????                    Wins 2 points",
    game(
        set_position({13: 8, 8: 1, 6: 2, 5: 2, 4: 2}, {18: 1, 1: 1}, cube=2),
        ("61: 8/7 13/7*", "65: Cannot Move"),
        ("21: 13/11 13/12", "63: Bar/22/16"),
        ("52: ????", ""),
        wins(2, right=True),
        score=(0, 3),
        number=3,
    ),
    length=5,
    header='; [Event "Club night"]',
)


def test_a_match_in_the_style_of_gnubg() -> None:
    assert write(transcript_of(MATCH), "mat").split("\n") == [
        '; [Event "Club night"]',
        "",
        " 5 point match",
        "",
        " Game 1",
        " Ann : 0                        Bob : 0",
        "  1)                             31: 8/5 6/5 ",
        "  2) 64: 24/18 18/14             33: 13/10 13/10 8/5 8/5",
        "  3) 52: 14/9 13/11               Doubles => 2",
        "  4)  Drops                       Wins 1 point ",
        "",
        " Game 2",
        " Ann : 0                        Bob : 1",
        "  1) 52: 24/22 13/8               Doubles => 2",
        "  2)  Takes                      41: 24/23 13/9 ",
        "  3) 63:                         Wins 2 points",
        "",
        " Game 3",
        " Ann : 0                        Bob : 3",
        "; Set Pos=----BBBaA----H----------a-/1",
        "  1) 61: 8/7* 13/7               65: ",
        "  2) 21: 13/11 13/12             63: 25/22 22/16 ",
        "  3) 52:                         Wins 2 points",
        "",
        "",
    ]


def test_a_match_in_the_style_of_xg() -> None:
    assert write(transcript_of(MATCH), "mat-xg").split("\n") == [
        '; [Player 1 "Ann"]',
        '; [Player 2 "Bob"]',
        '; [Event "Club night"]',
        '; [Variation "Backgammon"]',
        "",
        "5 point match",
        "",
        " Game 1",
        " Ann : 0                         Bob : 0",
        "  1)                             31: 8/5 6/5                 ",
        "  2) 64: 24/18 18/14             33: 13/10 13/10 8/5 8/5     ",
        "  3) 52: 14/9 13/11               Doubles => 2               ",
        "  4)  Drops                       Wins 1 point",
        "",
        "",
        "",
        " Game 2",
        " Ann : 0                         Bob : 1",
        "  1) 52: 24/22 13/8               Doubles => 2               ",
        "  2)  Takes                      41: 24/23 13/9              ",
        "  3) 63: ???                      Wins 2 point",
        "",
        "",
        "",
        " Game 3",
        " Ann : 0                         Bob : 3",
        "; Set Pos=----BBBaA----H----------a-/1",
        "  1) 61: 8/7 13/7                65:                         ",
        "  2) 21: 13/11 13/12             63: 25/22 22/16             ",
        "  3) 52: ???                      Wins 2 point and the match",
        "",
        "",
        "",
        "",
    ]


def test_a_match_in_the_style_of_galaxy() -> None:
    assert write(transcript_of(MATCH), "mat-galaxy").split("\n") == [
        '; [Player 1 "Ann"]',
        '; [Player 2 "Bob"]',
        '; [Event "Club night"]',
        '; [Variation "Backgammon"]',
        "",
        "5 point match",
        "",
        " Game 1",
        " Ann : 0                         Bob : 0",
        "  1)                             31: 8/5 6/5",
        "  2) 64: 24/18 18/14             33: 13/10 13/10 8/5 8/5",
        "  3) 52: 14/9 13/11               Doubles => 2",
        "  4)  Drops                       Wins 1 point",
        "",
        " Game 2",
        " Ann : 0                         Bob : 1",
        "  1) 52: 24/22 13/8               Doubles => 2",
        "  2)  Takes                      41: 24/23 13/9",
        "  3) 63:",
        "  4)  Losses 2 point              Wins 2 point",
        "",
        " Game 3",
        " Ann : 0                         Bob : 3",
        "; Set Pos=----BBBaA----H----------a-/1",
        "  1) 61: 8/7 13/7                65:",
        "  2) 21: 13/11 13/12             63: 25/22 22/16",
        "  3) 52:",
        "  4)  Losses 2 point              Wins 2 point and the match",
        "",
        "",
    ]


def lines_of(data: bytes, style: str) -> list[str]:
    return write(transcript_of(data), style).rstrip().split("\n")


@pytest.mark.parametrize(
    ("style", "result"),
    [
        ("mat", "      Wins 2 points"),
        ("mat-xg", "      Wins 2 point and the match"),
        ("mat-galaxy", "      Wins 1 point and the match"),
    ],
)
def test_m6_only_galaxy_caps_the_last_result(style: str, result: str) -> None:
    for points in (1, 2):
        assert lines_of(mat(game(*RACE, wins(points)), length=1, header=HYPERGAMMON_1), style)[-1] == result


def test_m6_points_that_are_still_needed_are_not_capped() -> None:
    data = mat(game(*RACE, wins(2)), length=3, header=HYPERGAMMON_1)
    assert lines_of(data, "mat-galaxy")[-1] == "      Wins 2 point"


@pytest.mark.parametrize(
    "rows",
    [
        (*RACE[:2], ("55: 16/11 11/6 6/1", ""), wins(2)),
        (("", "61: 24/18 18/17"), ("Drops", ""), wins(2, right=True)),
        (("", "61: 24/18 18/17"), ("Doubles => 8", "Takes"), wins(2)),
        (*RACE, wins(3)),
        (*RACE, wins(2, right=True)),
        (*RACE,),
    ],
)
def test_where_a_rule_is_broken_nothing_is_said_that_the_record_does_not_say(
    rows: tuple[tuple[str, str] | str, ...],
) -> None:
    transcript = transcript_of(mat(game(*rows), length=1, header=HYPERGAMMON_1))
    for style in STYLES:
        assert "match" not in write(transcript, style).partition("Game")[2]
    assert_round_trip(transcript)


def test_after_a_score_that_does_not_follow_nothing_is_said_of_the_match() -> None:
    games = game(*DROPPED, wins(1)), game(*DROPPED, wins(1), number=2, score=(2, 0))
    assert lines_of(mat(*games, length=3), "mat-xg")[-1] == "      Wins 1 point"


def test_what_the_record_claims_itself_is_written() -> None:
    data = mat(game(*DROPPED, wins(1, end=" and the match")), length=7)
    for style in STYLES:
        assert lines_of(data, style)[-1] == "      Wins 1 point and the match"


# What a record can hold beside plays


@pytest.mark.parametrize("style", STYLES)
def test_a_false_dance_and_a_play_left_out_stay_what_they_are(style: str) -> None:
    rows = ("31: Cannot Move", "52: ????"), ("41:", "63: 24/18 13/10")
    text = write(transcript_of(mat(game(*rows))), style)
    assert "31: Cannot Move" in text
    assert "52: ????" in text
    assert "41:" in text


def test_a_resignation_before_the_roll_keeps_its_marks() -> None:
    for style in STYLES:
        assert "00: ????" in write(transcript_of(mat(game(("00: ????", ""), wins(1, right=True)))), style)


def test_an_illegal_play_is_told_by_the_position_after_it() -> None:
    after = Position.checked(START.own, START.opp)
    entries = (
        Entry(EntryKind.ROLL, Side.ONE, None, 0, 0, "", (3, 1), (), None, Note.ILLEGAL, after),
        Entry(EntryKind.ROLL, Side.TWO, None, 0, 0, "", (5, 2), (), None, Note.ILLEGAL, None),
    )
    record = GameRecord(1, 0, ("A; (n)n", "Bob"), (0, 0), entries)
    transcript = Transcript(record.players, None, (record,))
    text = write(transcript, "mat")
    assert "31: Illegal play (0;0;0;1;1;A   n n;Bob;0;0;0;1;0;0;-2;0;0;0;0;5;" in text
    again = transcript_of(text.encode()).games[0].entries
    assert [(entry.note, entry.stood) for entry in again] == [(Note.ILLEGAL, after), (Note.ILLEGAL, None)]


def test_what_could_not_be_read_is_written_word_for_word() -> None:
    transcript = transcript_of(mat(game(("31: 6/5 hm 8/5", "52: Cannot (Move)"))))
    text = write(transcript, "mat-xg")
    assert "31: 6/5 hm 8/5 " in text
    assert_round_trip(transcript)


def test_resignations_and_losses_in_words_stay_where_the_result_is_missing() -> None:
    for word in ("Concedes", "Losses 2 points", "Losses"):
        transcript = transcript_of(mat(game(("31: 8/5 6/5", word))))
        assert_round_trip(transcript)


def test_v4_a_cube_in_the_middle_after_automatic_doubles() -> None:
    transcript = replace(transcript_of(mat(game(*DROPPED, wins(1)), length=0)))
    record = replace(transcript.games[0], start_cube=2)
    text = write(replace(transcript, games=(record,)), "mat")
    assert '; [Cube "2"]' in text
    assert transcript_of(text.encode()).games[0].start_cube == 2


@pytest.mark.parametrize("owner", list(Side))
def test_a_cube_that_is_owned_at_the_start_needs_a_set_position(owner: Side) -> None:
    record = GameRecord(1, 0, ("Ann", "Bob"), (0, 0), (), None, 4, owner)
    text = write(Transcript(record.players, 7, (record,)), "mat")
    assert f"; Set Pos=-b----E-C---eE---c-e----B-/{-2 if owner is Side.ONE else 2}" in text
    assert transcript_of(text.encode()).games[0].start_owner is owner


def test_v3_a_checker_enters_from_outside_in_words() -> None:
    entry = Entry(EntryKind.ROLL, Side.ONE, None, 0, 0, "", (3, 1), (Move(26, 22), Move(26, 24)))
    record = GameRecord(1, 0, ("Ann", "Bob"), (0, 0), (entry,))
    assert "31: out/22 out/24 " in write(Transcript(record.players, 1, (record,), DUTCH), "mat")


# The header


def test_tags_are_written_in_their_order_and_cannot_end_early() -> None:
    transcript = replace(
        transcript_of(mat(game(*DROPPED))), tags={"Round": "2", "Event": 'The "best"\nnight', "a]b": "x"}
    )
    assert write(transcript, "mat").startswith(
        '; [Round "2"]\n; [Event "The \'best\'night"]\n; [a)b "x"]\n\n 7 point match\n'
    )


@pytest.mark.parametrize("tags", [{}, {"Variation": "Backgammon"}, {"Variation": "Plakoto"}])
def test_the_variation_tag_says_what_is_played(tags: dict[str, str]) -> None:
    transcript = replace(transcript_of(mat(game(), header=HYPERGAMMON_1)), tags=tags)
    for style in STYLES:
        assert HYPERGAMMON_1 in write(transcript, style)


def test_a_variation_nobody_knows_is_kept_where_it_was_read_as_backgammon() -> None:
    assert write(transcript_of(mat(game(), header='; [Variation "Plakoto"]')), "mat").startswith(
        '; [Variation "Backgammon"]'
    )


# What no .mat text can say


def record(**changes: Any) -> Transcript:
    plain = GameRecord(1, 0, ("Ann", "Bob"), (0, 0), ())
    return Transcript(("Ann", "Bob"), 7, (replace(plain, **changes),))


def code_of(transcript: Transcript, style: str = "mat") -> str:
    with pytest.raises(Unwritable) as error:
        writers()[style].write(transcript)
    return error.value.code


@pytest.mark.parametrize(
    "names",
    [("Ann : 3  Eve", "Bob"), ("Ann", "Bob,1780"), ("Ann", " Bob"), ("Ann\n", "Bob"), ("A" * 201, "Bob")],
)
def test_names_that_would_be_read_otherwise_cannot_be_written(names: tuple[str, str]) -> None:
    assert code_of(record(players=names)) == "names"


def test_names_without_a_score_cannot_be_written() -> None:
    assert code_of(record(score=None)) == "score_missing"
    assert " Game 1\n\n" in writers()["mat"].write(record(score=None, players=("", "")))


def test_positions_with_checkers_outside_or_missing_cannot_be_written() -> None:
    outside = Position.start(DUTCH)
    few = Position.checked([0] * 6 + [14] + [0] * 19, START.opp)
    for position in (outside, few):
        assert code_of(record(start=position)) == "position"
        entry = Entry(EntryKind.ROLL, Side.TWO, None, 0, 0, "", (3, 1), (), None, Note.ILLEGAL, position)
        assert code_of(record(entries=(entry,))) == "position"


def test_a_position_changed_by_hand_in_the_middle_of_a_game_cannot_be_written() -> None:
    entry = Entry(EntryKind.ROLL, Side.TWO, None, 0, 0, "", (3, 1), (), None, Note.EDITED, START)
    assert code_of(record(entries=(entry,))) == "position_edited"


@pytest.mark.parametrize("text", ["B[31??]", "31: 8/5 hm 52: 6/4", "31: 8/5", ""])
def test_what_another_notation_could_not_read_cannot_be_written(text: str) -> None:
    entry = Entry(EntryKind.ROLL, Side.TWO, None, 0, 0, text, (3, 1), (), None, Note.UNREADABLE)
    assert code_of(record(entries=(entry,))) == "unreadable_play"


def test_a_match_without_games_cannot_be_written() -> None:
    assert code_of(Transcript(("Ann", "Bob"), 7, ())) == "no_games"


def test_a_variant_without_a_name_in_records_cannot_be_written() -> None:
    variant = DUTCH._replace(code="own", variation="")
    assert code_of(replace(record(), variant=variant)) == "unknown_variation"


# The other program itself


def imported_by_gnubg(texts: list[str], folder: Path) -> Iterator[Transcript]:
    """Import texts into gnubg and yield the transcripts of its exports."""
    commands = []
    for number, text in enumerate(texts):
        (folder / f"{number}.mat").write_text(text)
        commands += [f"import mat {folder}/{number}.mat", f"export match mat {folder}/{number}.out"]
    subprocess.run(  # noqa: S603 - the texts are our own
        [str(GNUBG), "-t", "-q", "-r", "-b"],
        input="\n".join([*commands, "quit", "y", ""]).encode(),
        env={"HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    for number in range(len(texts)):
        yield transcript_of((folder / f"{number}.out").read_bytes())


@pytest.mark.skipif(GNUBG is None, reason="no GNU Backgammon: gnubg is not on the path")
@pytest.mark.parametrize("style", STYLES)
def test_gnubg_imports_what_is_written(style: str, tmp_path: Path) -> None:
    variants = [variant for variant in VARIANTS.values() if variant is not DUTCH]
    files = [
        # gnubg makes a forced play of a roll that was resigned, so nobody resigns here.
        random_match(Random(seed), variant=variants[seed % 5], length=seed % 6 or None, luck=QUIET)
        for seed in range(examples(200))
    ]
    texts = [write(transcript, style) for transcript in files]
    for transcript, again in zip(files, imported_by_gnubg(texts, tmp_path), strict=True):
        assert canonical(again) == canonical(transcript)
