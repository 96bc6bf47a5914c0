"""A form sent twice, by a double tap or a retry, has the effect of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.factories import OpenMatch
from tests.pictures import JPEG
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.money import ledger
from tournaments.actions.people import links
from tournaments.models import AccessLink, IdempotencyKey, Tournament

# Two posts with one key meet in the database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
_DAY = "2026-05-02"
_PENALTY: dict[str, Any] = {
    "do": "penalise",
    "penalty-to": "one",
    "penalty-points": "1",
    "penalty-before_game": "1",
    "penalty-reason": "Late",
}
_LENGTH: dict[str, Any] = {
    "do": "length",
    "length-length": "9",
    "length-before_game": "1",
    "length-reason": "Final",
}


@dataclass(frozen=True, slots=True)
class Tap:
    """A form: who sends it, its page, its address and the fields typed."""

    by: Player | None
    page: tuple[Any, ...]
    fields: dict[str, Any]
    to: tuple[Any, ...] = ()
    link: str = ""
    query: dict[str, str] = field(default_factory=dict)

    def visitor(self) -> Visitor:
        """Who taps, on a phone that has opened its private link if there is one."""
        visitor = Visitor(self.by)
        if self.link:
            visitor.open("link", self.link)
        return visitor

    def address(self) -> str:
        """Where the form goes."""
        name, *args = self.to or self.page
        return reverse(name, args=args)

    def form(self, page: Page) -> dict[str, Any]:
        """Return the form to send: the one at its address with most of its fields."""
        there = [form for at, form in page.forms if at in (self.address(), "")]
        return {**max(there, key=lambda form: len(form.keys() & self.fields.keys())), **self.fields}


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """The first match of a tournament with a table and a fee; one of its players is known under a usual name."""
    game = factories.open_match(7, n=4)
    event = game.stage.event
    lifecycle.add_tables(event.tournament, by=None, names=["1"])
    ledger.set_fee(event, by=None, kind="entry", amount=50_00)
    factories.player("Ana Dupont")
    return game


def _at_the_desk(
    page: str, /, *, of: str, to: str = "", query: dict[str, str] | None = None, **fields: Any
) -> Callable[[OpenMatch], Tap]:
    """A form of the director on the desk's page of a tournament, an event or a match."""

    def tap(game: OpenMatch) -> Tap:
        event = game.stage.event
        uid = {"tournament": event.tournament.uid, "event": event.uid, "match": game.match.uid}[of]
        return Tap(game.director, (page, uid), fields, (to, uid) if to else (), query=query or {})

    return tap


def _new_tournament(game: OpenMatch) -> Tap:
    fields = {"name": "Open", "starts_on": _DAY, "ends_on": _DAY, "zone": "Europe/Paris"}
    return Tap(game.director, ("desk_new_tournament",), fields)


def _club_night(game: OpenMatch) -> Tap:
    return Tap(game.director, ("desk_new_night",), {"names": "Zoe Zed\nYann Yew", "length": "5"})


def _link_of_a_player(game: OpenMatch) -> Tap:
    entrant = game.match.one.entrants.get()
    return Tap(
        game.director, ("desk_entrant", entrant.uid), {}, ("desk_player_link", entrant.uid, game.one.uid)
    )


def _payment(game: OpenMatch) -> Tap:
    fields = {"do": "pay", "amount": "20", "means": "cash"}
    return Tap(game.director, ("desk_entrant_money", game.match.one.entrants.get().uid), fields)


def _newcomer(game: OpenMatch) -> Tap:
    event = factories.event(game.stage.event.tournament, name="Side")
    _, token = links.make_registration_link(event, by=None)
    return Tap(None, ("register", event.uid), {"name": "Nina New", "agrees": "on"}, link=token)


def _pair(game: OpenMatch) -> Tap:
    event = factories.event(game.stage.event.tournament, name="Pairs", kind="doubles")
    fields = {"player_1": "Ann Arbor", "player_2": "Bob Bear"}
    return Tap(game.director, ("desk_enter_side", event.uid), fields)


def _another_of_the_name(game: OpenMatch) -> Tap:
    """Enter a new player with a similar name through the page that asks who it is."""
    event = factories.event(game.stage.event.tournament, name="Side")
    name = "Anna Dupont"
    fields = {"q": name, "for_q": name, "do": "walk_in", "anyway": "yes"}
    return Tap(game.director, ("desk_entrants", event.uid), fields)


def _another_at_the_register(game: OpenMatch) -> Tap:
    event = factories.event(game.stage.event.tournament, name="Side")
    fields = {"q": "Anna Dupont", "for_q": "Anna Dupont", "do": f"anyway:{event.uid}"}
    return Tap(game.director, ("desk_register", event.tournament.uid), fields)


def _call(game: OpenMatch) -> Tap:
    return Tap(
        game.director,
        ("desk_match", game.match.uid),
        {"table": "1"},
        ("desk_board_act", game.stage.event.tournament.uid, game.match.uid, "call"),
    )


