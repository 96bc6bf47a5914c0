"""Registration at the desk, online and as a walk-in; check-in."""

from __future__ import annotations

from functools import partial

import pytest

from matches.models import Player, Side
from tests import factories
from tournaments.actions.entrants import arrivals, registration
from tournaments.errors.common import Forbidden, InvalidFields, NotSignedIn
from tournaments.errors.entrants import AlreadyEntered, HasWithdrawn, RegistrationClosed, SimilarPlayers
from tournaments.models import Event, LogEntry, Notice, Registration, Visibility

pytestmark = pytest.mark.django_db


def _codes(event: Event) -> list[str]:
    return list(LogEntry.objects.filter(event=event).values_list("code", flat=True))


class TestEntering:
    @pytest.mark.both_databases
    def test_the_desk_enters_a_player_who_is_told(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor")
        entrant = registration.enter(event, by=factories.clerk(event.tournament), players=[ann])
        assert (entrant.name, entrant.is_alternate, entrant.via) == ("Ann Arbor", False, "desk")
        assert Notice.objects.get(recipient=ann).code == "registered"
        assert _codes(event)[-1] == "entered"

    def test_a_player_enters_an_event_once(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor")
        registration.enter(event, by=None, players=[ann])
        with pytest.raises(AlreadyEntered, match="Ann Arbor"):
            registration.enter(event, by=None, players=[ann])

    def test_a_player_may_enter_several_events(self) -> None:
        event = factories.event()
        other = factories.event(event.tournament, name="Speed")
        ann = factories.player("Ann Arbor")
        first = registration.enter(event, by=None, players=[ann])
        second = registration.enter(other, by=None, players=[ann])
        assert list(first.side.players.all()) == list(second.side.players.all()) == [ann]

    def test_a_doubles_pair_is_one_side_of_two(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        entrant = registration.enter(event, by=None, players=[ann, bob])
        assert entrant.name == "Ann Arbor / Bob Bear"
        assert [member.player for member in entrant.side.members.all()] == [ann, bob]

    def test_a_player_under_a_new_name_plays_on_a_new_side(self) -> None:
        ann = factories.player("Ann Arbor")
        registration.enter(factories.event(), by=None, players=[ann])
        ann.name = "Ann Birch"
        ann.save()
        assert registration.enter(factories.event(), by=None, players=[ann]).name == "Ann Birch"
        assert Side.objects.count() == 2

    def test_whoever_was_merged_enters_as_the_one_who_stays(self) -> None:
        ann, double = factories.player("Ann Arbor"), factories.player("A. Arbor")
        double.merged_into = ann
        double.save()
        entrant = registration.enter(factories.event(), by=None, players=[double])
        assert entrant.side.players.get() == ann

    def test_strangers_enter_nobody(self) -> None:
        event = factories.event()
        with pytest.raises(Forbidden):
            registration.enter(event, by=factories.player(), players=[factories.player()])

    def test_closed_is_closed_for_the_desk_but_not_for_a_director(self) -> None:
        event = factories.event(registration=Registration.CLOSED)
        with pytest.raises(RegistrationClosed, match="Main"):
            registration.enter(event, by=factories.clerk(event.tournament), players=[factories.player()])
        assert registration.enter(
            event, by=factories.owner(event.tournament), players=[factories.player()]
        ).pk

    @pytest.mark.both_databases
    def test_one_of_a_pair_that_left_enters_with_somebody_else(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob, cid = (factories.player(name) for name in ("Ann Arbor", "Bob Bear", "Cid Clay"))
        pair = registration.enter(event, by=None, players=[ann, bob])
        registration.withdraw(pair, by=None)
        again = registration.enter(event, by=None, players=[ann, cid])
        assert again.name == "Ann Arbor / Cid Clay"
        assert {entry.player: entry.entry_no for entry in again.entrant_players.all()} == {ann: 2, cid: 1}
        with pytest.raises(AlreadyEntered, match="Ann Arbor"):
            registration.enter(event, by=None, players=[bob, ann])

    def test_a_pair_comes_back_as_itself(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        pair = registration.enter(event, by=None, players=[ann, bob])
        registration.withdraw(pair, by=None)
        assert registration.enter(event, by=None, players=[ann, bob]) == pair

    def test_whoever_left_after_the_draw_does_not_enter_again(self) -> None:
        around = factories.open_match(n=4)
        registration.withdraw(around.match.one.entrants.get(), by=None, reason="left")
        with pytest.raises(HasWithdrawn, match=around.one.name):
            registration.enter(around.stage.event, by=None, players=[around.one])


class TestWalkIn:
    def test_a_walk_in_becomes_a_player_who_cannot_sign_in(self) -> None:
        event = factories.event()
        entrant = registration.walk_in(
            event,
            by=factories.clerk(event.tournament),
            name=" Zoë  Müller ",
            club="Nantes",
            country="fr",
            email="zoe@example.org",
        )
        zoe = entrant.side.players.get()
        assert (zoe.name, zoe.club, zoe.country, zoe.contact_email) == (
            "Zoë Müller",
            "Nantes",
            "FR",
            "zoe@example.org",
        )
        assert zoe.email is None
        assert not zoe.has_usable_password()

    @pytest.mark.parametrize("name", ["Zoe Muller", "Müller, Zoë", "Zoë Müler", "Zoé Mueller", "Z. Müller"])
    def test_a_similar_name_is_asked_about_first(self, name: str) -> None:
        event = factories.event()
        factories.player("Zoë Müller")
        with pytest.raises(SimilarPlayers, match="Zoë Müller") as refusal:
            registration.walk_in(event, by=None, name=name)
        candidates = refusal.value.data["candidates"]
        assert isinstance(candidates, list)
        assert [candidate["name"] for candidate in candidates] == ["Zoë Müller"]
        assert registration.walk_in(event, by=None, name=name, even_if_similar=True).pk

    @pytest.mark.parametrize(
        ("club", "country", "email", "is_asked"),
        [
            ("BC Lyon", "", "", True),
            ("BC Lyon", "", "other@example.org", False),
            ("BC Lyon", "", "zoe@example.org", True),
            ("", "DE", "", True),
            ("BC Lyon", "DE", "", False),
        ],
    )
    def test_two_differences_make_a_walk_in_another_person(
        self, club: str, country: str, email: str, is_asked: bool
    ) -> None:
        Player.objects.create_user(
            None, None, name="Zoë Müller", club="Nantes", country="FR", contact_email="zoe@example.org"
        )
        walk_in = partial(
            registration.walk_in, factories.event(), by=None, club=club, country=country, email=email
        )
        if is_asked:
            with pytest.raises(SimilarPlayers):
                walk_in(name="Zoe Muller")
        else:
            assert walk_in(name="Zoe Muller").pk

    @pytest.mark.parametrize("name", ["Zoë Weber", "Jean Müller", "Zoë"])
    def test_half_a_name_in_common_is_not_similar(self, name: str) -> None:
        factories.player("Zoë Müller")
        assert registration.walk_in(factories.event(), by=None, name=name).name == name

    def test_what_does_not_fit_its_field_is_named(self) -> None:
        with pytest.raises(InvalidFields) as refusal:
            registration.walk_in(factories.event(), by=None, name="Ann Arbor", country="FRA", email="nowhere")
        fields = refusal.value.data["fields"]
        assert isinstance(fields, dict)
        assert set(fields) == {"country", "contact_email"}

    def test_a_name_is_needed(self) -> None:
        with pytest.raises(InvalidFields):
            registration.walk_in(factories.event(), by=None, name="  ")


class TestOnline:
    def test_a_player_registers_where_it_is_open(self) -> None:
        event = factories.event(registration=Registration.OPEN)
        ann = factories.player("Ann Arbor")
        entrant = registration.register_self(event, by=ann)
        assert (entrant.name, entrant.via) == ("Ann Arbor", "online")

    @pytest.mark.parametrize("state", [Registration.DESK, Registration.CLOSED])
    def test_elsewhere_the_desk_is_asked(self, state: str) -> None:
        event = factories.event(registration=state)
        with pytest.raises(RegistrationClosed):
            registration.register_self(event, by=factories.player())

    def test_nobody_registers_for_a_draft(self) -> None:
        event = factories.event(factories.tournament(visibility=Visibility.DRAFT))
        with pytest.raises(RegistrationClosed):
            registration.register_self(event, by=factories.player())

    def test_somebody_has_to_ask(self) -> None:
        with pytest.raises(NotSignedIn):
            registration.register_self(factories.event(), by=None)


class TestCheckIn:
    def test_checking_in_twice_is_once(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        clerk = factories.clerk(event.tournament)
        arrivals.check_in(entrant, by=clerk)
        arrivals.check_in(entrant, by=clerk)
        assert entrant.checked_in_at is not None
        assert _codes(event).count("checked_in") == 1

    def test_it_can_be_taken_back(self) -> None:
        entrant = factories.entrant(factories.event())
        arrivals.check_in(entrant, by=None)
        assert arrivals.undo_check_in(entrant, by=None).checked_in_at is None

    def test_a_roll_call_checks_in_all_who_have_a_place(self) -> None:
        event = factories.event(capacity=4)
        first, leaver, *_others = factories.entrants(event, 6)
        arrivals.check_in(first, by=None)
        registration.withdraw(leaver, by=None)
        assert arrivals.check_everybody_in(event, by=factories.clerk(event.tournament)) == 3
        assert arrivals.check_everybody_in(event, by=factories.clerk(event.tournament)) == 0
        here = event.entrants.filter(checked_in_at__isnull=False)
        assert set(here) == set(event.entrants.filter(withdrawn_at=None, is_alternate=False))
        assert _codes(event).count("checked_in") == 4
        with pytest.raises(Forbidden):
            arrivals.check_everybody_in(event, by=first.side.players.get())

    def test_players_do_not_check_themselves_in(self) -> None:
        entrant = factories.entrant(factories.event())
        with pytest.raises(Forbidden):
            arrivals.check_in(entrant, by=entrant.side.players.get())

    def test_whoever_has_left_is_not_there(self) -> None:
        entrant = factories.entrant(factories.event())
        registration.withdraw(entrant, by=None)
        with pytest.raises(HasWithdrawn):
            arrivals.check_in(entrant, by=None)
