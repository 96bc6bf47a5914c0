"""Federations: offices, clubs, members and sanctions, as their officers keep them."""

from __future__ import annotations

import itertools
from datetime import date
from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, transaction

from matches.models import Player
from tests import factories
from tests.tournaments.whole_federation import larger_federation
from tournaments.actions import log as tournament_log
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import clubs, log, members, names, rights, sanctions, setup
from tournaments.errors.common import Forbidden, InvalidFields, ReasonMissing
from tournaments.errors.federations import (
    ClubMerged,
    ClubNotMerged,
    HasNumber,
    LastPresident,
    MembershipsOverlap,
    NotAnOfficer,
    NotInFederation,
    NumberTaken,
    OfficeHeld,
    OtherFederation,
    OwnCase,
    PlayerMerged,
    SameClub,
    SanctionDecided,
    SanctionNotAsked,
    SanctionOpen,
)
from tournaments.models import (
    RIGHTS,
    Club,
    ClubName,
    Federation,
    FederationEntry,
    LogEntry,
    LogText,
    Member,
    MembershipKind,
    OfficeKind,
    Right,
    RoleKind,
    Sanction,
    SanctionState,
)
from tournaments.queries.audit.evidence_checks import evidence_findings, findings_of_federation
from tournaments.queries.audit.federation_evidence import of_club
from tournaments.queries.federations.clubs import known_club
from tournaments.queries.people.duplicates import players_of
from tournaments.web.desk.log_lines import federation_log_lines

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


@pytest.fixture
def registrar(federation: Federation) -> Player:
    """The registrar of the federation."""
    return factories.officer(federation)


class TestTheLog:
    def test_every_action_is_an_entry_of_the_chain_of_its_federation(self) -> None:
        one, two = larger_federation(), larger_federation("BBB")
        for federation in (one, two):
            entries = FederationEntry.objects.filter(federation=federation)
            assert list(entries.values_list("seq", flat=True)) == list(range(1, entries.count() + 1))
            assert log.verify(federation) == []
            assert list(findings_of_federation(federation)) == []
        assert one.log_hash != two.log_hash

    def test_a_decision_stands_in_the_log_of_the_tournament_too(self, federation: Federation) -> None:
        event = factories.event()
        sanction = sanctions.request_sanction(event, federation, by=factories.owner(event.tournament))
        sanctions.refuse_sanction(sanction, by=None, reason="Too late.")
        codes = LogEntry.objects.filter(event=event).values_list("code", flat=True)
        assert {"sanction_requested", "sanction_refused"} <= set(codes)
        assert tournament_log.verify(event.tournament) == []
        assert list(evidence_findings(event.tournament)) == []

    def test_a_reason_belongs_to_one_log(self, federation: Federation) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            LogText.objects.create(federation=federation, tournament=factories.tournament(), text="Both.")
        with pytest.raises(IntegrityError), transaction.atomic():
            LogText.objects.create(text="Neither.")


