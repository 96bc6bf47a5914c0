"""Leagues in the service: a week opens by the calendar, and a season is followed by the next one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from tests import factories
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, seasons
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import NotDrawn
from tournaments.errors.events import NotALeague, SeasonFollowed, SeasonNotComplete
from tournaments.models import Draw, Entrant, Event, Pairing, Stage, Tournament
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.standings import standings
from tournaments.queries.events.seasons import next_season_of
from tournaments.queries.results.matches import matches_of_stage

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def league(count: int = 8, *, starts_at: datetime | None = None, **options: object) -> Stage:
    """A drawn league with its entrants seeded in the order they came."""
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=starts_at)
    stage = factories.stage(event, format="league", options=options)
    entrants = factories.entrants(event, count)
    draw.draw(stage, by=None, seeds={entrant.uid: number for number, entrant in enumerate(entrants, start=1)})
    return stage


def play(stage: Stage) -> None:
    """Finish every match; whoever was seeded better wins."""
    seeds = {entry.entrant.name: entry.seed or 0 for entry in stage.entries.select_related("entrant__side")}
    for match in factories.open_matches(stage):
        wins = seeds[match.one.name] < seeds[match.two.name]
        results.report(match, by=None, score=(7, 0) if wins else (0, 7))
    progress.advance(stage.event)
    stage.refresh_from_db()


def divisions(stage: Stage) -> list[list[str]]:
    """The names of each division in the order of its standings."""
    view = standings(stage)
    assert view is not None
    return [[line.name for line in group.lines] for group in view.groups]


def _later(stage: Stage, moment: datetime, *, days: int) -> datetime:
    """The same hour so many days later, where the tournament is: a change of clocks between them does not move it."""
    return moment.astimezone(stage.event.tournament.time_zone) + timedelta(days=days)


def rounds_there(stage: Stage) -> set[int]:
    """The rounds with pairings."""
    return set(Pairing.objects.filter(stage=stage, cancelled_at=None).values_list("round", flat=True))


def test_without_a_start_every_round_can_be_played_at_once() -> None:
    assert rounds_there(league(6)) == {1, 2, 3, 4, 5}


def test_a_week_opens_by_itself_long_after_the_days_of_the_tournament(run_jobs: Callable[[], int]) -> None:
    stage = league(6, starts_at=timezone.now() - timedelta(days=1))
    assert rounds_there(stage) == {1}
    event = stage.event
    long_ago = date(2020, 1, 2)
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on=long_ago, ends_on=long_ago)
    tasks.request_sweep()
    run_jobs()
    assert rounds_there(stage) == {1}
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=8))
    tasks.request_sweep()
    run_jobs()
    assert rounds_there(stage) == {1, 2}
    assert findings(event.tournament) == ()


@pytest.mark.both_databases
def test_a_match_is_overdue_after_its_week_and_loses_nobody_anything() -> None:
    start = timezone.now() - timedelta(days=10)
    stage = league(6, starts_at=start)
    lines = matches_of_stage(stage)
    overdue = {line.round: line.is_overdue for line in lines}
    assert overdue == {1: True, 2: False}
    assert {line.due_at for line in lines if line.round == 1} == {_later(stage, start, days=7)}
    assert not Match.objects.filter(final_at__isnull=False).exists()
    for line in lines:
        if line.round == 1:
            results.report(line.match, by=None, score=(7, 3))
    assert not any(line.is_overdue for line in matches_of_stage(stage))
    view = bracket(Stage.objects.get(pk=stage.pk))
    assert view is not None
    assert [of.is_overdue for of in view.rounds] == [False] * 5
    assert view.rounds[4].due_at == _later(stage, start, days=35)


def test_the_hour_of_a_deadline_is_that_of_the_start_in_the_zone_of_the_tournament() -> None:
    # Clocks in Paris go forward on 29 March 2026.
    stage = league(6, starts_at=datetime(2026, 3, 23, 19, tzinfo=UTC))
    view = bracket(Stage.objects.select_related("event__tournament").get(pk=stage.pk))
    assert view is not None
    assert [of.due_at.hour for of in view.rounds if of.due_at is not None] == [20] * 5
    assert view.rounds[0].due_at == datetime(2026, 3, 30, 18, tzinfo=UTC)


@pytest.mark.both_databases
def test_the_next_season_has_everybody_in_the_division_that_the_last_one_gave() -> None:
    stage = league(8, divisions=2, movers=1)
    names = factories.names(8)
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring", starts_at=None)
    [following] = new.stages.all()
    assert (following.format, following.options, following.lengths) == (
        stage.format,
        stage.options,
        stage.lengths,
    )
    draw.draw(following, by=None)
    assert [sorted(group) for group in divisions(following)] == [
        sorted([names[0], names[1], names[2], names[4]]),
        sorted([names[3], names[5], names[6], names[7]]),
    ]
    assert findings(stage.event.tournament) == ()


def test_newcomers_come_into_the_last_division_and_leavers_make_room() -> None:
    stage = league(8, divisions=2, movers=1)
    names = factories.names(8)
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring")
    first = new.entrants.get(side__full_name=names[0])
    registration.withdraw(first, by=None)
    registration.enter(new, by=None, players=[factories.player("Newcomer")])
    [following] = new.stages.all()
    draw.draw(following, by=None)
    groups = divisions(following)
    assert set(groups[0]) == {names[1], names[2], names[4], names[3]}
    assert "Newcomer" in groups[1]


@pytest.mark.parametrize("newcomers", [1, 2, 3])
def test_no_newcomer_keeps_somebody_up_who_went_down(newcomers: int) -> None:
    stage = league(6, divisions=2, movers=1)
    names = factories.names(6)
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring")
    for number in range(newcomers):
        registration.enter(new, by=None, players=[factories.player(f"Newcomer {number}")])
    [following] = new.stages.all()
    draw.draw(following, by=None)
    groups = divisions(following)
    assert set(groups[0]) == {names[0], names[1], names[3]}, "the third went down, the fourth came up"
    assert len(groups[1]) == 3 + newcomers
    late = registration.walk_in(new, by=None, name="Larry Late", is_late=True)
    assert late.is_alternate is bool((3 + newcomers) % 2 == 0)
    assert findings(stage.event.tournament) == ()
    play(following)
    again = seasons.next_season(following, by=None, name="Summer")
    [third] = again.stages.all()
    draw.draw(third, by=None)
    assert len(divisions(third)[0]) == 3


def test_a_last_division_that_bears_no_movement_is_as_large_as_the_others() -> None:
    stage = league(6, divisions=2, movers=1)
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring")
    for entrant in new.entrants.order_by("-pk")[:2]:
        registration.withdraw(entrant, by=None)
    [following] = new.stages.all()
    draw.draw(following, by=None)
    assert [len(group) for group in divisions(following)] == [2, 2]


def test_who_has_left_or_declined_is_not_entered_again() -> None:
    stage = league(8, divisions=2, movers=1)
    play(stage)
    leaver, other = stage.event.entrants.order_by("pk")[:2]
    registration.withdraw(leaver, by=None, reason="Moved away.")
    Entrant.objects.filter(pk=other.pk).update(goes_on=False)
    new = seasons.next_season(stage, by=None, name="Spring")
    assert {leaver.name, other.name}.isdisjoint(entrant.name for entrant in new.entrants.all())
    assert new.entrants.count() == 6


def test_seeds_by_hand_move_somebody_to_another_division() -> None:
    stage = league(8, divisions=2, movers=1)
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring")
    [following] = new.stages.all()
    entrants = list(new.entrants.order_by("-pk"))
    draw.draw(
        following, by=None, seeds={entrant.uid: number for number, entrant in enumerate(entrants, start=1)}
    )
    assert set(divisions(following)[0]) == {entrant.name for entrant in entrants[:4]}


@pytest.mark.both_databases
def test_a_season_goes_on_once_and_only_when_it_is_complete() -> None:
    stage = league(4)
    with pytest.raises(SeasonNotComplete, match="without a result: 6"):
        seasons.next_season(stage, by=None, name="Spring")
    assert next_season_of(stage) is None
    play(stage)
    new = seasons.next_season(stage, by=None, name="Spring")
    assert next_season_of(stage) == new
    with pytest.raises(SeasonFollowed, match="Spring"):
        seasons.next_season(stage, by=None, name="Again")


@pytest.mark.both_databases
def test_only_a_drawn_league_has_a_next_season_and_only_a_director_makes_it() -> None:
    with pytest.raises(NotALeague):
        seasons.next_season(factories.drawn_stage(4), by=None, name="Spring")
    with pytest.raises(NotDrawn):
        seasons.next_season(factories.stage(format="league"), by=None, name="Spring")
    with pytest.raises(Forbidden):
        seasons.next_season(league(4), by=factories.player(), name="Spring")


def test_a_next_season_can_be_a_stage_of_the_same_event_and_begins_with_its_draw() -> None:
    stage = league(8, divisions=2, movers=1, starts_at=timezone.now() - timedelta(days=100))
    names = factories.names(8)
    play(stage)
    options = {"divisions": 2, "movers": 1}
    feeds = [{"stage": 0, "take": "next_season"}]
    following = lifecycle.create_stage(stage.event, by=None, format="league", options=options, feeds=feeds)
    draw.draw(following, by=None)
    assert set(divisions(following)[0]) == {names[0], names[1], names[2], names[4]}
    assert rounds_there(following) == {1}
    drawn_at = Draw.objects.get(stage=following).at
    assert {line.due_at for line in matches_of_stage(following)} == {_later(following, drawn_at, days=7)}
