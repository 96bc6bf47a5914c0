"""What everybody sees of the service, and what its operators see and do about failed jobs."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.web.browsing import Visitor
from tournaments.models import OutboxJob
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

LATE = {
    Job.PAIR: "The next round is late. Results are kept.",
    Job.TELL_PHONE: "Phones are told of calls late. Calls stand on the pages.",
    Job.SEND_NOTICE: "Mail is late. Messages stand on the pages.",
    Job.CHECK_RECORD: "Uploaded records are kept and checked later.",
    Job.COMPUTE_LIST: "Forecasts and lists are behind the results.",
}


def _operator() -> Visitor:
    player = factories.player("Olga", email="olga@example.org")
    player.is_staff = True
    player.save()
    return Visitor(player)


def _failed(job: Job, **ids: int) -> OutboxJob:
    error = "Traceback (most recent call last):\n  secret line\nValueError: no such event"
    return OutboxJob.objects.create(name=job, args=ids, attempts=10, is_dead=True, last_error=error)


def test_everybody_reads_that_all_is_well() -> None:
    page = Client().get("/status/", headers={"Accept-Language": "fr"})
    assert "Tout fonctionne." in page.content.decode()
    assert "no-cache" in page.headers["Cache-Control"]
    assert page.content.decode().count("fonctionne") == 7


@pytest.mark.parametrize("job", LATE)
def test_what_is_late_is_named_with_what_it_means_and_nothing_else_is(job: Job) -> None:
    OutboxJob.objects.create(name=job, due_at=timezone.now() - timedelta(hours=1))
    page = Client().get("/status/").content.decode()
    assert "Something is late. Nothing is lost." in page
    assert [words for words in LATE.values() if words in page] == [LATE[job]]
    assert "/service/jobs/" not in page


@pytest.mark.both_databases
def test_mail_whose_server_does_not_answer_is_named() -> None:
    OutboxJob.objects.create(
        name=Job.SEND_NOTICE, last_error="refused", due_at=timezone.now() + timedelta(minutes=1)
    )
    assert "does not answer" in Client().get("/status/").content.decode()


def test_operators_alone_see_the_jobs_and_act_on_them() -> None:
    job = _failed(Job.PAIR, event_id=7)
    director = Visitor(factories.player("Dora", email="dora@example.org"))
    for address in ("/service/jobs/", "/service/jobs/act/"):
        assert Client().post(address, {"drop": job.pk}).status_code in {302, 405}
        assert director.client.post(address, {"drop": job.pk}).status_code in {403, 405}
    assert "login" in Client().get("/service/jobs/").headers["Location"]
    assert director.client.get("/service/jobs/").status_code == 403
    assert OutboxJob.objects.get() == job


def test_the_page_shows_backlog_and_failed_jobs_and_tries_or_drops_them() -> None:
    first, second, third = (
        _failed(Job.PAIR, event_id=7),
        _failed(Job.COMPUTE_LIST, list_id=3),
        _failed(Job.SWEEP),
    )
    OutboxJob.objects.create(name=Job.SEND_NOTICE, due_at=timezone.now() - timedelta(minutes=5, seconds=1))
    operator = _operator().client
    assert "/service/jobs/" in operator.get("/status/").content.decode()
    with CaptureQueriesContext(connection) as queries:
        page = operator.get("/service/jobs/").content.decode()
    assert len(queries) <= 8
    for words in (
        "pair event_id 7",
        "compute_list list_id 3",
        "ValueError: no such event",
        "Try all 3 jobs again",
    ):
        assert words in page
    assert "secret line" not in page
    assert "<span>5</span>" in page
    operator.post("/service/jobs/act/", {"retry": first.pk})
    operator.post("/service/jobs/act/", {"drop": second.pk})
    # What still waits is not dropped, whoever names it.
    operator.post("/service/jobs/act/", {"drop": first.pk})
    for key in ("9" * 5_000, "9" * 15, "²", "-1", ""):
        assert operator.post("/service/jobs/act/", {"drop": key, "retry": key}).status_code == 302
    dead = OutboxJob.objects.filter(is_dead=True)
    assert list(dead) == [third]
    first.refresh_from_db()
    assert (first.attempts, first.is_dead) == (0, False)
    operator.post("/service/jobs/act/", {"retry": "all"})
    assert not dead.all().exists()
    assert "No job has failed." in operator.get("/service/jobs/").content.decode()


@pytest.mark.both_databases
def test_the_command_does_what_the_page_does() -> None:
    first, second = _failed(Job.PAIR, event_id=7), _failed(Job.SWEEP)
    output = StringIO()
    call_command("jobs", "--json", stdout=output)
    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [line["dead"] for line in lines if "lane" in line] == [1, 0, 0, 0, 0, 0, 1]
    assert [line["error"] for line in lines if "job" in line] == ["ValueError: no such event"] * 2
    call_command("jobs", "--retry", str(first.pk), stdout=output)
    call_command("jobs", "--drop", str(second.pk), stdout=output)
    assert list(OutboxJob.objects.values_list("pk", "is_dead")) == [(first.pk, False)]
    with pytest.raises(CommandError, match="There is no failed job 0"):
        call_command("jobs", "--drop", "0")