class TestOffices:
    @pytest.mark.parametrize("kind", OfficeKind)
    def test_an_office_has_the_rights_of_the_table(self, federation: Federation, kind: OfficeKind) -> None:
        officer = factories.officer(federation, kind)
        assert rights.rights_of(officer, federation) == RIGHTS[kind]
        assert rights.rights_of(officer, factories.federation("BGF")) == set()

    def test_an_auditor_reads_everything_and_changes_nothing(self) -> None:
        assert RIGHTS[OfficeKind.AUDITOR] == {Right.READ}

    def test_rights_end_with_the_office(self, federation: Federation, registrar: Player) -> None:
        setup.end_office(federation.officers.get(player=registrar), by=registrar)
        with pytest.raises(NotAnOfficer):
            clubs.add_club(federation, by=registrar, name="Nantes")

    @pytest.mark.both_databases
    def test_a_federation_always_has_a_president(self, federation: Federation) -> None:
        [president] = federation.officers.all()
        with pytest.raises(LastPresident):
            setup.end_office(president, by=president.player)
        setup.give_office(federation, factories.director(), by=president.player, kind=OfficeKind.PRESIDENT)
        assert setup.end_office(president, by=president.player).ended_at

    @pytest.mark.both_databases
    def test_an_office_is_held_once_and_can_be_held_again(
        self, federation: Federation, registrar: Player
    ) -> None:
        with pytest.raises(OfficeHeld):
            setup.give_office(federation, registrar, by=None, kind=OfficeKind.REGISTRAR)
        setup.end_office(federation.officers.get(player=registrar), by=None)
        setup.give_office(federation, registrar, by=None, kind=OfficeKind.REGISTRAR)
        assert federation.officers.filter(player=registrar).count() == 2

    def test_an_office_that_has_ended_stays_so(self, federation: Federation, registrar: Player) -> None:
        officer = setup.end_office(federation.officers.get(player=registrar), by=None)
        entries = FederationEntry.objects.count()
        assert setup.end_office(officer, by=None).ended_at == officer.ended_at
        assert FederationEntry.objects.count() == entries

    def test_only_who_runs_the_installation_adds_a_federation(self) -> None:
        with pytest.raises(Forbidden):
            setup.create_federation(
                by=factories.director(), code="ABC", name="A", president=factories.director()
            )
        root = factories.player(email="root@example.org", is_superuser=True)
        assert setup.create_federation(by=root, code="ABC", name="A", president=root).log_seq == 2

    @pytest.mark.parametrize("code", ["ffbg", "F", "FF BG", "A" * 13, ""])
    def test_a_short_name_is_of_capitals_and_digits(self, code: str) -> None:
        with pytest.raises(InvalidFields, match="short name"):
            factories.federation(code)

    def test_a_merged_player_takes_no_office(self, federation: Federation) -> None:
        player = factories.player()
        player.merged_into = factories.player()
        player.save(update_fields=["merged_into"])
        with pytest.raises(PlayerMerged):
            setup.give_office(federation, player, by=None, kind=OfficeKind.AUDITOR)


class TestClubs:
    def test_a_name_belongs_to_one_club_however_it_is_written(self, federation: Federation) -> None:
        clubs.add_club(federation, by=None, name="Étoile", other_names=["BC Étoile"])
        for name in ("etoile", "ÉTOILE ", "bc  étoile"):
            with pytest.raises(InvalidFields):
                clubs.add_club(federation, by=None, name=name)
        clubs.add_club(factories.federation("BGF"), by=None, name="Étoile")

    @pytest.mark.both_databases
    def test_a_former_name_still_finds_the_club(self, federation: Federation) -> None:
        club = clubs.add_club(federation, by=None, name="Old", other_names=["Older"])
        clubs.change_club(club, by=None, name="New")
        assert set(ClubName.objects.values_list("name", flat=True)) == {"New", "Old", "Older"}
        clubs.change_club(club, by=None, other_names=["O"])
        assert set(ClubName.objects.values_list("name", flat=True)) == {"New", "O"}

    @pytest.mark.both_databases
    def test_names_of_earlier_releases_are_folded_again_and_stay_proved(self, federation: Federation) -> None:
        club = clubs.add_club(federation, by=None, name="Brønshøj", other_names=["Bo"])
        other = clubs.add_club(federation, by=None, name="Brondby")
        ClubName.objects.filter(name="Brønshøj").update(name_key="brønshøj")
        ClubName.objects.filter(name="Bo").update(name="Brøndby", name_key="brøndby")
        migration = import_module("tournaments.migrations.0071_letters_with_strokes")
        for _time in range(2):
            migration.renew_keys(apps, None)
        keys = dict(ClubName.objects.values_list("name", "name_key"))
        assert keys == {"Brønshøj": "bronshoj", "Brøndby": "brøndby", "Brondby": "brondby"}
        assert (known_club("Bronshoj"), known_club("Brøndby")) == (club, other)

    @pytest.mark.both_databases
    def test_the_proof_of_a_club_outlives_the_folding_of_its_name(self, federation: Federation) -> None:
        clubs.add_club(federation, by=None, name="Brønshøj")
        words = of_club(Club.objects.get()).words or {}
        assert words["names"] == [["Brønshøj", "brønshøj", True]]
        assert list(findings_of_federation(federation)) == []
        ClubName.objects.update(name_key="forged")
        assert list(findings_of_federation(federation)) != []

    @pytest.mark.both_databases
    def test_a_merge_is_undone(self, federation: Federation) -> None:
        one, two = (clubs.add_club(federation, by=None, name=name) for name in ("One", "Two"))
        clubs.merge_clubs(one, two, by=None)
        with pytest.raises(ClubMerged):
            clubs.change_club(one, by=None, city="Nantes")
        with pytest.raises(ClubMerged):
            clubs.merge_clubs(two, one, by=None)
        assert clubs.part_clubs(one, by=None).merged_into is None
        with pytest.raises(ClubNotMerged):
            clubs.part_clubs(one, by=None)
        assert clubs.merge_clubs(two, one, by=None).merged_into == one

    def test_a_club_is_not_merged_into_itself_nor_abroad(self, federation: Federation) -> None:
        club = clubs.add_club(federation, by=None, name="One")
        abroad = clubs.add_club(factories.federation("BGF"), by=None, name="Two")
        with pytest.raises(SameClub):
            clubs.merge_clubs(club, club, by=None)
        with pytest.raises(OtherFederation):
            clubs.merge_clubs(club, abroad, by=None)
        with pytest.raises(IntegrityError), transaction.atomic():
            Club.objects.filter(pk=club.pk).update(merged_into=club)

    @pytest.mark.parametrize("length", [2, 3])
    def test_the_database_refuses_a_circle_of_clubs(self, federation: Federation, length: int) -> None:
        row = [clubs.add_club(federation, by=None, name=f"Club {number}") for number in range(length)]
        for one, two in itertools.pairwise(row):
            Club.objects.filter(pk=one.pk).update(merged_into=two)
        with pytest.raises(DatabaseError, match="circle"), transaction.atomic():
            Club.objects.filter(pk=row[-1].pk).update(merged_into=row[0])


