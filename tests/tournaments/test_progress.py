"""Advancing a stage: new pairings, cancelled pairings and the champion."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from tests import factories
from tests.tournaments import audits, team_matches
from tournaments.actions import log, results
from tournaments.actions.draws import cancelling, draw, progress
from tournaments.actions.draws.plan import plans_of
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, tables
from tournaments.errors.common import Contention
from tournaments.errors.draws import MatchBegun
from tournaments.models import (
    Board,
    Event,
    LogEntry,
    LotChain,
    Notice,
    OutboxJob,
    Pairing,
    Seat,
    Stage,
    TableUse,
)
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.follow_ups import FollowUp, follow_ups
from tournaments.queue import Job, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def _win(match: Match, *, one: bool = True) -> None:
    score = (match.length, 0) if one else (0, match.length)
    results.report(match, by=factories.around(match).director, score=score)


def _pairing(stage: Stage, number: int, slot: int = 0) -> Pairing:
    return Pairing.objects.get(stage=stage, round=number, slot=slot, cancelled_at=None)


class TestAdvancing:
    def test_two_winners_meet(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        _win(first)
        assert progress.advance(stage.event) == 0, "the other semifinal is on"
        _win(second, one=False)
        assert progress.advance(stage.event) == 1
        final = _pairing(stage, 2).match
        assert final is not None
        assert {final.one, final.two} == {first.one, second.two}
        assert Notice.objects.filter(code="next_opponent", match=final).count() == 2

    def test_again_changes_nothing(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        before = LogEntry.objects.count()
        assert progress.advance(stage.event) == 0
        assert LogEntry.objects.count() == before

    def test_it_does_the_jobs_that_were_there(self) -> None:
        stage = factories.drawn_stage(4)
        for match in factories.open_matches(stage):
            _win(match)
        assert waiting(Job.PAIR, event_id=stage.event.pk).count() == 2
        progress.advance(stage.event)
        assert not OutboxJob.objects.filter(name=Job.PAIR).exists()

    def test_the_winner_goes_on_while_the_score_is_open(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        around = factories.around(first)
        results.report(first, by=around.one, score=(7, 3))
        results.report(first, by=around.two, score=(7, 5), insist=True)
        _win(second)
        progress.advance(stage.event)
        first.refresh_from_db()
        assert not first.is_final
        final = _pairing(stage, 2).match
        assert final is not None
        assert first.one in (final.one, final.two)

    def test_after_a_double_forfeit_the_other_has_a_bye(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        results.forfeit(first, by=factories.around(first).director, loser=None, reason="nobody came")
        _win(second)
        progress.advance(stage.event)
        final = _pairing(stage, 2)
        assert final.is_bye
        assert final.seats.get().entrant.side == second.one
        stage.refresh_from_db()
        assert stage.completed_at is not None

    def test_a_match_gets_the_length_and_grace_of_its_round_and_event(self) -> None:
        stage = factories.stage(factories.event(grace_minutes=25), lengths=(11, 5))
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        final = _pairing(stage, 2).match
        assert final is not None
        assert (final.length, final.grace_minutes) == (11, 25)

    def test_a_team_match_is_to_its_number_of_boards_and_they_to_the_length_of_the_round(self) -> None:
        match, boards = team_matches.match_with_boards(boards=3)
        assert match.length == 3
        assert [board.length for board in boards] == [7, 7, 7]

    def test_what_was_paired_stands_in_the_log(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        entry = LogEntry.objects.filter(code="paired", subject=stage.uid).latest("seq")
        assert audits.data_beside_proofs(entry) == {"made": [_pairing(stage, 2).uid], "cancelled": []}

    @pytest.mark.parametrize("format_", ["swiss", "lives"])
    def test_who_leaves_during_a_bye_has_lost_no_match_by_it(self, format_: str) -> None:
        stage = factories.stage(format=format_)
        factories.entrants(stage.event, 5)
        draw.draw(stage, by=None, seed="videau")
        resting = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
        registration.withdraw(resting, by=None, reason="gone")
        while factories.open_matches(stage):
            factories.play_open_matches(stage)
        stage.refresh_from_db()
        [line] = [one for one in stage.standings["places"] if one["entrant"] == resting.uid]
        assert (line["wins"], line["losses"], line["byes"]) == (0, 0, 1)

    def test_what_pairs_nobody_asks_for_no_lot(self) -> None:
        stage = factories.stage(format="swiss")
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
        with CaptureQueriesContext(connection) as queries:
            assert progress.advance(stage.event) == 0
        assert not [query for query in queries if LotChain._meta.db_table in query["sql"]]

    def test_a_finished_match_leaves_its_table(self) -> None:
        stage = factories.drawn_stage(2)
        [match] = factories.open_matches(stage)
        [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["7"])
        calling.assign(match, by=None, table=table)
        factories.play_open_matches(stage)
        assert not TableUse.objects.filter(until=None).exists()

    @pytest.mark.both_databases
    @pytest.mark.parametrize("is_on", [True, False])
    def test_a_table_that_is_free_again_asks_for_the_next_call_where_the_hall_calls(
        self, is_on: bool
    ) -> None:
        stage = factories.drawn_stage(4)
        tournament = stage.event.tournament
        [table] = lifecycle.add_tables(tournament, by=None, names=["7"])
        first, _other = factories.open_matches(stage)
        calling.assign(first, by=None, table=table)
        tables.set_automatic(tournament, by=None, is_on=is_on)
        _win(first)
        OutboxJob.objects.all().delete()
        assert progress.advance(Event.objects.get(pk=stage.event.pk)) == 0
        assert waiting(Job.CALL, tournament_id=tournament.pk).exists() is is_on


class TestTheEnd:
    def test_there_is_a_champion(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        [final] = factories.open_matches(stage)
        factories.play_open_matches(stage)
        stage.refresh_from_db()
        champion = final.one.entrants.get()
        assert stage.completed_at is not None
        places = stage.standings["places"]
        assert [(line["place"], line["last_place"]) for line in places] == [(1, 1), (2, 2), (3, 4), (3, 4)]
        assert places[0]["entrant"] == champion.uid
        assert stage.standings["version"] == 3
        entry = LogEntry.objects.get(code="stage_completed")
        assert audits.data_beside_proofs(entry) == {"champion": champion.uid}
        recipients = set(Notice.objects.filter(code="champion").values_list("recipient", flat=True))
        assert recipients == {champion.side.players.get().pk, factories.owner(stage.event.tournament).pk}

    def test_a_correction_of_the_final_makes_another_champion(self) -> None:
        stage = factories.drawn_stage(2)
        [match] = factories.open_matches(stage)
        factories.play_open_matches(stage)
        results.correct(match, by=factories.around(match).director, score=(2, 7), reason="misread")
        progress.advance(stage.event)
        stage.refresh_from_db()
        assert stage.standings["places"][0]["entrant"] == match.two.entrants.get().uid
        assert not findings(stage.event.tournament)

    def test_standings_that_an_earlier_release_froze_stand_until_a_correction_changes_them(self) -> None:
        """It kept fewer figures of everybody; the same places are not published again."""
        stage = factories.drawn_stage(2)
        [match] = factories.open_matches(stage)
        factories.play_open_matches(stage)
        stage.refresh_from_db()
        for line in stage.standings["places"]:
            del line["tiebreaks"], line["lives"]
        stage.save(update_fields=["standings"])
        before, version = stage.standings, log.event_version(stage.event)
        progress.advance(stage.event)
        stage.refresh_from_db()
        assert stage.standings == before
        assert log.event_version(stage.event) == version
        results.correct(match, by=factories.around(match).director, score=(2, 7), reason="misread")
        progress.advance(stage.event)
        stage.refresh_from_db()
        assert all({"tiebreaks", "lives"} <= set(line) for line in stage.standings["places"])


class TestCorrections:
    def test_the_boards_of_a_cancelled_team_match_go_with_it(self) -> None:
        stage = team_matches.stage_of_teams(4)
        semifinals = factories.open_matches(stage)
        for match in semifinals:
            team_matches.say(match, (3, 0))
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        teams.open_boards(final, by=None)
        boards = team_matches.matches_at(final)
        results.correct(
            semifinals[0], by=factories.around(semifinals[0]).director, score=(0, 3), reason="misread"
        )
        assert len(boards) == 3
        assert not Board.objects.filter(team_match=final, cancelled_at=None).exists()
        assert not Match.objects.filter(pk__in=[board.pk for board in boards], cancelled_at=None).exists()

    def test_another_winner_cancels_what_has_not_begun(self) -> None:
        stage = factories.drawn_stage(4)
        first, _ = factories.open_matches(stage)
        factories.play_open_matches(stage)
        old = _pairing(stage, 2)
        results.correct(first, by=factories.around(first).director, score=(0, 7), reason="misread")
        progress.advance(stage.event)
        old.refresh_from_db()
        assert old.cancelled_at is not None
        assert old.match is not None
        assert old.match.cancelled_at is not None
        assert not Seat.objects.filter(pairing=old, cancelled_at=None).exists()
        final = _pairing(stage, 2).match
        assert final is not None
        assert first.two in (final.one, final.two)

    def test_what_has_begun_forbids_it(self) -> None:
        stage = factories.drawn_stage(4)
        first, _ = factories.open_matches(stage)
        factories.play_open_matches(stage)
        [final] = factories.open_matches(stage)
        results.start(final, by=None)
        assert [(follow_up.pairing.match, follow_up.is_begun) for follow_up in follow_ups(first)] == [
            (final, True)
        ]
        with pytest.raises(MatchBegun):
            results.correct(first, by=factories.around(first).director, score=(0, 7), reason="misread")

    def test_what_follows_is_known_before(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        assert follow_ups(first) == ()
        factories.play_open_matches(stage)
        assert follow_ups(first) == follow_ups(second) == (FollowUp(_pairing(stage, 2), is_begun=False),)

    def test_nothing_follows_from_a_match_that_stands_alone(self) -> None:
        around = factories.open_match()
        cancelling.cancel(Pairing.objects.filter(match=around.match), event=around.stage.event)
        assert follow_ups(around.match) == ()


class TestReading:
    @pytest.mark.both_databases
    def test_whoever_changes_the_event_meanwhile_makes_it_read_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The log has grown between reading and storing, so the computed pairings are discarded."""
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        _win(first)
        _win(second)
        read_plans = plans_of
        reads = []

        def read_late(event: object) -> object:
            plans = read_plans(stage.event)
            reads.append(event)
            if len(reads) == 1:
                lifecycle.change_event(stage.event, by=None, name="Main event")
            return plans

        monkeypatch.setattr(progress, "plans_of", read_late)
        assert progress.advance(stage.event) == 1
        assert len(reads) == 2

    def test_the_third_time_it_reads_under_the_lock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stage = factories.drawn_stage(4)
        for match in factories.open_matches(stage):
            _win(match)
        read_plans = plans_of
        reads = []

        def read_too_late(event: object) -> object:
            reads.append(event)
            plans = read_plans(stage.event)
            lifecycle.change_event(stage.event, by=None, name=f"Main {len(reads)}")
            return plans

        monkeypatch.setattr(progress, "plans_of", read_too_late)
        assert progress.advance(stage.event) == 1
        assert len(reads) == 3

    @pytest.mark.both_databases
    def test_a_match_that_begins_meanwhile_is_not_cancelled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The players begin the final while a correction would cancel it."""
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        [final] = factories.open_matches(stage)
        read_plans = plans_of
        first = _pairing(stage, 1).match
        assert first is not None
        Match.objects.filter(pk=first.pk).update(winner="two")

        def read_and_start(event: object) -> object:
            plans = read_plans(stage.event)
            Match.objects.filter(pk=final.pk).update(started_at=final.made_at)
            return plans

        monkeypatch.setattr(progress, "plans_of", read_and_start)
        assert progress.advance(stage.event) == 0
        final.refresh_from_db()
        assert final.cancelled_at is None
        assert [str(finding.code) for finding in findings(stage.event.tournament)] == ["pairing_overtaken"]

    @pytest.mark.both_databases
    def test_matches_that_keep_beginning_make_it_give_up_until_the_job_runs_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stage = factories.drawn_stage(4)
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.around(match).director, score=(7, 0))
        monkeypatch.setattr(progress, "_begun_since", lambda plans, event: [match])
        with pytest.raises(Contention):
            progress.advance(stage.event)
        assert waiting(Job.PAIR, event_id=stage.event.pk).exists(), "nothing is lost"

    @pytest.mark.both_databases
    def test_a_match_that_begins_meanwhile_refuses_a_swap(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        read_plans = plans_of

        def read_and_start(event: object, **values: Any) -> object:
            plans = read_plans(stage.event, **values)
            Match.objects.filter(pk=first.pk).update(started_at=first.made_at)
            return plans

        monkeypatch.setattr(progress, "plans_of", read_and_start)
        with pytest.raises(MatchBegun, match=first.one.name):
            draw.swap(
                stage, first=first.one.entrants.get(), second=second.one.entrants.get(), by=None, reason="x"
            )
