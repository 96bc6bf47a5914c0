"""What is done for everybody of an event asks the database as often as for a few."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.actions.draws import draw
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.money import ledger
from tournaments.models import Entrant, FeeKind, LedgerLine, LineKind, LogEntry
from tournaments.queries.money.ledger import balance

pytestmark = pytest.mark.django_db

_FOR_EVERYBODY = 20
_DEPARTURE = 45


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
        with CaptureQueriesContext(connection) as queries:
            assert arrivals.check_everybody_in(event, by=boss) == 64
        assert len(queries) < _FOR_EVERYBODY

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
