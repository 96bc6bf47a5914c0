"""A ready match that is not called although a table is free: why, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.models import Dispute, Player
from tests import factories
from tests.tournaments.team_matches import stage_of_teams
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.federations import merging
from tournaments.actions.hall import calling, tables
from tournaments.models import Merge, Stage, Table, TableUse
from tournaments.queries.hall.board import board as board_of_hall
from tournaments.queries.hall.next_calls import Delay

pytestmark = pytest.mark.django_db


class TestWhoStandsThoughATableIsFree:
    """A match whose call was taken back rests, others go first, and the board says why a ready match waits."""

    def test_a_call_that_was_taken_back_does_not_come_again_at_once(self) -> None:
        stage, director = _hall_with_tables(2, n=8)
        calling.call_waiting(stage.event.tournament)
        called = TableUse.objects.filter(until=None).order_by("table__order")
        [first, second] = [use.match for use in called]
        calling.free(called[0].table, by=director)
        calling.call_waiting(stage.event.tournament)
        now_called = {use.match_id for use in TableUse.objects.filter(until=None)}
        assert second.pk in now_called
        assert first.pk not in now_called
        assert len(now_called) == 2

    def test_it_comes_again_after_five_minutes_or_by_hand(self) -> None:
        stage, director = _hall_with_tables(2, n=2)
        calling.call_waiting(stage.event.tournament)
        use = TableUse.objects.get(until=None)
        calling.free(use.table, by=director)
        assert calling.call_waiting(stage.event.tournament) == 0
        with time_machine.travel(timezone.now() + timedelta(minutes=5, seconds=1)):
            assert calling.call_waiting(stage.event.tournament) == 1
        calling.free(TableUse.objects.get(until=None).table, by=director)
        assert calling.assign_lowest(use.match, by=director).match == use.match

    def test_the_board_says_why_each_ready_match_waits(self) -> None:
        stage, director = _hall_with_tables(3, n=8)
        tournament = stage.event.tournament
        [one, two, _three] = Table.objects.filter(tournament=tournament).order_by("order")
        other = factories.event(tournament, name="Other")
        calling.call_waiting(tournament)
        called = TableUse.objects.get(until=None, table=one).match
        calling.free(one, by=director)
        tables.change_table(one, by=director, is_out_of_order=False, is_streaming=True, reserved_for=None)
        calling.free(two, by=director)
        tables.change_table(two, by=director, is_out_of_order=False, is_streaming=False, reserved_for=other)
        board = board_of_hall(tournament, now=timezone.now())
        waiting = {match.line.match.pk: board.delays[match.line.match.pk] for match in board.ready}
        assert len(waiting) == 3
        assert waiting[called.pk] is Delay.TAKEN_BACK
        assert Counter(waiting.values()) == {Delay.TAKEN_BACK: 2, Delay.TABLES: 1}
        page = Visitor(director).open("desk_board", tournament.uid)
        assert "Its call was undone. It is called again automatically from" in page
        assert "The free tables are reserved, for the stream, or for matches before it." in page

    def test_a_player_is_called_to_one_match_first(self) -> None:
        stage, _director = _hall_with_tables(2, n=4, kind="round_robin", options={"pace": "free"})
        tournament = stage.event.tournament
        board = board_of_hall(tournament, now=timezone.now())
        reasons = Counter(board.delays.values())
        assert reasons == {Delay.SERVICE: 2, Delay.PLAYER: 4}

    def test_who_was_busy_in_a_dispute_without_a_table_is_called_once_it_is_ruled(
        self, run_jobs: Callable[[], int]
    ) -> None:
        stage, director = _hall_with_tables(2, n=4, kind="round_robin", options={"pace": "free"})
        tournament = stage.event.tournament
        run_jobs()
        first, second = (use.match for use in TableUse.objects.filter(until=None).order_by("pk"))
        one, two = first.one.players.get(), first.two.players.get()
        results.report(first, by=one, score=(first.length, 1))
        results.report(first, by=two, score=(2, first.length), insist=True)
        calling.free(TableUse.objects.get(match=first, until=None).table, by=director)
        results.report(second, by=director, score=(second.length, 3))
        run_jobs()
        assert not TableUse.objects.filter(until=None).exists()
        [dispute] = Dispute.objects.all()
        results.rule(dispute, by=director, reason="Seen.", score=(first.length, 0))
        run_jobs()
        assert TableUse.objects.filter(until=None).count() == 2
        assert board_of_hall(tournament, now=timezone.now()).delays == {}

    def test_the_table_that_a_match_leaves_for_another_is_given_at_once(
        self, run_jobs: Callable[[], int]
    ) -> None:
        stage, director = _hall_with_tables(2, n=6)
        [stream] = lifecycle.add_tables(stage.event.tournament, by=director, names=["Stream"])
        tables.change_table(stream, by=director, is_out_of_order=False, is_streaming=True, reserved_for=None)
        run_jobs()
        first, *_others = TableUse.objects.filter(until=None).order_by("pk")
        assert TableUse.objects.filter(until=None).count() == 2
        waits = factories.stage(factories.event(stage.event.tournament, name="Side"))
        factories.entrants(waits.event, 2)
        draw.draw(waits, by=director)
        run_jobs()
        assert TableUse.objects.filter(until=None).count() == 2
        calling.assign(first.match, by=director, table=stream)
        run_jobs()
        assert TableUse.objects.filter(until=None).count() == 3

    def test_who_has_a_row_in_each_of_two_events_is_one_person(self, run_jobs: Callable[[], int]) -> None:
        stage, director = _hall_with_tables(2, n=2)
        tournament = stage.event.tournament
        [match] = factories.open_matches(stage)
        person, namesake = match.one.players.get(), factories.player()
        other = factories.stage(factories.event(tournament, name="Other"))
        registration.enter(other.event, by=None, players=[namesake])
        factories.entrants(other.event, 1)
        _take_for_one(namesake, into=person)
        draw.draw(other, by=director)
        reasons = Counter(board_of_hall(tournament, now=timezone.now()).delays.values())
        assert reasons == {Delay.SERVICE: 1, Delay.PLAYER: 1}
        run_jobs()
        assert len(_seated()) == 1
        board = board_of_hall(tournament, now=timezone.now())
        [held_up] = board.held_up
        assert {one.player.person_key for one in held_up.busy} == {person.pk}
        free = {one.player.person_key for one in board.free}
        assert len(board.free) == len(free) == 1

    def test_without_a_free_table_or_by_hand_nothing_is_said(self) -> None:
        stage, director = _hall_with_tables(1, n=8)
        tournament = stage.event.tournament
        calling.call_waiting(tournament)
        assert board_of_hall(tournament, now=timezone.now()).delays == {}
        tables.set_automatic(tournament, by=director, is_on=False)
        calling.free(Table.objects.get(tournament=tournament), by=director)
        assert board_of_hall(tournament, now=timezone.now()).delays == {}


class TestWhoBecomesFree:
    """Whatever makes a match ready calls it to a free table at once: it need not end a match or free a table."""

    def test_a_start_without_a_table_that_is_taken_back(self, run_jobs: Callable[[], int]) -> None:
        stage, director = _hall_with_tables(1, n=2)
        [match] = factories.open_matches(stage)
        results.start(match, by=director)
        run_jobs()
        assert not _seated()
        results.take_back_start(match, by=director)
        run_jobs()
        assert _seated() == {match.pk}

    def test_a_substitute_for_a_player_at_another_table(self, run_jobs: Callable[[], int]) -> None:
        stage, director = _hall_with_tables(1, n=2)
        run_jobs()
        [at_table] = factories.open_matches(stage)
        busy = at_table.one.players.get()
        doubles = factories.stage(factories.event(stage.event.tournament, kind="doubles"))
        pair = registration.enter(doubles.event, by=None, players=[busy, factories.player()])
        registration.enter(doubles.event, by=None, players=[factories.player(), factories.player()])
        draw.draw(doubles, by=director)
        lifecycle.add_tables(stage.event.tournament, by=director, names=["2"])
        run_jobs()
        assert _seated() == {at_table.pk}
        teams.substitute(pair, out=busy, in_=factories.player(), by=director, reason="Plays.")
        run_jobs()
        assert len(_seated()) == 2

    def test_the_boards_of_a_team_match(self, run_jobs: Callable[[], int]) -> None:
        stage = stage_of_teams()
        director = factories.owner(stage.event.tournament)
        lifecycle.add_tables(stage.event.tournament, by=director, names=["1", "2", "3"])
        tables.set_automatic(stage.event.tournament, by=director, is_on=True)
        run_jobs()
        assert not _seated()
        [match] = factories.open_matches(stage)
        teams.open_boards(match, by=director)
        run_jobs()
        assert len(_seated()) == 3

    def test_a_closing_of_the_event_that_they_play_without_a_table(self, run_jobs: Callable[[], int]) -> None:
        stage, director = _hall_with_tables(1, n=2)
        [match] = factories.open_matches(stage)
        results.start(match, by=director)
        other = factories.stage(factories.event(stage.event.tournament, name="Other"))
        registration.enter(other.event, by=None, players=[match.one.players.get()])
        factories.entrants(other.event, 1)
        draw.draw(other, by=director)
        run_jobs()
        assert not _seated()
        closing.close_event(stage.event, by=director, anyway=True, reason="Nobody comes back.")
        run_jobs()
        assert _seated() == {ready.pk for ready in factories.open_matches(other)}

    def test_two_who_were_taken_for_one_person(self, run_jobs: Callable[[], int]) -> None:
        stage, director = _hall_with_tables(1, n=2)
        run_jobs()
        [at_table] = factories.open_matches(stage)
        busy, namesake = at_table.one.players.get(), factories.player()
        other = factories.stage(factories.event(stage.event.tournament, name="Other"))
        registration.enter(other.event, by=None, players=[namesake])
        factories.entrants(other.event, 1)
        merge = _take_for_one(namesake, into=busy)
        draw.draw(other, by=director)
        lifecycle.add_tables(stage.event.tournament, by=director, names=["2"])
        run_jobs()
        assert _seated() == {at_table.pk}
        merging.undo_merge(merge, by=None)
        run_jobs()
        assert len(_seated()) == 2


def _seated() -> set[int]:
    """The matches at tables."""
    return set(TableUse.objects.filter(until=None).values_list("match", flat=True))


def _take_for_one(player: Player, *, into: Player) -> Merge:
    """Merge two players of a federation."""
    federation = factories.federation()
    for row in (player, into):
        factories.member(federation, row)
    return factories.merge(federation, player, into=into)


def _hall_with_tables(
    count: int, *, n: int, kind: str = "single_elimination", options: dict[str, object] | None = None
) -> tuple[Stage, Player]:
    """A drawn stage in a hall whose tables are given automatically, and the director."""
    stage = factories.stage(format=kind, options=options)
    factories.entrants(stage.event, n)
    tournament = stage.event.tournament
    director = factories.owner(tournament)
    lifecycle.add_tables(tournament, by=director, names=[str(number) for number in range(1, count + 1)])
    tables.set_automatic(tournament, by=director, is_on=True)
    draw.draw(stage, by=director)
    tournament.refresh_from_db()
    return stage, director
