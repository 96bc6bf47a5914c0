"""A copy of a tournament has its settings on other days, without entrants and results."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from matches.models import Match
from tests import factories
from tournaments.actions import log
from tournaments.actions.draws import lobby
from tournaments.actions.entrants import qualifying, registration
from tournaments.actions.events import copying, lifecycle, plans
from tournaments.actions.hall import tables
from tournaments.actions.money import ledger
from tournaments.errors.common import Forbidden, InvalidFields, NotSignedIn
from tournaments.models import Entrant, Event, LedgerLine, Role, Stage, Tournament
from tournaments.plans import TEMPLATES
from tournaments.queries.events.plans import plan_of
from tournaments.queries.state import is_drawn

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
# Saturday at ten in Nantes: in March by winter time, in May by summer time.
_TEN = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)


def weekend() -> Tournament:
    """A tournament under way: one event with results, fees and tables, and a jackpot with a second event."""
    tournament = factories.tournament(name="Coupe de Nantes 2026")
    main = plans.create_from_plan(
        tournament,
        by=None,
        plan=TEMPLATES["weekend"].plan,
        name="Main",
        starts_at=_TEN,
        profile="club-fr",
        profile_settings={"clock": "required"},
        division="Open",
        registration="open",
    )
    ledger.set_fee(main, by=None, kind="entry", amount=5000)
    old = ledger.set_fee(main, by=None, kind="side_pool", name="Pool 20", amount=2000, is_optional=True)
    ledger.end_fee(old, by=None)
    jackpot = factories.event(tournament, name="Jackpot", capacity=2)
    factories.stage(jackpot)
    ledger.set_fee(jackpot, by=None, kind="entry", amount=1000)
    lobby.set_start(jackpot, by=None, starts_when_full=True, opens_next=True)
    qualifying.set_target(jackpot, by=None, target=main)
    table, _broken = lifecycle.add_tables(tournament, by=None, names=["1", "2"])
    tables.change_table(table, by=None, is_out_of_order=False, is_streaming=True, reserved_for=main)
    factories.drawn_stage(8, of=factories.event(tournament, name="Speed"))
    factories.entrants(jackpot, 2)
    registration.walk_in(main, by=None, name="Wanda Walker")
    lifecycle.set_registration(main, by=None, registration="closed")
    tournament.refresh_from_db()
    return tournament


def test_everything_that_was_set_up_is_there_on_the_new_days() -> None:
    tournament = weekend()
    owner = factories.owner(tournament)
    new = copying.copy_tournament(
        tournament, by=owner, name="Coupe de Nantes 2027", starts_on=date(2026, 5, 2)
    )
    assert (new.name, new.starts_on, new.ends_on) == (
        "Coupe de Nantes 2027",
        date(2026, 5, 2),
        date(2026, 5, 3),
    )
    assert (new.visibility, new.zone, factories.owner(new)) == ("draft", "Europe/Paris", owner)
    main, jackpot, _speed = new.events.all()
    old = tournament.events.get(name="Main")
    assert plan_of(main) == plan_of(old)
    assert (main.profile, main.profile_settings, main.division) == ("club-fr", {"clock": "required"}, "Open")
    assert main.starts_at == datetime(2026, 5, 2, 8, 0, tzinfo=UTC)
    assert [(fee.kind, fee.amount) for fee in main.fees.all()] == [("entry", 5000)]
    assert (jackpot.starts_when_full, jackpot.opens_next, jackpot.qualifies_for) == (True, True, main)
    assert [(table.name, table.is_streaming, table.reserved_for) for table in new.tables.all()] == [
        ("1", True, main),
        ("2", False, None),
    ]
    assert log.verify(new) == []
    assert new.log_seq > 0
    assert main.registration == "desk"


def test_nobody_and_nothing_that_came_of_it_is_there() -> None:
    tournament = weekend()
    before = tournament.log_seq, Match.objects.count(), LedgerLine.objects.count()
    new = copying.copy_tournament(
        tournament, by=factories.owner(tournament), name="Again", starts_on=date(2027, 3, 6)
    )
    assert sorted(event.name for event in new.events.all()) == ["Jackpot", "Main", "Speed"]
    assert not Entrant.objects.filter(event__tournament=new).exists()
    assert not any(is_drawn(event) for event in new.events.all())
    assert not Stage.objects.filter(event__tournament=new, completed_at__isnull=False).exists()
    tournament.refresh_from_db()
    assert (tournament.log_seq, Match.objects.count(), LedgerLine.objects.count()) == before


@pytest.mark.parametrize("has_officers", [True, False])
def test_those_who_hold_an_office_come_along_if_wanted(has_officers: bool) -> None:
    tournament = factories.tournament()
    owner = factories.owner(tournament)
    director, desk = factories.director("Dan Director"), factories.director("Della Desk")
    lifecycle.appoint(tournament, director, kind="director", by=None)
    lifecycle.appoint(tournament, desk, kind="desk", by=None)
    new = copying.copy_tournament(
        tournament, by=director, name="Again", starts_on=date(2027, 3, 6), has_officers=has_officers
    )
    offices = {role.player: str(role.kind) for role in Role.objects.filter(tournament=new)}
    assert offices == {director: "owner"} | ({owner: "director", desk: "desk"} if has_officers else {})


def test_only_a_director_copies_and_the_copy_has_a_name_and_a_day() -> None:
    tournament = factories.tournament()
    with pytest.raises(Forbidden):
        copying.copy_tournament(tournament, by=factories.director(), name="Mine", starts_on=date(2027, 3, 6))
    with pytest.raises(NotSignedIn):
        copying.copy_tournament(tournament, by=None, name="Mine", starts_on=date(2027, 3, 6))
    with pytest.raises(InvalidFields):
        copying.copy_tournament(
            tournament, by=factories.owner(tournament), name=" ", starts_on=date(2027, 3, 6)
        )
    assert Tournament.objects.count() == 1


def test_an_event_that_opens_by_itself_costs_what_the_one_before_cost() -> None:
    tournament = weekend()
    second = Event.objects.get(tournament=tournament, name="Jackpot (2)")
    assert [(fee.kind, fee.amount) for fee in second.fees.all()] == [("entry", 1000)]
    assert second.stages.count() == 1
