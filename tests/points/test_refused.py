"""What cannot be is refused, each with its code and its place."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from tests.points.factories import entrant, event_of
from tournaments.plain_data import LONGEST_LIST
from tournaments.points import SCHEMES, InvalidData, PointsEvent, PointsScheme

_TABLE: dict[str, Any] = {"kind": "table", "tables": [{"players": 1, "flights": {"main": {"1": 2}}}]}
_FUNCTION = {"kind": "function", "scale": 1}
_POOL = {"kind": "pool", "factors": [{"players": 1, "flights": {"main": [2, 1]}}]}


def _rows(rows: object) -> dict[str, object]:
    return {"places": {"kind": "table", "tables": [{"players": 1, "flights": {"main": rows}}]}}


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ([], "not_an_object", ""),
        ({"name": "x", "colour": "red"}, "unknown_key", "colour"),
        ({"name": "x", 7: "red"}, "unknown_key", "7"),
        ({"source": "x"}, "missing_key", "name"),
        ({"name": 7}, "not_a_text", "name"),
        ({"name": " "}, "text_empty", "name"),
        ({"name": "x" * 501}, "text_too_long", "name"),
        ({"verified": "yes"}, "not_a_boolean", "verified"),
        ({"wins": []}, "not_an_object", "wins"),
        ({"wins": {"points": "many"}}, "not_a_number", "wins.points"),
        ({"wins": {"points": True}}, "not_a_number", "wins.points"),
        ({"wins": {"points": None}}, "not_a_number", "wins.points"),
        ({"wins": {"points": "1/0"}}, "not_a_number", "wins.points"),
        ({"wins": {"points": "1e9"}}, "not_a_number", "wins.points"),
        ({"wins": {"points": float("nan")}}, "not_a_number", "wins.points"),
        ({"wins": {"points": Decimal("1E+999999")}}, "not_a_number", "wins.points"),
        ({"wins": {"points": -1}}, "number_too_small", "wins.points"),
        ({"wins": {"points": "-0.5"}}, "number_too_small", "wins.points"),
        ({"wins": {"points": 10**5000}}, "number_too_large", "wins.points"),
        ({"wins": {"points": 1, "measure": "luck"}}, "unknown_choice", "wins.measure"),
        ({"wins": {"points": 1, "measure": []}}, "unknown_choice", "wins.measure"),
        ({"wins": {"points": 1, "kinds": []}}, "list_too_short", "wins.kinds"),
        ({"wins": {"points": 1, "kinds": "played"}}, "not_a_list", "wins.kinds"),
        ({"wins": {"points": 1, "kinds": ["draw"]}}, "unknown_choice", "wins.kinds[0]"),
        ({"places": {"kind": "lottery"}}, "unknown_choice", "places.kind"),
        ({"places": {"tie": "split"}}, "missing_key", "places.kind"),
        ({"places": {**_TABLE, "scale": 1}}, "unknown_key", "places.scale"),
        ({"places": {**_TABLE, "luck": 1}}, "unknown_key", "places.luck"),
        ({"places": {**_TABLE, "tie": "lot"}}, "unknown_choice", "places.tie"),
        ({"places": {**_TABLE, "tables": []}}, "list_too_short", "places.tables"),
        ({"places": {**_TABLE, "tables": _TABLE["tables"] * 2}}, "sizes_unordered", "places.tables"),
        (_rows([]), "not_an_object", "places.tables[0].flights.main"),
        (_rows({"first": 1}), "not_a_place", "places.tables[0].flights.main.first"),
        (_rows({"1-": 1}), "not_a_place", "places.tables[0].flights.main.1-"),
        (_rows({"²": 1}), "not_a_place", "places.tables[0].flights.main.²"),
        (_rows({"0": 1}), "place_impossible", "places.tables[0].flights.main.0"),
        (_rows({"4-3": 1}), "place_impossible", "places.tables[0].flights.main.4-3"),
        (_rows({"99999": 1}), "place_impossible", "places.tables[0].flights.main.99999"),
        (_rows({"3": 1, "03": 2}), "place_twice", "places.tables[0].flights.main"),
        (_rows({str(place): 1 for place in range(1, 1002)}), "list_too_long", "places.tables[0].flights.main"),
        (_rows({"": 1}), "text_empty", "places.tables[0].flights.main name"),
        ({"places": {**_FUNCTION, "growth": "wild"}}, "unknown_choice", "places.growth"),
        ({"places": {**_FUNCTION, "times": 0}}, "number_too_small", "places.times"),
        ({"places": {**_FUNCTION, "times": 1.5}}, "not_whole", "places.times"),
        ({"places": {**_FUNCTION, "times": 1001}}, "number_too_large", "places.times"),
        ({"places": {**_FUNCTION, "offset": 1}}, "offset_too_large", "places.offset"),
        ({"places": {**_FUNCTION, "factors": [0] * (LONGEST_LIST + 1)}}, "list_too_long", "places.factors"),
        ({"places": {**_FUNCTION, "places": [{"players": 1}]}}, "missing_key", "places.places[0].places"),
        ({"places": {**_FUNCTION, "flights": []}}, "list_too_short", "places.flights"),
        ({"places": {**_POOL, "factors": [{"players": 1, "flights": {"main": [0]}}]}}, "factors_empty",
         "places.factors[0].flights.main"),
        ({"combination": "best"}, "unknown_choice", "combination"),
        ({"divisions": []}, "list_too_short", "divisions"),
        ({"weighted": ["attendance"]}, "unknown_choice", "weighted[0]"),
        ({"season": {"best": 0}}, "number_too_small", "season.best"),
        ({"season": {"worst": 1}}, "unknown_key", "season.worst"),
        ({"season": {"halving": True}}, "not_whole", "season.halving"),
    ],
)  # fmt: skip
def test_a_scheme_that_cannot_be_is_refused(data: Any, code: str, path: str) -> None:
    whole = {"name": "x", **data} if isinstance(data, dict) and "source" not in data else data
    with pytest.raises(InvalidData) as refusal:
        PointsScheme.from_dict(whole)
    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert str(refusal.value).startswith(path)


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        (event_of(colour="red"), "unknown_key", "colour"),
        ({"event": "x"}, "missing_key", "entrants"),
        ({"entrants": []}, "missing_key", "event"),
        (event_of(players=10_001), "number_too_large", "players"),
        (event_of(entrant("a"), entrant("b"), players=1), "players_too_few", "players"),
        (event_of(entrant("a"), entrant("a")), "entrant_twice", "entrants[1].entrant"),
        (event_of(entrant("a", (1, 1), (2, 2)), players=4), "flight_twice", "entrants[0].places"),
        (event_of(entrant("a", (2, 1)), players=4), "place_reversed", "entrants[0].places[0].to"),
        (event_of(entrant("a", (0, 1)), players=4), "number_too_small", "entrants[0].places[0].from"),
        (event_of(entrant("a", (1, 2)), entrant("b", (2, 3)), players=4), "places_overlap", "entrants"),
        (event_of(entrant("a", (4, 5)), players=4), "place_beyond_field", "entrants"),
        (event_of(entrant("a", (1, 1)), entrant("b", (1, 1)), players=4), "places_crowded", "entrants"),
        (event_of(entrant("a", lengths=[0])), "number_too_small", "entrants[0].wins[0].length"),
        (event_of(entrant("a", lengths=[1001])), "number_too_large", "entrants[0].wins[0].length"),
        (event_of(entrant("a", wins=[{"length": 5, "kind": "walk"}])), "unknown_choice", "entrants[0].wins[0].kind"),
        (event_of(entrant("a", settlements=-1)), "number_too_small", "entrants[0].settlements"),
        (event_of(entrant("a", attended=1)), "not_a_boolean", "entrants[0].attended"),
        (event_of(on="2026-02-30"), "not_a_day", "on"),
        (event_of(on="20260228"), "not_a_day", "on"),
        (event_of(on=7), "not_a_day", "on"),
        (event_of(division=0), "number_too_small", "division"),
        (event_of(weight="-1"), "number_too_small", "weight"),
        (event_of(paid={"main": 0}), "number_too_small", "paid.main"),
        (event_of(paid=[]), "not_an_object", "paid"),
        (event_of(factors={"main": []}), "factors_empty", "factors.main"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_is_refused(event: Any, code: str, path: str) -> None:
    with pytest.raises(InvalidData) as refusal:
        PointsEvent.from_dict(event)
    assert (refusal.value.code, refusal.value.path) == (code, path)


def test_numbers_are_taken_as_they_are_written() -> None:
    for written in (0.1, "0.1", "1/10", Decimal("0.1")):
        scheme = PointsScheme.from_dict({"name": "x", "settlement": written})
        assert scheme.settlement == Fraction(1, 10)


def test_a_scheme_of_ones_own_has_plain_defaults() -> None:
    scheme = PointsScheme.from_dict({"name": "Ours", "attendance": 1})
    assert scheme.to_dict() == {
        "name": "Ours",
        "source": "own",
        "verified": False,
        "wins": None,
        "places": None,
        "combination": "sum",
        "flights": "sum",
        "attendance": 1,
        "attendance_without_wins": False,
        "settlement": 0,
        "divisions": [1],
        "weighted": ["wins", "places"],
        "season": {"best": None, "drop": 0, "halving": 0},
    }
    assert all(PointsScheme.from_dict(one.to_dict()) == one for one in SCHEMES.values())
