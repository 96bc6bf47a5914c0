"""Events for the tests of points."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tournaments.points import SCHEMES, PointsEvent, PointsScheme, score


def entrant(
    name: str, *places: tuple[Any, ...], lengths: Iterable[int] = (), **more: object
) -> dict[str, object]:
    """An entrant as data: places as (from, to) or (from, to, flight), and the lengths of the matches won."""
    keys = ("from", "to", "flight")
    return {
        "entrant": name,
        "places": [dict(zip(keys, place, strict=False)) for place in places],
        "wins": [{"length": length} for length in lengths],
        **more,
    }


def points_of(scheme: str | PointsScheme, *entrants: dict[str, object], **event: object) -> list[Fraction]:
    """The points of each entrant of an event."""
    rules = SCHEMES[scheme] if isinstance(scheme, str) else scheme
    return [one.points for one in score(rules, PointsEvent.from_dict(event_of(*entrants, **event)))]


def event_of(*entrants: dict[str, object], **event: object) -> dict[str, object]:
    """An event as data."""
    return {"event": "Open", "entrants": list(entrants), **event}
