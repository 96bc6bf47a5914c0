"""docs/points.md: every example is what its scheme computes, and the table names every scheme."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.points import SCHEMES, PointsEvent, score
from tournaments.points.numbers import as_text
from tournaments.points.stream import lines_of

_PAGE = (Path(__file__).parents[2] / "docs" / "points.md").read_text()


@pytest.mark.parametrize("code", SCHEMES)
def test_the_example_of_a_scheme_is_what_it_computes(code: str) -> None:
    section = _PAGE.partition(f"### `{code}`\n")[2].partition("\n#")[0]
    event, *answers = re.findall(r"^    (.+)$", section, re.MULTILINE)
    scores = score(SCHEMES[code], PointsEvent.from_dict(json.loads(event)))
    assert [f"{one.entrant} {as_text(one.points)}" for one in scores] == answers
    assert sum(one.points for one in scores) > Fraction(0)


def test_the_table_names_every_scheme_and_whether_it_is_verified() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| (yes|no) \|$", _PAGE, re.MULTILINE)
    assert {code: answer == "yes" for code, answer in rows} == {
        code: scheme.is_verified for code, scheme in SCHEMES.items()
    }


def test_the_race_is_what_it_says() -> None:
    *lines, answer = re.findall(r"^    (.+)$", _PAGE.partition("## The season\n")[2], re.MULTILINE)
    *_, race = lines_of(SCHEMES["neu-isenburg"], lines, with_season=True)
    assert race == json.loads(answer)


def test_the_page_lists_every_code_of_a_refusal() -> None:
    code = re.compile(r'(?:InvalidData\(|code: str = )\s*"(\w+)"')
    room = Path(__file__).parents[2] / "tournaments"
    modules = [room / "plain_data.py", *(room / "points").glob("*.py")]
    listed = re.findall(r"^\| `(\w+)` \| ", _PAGE.partition("## What is refused\n")[2], re.MULTILINE)
    assert set(listed) == {name for module in modules for name in code.findall(module.read_text())}
    assert len(listed) == len(set(listed))
