"""A club night begins with three answers; who came before is known."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.tournaments.audits import is_clean
from tournaments.actions import log, undo
from tournaments.actions.entrants import registration
from tournaments.actions.entrants.club_nights import start_club_night
from tournaments.actions.events import lifecycle
from tournaments.errors.common import InvalidFields, NotSignedIn
from tournaments.errors.entrants import NamesUnclear
from tournaments.models import Event, LogEntry, Pairing, RoleKind, Stage, Visibility
from tournaments.plans import NightFormat
from tournaments.queries.events.club_nights import former_night

pytestmark = pytest.mark.django_db
NAMES = ("Ann Lee", "Bob Ray", "Cleo Fox", "Dan Wu", "Eva Roy")


def names_of(event: Event) -> list[str]:
    """The names of the entrants, in order."""
    return sorted(entrant.side.full_name for entrant in event.entrants.select_related("side"))


def test_three_answers_make_a_tournament_of_today_with_a_first_round() -> None:
    director = factories.director("Dora Day")
    event = start_club_night(by=director, names=[*NAMES, "Dora Day"], length=7)
    tournament = event.tournament
    assert (tournament.name, tournament.visibility) == ("Club night", Visibility.UNLISTED)
    assert tournament.starts_on == tournament.ends_on == timezone.localdate(timezone=tournament.time_zone)
    assert factories.owner(tournament) == director
    assert names_of(event) == sorted([*NAMES, "Dora Day"])
    stage = Stage.objects.get(event=event)
    assert (stage.format, stage.lengths) == ("swiss", [7])
    pairings = Pairing.objects.filter(stage=stage, round=1, cancelled_at=None)
    assert {pairing.match.length for pairing in pairings if pairing.match} == {7}
    assert len(pairings) == 3
    # The director plays as the account, and so on the own phone too.
    assert director.entries.get().event == event
    assert log.verify(tournament) == []
    assert is_clean(tournament)


@pytest.mark.parametrize("kind", NightFormat)
def test_every_format_is_drawn_at_once(kind: NightFormat) -> None:
    event = start_club_night(by=factories.director(), names=NAMES, format=kind)
    assert Pairing.objects.filter(stage__event=event, round=1, match__isnull=False).exists()


def test_nobody_starts_a_night_without_an_account() -> None:
    with pytest.raises(NotSignedIn):
        start_club_night(by=None, names=NAMES)


@pytest.mark.both_databases
def test_a_week_later_the_same_names_are_the_same_players() -> None:
    director = factories.director()
    with time_machine.travel("2026-11-20T19:00:00+01:00", tick=False):
        first = start_club_night(
            by=director, names=NAMES, length=3, format=NightFormat.LIVES, name="Thursday"
        )
        lifecycle.change_tournament(
            first.tournament, by=director, visibility=Visibility.PUBLIC, venue="Café", zone="Europe/London"
        )
    last = former_night(director)
    assert last is not None
    assert (last.lines, last.format, last.length) == (NAMES, NightFormat.LIVES, 3)
    before = Player.objects.count()
    with time_machine.travel("2026-11-27T19:00:00+01:00", tick=False):
        again = start_club_night(by=director, names=[*last.lines[:4], "Finn Orr"])
    assert Player.objects.count() == before + 1
    shared = Player.objects.filter(entries__event=first) & Player.objects.filter(entries__event=again)
    assert shared.count() == 4
    tournament = again.tournament
    assert (tournament.visibility, tournament.venue, tournament.zone) == ("public", "Café", "Europe/London")
    assert tournament.starts_on == date(2026, 11, 27)


def test_who_was_typed_by_mistake_did_not_come() -> None:
    director = factories.director()
    event = start_club_night(by=director, names=NAMES)
    known = [entrant.name for entrant in event.entrants.all()]
    registration.enter(event, by=director, players=[factories.player("Zoe Zed")], is_late=True)
    undo.undo(LogEntry.objects.filter(code="entered").latest("seq"), by=director)
    last = former_night(director)
    assert last is not None
    assert sorted(last.lines) == sorted(known)


def test_namesakes_of_last_week_are_told_apart_by_their_club() -> None:
    director = factories.director()
    names = ["John Smith, Leeds", "John Smith, London", "Ann Lee"]
    start_club_night(by=director, names=names)
    last = former_night(director)
    assert last is not None
    assert sorted(last.lines) == sorted(names)
    count = Player.objects.count()
    start_club_night(by=director, names=last.lines)
    assert Player.objects.count() == count


def test_an_event_beside_others_is_no_night() -> None:
    director = factories.director("Dora Day")
    night = start_club_night(by=director, names=NAMES)
    other = start_club_night(by=director, names=["Zoe Zoll", "Yan Yew"])
    factories.event(other.tournament, name="Knock-out")
    last = former_night(director)
    assert last is not None
    assert last.event == night


def test_the_night_of_another_director_is_not_ones_own() -> None:
    start_club_night(by=factories.director(), names=NAMES)
    assert former_night(factories.director()) is None


def test_a_desk_officer_of_a_night_does_not_get_its_list() -> None:
    event = start_club_night(by=factories.director(), names=NAMES)
    helper = factories.director()
    lifecycle.appoint(event.tournament, helper, kind=RoleKind.DESK, by=None)
    assert former_night(helper) is None


def test_a_name_like_that_of_a_known_player_is_asked_about() -> None:
    known = factories.player("Anne Lee")
    director = factories.director()
    with pytest.raises(NamesUnclear) as refusal:
        start_club_night(by=director, names=NAMES)
    [unclear] = refusal.value.unclear
    assert (unclear["name"], [one["uid"] for one in unclear["candidates"]]) == ("Ann Lee", [known.uid])
    assert not Event.objects.exists()
    event = start_club_night(by=director, names=NAMES, known={"Ann Lee": known.uid})
    assert known.entries.get().event == event
    start_club_night(by=director, names=NAMES, known={"Ann Lee": ""})
    assert Player.objects.filter(name="Ann Lee").count() == 1


def test_who_is_meant_must_be_one_of_the_candidates() -> None:
    factories.player("Anne Lee")
    stranger = factories.player("Zoe Zed")
    with pytest.raises(NamesUnclear):
        start_club_night(by=factories.director(), names=NAMES, known={"Ann Lee": stranger.uid})


def test_a_player_stands_once_on_the_list() -> None:
    with pytest.raises(InvalidFields) as refusal:
        start_club_night(by=factories.director(), names=["Ann Lee", "Bob Ray", "ann  lee"])
    assert "Line 3" in str(refusal.value)
    assert not Event.objects.exists()
