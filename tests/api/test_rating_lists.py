"""A federation makes a list, publishes it and sends it out by the API alone."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tournaments.actions.federations import members
from tournaments.actions.lists import computing
from tournaments.models import CountingRule, Federation, RatingList

pytestmark = pytest.mark.django_db

_TERMS = {"name": "National", "formula": "fibs", "parameters": {}, "rules": {}, "start": "1400"}


@pytest.fixture
def federation() -> Federation:
    return factories.federation()


@pytest.fixture
def officer(federation: Federation) -> Caller:
    """Whoever presides over the federation."""
    return Caller(federation.officers.get().player)


def _list_of(officer: Caller, federation: Federation, **terms: Any) -> RatingList:
    answer = officer.post(f"federations/{federation.uid}/lists/", {**_TERMS, **terms})
    assert answer.status == 201, answer.body
    return RatingList.objects.get(uid=answer.id)


def _played(rating_list: RatingList, *, day: date = date(2027, 1, 10)) -> tuple[Player, Player]:
    """Two people of whom the first has won a match to 9 in the list."""
    one, two = feeds.players(2)
    feeds.add([feeds.row(one, two, day=day, length=9)], rating_list)
    computing.compute(rating_list)
    return one, two


def test_a_list_has_rules_of_its_own_and_newcomers_begin_with_its_start(
    officer: Caller, federation: Federation
) -> None:
    row = _list_of(officer, federation, rules={"shortest": 3})
    rule = CountingRule.objects.get(federation=federation)
    assert (row.rules, rule.name, rule.data["shortest"]) == ("", "", 3), "the federation had none"
    assert _list_of(officer, federation, name="Again", rules={"shortest": 3}).rules == ""
    one, two = _played(row)
    body = officer.get(f"lists/{row.uid}/").body
    assert {name: body[name] for name in ("name", "formula", "counting", "start", "as_of")} == {
        "name": "National",
        "formula": "fibs",
        "counting": "",
        "start": "1400.000000000",
        "as_of": timezone.localdate(timezone=federation.time_zone).isoformat(),
    }
    assert len(body["digest"]) == 64
    # Worked by hand: four times the ramp of 5, the root of 9, and a chance of one half.
    assert [(line["place"], line["player"]["id"], line["rating"]) for line in body["results"]] == [
        (1, one.uid, "1430.000000000"),
        (2, two.uid, "1370.000000000"),
    ]


def test_a_start_is_taken_as_it_was_answered_and_only_as_a_rating(
    officer: Caller, federation: Federation
) -> None:
    row = _list_of(officer, federation, start="1234.5")
    assert officer.patch(f"lists/{row.uid}/", {"start": "1500.000000000"}).body["start"] == "1500.000000000"
    for start in (1500, "5001", "-1", "many", "1500.0000000001", None):
        refusal = officer.patch(f"lists/{row.uid}/", {"start": start})
        assert (refusal.status, refusal.body["errors"][0]["field"]) == (400, "start"), start


def test_rules_of_its_own_take_no_name_that_is_in_force(officer: Caller, federation: Federation) -> None:
    address = f"federations/{federation.uid}/lists/"
    officer.post(f"federations/{federation.uid}/counting-rules/", {"rules": {"version": 1, "longest": 25}})
    assert _list_of(officer, federation).rules == "National"
    officer.patch(f"lists/{RatingList.objects.get().uid}/", {"name": "Other"})
    assert officer.post(address, _TERMS).code == "counting_name_taken"
    both = officer.post(address, {**_TERMS, "counting": "National"})
    assert (both.status, both.body["errors"][0]["field"]) == (400, "rules")
    of_others = {"name": "Partner", "origin": "uploaded", "rules": {}}
    assert officer.post(address, of_others).code == "list_of_other_origin"
    unknown = officer.post(address, {**_TERMS, "name": "Third", "rules": {"colour": "red"}})
    assert unknown.code == "wrong_counting_rules"
    assert (RatingList.objects.count(), CountingRule.objects.count()) == (1, 2)


def test_an_official_list_has_a_number_and_stays_as_it_was(officer: Caller, federation: Federation) -> None:
    row = _list_of(officer, federation)
    one, two = _played(row)
    address = f"lists/{row.uid}/official/"
    first = officer.post(address, {"as_of": "2027-01-31"})
    assert (first.status, first.body["number"], first.body["as_of"]) == (201, 1, "2027-01-31")
    before = officer.get(f"{address}1/").body
    assert before["digest"] == first.body["digest"]
    feeds.add([feeds.row(two, one, day=date(2027, 2, 1))], row)
    assert officer.post(address, {"as_of": "2027-02-28"}).body["number"] == 2
    assert officer.get(f"{address}1/").body == before
    assert [line["number"] for line in officer.get(address).body["results"]] == [2, 1]
    for number in ("3", "0", "9" * 30):
        assert officer.get(f"{address}{number}/").status == 404, number


def test_every_change_of_a_person_makes_the_rating(officer: Caller, federation: Federation) -> None:
    row = _list_of(officer, federation)
    one, two = _played(row)
    feeds.add([feeds.row(two, one, day=date(2027, 2, 1), length=3)], row)
    computing.compute(row)
    address = f"lists/{row.uid}/players/{one.uid}/"
    assert Caller().get(address).status == 404, "no public profile"
    body = officer.get(address).body
    assert [(line["opponent"], line["length"], line["won"]) for line in body["results"]] == [
        (two.uid, 3, False),
        (two.uid, 9, True),
    ]
    last, first = body["results"]
    assert (first["before"], last["before"], last["after"]) == (
        body["start"],
        first["after"],
        body["rating"],
    )
    changes = [Decimal(line["change"]) for line in body["results"]]
    assert Decimal("1400") + sum(changes) == Decimal(body["rating"])


def test_a_number_is_shown_where_the_name_is_shown_in_full(officer: Caller, federation: Federation) -> None:
    row = _list_of(officer, federation)
    one, two = _played(row)
    merged = factories.player("Another Name")
    for number, person in (("FR-1", one), ("FR-2", merged)):
        members.give_number(federation, person, by=None, number=number)
    Player.objects.filter(pk=merged.pk).update(merged_into=two)

    def numbers(caller: Caller) -> list[str | None]:
        return [line["player"]["number"] for line in caller.get(f"lists/{row.uid}/").body["results"]]

    assert numbers(Caller()) == ["FR-1", "FR-2"]
    Player.objects.filter(pk=one.pk).update(public_name="P. O.")
    assert numbers(Caller()) == [None, "FR-2"]


def test_a_list_is_a_workbook_and_a_table(officer: Caller, federation: Federation) -> None:
    row = _list_of(officer, federation)
    one, _two = _played(row)
    members.give_number(federation, one, by=None, number="FR-1")
    officer.post(f"lists/{row.uid}/official/", {"as_of": "2027-01-31"})
    for address in (f"lists/{row.uid}/sheet/", f"lists/{row.uid}/official/1/sheet/"):
        client = Caller().client
        book = openpyxl.load_workbook(
            BytesIO(client.get(f"/api/v1/{address}?format=xlsx").content), read_only=True
        )
        headings, first, *_rest = book.active.iter_rows(values_only=True)
        cells = dict(zip(headings, first, strict=True))
        assert (cells["place"], cells["number"], cells["name"]) == (1, "FR-1", one.name)
        assert Decimal(str(cells["rating"])) == 1430
        text = client.get(f"/api/v1/{address}?format=csv&status=ranked").content.decode()
        assert f"1,FR-1,{one.uid},{one.name}" in text
