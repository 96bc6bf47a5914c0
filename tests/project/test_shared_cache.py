"""Attempts are counted while Redis is away or full, by each process for itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.ports import free_port
from tournaments.access import limits
from tournaments.project.shared_cache import SharedCache


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedCache]:
    """A cache whose Redis nobody has started."""
    options = {"socket_connect_timeout": 0.5, "retry": Retry(NoBackoff(), 0)}
    cache = SharedCache(f"redis://127.0.0.1:{free_port()}/0", {"OPTIONS": options})
    monkeypatch.setattr(limits, "cache", cache)
    monkeypatch.setattr(SharedCache, "_away_until", 0.0)
    yield cache
    cache._own.clear()


def test_attempts_have_a_limit_without_redis(away: SharedCache) -> None:
    assert [limits.is_within("sign-in", "somebody", limit=3) for _attempt in range(5)] == [True] * 3 + [
        False
    ] * 2
    assert limits.is_within("sign-in", "another", limit=3)


def test_history_of_guesses_is_kept_without_redis_and_through_its_pauses(
    away: SharedCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    for guess in range(3):
        history = away.get("allauth:rl:login:x", [])
        assert len(history) == guess
        away.set("allauth:rl:login:x", [*history, guess], 60)
        # The pause is over, and Redis is tried anew.
        monkeypatch.setattr(SharedCache, "_away_until", 0.0)


def test_nothing_else_is_kept_by_one_process_alone(away: SharedCache) -> None:
    away.set("session:x", {"a": 1}, 60)
    assert away.get("session:x") is None
    assert not away.is_well()
