"""The page of an evening, on the shared tablet and at the desk."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions.draws import last_round, progress
from tournaments.actions.entrants.club_nights import start_club_night
from tournaments.actions.events import closing
from tournaments.actions.people import links
from tournaments.errors.events import TimeComesTwice
from tournaments.models import AccessLink, Entrant, Event, Stage
from tournaments.web.events.evening import next_moment

pytestmark = pytest.mark.django_db
NAMES = ("Ann Lee", "Bob Ray", "Cleo Fox", "Dan Wu", "Dora Day")


@pytest.fixture
def night() -> Event:
    """A club night of five; the director plays."""
    return start_club_night(by=factories.director("Dora Day"), names=NAMES)


@pytest.fixture
def director(night: Event) -> Visitor:
    """Who directs it."""
    return Visitor(factories.owner(night.tournament))


@pytest.fixture
def tablet(night: Event) -> Visitor:
    """The tablet, opened by its link."""
    _link, token = links.make_tablet_link(night, by=None)
    visitor = Visitor()
    page = Page(visitor.client.get(reverse("link", args=[token]), follow=True))
    assert (page.status, "Tap the winner" in page) == (200, True)
    return visitor


def stage_of(event: Event) -> Stage:
    """The stage of the night."""
    return Stage.objects.get(event=event)


def settle_all(event: Event, tablet: Visitor) -> None:
    """Let side one win every open match, with the taps of both."""
    for match in factories.open_matches(stage_of(event)):
        tablet.client.post(
            reverse("api_match_reports", args=[match.uid]),
            '{"score": [5, 0]}',
            content_type="application/json",
        )


def test_two_taps_on_the_tablet_without_javascript_settle_a_match(night: Event, tablet: Visitor) -> None:
    [match, *_others] = factories.open_matches(stage_of(night))
    address = f"{reverse('report', args=[match.uid])}?winner=one&together=1"
    assert address in tablet.open("tablet", night.uid).html.replace("&amp;", "&")
    form = tablet.at(address).form(reverse("report", args=[match.uid]))
    page = tablet.send("report", match.uid, **form | {"loser_points": "3"})
    assert "Do you both agree?" in page
    page = tablet.send(
        "report", match.uid, **form | {"loser_points": "3", "agree_one": "on", "agree_two": "on"}
    )
    assert ("Results of this round" in page, "5–3" in page) == (True, True)
    match.refresh_from_db()
    assert match.is_final


def test_the_tablet_reports_by_the_api_and_by_nothing_else(night: Event, tablet: Visitor) -> None:
    [match, other] = factories.open_matches(stage_of(night))
    body = json.dumps({"score": [5, 3], "source": "together"})
    headers = {"Idempotency-Key": "tap-1"}
    address = reverse("api_match_reports", args=[match.uid])
    for _again in range(2):
        answer = tablet.client.post(address, body, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()["state"]) == (201, "final")
    forfeit = reverse("api_match_forfeit", args=[other.uid])
    refusal = tablet.client.post(forfeit, '{"loser": "one"}', content_type="application/json")
    assert refusal.status_code == 401
    elsewhere = factories.open_match()
    address = reverse("api_match_reports", args=[elsewhere.match.uid])
    assert tablet.client.post(address, body, content_type="application/json").status_code == 401


def test_players_come_and_go_on_the_tablet(night: Event, tablet: Visitor) -> None:
    form = tablet.open("tablet", night.uid).form(reverse("tablet", args=[night.uid]))
    assert form["do"] == "leave"
    page = tablet.send("tablet", night.uid, do="arrive", name="Larry Late")
    assert "Larry Late plays." in page
    assert "is entered in this event already" in tablet.send(
        "tablet", night.uid, do="arrive", name="Larry Late"
    )
    ann = Entrant.objects.get(event=night, side__full_name="Ann Lee")
    assert "Ann Lee goes home." in tablet.send("tablet", night.uid, do="leave", entrant=ann.uid)
    stranger = factories.entrants(factories.event(), 1)[0]
    assert tablet.post("tablet", night.uid, do="leave", entrant=stranger.uid).status == 404


def test_the_link_opens_the_tablet_until_the_director_revokes_it(
    night: Event, tablet: Visitor, director: Visitor
) -> None:
    page = director.open("desk_night", night.uid)
    link = AccessLink.objects.get()
    assert reverse("desk_revoke_link", args=[night.tournament.uid, link.uid]) in dict(page.forms)
    director.send("desk_revoke_link", night.tournament.uid, link.uid)
    assert tablet.open("tablet", night.uid).status == 302
    assert Visitor().open("tablet", night.uid).status == 302
    other = start_club_night(by=factories.director(), names=NAMES[:4])
    assert tablet.open("tablet", other.uid).status == 302


def test_the_director_makes_the_address_once(night: Event, director: Visitor) -> None:
    form = director.open("desk_night", night.uid).form(reverse("desk_night", args=[night.uid]))
    page = director.post("desk_night", night.uid, **form | {"do": "tablet"})
    assert "this address is shown once" in page
    assert "/l/" in page.html
    assert "/l/" not in director.open("desk_night", night.uid).html
    assert AccessLink.objects.get().event == night


def test_the_director_confirms_alone_but_not_the_own_match(night: Event, director: Visitor) -> None:
    page = director.open("desk_night", night.uid)
    own = [match for match in factories.open_matches(stage_of(night)) if "Dora Day" in str(match)]
    assert page.html.count("data-both") == 2 * len(own)


def test_the_page_says_which_round_is_the_last(night: Event, director: Visitor, tablet: Visitor) -> None:
    assert "Round 1 of 5" in tablet.open("tablet", night.uid)
    director.send("desk_night", night.uid, do="this")
    page = tablet.open("tablet", night.uid)
    assert "Last round" in page
    settle_all(night, tablet)
    progress.advance(night)
    assert "All matches are played" in tablet.open("tablet", night.uid)
    director.send("desk_night", night.uid, do="none")
    assert "Round 2 of 5" in tablet.open("tablet", night.uid)
    last_round.set_last_round(night, by=None, at=timezone.now() + timedelta(minutes=5))
    assert "Probably the last round" in tablet.open("tablet", night.uid)
    last_round.set_last_round(night, by=None, at=timezone.now() + timedelta(minutes=100))
    assert "about round 4 is the last" in tablet.open("tablet", night.uid)
    assert director.post("desk_night", night.uid, do="at", at="late").status == 422


def test_a_time_of_day_is_of_this_night() -> None:
    event = start_club_night(by=factories.director(), names=NAMES)
    evening = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    assert next_moment(event.tournament, time(22, 30), now=evening).isoformat() == "2026-11-27T22:30:00+01:00"
    assert next_moment(event.tournament, time(20, 30), now=evening).isoformat() == "2026-11-27T20:30:00+01:00"
    assert next_moment(event.tournament, time(0, 30), now=evening).isoformat() == "2026-11-28T00:30:00+01:00"
    with pytest.raises(TimeComesTwice):
        next_moment(event.tournament, time(2, 30), now=datetime(2026, 10, 24, 20, 0, tzinfo=UTC))


def test_what_has_not_changed_is_not_sent_again(night: Event, tablet: Visitor) -> None:
    first = tablet.at(reverse("tablet_live", args=[night.uid]))
    tag = {"If-None-Match": first.response["ETag"]}
    assert tablet.at(reverse("tablet_live", args=[night.uid]), **tag).status == 304
    tablet.send("tablet", night.uid, do="arrive", name="Larry Late")
    assert "Larry Late" in tablet.at(reverse("tablet_live", args=[night.uid]), **tag)


def test_a_newcomer_of_the_next_round_stands_on_the_page_until_then(night: Event, tablet: Visitor) -> None:
    tablet.send("tablet", night.uid, do="arrive", name="Larry Late")
    assert "From the next round on:" not in tablet.open("tablet", night.uid)
    page = tablet.send("tablet", night.uid, do="arrive", name="Lou Later")
    assert "From the next round on: Lou Later" in page
    settle_all(night, tablet)
    progress.advance(night)
    page = tablet.open("tablet", night.uid)
    assert ("Round 2 of 5" in page, "From the next round on:" in page) == (True, False)


def test_a_walkover_is_no_score_of_0_to_0(night: Event, tablet: Visitor) -> None:
    [match, *_others] = factories.open_matches(stage_of(night))
    leaver = Entrant.objects.get(event=night, side=match.two)
    page = tablet.send("tablet", night.uid, do="leave", entrant=leaver.uid)
    assert f"{match.one.name} 0–0 {match.two.name} walkover" in page
    board = Visitor(factories.owner(night.tournament)).open("desk_event", night.uid)
    assert ("a side left the event" in board, "the director entered it" in board) == (True, False)


def test_a_time_that_has_passed_is_said_to_end_the_rounds(night: Event, director: Visitor) -> None:
    now = timezone.localtime(timezone.now(), night.tournament.time_zone)
    clock = f"{now - timedelta(hours=1):%H:%M}"
    page = director.send("desk_night", night.uid, do="at", at=clock)
    assert f"{clock} has passed: this round is the last." in page


def test_a_closed_night_takes_nobody_and_leads_to_its_end(night: Event, director: Visitor) -> None:
    closing.close_event(night, by=factories.owner(night.tournament), anyway=True, reason="The bar closes.")
    page = director.open("desk_night", night.uid)
    assert ("This event is closed." in page, "Somebody arrives" in page) == (True, False)
