"""Match days of a league of teams: dates, home and away, line-ups, and what a new date sets in motion."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from matches.models import Match
from rules.match import Side
from tests import factories
from tests.tournaments.team_matches import is_sound, play
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, home_right, match_days, progress
from tournaments.actions.entrants import teams
from tournaments.actions.events import copying, lifecycle
from tournaments.errors.draws import (
    MatchBegun,
    MatchDaysOutOfOrder,
    NoHomeRight,
    NoMatchDays,
    NoSuchEncounter,
    NoSuchRound,
    UnlikelyMatchDay,
)
from tournaments.errors.teams import LineupOutOfOrder
from tournaments.models import LogEntry, Notice, Pairing, Stage, StoredMatchDay
from tournaments.notices import render
from tournaments.queries.draws.match_days import Fixtures, fixtures
from tournaments.queries.entrants.teams import boards_of, lineups_of, members_of
from tournaments.queries.hall.readiness import hall_of
from tournaments.queries.results.matches import open_matches
from tournaments.queue import Job, enqueue

pytestmark = pytest.mark.django_db
PARIS = ZoneInfo("Europe/Paris")


def league(count: int = 4, *, board_order: str = "free", begins_in: int = 3, **options: object) -> Stage:
    """A league of teams on match days a week apart, drawn; the first one is in some days at 14:00 of its zone."""
    day = timezone.now().astimezone(PARIS) + timedelta(days=begins_in)
    event = lifecycle.create_event(
        factories.tournament(),
        by=None,
        name="Bundesliga",
        kind="teams",
        boards=3,
        team_size=4,
        board_order=board_order,
        starts_at=day.replace(hour=14, minute=0, second=0, microsecond=0),
    )
    stage = factories.stage(event, format="league", options={"dates": "match_day", **options})
    factories.entrants(event, count)
    draw.draw(stage, by=None, seed="videau")
    return stage


def listed(stage: Stage) -> Fixtures:
    """The encounters of the stage as they are now."""
    days = fixtures(Stage.objects.select_related("event__tournament").get(pk=stage.pk))
    assert days is not None
    return days


def paired_rounds(stage: Stage) -> list[int]:
    """The rounds of the encounters that are paired."""
    rows = Pairing.objects.filter(stage=stage, cancelled_at=None)
    return sorted(set(rows.values_list("round", flat=True)))


def set_days(stage: Stage, *days: StoredMatchDay) -> None:
    """The director sets moments and places."""
    match_days.set_match_days(stage, by=factories.owner(stage.event.tournament), days=days)
    stage.refresh_from_db()


def test_a_match_day_is_paired_when_the_one_before_begins_and_has_home_and_away() -> None:
    stage = league()
    assert paired_rounds(stage) == [1]
    days = listed(stage).days
    assert [(day.day - days[0].day).days for day in days if day.day and days[0].day] == [0, 7, 14]
    assert {one.at.astimezone(PARIS).hour for one in listed(stage).encounters if one.at} == {14}
    # Side one of every match is the team at home, and each team is at home once or twice in three.
    matches = Match.objects.filter(pairing__stage=stage)
    home = {one.slot.match: one.slot.one.name for one in listed(stage).encounters if one.slot.match}
    assert {match.uid: match.one.name for match in matches} == home
    hosts = [one.slot.one.name for one in listed(stage).encounters]
    assert sorted(map(hosts.count, set(hosts))) in ([1, 1, 2, 2], [1, 1, 1, 3], [2, 2, 1, 1])
    # The first day has come: the second is paired, so that its line-ups can be named.
    set_days(stage, StoredMatchDay(1, at=timezone.now() - timedelta(hours=1)))
    assert paired_rounds(stage) == [1, 2]
    assert is_sound(stage.event)


def test_a_date_of_its_own_moves_those_after_it_and_tells_who_is_paired() -> None:
    stage = league()
    before = listed(stage)
    later = before.in_round(1)[0].at
    assert later is not None
    later += timedelta(days=2)
    set_days(stage, StoredMatchDay(1, at=later, venue="Lyon"))
    now = listed(stage)
    assert [one.at for one in now.in_round(3)] == [
        None if one.at is None else one.at + timedelta(days=2) for one in before.in_round(3)
    ]
    assert {one.venue for one in now.in_round(1)} == {"Lyon"}
    assert {one.venue for one in now.in_round(2)} == {""}
    # All players of both encounters are told, once; of the days that are not paired nobody is.
    assert Notice.objects.filter(code="match_day_moved").count() == 4 * (stage.event.team_size or 0)
    entry = LogEntry.objects.filter(code="match_days_set").latest("pk")
    undo.undo(entry, by=factories.owner(stage.event.tournament))
    assert [one.at for one in listed(stage).encounters] == [one.at for one in before.encounters]
    assert is_sound(stage.event)


def test_an_encounter_is_moved_alone_and_paired_at_once_when_brought_forward() -> None:
    stage = league()
    last = listed(stage).in_round(3)[0]
    tomorrow = timezone.now() + timedelta(days=1)
    set_days(stage, StoredMatchDay(3, last.slot.slot, at=tomorrow, venue="Nantes"))
    assert paired_rounds(stage) == [1, 3]
    moved = next(one for one in listed(stage).encounters if one.is_moved)
    assert (moved.of.number, moved.slot.slot, moved.venue) == (3, last.slot.slot, "Nantes")
    assert moved.slot.match is not None
    # It comes first in the list, and opens no match day of others.
    assert listed(stage).days[0].encounters == (moved,)
    play(Match.objects.get(uid=moved.slot.match), "one", "one", "two")
    progress.advance(stage.event)
    assert paired_rounds(stage) == [1, 3]
    over = next(one for one in listed(stage).encounters if one.is_moved)
    assert (over.slot.one.score, over.slot.two.score, over.is_over) == (2, 1, True)
    assert is_sound(stage.event)


def test_nobody_is_called_before_the_match_day() -> None:
    stage = league()
    tournament = stage.event.tournament
    teams.open_boards(Match.objects.filter(pairing__stage=stage)[0], by=None)
    hall = hall_of(tournament, open_matches(tournament), now=timezone.now())
    assert (len(hall.waiting), hall.ready, {one.is_ahead for one in hall.waiting}) == (3, (), {True})
    begins = listed(stage).in_round(1)[0].at
    assert begins is not None
    hall = hall_of(tournament, open_matches(tournament), now=begins)
    assert len(hall.ready) == 3


def test_a_team_sits_in_the_order_of_its_list_where_the_event_says_so() -> None:
    stage = league(board_order="listed")
    match = Match.objects.filter(pairing__stage=stage)[0]
    first, second, third, fourth = members_of(match, Side.ONE)
    with pytest.raises(LineupOutOfOrder, match=first.name):
        teams.name_lineup(match, by=first, players=[second, first, fourth])
    teams.name_lineup(match, by=first, players=[first, third, fourth])
    assert lineups_of(match)[Side.ONE] == (first, third, fourth)
    listed_encounter = next(one for one in listed(stage).encounters if one.slot.match == match.uid)
    assert listed_encounter.lineups == {"one"}


@pytest.mark.both_databases
def test_a_captain_without_a_line_up_is_reminded_once_before_the_day(run_jobs: Callable[[], int]) -> None:
    stage = league(begins_in=5)
    set_days(stage, StoredMatchDay(1, venue="Lyon"))
    late, settled = Match.objects.filter(pairing__stage=stage).order_by("pk")
    at_home = members_of(late, Side.ONE)
    teams.name_lineup(late, by=at_home[0], players=at_home[:3])
    teams.open_boards(settled, by=None)
    begins = listed(stage).in_round(1)[0].at
    assert begins is not None
    assert teams.remind_captains(begins - timedelta(days=3)) == 0, "there is time"
    assert teams.remind_captains(begins - timedelta(hours=47)) == 1
    [notice] = Notice.objects.filter(code="lineup_missing")
    away = members_of(late, Side.TWO)
    assert notice.recipient == away[0], "the captain alone, and only where a line-up is missing"
    assert "Lyon" in render(notice, "en").text
    assert "Indiquez votre composition" in render(notice, "fr").text
    assert teams.remind_captains(begins - timedelta(hours=1)) == 0, "nobody is told twice"
    # Another day is another occasion; a sweep looks for it.
    set_days(stage, StoredMatchDay(1, at=timezone.now() + timedelta(hours=30)))
    enqueue(Job.SWEEP)
    run_jobs()
    assert Notice.objects.filter(code="lineup_missing", recipient=away[0]).count() == 2
    teams.name_lineup(late, by=away[0], players=away[:3])
    assert teams.remind_captains(timezone.now() + timedelta(hours=2)) == 0


@pytest.mark.both_databases
def test_home_and_away_are_exchanged_in_one_encounter_with_its_line_ups_and_boards() -> None:
    stage = league()
    owner = factories.owner(stage.event.tournament)
    before = [(one.slot.one.name, one.slot.two.name) for one in listed(stage).encounters]
    paired, to_come = listed(stage).in_round(1)[0], listed(stage).in_round(3)[1]
    match = Match.objects.get(uid=paired.slot.match)
    home, away = members_of(match, Side.ONE), members_of(match, Side.TWO)
    teams.name_lineup(match, by=home[0], players=home[:3])
    teams.name_lineup(match, by=away[0], players=away[1:])
    for one in (paired, to_come):
        home_right.exchange_home(stage, by=owner, round=one.of.number, slot=one.slot.slot)
    stage.refresh_from_db()
    now = {(one.of.number, one.slot.slot): one for one in listed(stage).encounters}
    assert [place for place, one in now.items() if one.is_exchanged] == [
        (1, paired.slot.slot),
        (3, to_come.slot.slot),
    ]
    turned = [
        (two, one) if place in {(1, paired.slot.slot), (3, to_come.slot.slot)} else (one, two)
        for place, (one, two) in zip(now, before, strict=True)
    ]
    assert [(one.slot.one.name, one.slot.two.name) for one in now.values()] == turned
    match = Match.objects.select_related("one").get(pk=match.pk)
    assert now[1, paired.slot.slot].slot.match == match.uid, "a printed slip leads to the same match"
    assert lineups_of(match) == {Side.ONE: away[1:], Side.TWO: home[:3]}
    boards = boards_of(match)
    assert [list(board.match.one.players.all()) for board in boards] == [[player] for player in away[1:]]
    notices = Notice.objects.filter(code="home_exchanged")
    assert notices.count() == 2 * (stage.event.team_size or 0)
    assert "at home" in render(notices.get(recipient=away[0]), "en").text
    assert is_sound(stage.event)
    # A date set afterwards leaves it; what follows is paired as it is exchanged.
    set_days(
        stage, StoredMatchDay(3, to_come.slot.slot, at=timezone.now() + timedelta(days=1), venue="Brest")
    )
    later = next(one for one in listed(stage).encounters if one.venue == "Brest")
    assert (later.is_exchanged, later.slot.one.name) == (True, to_come.slot.two.name)
    assert Match.objects.get(uid=later.slot.match).one.name == to_come.slot.two.name
    entry = LogEntry.objects.filter(code="home_exchanged").earliest("pk")
    undo.undo(entry, by=owner)
    assert lineups_of(match) == {Side.ONE: home[:3], Side.TWO: away[1:]}
    results.start(boards_of(match)[0].match, by=owner)
    with pytest.raises(MatchBegun):
        home_right.exchange_home(stage, by=owner, round=1, slot=paired.slot.slot)
    with pytest.raises(NoSuchEncounter):
        home_right.exchange_home(stage, by=owner, round=1, slot=7)
    with pytest.raises(NoHomeRight):
        home_right.exchange_home(factories.drawn_stage(4), by=None, round=1, slot=0)
    assert is_sound(stage.event)


def test_dates_outlive_a_draw_that_is_voided_and_those_of_encounters_do_not() -> None:
    stage = league()
    begins = listed(stage).in_round(1)[0].at
    assert begins is not None
    later = begins + timedelta(days=1)
    set_days(stage, StoredMatchDay(1, at=later, venue="Lyon"), StoredMatchDay(2, 0, venue="Brest"))
    draw.void(
        stage.draws.get(voided_at=None),
        by=factories.owner(stage.event.tournament),
        reason="a team was forgotten",
    )
    stage.refresh_from_db()
    assert stage.stored_match_days == (StoredMatchDay(1, None, later, "Lyon"),)
    draw.draw(stage, by=None, seed="videau")
    assert {one.at for one in listed(stage).in_round(1)} == {later}
    copy = copying.copy_stage(stage, stage.event, by=None, order=7)
    assert copy.match_days == []
    assert is_sound(stage.event)


def test_what_cannot_be_is_refused() -> None:
    stage = league()
    begins = listed(stage).in_round(1)[0].at
    assert begins is not None
    with pytest.raises(MatchDaysOutOfOrder, match="Match day 2"):
        set_days(stage, StoredMatchDay(2, at=begins))
    with pytest.raises(NoSuchRound):
        set_days(stage, StoredMatchDay(4, at=begins))
    with pytest.raises(NoSuchEncounter):
        set_days(stage, StoredMatchDay(1, 2, at=begins))
    with pytest.raises(UnlikelyMatchDay):
        set_days(stage, StoredMatchDay(1, at=datetime(1226, 1, 1, tzinfo=PARIS)))
    with pytest.raises(NoMatchDays):
        set_days(factories.drawn_stage(4), StoredMatchDay(1, at=begins))
    assert stage.match_days == []
