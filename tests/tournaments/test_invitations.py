"""Nothing follows before the person has accepted: offices and numbers are invitations."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.models import Player, PublicAs
from tests import factories
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments.actions import invitations
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import log, members, merging, names
from tournaments.actions.people import publicity
from tournaments.actions.undo import undo
from tournaments.errors.budgets import TooManyInvitations
from tournaments.errors.common import Forbidden
from tournaments.errors.federations import (
    HasNumber,
    InvitationNotValid,
    NotInFederation,
    NumberNeedsConsent,
    SamePlayer,
)
from tournaments.models import (
    AccountMail,
    Entrant,
    Federation,
    Invitation,
    LogEntry,
    Member,
    OfficeKind,
    Officer,
    Role,
    RoleKind,
    Tournament,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation

pytestmark = pytest.mark.django_db


def code_of(tournament: Tournament, *, kind: str = "desk", email: str = "") -> str:
    """The code of an invitation of the owner."""
    owner = factories.owner(tournament)
    return invitations.invite_to_tournament(
        tournament, by=owner, kind=kind, email=email, address=lambda code: f"/invitations/{code}/"
    )[1]


def offer(federation: Federation, number: str) -> str:
    """The code of a number that the president offers."""
    president = federation.officers.get(kind=OfficeKind.PRESIDENT).player
    return invitations.offer_number(federation, by=president, number=number, address=str)[1]


class TestOffices:
    """An office of a tournament begins when it is accepted."""

    def test_it_is_held_from_then_on_and_both_stand_in_the_log(self) -> None:
        tournament = factories.tournament()
        code = code_of(tournament, kind="director")
        person = factories.director("Vera")
        assert not Role.objects.filter(player=person).exists()
        invitations.accept(invitations.find(code.upper().replace("-", " ")), by=person)
        assert Role.objects.get(player=person).kind == RoleKind.DIRECTOR
        entries = LogEntry.objects.filter(tournament=tournament).order_by("-seq")[:3]
        assert [(entry.code, entry.by) for entry in entries] == [
            ("appointed", factories.owner(tournament)),
            ("invitation_accepted", person),
            ("invitation_made", factories.owner(tournament)),
        ]
        assert is_clean(tournament)

    def test_it_is_accepted_once(self) -> None:
        code = code_of(factories.tournament())
        row = invitations.find(code)
        invitations.accept(row, by=factories.director("Vera"))
        with pytest.raises(InvitationNotValid):
            invitations.accept(row, by=factories.director("Mallory"))
        with pytest.raises(InvitationNotValid):
            invitations.find(code)

    @pytest.mark.parametrize("end", ["declined", "revoked", "undone", "late"])
    def test_it_is_over_once_it_was(self, end: str) -> None:
        tournament = factories.tournament()
        row = invitations.find(code_of(tournament))
        later = timezone.now() + timedelta(days=invitations.DAYS + 1 if end == "late" else 0)
        if end == "declined":
            invitations.decline(row, by=None)
        if end == "revoked":
            invitations.revoke(row, by=factories.owner(tournament))
        if end == "undone":
            entry = LogEntry.objects.get(tournament=tournament, code="invitation_made")
            undo(entry, by=factories.owner(tournament))
        with time_machine.travel(later), pytest.raises(InvitationNotValid):
            invitations.accept(row, by=factories.director("Vera"))
        assert is_clean(tournament)

    def test_whoever_invited_must_still_be_allowed_to(self) -> None:
        tournament = factories.tournament()
        director = factories.director("Dan")
        lifecycle.appoint(tournament, director, kind=RoleKind.DIRECTOR, by=None)
        row, _code = invitations.invite_to_tournament(tournament, by=director, kind="desk", address=str)
        lifecycle.dismiss(tournament, director, by=None)
        with pytest.raises(InvitationNotValid):
            invitations.accept(row, by=factories.director("Vera"))
        assert Invitation.objects.get().accepted_at is None

    def test_a_director_invites_the_desk_alone(self) -> None:
        tournament = factories.tournament()
        director = factories.director("Dan")
        lifecycle.appoint(tournament, director, kind=RoleKind.DIRECTOR, by=None)
        with pytest.raises(Forbidden):
            invitations.invite_to_tournament(tournament, by=director, kind="director", address=str)

    def test_a_mail_names_nobody(self) -> None:
        tournament = factories.tournament()
        factories.player("Vera Victin", email="vera@example.org")
        code = code_of(tournament, email="vera@example.org")
        [mail] = AccountMail.objects.filter(to="vera@example.org")
        assert f"/invitations/{code}/" in mail.text
        assert "Vera" not in mail.text + mail.subject

    def test_a_form_sent_twice_is_one_invitation(self) -> None:
        tournament = factories.tournament()
        visitor = Visitor(factories.owner(tournament))
        fields = {"kind": "desk", "form_key": "one"}
        pages = [visitor.send("desk_officers", tournament.uid, email="", **fields).words for _ in range(2)]
        assert pages[0] == pages[1]
        for _ in range(2):
            visitor.send("desk_officers", tournament.uid, email="vera@example.org", **fields)
        assert [one.address for one in Invitation.objects.order_by("pk")] == ["", "vera@example.org"]
        assert LogEntry.objects.filter(tournament=tournament, code="invitation_made").count() == 2
        assert AccountMail.objects.filter(to="vera@example.org").count() == 1

    def test_the_key_of_a_revoked_invitation_makes_another_one(self) -> None:
        tournament = factories.tournament()
        rows, codes = set(), set()
        for _ in range(2):
            row, code = invitations.invite_to_tournament(
                tournament, by=factories.owner(tournament), kind="desk", address=str, key="one"
            )
            invitations.revoke(row, by=factories.owner(tournament))
            rows.add(row)
            codes.add(code)
        assert (len(rows), len(codes)) == (2, 2)

    def test_three_mails_go_to_an_address_in_a_day_whoever_it_is(self) -> None:
        factories.player("Vera Victin", email="vera@example.org")
        for email in ("vera@example.org", "nobody@example.org"):
            for _ in range(3):
                code_of(factories.tournament(), email=email)
            with pytest.raises(TooManyInvitations):
                code_of(factories.tournament(), email=email)
            assert AccountMail.objects.filter(to=email).count() == 3
            assert code_of(factories.tournament())


class TestFederations:
    """Offices and numbers of a federation."""

    @pytest.mark.both_databases
    def test_an_office_is_accepted(self) -> None:
        federation = factories.federation()
        president = federation.officers.get().player
        row, _code = invitations.invite_to_office(
            federation, by=president, kind=OfficeKind.REGISTRAR, address=str
        )
        person = factories.director("Rita")
        invitations.accept(row, by=person)
        assert Officer.objects.get(player=person).kind == OfficeKind.REGISTRAR
        assert (log.verify(federation), list(findings_of_federation(federation))) == ([], [])

    def test_a_federation_without_a_president_waits_for_the_one_who_is_invited(self) -> None:
        operator = factories.player("Root", email="root@example.org", is_superuser=True)
        federation, code = invitations.found_federation(
            by=operator, president="p@example.org", address=str, code="NEW", name="New"
        )
        assert not federation.officers.exists()
        president = factories.director("Paula")
        invitations.accept(invitations.find(code), by=president)
        assert federation.officers.get().player == president

    def test_a_number_is_accepted_by_whoever_has_entered_nothing_yet(self) -> None:
        federation = factories.federation()
        registrar = factories.officer(federation)
        stranger = factories.director("Vera")
        with pytest.raises(NumberNeedsConsent):
            members.give_number(federation, stranger, by=registrar, number="FR-1")
        invitations.accept(invitations.find(offer(federation, "FR-1")), by=stranger)
        assert Member.objects.get(player=stranger).number == "FR-1"
        assert list(findings_of_federation(federation)) == []

    def test_a_refusal_tells_no_name_that_somebody_hides(self) -> None:
        federation, stranger = factories.federation(), factories.director("Vera Victin")
        registrar = factories.officer(federation)
        publicity.choose(stranger, publicity.Publicity(PublicAs.INITIALS), by=stranger)
        stranger.refresh_from_db()
        member = factories.member(federation).player
        acts = (
            lambda: members.give_number(federation, stranger, by=registrar, number="FR-1"),
            lambda: merging.merge_players(federation, stranger, into=member, by=registrar),
            lambda: names.correct_name(federation, stranger, by=registrar, name="Vera"),
            lambda: merging.merge_players(federation, stranger, into=stranger, by=registrar),
            lambda: merging.tell_apart(federation, stranger, other=stranger, by=registrar),
            lambda: merging.require_mergeable(federation, stranger, into=stranger, by=registrar),
        )
        for act in acts:
            with pytest.raises((NumberNeedsConsent, NotInFederation, SamePlayer)) as refusal:
                act()
            assert "Victin" not in str(refusal.value)

    def test_who_has_a_number_accepts_no_second_one_and_the_invitation_stays(self) -> None:
        federation = factories.federation()
        member = factories.member(federation)
        row = invitations.find(offer(federation, "FR-1"))
        with pytest.raises(HasNumber):
            invitations.accept(row, by=member.player)
        assert Invitation.objects.get().is_open

    def test_an_entry_in_a_sanctioned_event_needs_no_answer(self) -> None:
        federation = factories.federation()
        event = factories.event()
        player = factories.entrant(event).side.players.get()
        registrar = factories.officer(federation)
        with pytest.raises(NumberNeedsConsent):
            members.give_number(federation, player, by=registrar, number="FR-1")
        factories.sanction(event, federation)
        assert members.give_number(federation, player, by=registrar, number="FR-1").number == "FR-1"

    @pytest.mark.both_databases
    def test_being_named_as_a_partner_is_no_entry_before_one_agrees(self) -> None:
        federation, event = factories.federation(), factories.event(kind="doubles")
        factories.sanction(event, federation)
        registrar, vera = factories.officer(federation), factories.director("Vera")
        duplicate = factories.player("V. Named")
        for mallory, partner in (
            (factories.director("Mallory"), vera),
            (factories.director("Max"), duplicate),
        ):
            registration.register_self(event, by=mallory, partners=[partner.uid])
        Player.objects.filter(pk=duplicate.pk).update(merged_into=factories.director("Viola"))
        duplicate.refresh_from_db()
        for player in (vera, duplicate.current):
            with pytest.raises(NumberNeedsConsent):
                members.give_number(federation, player, by=registrar, number="FR-1")
        pair = Entrant.objects.get(entrant_players__player=vera)
        registration.withdraw(pair, by=vera)
        with pytest.raises(NumberNeedsConsent):
            members.give_number(federation, vera, by=registrar, number="FR-1")
        registration.return_(pair, by=vera)
        assert members.give_number(federation, vera, by=registrar, number="FR-1").number == "FR-1"
        arrivals.check_in(Entrant.objects.get(entrant_players__player=duplicate), by=None)
        assert (
            members.give_number(federation, duplicate.current, by=registrar, number="FR-2").number == "FR-2"
        )
