"""Prizes: the pool divided by places of the standings, with ties shared exactly."""

from __future__ import annotations

import pytest

from tests import factories
from tests.remembered import remembered
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import reception, registration
from tournaments.actions.money import ledger as money
from tournaments.errors.common import Forbidden
from tournaments.errors.money import NothingDue
from tournaments.formats import Take
from tournaments.models import Event, FeeKind, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.winners import event_winners
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import flights_of, prize_list, suggested_structure

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Event:
    """Eight entrants who pay 50.00 each, with prizes for four."""
    stage = factories.drawn_stage(8)
    money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    money.set_payout(stage.event, by=None, payout={"structure": "main_4", "percent": 90, "added": 40_00})
    stage.event.refresh_from_db()
    return stage.event


def _play(event: Event) -> None:
    stage = event.stages.get()
    for _ in range(3):
        factories.play_open_matches(stage)
    progress.advance(event)


def test_amounts_stand_before_anybody_has_won_them(event: Event) -> None:
    prizes = prize_list(event)
    assert prizes is not None
    assert (prizes.pool, prizes.house, prizes.is_final) == (400_00, 40_00, False)
    assert [(line.place, line.amount, line.entrant) for line in prizes.flights[0].lines] == [
        (1, 200_00, None),
        (2, 100_00, None),
        (3, 50_00, None),
        (4, 50_00, None),
    ]


def test_who_is_tied_shares_and_the_sum_is_the_pool(event: Event) -> None:
    _play(event)
    prizes = prize_list(event)
    assert prizes is not None
    assert prizes.is_final
    lines = prizes.flights[0].lines
    assert [(line.place, line.last_place, line.amount) for line in lines] == [
        (1, 1, 200_00),
        (2, 2, 100_00),
        (3, 4, 50_00),
        (3, 4, 50_00),
    ]
    assert sum(line.amount for line in lines) == prizes.pool
    assert all(line.entrant is not None for line in lines)


def test_the_winners_of_groups_share_the_first_prizes_and_are_named() -> None:
    stage = factories.stage(format="round_robin", options={"groups": 2})
    factories.entrants(stage.event, 6)
    money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=10_00)
    money.set_payout(stage.event, by=None, payout={"structure": "main_4"})
    draw.draw(stage, by=None, seed="videau")
    for _ in range(5):
        factories.play_open_matches(stage)
        progress.advance(stage.event)
    stage.refresh_from_db()
    stage.event.refresh_from_db()
    prizes = prize_list(stage.event)
    assert prizes is not None
    lines = prizes.flights[0].lines
    assert [(line.place, line.last_place, line.group) for line in lines] == [
        (1, 2, 1),
        (1, 2, 2),
        (3, 4, 1),
        (3, 4, 2),
    ]
    assert (sum(line.amount for line in lines), lines[0].amount) == (prizes.pool, lines[1].amount)
    firsts = {winner.name for winner in event_winners(stage.event).winners}
    assert firsts == {line.entrant.name for line in lines[:2] if line.entrant is not None}
    assert {winner.group for winner in event_winners(stage.event).winners} == {1, 2}


def test_a_prize_is_paid_out_once_and_by_a_director(event: Event) -> None:
    _play(event)
    prizes = prize_list(event)
    assert prizes is not None
    winner = prizes.flights[0].lines[0].entrant
    assert winner is not None
    with pytest.raises(Forbidden):
        reception.pay_prizes(winner, by=factories.player())
    for entrant in event.entrants.all():
        reception.pay(entrant, by=None, amount=50_00)
    assert reception.pay_prizes(winner, by=None).amount == 200_00
    with pytest.raises(NothingDue):
        reception.pay_prizes(winner, by=None)
    again = prize_list(event)
    assert again is not None
    assert [line.left for line in again.flights[0].lines] == [0, 100_00, 50_00, 50_00]
    assert ledger.statement(event).prizes_paid == 200_00


def test_nobody_is_paid_before_the_stage_is_over(event: Event) -> None:
    entrant = event.entrants.first()
    assert entrant is not None
    with pytest.raises(NothingDue):
        reception.pay_prizes(entrant, by=None)


def test_without_a_payout_there_are_no_prizes() -> None:
    assert prize_list(factories.event()) is None


