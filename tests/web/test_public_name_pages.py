"""The pages on which people say how they are named in public."""

from __future__ import annotations

import pytest

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.people import links
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def _told(at: str) -> str:
    return Visitor().at(at).words


def test_an_account_chooses_and_everybody_reads_it_at_once() -> None:
    jane = factories.player("Jane Doe", email="jane@example.org")
    event = factories.event()
    registration.enter(event, by=None, players=[jane])
    at, visitor = f"/e/{event.uid}/entrants/", Visitor(jane)
    assert "Jane Doe" in _told(at)
    assert visitor.open("profile").links
    assert "You have a public page of results" in visitor.open("public_name")
    page = visitor.send("public_name", public_as="initials", has_profile="no")
    assert "It takes effect at once" in page
    assert "name you J. D." in page
    assert "You have no public page of results" in page
    assert "J. D." in _told(at)
    assert "Doe" not in _told(at)
    assert visitor.open("public_name").form("/me/public-name/")["public_as"] == "initials"
    assert "Chacun" not in page
    french = Visitor(jane).at("/me/public-name/", **{"Accept-Language": "fr"})
    assert french.status == 200


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"public_as": "pseudonym"}, "Write the pseudonym."),
        ({"public_as": "pseudonym", "pseudonym": "Doe 7"}, "a part of the name"),
        ({"public_as": "pseudonym", "pseudonym": "Known Name"}, "is already called Known Name"),
        ({"public_as": "name", "birth_year": "2999"}, "2999 is still to come"),
        ({"public_as": "name", "birth_year": "85"}, "1900"),
        ({"public_as": "nobody"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_in_words(fields: dict[str, str], words: str) -> None:
    factories.player("Known Name")
    jane = factories.player("Jane Doe", email="jane@example.org")
    page = Visitor(jane).send("public_name", **fields)
    assert page.status == 422
    assert words in page
    assert Player.objects.get(pk=jane.pk).public_name == ""


def test_the_holder_of_a_private_link_chooses_too() -> None:
    event = factories.event()
    entrant = factories.entrant(event, "Jane Doe")
    link, token = links.make_player_link(
        event.tournament, entrant.side.players.get(), by=factories.owner(event.tournament)
    )
    visitor = Visitor()
    assert visitor.open("public_name").status == 302
    visitor.at(f"/l/{token}/")
    assert "Fox" in visitor.send("public_name", public_as="pseudonym", pseudonym="Fox")
    assert "Fox" in _told(f"/e/{event.uid}/entrants/")
    assert link.player is not None


def test_a_desk_opens_no_name_of_an_account_by_a_link_that_it_makes() -> None:
    """Whoever opens a tournament enters anybody in it, and makes a private link for them."""
    event, jane = factories.event(), factories.player("Jane Doe", email="jane@example.org")
    Visitor(jane).send("public_name", public_as="initials")
    registration.enter(event, by=factories.owner(event.tournament), players=[jane])
    _link, token = links.make_player_link(event.tournament, jane, by=factories.owner(event.tournament))
    desk = Visitor()
    desk.at(f"/l/{token}/")
    page = desk.post("public_name", public_as="name")
    assert (page.status, "has an account, and chooses" in page) == (422, True)
    for do in ("agree", "withdraw"):
        assert desk.post("consent", do=do).status == 409
    jane.refresh_from_db()
    assert (jane.public_name, jane.consents.exists()) == ("J. D.", False)


def test_a_newcomer_chooses_in_the_form_of_registration() -> None:
    event = factories.event()
    _link, token = links.make_registration_link(event, by=factories.owner(event.tournament))
    visitor = Visitor()
    visitor.at(f"/l/{token}/")
    page = visitor.post("register", event.uid, name="Jane Doe", public_as="pseudonym")
    assert "Write the pseudonym." in page
    visitor.send(
        "register",
        event.uid,
        name="Jane Doe",
        public_as="pseudonym",
        pseudonym="Fox",
        birth_year="2015",
        agrees="on",
    )
    assert Entrant.objects.get(event=event).side.full_name == "Jane Doe"
    assert "Fox" in _told(f"/e/{event.uid}/entrants/")
    assert "Doe" not in _told(f"/e/{event.uid}/entrants/")


class TestTheDesk:
    """The page of the desk for a player without an account."""

    def test_the_desk_writes_down_what_its_player_says(self) -> None:
        event = factories.event()
        director = Visitor(factories.owner(event.tournament))
        entrant = factories.entrant(event, "Jane Doe")
        jane = entrant.side.players.get()
        assert "Public name of Jane Doe" in director.open("desk_entrant", entrant.uid)
        director.send("desk_public_name", entrant.uid, jane.uid, public_as="initials", birth_year="2015")
        assert "J. D." in _told(f"/e/{event.uid}/entrants/")
        assert "Jane Doe" in director.at(f"/e/{event.uid}/entrants/")
        assert Player.objects.get(pk=jane.pk).birth_year == 2015

    def test_who_has_an_account_chooses_alone(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Account", email="ann@example.org")
        entrant = registration.enter(event, by=None, players=[ann])
        director = Visitor(factories.owner(event.tournament))
        page = director.open("desk_public_name", entrant.uid, ann.uid)
        assert "has an account" in page
        director.send("desk_public_name", entrant.uid, ann.uid, public_as="initials")
        assert Player.objects.get(pk=ann.pk).public_as == ""
