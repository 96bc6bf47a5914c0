"""Who comes in, who waits, who leaves: registration at the desk, online and by private link."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.models import Player, Side
from tests import factories
from tournaments.actions import draw, errors, lifecycle, links, progress, registration, results
from tournaments.actions.undo_errors import CannotBeUndone
from tournaments.models import Entrant, Event, LogEntry, Notice, Pairing, Registration, RoleKind, Visibility

pytestmark = pytest.mark.django_db


def _director(event: Event) -> Player:
    return factories.owner(event.tournament)


def _desk(event: Event) -> Player:
    clerk = factories.player("Denise Desk")
    lifecycle.appoint(event.tournament, clerk, kind=RoleKind.DESK, by=_director(event))
    return clerk


def _codes(event: Event) -> list[str]:
    return list(LogEntry.objects.filter(event=event).values_list("code", flat=True))


class TestEntering:
    def test_the_desk_enters_a_player_who_is_told(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor")
        entrant = registration.enter(event, by=_desk(event), players=[ann])
        assert (entrant.name, entrant.is_alternate, entrant.via) == ("Ann Arbor", False, "desk")
        assert Notice.objects.get(recipient=ann).code == "registered"
        assert _codes(event)[-1] == "entered"

    def test_a_player_enters_an_event_once(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor")
        registration.enter(event, by=None, players=[ann])
        with pytest.raises(errors.AlreadyEntered, match="Ann Arbor"):
            registration.enter(event, by=None, players=[ann])

    def test_a_player_may_enter_several_events(self) -> None:
        event = factories.event()
        other = factories.event(event.tournament, name="Speed")
        ann = factories.player("Ann Arbor")
        first = registration.enter(event, by=None, players=[ann])
        second = registration.enter(other, by=None, players=[ann])
        assert first.side == second.side

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
        with pytest.raises(errors.Forbidden):
            registration.enter(event, by=factories.player(), players=[factories.player()])

    def test_closed_is_closed_for_the_desk_but_not_for_a_director(self) -> None:
        event = factories.event(registration=Registration.CLOSED)
        with pytest.raises(errors.RegistrationClosed, match="Main"):
            registration.enter(event, by=_desk(event), players=[factories.player()])
        assert registration.enter(event, by=_director(event), players=[factories.player()]).pk

    def test_one_of_a_pair_that_left_enters_with_somebody_else(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob, cid = (factories.player(name) for name in ("Ann Arbor", "Bob Bear", "Cid Clay"))
        pair = registration.enter(event, by=None, players=[ann, bob])
        registration.withdraw(pair, by=None)
        again = registration.enter(event, by=None, players=[ann, cid])
        assert again.name == "Ann Arbor / Cid Clay"
        assert {entry.player: entry.entry_no for entry in again.entrant_players.all()} == {ann: 2, cid: 1}
        with pytest.raises(errors.AlreadyEntered, match="Ann Arbor"):
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
        with pytest.raises(errors.HasWithdrawn, match=around.one.name):
            registration.enter(around.stage.event, by=None, players=[around.one])


class TestWalkIn:
    def test_a_walk_in_becomes_a_player_who_cannot_sign_in(self) -> None:
        event = factories.event()
        entrant = registration.walk_in(
            event, by=_desk(event), name=" Zoë  Müller ", club="Nantes", country="fr", email="zoe@example.org"
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
        with pytest.raises(errors.SimilarPlayers, match="Zoë Müller") as refused:
            registration.walk_in(event, by=None, name=name)
        candidates = refused.value.data["candidates"]
        assert isinstance(candidates, list)
        assert [candidate["name"] for candidate in candidates] == ["Zoë Müller"]
        assert registration.walk_in(event, by=None, name=name, even_if_similar=True).pk

    @pytest.mark.parametrize("name", ["Zoë Weber", "Jean Müller", "Zoë"])
    def test_half_a_name_in_common_is_not_similar(self, name: str) -> None:
        factories.player("Zoë Müller")
        assert registration.walk_in(factories.event(), by=None, name=name).name == name

    def test_what_does_not_fit_its_field_is_named(self) -> None:
        with pytest.raises(errors.InvalidFields) as refused:
            registration.walk_in(factories.event(), by=None, name="Ann Arbor", country="FRA", email="nowhere")
        fields = refused.value.data["fields"]
        assert isinstance(fields, dict)
        assert set(fields) == {"country", "contact_email"}

    def test_a_name_is_needed(self) -> None:
        with pytest.raises(errors.InvalidFields):
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
        with pytest.raises(errors.RegistrationClosed):
            registration.register_self(event, by=factories.player())

    def test_nobody_registers_for_a_draft(self) -> None:
        event = factories.event(factories.tournament(visibility=Visibility.DRAFT))
        with pytest.raises(errors.RegistrationClosed):
            registration.register_self(event, by=factories.player())

    def test_somebody_has_to_ask(self) -> None:
        with pytest.raises(errors.NotSignedIn):
            registration.register_self(factories.event(), by=None)


class TestByPrivateLink:
    def test_a_stranger_registers_by_name(self) -> None:
        event = factories.event(registration=Registration.DESK)
        _, token = links.make_registration_link(event, by=_director(event))
        entrant = registration.register_by_link(links.find(token), name="Ann Arbor", email="ann@example.org")
        assert (entrant.name, entrant.via) == ("Ann Arbor", "link")
        entry = LogEntry.objects.get(code="entered")
        assert (entry.actor, entry.by) == ("link", None)

    def test_the_same_name_and_address_is_the_same_person(self) -> None:
        event = factories.event()
        _, token = links.make_registration_link(event, by=None)
        registration.register_by_link(links.find(token), name="Ann Arbor", email="ann@example.org")
        with pytest.raises(errors.AlreadyEntered):
            registration.register_by_link(links.find(token), name="ann arbor", email="Ann@Example.org")

    def test_an_account_is_never_taken_over_by_its_name(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Arbor", email="ann@example.org")
        _, token = links.make_registration_link(event, by=None)
        entrant = registration.register_by_link(links.find(token), name="Ann Arbor", email="ann@example.org")
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
        with pytest.raises(errors.RegistrationClosed):
            registration.register_by_link(links.find(token), name="Ann Arbor")

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
        entrants = [registration.register_by_link(links.find(token), name="Ann Arbor") for _ in range(2)]
        assert entrants[0].side != entrants[1].side

    def test_a_players_link_registers_nobody(self) -> None:
        event = factories.event()
        ann = factories.entrant(event).side.players.get()
        link, _ = links.make_player_link(event.tournament, ann, by=None)
        with pytest.raises(errors.LinkNotValid):
            registration.register_by_link(link, name="Bob Bear")


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
        with pytest.raises(errors.LinkNotValid):
            links.find(token)
        assert LogEntry.objects.filter(code="link_revoked").count() == 1

    def test_an_old_link_opens_nothing(self) -> None:
        _, token = links.make_registration_link(factories.event(), by=None, days=7)
        with time_machine.travel(timezone.now() + timedelta(days=8)), pytest.raises(errors.LinkNotValid):
            links.find(token)

    def test_an_unknown_link_opens_nothing(self) -> None:
        with pytest.raises(errors.LinkNotValid):
            links.find("guess")

    def test_a_players_link_is_for_players_of_the_tournament(self) -> None:
        with pytest.raises(errors.WrongTournament):
            links.make_player_link(factories.tournament(), factories.player(), by=None)

    def test_strangers_make_no_links(self) -> None:
        event = factories.event()
        with pytest.raises(errors.Forbidden):
            links.make_registration_link(event, by=factories.player())


class TestPlaces:
    def test_after_the_last_place_one_waits(self) -> None:
        event = factories.event(capacity=2)
        assert [entrant.is_alternate for entrant in factories.entrants(event, 3)] == [False, False, True]

    def test_a_place_that_falls_free_goes_to_who_waited_longest(self) -> None:
        event = factories.event(capacity=2)
        first, _, third, fourth = factories.entrants(event, 4)
        registration.withdraw(first, by=None)
        third.refresh_from_db()
        fourth.refresh_from_db()
        assert (third.is_alternate, fourth.is_alternate) == (False, True)
        assert Notice.objects.filter(code="alternate_in").get().recipient == third.side.players.get()

    def test_more_places_let_alternates_in(self) -> None:
        event = factories.event(capacity=2)
        entrants = factories.entrants(event, 4)
        registration.set_capacity(event, by=_director(event), capacity=3)
        for entrant in entrants:
            entrant.refresh_from_db()
        assert [entrant.is_alternate for entrant in entrants] == [False, False, False, True]

    def test_taken_places_are_not_taken_away(self) -> None:
        event = factories.event()
        factories.entrants(event, 3)
        with pytest.raises(errors.CapacityTooSmall, match="3"):
            registration.set_capacity(event, by=None, capacity=2)

    def test_the_desk_promotes_an_alternate_into_a_free_place(self) -> None:
        event = factories.event(capacity=2)
        factories.entrant(event)
        waiting = registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
        assert not registration.promote(waiting, by=_desk(event)).is_alternate
        with pytest.raises(errors.NotAnAlternate):
            registration.promote(waiting, by=None)

    def test_no_promotion_of_who_left_nor_after_the_draw(self) -> None:
        stage = factories.drawn_stage(4)
        waiting = factories.entrant(stage.event)
        with pytest.raises(errors.StageAlreadyDrawn):
            registration.promote(waiting, by=None)
        registration.withdraw(waiting, by=None)
        with pytest.raises(errors.HasWithdrawn):
            registration.promote(waiting, by=None)

    def test_the_same_number_of_places_is_no_change(self) -> None:
        event = factories.event(capacity=2)
        before = event.tournament.log_seq
        registration.set_capacity(event, by=None, capacity=2)
        event.tournament.refresh_from_db()
        assert event.tournament.log_seq == before

    def test_after_the_draw_nobody_moves_up_by_a_number(self) -> None:
        event = factories.event(capacity=4)
        factories.drawn_stage(4, of=event)
        waiting = factories.entrant(event)
        registration.set_capacity(event, by=None, capacity=5)
        waiting.refresh_from_db()
        assert waiting.is_alternate

    def test_no_promotion_beyond_the_last_place(self) -> None:
        event = factories.event(capacity=2)
        waiting = factories.entrants(event, 3)[2]
        with pytest.raises(errors.EventIsFull, match="2"):
            registration.promote(waiting, by=None)


class TestCheckIn:
    def test_checking_in_twice_is_once(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        clerk = _desk(event)
        registration.check_in(entrant, by=clerk)
        registration.check_in(entrant, by=clerk)
        assert entrant.checked_in_at is not None
        assert _codes(event).count("checked_in") == 1

    def test_it_can_be_taken_back(self) -> None:
        entrant = factories.entrant(factories.event())
        registration.check_in(entrant, by=None)
        assert registration.undo_check_in(entrant, by=None).checked_in_at is None

    def test_a_roll_call_checks_in_all_who_have_a_place(self) -> None:
        event = factories.event(capacity=4)
        first, gone, *_others = factories.entrants(event, 6)
        registration.check_in(first, by=None)
        registration.withdraw(gone, by=None)
        assert registration.check_everybody_in(event, by=_desk(event)) == 3
        assert registration.check_everybody_in(event, by=_desk(event)) == 0
        here = event.entrants.filter(checked_in_at__isnull=False)
        assert set(here) == set(event.entrants.filter(withdrawn_at=None, is_alternate=False))
        assert _codes(event).count("checked_in") == 4
        with pytest.raises(errors.Forbidden):
            registration.check_everybody_in(event, by=first.side.players.get())

    def test_players_do_not_check_themselves_in(self) -> None:
        entrant = factories.entrant(factories.event())
        with pytest.raises(errors.Forbidden):
            registration.check_in(entrant, by=entrant.side.players.get())

    def test_whoever_has_left_is_not_there(self) -> None:
        entrant = factories.entrant(factories.event())
        registration.withdraw(entrant, by=None)
        with pytest.raises(errors.HasWithdrawn):
            registration.check_in(entrant, by=None)


class TestWithdrawalBeforeTheDraw:
    def test_a_player_withdraws_and_comes_back(self) -> None:
        entrant = factories.entrant(factories.event())
        ann = entrant.side.players.get()
        assert registration.withdraw(entrant, by=ann, reason="ill").withdrawn_at is not None
        assert registration.return_(entrant, by=ann).withdrawn_at is None

    def test_registering_again_is_coming_back(self) -> None:
        event = factories.event()
        ann = factories.player()
        entrant = registration.register_self(event, by=ann)
        registration.withdraw(entrant, by=ann)
        assert registration.register_self(event, by=ann) == entrant
        assert Entrant.objects.get(event=event).withdrawn_at is None

    def test_whoever_comes_back_to_a_full_event_waits(self) -> None:
        event = factories.event(capacity=2)
        first, *_ = factories.entrants(event, 3)
        registration.withdraw(first, by=None)
        assert registration.return_(first, by=None).is_alternate

    def test_only_who_left_comes_back(self) -> None:
        with pytest.raises(errors.NotWithdrawn):
            registration.return_(factories.entrant(factories.event()), by=None)

    def test_nobody_comes_back_by_themselves_when_registration_is_closed(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        ann = entrant.side.players.get()
        registration.withdraw(entrant, by=ann)
        lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
        with pytest.raises(errors.RegistrationClosed):
            registration.return_(entrant, by=ann)

    def test_strangers_withdraw_nobody(self) -> None:
        with pytest.raises(errors.Forbidden):
            registration.withdraw(factories.entrant(factories.event()), by=factories.player())

    def test_the_reason_stays_out_of_the_log(self) -> None:
        entrant = factories.entrant(factories.event())
        registration.withdraw(entrant, by=None, reason="appendicitis")
        assert "appendicitis" not in str(LogEntry.objects.get(code="withdrawn").data)
        assert entrant.withdrawn_reason == "appendicitis"


class TestWithdrawalAfterTheDraw:
    def test_the_opponent_of_a_match_not_begun_gets_a_walkover(self) -> None:
        around = factories.open_match(n=4)
        entrant = around.match.one.entrants.get()
        registration.withdraw(entrant, by=around.director, reason="left")
        around.match.refresh_from_db()
        assert (around.match.outcome, around.match.winner) == ("walkover", "two")
        report = around.match.accepted_report
        assert report is not None
        assert report.by is None, "nobody has said anything: the service gives it"
        assert LogEntry.objects.get(code="withdrawn").by == around.director
        assert Notice.objects.filter(code="forfeited", recipient=around.two).exists()

    def test_a_match_that_has_begun_ends_as_retired(self) -> None:
        around = factories.open_match(n=4)
        results.start(around.match, by=around.director)
        registration.withdraw(around.match.two.entrants.get(), by=around.director, reason="ill")
        around.match.refresh_from_db()
        assert (around.match.outcome, around.match.winner) == ("retired", "one")

    def test_whoever_left_loses_the_next_match_too(self) -> None:
        """A director withdraws the holder of a bye, who has no match yet."""
        stage = factories.drawn_stage(3)
        bye = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
        registration.withdraw(bye, by=None, reason="gone")
        [semifinal] = factories.open_matches(stage)
        results.report(semifinal, by=factories.around(semifinal).director, score=(7, 3))
        progress.advance(stage.event)
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
        assert final.match is not None
        assert final.match.outcome == "walkover"
        assert final.match.winner_side == semifinal.one
        stage.refresh_from_db()
        assert stage.completed_at is not None

    def test_a_player_gives_up_the_own_match(self) -> None:
        around = factories.open_match()
        registration.withdraw(around.match.one.entrants.get(), by=around.one)
        around.match.refresh_from_db()
        assert (around.match.winner, around.match.settled) == ("two", "own_loss")
        report = around.match.accepted_report
        assert report is not None
        assert (report.source, report.by) == ("one", None)
        assert LogEntry.objects.get(code="withdrawn").by == around.one

    def test_the_desk_does_not_rule(self) -> None:
        around = factories.open_match()
        clerk = _desk(around.stage.event)
        with pytest.raises(errors.Forbidden):
            registration.withdraw(around.match.one.entrants.get(), by=clerk, reason="gone")

    def test_a_director_says_why(self) -> None:
        around = factories.open_match()
        with pytest.raises(errors.ReasonMissing):
            registration.withdraw(around.match.one.entrants.get(), by=around.director)

    def test_nobody_lets_the_own_opponent_leave(self) -> None:
        around = factories.open_match()
        lifecycle.appoint(
            around.stage.event.tournament, around.one, kind=RoleKind.DIRECTOR, by=around.director
        )
        with pytest.raises(errors.OwnMatchRuling):
            registration.withdraw(around.match.two.entrants.get(), by=around.one, reason="gone")

    def test_nobody_comes_back_once_a_match_was_decided_by_leaving(self) -> None:
        around = factories.open_match(n=4)
        entrant = around.match.one.entrants.get()
        registration.withdraw(entrant, by=None, reason="left")
        with pytest.raises(errors.StageAlreadyDrawn):
            registration.return_(entrant, by=entrant.side.players.get())
        with pytest.raises(CannotBeUndone, match="Correct that result first"):
            registration.return_(entrant, by=None)

    def test_of_two_who_left_the_first_loses(self) -> None:
        stage = factories.drawn_stage(4)
        semifinal, other = factories.open_matches(stage)
        for side in (semifinal.one, other.one):
            registration.withdraw(side.entrants.get(), by=None, reason="left")
        final = Pairing.objects.get(stage=stage, round=2).match
        assert final is not None
        assert not final.is_final, "the two who stayed meet"
        for side in (semifinal.two, other.two):
            registration.withdraw(side.entrants.get(), by=None, reason="left")
        final.refresh_from_db()
        assert (final.outcome, final.winner_side) == ("walkover", other.two)

    def test_two_who_left_before_they_met_forfeit_both(self) -> None:
        stage = factories.drawn_stage(4)
        matches = factories.open_matches(stage)
        for match in matches:
            results.report(match, by=factories.around(match).director, score=(7, 0))
            # Both leave before anything is paired, as by two phones at the same moment.
            Entrant.objects.filter(side=match.one).update(withdrawn_at=timezone.now())
        progress.advance(stage.event)
        final = Pairing.objects.get(stage=stage, round=2).match
        assert final is not None
        assert (final.outcome, final.winner) == ("double_forfeit", "")
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert LogEntry.objects.get(code="stage_completed").data == {"champion": None}

    def test_an_alternate_leaves_without_a_word_about_matches(self) -> None:
        stage = factories.drawn_stage(4)
        waiting = factories.entrant(stage.event)
        registration.withdraw(waiting, by=None)
        assert Pairing.objects.filter(stage=stage, match__final_at__isnull=False).count() == 0


class TestLateComers:
    def test_after_the_draw_one_waits(self) -> None:
        stage = factories.drawn_stage(3)
        assert factories.entrant(stage.event).is_alternate

    def test_a_late_comer_takes_a_bye_at_once(self) -> None:
        stage = factories.drawn_stage(3)
        late = registration.enter(stage.event, by=None, players=[factories.player()], is_late=True)
        assert not late.is_alternate
        assert Pairing.objects.filter(stage=stage, round=1, cancelled_at=None, match=None).count() == 0

    def test_a_late_comer_to_a_full_bracket_waits(self) -> None:
        stage = factories.drawn_stage(4)
        late = registration.walk_in(stage.event, by=None, name="Lena Late", is_late=True)
        assert late.is_alternate
        with pytest.raises(errors.NoFreeBye, match="Lena Late"):
            draw.enter_late(stage, entrant=late, by=None)
