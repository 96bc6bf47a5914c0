"""The page on which a desk corrects the name of a player."""

from __future__ import annotations

import pytest

from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def enter(*, email: str = "") -> tuple[Visitor, Entrant, str]:
    """The owner's browser, an entrant and the uid of its player."""
    event = factories.event()
    player = factories.player("Lea Martn", email=email, password="a long password" if email else None)
    entrant = registration.enter(event, by=None, players=[player])
    return Visitor(factories.owner(event.tournament)), entrant, player.uid


def test_a_name_is_corrected_from_the_page_of_the_entrant() -> None:
    director, entrant, player = enter()
    assert f"/desk/x/{entrant.uid}/players/{player}/" in director.open("desk_entrant", entrant.uid).links
    form = director.open("desk_correct_player", entrant.uid, player).form("")
    assert form["name"] == "Lea Martn"
    page = director.send(
        "desk_correct_player", entrant.uid, player, name=" Léa  Martin ", club="Lyon", country="fr"
    )
    assert "Saved" in page
    assert "Léa Martin" in director.open("desk_entrants", entrant.event.uid)
    assert "was corrected" in director.open("desk_log", entrant.event.tournament.uid)


def test_what_was_typed_stays_beside_what_is_wrong_with_it() -> None:
    director, entrant, player = enter()
    page = director.post("desk_correct_player", entrant.uid, player, name="Léa Martin", country="France")
    assert "Write two letters" in page
    assert page.form("")["name"] == "Léa Martin"


def test_who_has_an_account_is_shown_why_not() -> None:
    director, entrant, player = enter(email="lea@example.org")
    assert "has an account" in director.open("desk_correct_player", entrant.uid, player)
    page = director.post("desk_correct_player", entrant.uid, player, name="Léa Martin")
    assert "has an account" in page


def test_the_later_of_two_directors_sees_the_other_name() -> None:
    director, entrant, player = enter()
    version = director.open("desk_correct_player", entrant.uid, player).form("")["seen"]
    other = Visitor(factories.player(is_superuser=True))
    other.send("desk_correct_player", entrant.uid, player, name="Léa Martin", seen=version)
    page = director.post("desk_correct_player", entrant.uid, player, name="Lea Martin", seen=version)
    assert "Lea Martin" in page
    assert "Léa Martin" in page
    assert "Léa Martin" in director.open("desk_entrants", entrant.event.uid)


def test_a_player_of_somebody_else_has_no_page_here() -> None:
    director, entrant, _ = enter()
    stranger = factories.player()
    assert director.client.get(f"/desk/x/{entrant.uid}/players/{stranger.uid}/").status_code == 404
