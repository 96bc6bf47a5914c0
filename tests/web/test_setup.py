"""The first run: the code on the terminal, then the director's account or the demonstration."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.people import first_run
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
_ACCOUNT = {
    "begin": "account",
    "name": "  Vera  Vogt ",
    "email": "vera@example.org",
    "password": "quarter-past-nine",
}


@pytest.fixture
def code() -> str:
    """The code as the terminal shows it."""
    cache.clear()
    return first_run.code()


def test_an_empty_installation_leads_to_its_first_run() -> None:
    answer = Visitor().client.get("/")
    assert answer["Location"] == "/setup/"


def test_with_a_tournament_in_it_the_first_page_is_itself() -> None:
    factories.tournament()
    assert Visitor().open("home").status == 200


def test_the_code_makes_the_director_who_goes_on_to_a_tournament(code: str) -> None:
    visitor = Visitor()
    page = visitor.send("setup", code=f" {code.upper()} ", **_ACCOUNT)
    assert "New tournament" in page
    director = Player.objects.get()
    assert (director.name, director.email, director.is_superuser) == ("Vera Vogt", "vera@example.org", True)
    assert director.check_password("quarter-past-nine")
    assert "Vera Vogt" in visitor.open("desk_home")


def test_a_wrong_code_is_refused_and_nothing_typed_is_lost(code: str) -> None:
    page = Visitor().post("setup", code="wrong", **_ACCOUNT)
    assert page.status == 422
    assert "not the code shown on the terminal" in page
    form = page.form("/setup/")
    assert (form["code"], form["email"]) == ("wrong", "vera@example.org")
    assert not Player.objects.exists()
    assert first_run.is_valid(code)


def test_ten_wrong_codes_close_the_door(code: str) -> None:
    visitor = Visitor()
    for _number in range(10):
        visitor.post("setup", code="wrong", **_ACCOUNT)
    assert visitor.post("setup", code=code, **_ACCOUNT).status == 422
    assert not Player.objects.exists()


def test_an_account_needs_all_of_its_fields_and_a_good_password(code: str) -> None:
    page = Visitor().post("setup", code=code, begin="account", name="Vera", email="", password="")
    assert page.status == 422
    assert page.words.count("This field is required") == 2
    page = Visitor().post("setup", code=code, **_ACCOUNT | {"password": "password"})
    assert "too common" in page
    assert not Player.objects.exists()


def test_the_code_works_once(code: str) -> None:
    Visitor().send("setup", code=code, **_ACCOUNT)
    again = Visitor().post("setup", code=code, **_ACCOUNT | {"email": "other@example.org"})
    assert again.status == 409
    assert "has its director already" in again
    assert Visitor().client.get("/setup/")["Location"] == "/"


def test_the_demonstration_is_loaded_and_directed_at_once(code: str) -> None:
    visitor = Visitor()
    page = visitor.send("setup", code=code, begin="demo")
    assert "This is a demonstration" in page
    tournament = Tournament.objects.get()
    assert tournament.name in page
    assert visitor.open("desk_tournament", tournament.uid).status == 200


def test_the_demonstration_needs_the_code_too(code: str) -> None:
    assert Visitor().post("setup", code="wrong", begin="demo").status == 422
    assert not Tournament.objects.exists()
