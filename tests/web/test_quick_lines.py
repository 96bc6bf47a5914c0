"""What the quick line makes of what is typed; the script of the board reads the same cases in tests/js."""

from __future__ import annotations

import json

import pytest

from matches.models import Match, Side
from tests.postgres_plugin import ROOT
from tournaments.models import Event, Pairing, Stage
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine
from tournaments.web.hall.quick_result import quick_results

_CASES = json.loads((ROOT / "tests/data/quick_lines.json").read_text())


def _line(one: str, two: str, length: int, table: str) -> MatchLine:
    match = Match(length=length, one=Side(full_name=one), two=Side(full_name=two))
    # A match of a draw has a pairing, which says that it is no series.
    Pairing(match=match)
    return MatchLine(
        match=match,
        stage=Stage(event=Event(name="Main")),
        round=1,
        declared=None,
        slot=0,
        state=SlotState.OPEN,
        table=table,
        score=None,
        reported_at=None,
        dispute=None,
    )


def test_each_line_is_read_as_the_cases_say() -> None:
    lines = [_line(**row) for row in _CASES["matches"]]
    places = {id(line): number for number, line in enumerate(lines)}
    assert {
        typed: [
            [places[id(one.line)], one.winner.value, one.points, one.winner_points, one.is_complete]
            for one in quick_results(typed, lines)
        ]
        for typed in _CASES["lines"]
    } == _CASES["lines"]


@pytest.mark.parametrize("typed", ["", "/"])
def test_nothing_typed_means_nothing(typed: str) -> None:
    assert quick_results(typed, [_line("Ann Arbor", "Bob Bear", 7, "1")]) == []