class TestMembers:
    def test_a_person_has_one_number_and_a_number_one_person(self, federation: Federation) -> None:
        ann, ben = factories.player("Ann"), factories.player("Ben")
        members.give_number(federation, ann, by=None, number="1")
        with pytest.raises(HasNumber):
            members.give_number(federation, ann, by=None, number="2")
        with pytest.raises(NumberTaken):
            members.give_number(federation, ben, by=None, number=" 1 ")
        other = members.give_number(federation, ben, by=None, number="2")
        with pytest.raises(NumberTaken):
            members.change_number(other, by=None, number="1")
        assert members.change_number(other, by=None, number="2").number == "2"
        assert members.change_number(other, by=None).number == "2"

    @pytest.mark.parametrize("number", ["", "A B", "=1+1", "é"])
    def test_a_number_is_of_letters_and_digits(self, federation: Federation, number: str) -> None:
        with pytest.raises(InvalidFields):
            members.give_number(federation, factories.player(), by=None, number=number)

    @pytest.mark.parametrize(
        ("start", "end", "is_free"),
        [
            (date(2025, 1, 1), date(2025, 12, 31), True),
            (date(2025, 1, 1), date(2026, 1, 1), False),
            (date(2026, 2, 1), date(2026, 2, 1), False),
            (date(2026, 6, 30), None, False),
            (date(2026, 7, 1), None, True),
            (date(2025, 1, 1), None, False),
        ],
    )
    def test_memberships_never_overlap(
        self, federation: Federation, start: date, end: date | None, is_free: bool
    ) -> None:
        member = members.give_number(federation, factories.player(), by=None, number="1")
        members.add_membership(member, by=None, starts_on=date(2026, 1, 1), ends_on=date(2026, 6, 30))
        if is_free:
            members.add_membership(member, by=None, starts_on=start, ends_on=end)
        else:
            with pytest.raises(MembershipsOverlap):
                members.add_membership(member, by=None, starts_on=start, ends_on=end)

    def test_the_last_day_is_not_before_the_first(self, federation: Federation) -> None:
        member = members.give_number(federation, factories.player(), by=None, number="1")
        with pytest.raises(InvalidFields):
            members.add_membership(member, by=None, starts_on=date(2026, 2, 1), ends_on=date(2026, 1, 1))

    def test_a_club_of_a_membership_is_of_the_same_federation_and_goes_on(
        self, federation: Federation
    ) -> None:
        member = members.give_number(federation, factories.player(), by=None, number="1")
        abroad = clubs.add_club(factories.federation("BGF"), by=None, name="Abroad")
        one, two = (clubs.add_club(federation, by=None, name=name) for name in ("One", "Two"))
        clubs.merge_clubs(one, two, by=None)
        one.refresh_from_db()
        for club, refusal in ((abroad, OtherFederation), (one, ClubMerged)):
            with pytest.raises(refusal):
                members.add_membership(member, by=None, starts_on=date(2026, 1, 1), club=club)
        assert members.add_membership(member, by=None, starts_on=date(2026, 1, 1), club=two).club == two

    @pytest.mark.both_databases
    def test_a_membership_through_a_club_that_is_part_of_another_one_can_end(
        self, federation: Federation
    ) -> None:
        member = members.give_number(federation, factories.player(), by=None, number="1")
        one, two = (clubs.add_club(federation, by=None, name=name) for name in ("One", "Two"))
        membership = members.add_membership(member, by=None, starts_on=date(2026, 1, 1), club=one)
        clubs.merge_clubs(one, two, by=None)
        membership = members.change_membership(membership, by=None, ends_on=date(2026, 6, 30))
        assert (membership.ends_on, membership.club) == (date(2026, 6, 30), one)
        members.change_membership(membership, by=None, club=two)
        with pytest.raises(ClubMerged):
            members.change_membership(membership, by=None, club=Club.objects.get(pk=one.pk))

    def test_an_officer_never_decides_on_themself(self, federation: Federation, registrar: Player) -> None:
        with pytest.raises(OwnCase):
            members.give_accepted_number(federation, registrar, by=registrar, number="1")
        own = members.give_number(federation, registrar, by=None, number="1")
        with pytest.raises(OwnCase):
            members.add_membership(own, by=registrar, starts_on=date(2026, 1, 1))
        with pytest.raises(OwnCase):
            members.change_number(own, by=registrar, number="2")
        membership = members.add_membership(own, by=None, starts_on=date(2026, 1, 1))
        with pytest.raises(OwnCase):
            members.change_membership(membership, by=registrar, kind=MembershipKind.HONORARY)

    @pytest.mark.both_databases
    def test_a_merged_player_is_given_no_number(self, federation: Federation) -> None:
        player = factories.player()
        player.merged_into = factories.player()
        player.save(update_fields=["merged_into"])
        with pytest.raises(PlayerMerged):
            members.give_number(federation, player, by=None, number="1")
        assert not Member.objects.exists()


