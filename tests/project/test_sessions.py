"""Sessions of a production installation: the row counts, and its copy spares the question for it."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import Player
from tests import factories
from tournaments.actions.people import links
from tournaments.project.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_key() -> str:
    """The key of a session that holds something."""
    session = SessionStore()
    session["private_link"] = "abc"
    session.save()
    assert session.session_key is not None
    return session.session_key


def _stored_link(session_key: str) -> tuple[object, int]:
    """What another request finds in the session, and how many queries that takes."""
    with CaptureQueriesContext(connection) as queries:
        link = SessionStore(session_key).get("private_link")
    return link, len(queries)


def test_an_open_page_asks_for_its_session_without_a_query(session_key: str) -> None:
    assert _stored_link(session_key) == ("abc", 0)


def test_without_its_copy_the_row_is_read_once(session_key: str) -> None:
    cache.clear()
    assert _stored_link(session_key) == ("abc", 1)
    assert _stored_link(session_key) == ("abc", 0)


def test_what_is_changed_is_read_by_the_next_request(session_key: str) -> None:
    session = SessionStore(session_key)
    session["private_link"] = "xyz"
    session.save()
    assert _stored_link(session_key) == ("xyz", 0)


def test_a_session_that_has_ended_is_nobodys(session_key: str) -> None:
    SessionStore(session_key).flush()
    assert _stored_link(session_key)[0] is None


def test_a_new_key_ends_the_old_one(session_key: str) -> None:
    session = SessionStore(session_key)
    session.cycle_key()
    session.save()
    assert _stored_link(session_key)[0] is None
    assert session.session_key is not None
    assert _stored_link(session.session_key) == ("abc", 0)


def test_a_database_that_is_locked_is_not_taken_for_a_session_that_has_ended(session_key: str) -> None:
    session = SessionStore(session_key)
    session["private_link"] = "xyz"

    def locked(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("UPDATE") and "django_session" in sql:
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(locked), pytest.raises(OperationalError, match="database is locked"):
        session.save()
    assert _stored_link(session_key)[0] == "abc"


def test_a_session_that_ended_meanwhile_is_told_so(session_key: str) -> None:
    session = SessionStore(session_key)
    session["private_link"] = "xyz"
    SessionStore(session_key).flush()
    with pytest.raises(UpdateError):
        session.save()


def test_a_late_request_of_an_ended_session_leaves_the_cookie_of_the_new_one(client: Client) -> None:
    """An answer under way while somebody else signs in on the same phone would sign the newcomer out again."""
    client.force_login(factories.player("Ada"))
    late = Client()
    late.cookies = SimpleCookie(
        {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
    )
    client.logout()
    client.force_login(factories.player("Ben"))
    page = late.get("/")
    assert settings.SESSION_COOKIE_NAME not in page.cookies
    assert "Cookie" in page["Vary"]


def test_a_late_form_of_an_ended_session_leaves_the_cookie_of_the_next_link() -> None:
    """A draft that is checked while somebody else's link is opened on the phone would take that link away."""
    game, phone = factories.open_match(7), Client()
    phone.get(_private_address(game, game.one))
    late = Client()
    late.cookies = SimpleCookie(
        {settings.SESSION_COOKIE_NAME: phone.cookies[settings.SESSION_COOKIE_NAME].value}
    )
    phone.get(_private_address(game, game.two))
    answer = late.post(reverse("report", args=[game.match.uid]), {"winner": "one", "loser_points": "3"})
    assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert not game.match.reports.exists()


def _private_address(game: factories.OpenMatch, player: Player) -> str:
    _link, token = links.make_player_link(game.stage.event.tournament, player, by=None)
    return reverse("link", args=[token])


def test_signing_out_ends_the_cookie(client: Client) -> None:
    client.force_login(factories.player("Ada"))
    page = client.post("/accounts/logout/")
    assert page.cookies[settings.SESSION_COOKIE_NAME].value == ""
