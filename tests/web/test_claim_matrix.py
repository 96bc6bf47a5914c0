"""Who may make, look at, use, end and undo the code of a walk-in: every page, for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.web.browsing import Page, Visitor
from tests.web.test_claim_pages import code_on
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import claims, links
from tournaments.models import Claim, Entrant, Federation, OfficeKind, RoleKind, Tournament

pytestmark = pytest.mark.django_db

_STRANGER, _LINK, _ACCOUNT, _PLAYER = "stranger", "holder of a link", "account", "player there"
_CLERK, _DIRECTOR, _OWNER = "desk", "director", "owner"
_ELSEWHERE, _STAFF, _SUPERUSER = "director elsewhere", "staff", "superuser"
_PRESIDENT, _RATINGS, _REGISTRAR, _TREASURER, _AUDITOR = map(str, OfficeKind)
_OTHER_REGISTRAR = "registrar elsewhere"
_DIRECTORS = {_DIRECTOR, _OWNER, _SUPERUSER}
_DESK = _DIRECTORS | {_CLERK}
_REGISTRARS = {_PRESIDENT, _REGISTRAR, _SUPERUSER}
_SIGNED_IN = {
    *_DESK,
    _ACCOUNT,
    _PLAYER,
    _ELSEWHERE,
    _STAFF,
    _PRESIDENT,
    _RATINGS,
    _REGISTRAR,
    _TREASURER,
    _AUDITOR,
    _OTHER_REGISTRAR,
}
_EVERYBODY = _SIGNED_IN | {_STRANGER, _LINK}


@dataclass(frozen=True, slots=True)
class Codes:
    """A tournament of a federation with an open and a used code, one elsewhere, and everybody who may call."""

    tournament: Tournament
    federation: Federation
    entrant: Entrant
    open: Claim
    code: str
    used: Claim
    elsewhere: Claim
    visitors: dict[str, Visitor]

    @property
    def walter(self) -> Player:
        """The walk-in with the open code."""
        return self.open.player


@pytest.fixture
def codes() -> Codes:
    """Walter and Wanda were typed by the desk; an account has claimed Wanda."""
    federation, other = factories.federation(), factories.federation("BGF")
    officers = {str(kind): factories.officer(federation, kind) for kind in OfficeKind}
    event = factories.event()
    factories.sanction(event, federation)
    tournament = event.tournament
    entrants = [factories.entrant(event, name) for name in ("Walter Walkin", "Wanda Walkin")]
    walter, wanda = (entrant.side.players.get() for entrant in entrants)
    row, code = claims.make_code(tournament, walter, by=None)
    used, used_code = claims.make_code(tournament, wanda, by=None)
    claimant = factories.player("Wanda Wright", email="wanda@example.org")
    claims.claim_player(claims.find(used_code), by=claimant)
    player = factories.player("Paul Player", email="paul@example.org")
    registration.enter(event, by=None, players=[player])
    elsewhere = factories.entrant(factories.event(factories.tournament()), "Willi Walkin")
    there = elsewhere.event.tournament
    far, _code = claims.make_code(there, elsewhere.side.players.get(), by=None)
    people: dict[str, Player | None] = {
        _STRANGER: None,
        _ACCOUNT: factories.player("Ada", email="ada@example.org"),
        _PLAYER: player,
        _CLERK: factories.clerk(tournament),
        _DIRECTOR: _director(tournament),
        _OWNER: factories.owner(tournament),
        _ELSEWHERE: factories.owner(there),
        _STAFF: _staff(),
        _SUPERUSER: factories.player("Root", email="root@example.org", is_superuser=True),
        _OTHER_REGISTRAR: factories.officer(other),
        **officers,
    }
    visitors = {name: Visitor(person) for name, person in people.items()}
    visitors[_LINK] = Visitor()
    _link, token = links.make_player_link(tournament, player, by=None)
    visitors[_LINK].at(f"/l/{token}/")
    return Codes(tournament, federation, entrants[0], row, code, used, far, visitors)


def _staff() -> Player:
    person = factories.player("Staff", email="staff@example.org")
    Player.objects.filter(pk=person.pk).update(is_staff=True)
    return person


def _director(of: Tournament) -> Player:
    """Somebody who directs the tournament beside its owner."""
    person = factories.player("Dirk Director", email="dirk@example.org")
    lifecycle.appoint(of, person, kind=RoleKind.DIRECTOR, by=factories.owner(of))
    return person


# Each page with its places and fields, by whom it may be opened or sent.
def _calls(codes: Codes) -> Iterator[tuple[str, str, tuple[str, ...], dict[str, Any], set[str]]]:
    entrant, walter = codes.entrant.uid, codes.walter.uid
    yield "get", "enter_code", (), {}, _EVERYBODY
    yield "post", "enter_code", (), {"code": codes.code}, _EVERYBODY
    yield "get", "claim", (codes.code,), {}, _EVERYBODY
    yield "post", "claim", (codes.code,), {}, _EVERYBODY
    yield "get", "claim", ("22222-22222",), {}, set()
    yield "post", "claim", ("22222-22222",), {}, set()
    yield "get", "desk_make_claim", (entrant, walter), {}, set()
    yield "post", "desk_make_claim", (entrant, walter), {}, _DESK
    yield "post", "desk_make_claim", (entrant, walter), {"do": "mail"}, _DESK
    yield "post", "desk_make_claim", (entrant, codes.elsewhere.player.uid), {}, set()
    yield "get", "desk_end_claim", (entrant, codes.open.uid), {}, set()
    yield "post", "desk_end_claim", (entrant, codes.open.uid), {}, _DESK
    yield "post", "desk_end_claim", (entrant, codes.used.uid), {}, _DIRECTORS
    yield "post", "desk_end_claim", (entrant, codes.elsewhere.uid), {}, set()
    office = codes.federation.uid
    yield "get", "office_duplicates", (office,), {}, _REGISTRARS
    yield "post", "office_duplicates", (office,), {"claim": codes.used.uid}, _REGISTRARS
    yield "post", "office_duplicates", (office,), {"claim": codes.elsewhere.uid}, set()


@contextmanager
def _undone() -> Iterator[None]:
    """Roll back what happens within, and forget guesses."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _state() -> list[tuple[Any, ...]]:
    rows = Claim.objects.order_by("pk")
    return list(rows.values_list("pk", "claimed_at", "account", "revoked_at", "undone_at"))


