"""Seasons of federations: their days, the scheme of points, and what counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from tournaments.points import SCHEMES

from .fields import Maybe, Request, choice, day, items, json, number, text

_MOST_CLASSES = 20
_SEASON = ("best", "drop", "halving")
_PLANNED = ("events", "players", "matches", "length")


class CountingClassRequest(Request):
    """A class of events that count."""

    name: str = text("The class as sanctions have it.", max_length=20)
    division: Maybe[int] = number("The rank of its division; 1 when absent.", min_value=1, max_value=20)
    weight: Maybe[str | None] = text(
        "A decimal number in place of the weight of the division.", max_length=24, example="0.7"
    )


class PointsSeasonRequest(Request):
    """A season to set up, or what to change of one."""

    name: str = text(max_length=80, example="2026")
    starts_on: date = day("The first day.")
    ends_on: date = day("The last day.")
    scheme: Maybe[str] = choice(
        "A published scheme; this or a scheme of one's own is needed.", choices=list(SCHEMES)
    )
    own_scheme: Maybe[dict[str, Any]] = json("A scheme of one's own, as docs/points.md describes it.")
    best: Maybe[int | None] = number("At most so many results count.", min_value=1, max_value=1000)
    drop: Maybe[int] = number("So many events do not count.", min_value=0, max_value=1000)
    halving: Maybe[int] = number("Points are halved after so many months.", min_value=0, max_value=1000)
    classes: Maybe[list[dict[str, Any]]] = items(
        "Only events of these classes count; every event without them.",
        child=CountingClassRequest,
        max_length=_MOST_CLASSES,
    )
    events: Maybe[int] = number("The planned number of events.", min_value=0, max_value=1000)
    players: Maybe[int] = number("The largest field of an event to come.", min_value=1, max_value=10_000)
    matches: Maybe[int] = number("The most matches that somebody wins in one.", min_value=0, max_value=200)
    length: Maybe[int] = number("The longest match in one.", min_value=1, max_value=1000)

    def terms(self, present: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the terms as plain values; what is absent stays as in the `present` ones."""
        values = self.given()
        terms = dict(present or {})
        if "own_scheme" in values:
            terms["scheme"] = values["own_scheme"]
        elif "scheme" in values:
            terms["scheme"] = SCHEMES[values["scheme"]].to_dict()
        scheme, rule = terms.get("scheme"), _chosen(values, _SEASON)
        if rule and isinstance(scheme, Mapping) and isinstance(scheme.get("season", {}), Mapping):
            terms["scheme"] = {**scheme, "season": {**scheme.get("season", {}), **rule}}
        if "classes" in values:
            terms["classes"] = [_counting(one) for one in values["classes"]]
        if planned := _chosen(values, _PLANNED):
            terms["planned"] = {**terms.get("planned", {}), **planned}
        return terms

    @property
    def scheme_code(self) -> str | None:
        """The code of the published scheme, empty for one of one's own; None where neither is named."""
        values = self.given()
        return "" if "own_scheme" in values else values.get("scheme")


def _chosen(values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values}


def _counting(one: Mapping[str, Any]) -> dict[str, Any]:
    values = CountingClassRequest.of(one).given()
    return {"class": values.pop("name"), **values}
