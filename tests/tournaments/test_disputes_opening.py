"""Disputes: opened by insisting or by contesting, spoken to by both sides, ended by agreement."""

from __future__ import annotations

import pytest

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
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, told
from tournaments.actions import results
from tournaments.actions.errors import ReasonMissing
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def disputed() -> tuple[factories.OpenMatch, Dispute]:
    """A match whose winner's 7-3 is contested without another result."""
    found = factories.open_match()
    said = results.report(found.match, by=found.one, score=(7, 3)).report
    return found, results.dispute(said, by=found.two, reason="I won.")


class TestASecondReportThatDiffers:
    def test_first_shows_the_other(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        with pytest.raises(DifferentReport) as refused:
            results.report(found.match, by=found.two, score=(5, 7))
        one, two = found.match.one.name, found.match.two.name
        assert refused.value.data == {
            "other": first.uid,
            "theirs": f"{one} 7-3 {two}",
            "yours": f"{one} 5-7 {two}",
            "is_same_winner": False,
        }
        assert found.match.reports.count() == 1

    def test_first_shows_both_with_how_they_ended(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        with pytest.raises(DifferentReport) as refused:
            results.report(found.match, by=found.two, score=(2, 3), outcome="retired", winner="two")
        one, two = found.match.one.name, found.match.two.name
        assert refused.value.data["yours"] == f"{one} 2-3 {two}, retired"
        assert situation(fresh(found.match)).state is MatchState.REPORTED

    def test_opens_the_dispute_when_they_insist(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        said = results.report(found.match, by=found.two, score=(5, 7), insist=True, reason="I won.")
        dispute = found.match.disputes.get()
        assert said.state is MatchState.DISPUTED
        assert (dispute.report, dispute.counter_report) == (first, said.report)
        assert (dispute.raised_by, dispute.reason, dispute.is_open) == (found.two, "I won.", True)
        assert told(found.one) == told(found.director) == ["disputed"]
        assert due_at(Job.PAIR, event_id=found.stage.event_id) == []

    def test_to_insist_twice_is_one_dispute(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        first = results.report(found.match, by=found.two, score=(5, 7), insist=True)
        assert results.report(found.match, by=found.two, score=(5, 7), insist=True) == first
        assert found.match.disputes.count() == 1
        assert log_of(found.match) == ["reported", "reported"]

    def test_lets_the_bracket_advance_where_only_the_score_differs(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        with pytest.raises(DifferentReport) as refused:
            results.report(found.match, by=found.two, score=(7, 5))
        assert refused.value.data["is_same_winner"] is True
        said = results.report(found.match, by=found.two, score=(7, 5), insist=True)
        match = fresh(found.match)
        assert said.state is MatchState.SCORE_OPEN
        assert (match.winner, match.outcome, match.is_final) == ("one", "", False)
        assert due_at(Job.PAIR, event_id=found.stage.event_id)


class TestContesting:
    def test_opens_the_dispute_and_tells_the_opponent_and_the_directors(self) -> None:
        found, dispute = disputed()
        assert dispute.counter_report is None
        assert situation(fresh(found.match)).state is MatchState.DISPUTED
        assert told(found.one) == told(found.director) == ["disputed"]
        entry = last_entry(found.match)
        assert (entry.code, entry.by) == ("disputed", found.two)
        assert entry.data["dispute"] == dispute.uid

    def test_with_another_result_keeps_it_as_a_report(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        dispute = results.dispute(said, by=found.two, reason="I won.", score=(5, 7))
        assert dispute.counter_report is not None
        assert (dispute.counter_report.source, dispute.counter_report.score) == ("two", (5, 7))
        assert fresh(found.match).winner == ""

    def test_of_the_score_alone_lets_the_bracket_advance(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.dispute(said, by=found.two, reason="It was 7-5.", score=(7, 5))
        assert situation(fresh(found.match)).state is MatchState.SCORE_OPEN
        assert fresh(found.match).winner == "one"
        assert due_at(Job.PAIR, event_id=found.stage.event_id)

    def test_again_is_the_same_dispute(self) -> None:
        found, dispute = disputed()
        assert results.dispute(dispute.report, by=found.two, reason="I won. ") == dispute
        assert log_of(found.match) == ["reported", "disputed"]
        with pytest.raises(DisputeIsOpen):
            results.dispute(dispute.report, by=found.two, reason="Something else.")

    def test_needs_a_reason(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        with pytest.raises(ReasonMissing):
            results.dispute(said, by=found.two, reason="  ")

    def test_is_for_the_opponent(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.dispute(said, by=found.one, reason="I was wrong.")
        for stranger in (factories.player(), found.director):
            with pytest.raises(NotYourMatch):
                results.dispute(said, by=stranger, reason="I saw it.")

    def test_needs_the_newest_report(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        results.report(found.match, by=found.one, score=(7, 4))
        with pytest.raises(ReportReplaced):
            results.dispute(first, by=found.two, reason="I won.")

    def test_is_too_late_once_the_match_is_final(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        results.confirm(said, by=found.two)
        with pytest.raises(MatchAlreadyFinal):
            results.dispute(said, by=found.two, reason="I won.")

    def test_with_the_same_result_is_no_dispute(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        with pytest.raises(NothingToDispute):
            results.dispute(said, by=found.two, reason="Hm.", score=(8, 3))
        assert found.match.reports.count() == 1


class TestInADispute:
    def test_both_sides_and_the_directors_may_speak(self) -> None:
        found, dispute = disputed()
        for by in (found.one, found.two, found.director):
            results.add_statement(dispute, by=by, text=f"I am {by.name}.")
        assert [statement.by for statement in dispute.statements.all()] == [
            found.one,
            found.two,
            found.director,
        ]
        assert log_of(found.match)[-3:] == ["stated"] * 3

    def test_a_statement_twice_is_one(self) -> None:
        found, dispute = disputed()
        first = results.add_statement(dispute, by=found.one, text="The cube stood at 4.")
        assert results.add_statement(dispute, by=found.one, text="The cube stood at 4.\n") == first
        assert dispute.statements.count() == 1
        assert results.add_statement(dispute, by=found.one, text="Ask the next table.") != first

    def test_strangers_and_endless_texts_are_refused(self) -> None:
        found, dispute = disputed()
        with pytest.raises(NotYourMatch):
            results.add_statement(dispute, by=factories.player(), text="I saw it.")
        with pytest.raises(TextTooLong):
            results.add_statement(dispute, by=found.one, text="x" * 2001)
        with pytest.raises(ReasonMissing):
            results.add_statement(dispute, by=found.one, text=" ")

    def test_nothing_is_said_once_it_is_closed(self) -> None:
        found, dispute = disputed()
        results.confirm(dispute.report, by=found.two)
        with pytest.raises(DisputeClosed):
            results.add_statement(dispute, by=found.one, text="Thank you.")

    def test_a_director_rules_instead_of_reporting(self) -> None:
        found, _ = disputed()
        with pytest.raises(DisputeIsOpen):
            results.report(found.match, by=found.director, score=(7, 3))

    def test_one_phone_does_not_end_it(self) -> None:
        found, _ = disputed()
        with pytest.raises(DisputeIsOpen):
            results.report(found.match, by=found.one, source="together", score=(7, 4))

    def test_a_side_does_not_change_its_story(self) -> None:
        found, _ = disputed()
        with pytest.raises(DisputeIsOpen):
            results.report(found.match, by=found.one, score=(7, 4))

    def test_who_contested_may_still_say_what_it_was(self) -> None:
        found, dispute = disputed()
        with pytest.raises(DifferentReport):
            results.report(found.match, by=found.two, score=(5, 7))
        said = results.report(found.match, by=found.two, score=(5, 7), insist=True)
        dispute.refresh_from_db()
        assert said.state is MatchState.DISPUTED
        assert dispute.counter_report == said.report
        assert told(found.one) == ["disputed", "report_differs"]
        assert found.match.disputes.count() == 1

    def test_confirming_after_all_ends_it(self) -> None:
        found, dispute = disputed()
        results.confirm(dispute.report, by=found.two)
        dispute.refresh_from_db()
        assert not dispute.is_open
        assert fresh(found.match).settled == Settled.CONFIRMED

    def test_reporting_the_same_after_all_ends_it(self) -> None:
        found, dispute = disputed()
        said = results.report(found.match, by=found.two, score=(7, 3))
        dispute.refresh_from_db()
        assert (said.state, dispute.is_open) == (MatchState.FINAL, False)

    def test_agreeing_with_the_other_score_ends_it_for_the_winner_too(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        results.report(found.match, by=found.two, score=(7, 5), insist=True)
        said = results.report(found.match, by=found.one, score=(7, 5))
        assert (said.state, fresh(found.match).settled) == (MatchState.FINAL, Settled.SAME)

    def test_conceding_ends_it_where_the_other_side_claimed_nothing_else(self) -> None:
        found, dispute = disputed()
        said = results.report(found.match, by=found.one, score=(5, 7))
        dispute.refresh_from_db()
        assert (said.state, dispute.is_open) == (MatchState.FINAL, False)
        assert fresh(found.match).winner == "two"

    def test_conceding_the_match_but_not_the_score_lets_the_bracket_advance(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        results.report(found.match, by=found.two, score=(5, 7), insist=True)
        said = results.report(found.match, by=found.one, score=(4, 7), insist=True)
        assert (said.state, fresh(found.match).winner) == (MatchState.SCORE_OPEN, "two")
        with pytest.raises(DisputeIsOpen):
            results.report(found.match, by=found.one, score=(3, 7), insist=True)

    def test_what_each_side_may_do_is_known(self) -> None:
        found = factories.open_match()
        before = situation(fresh(found.match))
        assert before.may_report(Side.ONE)
        assert not before.may_answer(Side.ONE)
        said = results.report(found.match, by=found.one, score=(7, 3)).report
        waiting = situation(fresh(found.match))
        assert waiting.may_report(Side.ONE)
        assert waiting.may_answer(Side.TWO)
        assert waiting.may_dispute(Side.TWO)
        assert not waiting.may_dispute(Side.ONE)
        results.dispute(said, by=found.two, reason="I won.")
        contested = situation(fresh(found.match))
        assert not contested.may_report(Side.ONE)
        assert contested.may_report(Side.TWO)
        assert contested.may_answer(Side.TWO)
        assert not contested.may_dispute(Side.TWO)
        results.confirm(said, by=found.two)
        over = situation(fresh(found.match))
        assert not any((over.may_report(Side.ONE), over.may_answer(Side.TWO), over.waiting))
