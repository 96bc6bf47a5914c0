"""Consents: who agreed to which text, when, and until when; the log of a tournament proves it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.people import consents, erasure, links
from tournaments.actions.people.publicity import Publicity
from tournaments.errors.people import ConsentMissing
from tournaments.models import PRIVACY_TEXT, Consent, Event, LogEntry, Tournament
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.people.own_data import own_data

pytestmark = pytest.mark.django_db
# The text of each number: whoever changes what the page says gives it the next number and the day, and its digest here.
_TEXTS = {1: "3eda10b4c23dc4ab", 2: "b69334a0286041e4"}


def _newcomer(event: Event, name: str = "Nina New", wish: Publicity | None = None) -> Player:
    link, _token = links.make_registration_link(event, by=None)
    entrant = registration.register_by_link(link, name=name, agrees=True, wish=wish or Publicity())
    return entrant.side.players.get()


def _codes(tournament: Tournament) -> list[str]:
    entries = LogEntry.objects.filter(tournament=tournament, code__startswith="consent")
    return list(entries.order_by("seq").values_list("code", flat=True))


def test_nobody_new_is_registered_who_has_not_agreed() -> None:
    event = factories.event()
    link, _token = links.make_registration_link(event, by=None)
    with pytest.raises(ConsentMissing):
        registration.register_by_link(link, name="Nina New")
    visitor = Visitor()
    visitor.at(f"/l/{_token}/")
    assert "Tick that you agree." in visitor.post("register", event.uid, name="Nina New")
    assert "Tick that you agree." in Visitor().post(
        "account_signup", name="Nora New", email="nora@example.org", password1="a long enough password"
    )
    assert not Consent.objects.exists()
    assert not event.entrants.exists()


@pytest.mark.both_databases
def test_who_registers_by_a_link_agrees_with_a_date_that_the_log_proves() -> None:
    event = factories.event()
    before = timezone.now()
    player = _newcomer(event)
    child = _newcomer(event, "Carl Child", Publicity(birth_year=before.year - 9))
    [row, of_child] = Consent.objects.order_by("pk")
    assert (row.player, row.place, row.text_version, row.withdrawn_at) == (
        player,
        "entry",
        PRIVACY_TEXT,
        None,
    )
    assert row.given_at >= before
    assert (row.by_guardian, of_child.by_guardian, of_child.player) == (False, True, child)
    assert _codes(event.tournament) == ["consent_given", "consent_given"]
    assert not list(evidence_findings(event.tournament))
    Consent.objects.filter(pk=row.pk).update(text_version=9)
    assert [one.subject for one in evidence_findings(event.tournament)] == [f"consent.columns:{row.uid}"]


@pytest.mark.both_databases
def test_who_makes_an_account_agrees_reads_it_and_withdraws() -> None:
    visitor = Visitor()
    visitor.send(
        "account_signup",
        name="Nora Newland",
        email="nora@example.org",
        password1="a long enough password",
        agrees="on",
    )
    nora = Player.objects.get(email="nora@example.org")
    assert Consent.objects.get(player=nora).place == "account"
    page = visitor.open("my_data")
    assert f"Privacy, text {PRIVACY_TEXT}" in page
    assert "while making the account" in page
    assert reverse("consent") in page.links
    assert [line["place"] for line in own_data(nora)["consents"]] == ["account"]
    caller = Caller(nora)
    [line] = caller.get("me/consents/").body
    assert (line["place"], line["tournament"], line["is_present"], line["withdrawn_at"]) == (
        "account",
        None,
        True,
        None,
    )
    assert "Withdrawn." in visitor.send("consent", do="withdraw")
    nora.refresh_from_db()
    assert (nora.public_name, nora.has_profile) == ("N. N.", False)
    assert "N. N." in visitor.open("public_name")
    [line] = caller.post("me/consents/withdraw/").body
    assert line["withdrawn_at"] is not None
    assert "Noted" in visitor.send("consent", do="give")
    assert [one["place"] for one in caller.post("me/consents/").body] == ["later", "account"]
    assert Consent.objects.filter(withdrawn_at=None).count() == 1


def test_who_holds_a_private_link_withdraws_and_keeps_a_pseudonym() -> None:
    event = factories.event()
    player = _newcomer(event, wish=Publicity("pseudonym", "Fox"))
    _link, token = links.make_player_link(event.tournament, player, by=None)
    phone = Visitor()
    phone.at(f"/l/{token}/")
    assert "while registering by a link, Coupe de Nantes" in phone.open("consent").words
    phone.send("consent", do="withdraw")
    player.refresh_from_db()
    assert player.public_name == "Fox"
    assert _codes(event.tournament) == ["consent_given", "consent_withdrawn"]
    assert not list(evidence_findings(event.tournament))


def test_erasure_ends_every_consent_and_the_audit_stays_clean() -> None:
    event = factories.event()
    player = _newcomer(event)
    Consent.objects.create(player=player, place="later", text_version=PRIVACY_TEXT + 1)
    Tournament.objects.update(ends_on="2026-03-08")
    erasure.erase(player, by=player)
    assert not Consent.objects.filter(withdrawn_at=None).exists()
    assert not list(evidence_findings(event.tournament))


def test_another_text_on_privacy_has_another_number() -> None:
    source = get_template("people/privacy.html").template.source  # type: ignore[attr-defined]
    assert sha256(" ".join(source.split()).encode()).hexdigest()[:16] == _TEXTS[PRIVACY_TEXT]


def test_agreeing_twice_is_agreeing_once() -> None:
    player = factories.player("Paul Player")
    assert [len(consents.give(player, by=player)) for _ in range(2)] == [1, 1]


def test_the_guardian_agrees_for_a_minor_whose_year_of_birth_another_row_has() -> None:
    federation = factories.federation()
    typed, account = factories.player("Mia Minor"), factories.player("Mia Minor", email="mia@example.org")
    Player.objects.filter(pk=typed.pk).update(birth_year=timezone.localdate().year - 9)
    for row in (typed, account):
        registration.enter(factories.event(), by=None, players=[row])
        factories.member(federation, row)
    factories.merge(federation, typed, into=account)
    [consent] = consents.give(account, by=account)
    assert consent.by_guardian
