"""The facts that signals are read from; people, events and matches are opaque keys."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class MatchFact(NamedTuple):
    """A match that was played: its event, its two players, its length, and the minutes it took, None for unknown."""

    match: str
    event: str
    one: str
    two: str
    length: int
    minutes: int | None = None


class ReportFact(NamedTuple):
    """A report of a result by a player of the match, not by a desk."""

    match: str
    reporter: str
    at: datetime


class RatingWindow(NamedTuple):
    """The rating of a player, in billionths of a point, around the first day of an event.

    `before` is that at the start of the window, `entry` that on the day, `after` that at the end of the window.
    `is_capped` is whether the event had a cap that `before` did not meet and `entry` did.
    """

    player: str
    event: str
    before: int
    entry: int
    after: int
    is_capped: bool


class StayFact(NamedTuple):
    """An entrant's stay in an event: how often they came back after leaving, and the byes they had after that."""

    player: str
    event: str
    returns: int
    byes_on_return: int
