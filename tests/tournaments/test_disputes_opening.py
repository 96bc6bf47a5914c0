"""Disputes: how they open, how both sides make statements, how agreement ends them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.errors import (
    DifferentReport,
    DisputeClosed,
    DisputeIsOpen,
    MatchAlreadyFinal,
    NothingToDispute,
    NotYourMatch,
    OwnReport,
    ReportReplaced,
    TextTooLong,
)
from matches.models import Dispute, Settled
from matches.queries import MatchState, situation
from rules.match import Side
from tests import factories
from tests.tournaments.audits import is_clean
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, notices_to
from tests.tournaments.team_matches import match_with_boards, result_of, say
from tests.tournaments.test_series import matches_of as matches_of_series
from tests.tournaments.test_series import play as play_series
from tests.tournaments.test_series import stage_of_series
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.errors.common import ReasonMissing
from tournaments.errors.draws import MatchBegun
from tournaments.models import Pairing
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def game_with_dispute() -> tuple[factories.OpenMatch, Dispute]:
    """A match whose winner's 7-3 is contested without another result."""
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    return game, results.dispute(report, by=game.two, reason="I won.")


class TestASecondReportThatDiffers:
    def test_first_shows_the_other(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        with pytest.raises(DifferentReport) as refusal:
            results.report(game.match, by=game.two, score=(5, 7))
        one, two = game.match.one.name, game.match.two.name
        assert refusal.value.data == {
            "other": first.uid,
            "theirs": f"{one} 7–3 {two}",
            "yours": f"{one} 5–7 {two}",
            "is_same_winner": False,
        }
        assert game.match.reports.count() == 1

    def test_first_shows_both_with_how_they_ended(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(DifferentReport) as refusal:
            results.report(game.match, by=game.two, score=(2, 3), outcome="retired", winner="two")
        one, two = game.match.one.name, game.match.two.name
        assert refusal.value.data["yours"] == f"{one} 2–3 {two}, retired"
        assert situation(fresh(game.match)).state is MatchState.REPORTED

    def test_opens_the_dispute_when_they_insist(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        result = results.report(game.match, by=game.two, score=(5, 7), insist=True, reason="I won.")
        dispute = game.match.disputes.get()
        assert result.state is MatchState.DISPUTED
        assert (dispute.report, dispute.counter_report) == (first, result.report)
        assert (dispute.raised_by, dispute.reason, dispute.is_open) == (game.two, "I won.", True)
        assert notices_to(game.one) == notices_to(game.director) == ["disputed"]
        assert due_at(Job.PAIR, event_id=game.stage.event_id) == []

    def test_to_insist_twice_is_one_dispute(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        first = results.report(game.match, by=game.two, score=(5, 7), insist=True)
        assert results.report(game.match, by=game.two, score=(5, 7), insist=True) == first
        assert game.match.disputes.count() == 1
        assert log_of(game.match) == ["reported", "reported"]

    def test_lets_the_bracket_advance_where_only_the_score_differs(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(DifferentReport) as refusal:
            results.report(game.match, by=game.two, score=(7, 5))
        assert refusal.value.data["is_same_winner"] is True
        result = results.report(game.match, by=game.two, score=(7, 5), insist=True)
        match = fresh(game.match)
        assert result.state is MatchState.SCORE_OPEN
        assert (match.winner, match.outcome, match.is_final) == ("one", "", False)
        assert due_at(Job.PAIR, event_id=game.stage.event_id)


class TestContesting:
    def test_opens_the_dispute_and_tells_the_opponent_and_the_directors(self) -> None:
        game, dispute = game_with_dispute()
        assert dispute.counter_report is None
        assert situation(fresh(game.match)).state is MatchState.DISPUTED
        assert notices_to(game.one) == notices_to(game.director) == ["disputed"]
        entry = last_entry(game.match)
        assert (entry.code, entry.by) == ("disputed", game.two)
        assert entry.data["dispute"] == dispute.uid

    def test_with_another_result_keeps_it_as_a_report(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        dispute = results.dispute(report, by=game.two, reason="I won.", score=(5, 7))
        assert dispute.counter_report is not None
        assert (dispute.counter_report.source, dispute.counter_report.score) == ("two", (5, 7))
        assert fresh(game.match).winner == ""

    def test_of_the_score_alone_lets_the_bracket_advance(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.dispute(report, by=game.two, reason="It was 7-5.", score=(7, 5))
        assert situation(fresh(game.match)).state is MatchState.SCORE_OPEN
        assert fresh(game.match).winner == "one"
        assert due_at(Job.PAIR, event_id=game.stage.event_id)

    def test_again_is_the_same_dispute(self) -> None:
        game, dispute = game_with_dispute()
        assert results.dispute(dispute.report, by=game.two, reason="I won. ") == dispute
        assert log_of(game.match) == ["reported", "disputed"]
        with pytest.raises(DisputeIsOpen):
            results.dispute(dispute.report, by=game.two, reason="Something else.")

    def test_needs_a_reason(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        with pytest.raises(ReasonMissing):
            results.dispute(report, by=game.two, reason="  ")

    def test_is_for_the_opponent(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.dispute(report, by=game.one, reason="I was wrong.")
        for stranger in (factories.player(), game.director):
            with pytest.raises(NotYourMatch):
                results.dispute(report, by=stranger, reason="I saw it.")

    def test_needs_the_newest_report(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        results.report(game.match, by=game.one, score=(7, 4))
        with pytest.raises(ReportReplaced):
            results.dispute(first, by=game.two, reason="I won.")

    def test_is_too_late_once_the_match_is_final(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.confirm(report, by=game.two)
        with pytest.raises(MatchAlreadyFinal):
            results.dispute(report, by=game.two, reason="I won.")

    def test_with_the_same_result_is_no_dispute(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        with pytest.raises(NothingToDispute):
            results.dispute(report, by=game.two, reason="Hm.", score=(8, 3))
        assert game.match.reports.count() == 1


class TestInADispute:
    def test_both_sides_and_the_directors_may_speak(self) -> None:
        game, dispute = game_with_dispute()
        for by in (game.one, game.two, game.director):
            results.add_statement(dispute, by=by, text=f"I am {by.name}.")
        assert [statement.by for statement in dispute.statements.all()] == [
            game.one,
            game.two,
            game.director,
        ]
        assert log_of(game.match)[-3:] == ["stated"] * 3

    def test_a_statement_twice_is_one(self) -> None:
        game, dispute = game_with_dispute()
        first = results.add_statement(dispute, by=game.one, text="The cube stood at 4.")
        assert results.add_statement(dispute, by=game.one, text="The cube stood at 4.\n") == first
        assert dispute.statements.count() == 1
        assert results.add_statement(dispute, by=game.one, text="Ask the next table.") != first

    def test_strangers_and_endless_texts_are_refused(self) -> None:
        game, dispute = game_with_dispute()
        with pytest.raises(NotYourMatch):
            results.add_statement(dispute, by=factories.player(), text="I saw it.")
        with pytest.raises(TextTooLong):
            results.add_statement(dispute, by=game.one, text="x" * 2001)
        with pytest.raises(ReasonMissing):
            results.add_statement(dispute, by=game.one, text=" ")

    def test_nothing_is_said_once_it_is_closed(self) -> None:
        game, dispute = game_with_dispute()
        results.confirm(dispute.report, by=game.two)
        with pytest.raises(DisputeClosed):
            results.add_statement(dispute, by=game.one, text="Thank you.")

    def test_a_director_rules_instead_of_reporting(self) -> None:
        game, _ = game_with_dispute()
        with pytest.raises(DisputeIsOpen):
            results.report(game.match, by=game.director, score=(7, 3))

    def test_one_phone_does_not_end_it(self) -> None:
        game, _ = game_with_dispute()
        with pytest.raises(DisputeIsOpen):
            results.report(game.match, by=game.one, source="together", score=(7, 4))

    def test_a_side_does_not_change_its_story(self) -> None:
        game, _ = game_with_dispute()
        with pytest.raises(DisputeIsOpen):
            results.report(game.match, by=game.one, score=(7, 4))

    @pytest.mark.both_databases
    def test_who_contested_may_still_say_what_it_was(self) -> None:
        game, dispute = game_with_dispute()
        with pytest.raises(DifferentReport):
            results.report(game.match, by=game.two, score=(5, 7))
        result = results.report(game.match, by=game.two, score=(5, 7), insist=True)
        dispute.refresh_from_db()
        assert result.state is MatchState.DISPUTED
        assert dispute.counter_report == result.report
        assert notices_to(game.one) == ["disputed", "report_differs"]
        assert game.match.disputes.count() == 1

    def test_confirming_after_all_ends_it(self) -> None:
        game, dispute = game_with_dispute()
        results.confirm(dispute.report, by=game.two)
        dispute.refresh_from_db()
        assert not dispute.is_open
        assert fresh(game.match).settled == Settled.CONFIRMED

    def test_reporting_the_same_after_all_ends_it(self) -> None:
        game, dispute = game_with_dispute()
        result = results.report(game.match, by=game.two, score=(7, 3))
        dispute.refresh_from_db()
        assert (result.state, dispute.is_open) == (MatchState.FINAL, False)

    def test_agreeing_with_the_other_score_ends_it_for_the_winner_too(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(7, 5), insist=True)
        result = results.report(game.match, by=game.one, score=(7, 5))
        assert (result.state, fresh(game.match).settled) == (MatchState.FINAL, Settled.SAME)

    def test_conceding_ends_it_where_the_other_side_claimed_nothing_else(self) -> None:
        game, dispute = game_with_dispute()
        result = results.report(game.match, by=game.one, score=(5, 7))
        dispute.refresh_from_db()
        assert (result.state, dispute.is_open) == (MatchState.FINAL, False)
        assert fresh(game.match).winner == "two"

    def test_conceding_the_match_but_not_the_score_lets_the_bracket_advance(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(5, 7), insist=True)
        result = results.report(game.match, by=game.one, score=(4, 7), insist=True)
        assert (result.state, fresh(game.match).winner) == (MatchState.SCORE_OPEN, "two")
        with pytest.raises(DisputeIsOpen):
            results.report(game.match, by=game.one, score=(3, 7), insist=True)

    def test_what_each_side_may_do_is_known(self) -> None:
        game = factories.open_match()
        before = situation(fresh(game.match))
        assert before.may_report(Side.ONE)
        assert not before.may_answer(Side.ONE)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        waiting = situation(fresh(game.match))
        assert waiting.may_report(Side.ONE)
        assert waiting.may_answer(Side.TWO)
        assert waiting.may_dispute(Side.TWO)
        assert not waiting.may_dispute(Side.ONE)
        results.dispute(report, by=game.two, reason="I won.")
        after_dispute = situation(fresh(game.match))
        assert not after_dispute.may_report(Side.ONE)
        assert after_dispute.may_report(Side.TWO)
        assert after_dispute.may_answer(Side.TWO)
        assert not after_dispute.may_dispute(Side.TWO)
        results.confirm(report, by=game.two)
        over = situation(fresh(game.match))
        assert not any((over.may_report(Side.ONE), over.may_answer(Side.TWO), over.waiting))


class TestOnePhoneForBoth:
    """The side that did not hold the phone contests the result within the event's time to answer."""

    @pytest.mark.both_databases
    def test_the_match_is_open_again_and_what_followed_is_cancelled(self) -> None:
        game = factories.open_match(n=4)
        other = factories.open_matches(game.stage)[1]
        results.report(other, by=game.director, score=(7, 0))
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        progress.advance(game.stage.event)
        final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None)
        record = results.dispute(report, by=game.two, reason="I never agreed.", score=(0, 7))
        assert situation(fresh(game.match)).state is MatchState.DISPUTED
        final.refresh_from_db()
        assert final.cancelled_at is not None
        assert results.dispute(report, by=game.two, reason="I never agreed.", score=(0, 7)) == record
        results.rule(record, by=game.director, reason="The board.", score=(2, 7))
        assert fresh(game.match).winner == "two"
        assert is_clean(game.stage.event.tournament)

    def test_the_same_winner_goes_on_with_the_score_open(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        results.dispute(report, by=game.two, reason="I won some points.", score=(7, 5))
        assert situation(fresh(game.match)).state is MatchState.SCORE_OPEN

    def test_not_by_the_side_that_held_the_phone_nor_after_the_time(self) -> None:
        game = factories.open_match(grace_minutes=10)
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        with pytest.raises(MatchAlreadyFinal):
            results.dispute(report, by=game.one, reason="A slip of mine.")
        with pytest.raises(MatchAlreadyFinal), time_machine.travel(timezone.now() + timedelta(minutes=11)):
            results.dispute(report, by=game.two, reason="I never agreed.")

    def test_not_once_a_match_that_follows_has_begun(self) -> None:
        game = factories.open_match(n=4)
        other = factories.open_matches(game.stage)[1]
        results.report(other, by=game.director, score=(7, 0))
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        progress.advance(game.stage.event)
        final = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None)
        assert final.match is not None
        results.start(final.match, by=game.director)
        with pytest.raises(MatchBegun):
            results.dispute(report, by=game.two, reason="I never agreed.")
        assert fresh(game.match).is_final

    def test_the_page_of_the_match_offers_it_to_the_other_side_alone(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        link = f"/r/{report.uid}/dispute/"
        assert link in Visitor(game.two).open("match", game.match.uid).links
        assert link not in Visitor(game.one).open("match", game.match.uid).links
        page = Visitor(game.two).send("dispute_report", report.uid, reason="I never agreed.")
        assert "The director is told" in page

    @pytest.mark.parametrize("score", [None, (0, 7), (7, 5)])
    def test_the_match_that_decided_a_series_is_open_again_and_so_is_the_series(
        self, score: tuple[int, int] | None
    ) -> None:
        stage = stage_of_series(4)
        series, other = factories.open_matches(stage)
        play_series(series, "two", "one")
        play_series(other, "one", "one")
        decider = matches_of_series(series)[-1]
        game = factories.around(decider)
        report = results.report(decider, by=game.one, source="together", score=(7, 0)).report
        progress.advance(stage.event)
        assert f"/r/{report.uid}/dispute/" in Visitor(game.two).open("match", decider.uid).links
        assert f"/r/{report.uid}/dispute/" not in Visitor(game.one).open("match", decider.uid).links
        record = results.dispute(report, by=game.two, reason="I never agreed.", score=score)
        assert not fresh(series).is_final
        assert not Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).exists()
        assert is_clean(stage.event.tournament)
        results.rule(record, by=game.director, reason="The board.", score=(2, 7))
        progress.advance(stage.event)
        assert fresh(series).winner == "two"
        assert Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).exists()
        assert is_clean(stage.event.tournament)

    def test_the_match_that_decided_a_series_not_once_a_match_that_follows_has_begun(self) -> None:
        stage = stage_of_series(4)
        series, other = factories.open_matches(stage)
        play_series(series, "one")
        play_series(other, "one", "one")
        game = factories.around(matches_of_series(series)[-1])
        report = results.report(game.match, by=game.one, source="together", score=(7, 0)).report
        progress.advance(stage.event)
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
        assert final.match is not None
        results.start(matches_of_series(final.match)[0], by=game.director)
        with pytest.raises(MatchBegun):
            results.dispute(report, by=game.two, reason="I never agreed.")
        assert fresh(series).is_final

    def test_the_board_that_decided_a_team_match_is_open_again_and_so_is_the_team_match(self) -> None:
        match, boards = match_with_boards()
        for board in boards[:2]:
            say(board, (7, 3))
        game = factories.around(boards[2])
        report = results.report(boards[2], by=game.one, source="together", score=(7, 0)).report
        assert fresh(match).is_final
        record = results.dispute(report, by=game.two, reason="I never agreed.", score=(0, 7))
        assert not fresh(match).is_final
        results.rule(record, by=game.director, reason="The board.", score=(2, 7))
        assert result_of(match) == ("one", "played", (2, 1))
        assert is_clean(match.pairing.stage.event.tournament)

    def test_not_what_a_director_has_decided_for_the_whole(self) -> None:
        match, boards = match_with_boards()
        game = factories.around(boards[0])
        report = results.report(boards[0], by=game.one, source="together", score=(7, 0)).report
        say(match, (2, 1))
        with pytest.raises(MatchAlreadyFinal):
            results.dispute(report, by=game.two, reason="I never agreed.")
