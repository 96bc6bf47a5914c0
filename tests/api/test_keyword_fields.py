"""A field of a response may be called by a keyword of Python."""

from __future__ import annotations

from tournaments.api.response import render
from tournaments.api.responses.finish import FinishResponse
from tournaments.queries.draws.finish import FinishLine


def test_a_row_and_a_response_of_it_are_shown_alike() -> None:
    line = FinishLine("e1", "Anna", is_withdrawn=False, first=3, last=4, stages=())
    content = {"entrant": "e1", "from": 3, "to": 4, "stages": []}
    assert render(FinishResponse, line) == content
    assert render(FinishResponse, FinishResponse.from_row(line)) == content