class TestNames:
    def test_a_name_is_corrected_in_every_tournament_and_proved_by_every_log(
        self, federation: Federation
    ) -> None:
        player = factories.player("Ann Lea", email="ann@example.org")
        factories.member(federation, player)
        events = [factories.event(), factories.event()]
        for event in events:
            registration.enter(event, by=None, players=[player])
        names.correct_name(
            federation, player, by=factories.officer(federation), name="Ann Lee", club="Nantes"
        )
        for event in events:
            assert event.entrants.get().name == "Ann Lee"
            assert tournament_log.verify(event.tournament) == []
            assert list(evidence_findings(event.tournament)) == []
        assert (log.verify(federation), list(findings_of_federation(federation))) == ([], [])

    def test_nobody_corrects_their_own_name_nor_that_of_a_stranger(self, federation: Federation) -> None:
        registrar = factories.officer(federation)
        factories.member(federation, registrar)
        with pytest.raises(OwnCase):
            names.correct_name(federation, registrar, by=registrar, name="Other")
        with pytest.raises(NotInFederation):
            names.correct_name(federation, factories.player(), by=registrar, name="Other")

    def test_a_duplicate_that_was_merged_is_not_corrected(self, federation: Federation) -> None:
        one, two = (factories.member(federation, factories.player("Ann")).player for _ in range(2))
        factories.merge(federation, one, into=two)
        with pytest.raises(PlayerMerged):
            names.correct_name(federation, Player.objects.get(pk=one.pk), by=None, name="Anna")


