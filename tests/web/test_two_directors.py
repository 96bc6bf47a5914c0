"""Two directors at once: whoever sends a form later sees what changed, and nothing is silently overwritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.urls import reverse

from matches.models import Dispute, LengthChange, Match, Player, Ruling, Suspension
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import stage_settings
from tournaments.actions.entrants import qualifying
from tournaments.actions.events import lifecycle, plans, reentry_rule
from tournaments.actions.hall import calling, hours, suspending, tables
from tournaments.actions.money import ledger
from tournaments.models import (
    Event,
    FeeKind,
    HallHours,
    Registration,
    RoleKind,
    Stage,
    Table,
    TableUse,
    Tournament,
    hours_of,
)
from tournaments.queries.money.ledger import fees_of

# The newer of two changes is the database's to say.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


@dataclass(frozen=True, slots=True)
class Case:
    """A form: the page it stands on, where it is sent, what is typed, what somebody else does meanwhile, what it asks for."""

    page: tuple[str, Sequence[object]]
    fields: dict[str, Any]
    meanwhile: Callable[[], object]
    shows: str
    stands: Callable[[], bool]
    to: tuple[str, Sequence[object]] | None = None
    keeps: Sequence[str] = field(default_factory=tuple)
    query: dict[str, str] = field(default_factory=dict)


def _length(game: OpenMatch) -> Case:
    fields = {"do": "length", "length-length": "9", "length-before_game": "1", "length-reason": "Longer"}
    return Case(
        ("desk_match", [game.match.uid]),
        fields,
        lambda: results.change_length(game.match, by=game.director, length=5, reason="Shorter"),
        "5 points instead of 7",
        lambda: LengthChange.objects.order_by("pk").last().length == 9,  # type: ignore[union-attr]
    )


def _correction(game: OpenMatch) -> Case:
    results.report(game.match, by=game.director, score=(7, 1))
    fields = {
        "do": "correct",
        "correct-stands": "score",
        "correct-winner": "one",
        "correct-loser_points": "5",
        "correct-reason": "Mistyped",
    }

    def meanwhile() -> None:
        results.correct(_anew(game), by=game.director, score=(7, 2), reason="Slip")

    return Case(
        ("desk_match", [game.match.uid]),
        fields,
        meanwhile,
        "corrected to 7–2",
        lambda: _score(game) == (7, 5),
    )


def _ruling(game: OpenMatch) -> Case:
    report = results.report(game.match, by=game.one, score=(7, 2)).report
    dispute = results.dispute(report, by=game.two, reason="I won.", score=(4, 7))
    fields = {"stands": "score", "winner": "one", "loser_points": "4", "reason": "Seen it"}

    def meanwhile() -> None:
        anew = Dispute.objects.select_related("match").get(pk=dispute.pk)
        results.add_statement(anew, by=game.two, text="Here is a witness.")

    return Case(
        ("desk_dispute", [dispute.uid]), fields, meanwhile, "a statement was added", Ruling.objects.exists
    )


def _event_settings(game: OpenMatch) -> Case:
    event = game.stage.event
    return Case(
        ("desk_edit_event", [event.uid]),
        {"name": "Masters", "grace_minutes": "5"},
        lambda: lifecycle.change_event(event, by=game.director, name="Open", grace_minutes=30),
        "The event Open was changed",
        lambda: Event.objects.get(pk=event.pk).name == "Masters",
        keeps=("Masters",),
    )


def _tournament_settings(game: OpenMatch) -> Case:
    tournament = game.stage.event.tournament
    return Case(
        ("desk_edit_tournament", [tournament.uid]),
        {"venue": "Salle B"},
        lambda: lifecycle.change_tournament(tournament, by=game.director, venue="Salle C"),
        "The tournament was changed",
        lambda: Tournament.objects.get().venue == "Salle B",
        keeps=("Salle B",),
    )


def _suspension(game: OpenMatch) -> Case:
    fields = {"score_one": "3", "score_two": "1", "cube": "1"}
    return Case(
        ("desk_suspend", [game.match.uid]),
        fields,
        lambda: results.penalise(game.match, by=game.director, to="one", points=1, reason="Late"),
        "a penalty of 1 point",
        Suspension.objects.exists,
    )


def _resumption(game: OpenMatch) -> Case:
    suspending.suspend(game.match, by=game.director, score=(3, 1))

    def meanwhile() -> None:
        suspending.resume(_anew(game), by=game.director)
        suspending.suspend(_anew(game), by=game.director, score=(5, 1))

    return Case(
        ("desk_match", [game.match.uid]),
        {},
        meanwhile,
        "suspended at 5–1",
        lambda: not Suspension.objects.filter(resumed_at=None).exists(),
        to=("desk_board_act", [game.stage.event.tournament.uid, game.match.uid, "resume"]),
    )


def _assignment(game: OpenMatch) -> Case:
    return Case(
        ("desk_match", [game.match.uid]),
        {"table": "2"},
        lambda: calling.assign(game.match, by=game.director, table=Table.objects.get(name="1")),
        "was called to table 1",
        lambda: TableUse.objects.get(until=None).table.name == "2",
        to=("desk_board_act", [game.stage.event.tournament.uid, game.match.uid, "call"]),
    )


def _purpose(game: OpenMatch) -> Case:
    table = Table.objects.get(name="1")
    return Case(
        ("desk_board_tables", [game.stage.event.tournament.uid]),
        {"table": table.uid, "is_streaming": "on"},
        lambda: tables.change_table(
            table, by=game.director, is_out_of_order=True, is_streaming=False, reserved_for=None
        ),
        "What table 1 is for was changed",
        lambda: Table.objects.get(pk=table.pk).is_streaming,
        to=("desk_board_tables", [game.stage.event.tournament.uid]),
    )


def _lengths(game: OpenMatch) -> Case:
    stage = factories.stage(factories.event(game.stage.event.tournament, name="Side"))
    return Case(
        ("desk_draw", [stage.uid]),
        {"do": "settings", "lengths": "9 7"},
        lambda: stage_settings.change_lengths(stage, by=game.director, lengths=[11, 5]),
        "The match lengths are 11, 5",
        lambda: Stage.objects.get(pk=stage.pk).lengths == [9, 7],
    )


def _fee(game: OpenMatch) -> Case:
    event = game.stage.event
    ledger.set_fee(event, by=game.director, kind=FeeKind.ENTRY, amount=25_00)
    return Case(
        ("desk_fees", [event.uid]),
        {"kind": "entry", "amount": "28"},
        lambda: ledger.set_fee(event, by=game.director, kind=FeeKind.ENTRY, amount=30_00),
        "30.00",
        lambda: [fee.amount for fee in fees_of(event)] == [28_00],
        keeps=("Amount: 28", "A fee was set"),
    )


def _fee_taken_off(game: OpenMatch) -> Case:
    event = game.stage.event
    fee = ledger.set_fee(event, by=game.director, kind=FeeKind.ENTRY, amount=25_00)
    return Case(
        ("desk_fees", [event.uid]),
        {},
        lambda: ledger.set_fee(event, by=game.director, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00),
        "Pool 20 20.00",
        lambda: [one.name for one in fees_of(event)] == ["Pool 20"],
        to=("desk_end_fee", [event.uid, fee.uid]),
        keeps=("Take off:",),
    )


def _prizes(game: OpenMatch) -> Case:
    event = game.stage.event
    payout = {"structure": "main_2", "percent": 90, "added": 0, "unit": 100}
    return Case(
        ("desk_prizes", [event.uid]),
        {"percent": "80"},
        lambda: ledger.set_payout(event, by=game.director, payout=payout),
        "The prizes of Main were set",
        lambda: _payout(event)["percent"] == 80,
        keeps=("80",),
    )


def _coming_back(game: OpenMatch) -> Case:
    event = game.stage.event
    return Case(
        ("desk_reentry", [event.uid]),
        {"is_possible": "on", "most": "3"},
        lambda: reentry_rule.set_rule(event, by=game.director, rule={"most": 1}),
        "coming back after a loss in Main was set",
        lambda: (Event.objects.get(pk=event.pk).reentry or {}).get("most") == 3,
        keeps=("How often, at most: 3",),
    )


def _qualifier(game: OpenMatch) -> Case:
    event = game.stage.event
    masters = lifecycle.create_event(event.tournament, by=game.director, name="Masters")
    return Case(
        ("desk_edit_event", [event.uid]),
        {"target": ""},
        lambda: qualifying.set_target(event, by=game.director, target=masters, places=2),
        "Masters",
        lambda: Event.objects.get(pk=event.pk).qualifies_for is None,
    )


def _registration(game: OpenMatch) -> Case:
    event = game.stage.event
    return Case(
        ("desk_entrants", [event.uid]),
        {"registration": "open"},
        lambda: lifecycle.set_registration(event, by=game.director, registration=Registration.CLOSED),
        "Registration for Main: closed",
        lambda: Event.objects.get(pk=event.pk).registration == Registration.OPEN,
        to=("desk_registration", [event.uid]),
        keeps=("Registration: open",),
    )


def _new_stage(game: OpenMatch) -> Case:
    event = factories.stage(factories.event(game.stage.event.tournament, name="Side")).event
    return Case(
        ("desk_new_stage", [event.uid]),
        {"name": "Consolation"},
        lambda: lifecycle.create_stage(event, by=game.director, format="swiss", lengths=[5]),
        "A stage was added, match lengths 5",
        lambda: Stage.objects.filter(event=event).count() == 3,
        keeps=("Consolation",),
        query={"format": "consolation"},
    )


def _feeds(game: OpenMatch) -> Case:
    event = factories.stage(factories.event(game.stage.event.tournament, name="Side")).event
    stage = lifecycle.create_stage(event, by=None, format="swiss", lengths=[7])

    def meanwhile() -> None:
        plans.change_feeds(stage, by=game.director, feeds=[{"stage": 0, "take": "top", "count": 8}])

    return Case(
        ("desk_stage_feeds", [stage.uid]),
        {"feed-1-stage": "0", "feed-1-take": "top", "feed-1-count": "4"},
        meanwhile,
        "Where the entrants of the stage come from was changed",
        lambda: Stage.objects.get(pk=stage.pk).feeds[0]["count"] == 4,
    )


def _stage_taken_out(game: OpenMatch) -> Case:
    stage = factories.stage(factories.event(game.stage.event.tournament, name="Side"))
    return Case(
        ("desk_stage_feeds", [stage.uid]),
        {"do": "remove"},
        lambda: stage_settings.change_lengths(stage, by=game.director, lengths=[11, 5]),
        "The match lengths are 11, 5",
        lambda: not Stage.objects.filter(pk=stage.pk).exists(),
    )


def _event_planned(game: OpenMatch) -> Case:
    tournament = game.stage.event.tournament
    return Case(
        ("desk_plan_event", [tournament.uid]),
        {"name": "Jackpot", "do": "create"},
        lambda: lifecycle.create_event(tournament, by=game.director, name="Jackpot"),
        "The event Jackpot was added",
        _jackpots,
        keeps=("Name: Jackpot",),
        query={"template": "club_night"},
    )


def _event_added(game: OpenMatch) -> Case:
    edit = _event_planned(game)
    fields = {"name": "jackpot", "format": "swiss", "lengths": "7", "do": "create"}
    return replace(edit, page=("desk_new_event", edit.page[1]), fields=fields, keeps=())


def _jackpots() -> bool:
    return Event.objects.filter(name__iexact="jackpot").count() == 2


def _hall_hours(game: OpenMatch) -> Case:
    tournament = game.stage.event.tournament
    day = datetime.combine(tournament.starts_on, time(9), tzinfo=tournament.time_zone)
    earlier = HallHours(day, day + timedelta(hours=9))
    return Case(
        ("desk_hall_hours", [tournament.uid]),
        {"opens_0": "10:00", "closes_0": "23:30"},
        lambda: hours.set_hours(tournament, by=game.director, days=[earlier]),
        "The hours of the hall were set.",
        lambda: hours_of(Tournament.objects.get())[0].opens == day + timedelta(hours=1),
        keeps=["10:00 to 23:30"],
    )


_CASES = [
    _length,
    _correction,
    _ruling,
    _event_settings,
    _tournament_settings,
    _suspension,
    _resumption,
    _assignment,
    _purpose,
    _lengths,
    _fee,
    _fee_taken_off,
    _prizes,
    _coming_back,
    _qualifier,
    _registration,
    _new_stage,
    _feeds,
    _stage_taken_out,
    _event_planned,
    _event_added,
    _hall_hours,
]


@pytest.mark.parametrize("of", _CASES, ids=lambda case: case.__name__.strip("_"))
def test_the_later_one_sees_what_changed_and_decides(of: Callable[[OpenMatch], Case]) -> None:
    game = factories.open_match(7, n=4)
    tournament = game.stage.event.tournament
    lifecycle.add_tables(tournament, by=None, names=["1", "2"])
    case, visitor = of(game), Visitor(_other(tournament, game.director))
    name, args = case.page
    to, to_args = case.to or case.page
    address = reverse(to, args=to_args)
    form = _form_at(visitor.open(name, *args, **case.query), address, name=to)
    case.meanwhile()
    page = Page(visitor.client.post(address, {**form, **case.fields}))
    assert page.status == 409
    assert case.shows in page
    for words in case.keeps:
        assert words in page
    assert not case.stands()
    again = Page(visitor.client.post(address, page.form(address), follow=True))
    assert again.status == 200
    assert case.stands()


def test_ones_own_act_on_another_device_is_no_surprise() -> None:
    game = factories.open_match(7, n=4)
    case, visitor = _length(game), Visitor(game.director)
    address = reverse("desk_match", args=[game.match.uid])
    form = _form_at(visitor.open("desk_match", game.match.uid), address, name="desk_match")
    case.meanwhile()
    visitor.client.post(address, {**form, **case.fields})
    assert case.stands()


def test_what_somebody_else_does_beside_it_stops_nobody() -> None:
    game = factories.open_match(7, n=4)
    event, tournament = game.stage.event, game.stage.event.tournament
    visitor = Visitor(_other(tournament, game.director))
    for case, beside in (
        (_event_planned(game), lambda: lifecycle.create_event(tournament, by=game.director, name="Lives")),
        (_coming_back(game), lambda: ledger.set_fee(event, by=game.director, kind=FeeKind.ENTRY, amount=5)),
    ):
        name, args = case.page
        address = reverse(name, args=args)
        form = _form_at(visitor.open(name, *args, **case.query), address, name=name)
        beside()
        assert visitor.client.post(address, {**form, **case.fields}).status_code == 302


def _form_at(page: Page, address: str, *, name: str) -> dict[str, str]:
    """What the form with this address sends as it stands, a page without an address of its own included."""
    forms = [fields for at, fields in page.forms if at in (address, "") and "seen" in fields]
    assert forms, f"{name}: no form says what its sender has seen"
    return dict(forms[0])


def _other(tournament: Tournament, director: Player) -> Player:
    other = factories.player("Otto Other", email="otto@example.org")
    lifecycle.appoint(tournament, other, kind=RoleKind.DIRECTOR, by=director)
    return other


def _anew(game: OpenMatch) -> Match:
    return Match.objects.get(pk=game.match.pk)


def _payout(event: Event) -> dict[str, Any]:
    return Event.objects.get(pk=event.pk).payout or {}


def _score(game: OpenMatch) -> tuple[int, int]:
    report = _anew(game).accepted_report
    assert report is not None
    return report.counted


def test_what_one_account_did_at_another_desk_meets_a_form_that_was_kept_without_a_connection() -> None:
    """A start, a call and a result of before are not done over what came meanwhile; without `kept` own acts are no surprise."""
    game = factories.open_match(7, n=4)
    lifecycle.add_tables(game.stage.event.tournament, by=None, names=["1", "2"])
    tournament, visitor = game.stage.event.tournament, Visitor(game.director)
    tournament.refresh_from_db()
    number = str(tournament.log_seq)
    calling.assign(game.match, by=game.director, table=Table.objects.get(name="1"))
    called = ("desk_board_act", tournament.uid, game.match.uid, "call")
    page = visitor.post(*called, table="2", seen=number, kept="1")
    assert (page.status, "Changed meanwhile" in page) == (409, True)
    assert TableUse.objects.get(until=None).table.name == "1"
    assert visitor.post(*called, table="2", seen=number).status == 302
    results.report(game.match, by=game.director, score=(7, 3))
    words = f"{game.two.name} 4"
    line = {"q": words, "for_q": words, "do": f"{game.match.uid}:two:4", "seen": number, "kept": "1"}
    for address, fields in (
        (("desk_board", tournament.uid), line),
        (("desk_board_act", tournament.uid, game.match.uid, "start"), {"seen": number, "kept": "1"}),
        (
            ("desk_board_act", tournament.uid, game.match.uid, "forfeit"),
            {"seen": number, "kept": "1", "side": "one"},
        ),
    ):
        page = visitor.post(*address, **fields)
        assert (page.status, "Changed meanwhile" in page, "7–3" in page) == (409, True, True), address
