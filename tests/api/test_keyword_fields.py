"""A field of a response may be called by a keyword of Python."""

from __future__ import annotations

from tournaments.api.response import render
from tournaments.api.responses.stages import StageFinishResponse
from tournaments.models import Stage
from tournaments.queries.draws.finish import StageFinish


def test_a_row_and_a_response_of_it_are_shown_alike() -> None:
    line = StageFinish(Stage(uid="s1"), None, first=3, last=4, words="Lost the semifinal.")
    content = {"stage": "s1", "group": None, "from": 3, "to": 4, "derivation": "Lost the semifinal."}
    assert render(StageFinishResponse, line) == content
    assert render(StageFinishResponse, StageFinishResponse.from_row(line)) == content