class TestSanctions:
    @pytest.mark.both_databases
    def test_an_event_is_sanctioned_by_several_federations(self, federation: Federation) -> None:
        event = factories.event()
        for body in (federation, factories.federation("BGF")):
            sanction = sanctions.request_sanction(event, body, by=factories.owner(event.tournament))
            sanctions.grant_sanction(sanction, by=None, event_class="Main", weight=Decimal("0.5"))
        assert Sanction.objects.filter(event=event, state=SanctionState.GRANTED).count() == 2

    def test_only_directors_submit_and_only_rating_officers_decide(
        self, federation: Federation, registrar: Player
    ) -> None:
        event = factories.event()
        with pytest.raises(Forbidden):
            sanctions.request_sanction(event, federation, by=registrar)
        sanction = sanctions.request_sanction(event, federation, by=factories.owner(event.tournament))
        for officer in (registrar, factories.owner(event.tournament)):
            with pytest.raises(NotAnOfficer):
                sanctions.grant_sanction(sanction, by=officer)
        rating_officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
        assert sanctions.grant_sanction(sanction, by=rating_officer).state == SanctionState.GRANTED

    def test_granting_again_keeps_what_is_left_out(self, federation: Federation) -> None:
        sanction = sanctions.request_sanction(factories.event(), federation, by=None)
        first = sanctions.grant_sanction(sanction, by=None, event_class="Main")
        assert (first.event_class, first.weight) == ("Main", Decimal(1))
        sanctions.grant_sanction(sanction, by=None, weight=Decimal("1.5"))
        again = sanctions.grant_sanction(sanction, by=None)
        assert (again.event_class, again.weight) == ("Main", Decimal("1.5"))

    def test_an_officer_who_plays_in_an_event_decides_nothing_on_it(self, federation: Federation) -> None:
        event = factories.event()
        sanction = sanctions.request_sanction(event, federation, by=None)
        officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
        walk_in = factories.player("Olga Officer")
        entrant = registration.enter(event, by=None, players=[walk_in])
        factories.member(federation, walk_in)
        factories.member(federation, officer)
        factories.merge(federation, walk_in, into=officer)
        with pytest.raises(OwnCase):
            sanctions.grant_sanction(sanction, by=officer)
        with pytest.raises(OwnCase):
            sanctions.refuse_sanction(sanction, by=officer, reason="Too strong.")
        registration.withdraw(entrant, by=None, reason="Directs instead.")
        assert sanctions.grant_sanction(sanction, by=officer).state == SanctionState.GRANTED

    def test_an_officer_of_the_tournament_decides_only_where_no_other_is_there(self) -> None:
        president = factories.director("Paula President")
        federation = factories.federation("OWN", president=president)
        event = factories.event()
        lifecycle.appoint(
            event.tournament, president, kind=RoleKind.DESK, by=factories.owner(event.tournament)
        )
        sanction = sanctions.request_sanction(event, federation, by=None)
        sanctions.grant_sanction(sanction, by=president)
        [entry] = FederationEntry.objects.filter(federation=federation, code="sanction_granted")
        assert entry.data["is_own_case"] is True
        assert "whose own event it is" in federation_log_lines([entry])[0].text
        # Whom the own desk has entered is no player of the federation by that.
        entered = factories.player("Vera Victim", email="vera@example.org")
        registration.enter(event, by=president, players=[entered])
        registered = factories.player("Rolf Registered", email="rolf@example.org")
        registration.register_self(event, by=registered)
        assert set(players_of(federation)) == {registered}
        officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
        with pytest.raises(OwnCase):
            sanctions.grant_sanction(sanction, by=president, weight=Decimal(100))
        sanctions.grant_sanction(sanction, by=officer)
        last = FederationEntry.objects.filter(federation=federation, code="sanction_granted").last()
        assert last is not None
        assert "is_own_case" not in last.data
        assert set(players_of(federation)) == {entered, registered}

    def test_an_officer_who_has_played_or_directed_there_does_not_leave_to_decide(
        self, federation: Federation
    ) -> None:
        stage = factories.stage(lengths=(3,))
        tournament = stage.event.tournament
        owner = factories.owner(tournament)
        players, directors = (
            [factories.officer(federation, OfficeKind.RATING_OFFICER) for _ in range(2)] for _ in "ab"
        )
        entries = [registration.enter(stage.event, by=None, players=[one]) for one in players]
        sanction = sanctions.request_sanction(stage.event, federation, by=None)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        for entry in entries:
            registration.withdraw(entry, by=None, reason="Directs instead.")
        lifecycle.appoint(tournament, directors[0], kind=RoleKind.DESK, by=owner)
        lifecycle.dismiss(tournament, directors[0], by=owner)
        lifecycle.appoint(tournament, directors[1], kind=RoleKind.OWNER, by=owner)
        lifecycle.appoint(tournament, owner, kind=RoleKind.OWNER, by=directors[1])
        lifecycle.dismiss(tournament, directors[1], by=owner)
        for officer in (*players, *directors):
            with pytest.raises(OwnCase):
                sanctions.grant_sanction(sanction, by=officer, weight=Decimal(9))

    def test_of_officers_who_all_take_part_one_decides_and_the_log_says_so(self) -> None:
        president = factories.director("Paula President")
        federation = factories.federation("OWN", president=president)
        officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
        event = factories.event()
        sanction = sanctions.request_sanction(event, federation, by=None)
        for player in (president, officer):
            registration.enter(event, by=None, players=[player])
        sanctions.grant_sanction(sanction, by=officer)
        last = FederationEntry.objects.filter(federation=federation).latest("seq")
        assert last.data["is_own_case"] is True

    def test_an_event_is_submitted_once_and_again_after_it_was_withdrawn(
        self, federation: Federation
    ) -> None:
        event = factories.event()
        sanction = sanctions.request_sanction(event, federation, by=None)
        with pytest.raises(SanctionOpen):
            sanctions.request_sanction(event, federation, by=None)
        sanctions.withdraw_sanction(sanction, by=None)
        assert sanctions.withdraw_sanction(sanction, by=None).state == SanctionState.WITHDRAWN
        assert sanctions.request_sanction(event, federation, by=None) == sanction

    def test_what_a_federation_has_decided_only_it_changes(self, federation: Federation) -> None:
        sanction = sanctions.request_sanction(factories.event(), federation, by=None)
        sanctions.refuse_sanction(sanction, by=None, reason="Too late.")
        with pytest.raises(SanctionDecided):
            sanctions.withdraw_sanction(sanction, by=None)
        with pytest.raises(SanctionDecided):
            sanctions.request_sanction(sanction.event, federation, by=None)
        assert sanctions.grant_sanction(sanction, by=None).state == SanctionState.GRANTED

    def test_what_a_director_has_withdrawn_is_decided_on_once_it_is_submitted_again(
        self, federation: Federation
    ) -> None:
        """Else nobody who entered it is a player of the federation, and it waits from that day on."""
        event, officer = factories.event(), factories.officer(federation, OfficeKind.RATING_OFFICER)
        registration.enter(event, by=None, players=[factories.player()])
        sanction = sanctions.request_sanction(event, federation, by=None)
        first = sanction.requested_at
        sanctions.withdraw_sanction(sanction, by=None)
        with pytest.raises(SanctionNotAsked):
            sanctions.grant_sanction(sanction, by=officer)
        with pytest.raises(SanctionNotAsked):
            sanctions.refuse_sanction(sanction, by=officer, reason="Too late.")
        assert not players_of(federation).exists()
        assert sanctions.request_sanction(event, federation, by=None).requested_at > first
        assert sanctions.grant_sanction(sanction, by=officer).state == SanctionState.GRANTED
        assert list(findings_of_federation(federation)) == []

    def test_a_refusal_has_a_reason(self, federation: Federation) -> None:
        sanction = sanctions.request_sanction(factories.event(), federation, by=None)
        with pytest.raises(ReasonMissing):
            sanctions.refuse_sanction(sanction, by=None, reason=" ")

    @pytest.mark.parametrize("weight", [Decimal(-1), Decimal("100.001"), Decimal("1.0001"), Decimal("NaN")])
    def test_a_weight_is_between_0_and_100(self, federation: Federation, weight: Decimal) -> None:
        sanction = sanctions.request_sanction(factories.event(), federation, by=None)
        with pytest.raises(InvalidFields):
            sanctions.grant_sanction(sanction, by=None, weight=weight)
