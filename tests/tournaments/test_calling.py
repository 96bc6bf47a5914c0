"""Calling matches to tables, by hand and automatically; lateness and absence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.errors import MatchSuspended
from matches.models import Match, Player
from tests import factories
from tournaments.actions import results, undo
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, lateness, suspending
from tournaments.actions.hall import tables as hall
from tournaments.acts import EditedForm, overwriting
from tournaments.acts.results import MatchStarted
from tournaments.errors.common import EditConflict, Forbidden
from tournaments.errors.hall import (
    InvalidAvailability,
    NoMatchReady,
    NoTableFree,
    NotCalled,
    PlayerAtAnotherTable,
    TableInUse,
    TableOutOfOrder,
)
from tournaments.errors.results import MatchNotOpen
from tournaments.models import Call, CallKind, LogEntry, Stage, Table, TableUse, Tournament
from tournaments.queries.events.event_rules import LateRule
from tournaments.queries.hall.board import board

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def tables(of: Stage, n: int) -> list[Table]:
    return lifecycle.add_tables(of.event.tournament, by=None, names=[str(number + 1) for number in range(n)])


def at_tables() -> dict[str, Match]:
    return {use.table.name: use.match for use in TableUse.objects.filter(until=None)}


def automatic(stage: Stage, n: int) -> list[Table]:
    """So many tables, given automatically."""
    given_tables = tables(stage, n)
    hall.set_automatic(stage.event.tournament, by=None, is_on=True)
    return given_tables


class TestByHand:
    """A director calls whom they like, but nobody to two tables."""

    @pytest.mark.both_databases
    def test_a_player_of_two_events_sits_at_one_table(self) -> None:
        stage = factories.drawn_stage(2)
        side_event = factories.event(stage.event.tournament, name="Side")
        second = factories.stage(side_event)
        from tournaments.actions.draws import draw
        from tournaments.actions.entrants import registration

        player = factories.around(factories.open_matches(stage)[0]).one
        registration.enter(side_event, by=None, players=[player])
        factories.entrant(side_event)
        draw.draw(second, by=None)
        one, two = tables(stage, 2)
        calling.assign(factories.open_matches(stage)[0], by=None, table=one)
        with pytest.raises(PlayerAtAnotherTable) as refusal:
            calling.assign(factories.open_matches(second)[0], by=None, table=two)
        assert player.name in str(refusal.value)
        assert "table 1" in str(refusal.value)

    def test_a_match_goes_back_to_the_table_that_it_left_when_its_move_is_undone(self) -> None:
        stage = factories.drawn_stage(2)
        one, two = tables(stage, 2)
        [match] = factories.open_matches(stage)
        director = factories.owner(stage.event.tournament)
        calling.assign(match, by=director, table=one)
        calling.assign(match, by=director, table=two)
        undo.undo(LogEntry.objects.filter(code="table_assigned").order_by("-seq")[0], by=director)
        assert at_tables() == {"1": match}

    @pytest.mark.both_databases
    def test_a_table_out_of_order_is_refused_and_one_in_use_stays_in_order(self) -> None:
        stage = factories.drawn_stage(4)
        one, two = tables(stage, 2)
        first, second = factories.open_matches(stage)
        hall.change_table(one, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)
        with pytest.raises(TableOutOfOrder):
            calling.assign(first, by=None, table=one)
        calling.assign(second, by=None, table=two)
        with pytest.raises(TableInUse):
            hall.change_table(two, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)

    @pytest.mark.both_databases
    def test_a_freed_table_takes_the_call_back_while_the_match_has_not_begun(self) -> None:
        stage = factories.drawn_stage(2)
        [table] = tables(stage, 1)
        [match] = factories.open_matches(stage)
        calling.assign(match, by=None, table=table)
        calling.free(table, by=None)
        assert Call.objects.get(match=match).taken_back_at is not None
        calling.assign(match, by=None, table=table)
        results.start(match, by=None)
        calling.free(table, by=None)
        assert Call.objects.filter(match=match, taken_back_at=None).count() == 1

    @pytest.mark.both_databases
    def test_the_first_table_that_suits_is_given_without_a_name(self) -> None:
        stage = factories.drawn_stage(2)
        other = factories.event(stage.event.tournament, name="Other")
        one, two, three = tables(stage, 3)
        hall.change_table(one, by=None, is_out_of_order=False, is_streaming=True, reserved_for=None)
        hall.change_table(two, by=None, is_out_of_order=False, is_streaming=False, reserved_for=other)
        [match] = factories.open_matches(stage)
        assert calling.assign_lowest(match, by=None).table == three
        hall.change_table(one, by=None, is_out_of_order=False, is_streaming=False, reserved_for=other)
        calling.free(three, by=None)
        hall.change_table(three, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)
        with pytest.raises(NoTableFree):
            calling.assign_lowest(match, by=None)

    @pytest.mark.both_databases
    def test_the_next_match_is_called_to_a_table(self) -> None:
        stage = factories.drawn_stage(4)
        one, two, three = tables(stage, 3)
        first, second = factories.open_matches(stage)
        assert calling.assign_next(two, by=None).match == first
        assert calling.assign_next(one, by=None).match == second
        with pytest.raises(NoMatchReady):
            calling.assign_next(three, by=None)

    def test_what_is_over_is_not_called(self) -> None:
        stage = factories.drawn_stage(2)
        [table] = tables(stage, 1)
        [match] = factories.open_matches(stage)
        results.report(match, by=None, score=(7, 0))
        with pytest.raises(MatchNotOpen):
            calling.assign(match, by=None, table=table)


class TestAutomatically:
    """Free tables take the matches that have waited longest."""

    def test_tables_fill_from_the_lowest_with_those_who_wait_longest(
        self, run_jobs: Callable[[], int]
    ) -> None:
        stage = factories.drawn_stage(8)
        matches = factories.open_matches(stage)
        Match.objects.filter(pk=matches[3].pk).update(made_at=timezone.now() - timedelta(hours=1))
        automatic(stage, 2)
        run_jobs()
        assert at_tables() == {"1": matches[3], "2": matches[0]}

    def test_a_result_frees_its_table_for_the_next_match(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(8)
        automatic(stage, 1)
        matches = factories.open_matches(stage)
        for match in matches:
            run_jobs()
            assert at_tables() == {"1": match}
            results.report(match, by=None, score=(7, 1))
        run_jobs()
        assert at_tables()["1"] not in matches

    @pytest.mark.both_databases
    def test_nothing_happens_where_nobody_asked_for_it(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(4)
        tables(stage, 2)
        run_jobs()
        assert calling.call_waiting(stage.event.tournament) == 0
        assert at_tables() == {}

    def test_streaming_reserved_and_broken_tables_are_passed_over(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(8)
        other = factories.event(stage.event.tournament, name="Other")
        one, two, three, four = tables(stage, 4)
        hall.change_table(one, by=None, is_out_of_order=False, is_streaming=True, reserved_for=None)
        hall.change_table(two, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)
        hall.change_table(three, by=None, is_out_of_order=False, is_streaming=False, reserved_for=other)
        hall.change_table(four, by=None, is_out_of_order=False, is_streaming=False, reserved_for=stage.event)
        hall.set_automatic(stage.event.tournament, by=None, is_on=True)
        run_jobs()
        assert set(at_tables()) == {"4"}

    @pytest.mark.both_databases
    def test_who_is_away_is_not_called_and_who_leaves_soon_is_called_first(
        self, run_jobs: Callable[[], int]
    ) -> None:
        stage = factories.drawn_stage(8)
        tournament, now = stage.event.tournament, timezone.now()
        first, second, third, _fourth = factories.open_matches(stage)
        away, leaving = factories.around(first).one, factories.around(third).two
        hall.set_availability(tournament, away, by=away, away_until=now + timedelta(minutes=20))
        hall.set_availability(tournament, leaving, by=leaving, leaves_at=now + timedelta(minutes=70))
        automatic(stage, 2)
        run_jobs()
        assert at_tables() == {"1": third, "2": second}

    def test_who_has_left_and_who_comes_tomorrow_is_not_called(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(4)
        tournament, now = stage.event.tournament, timezone.now()
        leaver, tomorrow = (factories.around(match).one for match in factories.open_matches(stage))
        hall.set_availability(tournament, leaver, by=None, leaves_at=now - timedelta(minutes=1))
        hall.set_availability(tournament, tomorrow, by=None, not_before=now + timedelta(days=1))
        automatic(stage, 2)
        run_jobs()
        assert at_tables() == {}
        hall.set_availability(tournament, leaver, by=None, leaves_at=None)
        run_jobs()
        assert len(at_tables()) == 1

    def test_two_events_share_tables_and_players(self, run_jobs: Callable[[], int]) -> None:
        from tournaments.actions.draws import draw
        from tournaments.actions.entrants import registration

        stage = factories.drawn_stage(8)
        side_event = factories.event(stage.event.tournament, name="Side")
        second = factories.stage(side_event)
        for player in Player.objects.filter(entries__event=stage.event):
            registration.enter(side_event, by=None, players=[player])
        draw.draw(second, by=None, seed="other")
        automatic(stage, 8)
        run_jobs()
        matches_at_tables = [
            player.pk
            for match in at_tables().values()
            for side in (match.one, match.two)
            for player in side.players.all()
        ]
        assert len(matches_at_tables) == len(set(matches_at_tables)) == 8

    def test_it_runs_twice_without_harm(self, run_jobs: Callable[[], int]) -> None:
        stage = factories.drawn_stage(4)
        automatic(stage, 4)
        run_jobs()
        before = LogEntry.objects.count()
        assert calling.call_waiting(stage.event.tournament) == 0
        assert LogEntry.objects.count() == before


class TestLate:
    """A second call, and penalties that the rules propose and nobody gives by himself."""

    def _call_minutes_ago(self, minutes: float, *, length: int = 7) -> Match:
        stage = factories.drawn_stage(2, length=length)
        [table] = tables(stage, 1)
        [match] = factories.open_matches(stage)
        calling.assign(match, by=None, table=table)
        self._wait(match, minutes)
        return match

    def _wait(self, match: Match, minutes: float) -> None:
        since = timezone.now() - timedelta(minutes=minutes)
        TableUse.objects.filter(match=match).update(since=since)

    def _late(self, match: Match):  # type: ignore[no-untyped-def]
        tournament = Tournament.objects.get()
        [one] = board(tournament, now=timezone.now()).running
        assert one.line.match == match
        return one.late

    @pytest.mark.parametrize(("minutes", "points"), [(0, 0), (4.9, 0), (5, 1), (9.9, 1), (10, 2), (26, 5)])
    def test_a_point_after_five_minutes_and_one_more_every_five(self, minutes: float, points: int) -> None:
        assert LateRule().points_after(minutes) == points

    def test_nothing_is_proposed_until_somebody_is_noted_as_absent(self) -> None:
        match = self._call_minutes_ago(11)
        assert self._late(match).proposals == ()
        lateness.note_absent(match, side="one", by=None)
        [proposal] = self._late(match).proposals
        assert (proposal.side, proposal.points, proposal.loses) == ("one", 2, False)

    @pytest.mark.both_databases
    def test_what_was_given_is_not_proposed_again(self) -> None:
        match = self._call_minutes_ago(11)
        lateness.note_absent(match, side="one", by=None)
        results.penalise(match, by=None, to="two", points=2, reason="Late.")
        assert self._late(match).proposals == ()
        self._wait(match, 16)
        [proposal] = self._late(match).proposals
        assert (proposal.points, proposal.penalty_points) == (1, 2)

    def test_more_than_half_the_length_loses_the_match(self) -> None:
        match = self._call_minutes_ago(20)
        lateness.note_absent(match, side="two", by=None)
        [proposal] = self._late(match).proposals
        assert proposal.loses
        assert not self._late(match).both_lose

    @pytest.mark.both_databases
    def test_both_absent_lose_both(self) -> None:
        match = self._call_minutes_ago(26)
        for side in ("one", "two"):
            lateness.note_absent(match, side=side, by=None)
        assert self._late(match).both_lose

    def test_it_says_when_a_penalty_makes_the_first_game_the_crawford_game(self) -> None:
        match = self._call_minutes_ago(6, length=3)
        lateness.note_absent(match, side="one", by=None)
        assert not self._late(match).proposals[0].makes_crawford
        Match.objects.filter(pk=match.pk).update(start_two=1)
        assert self._late(match).proposals[0].makes_crawford

    def test_the_rule_of_the_event_counts(self) -> None:
        match = self._call_minutes_ago(11)
        stage = Stage.objects.get()
        stage.event.profile_settings = {"late_minutes_to_first": 15, "late_minutes_to_next": 1}
        stage.event.save()
        lateness.note_absent(match, side="one", by=None)
        assert self._late(match).proposals == ()
        self._wait(match, 16.5)
        assert self._late(match).proposals[0].points == 2

    @pytest.mark.both_databases
    def test_who_comes_is_no_longer_absent(self) -> None:
        match = self._call_minutes_ago(11)
        lateness.note_absent(match, side="one", by=None)
        lateness.note_there(match, side="one", by=None)
        assert self._late(match).absent == ()

    @pytest.mark.both_databases
    def test_a_second_call_is_noted_once(self) -> None:
        match = self._call_minutes_ago(3)
        assert lateness.call_again(match, by=None) == lateness.call_again(match, by=None)
        assert self._late(match).is_called_twice
        assert Call.objects.filter(kind=CallKind.SECOND).count() == 1

    @pytest.mark.both_databases
    def test_nobody_is_late_before_the_call_and_after_the_start(self) -> None:
        stage = factories.drawn_stage(2)
        [match] = factories.open_matches(stage)
        with pytest.raises(NotCalled):
            lateness.call_again(match, by=None)
        calling.assign(match, by=None, table=tables(stage, 1)[0])
        results.start(match, by=None)
        with pytest.raises(NotCalled):
            lateness.note_absent(match, side="one", by=None)

    def test_a_table_that_was_freed_by_mistake_comes_back_with_the_absence_that_was_noted(self) -> None:
        match = self._call_minutes_ago(2)
        lateness.note_absent(match, side="one", by=None)
        use = TableUse.objects.select_related("table__tournament").get(match=match)
        calling.free(use.table, by=None)
        assert not match.calls.filter(taken_back_at=None).exists()
        entry = LogEntry.objects.get(tournament=use.table.tournament, code="table_freed")
        undo.undo(entry, by=factories.owner(use.table.tournament))
        assert self._late(match).absent != ()
        assert match.calls.filter(taken_back_at=None).count() == 2


class TestAvailability:
    """Players set their own availability, the desk that of everybody."""

    @pytest.mark.both_databases
    def test_nobody_says_it_of_others(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        with pytest.raises(Forbidden):
            hall.set_availability(tournament, game.two, by=game.one)
        stranger = factories.player()
        with pytest.raises(Forbidden):
            hall.set_availability(tournament, stranger, by=stranger)

    @pytest.mark.both_databases
    def test_nobody_comes_back_after_having_left(self) -> None:
        game = factories.open_match()
        now = timezone.now()
        with pytest.raises(InvalidAvailability):
            hall.set_availability(
                game.stage.event.tournament,
                game.one,
                by=game.one,
                away_until=now + timedelta(hours=2),
                leaves_at=now + timedelta(hours=1),
            )

    @pytest.mark.both_databases
    def test_the_same_again_is_no_new_entry(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        for _ in range(2):
            hall.set_availability(tournament, game.one, by=game.one, note="Train at six")
        assert LogEntry.objects.filter(code="availability_set").count() == 1


class TestTwoDirectors:
    """The later of two directors sees what changed, and overwrites nothing unknowingly."""

    def test_a_result_that_came_meanwhile_is_shown(self) -> None:
        game = factories.open_match()
        version = Tournament.objects.get().log_seq
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(EditConflict) as refusal:
            results.report(game.match, by=game.director, score=(7, 4), log_number=version)
        assert [entry.code for entry in refusal.value.data["changes"]] == ["reported"]  # type: ignore[attr-defined]
        now = Tournament.objects.get().log_seq
        assert results.report(game.match, by=game.director, score=(7, 4), log_number=now).report.score == (
            7,
            4,
        )

    def test_the_same_result_is_no_conflict(self) -> None:
        game = factories.open_match()
        version = Tournament.objects.get().log_seq
        other = factories.player()
        lifecycle.appoint(game.stage.event.tournament, other, kind="director", by=game.director)
        first = results.report(game.match, by=game.director, score=(7, 4), log_number=version).report
        assert results.report(game.match, by=other, score=(7, 4), log_number=version).report == first

    def test_own_acts_and_other_matches_are_no_surprise(self) -> None:
        stage = factories.drawn_stage(4)
        boss = factories.owner(stage.event.tournament)
        first, second = factories.open_matches(stage)
        version = Tournament.objects.get().log_seq
        results.start(first, by=boss)
        results.report(second, by=None, score=(7, 0))
        results.report(first, by=boss, score=(7, 2), log_number=version)

    def test_a_match_called_elsewhere_meanwhile(self) -> None:
        game = factories.open_match()
        one, two = tables(game.stage, 2)
        version = Tournament.objects.get().log_seq
        calling.assign(game.match, by=None, table=one)
        assert calling.assign(game.match, by=game.director, table=one, log_number=version).table == one
        with pytest.raises(EditConflict):
            calling.assign(game.match, by=game.director, table=two, log_number=version)
        assert set(at_tables()) == {"1"}

    def test_penalties_and_forfeits_ask_too(self) -> None:
        game = factories.open_match()
        version = Tournament.objects.get().log_seq
        results.penalise(game.match, by=None, to="one", points=1, reason="Late.")
        with pytest.raises(EditConflict):
            results.penalise(
                game.match, by=game.director, to="one", points=1, reason="Late too.", log_number=version
            )
        with pytest.raises(EditConflict):
            results.forfeit(game.match, by=game.director, loser="two", reason="Gone.", log_number=version)

    def test_only_known_codes_count(self) -> None:
        assert EditedForm.RESULT not in MatchStarted.overwrites
        assert overwriting(EditedForm.RESULT) < overwriting(EditedForm.CALL)


@pytest.mark.both_databases
def test_a_suspended_match_is_not_called() -> None:
    game = factories.open_match()
    [table] = tables(game.stage, 1)
    suspending.suspend(game.match, by=game.director, score=(2, 1))
    with pytest.raises(MatchSuspended):
        calling.assign(game.match, by=None, table=table)
