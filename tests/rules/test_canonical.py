"""Two notations of one match have the same canonical form, mistakes included."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import EntryKind, Move, Note, Side, Transcript, Unwritable, canonical, check, write
from tests.rules.records import CLEAN, DATA, DROPPED, HYPERGAMMON_1, RACE, game, mat, set_position, wins


def canonical_of(*rows: tuple[str, str] | str, length: int | None = 7, header: str = "") -> Transcript:
    transcript = check(mat(game(*rows), length=length, header=header)).transcript
    assert transcript is not None
    return canonical(transcript)


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.mat")), ids=lambda path: path.stem)
def test_what_is_told_in_one_way_stays_so(path: Path) -> None:
    transcript = check(path.read_bytes()).transcript
    assert transcript is not None
    once = canonical(transcript)
    assert canonical(once) == once


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_clean_match_comes_to_the_same_in_one_way(path: Path) -> None:
    report = check(path.read_bytes())
    assert report.transcript is not None
    results = [
        (entry.side, entry.value)
        for record in canonical(report.transcript).games
        for entry in record.entries
        if entry.kind is EntryKind.WIN
    ]
    assert results == [(result.winner, result.points) for result in report.games]


def test_a4_joined_counted_and_shuffled_moves_are_the_same_play() -> None:
    assert canonical_of(("64: 24/14", "33: 8/5(2) 6/3(2)")) == canonical_of(
        ("46: 20/14 24/20", "33: 6/3 8/5 6/3 8/5")
    )


def test_b9_a_dance_in_words_is_a_dance() -> None:
    shut_out = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})
    assert canonical_of(shut_out, ("63: Cannot Move", "")) == canonical_of(shut_out, ("36: ", ""))


def test_a_resignation_is_told_by_its_result_alone() -> None:
    plain = canonical_of(DROPPED[0], ("52: ", ""), wins(1, right=True))
    assert plain == canonical_of(DROPPED[0], ("52: ???", "Wins 1 point"))
    roll, result = plain.games[0].entries[-2:]
    assert (roll.dice, roll.moves, roll.note) == ((5, 2), (), Note.NOT_PLAYED)
    assert (result.kind, result.side, result.value) == (EntryKind.WIN, Side.TWO, 1)


def test_m6_a_result_is_told_in_true_points() -> None:
    capped = canonical_of(*RACE, wins(1), length=1, header=HYPERGAMMON_1)
    assert capped.games[0].entries[-1].value == 2
    assert capped == canonical_of(*RACE, wins(2), length=1, header=HYPERGAMMON_1)


def test_a_mistake_stays_as_it_was_written() -> None:
    wrong = canonical_of(("31: 8/5 6/5", "52: 13/7 24/22"), ("Doubles => 8", " Drops"), wins(5))
    moves = wrong.games[0].entries[1].moves
    assert Move(13, 7) in moves
    assert wrong.games[0].entries[2].value == 8
    assert wrong.games[0].entries[-1].value == 5


def test_the_last_play_written_twice_is_one_play() -> None:
    last = "55: 16/11 11/6 6/1 1/0"
    once = canonical_of(*RACE[:2], (last, ""), wins(2), header=HYPERGAMMON_1)
    assert once == canonical_of(*RACE[:2], (last, last), wins(2), header=HYPERGAMMON_1)


def test_a_play_goes_by_the_higher_die_unless_that_way_is_shut_or_hits() -> None:
    start = set_position({24: 1, 6: 14}, {8: 1, 6: 14})
    assert canonical_of(start, ("61: 24/18/17", "")).games[0].entries[0].moves == (Move(24, 18), Move(18, 17))
    assert canonical_of(start, ("61: 24/23/17", "")).games[0].entries[0].moves == (Move(24, 18), Move(18, 17))
    point = set_position({24: 1, 6: 14}, {7: 2, 6: 13})
    assert canonical_of(point, ("61: 24/23/17", "")).games[0].entries[0].moves == (Move(24, 23), Move(23, 17))
    position = set_position({24: 1, 6: 14}, {7: 1, 6: 14})
    assert canonical_of(position, ("61: 24/23/17", "")).games[0].entries[0].moves == (
        Move(24, 23),
        Move(23, 17),
    )
    home = set_position({5: 1, 6: 1}, {6: 14})
    assert canonical_of(home, ("61: 6/5 5/0", "")).games[0].entries[0].moves == (Move(6, 5), Move(5, 0))


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    transcript = check(mat(game(*DROPPED, wins(1)))).transcript
    assert transcript is not None
    with pytest.raises(Unwritable) as refusal:
        write(transcript, "papyrus")
    assert refusal.value.code == "unknown_format"


def test_e5_doubles_and_beavers_are_told_by_the_cube_they_come_to() -> None:
    rows: list[tuple[str, str]] = [DROPPED[0], ("Doubles", "Beavers"), ("21: 13/11 6/5", "")]
    double, beaver = canonical_of(*rows, length=0).games[0].entries[2:4]
    assert (double.kind, double.value) == (EntryKind.DOUBLE, 2)
    assert (beaver.kind, beaver.value) == (EntryKind.BEAVER, 4)
