"""What a request leaves out stays as it is, in each operation that changes a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Model
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller
from tests.tournaments.test_by_hand import lines, swiss
from tests.tournaments.test_match_days import league
from tournaments.actions.draws import by_hand, lobby, match_days
from tournaments.actions.entrants import qualifying
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import clubs, members, points_seasons, sanctions, setup
from tournaments.actions.hall import tables
from tournaments.actions.lists import keeping
from tournaments.actions.money import ledger
from tournaments.actions.people import publicity
from tournaments.models import (
    Availability,
    ClubKind,
    Event,
    MembershipKind,
    OfficeKind,
    Stage,
    StoredMatchDay,
)
from tournaments.points import SCHEMES

pytestmark = pytest.mark.django_db

# Who asks, what is sent where, the row that is stored, and the columns that the request names.
Change = tuple[Callable[[], Answer], Model, set[str]]
_HEAD = {"log_seq", "log_hash"}


def _director(event: Event) -> Caller:
    return Caller(factories.owner(event.tournament))


def _tournament() -> Change:
    row = factories.tournament()
    boss = factories.owner(row)
    lifecycle.change_tournament(
        row, by=boss, venue="Hall", city="Nantes", desk_enters_slips=True, appeal_days=3, zone="Europe/London"
    )
    return lambda: Caller(boss).patch(f"tournaments/{row.uid}/", {"city": "Brest"}), row, {"city"}


def _event() -> Change:
    row = factories.event(grace_minutes=4, capacity=16)
    start = timezone.now() + timedelta(days=1)
    lifecycle.change_event(
        row, by=None, starts_at=start, division="A", minutes_per_point=9, profile_settings={"cube_cap": 4}
    )
    return lambda: _director(row).patch(f"events/{row.uid}/", {"name": "Other"}), row, {"name"}


def _stage() -> Change:
    row = factories.stage(format="swiss", options={"rounds": 5, "apart": "clubs"})
    return lambda: _director(row.event).patch(f"stages/{row.uid}/", {"lengths": [9]}), row, {"lengths"}


def _start() -> Change:
    row = factories.event(capacity=8)
    factories.stage(row)
    lobby.set_start(row, by=None, starts_when_full=True, opens_next=True)
    return lambda: _director(row).post(f"events/{row.uid}/lobby/", {"starts_when_full": True}), row, set()


def _qualifier() -> tuple[Event, Event]:
    row = factories.event()
    target = factories.event(row.tournament, name="Final")
    qualifying.set_target(row, by=None, target=target, places=3, pays_entry=True)
    return row, target


def _qualifying_places() -> Change:
    row, target = _qualifier()
    body = {"target": target.uid, "places": 4}
    return lambda: _director(row).post(f"events/{row.uid}/qualifying/", body), row, {"qualifying_places"}


def _qualifying_target() -> Change:
    row, _target = _qualifier()
    body = {"target": factories.event(row.tournament, name="Other final").uid}
    return lambda: _director(row).post(f"events/{row.uid}/qualifying/", body), row, {"qualifies_for"}


def _table() -> Change:
    event = factories.event()
    [row] = lifecycle.add_tables(event.tournament, by=None, names=["A"])
    tables.change_table(row, by=None, is_out_of_order=True, is_streaming=False, reserved_for=event)
    path = f"tables/{row.uid}/purpose/"
    return lambda: _director(event).post(path, {"is_streaming": True}), row, {"is_streaming"}


def _away(body: Mapping[str, Any]) -> Change:
    event = factories.event()
    entrant = factories.entrant(event, "Ann Away")
    now = timezone.now()
    row = tables.set_availability(
        event.tournament,
        entrant.side.members.get().player,
        by=None,
        away_until=now + timedelta(hours=1),
        not_before=now + timedelta(hours=2),
        leaves_at=now + timedelta(hours=5),
        note="dentist",
    )
    return (
        lambda: _director(event).post(f"entrants/{entrant.uid}/availability/", body),
        row,
        {*body},
    )


def _federation() -> Change:
    row = factories.federation()
    setup.change_federation(row, by=None, site="https://example.org/", country="FR", zone="Europe/London")
    caller = Caller(row.officers.get(kind=OfficeKind.PRESIDENT).player)
    return lambda: caller.patch(f"federations/{row.uid}/", {"name": "Other"}), row, {"name"}


def _club() -> Change:
    federation = factories.federation()
    row = clubs.add_club(federation, by=None, name="Nantes", city="Nantes", kind=ClubKind.NATIONAL)
    caller = Caller(factories.officer(federation))
    return lambda: caller.patch(f"clubs/{row.uid}/", {"name": "BG Nantes"}), row, {"name"}


def _membership() -> Change:
    federation = factories.federation()
    club = clubs.add_club(federation, by=None, name="Nantes")
    row = members.add_membership(
        factories.member(federation),
        by=None,
        starts_on=date(2025, 1, 1),
        ends_on=date(2025, 12, 31),
        kind=MembershipKind.YOUTH,
        club=club,
    )
    caller = Caller(factories.officer(federation))
    return lambda: caller.patch(f"memberships/{row.uid}/", {"ends_on": "2025-06-30"}), row, {"ends_on"}


def _list() -> Change:
    federation = factories.federation()
    row = keeping.create_list(
        federation, by=None, name="Live", formula="fibs", parameters={"ramp": 3}, inactive_after=24
    )
    caller = Caller(factories.officer(federation, OfficeKind.RATING_OFFICER))
    return lambda: caller.patch(f"lists/{row.uid}/", {"name": "Other"}), row, {"name"}


def _season() -> Change:
    federation = factories.federation()
    row = points_seasons.create_season(
        federation,
        by=None,
        name="2150",
        starts_on=date(2150, 1, 1),
        ends_on=date(2150, 12, 31),
        terms={"scheme": SCHEMES["neu-isenburg"].to_dict()},
        scheme="neu-isenburg",
    )
    caller = Caller(factories.officer(federation, OfficeKind.RATING_OFFICER))
    return lambda: caller.patch(f"seasons/{row.uid}/", {"name": "Other"}), row, {"name"}


def _sanction() -> Change:
    federation = factories.federation()
    row = sanctions.request_sanction(factories.event(), federation, by=None)
    sanctions.grant_sanction(row, by=None, event_class="Main", weight=Decimal("1.5"))
    caller = Caller(factories.officer(federation, OfficeKind.RATING_OFFICER))
    return lambda: caller.post(f"sanctions/{row.uid}/grant/", {"weight": "2"}), row, {"weight"}


def _naming() -> Change:
    event = factories.event()
    player = factories.entrant(event, "Ann Named").side.members.get().player
    Player.objects.filter(pk=player.pk).update(club="Nantes", country="FR")
    path = f"entrants/{event.entrants.get().uid}/naming/"
    return (
        lambda: _director(event).post(path, {"player": player.uid, "club": "Lyon"}),
        player,
        {"club"},
    )


def _own_name() -> Change:
    player = factories.player("Pia Public", email="pia@example.org")
    publicity.choose(player, publicity.Publicity("pseudonym", "Pip", birth_year=1980), by=player)
    player.refresh_from_db()
    return lambda: Caller(player).post("me/public-name/", {"birth_year": 1981}), player, {"birth_year"}


_CHANGES: Mapping[str, Callable[[], Change]] = {
    "tournament_change": _tournament,
    "event_change": _event,
    "stage_change": _stage,
    "event_start": _start,
    "event_qualifies_for: places": _qualifying_places,
    "event_qualifies_for: target": _qualifying_target,
    "table_change": _table,
    "entrant_set_availability: note": lambda: _away({"note": "back"}),
    "entrant_set_availability: away_until": lambda: _away({"away_until": None}),
    "federation_change": _federation,
    "club_change": _club,
    "membership_change": _membership,
    "list_change": _list,
    "season_change": _season,
    "sanction_grant": _sanction,
    "entrant_correct_player": _naming,
    "my_public_name_choose": _own_name,
}


def _columns(row: Model) -> dict[str, Any]:
    now = type(row)._default_manager.get(pk=row.pk)
    return {
        field.name: getattr(now, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in _HEAD
    }


@pytest.mark.parametrize("name", _CHANGES)
def test_what_a_request_leaves_out_stays(name: str) -> None:
    ask, row, names = _CHANGES[name]()
    before = _columns(row)
    answer = ask()
    assert answer.status < 300, answer.body
    after = _columns(row)
    assert {column for column in before if before[column] != after[column]} == names


def test_a_fee_that_is_set_again_stays_optional() -> None:
    event = factories.event()
    ledger.set_fee(event, by=None, kind="side_pool", name="Jackpot", amount=100, is_optional=True)
    body = {"kind": "side_pool", "name": "Jackpot", "amount": 200}
    assert _director(event).post(f"events/{event.uid}/fees/", body).body["is_optional"] is True
    assert [(fee.amount, fee.is_optional) for fee in event.fees.filter(ended_at=None)] == [(200, True)]


def test_a_prize_structure_keeps_what_is_left_out() -> None:
    event = factories.event()
    director, path = _director(event), f"events/{event.uid}/payout/"
    own = {"is_amount": True, "flights": [[6000, 3000]]}
    director.post(path, {"structure": "own", "percent": 80, "added": 5000, "unit": 500, "own": own})
    for body, content in (
        ({"structure": "own", "percent": 90}, {"structure": "own", "own": own}),
        ({"structure": "double_elimination_5"}, {"structure": "double_elimination_5"}),
    ):
        assert director.post(path, body).status == 200
        event.refresh_from_db()
        assert event.payout == {"percent": 90, "added": 5000, "unit": 500, **content}


def test_a_match_day_keeps_its_moment_where_only_the_place_is_named() -> None:
    stage: Stage = league()
    start = stage.event.starts_at
    assert start is not None
    later = start + timedelta(hours=2)
    match_days.set_match_days(stage, by=None, days=[StoredMatchDay(1, None, later, "Lyon")])
    director, path = _director(stage.event), f"stages/{stage.uid}/match-days/"
    for day, days in (
        ({"round": 1, "venue": "Lille"}, (StoredMatchDay(1, None, later, "Lille"),)),
        ({"round": 1, "at": None}, (StoredMatchDay(1, None, None, "Lille"),)),
        ({"round": 1, "venue": ""}, ()),
    ):
        assert director.post(path, {"days": [day]}).status == 200
        stage.refresh_from_db()
        assert stage.stored_match_days == days


def test_pairs_by_hand_stay_where_only_byes_are_named() -> None:
    stage = swiss()
    one, two, three, *_ = lines(stage)
    by_hand.pair_by_hand(stage, round=2, by=None, reason="Brothers.", pairs=[(one, two)])
    director, path = _director(stage.event), f"stages/{stage.uid}/by-hand/"
    for named, kinds in (
        ({"byes": [three]}, {"pair", "bye"}),
        ({"pairs": []}, {"bye"}),
        ({"byes": []}, set()),
    ):
        answer = director.post(path, {"round": 2, "reason": "So said.", **named})
        assert {order["kind"] for order in answer.body["orders"]} == kinds


def test_null_clears_when_a_player_can_be_called() -> None:
    ask, row, _names = _away({"away_until": None, "not_before": None, "leaves_at": None, "note": ""})
    ask()
    now = Availability.objects.get(pk=row.pk)
    assert (now.away_until, now.not_before, now.leaves_at, now.note) == (None, None, None, "")
