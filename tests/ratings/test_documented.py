"""docs/ratings.md: the example worked by hand, the table of formulas, and the reasons and rules of what counts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.ratings.counting_twin import documented_reasons
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.ratings.counting import CountingRules, UnratedReason
from tournaments.ratings.counting.verdicts import NEVER_RATED

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


def test_the_page_has_every_reason_at_its_place() -> None:
    assert documented_reasons() == tuple(UnratedReason)
    numbers = re.findall(r"^\| (\d+) \| `", _PAGE, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(UnratedReason) + 1)]
    assert list(NEVER_RATED) == list(UnratedReason)[:9]
    assert "No rule can rate the first nine." in _PAGE


def test_the_page_has_every_field_of_counting_rules_with_its_default() -> None:
    block = re.search(r"^```json\n(.*?)^```$", _PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    written = json.loads(block[1])
    rules = CountingRules.from_dict(written)
    assert rules == CountingRules(body=written["body"])
    assert list(rules.to_dict()) == list(written)
