"""Private links: registering by one, and what a link opens, how long, and for whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests import factories
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.errors.common import Forbidden, WrongTournament
from tournaments.errors.entrants import AlreadyEntered, RegistrationClosed
from tournaments.errors.people import LinkNotValid
from tournaments.models import LogEntry, Registration

pytestmark = pytest.mark.django_db


class TestPrivateLinks:
    def test_a_token_is_found_and_not_stored(self) -> None:
        event = factories.event()
        link, token = links.make_registration_link(event, by=None)
        assert links.find(token) == link
        assert token not in str(vars(link))
        assert len(token) >= 22, "128 bits"

    def test_a_revoked_link_opens_nothing(self) -> None:
        link, token = links.make_registration_link(factories.event(), by=None)
        links.revoke(link, by=None)
        links.revoke(link, by=None)
        with pytest.raises(LinkNotValid):
            links.find(token)
        assert LogEntry.objects.filter(code="link_revoked").count() == 1

    def test_an_old_link_opens_nothing(self) -> None:
        _, token = links.make_registration_link(factories.event(), by=None, days=7)
        with time_machine.travel(timezone.now() + timedelta(days=8)), pytest.raises(LinkNotValid):
            links.find(token)

    def test_an_unknown_link_opens_nothing(self) -> None:
        with pytest.raises(LinkNotValid):
            links.find("guess")

    def test_a_players_link_is_for_players_of_the_tournament(self) -> None:
        with pytest.raises(WrongTournament):
            links.make_player_link(factories.tournament(), factories.player(), by=None)

    def test_strangers_make_no_links(self) -> None:
        event = factories.event()
        with pytest.raises(Forbidden):
            links.make_registration_link(event, by=factories.player())


class TestByPrivateLink:
    def test_a_stranger_registers_by_name(self) -> None:
        event = factories.event(registration=Registration.DESK)
        _, token = links.make_registration_link(event, by=factories.owner(event.tournament))
        entrant = registration.register_by_link(
            links.find(token), name="Ann Arbor", email="ann@example.org", agrees=True
        )
        assert (entrant.name, entrant.via) == ("Ann Arbor", "link")
        entry = LogEntry.objects.get(code="entered")
        assert (entry.actor, entry.by) == ("link", None)

    def test_the_same_name_and_address_is_the_same_person(self) -> None:
        event = factories.event()
        _, token = links.make_registration_link(event, by=None)
        registration.register_by_link(
            links.find(token), name="Ann Arbor", email="ann@example.org", agrees=True
        )
        with pytest.raises(AlreadyEntered):
            registration.register_by_link(
                links.find(token), name="ann arbor", email="Ann@Example.org", agrees=True
            )

    def test_an_account_is_never_taken_over_by_its_name(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor", email="ann@example.org")
        _, token = links.make_registration_link(event, by=None)
        entrant = registration.register_by_link(
            links.find(token), name="Ann Arbor", email="ann@example.org", agrees=True
        )
        assert entrant.side.players.get() != ann

    def test_whoever_is_signed_in_registers_as_themselves(self) -> None:
        event = factories.event(registration=Registration.DESK)
        ann = factories.player("Ann Arbor")
        _, token = links.make_registration_link(event, by=None)
        assert registration.register_by_link(links.find(token), by=ann).side.players.get() == ann

    def test_closing_registration_closes_the_link(self) -> None:
        event = factories.event()
        _, token = links.make_registration_link(event, by=None)
        lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
        with pytest.raises(RegistrationClosed):
            registration.register_by_link(links.find(token), name="Ann Arbor", agrees=True)

    def test_the_link_brings_back_who_left(self) -> None:
        event = factories.event(registration=Registration.DESK)
        ann = factories.player("Ann Arbor")
        _, token = links.make_registration_link(event, by=None)
        entrant = registration.register_by_link(links.find(token), by=ann)
        registration.withdraw(entrant, by=ann)
        assert registration.register_by_link(links.find(token), by=ann).withdrawn_at is None

    def test_without_an_address_everybody_is_somebody_new(self) -> None:
        event = factories.event()
        _, token = links.make_registration_link(event, by=None)
        entrants = [
            registration.register_by_link(links.find(token), name="Ann Arbor", agrees=True) for _ in range(2)
        ]
        assert entrants[0].side != entrants[1].side

    def test_a_players_link_registers_nobody(self) -> None:
        event = factories.event()
        ann = factories.entrant(event).side.players.get()
        link, _ = links.make_player_link(event.tournament, ann, by=None)
        with pytest.raises(LinkNotValid):
            registration.register_by_link(link, name="Bob Bear", agrees=True)
