"""Leaving and coming back, before the draw and in the middle of matches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.errors import ReportReplaced
from matches.queries import MatchState, has_begun, situation
from tests import factories
from tests.tournaments import audits, team_matches
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import registration, together
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.draws import StageAlreadyDrawn
from tournaments.errors.entrants import NotWithdrawn, RegistrationClosed
from tournaments.errors.results import OwnMatchRuling
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, LogEntry, Notice, Pairing, Registration, RoleKind, Stage
from tournaments.queries.audit import checks
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.hall.desk import other_entries
from tournaments.queries.results.matches import match_line

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestWithdrawalBeforeTheDraw:
    def test_a_player_withdraws_and_comes_back(self) -> None:
        entrant = factories.entrant(factories.event())
        ann = entrant.side.players.get()
        assert registration.withdraw(entrant, by=ann, reason="ill").withdrawn_at is not None
        assert registration.return_(entrant, by=ann).withdrawn_at is None

    @pytest.mark.both_databases
    def test_registering_again_is_coming_back(self) -> None:
        event = factories.event()
        ann = factories.player()
        entrant = registration.register_self(event, by=ann)
        registration.withdraw(entrant, by=ann)
        assert registration.register_self(event, by=ann) == entrant
        assert Entrant.objects.get(event=event).withdrawn_at is None

    def test_whoever_comes_back_to_a_full_event_waits(self) -> None:
        event = factories.event(capacity=2)
        first, *_ = factories.entrants(event, 3)
        registration.withdraw(first, by=None)
        assert registration.return_(first, by=None).is_alternate

    @pytest.mark.both_databases
    def test_only_who_left_comes_back(self) -> None:
        with pytest.raises(NotWithdrawn):
            registration.return_(factories.entrant(factories.event()), by=None)

    @pytest.mark.both_databases
    def test_nobody_comes_back_by_themselves_when_registration_is_closed(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        ann = entrant.side.players.get()
        registration.withdraw(entrant, by=ann)
        lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
        with pytest.raises(RegistrationClosed):
            registration.return_(entrant, by=ann)

    @pytest.mark.both_databases
    def test_strangers_withdraw_nobody(self) -> None:
        with pytest.raises(Forbidden):
            registration.withdraw(factories.entrant(factories.event()), by=factories.player())

    def test_the_reason_stays_out_of_the_log(self) -> None:
        entrant = factories.entrant(factories.event())
        registration.withdraw(entrant, by=None, reason="appendicitis")
        assert "appendicitis" not in str(LogEntry.objects.get(code="withdrawn").data)
        assert entrant.withdrawn_reason == "appendicitis"


class TestWithdrawalAfterTheDraw:
    @pytest.mark.both_databases
    def test_the_opponent_of_a_match_not_begun_gets_a_walkover(self) -> None:
        around = factories.open_match(n=4)
        entrant = around.match.one.entrants.get()
        registration.withdraw(entrant, by=around.director, reason="left")
        around.match.refresh_from_db()
        assert (around.match.outcome, around.match.winner) == ("walkover", "two")
        report = around.match.accepted_report
        assert report is not None
        assert report.by is None, "nobody has said anything: the service gives it"
        assert LogEntry.objects.get(code="withdrawn").by == around.director
        assert Notice.objects.filter(code="forfeited", recipient=around.two).exists()

    def test_a_match_that_has_begun_ends_as_retired(self) -> None:
        around = factories.open_match(n=4)
        results.start(around.match, by=around.director)
        registration.withdraw(around.match.two.entrants.get(), by=around.director, reason="ill")
        around.match.refresh_from_db()
        assert (around.match.outcome, around.match.winner) == ("retired", "one")

    def test_whoever_left_loses_the_next_match_too(self) -> None:
        """A director withdraws the holder of a bye, who has no match yet."""
        stage = factories.drawn_stage(3)
        bye = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
        registration.withdraw(bye, by=None, reason="gone")
        [semifinal] = factories.open_matches(stage)
        results.report(semifinal, by=factories.around(semifinal).director, score=(7, 3))
        progress.advance(stage.event)
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
        assert final.match is not None
        assert final.match.outcome == "walkover"
        assert final.match.winner_side == semifinal.one
        stage.refresh_from_db()
        assert stage.completed_at is not None

    def test_a_player_gives_up_the_own_match(self) -> None:
        around = factories.open_match()
        registration.withdraw(around.match.one.entrants.get(), by=around.one)
        around.match.refresh_from_db()
        assert (around.match.winner, around.match.settled) == ("two", "own_loss")
        report = around.match.accepted_report
        assert report is not None
        assert (report.source, report.by) == ("one", None)
        assert LogEntry.objects.get(code="withdrawn").by == around.one

    def test_the_desk_does_not_rule(self) -> None:
        around = factories.open_match()
        clerk = factories.clerk(around.stage.event.tournament)
        with pytest.raises(Forbidden):
            registration.withdraw(around.match.one.entrants.get(), by=clerk, reason="gone")

    def test_a_director_says_why(self) -> None:
        around = factories.open_match()
        with pytest.raises(ReasonMissing):
            registration.withdraw(around.match.one.entrants.get(), by=around.director)

    @pytest.mark.both_databases
    def test_nobody_lets_the_own_opponent_leave(self) -> None:
        around = factories.open_match()
        lifecycle.appoint(
            around.stage.event.tournament, around.one, kind=RoleKind.DIRECTOR, by=around.director
        )
        with pytest.raises(OwnMatchRuling):
            registration.withdraw(around.match.two.entrants.get(), by=around.one, reason="gone")

    @pytest.mark.both_databases
    def test_nobody_comes_back_once_a_match_was_given_up_by_a_word_about_it(self) -> None:
        around = factories.open_match(n=4)
        entrant = around.match.one.entrants.get()
        results.forfeit(around.match, by=around.director, loser="one", reason="left")
        Entrant.objects.filter(pk=entrant.pk).update(withdrawn_at=timezone.now() - timedelta(minutes=1))
        with pytest.raises(StageAlreadyDrawn):
            registration.return_(entrant, by=entrant.side.players.get())
        with pytest.raises(CannotBeUndone, match="Correct that result first"):
            registration.return_(entrant, by=None)

    def test_of_two_who_left_the_first_loses(self) -> None:
        stage = factories.drawn_stage(4)
        semifinal, other = factories.open_matches(stage)
        for side in (semifinal.one, other.one):
            registration.withdraw(side.entrants.get(), by=None, reason="left")
        final = Pairing.objects.get(stage=stage, round=2).match
        assert final is not None
        assert not final.is_final, "the two who stayed meet"
        for side in (semifinal.two, other.two):
            registration.withdraw(side.entrants.get(), by=None, reason="left")
        final.refresh_from_db()
        assert (final.outcome, final.winner_side) == ("walkover", other.two)

    @pytest.mark.both_databases
    def test_two_who_left_before_they_met_forfeit_both(self) -> None:
        stage = factories.drawn_stage(4)
        matches = factories.open_matches(stage)
        for match in matches:
            results.report(match, by=factories.around(match).director, score=(7, 0))
            # Both leave before anything is paired, as by two phones at the same moment.
            Entrant.objects.filter(side=match.one).update(withdrawn_at=timezone.now())
        progress.advance(stage.event)
        final = Pairing.objects.get(stage=stage, round=2).match
        assert final is not None
        assert (final.outcome, final.winner) == ("double_forfeit", "")
        stage.refresh_from_db()
        assert stage.completed_at is not None
        entry = LogEntry.objects.get(code="stage_completed")
        assert audits.data_beside_proofs(entry) == {"champion": None}

    @pytest.mark.both_databases
    def test_an_alternate_leaves_without_a_word_about_matches(self) -> None:
        stage = factories.drawn_stage(4)
        waiting = factories.entrant(stage.event)
        registration.withdraw(waiting, by=None)
        assert Pairing.objects.filter(stage=stage, match__final_at__isnull=False).count() == 0


class TestReturnAfterTheDraw:
    @staticmethod
    def match_after_return(*, by_self: bool) -> factories.OpenMatch:
        around = factories.open_match(n=4)
        entrant = around.match.one.entrants.get()
        if by_self:
            registration.withdraw(entrant, by=around.one)
        else:
            registration.withdraw(entrant, by=around.director, reason="gone")
        registration.return_(entrant, by=around.director)
        around.match.refresh_from_db()
        return around

    @pytest.mark.parametrize("by_self", [True, False])
    def test_the_match_is_open_whoever_let_the_player_leave(self, by_self: bool) -> None:
        around = self.match_after_return(by_self=by_self)
        now = situation(around.match)
        assert (now.state, now.waiting) == (MatchState.OPEN, None)
        assert not has_begun(around.match)
        line = match_line(around.match)
        assert line is not None
        assert (line.state, line.reported_at) == (SlotState.OPEN, None)
        assert checks.findings(around.stage.event.tournament) == ()

    def test_nobody_makes_the_walkover_final_with_a_tap(self) -> None:
        around = self.match_after_return(by_self=True)
        walkover = around.match.reports.get()
        with pytest.raises(ReportReplaced):
            results.confirm(walkover, by=around.two)
        with pytest.raises(ReportReplaced):
            results.dispute(walkover, by=around.two, reason="we play")
        result = results.report(around.match, by=around.two, score=(3, 7))
        assert result.state == MatchState.REPORTED, "the own word is the first one"

    def test_both_sides_are_told_that_the_match_is_on_again(self) -> None:
        around = self.match_after_return(by_self=True)
        notices = Notice.objects.filter(code="match_again", match=around.match)
        assert {notice.recipient for notice in notices} == {around.one, around.two}
        entrant = around.match.one.entrants.get()
        registration.withdraw(entrant, by=around.one)
        registration.return_(entrant, by=around.director)
        assert Notice.objects.filter(code="match_again", recipient=around.two).count() == 2

    @pytest.mark.both_databases
    def test_a_team_comes_back_to_its_boards(self) -> None:
        match, boards = team_matches.match_with_boards(2)
        entrant = match.one.entrants.get()
        registration.withdraw(entrant, by=None, reason="no bus")
        registration.return_(entrant, by=None)
        match.refresh_from_db()
        assert not match.is_final
        again = team_matches.matches_at(match)
        assert [(one.one, one.two) for one in again] == [(one.one, one.two) for one in boards]
        for board in again:
            team_matches.say(board, (7, 3))
        assert team_matches.result_of(match) == ("one", "played", (3, 0))
        progress.advance(entrant.event)
        assert team_matches.is_sound(entrant.event)

    @pytest.mark.parametrize("mode", ["queue", "continuous"])
    def test_who_waits_while_others_sit_leaves_their_matches_as_they_are(self, mode: str) -> None:
        stage = self.stage_of("lives", 5, mode=mode)
        sits = self.seats(stage)
        [waiting] = Entrant.objects.filter(event=stage.event).exclude(seats__pairing__stage=stage)
        registration.withdraw(waiting, by=None, reason="gone")
        undo.undo(LogEntry.objects.get(code="withdrawn"), by=factories.owner(stage.event.tournament))
        assert self.seats(stage) == sits
        assert checks.findings(stage.event.tournament) == ()

    def test_who_misses_the_round_leaves_it_as_it_is(self) -> None:
        stage = self.stage_of("swiss", 7, rounds=3)
        entrant = Entrant.objects.filter(event=stage.event).first()
        assert entrant is not None
        attendance.miss(stage, entrant=entrant, rounds=[2], by=None)
        factories.play_open_matches(stage)
        sits = self.seats(stage)
        registration.withdraw(entrant, by=None, reason="gone")
        registration.return_(entrant, by=factories.owner(stage.event.tournament))
        assert self.seats(stage) == sits
        assert checks.findings(stage.event.tournament) == ()

    def test_who_has_no_life_left_leaves_the_round_as_it_is(self) -> None:
        stage = self.stage_of("lives", 8, lives=1)
        loser = factories.open_matches(stage)[0].two.entrants.get()
        factories.play_open_matches(stage)
        sits = self.seats(stage)
        registration.withdraw(loser, by=None, reason="gone home")
        registration.return_(loser, by=factories.owner(stage.event.tournament))
        assert self.seats(stage) == sits
        assert checks.findings(stage.event.tournament) == ()

    @staticmethod
    def stage_of(code: str, count: int, **options: object) -> Stage:
        stage = factories.stage(format=code, options=options)
        factories.entrants(stage.event, count)
        draw.draw(stage, by=None, seed="back")
        return stage

    @staticmethod
    def seats(stage: Stage) -> dict[str, frozenset[str]]:
        """Who sits in which pairing."""
        rows = Pairing.objects.filter(stage=stage, cancelled_at=None)
        return {row.uid: frozenset(seat.entrant.uid for seat in row.seats.all()) for row in rows}


class TestLeavingForHome:
    @pytest.mark.both_databases
    def test_the_others_of_the_tournament_are_left_together(self) -> None:
        first, second, third = self.three_events()
        ann = first.side.players.get()
        assert list(other_entries(first)) == [second, third]
        together.withdraw_from_all(first, by=ann, also=[third])
        assert list(other_entries(first)) == [second]
        third.refresh_from_db()
        assert third.withdrawn_at is not None

    def test_of_several_all_are_left_or_none(self) -> None:
        first, second, third = self.three_events()
        clerk = factories.clerk(first.event.tournament)
        factories.entrant(third.event)
        draw.draw(factories.stage(third.event), by=None)
        with pytest.raises(Forbidden):
            together.withdraw_from_all(first, by=clerk, also=[second, third])
        assert not Entrant.objects.filter(withdrawn_at__isnull=False).exists()

    def test_an_event_that_is_over_is_not_asked_about(self) -> None:
        first, second, third = self.three_events()
        factories.entrant(second.event)
        stage = factories.stage(second.event)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        progress.advance(second.event)
        assert list(other_entries(first)) == [third]

    @staticmethod
    def three_events() -> list[Entrant]:
        tournament = factories.tournament()
        ann = factories.player("Ann Alone")
        events = [factories.event(tournament, name=name) for name in ("Main", "Doubles", "Speed")]
        return [registration.enter(event, by=None, players=[ann]) for event in events]


@pytest.mark.parametrize("code", ["single_elimination", "swiss", "ladder"])
@pytest.mark.parametrize("is_drawn", [False, True])
def test_a_return_by_mistake_is_undone_whatever_was_paid_before(code: str, is_drawn: bool) -> None:
    stage = factories.stage(format=code)
    event = stage.event
    boss = factories.owner(event.tournament)
    ledger.set_fee(event, by=boss, kind="entry", amount=50_00)
    ledger.add_box(event.tournament, by=boss, name="Desk")
    entrant, *_others = factories.entrants(event, 5)
    ledger.pay(entrant, by=boss)
    if is_drawn:
        draw.draw(stage, by=boss, seed="wrong line")
    registration.withdraw(entrant, by=boss, reason="Ill.")
    progress.advance(event)
    registration.return_(Entrant.objects.get(pk=entrant.pk), by=boss)
    progress.advance(event)
    undo.undo(LogEntry.objects.get(code="returned"), by=boss)
    progress.advance(event)
    entrant.refresh_from_db()
    assert entrant.withdrawn_at is not None
    assert audits.is_clean(event.tournament)


def test_a_return_is_not_undone_in_the_middle_of_a_match() -> None:
    game = factories.open_match(n=4)
    entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
    registration.withdraw(entrant, by=game.director, reason="Ill.")
    progress.advance(game.stage.event)
    registration.return_(Entrant.objects.get(pk=entrant.pk), by=game.director)
    game.match.refresh_from_db()
    results.start(game.match, by=game.director)
    with pytest.raises(CannotBeUndone, match="has begun"):
        undo.undo(LogEntry.objects.get(code="returned"), by=game.director)
