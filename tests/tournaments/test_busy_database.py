"""While the database takes no write, a job is given back, and what was mailed is not mailed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core import mail
from django.db import OperationalError, connection, transaction

from matches.database import repeating
from matches.database.repeating import repeat_while_busy
from tests import factories
from tournaments import queue, tasks
from tournaments.models import Notice, OutboxJob
from tournaments.queue import Job, Lane

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeating, "_PAUSES", (0.0,) * 5)


@contextmanager
def busy(words: str, *, times: int) -> Iterator[list[str]]:
    """Refuse so many statements that begin with these words; yields those that it refused."""
    refusals: list[str] = []

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(words) and len(refusals) < times:
            refusals.append(sql)
            raise OperationalError("database is locked")
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield refusals


def test_a_job_that_could_not_be_started_is_free_at_once() -> None:
    queue.enqueue(Job.FEED, tournament_id=1)
    [claim] = queue.claim_due(lane=Lane.REST)
    with busy('UPDATE "tournaments_outboxjob"', times=3) as refusals:
        assert tasks.run(claim) is False
    assert len(refusals) == 3
    assert queue.claim_due(lane=Lane.REST) == [claim]


@pytest.mark.parametrize("statement", ["UPDATE", "DELETE FROM"])
def test_what_became_of_a_job_is_written_once_the_database_takes_it(statement: str) -> None:
    tournament = factories.tournament()
    OutboxJob.objects.all().delete()
    # One fails for want of its row, the other one does its work.
    queue.enqueue(Job.FEED, tournament_id=0 if statement == "UPDATE" else tournament.pk)
    [claim] = queue.claim_due(lane=Lane.REST)
    job = queue.start(claim)
    assert job is not None
    with busy(f'{statement} "tournaments_outboxjob"', times=3) as refusals:
        assert tasks._run(job) is (statement != "UPDATE")
    assert len(refusals) == 3
    row = OutboxJob.objects.filter(pk=job.pk).first()
    assert (row is None) is (statement != "UPDATE")
    assert row is None or (row.claimed_at is None and "DoesNotExist" in row.last_error)


def test_a_mail_whose_mark_meets_a_busy_database_is_sent_once() -> None:
    game = factories.open_match(7, n=2)
    player = game.match.one.players.get()
    player.email = "ada@example.org"
    player.save()
    notice = Notice.objects.filter(recipient=player).first()
    assert notice is not None
    OutboxJob.objects.all().delete()
    mail.outbox.clear()
    queue.enqueue(Job.SEND_NOTICE, notice_id=notice.pk)
    with busy('UPDATE "tournaments_notice"', times=3) as refusals:
        tasks.run_due()
    tasks.run_due()
    assert len(refusals) == 3
    assert len(mail.outbox) == 1
    notice.refresh_from_db()
    assert notice.mailed_at is not None


def test_what_stays_busy_is_an_error_after_six_attempts() -> None:
    attempts: list[int] = []

    def write() -> None:
        attempts.append(len(attempts))
        raise OperationalError("database is locked")

    with pytest.raises(OperationalError):
        repeat_while_busy(write)
    assert len(attempts) == 6


def test_within_a_transaction_there_is_one_attempt() -> None:
    attempts: list[int] = []

    def write() -> None:
        attempts.append(len(attempts))
        raise OperationalError("database is locked")

    with pytest.raises(OperationalError), transaction.atomic():
        repeat_while_busy(write)
    assert attempts == [0]