def test_a_flight_for_which_there_is_no_stage_shows_its_amounts(event: Event) -> None:
    money.set_payout(event, by=None, payout={"structure": "main_2_consolation_1"})
    event.refresh_from_db()
    prizes = prize_list(event)
    assert prizes is not None
    assert [flight.stage is None for flight in prizes.flights] == [False, True]
    assert [line.amount for line in prizes.flights[1].lines] == [100_00]


def _stage(order: int, *feeds: tuple[int, Take]) -> Stage:
    rows = [{"stage": stage, "take": take.value, "count": 4} for stage, take in feeds]
    return Stage(order=order, feeds=rows)


def test_a_playoff_is_played_for_the_prizes_of_its_groups_and_a_consolation_for_its_own() -> None:
    groups, consolation = _stage(0), _stage(1, (0, Take.REST))
    playoff = _stage(2, (0, Take.TOP))
    assert flights_of([groups, consolation, playoff]) == (playoff, consolation)
    losers = _stage(1, (0, Take.LOSERS))
    assert flights_of([groups, losers]) == (groups, losers)


def test_the_structure_fits_the_field_and_its_flights(event: Event) -> None:
    assert suggested_structure(event, entrants=8).code == "winner"
    assert suggested_structure(event, entrants=32).code == "main_4"


def _to_be_won(stage: Stage) -> Event:
    """The event of a stage with prizes for four, and 50.00 from everybody."""
    money.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    money.set_payout(stage.event, by=None, payout={"structure": "main_4"})
    draw.draw(stage, by=None, seed="videau")
    return stage.event


def _prizes_by_place(event: Event) -> list[tuple[int, int, int, str]]:
    """The places, amounts and names of the first flight, as they are audited."""
    progress.advance(event)
    event.refresh_from_db()
    assert findings(event.tournament) == ()
    prizes = prize_list(event)
    assert prizes is not None
    assert prizes.is_final
    return [
        (line.place, line.last_place, line.amount, line.entrant.name if line.entrant else "")
        for line in prizes.flights[0].lines
    ]


def test_too_early_a_leaver_takes_no_part_of_the_last_prize_of_a_round_robin() -> None:
    stage = factories.stage(format="round_robin", options={"pace": "free"})
    leaver, *others = factories.entrants(stage.event, 5)
    event = _to_be_won(stage)
    registration.withdraw(leaver, by=factories.owner(event.tournament), reason="ill")
    progress.advance(event)
    factories.play_open_matches(stage)
    lines = _prizes_by_place(event)
    assert {name for *_, name in lines} == {entrant.name for entrant in others}
    assert sum(amount for *_, amount, _ in lines) == 250_00
    assert lines[-1][:3] == (4, 4, 31_00)


def test_too_early_a_leaver_of_a_group_shares_no_prize_with_who_played_in_another() -> None:
    stage = factories.stage(format="round_robin", options={"groups": 2, "pace": "free"})
    leaver, *_ = factories.entrants(stage.event, 4)
    event = _to_be_won(stage)
    registration.withdraw(leaver, by=factories.owner(event.tournament), reason="ill")
    progress.advance(event)
    factories.play_open_matches(stage)
    lines = _prizes_by_place(event)
    assert [line[:2] for line in lines] == [(1, 2), (1, 2), (3, 3), (4, 4)]
    assert lines[-1][3] == leaver.name
    assert [(line.first, line.last) for line in finish(event)] == [line[:2] for line in lines]


@pytest.mark.parametrize("has_third_place", [False, True])
def test_who_came_to_the_semifinal_has_the_second_prize_before_two_who_did_not(
    has_third_place: bool,
) -> None:
    stage = factories.stage(options={"has_third_place": has_third_place})
    factories.entrants(stage.event, 4)
    event = _to_be_won(stage)
    empty, played = factories.open_matches(stage)
    director = factories.owner(event.tournament)
    results.forfeit(empty, by=director, loser=None, reason="nobody came")
    results.report(played, by=director, score=(7, 3))
    lines = _prizes_by_place(event)
    assert lines[:2] == [(1, 1, 100_00, played.one.name), (2, 2, 50_00, played.two.name)]
    assert [line[:3] for line in lines[2:]] == [(3, 4, 25_00), (3, 4, 25_00)]