def test_everybody_opens_and_sends_what_the_table_says_and_nothing_else(codes: Codes) -> None:
    before, wrong = _state(), []
    for method, name, places, fields, allowed in _calls(codes):
        for who, visitor in codes.visitors.items():
            with _undone():
                call = getattr(visitor.client, method)
                page = Page(call(reverse(name, args=places), fields))
                leads = page.response.get("Location", "")
                is_allowed = page.status in {200, 422} or (
                    page.status == 302 and "/accounts/login/" not in leads
                )
                has_changed = _state() != before
            if is_allowed is not (who in allowed) or page.status >= 500 or (has_changed and not is_allowed):
                wrong.append((who, method, name, places[1:], fields, page.status))
    assert wrong == []
    assert _state() == before


def test_a_code_is_used_by_whoever_is_signed_in_and_by_no_link(codes: Codes) -> None:
    """A link shows one tournament and is no account; a stranger chooses an address and a password first."""
    used = set()
    for who, visitor in codes.visitors.items():
        with _undone():
            page = Page(visitor.client.post(reverse("claim", args=[codes.code]), {}))
            if Claim.objects.get(pk=codes.open.pk).claimed_at is not None:
                assert page.status == 302, who
                used.add(who)
    # The player there played in the same event as Walter, so the two are not one person.
    assert used == _SIGNED_IN - {_PLAYER}


def test_the_desk_that_made_a_code_does_not_use_it_and_a_used_one_is_nobody_elses(codes: Codes) -> None:
    cache.clear()
    desk = codes.visitors[_CLERK]
    page = desk.post("desk_make_claim", codes.entrant.uid, codes.walter.uid)
    code = code_on(page)
    [row] = Claim.objects.filter(player=codes.walter, claimed_at=None, revoked_at=None).exclude(
        pk=codes.open.pk
    )
    assert row.made_by is not None
    for words in (code, code.upper()):
        answer = desk.post("claim", words)
        assert (answer.status, Claim.objects.get(pk=row.pk).claimed_at) == (422, None), answer.words
    assert codes.visitors[_ACCOUNT].post("claim", code).status == 302
    for who in (_STRANGER, _REGISTRAR, _OWNER, _SUPERUSER):
        assert codes.visitors[who].open("claim", code).status == 404, who
