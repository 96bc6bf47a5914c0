"""A check that raises marks the record as failed; the file stays and can be checked again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rules
from matches.errors import NotYourMatch
from matches.models import GameRecord, Verdict
from tests import factories
from tests.factories import OpenMatch
from tests.scoresheets import DATA
from tests.tournaments.results_seen import log_of
from tournaments import queue, tasks
from tournaments.actions.records import uploads
from tournaments.models import OutboxJob
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

CLEAN = (DATA / "records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


@pytest.fixture
def broken_check(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A check that raises until this is undone."""

    def check(_data: bytes) -> rules.Checked:
        raise ZeroDivisionError("the check itself is broken")

    monkeypatch.setattr(rules, "check", check)
    return monkeypatch


def record_after_jobs(game: OpenMatch) -> GameRecord:
    """A record of the match, after the jobs that are due have run."""
    record = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
    tasks.run_due()
    return GameRecord.objects.get(pk=record.pk)


def test_a_check_that_breaks_off_is_said_of_the_record_and_the_job_keeps_the_error(
    broken_check: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    assert (record.verdict, record.has_failed, record.is_checked) == (Verdict.FAILED, True, False)
    assert bytes(record.data) == CLEAN
    assert log_of(game.match) == ["record_uploaded", "record_check_failed"]
    job = OutboxJob.objects.get(name=Job.CHECK_RECORD)
    assert "the check itself is broken" in job.last_error
    assert "failed at attempt 1" in caplog.text


def test_the_next_attempt_of_the_job_mends_it(
    broken_check: pytest.MonkeyPatch, run_jobs: Callable[[], int]
) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    with pytest.raises(ZeroDivisionError):
        uploads.check(record.pk)
    assert log_of(game.match).count("record_check_failed") == 1
    broken_check.undo()
    uploads.check(record.pk)
    record.refresh_from_db()
    assert (record.verdict, record.is_checked) == (Verdict.CLEAN, True)


@pytest.mark.both_databases
def test_asked_for_again_a_dead_job_gets_fresh_attempts(
    broken_check: pytest.MonkeyPatch, run_jobs: Callable[[], int]
) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    OutboxJob.objects.filter(name=Job.CHECK_RECORD).update(is_dead=True, attempts=queue.MAX_ATTEMPTS)
    broken_check.undo()
    uploads.check_again(record, by=game.two)
    record.refresh_from_db()
    assert record.verdict == ""
    OutboxJob.objects.update(last_error="")
    assert run_jobs() >= 1
    record.refresh_from_db()
    assert record.verdict == Verdict.CLEAN
    assert log_of(game.match)[-2:] == ["record_check_asked", "record_checked"]
    assert not OutboxJob.objects.filter(name=Job.CHECK_RECORD).exists()


@pytest.mark.both_databases
def test_asked_for_again_without_a_job_left_there_is_a_new_one(broken_check: pytest.MonkeyPatch) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    OutboxJob.objects.filter(name=Job.CHECK_RECORD).delete()
    uploads.check_again(record, by=game.director)
    assert queue.waiting(Job.CHECK_RECORD, record_id=record.pk).count() == 1


def test_the_same_file_again_asks_too(broken_check: pytest.MonkeyPatch) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    again = uploads.upload(game.match, by=game.two, file_name="copy.mat", data=CLEAN)
    assert (again.pk, again.verdict) == (record.pk, "")
    assert queue.waiting(Job.CHECK_RECORD, record_id=record.pk).count() == 1


def test_what_waits_or_is_checked_is_not_asked_for_again() -> None:
    game = factories.open_match()
    record = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
    uploads.check_again(record, by=game.one)
    tasks.run_due()
    uploads.check_again(record, by=game.one)
    assert log_of(game.match) == ["record_uploaded", "record_checked"]


def test_asking_is_for_the_players_and_the_directors(broken_check: pytest.MonkeyPatch) -> None:
    game = factories.open_match()
    record = record_after_jobs(game)
    with pytest.raises(NotYourMatch):
        uploads.check_again(record, by=factories.player("Eve"))
    assert log_of(game.match) == ["record_uploaded", "record_check_failed"]


@pytest.mark.both_databases
def test_a_record_whose_workers_died_is_found_by_the_sweep() -> None:
    game = factories.open_match()
    tasks.run_due()
    record = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
    OutboxJob.objects.filter(name=Job.CHECK_RECORD).update(attempts=queue.MAX_ATTEMPTS)
    assert queue.claim_due(lane=queue.Lane.RECORDS) == []
    for _ in range(2):
        queue.enqueue(Job.SWEEP)
        tasks.run_due()
    record.refresh_from_db()
    assert record.has_failed
    assert log_of(game.match) == ["record_uploaded", "record_check_failed"]
