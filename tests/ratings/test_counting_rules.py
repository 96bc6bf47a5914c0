"""Counting rules as data: what is written is read back alike, and what is wrong is refused by name."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given, settings

from tests.effort import examples
from tests.ratings import counting_facts as strategies
from tournaments.ratings.counting import CountingRules, InvalidCountingRules, MembershipDemand
from tournaments.ratings.counting.rules import _READERS

LEAST = {"version": 1, "body": "club"}


@settings(max_examples=examples(1000))
@given(rules=strategies.rules)
def test_rules_written_as_json_are_read_back_alike(rules: CountingRules) -> None:
    assert CountingRules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


def test_absent_fields_have_their_defaults() -> None:
    assert CountingRules.from_dict(LEAST) == CountingRules(body="club")


def test_every_field_can_be_read() -> None:
    assert list(_READERS) == [field.name for field in fields(CountingRules)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"minimum": 5}, "minimum is no field of counting rules; they are version, body, first_day, "),
        ({"version": 2}, "version must be 1"),
        ({"version": True}, "version must be 1"),
        ({"version": None}, "version must be 1"),
        ({"body": 7}, "body must be a text"),
        ({"body": ""}, "body must name a federation or a club"),
        ({"shortest": 0}, "shortest must be a whole number from 1 to 1000"),
        ({"shortest": 5.0}, "shortest must be a whole number from 1 to 1000"),
        ({"shortest": None}, "shortest must be a whole number from 1 to 1000"),
        ({"longest": 1001}, "longest must be a whole number from 1 to 1000"),
        ({"shortest": 7, "longest": 5}, "longest must not be below shortest"),
        ({"variants": "backgammon"}, "variants must be a list of texts"),
        ({"variants": [""]}, "variants must be a list of texts"),
        ({"variants": []}, "variants must name one at least"),
        ({"profiles": [1]}, "profiles must be a list of texts"),
        ({"doubles": 1}, "doubles must be true or false"),
        ({"clock": "always"}, "clock must be one of none, allowed, preferred, required"),
        ({"retired": True}, "retired must be one of rated, if_both_moved, unrated"),
        ({"penalties": ["rated"]}, "penalties must be one of rated, unless_decisive, unrated"),
        ({"first_day": "7 March"}, "first_day must be a day, as in 2026-03-07"),
        ({"first_day": "20260307"}, "first_day must be a day, as in 2026-03-07"),
        ({"first_day": 20260307}, "first_day must be a day, as in 2026-03-07"),
        ({"sanction_classes": ["gold"]}, "sanction_classes need must_be_sanctioned"),
        ({"membership_kinds": ["full"]}, "membership_kinds need a membership that is demanded"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(data: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidCountingRules) as refusal:
        CountingRules.from_dict({**LEAST, **data})
    assert str(refusal.value).startswith(message)
    assert refusal.value.field == message.partition(" ")[0]


def test_rules_without_a_version_or_a_body_are_refused() -> None:
    for data, field in (({"body": "club"}, "version"), ({"version": 1}, "body")):
        with pytest.raises(InvalidCountingRules) as refusal:
            CountingRules.from_dict(data)
        assert refusal.value.field == field


def test_sets_are_written_in_order_and_days_as_days() -> None:
    rules = replace(
        CountingRules(body="club", membership=MembershipDemand.ONE),
        membership_kinds=frozenset({"youth", "full", "guest"}),
        first_day=date(2026, 3, 7),
    )
    data = rules.to_dict()
    assert data["membership_kinds"] == ["full", "guest", "youth"]
    assert (data["first_day"], data["membership"], data["version"]) == ("2026-03-07", "one", 1)
