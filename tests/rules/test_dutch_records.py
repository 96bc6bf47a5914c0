"""Records of Dutch backgammon (V3): followed by the check, and the same after writing and reading."""

from __future__ import annotations

from random import Random

import pytest

from rules import DUTCH, canonical, check, problems, replay, write
from rules.position import Position

from .matches import QUIET, random_match
from .records import codes, codes_in, game, mat, wins

HEADER = '; [Variation "Dutch"]'


def test_v3_who_opens_may_have_rolled_a_double() -> None:
    record = mat(game(("66: out/19(4)", "21: out/24 out/23")), header=HEADER, length=3)
    report = check(record)
    assert codes(report) == ["game_not_finished", "match_not_finished"]
    assert report.transcript is not None
    assert report.transcript.variant is DUTCH
    last = replay(report.transcript)[-1]
    assert last.notation == "out/24 out/23"
    assert last.after.outside == (13, 11)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        # The checker that would hit is the first to come home.
        ((("66: out/7 out/19", "54: out/20 out/21"), ("21: 7/5* out/24", "")), "hit_too_early"),
        ((("65: out/19 19/14", "43: out/21"),), "under_play"),
        ((("65: out/20 out/20", ""),), "wrong_die"),
        ((("65: 13/8 out/19", ""),), "no_checker"),
        ((("65: out/20 out/19", "Doubles => 2"), ("Takes", "")), "cube_not_in_use"),
    ],
)
def test_v3_what_breaks_a_rule_of_the_variant_is_found(rows: tuple[tuple[str, str], ...], code: str) -> None:
    assert codes_in(game(*rows), header=HEADER, length=3) == [code]


@pytest.mark.parametrize(("points", "codes"), [(2, []), (3, ["resigned_too_high"])])
def test_v3_nobody_loses_more_than_a_gammon(points: int, codes: list[str]) -> None:
    rows = (("65: out/20 out/19", "43: out/21 out/22"), wins(points))
    assert codes_in(game(*rows), header=HEADER, length=3) == codes


@pytest.mark.parametrize("notation", ["mat", "mat-xg", "mat-galaxy"])
def test_v3_played_matches_are_clean_and_the_same_when_they_are_read_again(notation: str) -> None:
    for seed in range(3):
        match = random_match(Random(seed), variant=DUTCH, length=3, luck=QUIET)
        assert problems(match) == ()
        report = check(write(match, notation).encode())
        assert report.transcript is not None
        assert canonical(report.transcript) == canonical(match)
        assert codes(report) == []


def test_v3_the_steps_of_a_game_begin_with_everybody_outside() -> None:
    match = random_match(Random(7), variant=DUTCH, length=1, luck=QUIET)
    first, *_, last = replay(match)
    assert first.before == Position.start(DUTCH)
    assert last.after.outside == (0, 0) or last.after.has_lost
