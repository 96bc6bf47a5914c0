"""A form that the database could not store in time comes back with what was typed, and goes out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection

from matches.models import Player
from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

_FORM = "application/x-www-form-urlencoded"


def _answer_while_busy(visitor: Visitor, address: str, fields: dict[str, str]) -> Page:
    """What a form is answered while the database takes nothing."""

    def refuse(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT"):
            raise OperationalError("database is locked")
        return run(sql, *rest)

    visitor.client.raise_request_exception = False
    with connection.execute_wrapper(refuse):
        return Page(visitor.client.post(address, urlencode(fields), content_type=_FORM))


def test_what_was_typed_stands_on_the_page_and_is_stored_by_the_next_attempt() -> None:
    visitor = Visitor(factories.player())
    [fields] = [fields for address, fields in visitor.at("/desk/new/").forms if "name" in fields]
    typed = {**fields, "name": "Coupe “d’hiver” <5>", "starts_on": "2027-07-03", "ends_on": "2027-07-04"}
    page = _answer_while_busy(visitor, "/desk/new/?from=home", typed)
    assert (page.status, page.response["Retry-After"]) == (503, "5")
    assert "Not saved yet" in page
    assert not Tournament.objects.exists()
    assert 'data-again="5"' in page.html
    fields_again = page.form("/desk/new/?from=home")
    assert fields_again == typed
    for _tap in range(2):
        assert Page(visitor.client.post("/desk/new/?from=home", fields_again)).status == 302
    assert Tournament.objects.get().name == "Coupe “d’hiver” <5>"


def test_a_form_without_a_key_is_not_sent_by_itself() -> None:
    game = factories.open_match()
    address = f"/desk/m/{game.match.uid}/"
    typed = {"do": "result", "winner": "one", "loser_points": "3"}
    page = _answer_while_busy(Visitor(game.director), address, typed)
    assert page.status == 503
    assert "What you typed is kept on this page. Send it again." in page
    assert page.form(address) == typed
    assert "data-again" not in page.html


def test_no_page_repeats_a_secret() -> None:
    visitor = Visitor()
    typed = {"login": "ada@example.org", "password": "a-long-walk-to-the-hall-7"}
    Player.objects.create_user(email="ada@example.org", password=typed["password"], name="Ada Lovelace")
    page = _answer_while_busy(visitor, "/accounts/login/", typed)
    assert page.status == 503
    assert "Back in a moment" in page
    assert typed["password"] not in page.html
