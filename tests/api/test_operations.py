"""The table of operations: each row is complete and unique."""

from __future__ import annotations

import dataclasses
import json
from io import StringIO

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import transaction

from tests.api import world
from tests.api.world import Who
from tournaments.api.operations import OPERATIONS, table
from tournaments.api.reads import READS
from tournaments.api.response import render
from tournaments.api.responses.forecasts import OutlookResponse, StageOutlookResponse
from tournaments.requests.fields import NothingRequest


def test_two_operations_on_one_method_and_address_are_refused_by_name() -> None:
    first = OPERATIONS[0]
    second = dataclasses.replace(first, name="another_one")
    with pytest.raises(ImproperlyConfigured, match=rf"{first.name} \({first.route}\), another_one"):
        table((first, second))


def test_two_operations_of_one_name_are_refused() -> None:
    first = OPERATIONS[0]
    second = dataclasses.replace(first, route="POST elsewhere/")
    with pytest.raises(ImproperlyConfigured, match=first.name):
        table((first, second))


def test_an_operation_where_a_read_answers_already_is_refused() -> None:
    duplicate = dataclasses.replace(OPERATIONS[0], route=f"GET {READS[-1].path}")
    with pytest.raises(ImproperlyConfigured, match=duplicate.name):
        table(READS, (duplicate,))


def test_the_command_prints_the_table_for_programs() -> None:
    output = StringIO()
    call_command("operations", "--json", stdout=output)
    rows = {row["name"]: row for row in json.loads(output.getvalue())}
    assert list(rows) == [operation.name for operation in OPERATIONS] + [read.name for read in READS]
    fee = rows["event_set_fee"]
    assert (fee["method"], fee["path"]) == ("POST", "events/<slug:uid>/fees/")
    assert (fee["access"], fee["who"]) == ("event_to_direct", "the owner and directors of the tournament")
    assert fee["actions"] == ["money.ledger.set_fee"]
    assert fee["request"]["name"] == "text, may be absent"
    assert "amount" in fee["response"]
    fees = rows["event_fees"]
    assert (fees["method"], fees["path"], fees["actions"]) == ("GET", "events/<slug:uid>/fees/", [])


@pytest.mark.django_db
def test_an_operation_that_needs_no_body_happens_once_for_a_key() -> None:
    place = world.make()
    once: list[str] = []
    for operation in OPERATIONS:
        if operation.request is NothingRequest and operation.has_row:
            first_part = operation.path.split("/", maxsplit=1)[0]
            path = operation.path.replace("<slug:uid>", place.ids[first_part])
            with transaction.atomic():
                caller = place.callers[Who.PLAYER if "calendar" in path else Who.OWNER]
                first, again = caller.post(path, key="k"), caller.post(path, key="k")
                transaction.set_rollback(True)
            if first.status < 300:
                assert again.headers["Idempotency-Replayed"] == "true", operation.name
                once.append(operation.name)
    assert len(once) >= 15


def test_a_value_that_cannot_be_null_is_never_left_out() -> None:
    """An answer made by hand that forgets a value fails; it does not say null where the schema says that there is one."""
    assert (
        render(StageOutlookResponse, {"stage": "s", "half_at": None, "almost_surely_at": None})["stage"]
        == "s"
    )
    assert render(OutlookResponse, {"event": "e", "stages": ()})["half_at"] is None
    with pytest.raises(KeyError):
        render(OutlookResponse, {"stages": ()})


class TestWhatDoesNotFitTogether:
    """A row whose request, action and response disagree is refused by name when the table is made."""

    fee = next(one for one in OPERATIONS if one.name == "event_set_fee")

    def test_an_action_that_needs_more_than_the_request_has(self) -> None:
        row = dataclasses.replace(self.fee, request=NothingRequest)
        with pytest.raises(ImproperlyConfigured, match=r"event_set_fee: .*its action lacks 'amount'"):
            table((row,))

    def test_a_field_that_may_be_left_out_where_the_action_needs_it(self) -> None:
        row = dataclasses.replace(self.fee, is_partial=True)
        with pytest.raises(ImproperlyConfigured, match=r"event_set_fee: its action lacks 'amount'"):
            table((row,))

    def test_a_field_that_the_action_does_not_know(self) -> None:
        def act(_event: object, *, by: object) -> None:
            """Do nothing."""

        row = dataclasses.replace(self.fee, action=act)
        with pytest.raises(ImproperlyConfigured, match=r"event_set_fee: .*its action takes no 'amount'"):
            table((row,))

    def test_a_response_of_another_row_than_the_action_answers(self) -> None:
        row = dataclasses.replace(
            self.fee, response=next(one for one in READS if one.name == "match").response
        )
        with pytest.raises(ImproperlyConfigured, match=r"event_set_fee: its response shows no .*Fee"):
            table((row,))
