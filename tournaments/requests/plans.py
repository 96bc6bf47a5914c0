"""Plans of whole events."""

from __future__ import annotations

from typing import Any

from .fields import Maybe, Request, items, json, number
from .frame import FeedRequest


class PlanRequest(Request):
    """A plan to be checked; nothing is created."""

    plan: dict[str, Any] = json("As `GET /api/v1/events/<id>/plan/` shows one.")
    entrants: Maybe[int | None] = number("Any usual number when absent.", min_value=1, max_value=1024)
    tables: Maybe[int | None] = number(min_value=0, max_value=500)


class StageFeedsRequest(Request):
    """All feeds of a stage."""

    feeds: list[dict[str, Any]] = items(child=FeedRequest, max_length=20)
