"""Two desks work with the same player at the same moment: nothing is paid twice, undone twice, or waited for for ever.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tournaments.actions import log, undo
from tournaments.actions.entrants import reception, registration
from tournaments.actions.money import ledger as money
from tournaments.errors.money import BoxShort, NothingDue
from tournaments.errors.undo import AlreadyUndone
from tournaments.models import Event, FeeKind, LedgerLine, LineKind, LogEntry
from tournaments.queries.money import ledger

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 16 if is_long() else 2


def _costs(event: Event) -> Event:
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    return event


def test_what_is_due_is_paid_once_and_the_box_adds_up() -> None:
    for _ in range(ROUNDS):
        first = _costs(factories.event())
        tournament = first.tournament
        second = _costs(factories.event(tournament, name="Side"))
        money.add_box(tournament, by=None, name="Desk")
        ana, bob = factories.player(), factories.player()
        for event in (first, second):
            registration.enter(event, by=None, players=[ana])
        registration.enter(second, by=None, players=[bob])
        answers = at_once(
            *[partial(reception.pay_all, ana, tournament, by=None) for _desk in range(3)],
            partial(reception.arrive, ana, tournament, by=None, is_paid=True),
            partial(reception.pay_all, bob, tournament, by=None),
        )
        assert [
            one for one in answers if isinstance(one, Exception) and not isinstance(one, NothingDue)
        ] == []
        assert LedgerLine.objects.filter(tournament=tournament, kind=LineKind.PAYMENT).count() == 3
        assert [total.total for total in ledger.box_totals(tournament)] == [150_00]
        tournament.refresh_from_db()
        assert log.verify(tournament) == []


def test_a_box_is_not_emptied_twice() -> None:
    """Each event has a lock of its own; the box belongs to both."""
    for _ in range(ROUNDS):
        first = _costs(factories.event())
        tournament = first.tournament
        second = _costs(factories.event(tournament, name="Side"))
        desk, bar = (money.add_box(tournament, by=None, name=name) for name in ("Desk", "Bar"))
        ana, bob = (
            registration.enter(event, by=None, players=[factories.player()]) for event in (first, second)
        )
        money.pay(ana, by=None, box=desk)
        money.pay(bob, by=None, box=bar)
        answers = at_once(
            *[partial(money.refund, entrant, by=None, amount=50_00, box=desk) for entrant in (ana, bob)]
        )
        assert sum(isinstance(one, BoxShort) for one in answers) == 1
        assert {total.box: total.total for total in ledger.box_totals(tournament)} == {desk: 0, bar: 50_00}


def test_an_act_is_undone_once() -> None:
    for _ in range(ROUNDS):
        event = _costs(factories.event())
        money.add_box(event.tournament, by=None, name="Desk")
        ana = factories.player()
        entrant = registration.enter(event, by=None, players=[ana])
        reception.pay_all(ana, event.tournament, by=None)
        entry = LogEntry.objects.filter(tournament=event.tournament, code="line_booked").latest("seq")
        answers = at_once(*[partial(undo.undo, entry, by=None) for _desk in range(4)])
        assert sum(isinstance(one, AlreadyUndone) for one in answers) == 3
        assert ledger.balance(entrant).due == 50_00
