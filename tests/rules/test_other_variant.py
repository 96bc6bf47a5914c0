"""A record without the name of its variant is told to be one of it."""

from __future__ import annotations

from random import Random

import pytest

from rules import BACKGAMMON, VARIANTS, Severity, Variant, check, write
from rules.notation._mat_words import variant_named
from tests.rules.matches import random_match
from tests.rules.records import codes, game, mat, wins

SLIPS = mat(game(("31: 8/5 6/5", "42: 7/3 6/4"), ("61: 13/7 7/6", "43: 7/3 10/7"), wins(1)), length=1)


def hints(data: str | bytes) -> list[tuple[Variant | None, str]]:
    """The variants that the remarks name, each with the problems left."""
    return [
        (variant_named(problem.found), problem.expected)
        for problem in check(data).problems
        if problem.code == "other_variant"
    ]


@pytest.mark.parametrize("variant", [value for value in VARIANTS.values() if value.variation])
def test_a_record_of_another_variant_is_told(variant: Variant) -> None:
    chance = Random(f"other {variant.code}")
    text = write(random_match(chance, variant=variant, length=5), "mat")
    assert hints(text) == []
    lines = [line for line in text.split("\n") if "[Variation " not in line]
    for said in [None, *VARIANTS.values()]:
        # Hypergammon with a checker more may show one fault alone, which has its sentence already.
        is_alike = said is not None and said.code[:5] == variant.code[:5]
        if (said or BACKGAMMON) is not variant and not is_alike:
            head = f'; [Variation "{said.variation}"]\n' if said else ""
            report = check(head + "\n".join(lines))
            assert hints(head + "\n".join(lines)) == [(variant, "0")], said
            assert report.transcript is not None
            assert report.transcript.variant is (said or BACKGAMMON)
            hint = next(problem for problem in report.problems if problem.code == "other_variant")
            assert hint.severity is Severity.REMARK


def test_a_game_of_few_rows_is_told_by_one_play_that_only_another_variant_explains() -> None:
    text = game(("43: 24/20 23/20", "31: 24/23 13/10"), ("61: 13/7 8/7", ""))
    assert hints(mat(text)) == [(VARIANTS["nackgammon"], "0")]
    text = game(("31: 8/5 6/5", "42: 13/9 23/21"), ("61: 13/7 8/7", ""), wins(1))
    assert codes(check(mat(text, length=1))).count("no_checker") == 1
    assert hints(mat(text, length=1)) == [(VARIANTS["nackgammon"], "0")]


def test_plays_written_badly_tell_their_variant_by_where_they_begin() -> None:
    text = game(("31: 6/3 4/3", "42: 23/21 24/20"), ("61: 23/17 24/23", ""), wins(1))
    assert hints(mat(text, length=1)) == [(VARIANTS["nackgammon"], "2")]


def test_slips_are_no_other_variant() -> None:
    assert codes(check(SLIPS)).count("no_checker") > 1
    assert hints(SLIPS) == []


def test_a_slip_of_its_own_is_left() -> None:
    text = write(random_match(Random("slip"), variant=VARIANTS["nackgammon"], length=5), "mat")
    lines = [line for line in text.split("\n") if "[Variation " not in line]
    lines[-3] += " Doubles => 64"
    assert hints("\n".join(lines))[0][0] is VARIANTS["nackgammon"]
