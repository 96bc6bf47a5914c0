"""How often a visitor may ask: the limits of `API_RATES`, each for its own kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisAway

from tests import factories
from tests.api.client import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("same_minute")]


@pytest.fixture
def limits(settings: Settings) -> Callable[..., None]:
    """Sets limits for this test; the others are without."""

    def set_limits(**rates: int) -> None:
        settings.API_RATES = (
            dict.fromkeys(("anonymous", "visitor", "report", "direct", "upload", "claim")) | rates
        )

    return set_limits


def test_a_stranger_who_asks_too_often_is_told_when_to_come_back(limits: Callable[..., None]) -> None:
    limits(anonymous=2)
    answers = [Caller().get("tournaments/") for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[2].code == "too_many_requests"
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 60
    assert answers[2].body["data"]["seconds"] == int(answers[2].headers["Retry-After"])


def test_each_account_has_its_own_count(limits: Callable[..., None]) -> None:
    limits(visitor=1)
    one, two = Caller(factories.director()), Caller(factories.director())
    assert [one.get("me/").status, two.get("me/").status, one.get("me/").status] == [200, 200, 429]


def test_a_player_reports_only_so_often_a_minute(limits: Callable[..., None]) -> None:
    limits(report=2)
    game = factories.open_match()
    caller = Caller(game.one)
    answers = [caller.post(f"matches/{game.match.uid}/reports/", {"score": [7, n]}) for n in range(3)]
    assert [answer.status for answer in answers] == [201, 201, 429]
    assert answers[2].headers["Retry-After"]
    assert caller.get(f"matches/{game.match.uid}/").status == 200


def test_a_director_who_enters_a_round_is_not_held_up_by_the_limit_of_players(
    limits: Callable[..., None],
) -> None:
    limits(report=0, direct=5)
    game = factories.open_match()
    answer = Caller(game.director).post(f"matches/{game.match.uid}/reports/", {"score": [7, 3]})
    assert answer.status == 201


def test_a_player_uploads_only_so_many_records_a_minute(limits: Callable[..., None]) -> None:
    limits(upload=1)
    game = factories.open_match()
    path = f"matches/{game.match.uid}/records/"
    answers = [Caller(game.one).upload(path, text) for text in (b"one", b"two")]
    assert [answer.status for answer in answers] == [202, 429]


def test_nobody_is_refused_because_the_cache_is_away(
    limits: Callable[..., None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_args: object, **_options: object) -> None:
        raise RedisAway("no route")

    limits(visitor=1, report=1)
    monkeypatch.setattr(cache, "add", away)
    game = factories.open_match()
    caller = Caller(game.one)
    for n in range(3):
        assert caller.post(f"matches/{game.match.uid}/reports/", {"score": [7, n]}).status == 201
    assert "The cache is away" in caplog.text


def test_a_count_that_the_cache_lost_begins_anew(
    limits: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    limits(anonymous=1)
    monkeypatch.setattr(cache, "add", lambda *_args, **_options: False)
    assert Caller().get("tournaments/").status == 200
    assert Caller().get("tournaments/").status == 429
