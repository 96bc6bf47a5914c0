"""Two people at the same moment: exactly one final state, and whoever came second is told.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from matches.errors import (
    DifferentReport,
    DisputeIsOpen,
    DomainError,
    MatchAlreadyFinal,
    MatchNotFinal,
)
from matches.models import Dispute, Match, Report, Settled
from matches.queries import MatchState, situation
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tests.scoresheets import DATA, games
from tests.tournaments.results_seen import fresh, log_of
from tournaments.actions import log, results
from tournaments.actions.draws import progress
from tournaments.actions.records import uploads
from tournaments.errors.draws import MatchBegun
from tournaments.models import LogEntry, Pairing, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

# One arrangement, many rounds of two people: a missing lock shows within a few.
ROUNDS = 32 if is_long() else 4


def rounds() -> list[factories.OpenMatch]:
    """As many open matches of one stage as there are rounds."""
    stage = factories.drawn_stage(2 * ROUNDS)
    return [factories.around(match) for match in factories.open_matches(stage)]


def assert_one_final_state(match: Match) -> None:
    """A final match has one result, which every row agrees on, and no open dispute."""
    current = fresh(match)
    assert current.is_final
    assert current.accepted_report is not None
    assert (current.winner, current.outcome) == (
        current.accepted_report.winner,
        current.accepted_report.outcome,
    )
    assert not Dispute.objects.filter(match=match, closed_at=None).exists()


def assert_log_is_whole(of: factories.OpenMatch) -> None:
    """The chain of the tournament has neither gap nor fork."""
    tournament = Tournament.objects.get(events__stages=of.stage)
    assert log.verify(tournament) == []


def test_both_report_the_same() -> None:
    games = rounds()
    for each in games:
        answers = at_once(
            partial(results.report, each.match, by=each.one, score=(7, 3)),
            partial(results.report, each.match, by=each.two, score=(7, 3)),
        )
        assert not any(isinstance(answer, DomainError) for answer in answers)
        assert_one_final_state(each.match)
        assert fresh(each.match).settled in (Settled.OWN_LOSS, Settled.SAME)
    assert_log_is_whole(games[0])


def test_both_report_that_they_won() -> None:
    games = rounds()
    for each in games:
        answers = at_once(
            partial(results.report, each.match, by=each.one, score=(7, 3)),
            partial(results.report, each.match, by=each.two, score=(5, 7)),
        )
        assert sorted(isinstance(answer, DifferentReport) for answer in answers) == [False, True]
        assert situation(fresh(each.match)).state is MatchState.REPORTED
        assert each.match.reports.count() == 1
    assert_log_is_whole(games[0])


def test_both_insist_that_they_won() -> None:
    for each in rounds():
        answers = at_once(
            partial(results.report, each.match, by=each.one, score=(7, 3), insist=True),
            partial(results.report, each.match, by=each.two, score=(5, 7), insist=True),
        )
        assert not any(isinstance(answer, DomainError) for answer in answers)
        assert situation(fresh(each.match)).state is MatchState.DISPUTED
        assert each.match.disputes.count() == 1


def test_both_report_that_they_lost() -> None:
    for each in rounds():
        answers = at_once(
            partial(results.report, each.match, by=each.one, score=(3, 7)),
            partial(results.report, each.match, by=each.two, score=(7, 3)),
        )
        assert sorted(isinstance(answer, MatchAlreadyFinal) for answer in answers) == [False, True]
        assert_one_final_state(each.match)


def test_a_double_tap() -> None:
    open_games = rounds()
    for each in open_games:
        tap = partial(results.report, each.match, by=each.one, games=games("1g2 1s2 1s1"))
        answers = at_once(*[tap] * 4)
        assert len({answer.report.pk for answer in answers}) == 1
        assert Report.objects.filter(match=each.match).count() == 1
        assert log_of(each.match) == ["reported"]


def test_one_confirms_and_the_partner_on_another_phone_disputes() -> None:
    for each in rounds():
        report = results.report(each.match, by=each.one, score=(7, 3)).report
        confirmation, objection = at_once(
            partial(results.confirm, report, by=each.two),
            partial(results.dispute, report, by=each.two, reason="It was 7-5."),
        )
        # A confirmation that comes second is the agreement that closes the dispute.
        assert not isinstance(confirmation, DomainError)
        assert isinstance(objection, MatchAlreadyFinal | Dispute)
        assert_one_final_state(each.match)


def test_a_confirmation_and_the_end_of_the_grace_period() -> None:
    for each in rounds():
        report = results.report(each.match, by=each.one, score=(7, 3)).report
        late = timezone.now() + timedelta(hours=1)
        at_once(
            partial(results.confirm, report, by=each.two),
            partial(results.confirm_overdue_report, report.pk, late),
            partial(results.confirm_overdue, late),
        )
        assert_one_final_state(each.match)
        assert len(log_of(each.match)) == 2


def test_a_report_and_a_director() -> None:
    for each in rounds():
        answers = at_once(
            partial(results.report, each.match, by=each.two, score=(7, 3)),
            partial(results.report, each.match, by=each.director, score=(3, 7)),
        )
        assert sorted(isinstance(answer, MatchAlreadyFinal) for answer in answers) == [False, True]
        assert_one_final_state(each.match)


def test_two_directors_rule() -> None:
    for each in rounds():
        report = results.report(each.match, by=each.one, score=(7, 3)).report
        dispute = results.dispute(report, by=each.two, reason="I won.")
        answers = at_once(
            partial(results.rule, dispute, by=each.director, reason="The slip.", score=(7, 3)),
            partial(results.rule, dispute, by=each.director, reason="A witness.", score=(3, 7)),
        )
        assert sum(isinstance(answer, DomainError) for answer in answers) == 1
        assert dispute.rulings.count() == 1
        assert_one_final_state(each.match)


def test_a_ruling_and_an_agreement() -> None:
    for each in rounds():
        report = results.report(each.match, by=each.one, score=(7, 3)).report
        dispute = results.dispute(report, by=each.two, reason="I won.")
        at_once(
            partial(results.rule, dispute, by=each.director, reason="A witness.", score=(3, 7)),
            partial(results.confirm, report, by=each.two),
        )
        assert_one_final_state(each.match)


def test_a_correction_and_the_start_of_what_follows() -> None:
    stage = factories.drawn_stage(2 * ROUNDS)
    for match in factories.open_matches(stage):
        results.report(match, by=factories.around(match).two, score=(7, 3))
    progress.advance(stage.event)
    for later in Pairing.objects.filter(stage=stage, round=2, cancelled_at=None):
        assert later.match is not None
        first = Match.objects.filter(pairing__round=1, winner="one", one__in=[later.match.one_id]).get()
        director = factories.owner(stage.event.tournament)
        correction, start = at_once(
            partial(results.correct, first, by=director, reason="Mixed up.", score=(3, 7)),
            partial(results.start, later.match, by=director),
        )
        later.refresh_from_db()
        # Either play has begun and the winner stays, or the pairing is gone and nobody plays it.
        if isinstance(correction, MatchBegun):
            assert not isinstance(start, DomainError)
            assert fresh(first).winner == "one"
        else:
            assert not isinstance(correction, DomainError)
            assert isinstance(start, DomainError)
            assert later.cancelled_at is not None
    assert_log_is_whole(factories.around(first))


def test_a_correction_before_there_is_anything_to_correct() -> None:
    for each in rounds():
        report, correction = at_once(
            partial(results.report, each.match, by=each.two, score=(7, 3)),
            partial(results.correct, each.match, by=each.director, reason="Mixed up.", score=(3, 7)),
        )
        assert not isinstance(report, DomainError)
        assert_one_final_state(each.match)
        assert fresh(each.match).winner == ("one" if isinstance(correction, MatchNotFinal) else "two")


def test_statements_and_a_second_dispute() -> None:
    for each in rounds():
        report = results.report(each.match, by=each.one, score=(7, 3)).report
        answers = at_once(
            partial(results.dispute, report, by=each.two, reason="I won."),
            partial(results.dispute, report, by=each.two, reason="No, I did."),
            partial(results.report, each.match, by=each.two, score=(3, 7), insist=True),
        )
        assert each.match.disputes.count() == 1
        assert all(isinstance(one, DisputeIsOpen) for one in answers if isinstance(one, DomainError))


def test_the_same_record_from_both_players() -> None:
    data = (DATA / "records/gnubg/m002_03pt_s1002_n0.0.mat").read_bytes()
    for each in rounds()[:3]:
        answers = at_once(
            partial(uploads.upload, each.match, by=each.one, file_name="a.mat", data=data),
            partial(uploads.upload, each.match, by=each.two, file_name="b.mat", data=data),
        )
        assert not any(isinstance(answer, DomainError) for answer in answers)
        record = each.match.records.get()
        at_once(*[partial(uploads.check, record.pk)] * 2)
        assert log_of(each.match) == ["record_uploaded", "record_checked"]


def test_a_whole_round_at_once() -> None:
    games = rounds()
    reports = [partial(results.report, each.match, by=each.two, score=(7, 3)) for each in games]
    advances = [partial(progress.advance, games[0].stage.event)] * 2
    answers = at_once(*reports, *advances)
    assert not any(isinstance(answer, DomainError) for answer in answers)
    progress.advance(games[0].stage.event)
    assert Pairing.objects.filter(stage=games[0].stage, round=2, cancelled_at=None).count() == ROUNDS // 2
    assert LogEntry.objects.filter(code="reported").count() == ROUNDS
    assert_log_is_whole(games[0])
