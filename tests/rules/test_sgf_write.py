"""The writer of .sgf texts: what it writes, what it refuses, and that reading it back gives the same match."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rules import (
    BACKGAMMON,
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
    Variant,
    Verdict,
    canonical,
    check,
    write,
)
from rules.notation import read, writers
from tests.effort import examples
from tests.rules.boards import counts
from tests.rules.matches import NAMES, QUIET, USUAL, Luck, random_match, unfinished
from tests.rules.records import DATA, DROPPED, game, mat, set_position, wins
from tests.rules.sgf_texts import BLACK_WINS, WHITE_WINS, transcript_of, tree

WRITABLE = [variant for variant in VARIANTS.values() if not variant.outside]
ALL = sorted([*DATA.rglob("*.mat"), *DATA.rglob("*.sgf")])


def of(data: bytes) -> Transcript:
    transcript = read(data).transcript
    assert transcript is not None
    return transcript


def nodes(text: str) -> list[str]:
    """The nodes of all games behind their root nodes."""
    return [line.lstrip(";").rstrip(")") for line in text.splitlines() if not line.startswith("(")]


def refusal(transcript: Transcript) -> str:
    with pytest.raises(Unwritable) as error:
        writers()["sgf"].write(transcript)
    return error.value.code


# The same match


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_record_that_is_written_and_read_is_the_same_match(path: Path) -> None:
    transcript = of(path.read_bytes())
    if path.name == "cube.mat":
        # `Doubles => 4` on a cube of 1: the word `double` cannot say that.
        with pytest.raises(Unwritable):
            write(transcript, "sgf")
        return
    assert canonical(of(write(transcript, "sgf").encode())) == canonical(transcript)


def test_what_gnubg_writes_is_written_like_it() -> None:
    # Only where one checker stops on its way is told by the higher die.
    via = re.compile(r"^(.\[..)(.)(.)\3(.)\]$", re.MULTILINE)
    for path in DATA.rglob("*.sgf"):
        text = path.read_text()
        if ".full" not in path.name:
            copy = write(of(text.encode()), "sgf")
            assert [via.sub(r"\1\2\4]", node) for node in nodes(copy)] == [
                via.sub(r"\1\2\4]", node) for node in nodes(text)
            ]


def test_the_root_node_says_who_plays_what() -> None:
    text = tree(*WHITE_WINS, more="RE[W+1]DT[2026-11-21]EV[Club [1\\]]GC[back\\\\slash]WR[1800]")
    text += tree(*BLACK_WINS, number=1, score=(1, 0), more="RE[B+1]")
    first, second = (line for line in write(of(text.encode()), "sgf").splitlines() if line.startswith("("))
    heading = "(;FF[4]GM[6]CA[UTF-8]AP[videau-rules]MI[length:7]"
    facts = "WR[1800]DT[2026-11-21]EV[Club [1\\]]GC[back\\\\slash]"
    assert first == f"{heading}[game:0][ws:0][bs:0]PW[Ann]PB[Bob]{facts}RU[Crawford]RE[W+1]"
    assert second == f"{heading}[game:1][ws:1][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[B+1]"


@pytest.mark.parametrize(
    ("tags", "length", "rules"),
    [
        ({}, 7, "RU[Crawford]"),
        ({"Crawford": "Off"}, 7, ""),
        ({}, 1, ""),
        ({}, None, ""),
        ({"Jacoby": "On"}, None, "RU[Jacoby]"),
        ({"Jacoby": "Off"}, None, ""),
        ({"CubeLimit": "1"}, 3, "RU[NoCube:Crawford]"),
        ({"CubeLimit": "1024"}, None, ""),
    ],
)
def test_settings_are_rules(tags: dict[str, str], length: int | None, rules: str) -> None:
    transcript = replace(of(tree(*WHITE_WINS).encode()), tags=tags, length=length)
    root = writers()["sgf"].write(transcript).splitlines()[0]
    assert root.partition("PB[Bob]")[2] == rules


@pytest.mark.parametrize("variant", WRITABLE, ids=lambda variant: variant.code)
def test_v1_v2_the_variant_is_a_rule(variant: Variant) -> None:
    transcript = replace(of(tree(rules="").encode()), variant=variant)
    assert of(writers()["sgf"].write(transcript).encode()).variant is variant


def test_m2_the_crawford_game_is_marked() -> None:
    scores = [(0, 0), (1, 0), (2, 0), (2, 1)]
    games = [
        tree("W[31hefe]", number=number, score=score, length=3, rules="", more="RE[W+1R]")
        for number, score in enumerate(scores)
    ]
    text = write(of("".join(games).encode()), "sgf")
    assert [game_.is_crawford for game_ in transcript_of(text).games] == [False, False, True, False]
    # Where games are missing, nobody knows.
    for some in (games[2:], [games[0], games[2]], games[3:]):
        text = write(of("".join(some).encode()), "sgf")
        assert not any(game_.is_crawford for game_ in transcript_of(text).games)
    scoreless = tree("W[31hefe]", number=1, score=None, length=3)
    text = write(of((games[0] + scoreless + games[2]).encode()), "sgf")
    assert not any(game_.is_crawford for game_ in transcript_of(text).games)


def test_a_score_line_that_is_missing_stays_missing() -> None:
    text = write(of(tree(*WHITE_WINS, score=None).encode()), "sgf")
    assert "[game:0]PW[Ann]" in text
    assert transcript_of(text).games[0].score is None


@pytest.mark.parametrize(
    ("rows", "result"),
    [
        ([("31: 8/5 6/5", "52: 13/8 24/22"), wins(2)], "RE[W+2R]"),
        ([("31: 8/5 6/5", "52: ???"), wins(1)], "RE[W+1R]"),
        ([*DROPPED, wins(1)], "RE[W+1]"),
        ([("31: 8/5 6/5", "52: 13/8 24/22")], ""),
        ([("31: 8/5 6/5", " Concedes")], "RE[W+R]"),
        ([wins(1, right=True)], "RE[B+1R]"),
    ],
)
def test_d5_a_resignation_is_marked(rows: list[tuple[str, str] | str], result: str) -> None:
    root = write(of(mat(game(*rows))), "sgf").splitlines()[0].rstrip(")")
    assert root.partition("RU[Crawford]")[2] == result


def test_a_game_that_was_borne_off_was_not_resigned() -> None:
    text = tree("AE[a:y]AW[a]AB[x][x]", "W[31az]", more="RE[W+1]")
    assert "RE[W+1]" in write(of(text.encode()), "sgf")
    text = tree("AE[a:y]AW[a][a]AB[x]", "W[31az]", "B[31xz]", more="RE[B+1]")
    assert "RE[B+1]" in write(of(text.encode()), "sgf")


def test_a_roll_left_unplayed_is_dice_set_by_hand() -> None:
    text = write(of(mat(game(("31: 8/5 6/5", "52: "), wins(1)))), "sgf")
    assert nodes(text) == ["W[31hefe]", "PL[B]DI[52]"]


def test_b9_a_dance_is_told_from_a_play_left_out() -> None:
    closed_board = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})
    text = write(of(mat(game(closed_board, ("63: ", "21: 6/4 6/5")))), "sgf")
    assert nodes(text)[1:] == ["W[63]", "B[21sust]"]
    text = write(of(mat(game(("31: ", "52: 13/8 24/22"), ("21: ????", "61: Cannot Move")))), "sgf")
    assert nodes(text) == ["W[31?]", "B[52lqac]", "W[21??]", "B[61]"]


def test_a_roll_without_dice_or_after_the_end_is_no_dance() -> None:
    assert nodes(write(of(tree("W[31hefe]", "B[00?]", "W[21mkfe]").encode()), "sgf"))[1] == "B[00?]"
    over = tree("AE[a:y]AW[a]AB[x][x]", "W[31az]", "B[66?]", more="RE[W+1]")
    assert nodes(write(of(over.encode()), "sgf"))[2] == "B[66?]"


def test_v4_money_play_is_written_as_gnubg_writes_it() -> None:
    opening = [("31: 8/5 6/5", "52: 13/8 24/22")]
    after = [("21: 13/11 6/5", "")]
    text = write(of(mat(game(*opening, ("Doubles => 2", "Beavers => 4"), *after), length=0)), "sgf")
    assert nodes(text)[2:] == ["W[double]", "B[double]", "W[take]", "W[21mkfe]"]
    rows = [*opening, ("Doubles => 2", "Beavers => 4"), ("Beavers => 8", ""), *after]
    text = write(of(mat(game(*rows), length=0)), "sgf")
    assert nodes(text)[2:] == ["W[double]", "B[double]", "W[double]", "B[take]", "W[21mkfe]"]
    text = write(of(mat(game(*opening, ("Doubles => 2", "Beavers => 4"), ("Drops", "")), length=0)), "sgf")
    assert nodes(text)[2:] == ["W[double]", "B[double]", "W[drop]"]


def test_v4_automatic_doubles_are_told_from_a_cube_set_by_hand() -> None:
    plain = of(tree(*WHITE_WINS, length=0, more="CV[4]").encode())
    assert "CV[4]\n" in write(plain, "sgf")
    with_owner = replace(plain, games=(replace(plain.games[0], start_owner=Side.ONE),))
    assert nodes(writers()["sgf"].write(with_owner))[:2] == ["CV[4]", "CP[w]"]
    set_up = replace(plain, games=(replace(plain.games[0], start=Position.start()),))
    assert [node[:5] for node in nodes(writers()["sgf"].write(set_up))[:2]] == ["PL[W]", "CV[4]"]


def test_p1_an_illegal_play_is_dice_and_a_board() -> None:
    board = "PL[W]AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
    setup = ["W[31hefe]", "PL[B]DI[66]", board, "W[31hefe]"]
    assert nodes(write(of(tree(*setup).encode()), "sgf")) == setup
    setup = ["W[31hefe]", "PL[B]DI[00]", board]
    assert nodes(write(of(tree(*setup).encode()), "sgf")) == setup


def test_boards_set_in_mid_game_are_written_again() -> None:
    board = "AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
    for setup in (
        ["W[31hefe]", f"PL[B]{board}", "B[52lqac]"],
        ["W[31hefe]", f"PL[W]{board}", "W[52mhxv]"],
        ["W[31hefe]", "B[52?]", f"PL[W]{board}"],
    ):
        assert nodes(write(of(tree(*setup).encode()), "sgf")) == setup
    # A turn that stands for nothing but a board, at the beginning and behind a roll of the same side.
    stood = Entry(EntryKind.ROLL, Side.ONE, None, 0, 0, "", note=Note.EDITED, stood=Position.start())
    transcript = of(tree("W[31hefe]").encode())
    (record,) = transcript.games
    for entries in ((stood,), (*record.entries, stood)):
        text = writers()["sgf"].write(replace(transcript, games=(replace(record, entries=entries),)))
        (again,) = of(text.encode()).games
        assert [(entry.note, entry.stood) for entry in again.entries] == [
            (entry.note, entry.stood) for entry in entries
        ]


def test_what_could_not_be_read_is_written_word_for_word() -> None:
    for text in ("W[31hef]", "W[31 hefe]", "B[31HEFE]"):
        assert nodes(write(of(tree("B[31qtst]", text).encode()), "sgf"))[1] == text


# What cannot be written


def with_change(change: Callable[[Entry], Entry], index: int = -1) -> Transcript:
    """A match of one game with one entry changed."""
    transcript = of(tree("W[31hefe]", "B[52lqac]", "W[double]", "B[take]", more="RE[W+2]").encode())
    (record,) = transcript.games
    entries = list(record.entries)
    entries[index] = change(entries[index])
    return replace(transcript, games=(replace(record, entries=tuple(entries)),))


def with_record(change: Callable[[GameRecord], GameRecord]) -> Transcript:
    """A match of one game of which something beside its entries is changed."""
    transcript = of(tree(*WHITE_WINS).encode())
    return replace(transcript, games=(change(transcript.games[0]),))


ROLL, DOUBLE, TAKE, WIN = 0, 2, 3, 4
ILL = Position(counts(p6=15), counts(p19=15))
ALONE = Position(counts(p6=14), counts(p6=15))
OVER = Position(counts(off=15), counts(p6=15))


@pytest.mark.parametrize(
    ("transcript", "code"),
    [
        (Transcript(("Ann", "Bob"), 7, ()), "no_games"),
        (
            replace(with_change(lambda entry: entry), variant=BACKGAMMON._replace(code="acey")),
            "unknown_variation",
        ),
        (with_record(lambda record: replace(record, players=("Ann\n", "Bob"))), "names"),
        (with_record(lambda record: replace(record, players=("Ann", "B" * 201))), "names"),
        (with_record(lambda record: replace(record, start_cube=3)), "cube"),
        (with_record(lambda record: replace(record, start=ILL)), "position"),
        (with_record(lambda record: replace(record, start=ALONE)), "position"),
        (with_record(lambda record: replace(record, start=OVER)), "position"),
        (with_change(lambda entry: entry._replace(value=8), DOUBLE), "cube"),
        (with_change(lambda entry: entry._replace(value=None), DOUBLE), "cube"),
        (with_change(lambda entry: entry._replace(kind=EntryKind.BEAVER), DOUBLE), "cube"),
        (with_change(lambda entry: entry._replace(value=2), TAKE), "cube"),
        (with_change(lambda entry: entry._replace(value=None), WIN), "result"),
        (with_change(lambda entry: entry._replace(note=Note.MATCH), WIN), "result"),
        (with_change(lambda entry: entry._replace(kind=EntryKind.LOSS), WIN), "result"),
        (with_change(lambda entry: entry._replace(kind=EntryKind.RESIGN), WIN), "result"),
        (with_change(lambda entry: Entry(EntryKind.WIN, Side.ONE, None, 0, 0, ""), ROLL), "result"),
        (with_change(lambda entry: entry._replace(note=Note.ILLEGAL), ROLL), "position"),
        (
            with_change(lambda entry: entry._replace(note=Note.ILLEGAL, stood=Position.start()), ROLL),
            "position",
        ),
        (with_change(lambda entry: entry._replace(note=Note.NOT_PLAYED), ROLL), "unreadable_play"),
        (with_change(lambda entry: entry._replace(note=Note.CANNOT_MOVE), ROLL), "unreadable_play"),
        (with_change(lambda entry: entry._replace(moves=(Move(26, 21),)), ROLL), "unreadable_play"),
        (with_change(lambda entry: entry._replace(moves=entry.moves * 5), ROLL), "unreadable_play"),
        (
            with_change(lambda entry: entry._replace(note=Note.UNREADABLE, text="31: 8/5 hm"), ROLL),
            "unreadable_play",
        ),
        (with_change(lambda entry: entry._replace(note=Note.UNREADABLE), ROLL), "unreadable_play"),
    ],
)
def test_what_the_notation_cannot_say_is_refused(transcript: Transcript, code: str) -> None:
    assert refusal(transcript) == code


def test_a_game_that_would_begin_another_match_is_refused() -> None:
    transcript = of(mat(game(*DROPPED, wins(1)), game(*DROPPED, wins(1))))
    assert [record.number for record in transcript.games] == [1, 1]
    assert refusal(transcript) == "second_match"
    later = of(mat(game(*DROPPED, wins(1), number=3), game(*DROPPED, wins(1), number=4)))
    assert len(of(writers()["sgf"].write(later).encode()).games) == 2


# Matches at random


@st.composite
def writable_matches(draw: st.DrawFn) -> Transcript:
    """Random matches of the variants that gnubg knows."""
    return random_match(
        Random(draw(st.integers(0, 1 << 32))),
        variant=draw(st.sampled_from(WRITABLE)),
        length=draw(st.sampled_from([None, 1, 2, 3, 5])),
        names=draw(st.sampled_from(NAMES)),
        luck=draw(st.sampled_from([USUAL, QUIET, Luck(double=0.3, drop=0.2, resign=0.03)])),
        has_set_positions=draw(st.booleans()),
    )


@settings(max_examples=examples(400, landing=20))
@given(writable_matches())
def test_a_random_match_is_read_as_it_was_written(transcript: Transcript) -> None:
    text = write(transcript, "sgf")
    report = check(text.encode())
    assert report.verdict is Verdict.CLEAN
    assert report.transcript is not None
    assert canonical(report.transcript) == canonical(transcript)


@settings(max_examples=examples(200, landing=10))
@given(writable_matches(), st.randoms(use_true_random=False))
def test_an_unfinished_match_is_read_as_it_was_written(match: Transcript, chance: Random) -> None:
    transcript = unfinished(chance, match)
    assert canonical(of(write(transcript, "sgf").encode())) == canonical(transcript)


def _blow(chance: Random, record: GameRecord) -> GameRecord:
    """One game with one thing changed that makes it wrong, most of the time."""
    entries = list(record.entries) or [Entry(EntryKind.TAKE, Side.ONE, None, 0, 0, "")]
    index = chance.randrange(len(entries))
    entry = entries[index]
    stood = Position.start() if sum(Position.start().own) == 15 else None
    changes: list[Callable[[], Entry]] = [
        lambda: entry._replace(side=entry.side.other),
        lambda: entry._replace(dice=entry.dice and (chance.randint(1, 6), chance.randint(1, 6))),
        lambda: entry._replace(moves=entry.moves[:-1]),
        lambda: entry._replace(value=entry.value and entry.value + 1),
    ]
    if entry.kind is EntryKind.ROLL:
        move = Move(chance.randint(0, 25), chance.randint(0, 25))
        notes = [None, Note.CANNOT_MOVE, Note.NOT_PLAYED]
        changes += [
            lambda: entry._replace(moves=(*entry.moves, move), note=None, stood=None),
            lambda: entry._replace(moves=(), note=chance.choice(notes), stood=None),
            lambda: entry._replace(dice=None),
            lambda: entry._replace(note=Note.EDITED, stood=stood),
            lambda: entry._replace(note=Note.ILLEGAL, stood=stood, moves=()),
        ]
    kind = chance.randrange(5)
    if kind == 0:
        entries[index : index + 1] = []
    elif kind == 1:
        entries[index:index] = [Entry(*chance.choice(entries))]
    else:
        entries[index] = chance.choice(changes)()
    if kind == 4:
        score = (chance.randint(0, 6), chance.randint(0, 6))
        return replace(record, entries=tuple(entries), score=score, number=chance.randint(1, 4))
    return replace(record, entries=tuple(entries))


def _with_places(transcript: Transcript) -> Transcript:
    """The match with a line of its own for each entry, as problems are told by their places."""
    games = []
    for index, record in enumerate(transcript.games):
        first = 1 + 10_000 * index
        entries = [
            entry._replace(line=line, column=1) for line, entry in enumerate(record.entries, first + 1)
        ]
        games.append(replace(record, line=first, entries=tuple(entries)))
    return replace(transcript, games=tuple(games))


@settings(max_examples=examples(1000, landing=50))
@given(st.integers(0, 1 << 32))
@example(82)
@example(57220)
def test_a_match_with_mistakes_is_read_as_it_was_written_or_refused(seed: int) -> None:
    chance = Random(seed)
    match = random_match(chance, length=chance.choice([None, 1, 3]), luck=Luck(double=0.2, resign=0.02))
    games = list(match.games)
    for _ in range(chance.randint(1, 3)):
        index = chance.randrange(len(games))
        games[index] = _blow(chance, games[index])
    transcript = _with_places(replace(match, games=tuple(games)))
    canon = canonical(transcript)
    # In a game where nothing fits any more, another reading of one play changes that of those after it.
    assume(canonical(_with_places(canon)) == canon)
    try:
        text = write(transcript, "sgf")
    except Unwritable:
        return
    assert canonical(of(text.encode())) == canon
