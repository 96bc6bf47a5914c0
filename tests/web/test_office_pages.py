"""The office of a federation: what its officers see there, and what becomes of their forms."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from matches.models import Player
from tests import factories
from tests.tournaments.test_feed_verdicts import rate
from tests.tournaments.whole_federation import larger_federation
from tests.web.browsing import Page, Visitor, invitation_on
from tournaments.actions.entrants import asking, registration
from tournaments.actions.federations import sanctions
from tournaments.actions.lists import keeping
from tournaments.models import Federation, Merge, OfficeKind, Officer, Sanction
from tournaments.tasks import run_due
from tournaments.web.desk.log_lines import federation_log_lines

pytestmark = pytest.mark.django_db


def _submitted(federation: Federation, name: str = "Open") -> Sanction:
    return sanctions.request_sanction(factories.event(name=name), federation, by=None)


def navigation(page: Page, name: str) -> list[str]:
    """The addresses of a navigation of a page, by its class."""
    [inner] = re.findall(rf'<nav class="{name}".*?</nav>', page.html, re.DOTALL) or [""]
    return re.findall(r'href="([^"]+)"', inner)


def test_the_dashboard_lists_what_waits_and_says_when_nothing_does() -> None:
    federation = factories.federation()
    rater = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))
    assert "Nothing waits" in rater.open("office", federation.uid)
    sanction = _submitted(federation, "Open of Nantes")
    page = rater.open("office", federation.uid)
    assert "Open of Nantes" in page
    assert f"/f/{federation.uid}/office/sanctions/{sanction.uid}/" in page.links
    assert "Nothing waits" not in page


def test_every_page_of_the_office_is_two_clicks_from_any_other_under_five_tabs() -> None:
    federation = factories.federation()
    president = Visitor(federation.officers.get().player)
    first = president.open("office", federation.uid)
    pages_of: dict[str, list[str]] = {}
    for tab in navigation(first, "event-tabs"):
        page = president.at(tab)
        pages_of[tab] = navigation(page, "tab-pages")
        assert navigation(page, "event-tabs") == navigation(first, "event-tabs")
    assert len(pages_of) == 5
    pages = [page for pages in pages_of.values() for page in pages]
    assert len(pages) == len(set(pages)) == 14


def test_an_event_is_sanctioned_with_class_and_weight_as_a_french_reader_writes_it() -> None:
    federation = factories.federation()
    rater = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))
    sanction = _submitted(federation)
    rater.client.cookies["django_language"] = "fr"
    page = rater.send(
        "office_sanction", federation.uid, sanction.uid, do="grant", event_class="Main", weight="1,5"
    )
    assert "Open est homologuée." in page
    sanction.refresh_from_db()
    assert (sanction.state, sanction.event_class, sanction.weight) == ("granted", "Main", Decimal("1.5"))


def test_an_event_is_refused_with_a_reason_and_not_without() -> None:
    federation = factories.federation()
    rater = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))
    sanction = _submitted(federation)
    address = ("office_sanction", federation.uid, sanction.uid)
    assert rater.post(*address, do="refuse", reason="").status == 422
    rater.send(*address, do="refuse", reason="No rules are named.")
    page = rater.open(*address)
    assert "No rules are named." in page
    assert "refused" in page


def test_an_event_that_was_withdrawn_is_shown_without_a_decision() -> None:
    federation = factories.federation()
    rater = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))
    sanction = sanctions.withdraw_sanction(_submitted(federation), by=None)
    page = rater.open("office_sanction", federation.uid, sanction.uid)
    assert "withdrawn" in page
    assert 'name="do"' not in page.html


def test_a_president_invites_to_an_office_ends_it_and_stays_the_last_one() -> None:
    federation = factories.federation()
    officer = federation.officers.get()
    president = Visitor(officer.player)
    page = president.send("office_officers", federation.uid, email="nobody@example.org", kind="registrar")
    assert "The invitation is on its way to nobody@example.org." in page
    page = president.post("office_officers", federation.uid, kind="registrar")
    assert "It is shown once and works once." in page
    guest = Visitor(factories.player("Rita", email="rita@example.org"))
    answer = guest.client.post(invitation_on(page), {"do": "accept"}, follow=True)
    assert "You have accepted." in Page(answer)
    rita = Officer.objects.get(player__name="Rita")
    assert "Rita has left office." in president.send("office_end_office", federation.uid, rita.uid)
    page = president.send("office_end_office", federation.uid, officer.uid)
    assert "always has a president" in page


def test_the_log_says_in_words_what_was_done() -> None:
    federation = factories.federation()
    president = Visitor(federation.officers.get().player)
    sanctions.refuse_sanction(_submitted(federation, "Open"), by=None, reason="Too late.")
    page = president.open("office_log", federation.uid)
    assert "FFBG refused Open: Too late." in page
    assert "Paula President took office: president." in page


def test_a_time_zone_that_is_none_is_refused_at_its_field() -> None:
    federation = factories.federation()
    president = Visitor(federation.officers.get().player)
    values = {"name": "Fédération", "country": "fr", "site": "", "zone": "Nowhere"}
    assert president.post("office_settings", federation.uid, **values).status == 422
    page = president.send("office_settings", federation.uid, **values | {"zone": "Europe/Brussels"})
    assert "Saved." in page
    federation.refresh_from_db()
    assert (federation.name, federation.country, federation.zone) == ("Fédération", "FR", "Europe/Brussels")


@pytest.mark.both_databases
def test_a_director_submits_an_event_withdraws_it_and_reads_the_reason_of_a_refusal() -> None:
    federation = factories.federation()
    event = factories.event()
    director = Visitor(factories.owner(event.tournament))
    page = director.send("desk_sanctions", event.uid, federation=federation.uid)
    assert "The event is submitted to Federation FFBG." in page
    sanction = Sanction.objects.get(event=event)
    page = director.send("desk_sanctions", event.uid, withdraw=sanction.uid)
    assert "The event is withdrawn from Federation FFBG." in page
    director.send("desk_sanctions", event.uid, federation=federation.uid)
    sanction.refresh_from_db()
    sanctions.refuse_sanction(sanction, by=None, reason="The rules are not named.")
    page = director.open("desk_sanctions", event.uid)
    assert "The rules are not named." in page
    page = director.send("desk_sanctions", event.uid, federation=federation.uid)
    assert "has decided on this event already" in page
    assert Visitor(factories.clerk(event.tournament)).open("desk_sanctions", event.uid).status == 403


def test_a_director_among_many_federations_finds_one_by_its_name() -> None:
    event = factories.event()
    president = factories.director("Paula President")
    many = [factories.federation(f"F{number:02}", president=president) for number in range(31)]
    director = Visitor(factories.owner(event.tournament))
    first, second = (director.open("desk_sanctions", event.uid, page=number) for number in ("1", "2"))
    assert ("Federation F29" in first, "Federation F30" in first) == (True, False)
    assert ("Federation F29" in second, "Federation F30" in second) == (False, True)
    for words in ("f30", "ration F30"):
        page = director.open("desk_sanctions", event.uid, q=words)
        assert ("Federation F30" in page, "Federation F29" in page) == (True, False)
    assert "No federation has this name." in director.open("desk_sanctions", event.uid, q="Elsewhere")
    page = director.send("desk_sanctions", event.uid, federation=many[30].uid)
    assert "The event is submitted to Federation F30." in page


def test_no_registrar_reads_in_which_event_somebody_is_asked_to_play() -> None:
    federation = factories.federation()
    one = factories.player("Léa Petit", email="lea@example.org")
    for player in (one, factories.player("Léa Petit")):
        factories.member(federation, player)
    registrar, asker = (
        Visitor(factories.officer(federation)),
        factories.player("Ann", email="ann@example.org"),
    )
    pair = registration.register_self(
        factories.event(name="Pairs", kind="doubles"), by=asker, partners=[one.uid]
    )
    assert "Pairs" not in registrar.open("office_duplicates", federation.uid)
    asking.agree(pair, by=one)
    assert "Pairs" in registrar.open("office_duplicates", federation.uid)


def test_likely_duplicates_are_merged_undone_and_told_apart() -> None:
    federation = factories.federation()
    registrar = Visitor(factories.officer(federation))
    one, two = (factories.member(federation, factories.player("Léa Petit")).player for _ in range(2))
    page = registrar.open("office", federation.uid)
    assert "Léa Petit · Léa Petit" in page
    fields = {"one": one.uid, "two": two.uid}
    page = registrar.send("office_duplicates", federation.uid, do="into_one", **fields)
    assert "Say which number goes on." in page
    number = one.numbers.get().number
    page = registrar.send("office_duplicates", federation.uid, do="into_one", number=number, **fields)
    assert "Léa Petit is one person now." in page
    assert Player.objects.get(pk=two.pk).merged_into == one
    page = registrar.send("office_duplicates", federation.uid, undo=Merge.objects.get().uid)
    assert "They are two people again." in page
    assert Player.objects.get(pk=two.pk).merged_into is None
    page = registrar.send("office_duplicates", federation.uid, do="apart", **fields)
    assert "No likely duplicates" in page
    pair = federation.no_duplicates.get()
    page = registrar.send("office_duplicates", federation.uid, take_back=pair.uid)
    assert "They appear again if they look like one person." in page
    assert "No likely duplicates" not in page
    assert registrar.post("office_duplicates", federation.uid, take_back=pair.uid).status == 404
    stranger = factories.player("Léa Petit")
    foreign = registrar.post("office_duplicates", federation.uid, do="apart", one=one.uid, two=stranger.uid)
    assert foreign.status == 404


@pytest.mark.both_databases
def test_every_entry_of_the_log_names_whom_and_what_it_is_about() -> None:
    federation = larger_federation()
    entries = list(federation.log.select_related("by").order_by("seq"))
    lines = federation_log_lines(entries)
    assert len({entry.code for entry in entries}) > 25
    assert [line.text for line in lines if "somebody" in line.text] == []
    text = "\n".join(line.text for line in lines)
    assert "The list National was added." in text


def test_drafts_of_others_are_named_to_no_federation() -> None:
    """Neither beside a likely duplicate, nor among the events that a variation can leave out."""
    federation = factories.federation()
    president = Visitor(federation.officers.get(kind=OfficeKind.PRESIDENT).player)
    one, _two = (factories.member(federation, factories.player("Léa Petit")).player for _ in range(2))
    rate(federation)
    keeping.create_list(federation, by=None, name="National", formula="fibs")
    secret = factories.event(factories.tournament(visibility="draft"), name="Secret Cup")
    stage = factories.drawn_stage(2, of=secret)
    registration.enter(factories.event(secret.tournament, name="Secret Side"), by=None, players=[one])
    factories.play_open_matches(stage)
    run_due()
    pages = [("office_duplicates", "Secret Side"), ("office_variations", "Secret Cup")]
    for name, words in pages:
        assert words not in president.open(name, federation.uid).html
    for event in secret.tournament.events.all():
        sanctions.request_sanction(event, federation, by=None)
    for name, words in pages:
        assert words in president.open(name, federation.uid).html
