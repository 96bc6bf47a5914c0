"""Points a second time, slowly: floats, every tie expanded into its places, straight from the data of a scheme."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log2, sqrt
from typing import Any


def points(scheme: dict[str, Any], event: dict[str, Any]) -> dict[str, float]:
    """The points of each entrant of an event, both as data."""
    field = event["players"]
    present = {place.get("flight", "main") for one in event["entrants"] for place in one["places"]}
    divisions = scheme["divisions"]
    division = event.get("division_weight", divisions[min(event.get("division", 1), len(divisions)) - 1])
    weight = _float(event.get("weight", 1)) * _float(division)
    answer: dict[str, float] = {}
    for one in event["entrants"]:
        wins = sum(_win(scheme["wins"], win) for win in one["wins"])
        by_flight = [_range(scheme["places"], event, field, present, place) for place in one["places"]]
        places = max(by_flight, default=0) if scheme["flights"] == "higher" else sum(by_flight)
        wins *= weight if "wins" in scheme["weighted"] else 1
        places *= weight if "places" in scheme["weighted"] else 1
        total = max(wins, places) if scheme["combination"] == "higher" else wins + places
        has_won = scheme["wins"] is not None and any(
            win["kind"] in scheme["wins"]["kinds"] for win in one["wins"]
        )
        if one["attended"] and not (scheme["attendance_without_wins"] and has_won):
            total += _float(scheme["attendance"])
        answer[one["entrant"]] = total + _float(scheme["settlement"]) * one["settlements"]
    return answer


def _float(number: object) -> float:
    return float(Fraction(str(number)))


def _win(rule: dict[str, Any] | None, win: dict[str, Any]) -> float:
    if rule is None or win["kind"] not in rule["kinds"]:
        return 0
    size: float = {"match": 1, "length": win["length"], "root": sqrt(win["length"])}[rule["measure"]]
    return _float(rule["points"]) * size


def _range(
    rule: dict[str, Any] | None, event: dict[str, Any], field: int, present: set[str], place: dict[str, Any]
) -> float:
    if rule is None:
        return 0
    flight, first, last = place.get("flight", "main"), place["from"], place["to"]
    paid = event.get("paid", {})
    value: Callable[[int], float] = _VALUES[rule["kind"]](rule, event, field, present, flight)
    amounts = [value(rank) if rank <= paid.get(flight, 10**9) else 0.0 for rank in range(first, last + 1)]
    return amounts[0] if rule["tie"] == "first" else sum(amounts) / len(amounts)


def _bucket(buckets: list[dict[str, Any]], field: int, name: str) -> Any:
    return [one for one in buckets if one["players"] <= field][-1][name]


def _table(rule: dict[str, Any], _event: object, field: int, _present: object, flight: str) -> Any:
    rows = _bucket(rule["tables"], field, "flights").get(flight, {})
    return lambda rank: _float(rows.get(str(rank), 0))


def _function(rule: dict[str, Any], _event: object, field: int, _present: object, flight: str) -> Any:
    size = rule["times"] * field
    growth: float = {"none": 1, "count": size, "root": sqrt(size), "log2": log2(size)}[rule["growth"]]
    factors = [_float(factor) for factor in rule["factors"]]
    limit = _bucket(rule["places"], field, "places") if rule["places"] else field

    def value(rank: int) -> float:
        if flight not in rule["flights"] or rank > limit:
            return 0
        factor = factors[rank - 1] if rank <= len(factors) else 1 / (rank - rule["offset"])
        return _float(rule["scale"]) * growth * factor

    return value


def _pool(rule: dict[str, Any], event: dict[str, Any], field: int, present: set[str], flight: str) -> Any:
    factors = event.get("factors") or _bucket(rule["factors"], field, "flights")
    paid = {name: all_of[: event.get("paid", {}).get(name, 10**9)] for name, all_of in factors.items()}
    whole = sum(_float(factor) for name, all_of in paid.items() if name in present for factor in all_of)

    def value(rank: int) -> float:
        own = paid.get(flight, [])
        return _float(rule["scale"]) * field * _float(own[rank - 1]) / (whole or 1) if rank <= len(own) else 0

    return value


_VALUES: dict[str, Any] = {"table": _table, "function": _function, "pool": _pool}
