"""Match days on pages and in the API: the director's dates, the public list, the captain's line-ups, calendars."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Match
from rules.match import Side
from tests import factories
from tests.api.client import Caller
from tests.tournaments.test_match_days import PARIS, league, listed
from tests.web.browsing import Visitor
from tournaments.actions.draws import match_days
from tournaments.actions.entrants import teams
from tournaments.models import Entrant, Notice, StoredMatchDay
from tournaments.models.dates import date_words
from tournaments.queries.entrants.teams import lineups_of, members_of

pytestmark = pytest.mark.django_db
_FORM = "%Y-%m-%dT%H:%M"


def test_a_director_sets_the_dates_and_everybody_sees_them() -> None:
    stage = league()
    director = Visitor(factories.owner(stage.event.tournament))
    address = reverse("desk_match_days", args=[stage.uid])
    assert address in director.open("desk_draw", stage.uid).links
    fields = director.open("desk_match_days", stage.uid).form(address)
    before = [one.at for one in listed(stage).in_round(2)]
    first = listed(stage).in_round(1)[0].at
    assert first is not None
    later = first + timedelta(days=3, hours=2)
    fields |= {
        "at-1": later.astimezone(PARIS).strftime(_FORM),
        "venue-1": "Salle Paul-Fort",
        "moves_later": "on",
    }
    assert "Saved." in director.send("desk_match_days", stage.uid, **fields)
    stage.refresh_from_db()
    # The later ones follow from the first, so nothing is stored for them.
    assert [(day["round"], day["venue"]) for day in stage.match_days] == [(1, "Salle Paul-Fort")]
    moved = [one.at for one in listed(stage).in_round(2)]
    assert moved == [None if at is None else at + timedelta(days=3, hours=2) for at in before]
    page = Visitor().open("fixtures", stage.uid)
    assert "Salle Paul-Fort" in page
    assert "The side named first is at home." in page
    # A date before the one before it is refused beside the form, and nothing is stored.
    fields = director.open("desk_match_days", stage.uid).form(address)
    fields["at-2"] = (later - timedelta(days=1)).astimezone(PARIS).strftime(_FORM)
    refusal = director.post("desk_match_days", stage.uid, **fields)
    assert refusal.status == 422
    assert "Match day 2 would not be after match day 1." in refusal
    notices = Notice.objects.filter(code="match_day_moved")
    player = notices[0].recipient
    assert "Salle Paul-Fort" in Visitor(player).open("notices")


def test_a_captain_finds_the_encounters_and_names_the_line_up_before_the_day() -> None:
    stage = league(board_order="listed")
    encounter = listed(stage).in_round(1)[0]
    match = Match.objects.get(uid=encounter.slot.match)
    captain, second, third, _fourth = members_of(match, Side.ONE)
    entrant = Entrant.objects.get(uid=encounter.slot.one.entrant)
    page = Visitor(captain).open("own_match_days", entrant.uid)
    assert (page.status, reverse("lineup", args=[match.uid]) in page.links) == (200, True)
    assert f"At home against {encounter.slot.two.name}" in page
    assert "The line-up can be named once the match day before has begun." in page
    # A player of the team sees the days and names nothing; another team sees nothing of it.
    assert (
        reverse("lineup", args=[match.uid]) not in Visitor(second).open("own_match_days", entrant.uid).links
    )
    stranger = members_of(match, Side.TWO)[0]
    assert Visitor(stranger).open("own_match_days", entrant.uid).status == 403
    fields = {"board_1": second.uid, "board_2": captain.uid, "board_3": third.uid}
    refusal = Visitor(captain).post("lineup", match.uid, **fields)
    assert refusal.status == 422
    assert "order of its list" in refusal
    fields |= {"board_1": captain.uid, "board_2": second.uid}
    Visitor(captain).send("lineup", match.uid, **fields)
    assert lineups_of(match)[Side.ONE] == (captain, second, third)
    assert "The line-up is in." in Visitor(captain).open("own_match_days", entrant.uid)
    assert "one line-up in" in Visitor(factories.owner(stage.event.tournament)).open(
        "desk_match_days", stage.uid
    )
    assert "At home" in Visitor(captain).open("match", match.uid)
    assert f"at home: {match.one.name}" in Visitor(captain).open("my_matches")


def test_programs_read_and_set_match_days() -> None:
    stage = league()
    caller = Caller(factories.owner(stage.event.tournament))
    address = f"stages/{stage.uid}/match-days/"
    body = Caller().get(address).body
    assert (body["has_home"], [len(day["encounters"]) for day in body["days"]]) == (True, [2, 2, 2])
    encounter = body["days"][2]["encounters"][1]
    assert (encounter["round"], encounter["match"], encounter["is_moved"]) == (3, None, False)
    at = (timezone.now() + timedelta(days=1)).astimezone(UTC).replace(microsecond=0)
    day = {"round": 3, "slot": encounter["slot"], "at": at.isoformat(), "venue": "Rezé"}
    answer = caller.post(address, {"days": [day]})
    first = answer.body["days"][0]["encounters"][0]
    assert (answer.status, first["round"], first["venue"], first["is_moved"]) == (200, 3, "Rezé", True)
    assert first["match"]
    assert caller.get(f"stages/{stage.uid}/").body["match_days"][0]["slot"] == encounter["slot"]
    assert caller.post(address, {"days": [{"round": 9}]}).body["code"] == "no_such_round"
    other = factories.drawn_stage(4)
    refusal = Caller().get(f"stages/{other.uid}/match-days/")
    assert (refusal.status, refusal.body["code"]) == (409, "no_match_days")


def test_paper_says_when_and_where_an_encounter_is_played() -> None:
    stage = league()
    first, second = listed(stage).in_round(1)
    assert first.at is not None
    own = first.at + timedelta(days=1)
    match_days.set_match_days(
        stage,
        by=None,
        days=[StoredMatchDay(1, venue="Lyon"), StoredMatchDay(1, second.slot.slot, at=own, venue="Nantes")],
    )
    teams.open_boards(Match.objects.get(uid=first.slot.match), by=None)
    director = Visitor(factories.owner(stage.event.tournament))
    french = director.client.get(
        reverse("desk_match_days", args=[stage.uid]), headers={"Accept-Language": "fr"}
    )
    assert "Lieu" in french.content.decode()
    assert "Rang" not in french.content.decode(), "where they play, and no rank"

    def words(at: datetime) -> str:
        with timezone.override(PARIS):
            return f"{date_words(timezone.localtime(at), 'l')} {date_words(timezone.localtime(at), 'DATETIME_FORMAT')}"

    for name in ("desk_print_slips", "desk_print_scoresheets"):
        page = director.open(name, stage.uid)
        assert f"{words(first.at)} · Lyon" in page
        assert page.html.count("Lyon") == 3, "one for each board"
    for name in ("desk_print_pairings", "desk_print_rounds"):
        page = director.open(name, stage.uid)
        assert f"{words(first.at)} · Lyon" in page, (
            "the names of the second encounter are to be written under it"
        )
        assert f"{words(own)} · Nantes" in page


def test_a_director_exchanges_home_and_away_on_the_page_and_by_the_api() -> None:
    stage = league()
    director = factories.owner(stage.event.tournament)
    one = listed(stage).in_round(2)[0]
    place = {"round": 2, "slot": one.slot.slot}
    page = Visitor(director).send("desk_match_days", stage.uid, exchange=f"2-{one.slot.slot}")
    assert "Home and away are exchanged." in page
    assert f"{one.slot.two.name} – {one.slot.one.name} (exchanged)" in page
    assert "home and away exchanged" in Visitor().open("fixtures", stage.uid)
    assert "no such encounter" in Visitor(director).send("desk_match_days", stage.uid, exchange="1-x9")
    caller = Caller(director)
    answer = caller.post(f"stages/{stage.uid}/home-exchange/", place)
    encounters = [encounter for day in answer.body["days"] for encounter in day["encounters"]]
    assert answer.status == 200
    assert {encounter["is_exchanged"] for encounter in encounters} == {False}
    answer = caller.post(f"stages/{factories.drawn_stage(4).uid}/home-exchange/", place)
    assert answer.status == 403
    own = factories.drawn_stage(4)
    answer = Caller(factories.owner(own.event.tournament)).post(f"stages/{own.uid}/home-exchange/", place)
    assert (answer.status, answer.body["code"]) == (409, "no_home_right")


def test_match_days_are_in_the_calendars() -> None:
    stage = league()
    text = Visitor().client.get(reverse("event_file", args=[stage.event.uid])).content.decode()
    assert text.count("SUMMARY:Match day") == 3
    begins = listed(stage).in_round(2)[0].at
    assert begins is not None
    assert f"DTSTART:{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}" in text


@pytest.mark.parametrize("name", ["fixtures", "own_match_days", "desk_match_days"])
def test_no_page_of_match_days_asks_more_because_more_teams_play(name: str) -> None:
    counts = []
    for count in (4, 8):
        stage = league(count)
        entrant = listed(stage).encounters[0].slot.one.entrant
        director = Visitor(factories.owner(stage.event.tournament))
        address = reverse(name, args=[entrant if name == "own_match_days" else stage.uid])
        director.at(address)
        with CaptureQueriesContext(connection) as queries:
            assert director.at(address).status == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
