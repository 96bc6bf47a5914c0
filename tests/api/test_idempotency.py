"""The Idempotency-Key: one effect, the first answer again, never the answer of another request."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from matches.models import GameRecord, Player, Report
from tests import factories
from tests.api.client import Answer, Caller
from tournaments.actions import log
from tournaments.models import Event, IdempotencyKey, Tournament

# Two requests with one key meet in the database.
pytestmark = pytest.mark.both_databases

ABOUT = {"name": "Coupe", "starts_on": "2026-03-07"}


@pytest.mark.django_db
def test_the_same_request_again_has_no_second_effect_and_gets_the_same_answer() -> None:
    caller = Caller(factories.director())
    first = caller.post("tournaments/", ABOUT, key="k")
    again = caller.post("tournaments/", ABOUT, key="k")
    assert (first.status, again.status) == (201, 201)
    assert again.body == first.body
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_the_order_of_the_fields_does_not_make_another_request() -> None:
    caller = Caller(factories.director())
    first = caller.post("tournaments/", ABOUT, key="k")
    assert caller.post("tournaments/", dict(reversed(ABOUT.items())), key="k").body == first.body


@pytest.mark.django_db
def test_without_a_key_each_request_counts() -> None:
    caller = Caller(factories.director())
    assert caller.post("tournaments/", ABOUT).id != caller.post("tournaments/", ABOUT).id


@pytest.mark.django_db
def test_the_same_key_with_another_body_is_422_and_changes_nothing() -> None:
    caller = Caller(factories.director())
    caller.post("tournaments/", ABOUT, key="k")
    answer = caller.post("tournaments/", ABOUT | {"name": "Other"}, key="k")
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_the_same_key_at_another_address_is_422() -> None:
    caller = Caller(factories.director())
    response = caller.post("tournaments/", ABOUT, key="k")
    answer = caller.post(f"tournaments/{response.id}/events/", {"name": "Main"}, key="k")
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_a_key_belongs_to_whoever_used_it() -> None:
    ids = {Caller(factories.director()).post("tournaments/", ABOUT, key="k").id for _ in range(2)}
    assert len(ids) == 2


@pytest.mark.django_db
def test_what_was_refused_leaves_no_trace_so_the_key_may_try_again() -> None:
    caller = Caller(factories.director())
    refusal = caller.post("tournaments/", ABOUT | {"zone": "Europe/Atlantis"}, key="k")
    assert refusal.status == 400
    assert not IdempotencyKey.objects.exists()
    assert caller.post("tournaments/", ABOUT, key="k").status == 201


@pytest.mark.django_db
def test_the_claim_and_the_effect_stand_or_fall_together(monkeypatch: pytest.MonkeyPatch) -> None:
    real = log.append

    def fails_at_the_end(*args: Any, **options: Any) -> None:
        real(*args, **options)
        raise RuntimeError("the power went")

    monkeypatch.setattr(log, "append", fails_at_the_end)
    caller = Caller(factories.director())
    caller.client.raise_request_exception = False
    assert caller.post("tournaments/", ABOUT, key="k").status == 500
    assert not Tournament.objects.exists()
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["x" * 81, "two words", "clé"])
def test_a_key_that_cannot_be_kept_is_refused(key: str) -> None:
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", ABOUT, format="json", HTTP_IDEMPOTENCY_KEY=key)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_idempotency_key")


@pytest.mark.django_db
def test_an_empty_key_is_refused_because_it_protects_nothing() -> None:
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", ABOUT, format="json", HTTP_IDEMPOTENCY_KEY="")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_idempotency_key")


@pytest.mark.django_db
def test_a_stranger_has_no_keys() -> None:
    answer = Caller().post("tournaments/", ABOUT, key="k")
    assert (answer.status, answer.code) == (401, "not_signed_in")
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db
def test_the_same_file_again_is_the_same_request_and_another_file_is_not() -> None:
    game = factories.open_match()
    caller = Caller(game.one)
    path = f"matches/{game.match.uid}/records/"
    first = caller.upload(path, b"7 point match", key="k")
    again = caller.upload(path, b"7 point match", key="k")
    assert (first.status, again.status, again.body) == (202, 202, first.body)
    other = caller.upload(path, b"9 point match", key="k")
    assert (other.status, other.code) == (422, "idempotency_key_reused")


@pytest.mark.django_db
def test_a_record_that_is_too_large_is_kept_for_the_director_whatever_its_key() -> None:
    game = factories.open_match()
    answer = Caller(game.one).upload(f"matches/{game.match.uid}/records/", b"x" * (1024 * 1024 + 1), key="k")
    assert (answer.status, answer.code) == (413, "record_too_large")
    assert GameRecord.objects.get().uid == answer.body["data"]["record"]


def ask_at_once(player: Player, path: str, body: dict[str, Any], *, times: int) -> list[Answer]:
    """The answers to the same request with the same key, sent by so many at the same moment.

    They are more than the pool has connections, so nobody takes one before the start.
    """
    barrier = Barrier(times)

    def ask(caller: Caller) -> Answer:
        try:
            barrier.wait(600)
            return caller.post(path, body, key="k")
        finally:
            connection.close()

    callers = [Caller(player) for _ in range(times)]
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(ask, callers))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_have_one_effect_and_one_answer() -> None:
    game = factories.open_match(7)
    path = f"matches/{game.match.uid}/reports/"
    answers = ask_at_once(game.one, path, {"score": [7, 3]}, times=20)
    statuses = Counter(answer.status for answer in answers)
    assert set(statuses) <= {201, 409}
    assert statuses[201] >= 1
    assert all(answer.code == "request_in_progress" for answer in answers if answer.status == 409)
    assert len({answer.body["report"]["id"] for answer in answers if answer.status == 201}) == 1
    assert (
        sum("Idempotency-Replayed" not in answer.headers for answer in answers if answer.status == 201) == 1
    )
    assert Report.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_twenty_tournaments_with_one_key_are_one_tournament() -> None:
    answers = ask_at_once(factories.director(), "tournaments/", ABOUT, times=20)
    assert {answer.status for answer in answers} <= {201, 409}
    assert Tournament.objects.count() == 1


@contextmanager
def lock_timeout(*, milliseconds: int) -> Iterator[None]:
    """Let the connection of this thread wait for a lock for so long, in place of the minute of the tests."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        [before] = cursor.fetchone()
        cursor.execute(f"SET lock_timeout = {milliseconds}")
        yield
        cursor.execute(f"SET lock_timeout = '{before}'")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_request_whose_first_attempt_takes_too_long_is_told_to_wait() -> None:
    player = factories.director()
    start, end = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            IdempotencyKey.objects.create(
                owner=player.uid,
                key="k",
                request="POST /api/v1/tournaments/",
                body_hash="",
                status=0,
                response={},
            )
            start.set()
            end.wait(timeout=30)
            transaction.set_rollback(True)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    start.wait(timeout=30)
    try:
        with lock_timeout(milliseconds=300):
            answer = Caller(player).post("tournaments/", ABOUT, key="k")
    finally:
        end.set()
        holder.join()
    assert (answer.status, answer.code) == (409, "request_in_progress")
    assert answer.headers["Retry-After"] == "1"
    assert not Tournament.objects.exists()
