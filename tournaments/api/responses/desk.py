"""Calls, tables, players who are away, and matches that are suspended."""

from __future__ import annotations

from datetime import datetime

from rules.match import Side
from tournaments.api.response import Blank, Response, of


class AutomaticResponse(Response):
    """Whether free tables go automatically to the matches that wait."""

    is_on: bool = of("calls_automatically")


class TablePurposeResponse(Response):
    """The purpose of a table; a table out of order, reserved or used for streaming is not assigned automatically."""

    id: str = of("uid")
    name: str
    is_out_of_order: bool
    is_streaming: bool
    reserved_for: str | None = of("reserved_for.uid")


class AvailabilityResponse(Response):
    """The times at which a player can be called; null without a limit."""

    player: str = of("player.uid")
    away_until: datetime | None
    leaves_at: datetime | None
    not_before: datetime | None
    note: str


class SuspensionResponse(Response):
    """The state of a match when it was suspended; `resumed_at` is set when play resumes."""

    id: str = of("uid")
    match: str = of("match.uid")
    score: list[int] = of(
        words="The points of both sides, side one first.", get=lambda row: [row.score_one, row.score_two]
    )
    cube: int
    cube_owner: Side | Blank
    clocks: list[int | None] = of(
        words="What the clocks showed in seconds, side one first.",
        get=lambda row: [row.clock_one, row.clock_two],
    )
    xgid: str
    note: str
    at: datetime
    resumed_at: datetime | None
