"""Own prizes and agreed splits of an event: paid out as they are, and every unit is somewhere."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.audits import is_clean
from tests.tournaments.test_prize_money import corrected, event, prizes, winners
from tournaments.actions import undo
from tournaments.actions.entrants import reception
from tournaments.actions.money import ledger as money
from tournaments.actions.money import prize_splits
from tournaments.errors.common import Forbidden
from tournaments.errors.money import InvalidPayout, NoSuchSplit, NotTheirPrizes
from tournaments.models import Event, LogEntry, Notice
from tournaments.payouts import Payout
from tournaments.queries.money.prizes import prizes_of

pytestmark = pytest.mark.django_db

__all__ = ["event"]


def amounts(of: Event) -> list[int]:
    """The prizes of everybody, the best first."""
    return [line.amount for line in prizes(of).lines]


def own(of: Event, *flights: list[int], is_amount: bool) -> None:
    """Set the own prizes of an event."""
    payout = {"structure": "own", "unit": 1_00, "own": {"is_amount": is_amount, "flights": list(flights)}}
    money.set_payout(of, by=None, payout=payout)
    of.refresh_from_db()


def test_own_amounts_are_paid_as_typed_and_what_is_too_much_is_said(event: Event) -> None:
    own(event, [250_00, 120_00], is_amount=True)
    view = prizes(event)
    assert (amounts(event), view.left_over, view.short) == ([250_00, 120_00], 30_00, 0)
    own(event, [300_00, 150_00], is_amount=True)
    view = prizes(event)
    assert (view.left_over, view.short) == (0, 50_00)
    assert view.pool + view.short == sum(line.amount for line in view.lines) + view.left_over
    assert is_clean(event.tournament)


def test_own_per_cents_and_those_who_are_tied(event: Event) -> None:
    own(event, [60_00, 20_00, 12_00, 8_00], is_amount=False)
    # The losers of the semifinals share the third place.
    assert amounts(event) == [240_00, 80_00, 40_00, 40_00]


def test_finalists_who_split_get_what_they_agreed_on_and_are_told(event: Event) -> None:
    first, second = winners(event)
    split = {first.uid: 200_00, second.uid: 200_00}
    prize_splits.split_prizes(event, by=None, amounts=split)
    event.refresh_from_db()
    assert amounts(event) == [200_00, 200_00]
    assert prizes(event).left_over == 0
    assert Notice.objects.filter(code="prizes_split").count() == 2
    reception.pay_prizes(second, by=None)
    assert prizes_of(second).left == 0
    entry = LogEntry.objects.get(tournament=event.tournament, code="prizes_split")
    undo.undo(entry, by=None)
    event.refresh_from_db()
    assert sum(amounts(event)) == prizes(event).pool
    assert amounts(event)[0] > amounts(event)[1]
    ended = LogEntry.objects.get(tournament=event.tournament, code="prize_split_ended")
    undo.undo(ended, by=None)
    event.refresh_from_db()
    assert amounts(event) == [200_00, 200_00]
    assert is_clean(event.tournament)


def test_a_split_hands_out_what_they_have_won_and_nothing_else(event: Event) -> None:
    first, second = winners(event)
    loser = event.entrants.exclude(pk__in=[first.pk, second.pk])[0]
    for split in (
        {first.uid: 200_00, second.uid: 199_00},
        {first.uid: 200_00, second.uid: 100_00, loser.uid: 100_00},
    ):
        with pytest.raises(NotTheirPrizes, match="no more and no less"):
            prize_splits.split_prizes(event, by=None, amounts=split)
    with pytest.raises(InvalidPayout):
        prize_splits.split_prizes(event, by=None, amounts={first.uid: 400_00})
    with pytest.raises(NoSuchSplit):
        prize_splits.end_split(event, by=None, entrants=[first.uid, second.uid])
    with pytest.raises(Forbidden):
        prize_splits.split_prizes(
            event, by=factories.clerk(event.tournament), amounts={first.uid: 200_00, second.uid: 200_00}
        )


def test_a_correction_that_changes_who_won_keeps_the_split_of_the_two(event: Event) -> None:
    first, second = winners(event)
    prize_splits.split_prizes(event, by=None, amounts={first.uid: 210_00, second.uid: 190_00})
    corrected(event)
    by_entrant = {line.entrant.uid: line.amount for line in prizes(event).lines if line.entrant}
    assert by_entrant == {first.uid: 210_00, second.uid: 190_00}


def test_a_split_ends_when_one_of_them_has_no_prize_any_more(event: Event) -> None:
    first, second = winners(event)
    prize_splits.split_prizes(event, by=None, amounts={first.uid: 200_00, second.uid: 200_00})
    own(event, [400_00], is_amount=True)
    event.refresh_from_db()
    assert Payout.from_dict(event.payout).splits == ()
    assert amounts(event) == [400_00]
