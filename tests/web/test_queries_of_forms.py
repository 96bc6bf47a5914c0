"""No form of the desk asks the database more often because more people play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from django.db import connection, reset_queries, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.urls.exceptions import Resolver404

from tests import factories, showcase
from tests.browser.pages import ACTIONS, address, routes
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.money import ledger
from tournaments.models import Entrant, FeeKind, LedgerLine, LineKind, LogEntry
from tournaments.queries.ledger import balance

pytestmark = pytest.mark.django_db

# What a form asks at most: few ask half as often, and those named do several acts in one.
_FORM = 60
_OF_SEVERAL_ACTS = {
    # A departure is foreseen, compared with what was shown, and done.
    "desk_entrant": 100,
    "desk_entrant_act": 80,
}
# A page may be in another state once more people play; a question for each of them would be 20 and more.
_OTHER_STATE = 5
_TIMES = 2
_FOR_EVERYBODY = 20
_DEPARTURE = 45
_TYPED = {
    "amount": "5",
    "list": "name\nNina New\nOle Old",
    "name": "New one",
    "names": "90-92",
    "player_1": "Ann Arbor",
    "player_2": "Bob Bear",
    "q": "Nina New",
    "reason": "Agreed by both",
    "score_one": "3",
    "score_two": "1",
    "text": "Coffee is served",
}

_Press = tuple[str, str, int]
"""Where a button posts to, what it does, and the status of the answer: a refusal asks something else."""


def test_no_form_of_the_desk_asks_more_because_more_people_play() -> None:
    shown = showcase.show()
    visitor = Visitor(shown.director)
    few = _counts(visitor, shown.samples)
    many = _counts(visitor, showcase.crowd(shown))
    assert len(few.keys() & many.keys()) > _FORM
    assert {
        press: number
        for press, number in (few | many).items()
        if number > _OF_SEVERAL_ACTS.get(press[0], _FORM)
    } == {}
    assert {
        press: (few[press], many[press])
        for press in few.keys() & many.keys()
        if many[press] > few[press] + _OTHER_STATE
    } == {}


def _counts(visitor: Visitor, samples: Mapping[str, Mapping[str, str]]) -> dict[_Press, int]:
    """The most statements of each button of the desk, sent as its page stands with what was typed; nothing stays."""
    counts: dict[_Press, int] = {}
    times: Counter[tuple[str, str]] = Counter()
    for name, route in routes().items():
        if name in ACTIONS or not name.startswith("desk"):
            continue
        kind = route.removeprefix("desk/").partition("/")[0]
        for state in samples.get(kind, {}) or [""]:
            at = address(route, samples, state=state)
            for to, fields in visitor.at(at).presses:
                button = (_target(to or at), fields.get("do", ""))
                times[button] += 1
                if times[button] <= _TIMES:
                    number, status = _statements(visitor, to or at, fields)
                    counts[*button, status] = max(counts.get((*button, status), 0), number)
    return counts


def _target(at: str) -> str:
    try:
        return resolve(at.partition("?")[0]).url_name or ""
    except Resolver404 as error:
        raise AssertionError(f"A form leads nowhere: {at}") from error


def _statements(visitor: Visitor, at: str, fields: Mapping[str, str]) -> tuple[int, int]:
    """How many statements a button takes, and the status of its answer."""
    form = {field: value or _TYPED.get(field.rpartition("-")[2], "") for field, value in fields.items()}
    reset_queries()
    with transaction.atomic(), CaptureQueriesContext(connection) as seen:
        status = visitor.client.post(at, form).status_code
        transaction.set_rollback(True)
    assert status < 500, at
    return len(seen), status


class TestForEverybodyOfAnEvent:
    def test_a_fee_is_set_changed_and_ended_in_under_20_statements(self) -> None:
        event = factories.event()
        boss = factories.owner(event.tournament)
        entrants = factories.entrants(event, 64)
        with CaptureQueriesContext(connection) as setting:
            fee = ledger.set_fee(event, by=boss, kind=FeeKind.ENTRY, amount=50_00)
        with CaptureQueriesContext(connection) as changing:
            fee = ledger.set_fee(event, by=boss, kind=FeeKind.ENTRY, amount=60_00)
        assert [balance(entrant).due for entrant in entrants] == [60_00] * 64
        with CaptureQueriesContext(connection) as ending:
            ledger.end_fee(fee, by=boss)
        assert [balance(entrant).due for entrant in entrants] == [0] * 64
        assert max(map(len, (setting, changing, ending))) < _FOR_EVERYBODY
        assert LedgerLine.objects.filter(kind=LineKind.CHARGE).count() == 4 * 64

    def test_everybody_is_checked_in_in_under_20_statements(self) -> None:
        event = factories.event()
        boss = factories.owner(event.tournament)
        factories.entrants(event, 64)
        with CaptureQueriesContext(connection) as seen:
            assert registration.check_everybody_in(event, by=boss) == 64
        assert len(seen) < _FOR_EVERYBODY

    @pytest.mark.parametrize("others", [3, 11])
    def test_who_leaves_is_defeated_in_as_many_statements_whatever_the_number_of_matches(
        self, others: int
    ) -> None:
        stage = factories.stage(format="league")
        factories.entrants(stage.event, others + 1)
        draw.draw(stage, by=None, seed="videau")
        leaver = Entrant.objects.filter(event=stage.event).order_by("pk")[0]
        boss = factories.owner(stage.event.tournament)
        with CaptureQueriesContext(connection) as leaving:
            registration.withdraw(leaver, by=boss, reason="Ill")
        assert LogEntry.objects.filter(code="walkover").count() == others
        assert len(leaving) <= _DEPARTURE
