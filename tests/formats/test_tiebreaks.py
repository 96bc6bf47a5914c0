"""Tiebreaks by hand, by published examples, and by what every ranking promises."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import FormatError, Problem
from tournaments.formats.rounds import PlayedMatch, Record
from tournaments.formats.tiebreaks import (
    TIEBREAKS,
    Ranked,
    Tiebreak,
    Unplayed,
    order_of,
    points_of,
    rank_records,
    require_records,
)

B, S, H = Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER, Tiebreak.HEAD_TO_HEAD


def crosstable(*lines: str) -> dict[str, Record]:
    """Read who met whom: `a b+ c- bye - d#` is a: beat b, lost to c, had a bye, was absent, won against d unplayed.

    A loss that was not played is `=`, a double forfeit `0`.
    """
    records = {}
    for line, text in enumerate(lines):
        uid, *rounds = text.split()
        records[uid] = Record(uid, line)
        for number, cell in enumerate(rounds, start=1):
            if cell == "-":
                continue
            records[uid].rounds.append(number)
            if cell == "bye":
                records[uid].byes.append(number)
            else:
                has_won = {"+": True, "#": True, "-": False, "=": False, "0": None}[cell[1:]]
                records[uid].meetings.append(PlayedMatch(number, cell[0], has_won, cell[1:] in "+-"))
    return records


def value(
    records: dict[str, Record],
    tiebreak: Tiebreak,
    uid: str,
    *,
    rounds: int,
    unplayed: Unplayed = Unplayed.VIRTUAL_OPPONENT,
    bye: int = 2,
) -> int:
    """The value of one entrant, looked at beside everybody else as if all were tied."""
    rows = rank_records(
        records,
        dict.fromkeys(records, 0)
        if unplayed is Unplayed.VIRTUAL_OPPONENT
        else {one: points_of(record, bye=bye) for one, record in records.items()} | {"twin": 0},
        order=[tiebreak],
        unplayed=unplayed,
        rounds=rounds,
        bye=bye,
    )
    (row,) = [row for row in rows if row.entrant == uid]
    return dict(row.tiebreaks)[tiebreak.value]


def test_an_order_is_what_stands_before_the_first_share() -> None:
    assert order_of() == order_of(Tiebreak.SHARE) == order_of(Tiebreak.SHARE, Tiebreak.SHARE) == ()
    assert order_of(B, S, Tiebreak.SHARE) == (B, S)
    assert order_of(B, H) == (B, H)


def test_an_order_that_makes_no_sense_is_refused_with_all_its_faults() -> None:
    with pytest.raises(FormatError) as refusal:
        order_of(B, B, Tiebreak.SHARE, S)
    assert refusal.value.problems == (
        Problem("tiebreak_after_share", {"tiebreak": "sonneborn_berger"}),
        Problem("duplicate_tiebreak", {"tiebreak": "buchholz"}),
    )


def test_points_are_two_for_a_win_and_what_a_bye_is_worth() -> None:
    record = crosstable("a b+ c- bye d# e0 bye")["a"]
    assert [points_of(record, bye=bye) for bye in (2, 1, 0)] == [8, 6, 4]
    assert [points_of(record, until=number) for number in (1, 2, 3, 4, 7)] == [0, 2, 2, 4, 8]


# Four rounds among six, worked out by hand.
SIX = (
    "a b+ c+ d- e+",
    "b a- d+ e+ f+",
    "c d+ a- f+ -",
    "d c- b- a+ bye",
    "e f+ bye b- a-",
    "f e- - c- b-",
)


@pytest.mark.parametrize(
    ("tiebreak", "points"),
    [
        # Opponents: b 6, c 4 + 1 for the round missed = 5, d 2 + 1 = 3, e 2 + 1 = 3.
        (Tiebreak.BUCHHOLZ, 6 + 5 + 3 + 3),
        (Tiebreak.BUCHHOLZ_CUT, 6 + 5 + 3),
        (Tiebreak.MEDIAN_BUCHHOLZ, 5 + 3),
        (Tiebreak.SONNEBORN_BERGER, 2 * (6 + 5 + 3)),
        (Tiebreak.WINS, 3),
        (Tiebreak.POINTS_DIFFERENCE, 0),
    ],
)
def test_each_tiebreak_by_hand(tiebreak: Tiebreak, points: int) -> None:
    records = crosstable(*SIX)
    rows = rank_records(records, dict.fromkeys(records, 0), order=[tiebreak], rounds=4)
    assert dict(next(row.tiebreaks for row in rows if row.entrant == "a"))[tiebreak.value] == points


def test_equal_points_are_told_apart_in_the_order_of_the_list() -> None:
    records = crosstable(*SIX)
    points = {uid: points_of(record) for uid, record in records.items()}
    rows = rank_records(records, points, order=[H, B], rounds=4)
    # 6 points: a beat b. 4 points: c, d and e; d has met c only, so that the direct matches say nothing.
    assert [row.entrant for row in rows[:2]] == ["a", "b"]
    # Everybody has every figure, also who is told apart before it is looked at.
    assert rows[0] == Ranked("a", 1, 1, (("head_to_head", 2), ("buchholz", 4 + 4 + 4 + 5)))
    # c: d 3, a 6, f 1; the round missed was at 4 points: 4 + 2 + 0. d: c 5, b 6, a 6, bye 2 + 0 + 0.
    # e: f 1, b 6, a 6; the bye was at 2 points: 2 + 0 + 2.
    assert rows[2:5] == (
        Ranked("d", 3, 3, (("buchholz", 5 + 6 + 6 + 2),)),
        Ranked("e", 4, 4, (("buchholz", 1 + 6 + 6 + 4),)),
        Ranked("c", 5, 5, (("buchholz", 3 + 6 + 1 + 6),)),
    )
    assert [code for code, _ in rows[5].tiebreaks] == ["buchholz"]


def test_who_stays_tied_shares_the_place_in_the_order_of_lines() -> None:
    records = crosstable("a c+", "b d+", "c a-", "d b-")
    points = {uid: points_of(record) for uid, record in records.items()}
    rows = rank_records(records, points, order=[B, H], rounds=1)
    assert [(row.entrant, row.place, row.last_place) for row in rows] == [
        ("a", 1, 2),
        ("b", 1, 2),
        ("c", 3, 4),
        ("d", 3, 4),
    ]
    assert rows[0].tiebreaks == (("buchholz", 0),)


@pytest.mark.parametrize(
    ("lines", "decides"),
    [
        # Everybody has met everybody of the three.
        (("a b+ c+", "b a- c+", "c a- b-"), True),
        # One pair has not met.
        (("a b+ c+", "b a- d+", "c a- d-", "d b- c+"), False),
        # One pair has met twice.
        (("a b+ c+ b+", "b a- c+ a-", "c a- b- d+", "d - - c-"), False),
    ],
)
def test_head_to_head_counts_where_all_tied_have_met_equally_often(
    lines: tuple[str, ...], decides: bool
) -> None:
    records = crosstable(*lines)
    points = {uid: 1 if uid in "abc" else 0 for uid in records}
    rows = rank_records(records, points, order=[H], rounds=3)
    if decides:
        assert [(row.entrant, row.tiebreaks) for row in rows] == [
            ("a", (("head_to_head", 4),)),
            ("b", (("head_to_head", 2),)),
            ("c", (("head_to_head", 0),)),
        ]
    else:
        assert rows[0].tiebreaks == ()
        assert rows[0].last_place == 3


def test_points_difference_counts_known_scores_of_matches_played() -> None:
    records = {"a": Record("a", 0), "b": Record("b", 1)}
    records["a"].meetings = [
        PlayedMatch(1, "b", True, True, (7, 3)),
        PlayedMatch(2, "b", False, True, (5, 7)),
        PlayedMatch(3, "b", True, False, (7, 0)),
        PlayedMatch(4, "b", True, True),
    ]
    rows = rank_records(records, {"a": 0, "b": 0}, order=[Tiebreak.POINTS_DIFFERENCE, Tiebreak.WINS])
    assert rows[0].tiebreaks == (("points_difference", 2), ("wins", 2))


def test_board_points_are_the_own_points_of_matches_played() -> None:
    records = {"a": Record("a", 0), "b": Record("b", 1)}
    records["a"].meetings = [
        PlayedMatch(1, "b", True, True, (3, 2)),
        PlayedMatch(2, "b", False, True, (1, 4)),
        PlayedMatch(3, "b", True, False, (5, 0)),
        PlayedMatch(4, "b", True, True),
    ]
    rows = rank_records(records, {"a": 0, "b": 0}, order=[Tiebreak.BOARD_POINTS])
    assert [(one.entrant, one.tiebreaks) for one in rows] == [
        ("a", (("board_points", 4),)),
        ("b", (("board_points", 0),)),
    ]


def test_the_published_examples_of_fide_in_half_points() -> None:
    """Examples 1 and 2 of C.02 13.15: 1.5 points and absent in round 3; 3.5 points and a walkover in round 6.

    The half points there are byes for half a point.
    """
    absent = crosstable("p bye o+ - o+ o+ o+ o+ o+ o+", "o - - - - - - - - -")
    walkover = crosstable("p bye o+ o+ o+ - o#", "o - - - - -")
    # What the other rounds give: a virtual opponent for the bye, and o with half a point for each of nine rounds.
    bye_of_nine, bye_of_six = 0 + 1 + 8, 0 + 1 + 5
    assert value(absent, B, "p", rounds=9, bye=1) - bye_of_nine - 7 * 9 == 11
    assert value(absent, B, "p", rounds=3, bye=1) - (0 + 1 + 2) - 7 * 3 == 5
    assert points_of(walkover["p"], bye=1, until=6) == 7
    absence_in_round_5 = 7 + 2 + 1
    assert value(walkover, B, "p", rounds=6, bye=1) - bye_of_six - 3 * 6 - absence_in_round_5 == 7


def test_the_published_examples_of_vega_in_half_points() -> None:
    """Vega's manual, appendix I: a default win in round 3 with 2 points, an absence in round 7 with 4 points.

    Each has 6 points of nine rounds. They give 5 and 6 points of Buchholz; to opponents the two are worth 5.5 and 6.5.
    """
    crosses = crosstable("a x+ x+ y# x+ x+ x+ x- x- x-", "x a- a- - a- a- a- a+ a+ a+")
    without = crosstable("a x+ x+ x+ x+ x+ x- x- x-", "x a- a- a- a- a- a+ a+ a+")
    each_as_opponent = value(crosses, B, "x", rounds=9)
    # x meets a eight times, and has been absent once at no points: 0 + 2 + 6.
    assert each_as_opponent == 8 * 11 + 8
    assert value(without, B, "x", rounds=8) == 8 * 10
    # x has 3 wins and half a point.
    assert value(crosses, B, "a", rounds=9) == 8 * 7 + 10

    absent = crosstable("b x+ x+ x+ x+ x- x- - x+ x+", "x b- b- b- b- b+ b+ - b- b-")
    assert points_of(absent["b"]) == 12
    assert value(absent, B, "b", rounds=9) == 8 * 5 + 12
    assert value(absent, B, "x", rounds=9) == 8 * 13 + (4 + 2 + 2)


@pytest.mark.parametrize(
    ("unplayed", "buchholz", "sonneborn_berger"),
    [
        # a: beat b (2 points), had a bye and a walkover against c (2 points), and was absent; it has 6 points.
        (Unplayed.OWN_POINTS, 2 + 6 + 6 + 6, 2 * (2 + 6 + 6)),
        (Unplayed.NOTHING, 2, 4),
        (Unplayed.AS_PLAYED, 2 + 2, 8),
        # b has 2 and half a point for three absences; the bye 2 + 0 + 2, the walkover 4 + 0 + 1, the absence 6 + 2.
        (Unplayed.VIRTUAL_OPPONENT, (0 + 3) + 4 + 5 + 8, 2 * (3 + 4 + 5)),
    ],
)
def test_what_is_not_played_counts_as_declared(
    unplayed: Unplayed, buchholz: int, sonneborn_berger: int
) -> None:
    records = crosstable("a b+ bye c# -", "b a- - - -", "c - d+ a= -", "d - c- - -")
    points = {"a": 6, "b": 2, "c": 2, "d": 6}
    rows = rank_records(records, points, order=[B, S], unplayed=unplayed, rounds=4)
    (row,) = [row for row in rows if row.entrant == "a"]
    assert dict(row.tiebreaks)["buchholz"] == buchholz
    (row,) = [
        row
        for row in rank_records(records, points, order=[S], unplayed=unplayed, rounds=4)
        if row.entrant == "a"
    ]
    assert dict(row.tiebreaks) == {"sonneborn_berger": sonneborn_berger}


def test_an_opponent_who_is_in_the_stage_no_more_counts_nothing() -> None:
    records = crosstable("a x+", "b -")
    rows = rank_records(records, {"a": 0, "b": 0}, order=[B], rounds=1, unplayed=Unplayed.NOTHING)
    assert [row.tiebreaks for row in rows] == [(("buchholz", 0),)] * 2


CELLS = st.sampled_from(["+", "-", "#", "=", "0", "bye", "absent"])


@given(
    rounds=st.lists(st.lists(CELLS, min_size=6, max_size=6), max_size=5),
    order=st.lists(st.sampled_from([one for one in Tiebreak if one is not Tiebreak.SHARE]), unique=True),
    unplayed=st.sampled_from(Unplayed),
)
def test_every_ranking_is_an_order_with_declared_ties(
    rounds: list[list[str]], order: list[Tiebreak], unplayed: Unplayed
) -> None:
    lines = [
        " ".join(
            [
                uid,
                *(
                    {"bye": "bye", "absent": "-"}.get(cells[line], f"{'bcdefa'[line]}{cells[line]}")
                    for cells in rounds
                ),
            ]
        )
        for line, uid in enumerate("abcdef")
    ]
    records = crosstable(*lines)
    points = {uid: points_of(record) for uid, record in records.items()}
    rows = rank_records(records, points, order=order, unplayed=unplayed, rounds=len(rounds))
    assert sorted(row.entrant for row in rows) == list("abcdef")
    for position, row in enumerate(rows, start=1):
        assert row.place <= position <= row.last_place
        assert [code for code, _ in row.tiebreaks] == [
            one.value for one in order if one.value in dict(row.tiebreaks)
        ]
    for above, below in pairwise(rows):
        if above.place == below.place:
            assert (above.last_place, above.tiebreaks) == (below.last_place, below.tiebreaks)
            assert points[above.entrant] == points[below.entrant]
            assert records[above.entrant].line < records[below.entrant].line
        else:
            assert above.last_place + 1 == below.place
            assert points[above.entrant] >= points[below.entrant]
    backwards = dict(reversed(records.items()))
    assert rank_records(backwards, points, order=order, unplayed=unplayed, rounds=len(rounds)) == rows


def test_a_tiebreak_without_a_record_fails_by_its_name() -> None:
    require_records(TIEBREAKS)
    with pytest.raises(LookupError, match=r"no record of the tiebreaks wins$"):
        require_records(TIEBREAKS.keys() - {Tiebreak.WINS})
