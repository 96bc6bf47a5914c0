"""docs/ratings.md: the example worked by hand is what the formula computes, and the table names every formula."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tournaments.ratings import FORMULAS, UNITS, RatedPlayer

_PAGE = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text()


def _figure(step: str) -> str:
    match = re.search(rf"^\| {re.escape(step)}.*\| ([\d.]+) \|$", _PAGE, re.MULTILINE)
    assert match is not None, step
    return match[1]


def test_the_example_worked_by_hand_is_what_fibs_computes() -> None:
    winner, loser = RatedPlayer(1550 * UNITS, 1000), RatedPlayer(1650 * UNITS, 50)
    fibs: Any = FORMULAS["fibs"]
    gain, loss = fibs.changes(winner, loser, length=9)
    assert _figure("the winner gains") == f"{gain / UNITS:.9f}"
    assert _figure("the loser loses") == f"{-loss / UNITS:.9f}"
    assert _figure("chance of the winner") == f"{fibs.chance(winner, loser, length=9):.9f}"
    assert _figure("10 ^ 0.15") == f"{10**0.15:.9f}"
    without_ramp: Any = FORMULAS["fibs-no-ramp"]
    both = without_ramp.changes(winner, loser, length=9)
    assert f"Without a ramp both are {both[0] / UNITS:.9f}" in _PAGE


def test_the_table_names_every_formula_and_whether_it_is_verified() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| (yes|no) \|$", _PAGE, re.MULTILINE)
    assert {code: answer == "yes" for code, answer in rows} == {
        code: formula.is_verified for code, formula in FORMULAS.items()
    }
