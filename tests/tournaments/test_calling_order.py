"""The order of calling: by the longest way to go, within the director's limit of waiting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.models import Match
from tests import factories
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.errors.common import Forbidden
from tournaments.errors.hall import InvalidWaitingLimit
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import LogEntry, Stage, Table, TableUse, Tournament
from tournaments.queries.hall.board import HoldUp, board

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def hall(of: Stage, n: int) -> list[Table]:
    return lifecycle.add_tables(of.event.tournament, by=None, names=[str(number + 1) for number in range(n)])


def weekend(n: int = 8) -> tuple[Stage, Stage]:
    """A main bracket of `n` under way, whose losers play a consolation."""
    main = factories.stage(lengths=(11, 9, 7))
    feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
    below = lifecycle.create_stage(main.event, by=None, format="consolation", lengths=(5,), feeds=feeds)
    factories.entrants(main.event, n)
    draw.draw(main, by=None, seed="videau")
    progress.advance(main.event)
    return main, below


def waiting_since(match: Match, minutes: int) -> None:
    Match.objects.filter(pk=match.pk).update(made_at=timezone.now() - timedelta(minutes=minutes))


def order(of: Tournament) -> list[Match]:
    return [one.line.match for one in board(of, now=timezone.now()).ready]


def minutes_to_go(of: Tournament) -> list[int]:
    return [one.minutes_to_go for one in board(of, now=timezone.now()).ready]


def held_up(of: Tournament) -> HoldUp | None:
    return board(of, now=timezone.now()).hold_up


class TestOrder:
    """Calling follows the longest way to the end of an event."""

    @pytest.mark.both_databases
    def test_the_longest_way_goes_before_the_longest_wait(self, run_jobs: Callable[[], int]) -> None:
        main, below = weekend()
        tournament = main.event.tournament
        factories.play_open_matches(main)
        semifinals, losers = factories.open_matches(main), factories.open_matches(below)
        for match in losers:
            waiting_since(match, 50)
        assert order(tournament) == [*semifinals, *losers]
        # A semifinal of 9 and the final of 11, or the rest of the consolation, at 8 minutes for a point.
        assert minutes_to_go(tournament) == [160, 160, 120, 120]
        hall(main, 2)
        tables.set_automatic(tournament, by=None, is_on=True)
        run_jobs()
        assert {use.match for use in TableUse.objects.filter(until=None)} == set(semifinals)

    @pytest.mark.both_databases
    def test_nobody_waits_longer_than_the_limit_for_those_with_a_longer_way(self) -> None:
        main, below = weekend()
        tournament = main.event.tournament
        factories.play_open_matches(main)
        semifinals, losers = factories.open_matches(main), factories.open_matches(below)
        waiting_since(losers[1], 50)
        tables.set_waiting_limit(tournament, by=None, minutes=45)
        lists = board(tournament, now=timezone.now())
        assert [one.line.match for one in lists.ready] == [losers[1], *semifinals, losers[0]]
        assert [one.has_waited for one in lists.ready] == [True, False, False, False]

    def test_the_pace_of_the_event_and_a_length_set_for_a_round_count(self) -> None:
        main, _below = weekend(4)
        tournament = main.event.tournament
        main.event.minutes_per_point = 6
        main.event.save()
        main.round_lengths = {"2": 21}
        main.save()
        assert minutes_to_go(tournament) == [6 * (9 + 21)] * 2

    def test_a_table_kept_for_an_event_is_used_before_one_for_all(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(2)
        tournament = stage.event.tournament
        one, two = hall(stage, 2)
        tables.change_table(two, by=None, is_out_of_order=False, is_streaming=False, reserved_for=stage.event)
        [match] = factories.open_matches(stage)
        assert calling.assign_lowest(match, by=None).table == two
        calling.free(two, by=None)
        side = factories.drawn_stage(2, of=factories.event(tournament, name="Side"))
        tables.set_automatic(tournament, by=None, is_on=True)
        # A call that was taken back rests.
        with time_machine.travel(timezone.now() + timedelta(minutes=6)):
            run_jobs()
        uses = {use.match: use.table for use in TableUse.objects.filter(until=None)}
        assert uses == {match: two, factories.open_matches(side)[0]: one}


class TestHoldUp:
    """The board names the one match on which the end of the hall depends."""

    def test_the_slow_match_behind_which_most_follows_holds_up_the_hall(self) -> None:
        main, below = weekend()
        tournament, now = main.event.tournament, timezone.now()
        assert held_up(tournament) is None, "all matches of the round have equally far to go"
        matches = factories.open_matches(main)
        for match in matches[1:]:
            results.report(match, by=factories.owner(tournament), score=(match.length, 0))
        progress.advance(main.event)
        results.start(matches[0], by=None)
        held = held_up(tournament)
        assert held is not None
        assert held.line.match == matches[0]
        # 7, 9 and 11 points at 8 minutes, from its start on.
        assert 210 <= held.minutes <= 216
        Match.objects.filter(pk=matches[0].pk).update(started_at=now - timedelta(minutes=300))
        held = held_up(tournament)
        assert held is not None
        assert held.minutes == 160 + 14, "a slow match takes a quarter of its time longer"
        assert below.event == main.event

    def test_a_last_match_and_a_match_behind_which_nothing_follows_are_not_named(self) -> None:
        stage = factories.drawn_stage(2)
        assert held_up(stage.event.tournament) is None
        factories.drawn_stage(2, length=3, of=factories.event(stage.event.tournament, name="Side"))
        assert held_up(stage.event.tournament) is None


class TestLimit:
    """The limit is an act of a director, can be undone, and stays within a day."""

    @pytest.mark.both_databases
    def test_it_is_set_once_undone_and_kept_where_it_was_changed_since(self) -> None:
        stage = factories.drawn_stage(2)
        tournament, boss = stage.event.tournament, factories.owner(stage.event.tournament)
        tables.set_waiting_limit(tournament, by=boss, minutes=60)
        first = LogEntry.objects.filter(tournament=tournament).latest("seq")
        tables.set_waiting_limit(tournament, by=boss, minutes=60)
        assert LogEntry.objects.filter(tournament=tournament).latest("seq") == first
        tables.set_waiting_limit(tournament, by=boss, minutes=None)
        with pytest.raises(CannotBeUndone):
            undo.undo(first, by=boss)
        undo.undo(LogEntry.objects.filter(tournament=tournament).latest("seq"), by=boss)
        assert Tournament.objects.get(pk=tournament.pk).waiting_limit == 60

    @pytest.mark.parametrize("minutes", [0, 4, 1441])
    def test_it_lies_between_five_minutes_and_a_day(self, minutes: int) -> None:
        with pytest.raises(InvalidWaitingLimit):
            tables.set_waiting_limit(factories.tournament(), by=None, minutes=minutes)

    def test_the_desk_does_not_set_it(self) -> None:
        tournament = factories.tournament()
        with pytest.raises(Forbidden):
            tables.set_waiting_limit(tournament, by=factories.clerk(tournament), minutes=30)
