"""Calendars: the public file of an event, and the private feed of a player, which is read-only and revocable."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from matches.models import Match
from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.people.links import find, find_calendar, make_player_link
from tournaments.errors.people import LinkNotValid
from tournaments.models import LogEntry, Stage, Tournament, Visibility

pytestmark = pytest.mark.django_db


def _calendar(page: Page) -> list[dict[str, object]]:
    """The entries of a calendar file, as another program reads it."""
    assert page.status == 200
    assert page.response["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(page.response.content)
    return [{name.lower(): entry.decoded(name) for name in entry} for entry in calendar.walk("VEVENT")]


def _address(page: Page) -> str:
    """The path of the feed that a page shows."""
    match = re.search(r"/c/[\w-]+\.ics", page.words)
    assert match is not None
    return match[0]


def _subscribed(game: factories.OpenMatch) -> tuple[Visitor, str]:
    visitor = Visitor(game.one)
    return visitor, _address(visitor.post("my_calendar", game.stage.event.tournament.uid))


def test_event_without_a_start_fills_the_days_of_its_tournament() -> None:
    event = factories.event(name="Main, open; 8 · \N{SNOWMAN}" + " long" * 20)
    (entry,) = _calendar(Visitor().open("event_file", event.uid))
    tournament = event.tournament
    assert entry["summary"] == f"{event.name} – {tournament.name}"
    assert entry["dtstart"] == tournament.starts_on
    assert entry["dtend"] == tournament.ends_on + timedelta(days=1)


@pytest.mark.parametrize("format_", ["ladder", "swiss"])
def test_nobody_is_busy_for_all_days_of_an_event_without_a_start(format_: str) -> None:
    event = factories.stage(format=format_).event
    (entry,) = _calendar(Visitor().open("event_file", event.uid))
    assert entry["transp"] == "TRANSPARENT"
    lifecycle.change_event(event, by=None, starts_at=timezone.now())
    (entry,) = _calendar(Visitor().open("event_file", event.uid))
    assert "transp" not in entry


@pytest.mark.both_databases
def test_event_with_a_start_begins_then() -> None:
    event = factories.event()
    event.starts_at = datetime(2026, 3, 7, 9, 30, tzinfo=UTC)
    event.save()
    (entry,) = _calendar(Visitor().open("event_file", event.uid))
    assert entry["dtstart"] == event.starts_at


def test_event_of_a_draft_is_unknown() -> None:
    event = factories.event()
    Tournament.objects.update(visibility=Visibility.DRAFT)
    assert Visitor().open("event_file", event.uid).status == 404


def test_feed_has_the_own_events_and_the_matches_that_have_a_time() -> None:
    game = factories.open_match(7, n=4)
    began = timezone.now().replace(microsecond=0)
    Match.objects.filter(pk=game.match.pk).update(started_at=began)
    _visitor, address = _subscribed(game)
    entries = _calendar(Visitor().at(address))
    by_uid = {entry["uid"]: entry for entry in entries}
    assert set(by_uid) == {f"event-{game.stage.event.uid}@videau", f"match-{game.match.uid}@videau"}
    match = by_uid[f"match-{game.match.uid}@videau"]
    assert match["dtstart"] == began
    assert match["dtend"] == began + timedelta(minutes=7 * game.stage.event.minutes_per_point)


def test_feed_tells_the_score_of_a_final_match() -> None:
    game = factories.open_match(7)
    results.start(game.match, by=game.one)
    results.report(game.match, by=game.director, score=(7, 3))
    _visitor, address = _subscribed(game)
    assert any("7–3" in str(entry["summary"]) for entry in _calendar(Visitor().at(address)))


def test_new_address_ends_the_old_one_and_so_does_a_tap() -> None:
    game = factories.open_match()
    visitor, old = _subscribed(game)
    tournament = game.stage.event.tournament
    new = _address(visitor.post("my_calendar", tournament.uid))
    assert Visitor().at(old).status == 404
    assert Visitor().at(new).status == 200
    visitor.post("my_calendar", tournament.uid, do="end")
    assert Visitor().at(new).status == 404
    codes = LogEntry.objects.filter(tournament=tournament).values_list("code", flat=True)
    assert [code for code in codes if code.startswith("link_")] == ["link_made", "link_revoked"] * 2


def test_calendar_address_lets_nobody_act() -> None:
    game = factories.open_match()
    _visitor, address = _subscribed(game)
    token = address.removeprefix("/c/").removesuffix(".ics")
    assert find_calendar(token).player == game.one
    with pytest.raises(LinkNotValid):
        find(token)
    stranger = Visitor()
    assert stranger.at(reverse("link", args=[token])).status == 404
    assert "sessionid" not in stranger.client.cookies


def test_private_link_reads_no_calendar() -> None:
    game = factories.open_match()
    _link, token = make_player_link(game.stage.event.tournament, game.one, by=game.director)
    with pytest.raises(LinkNotValid):
        find_calendar(token)
    assert Visitor().at(reverse("calendar_feed", args=[token])).status == 404


def test_only_who_has_entered_has_a_calendar() -> None:
    tournament = factories.open_match().stage.event.tournament
    other = Visitor(factories.player(email="z@example.org"))
    assert other.open("my_calendar", tournament.uid).status == 403
    assert Visitor().open("my_calendar", tournament.uid).status == 302


def _league(starts_at: datetime) -> Stage:
    """Four who meet in three weeks."""
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=starts_at)
    stage = factories.stage(event, format="league", options={"days": 7})
    factories.entrants(event, 4)
    draw.draw(stage, by=None)
    return stage


def test_a_players_calendar_has_the_own_matches_of_a_league_and_the_deadlines_to_come() -> None:
    stage = _league(timezone.now() - timedelta(days=8))
    player = stage.event.entrants.all()[0].side.players.get()
    address = _address(Visitor(player).post("my_calendar", stage.event.tournament.uid))
    words = [str(entry["summary"]) for entry in _calendar(Visitor().at(address))]
    assert len([line for line in words if line.startswith("Deadline: ") and player.name in line]) == 2
    assert [line for line in words if line.startswith("Deadline: round")] == ["Deadline: round 3 (Main)"]


def test_a_league_has_the_deadline_of_each_round() -> None:
    stage = _league(datetime(2026, 3, 2, 18, tzinfo=UTC))
    calendar = _calendar(Visitor().open("event_file", stage.event.uid))
    deadlines = [entry for entry in calendar if str(entry["summary"]).startswith("Deadline: round")]
    assert deadlines[0]["dtstart"] == datetime(2026, 3, 9, 18, tzinfo=UTC)
    assert len(deadlines) == 3
    visitor = Visitor()
    visitor.client.cookies["django_language"] = "fr"
    french = _calendar(visitor.open("event_file", stage.event.uid))
    assert [str(entry["summary"]) for entry in french][-1] == "Échéance : tour 3 (Main)".replace(
        " :", "\u202f:"
    )
