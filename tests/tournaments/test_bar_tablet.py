"""The shared tablet of an evening: both sides settle a match, late players come, and who goes home leaves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.errors import DifferentReport, DisputeIsOpen, NotYourMatch
from matches.models import Match, Settled, Source
from tests import factories
from tests.tournaments.audits import is_clean
from tournaments.actions import results
from tournaments.actions.draws import last_round, progress
from tournaments.actions.entrants import evening
from tournaments.actions.entrants.club_nights import start_club_night
from tournaments.actions.events import closing
from tournaments.actions.people import links
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import AlreadyEntered, LateForTheEvening, NobodyIsMeant
from tournaments.errors.events import EventIsClosed, PlaysToItsEnd
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import Entrant, Event, LogEntry, Origin, Pairing, Stage
from tournaments.plans import NightFormat

pytestmark = pytest.mark.django_db
NAMES = ("Ann Lee", "Bob Ray", "Cleo Fox", "Dan Wu", "Eva Roy")


@pytest.fixture
def night() -> Event:
    """A club night of five, directed by somebody who does not play."""
    return start_club_night(by=factories.director(), names=NAMES)


@pytest.fixture
def tablet(night: Event) -> Origin:
    """The shared tablet of the night."""
    return Origin(links.make_tablet_link(night, by=factories.owner(night.tournament))[0], "tablet")


def stage_of(event: Event) -> Stage:
    """The stage of the night."""
    return Stage.objects.select_related("event__tournament").get(event=event)


def open_match(event: Event) -> Match:
    """An open match of the night."""
    return factories.open_matches(stage_of(event))[0]


def play_round(event: Event, tablet: Origin) -> None:
    """Settle every open match on the tablet, and pair what follows."""
    for match in factories.open_matches(stage_of(event)):
        results.report(match, by=None, origin=tablet, score=(5, 2))
    progress.advance(event)


def opponent_in_newest_round(event: Event, name: str) -> str | None:
    """Who meets a player in the newest round; nothing for a bye, None for nobody."""
    rows = Pairing.objects.filter(stage__event=event, cancelled_at=None).order_by("-round")
    newest = rows[0].round
    for row in rows.filter(round=newest).prefetch_related("seats__entrant__side"):
        names = [seat.entrant.side.full_name for seat in row.seats.all()]
        if name in names:
            return next((other for other in names if other != name), "")
    return None


def test_both_sides_settle_a_match_and_the_log_names_the_tablet(night: Event, tablet: Origin) -> None:
    match = open_match(night)
    answer = results.report(match, by=None, origin=tablet, score=(5, 3))
    match.refresh_from_db()
    assert (answer.report.source, match.settled) == (Source.TOGETHER, Settled.TOGETHER)
    entry = LogEntry.objects.filter(tournament=night.tournament, code="reported").latest("seq")
    assert entry.link == tablet.link
    # The same taps again, as after a lost answer, are the same result.
    assert results.report(match, by=None, origin=tablet, score=(5, 3)).report == answer.report
    assert is_clean(night.tournament)


@pytest.mark.parametrize("source", [Source.ONE, Source.TWO, Source.DIRECTOR, Source.SIGNED])
def test_the_tablet_speaks_for_nobody_alone(night: Event, tablet: Origin, source: Source) -> None:
    with pytest.raises(NotYourMatch):
        results.report(open_match(night), by=None, origin=tablet, source=source, score=(5, 3))


def test_what_a_side_has_reported_is_not_overwritten_and_settles_by_the_same_taps(tablet: Origin) -> None:
    director = factories.director("Dora Day")
    event = start_club_night(by=director, names=["Dora Day", "Ann Lee"])
    match = open_match(event)
    own = 0 if match.one.full_name == "Dora Day" else 1
    won, lost = [2, 2], [2, 2]
    won[own], lost[1 - own] = 5, 5
    # A director who plays does not rule on the own match ...
    with pytest.raises(OwnMatchRuling):
        results.report(match, by=director, source=Source.DIRECTOR, score=(won[0], won[1]))
    waiting = results.report(match, by=director, score=(won[0], won[1]))
    match.refresh_from_db()
    assert (waiting.report.source, match.is_final) == (("one", "two")[own], False)
    shared = Origin(links.make_tablet_link(event, by=director)[0])
    with pytest.raises(DifferentReport):
        results.report(match, by=None, origin=shared, score=(lost[0], lost[1]))
    # ... and the opponent's tap on the tablet settles it.
    results.report(match, by=None, origin=shared, score=(won[0], won[1]))
    match.refresh_from_db()
    assert match.is_final
    progress.advance(event)
    assert is_clean(event.tournament)


def test_the_second_side_that_disputes_learns_that_the_first_has(night: Event, tablet: Origin) -> None:
    match = open_match(night)
    report = results.report(match, by=None, origin=tablet, score=(5, 3)).report
    one, two = match.one.players.get(), match.two.players.get()
    results.dispute(report, by=one, reason="It was 5-4.")
    with pytest.raises(DisputeIsOpen):
        results.dispute(report, by=two, reason="I won.")


def test_a_director_who_plays_settles_with_the_opponent_on_one_screen() -> None:
    director = factories.director("Dora Day")
    match = open_match(start_club_night(by=director, names=["Dora Day", "Ann Lee"]))
    results.report(match, by=director, source=Source.TOGETHER, score=(5, 1))
    match.refresh_from_db()
    assert match.settled == Settled.TOGETHER


@pytest.mark.both_databases
def test_a_late_player_takes_the_bye_or_plays_from_the_next_round(night: Event, tablet: Origin) -> None:
    late = evening.arrive(night, by=None, name="Larry Late", origin=tablet)
    assert opponent_in_newest_round(night, "Larry Late") in NAMES
    evening.arrive(night, by=None, name="Mona May", origin=tablet)
    assert opponent_in_newest_round(night, "Mona May") is None
    play_round(night, tablet)
    assert opponent_in_newest_round(night, "Mona May") is not None
    entry = LogEntry.objects.get(code="entered", subject=late.uid)
    assert entry.link == tablet.link
    assert is_clean(night.tournament)


def test_a_name_is_entered_once_and_who_left_comes_back(night: Event, tablet: Origin) -> None:
    with pytest.raises(AlreadyEntered):
        evening.arrive(night, by=None, name="ann lee", origin=tablet)
    with pytest.raises(NobodyIsMeant):
        evening.arrive(night, by=None, name=" , ", origin=tablet)
    entrant = night.entrants.get(side__full_name="Ann Lee")
    evening.leave_now(entrant, by=None, origin=tablet)
    entrant.refresh_from_db()
    assert entrant.withdrawn_at is not None
    back = evening.arrive(night, by=None, name="Ann Lee", origin=tablet)
    assert (back, back.withdrawn_at, night.entrants.count()) == (entrant, None, len(NAMES))
    assert is_clean(night.tournament)


def test_only_players_of_the_same_host_are_known_by_name(night: Event, tablet: Origin) -> None:
    host = factories.owner(night.tournament)
    start_club_night(by=host, names=["Ray Regular", "Zoe Zed"])
    start_club_night(by=factories.director(), names=["Sam Stranger", "Yann Yew"])
    for name, is_known in (("Ray Regular", True), ("Sam Stranger", False)):
        entrant = evening.arrive(night, by=None, name=name, origin=tablet)
        player = entrant.side.players.get()
        assert (player.entries.count() > 1) is is_known


def test_who_goes_home_is_paired_no_more(night: Event, tablet: Origin) -> None:
    leaver = Entrant.objects.get(event=night, side__full_name="Bob Ray")
    evening.leave_now(leaver, by=None, origin=tablet)
    play_round(night, tablet)
    assert opponent_in_newest_round(night, "Bob Ray") is None
    assert LogEntry.objects.get(code="withdrawn", subject=leaver.uid).link == tablet.link
    assert is_clean(night.tournament)


def test_nobody_but_the_tablet_and_the_desk_enters_players(night: Event) -> None:
    with pytest.raises(Forbidden):
        evening.arrive(night, by=factories.player("Paul", email="paul@example.org"), name="Larry Late")


def test_the_round_under_way_is_the_last_after_the_time(night: Event, tablet: Origin) -> None:
    host = factories.owner(night.tournament)
    play_round(night, tablet)
    last_round.set_last_round(night, by=host, at=timezone.now())
    with pytest.raises(LateForTheEvening):
        evening.arrive(night, by=None, name="Larry Late", origin=tablet)
    play_round(night, tablet)
    stage = stage_of(night)
    assert stage.completed_at is not None
    assert Pairing.objects.filter(stage=stage, round=3).count() == 0
    assert is_clean(night.tournament)
    # A longer evening goes on where it stood.
    last_round.set_last_round(night, by=host, at=timezone.now() + timedelta(hours=2))
    assert Pairing.objects.filter(stage=stage, round=3, cancelled_at=None).exists()
    assert stage_of(night).completed_at is None
    assert is_clean(night.tournament)


def test_no_round_ends_before_the_time(night: Event, tablet: Origin) -> None:
    at = timezone.now() + timedelta(hours=1)
    last_round.set_last_round(night, by=factories.owner(night.tournament), at=at)
    play_round(night, tablet)
    assert Pairing.objects.filter(stage__event=night, round=2, cancelled_at=None).exists()


def test_the_closed_night_has_no_tablet(night: Event, tablet: Origin) -> None:
    host = factories.owner(night.tournament)
    closing.close_event(night, by=host, anyway=True, reason="Enough.")
    night.refresh_from_db()
    with pytest.raises(EventIsClosed):
        results.report(open_match(night), by=None, origin=tablet, score=(5, 3))
    with pytest.raises(EventIsClosed):
        evening.arrive(night, by=None, name="Larry Late", origin=tablet)
    with pytest.raises(EventIsClosed):
        evening.leave_now(night.entrants.all()[0], by=None, origin=tablet)
    with pytest.raises(EventIsClosed):
        links.make_tablet_link(night, by=host)


@pytest.mark.parametrize("kind", [NightFormat.LIVES, NightFormat.KNOCK_OUT, NightFormat.EVERYBODY])
def test_what_plays_to_its_end_has_no_last_round(kind: NightFormat) -> None:
    host = factories.director()
    event = start_club_night(by=host, names=NAMES, format=kind)
    with pytest.raises(PlaysToItsEnd):
        last_round.set_last_round(event, by=host, at=timezone.now())