def _second_call(game: OpenMatch) -> Tap:
    tournament = game.stage.event.tournament
    calling.assign_lowest(game.match, by=game.director)
    to = ("desk_board_act", tournament.uid, game.match.uid, "again")
    return Tap(game.director, ("desk_board", tournament.uid), {}, to)


def _in_dispute(**fields: Any) -> Callable[[OpenMatch], Tap]:
    def tap(game: OpenMatch) -> Tap:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        dispute = results.dispute(report, by=game.two, reason="I won.", score=(4, 7))
        return Tap(game.one, ("add_exhibit" if "kind" in fields else "dispute", dispute.uid), dict(fields))

    return tap


def _photo() -> SimpleUploadedFile:
    return SimpleUploadedFile("board.jpg", JPEG, content_type="image/jpeg")


TAPS: dict[str, Callable[[OpenMatch], Tap]] = {
    "a tournament": _new_tournament,
    "a club night": _club_night,
    "a copy of a tournament": _at_the_desk(
        "desk_copy_tournament", of="tournament", name="Next", starts_on=_DAY, has_officers="on"
    ),
    "an event": _at_the_desk(
        "desk_new_event", of="tournament", name="Speed", format="swiss", lengths="5", registration="desk"
    ),
    "a planned event": _at_the_desk(
        "desk_plan_event", of="tournament", query={"template": "nordic"}, name="Nordic", do="create"
    ),
    "a stage": _at_the_desk(
        "desk_new_stage", of="event", query={"format": "swiss"}, format="swiss", lengths="5"
    ),
    "tables": _at_the_desk("desk_tournament", of="tournament", to="desk_add_tables", names="2-5"),
    "a cash box": _at_the_desk("desk_money", of="tournament", name="Bar"),
    "a fee": _at_the_desk(
        "desk_fees", of="event", kind="side_pool", name="Jackpot", amount="10", is_optional="on"
    ),
    "an announcement": _at_the_desk("desk_hall", of="tournament", text="Coffee"),
    "a registration link": _at_the_desk("desk_links", of="event", days="3"),
    "a list": _at_the_desk("desk_import", of="event", list="name\nNina New\nOle Old", do="import"),
    "a penalty": _at_the_desk("desk_match", of="match", **_PENALTY),
    "a longer match": _at_the_desk("desk_match", of="match", **_LENGTH),
    "a suspension": _at_the_desk("desk_suspend", of="match", score_one="3", score_two="1", cube="1"),
    "a call": _call,
    "a second call": _second_call,
    "a player's link": _link_of_a_player,
    "a payment": _payment,
    "a newcomer": _newcomer,
    "a pair of newcomers": _pair,
    "another player of the name": _another_of_the_name,
    "another player of the name, at the registration desk": _another_at_the_register,
    "a statement": _in_dispute(text="My slip says 7-2."),
    "a position": _in_dispute(kind="position", xgid=_XGID, note="My roll"),
    "clocks": _in_dispute(kind="clocks", clock_one="1:00", clock_two="0:10"),
    "a photo": _in_dispute(kind="photo", photo=_photo),
}


def _rows() -> dict[str, int]:
    """Count the rows of every table except sessions and idempotency keys."""
    beside = {Session, IdempotencyKey}
    return {
        str(model._meta): model._default_manager.count() for model in apps.get_models() if model not in beside
    }


def _post(tap: Tap, visitor: Visitor, form: dict[str, Any]) -> Page:
    fields = {name: value() if callable(value) else value for name, value in form.items()}
    return Page(visitor.client.post(tap.address(), fields, follow=True))


@pytest.mark.parametrize("what", TAPS)
def test_a_second_tap_adds_nothing(what: str, game: OpenMatch) -> None:
    tap = TAPS[what](game)
    visitor = tap.visitor()
    name, *args = tap.page
    form = tap.form(visitor.open(name, *args, **tap.query))
    before = _rows()
    first = _post(tap, visitor, form)
    once = _rows()
    assert once != before, first.words
    _post(tap, visitor, form)
    assert _rows() == once


def test_a_link_tapped_twice_is_shown_again_and_a_further_one_is_another(game: OpenMatch) -> None:
    tap = _link_of_a_player(game)
    visitor = tap.visitor()
    name, *args = tap.page
    form = tap.form(visitor.open(name, *args))
    first, second = _post(tap, visitor, form), _post(tap, visitor, form)
    assert first.words == second.words
    links.revoke(AccessLink.objects.get(), by=None)
    for fields in (form, tap.form(visitor.open(name, *args))):
        assert _post(tap, visitor, fields).words != first.words
    assert AccessLink.objects.filter(revoked_at=None).count() == 2


def test_a_form_sent_again_with_other_words_or_after_a_refusal_has_its_effect(game: OpenMatch) -> None:
    tap = _new_tournament(game)
    visitor = tap.visitor()
    form = tap.form(visitor.open("desk_new_tournament"))
    assert _post(tap, visitor, {**form, "name": ""}).status == 422
    for words in ("First", "Second", "First"):
        assert words in _post(tap, visitor, {**form, "name": words})
    assert Tournament.objects.filter(name__in=["First", "Second"]).count() == 2
