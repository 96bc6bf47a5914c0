"""Somebody who guesses a director's password, from one address or from many, does not lock the director out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from matches.models import Player
from tests import factories

pytestmark = pytest.mark.django_db

_EMAIL, _PASSWORD = "dora@example.org", "a long enough password"
_TOO_MANY = "Too many failed login attempts"


@pytest.fixture(autouse=True)
def _one_minute(settings: Settings) -> Iterator[None]:
    """Count from nothing, with the clock standing, behind a proxy whose word on addresses counts."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    cache.clear()
    with time_machine.travel(timezone.now(), tick=False):
        yield
    cache.clear()


@pytest.fixture
def director() -> Player:
    """A director who has signed in at the desk before."""
    return factories.player("Dora Director", email=_EMAIL, password=_PASSWORD)


def _sign_in(client: Client, password: str, *, address: str) -> str:
    """Try a password from a network address; answer `in`, `wrong` or `too many`."""
    page = client.post(
        "/accounts/login/", {"login": _EMAIL, "password": password}, headers={"X-Forwarded-For": address}
    )
    if page.status_code == 302:
        return "in"
    return "too many" if _TOO_MANY in page.content.decode() else "wrong"


def _guess(times: int, *, address: str) -> list[str]:
    return [_sign_in(Client(), f"guess {number}", address=address) for number in range(times)]


def _known_browser(*, address: str) -> Client:
    client = Client()
    assert _sign_in(client, _PASSWORD, address=address) == "in"
    client.post("/accounts/logout/")
    return client


def test_a_guesser_far_away_is_stopped_and_the_director_signs_in_anywhere(director: Player) -> None:
    assert _guess(30, address="198.51.100.7").count("wrong") == 5
    assert _sign_in(Client(), _PASSWORD, address="203.0.113.5") == "in"


def test_a_guesser_in_the_hall_stops_the_desk_from_no_browser_that_it_has_used(director: Player) -> None:
    """The hall shares one address, and the guesser uses up all that it has."""
    laptop = _known_browser(address="203.0.113.5")
    assert "too many" in _guess(30, address="203.0.113.5")
    assert _sign_in(Client(), _PASSWORD, address="203.0.113.5") == "too many"
    assert _sign_in(laptop, "mistyped", address="203.0.113.5") == "wrong"
    assert _sign_in(laptop, _PASSWORD, address="203.0.113.5") == "in"


def test_a_guesser_with_a_thousand_addresses_guesses_a_hundred_times_and_locks_no_browser(
    director: Player,
) -> None:
    laptop = _known_browser(address="203.0.113.5")
    answers = [answer for number in range(26) for answer in _guess(4, address=f"198.51.100.{number}")]
    assert answers.count("wrong") == 100
    assert answers[100:] == ["too many"] * 4
    assert _sign_in(Client(), _PASSWORD, address="203.0.113.9") == "too many"
    assert _sign_in(laptop, _PASSWORD, address="203.0.113.5") == "in"
    # Guesses at the former password no longer count, and new browsers are let in again.
    fields = {"oldpassword": _PASSWORD, "password1": "another-guess-64", "password2": "another-guess-64"}
    assert laptop.post("/accounts/password/change/", fields).status_code == 302
    assert _sign_in(Client(), "another-guess-64", address="203.0.113.9") == "in"


def test_a_cookie_that_was_made_up_or_is_of_another_account_opens_no_limit(director: Player) -> None:
    factories.player("Gus Guesser", email="gus@example.org", password=_PASSWORD)
    own = Client()
    own.post("/accounts/login/", {"login": "gus@example.org", "password": _PASSWORD})
    stolen = own.cookies["known_browser"].value
    for cookie in (stolen, "0" * 40, "x", "' OR 1=1"):
        cache.clear()
        answers = []
        for number in range(12):
            client = Client()
            client.cookies["known_browser"] = cookie
            answers.append(_sign_in(client, f"guess {number}", address="198.51.100.7"))
        assert answers.count("wrong") == 5, cookie


def test_a_known_browser_is_no_way_to_guess_without_end(director: Player) -> None:
    laptop = _known_browser(address="203.0.113.5")
    answers = [_sign_in(laptop, f"guess {number}", address="203.0.113.5") for number in range(30)]
    assert answers.count("wrong") == 10
