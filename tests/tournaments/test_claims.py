"""Walk-ins are claimed by a code or a mail from the desk, and a claim is undone with everything as before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone
from pytest_django import Settings

from matches.models import Player, PublicAs
from tests import factories
from tests.exchange.test_archives import table
from tests.faults.push_service import PushBrowser
from tests.tournaments.test_phones import keys_of
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions import log, results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.exchange import archives
from tournaments.actions.federations import merging, setup
from tournaments.actions.people import browsers, claims, links, naming, phones, publicity, tokens
from tournaments.actions.people.publicity import Publicity
from tournaments.actions.undo import undo
from tournaments.errors.common import Forbidden, InvalidFields, WrongTournament
from tournaments.errors.federations import BothEntered, BothPlayed, NotAnOfficer, NotInFederation
from tournaments.errors.people import (
    AccountFirst,
    ChoiceStands,
    ClaimAtOtherDesks,
    ClaimNotValid,
    ClaimOver,
    GuardianMissing,
    HasAccount,
    HoldsOffice,
    MinorsAccount,
    OwnClaim,
    OwnCode,
    PlaysAtOtherDesks,
    SignedInAlready,
)
from tournaments.models import (
    AccountBrowser,
    AccountMail,
    Claim,
    LogEntry,
    Merge,
    Notice,
    OfficeKind,
    Origin,
    OutboxJob,
    PushSubscription,
    RoleKind,
    TokenScope,
    Tournament,
)
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.publicity import public_persons

pytestmark = pytest.mark.django_db

_PASSWORD = "a long enough password"


@pytest.fixture
def tournament() -> Tournament:
    """A tournament with a drawn event of Walter, typed by the desk, and Ben."""
    event = factories.event()
    for name in ("Walter Walkin", "Ben"):
        registration.enter(event, by=None, players=[factories.player(name)])
    draw.draw(factories.stage(event), by=None)
    return event.tournament


@pytest.fixture
def walter(tournament: Tournament) -> Player:
    """The walk-in."""
    return Player.objects.get(name="Walter Walkin")


@pytest.fixture
def account() -> Player:
    """The account of Walter."""
    return factories.player("Walter Wright", email="walter@example.org")


def code_for(player: Player, tournament: Tournament, **values: Any) -> str:
    """The letters of a new code from the owner of the tournament."""
    return claims.make_code(tournament, player, by=factories.owner(tournament), **values)[1]


def claim(code: str, by: Player) -> Claim:
    """Claim by a code, as the pages do."""
    return claims.claim_player(claims.find(code), by=by)


def columns(*players: Player) -> list[dict[str, Any]]:
    """Every column of these rows as they are stored."""
    rows = Player.objects.filter(pk__in=[player.pk for player in players]).order_by("pk")
    return [dict(row) for row in rows.values()]


def is_sound(tournament: Tournament) -> bool:
    """Whether the chain is whole and every row is what the log says."""
    return not log.verify(tournament) and not any(one.is_fault for one in evidence_findings(tournament))


class TestAnAccountClaims:
    def test_everything_of_the_walk_in_is_the_account_s(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        claim(code_for(walter, tournament), account)
        walter.refresh_from_db()
        assert walter.merged_into == account
        [match] = access.own_matches(Visitor(account=account))
        assert results.report(match, by=account, score=(7, 3)).report.by == account
        assert Notice.objects.filter(recipient=account, code="player_claimed").count() == 1
        assert is_sound(tournament)

    def test_the_code_is_read_however_it_is_typed_and_stored_nowhere(
        self, tournament: Tournament, walter: Player
    ) -> None:
        code = code_for(walter, tournament)
        assert len(code) == 11
        assert not Claim.objects.filter(hash__contains=code).exists()
        for text in (code.upper(), code.replace("-", ""), f" {code.replace('-', ' ')} "):
            assert claims.find(text).player == walter

    def test_it_works_once(self, tournament: Tournament, walter: Player, account: Player) -> None:
        code = code_for(walter, tournament)
        row = claims.find(code)
        claims.claim_player(row, by=account)
        with pytest.raises(ClaimNotValid):
            claims.find(code)
        # Somebody who read the claim before it was used.
        with pytest.raises((ClaimNotValid, HasAccount)):
            claims.claim_player(row, by=factories.player("Eve", email="eve@example.org"))
        entries = LogEntry.objects.count()
        assert claims.claim_player(row, by=account).account == account
        assert LogEntry.objects.count() == entries

    def test_a_new_code_a_revoked_one_and_time_end_it(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        first = code_for(walter, tournament)
        second = code_for(walter, tournament)
        with pytest.raises(ClaimNotValid):
            claims.find(first)
        row = claims.find(second)
        claims.revoke_code(row, by=factories.clerk(tournament))
        claims.revoke_code(row, by=factories.clerk(tournament))
        with pytest.raises(ClaimNotValid):
            claims.claim_player(row, by=account)
        third = code_for(walter, tournament)
        Claim.objects.filter(claimed_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
        with pytest.raises(ClaimNotValid):
            claims.find(third)

    def test_one_form_shows_one_code(self, tournament: Tournament, walter: Player) -> None:
        assert code_for(walter, tournament, key="a") == code_for(walter, tournament, key="a")
        claims.revoke_code(Claim.objects.get(), by=None)
        assert code_for(walter, tournament, key="a") != code_for(walter, tournament, key="b")
        assert Claim.objects.count() == 3

    def test_two_who_met_are_two_people(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        event = tournament.events.get()
        code = code_for(walter, tournament)
        other = factories.event(tournament, name="Side")
        for player in (walter, account):
            registration.enter(other, by=None, players=[player])
        with pytest.raises(BothEntered, match="both in Side"):
            claim(code, account)
        draw.draw(factories.stage(other), by=None)
        factories.play_open_matches(other.stages.get())
        with pytest.raises(BothPlayed, match="both played in Side"):
            claim(code, account)
        assert event.entrants.count() == 2
        walter.refresh_from_db()
        assert walter.merged_into is None

    def test_a_player_whom_a_federation_has_merged_is_claimed_by_no_earlier_code(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        federation = factories.federation()
        twin = factories.member(federation, factories.player("Walter Walkin")).player
        factories.member(federation, walter)
        factories.sanction(tournament.events.get(), federation)
        code = code_for(walter, tournament)
        factories.merge(federation, walter, into=twin)
        with pytest.raises(ClaimNotValid):
            claim(code, account)
        claim(code_for(walter, tournament), account)
        assert set(Player.objects.filter(merged_into=account)) == {walter, twin}
        merging.undo_merge(Merge.objects.get(), by=None)
        assert set(Player.objects.filter(merged_into=account)) == {twin}
        claims.undo_claim(Claim.objects.get(claimed_at__isnull=False), by=None)
        assert not Player.objects.exclude(merged_into=None).exists()
        assert is_sound(tournament)

    def test_the_verdicts_are_given_again(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        code = code_for(walter, tournament)
        OutboxJob.objects.all().delete()
        claim(code, account)
        jobs = OutboxJob.objects.filter(name="judge").values_list("args__player_id", flat=True)
        assert set(jobs) == {walter.pk, account.pk}


class TestWhoMay:
    def test_only_a_desk_makes_codes_and_only_for_its_players(
        self, tournament: Tournament, walter: Player
    ) -> None:
        claims.make_code(tournament, walter, by=factories.clerk(tournament))
        with pytest.raises(Forbidden):
            claims.make_code(tournament, walter, by=factories.director("Other"))
        with pytest.raises(WrongTournament):
            claims.make_code(tournament, factories.player("Somebody"), by=None)

    def test_nobody_takes_a_player_of_other_desks_by_entering_them_too(
        self, tournament: Tournament, walter: Player
    ) -> None:
        thief = factories.director("Thea Thief")
        elsewhere = factories.event(factories.tournament(by=thief))
        registration.enter(elsewhere, by=thief, players=[walter])
        for place, by in ((elsewhere.tournament, thief), (tournament, factories.owner(tournament))):
            with pytest.raises(ClaimAtOtherDesks):
                claims.make_code(place, walter, by=by)
        Player.objects.filter(pk=walter.pk).update(contact_email="walter@example.org")
        letter = claims.mail_code(elsewhere.tournament, walter, by=thief, address=lambda code: f"at {code}")
        [mail] = AccountMail.objects.all()
        assert (letter.address, mail.to) == ("walter@example.org", "walter@example.org")
        assert "at " in mail.text

    def test_nobody_takes_a_member_of_a_federation_by_entering_them(self, walter: Player) -> None:
        """A member from a list, or from a file of results, plays at no desk before somebody enters them."""
        federation, thief = factories.federation(), factories.director("Thea Thief")
        listed, of_a_file = factories.player("Lena Listed"), factories.player("Fay File")
        factories.member(federation, listed)
        archive = archives.enter_archive(
            federation, by=None, data=table("Fay,Lena,7,1998-05-02,Open"), kind="matches", source="Book"
        )
        for words, player in (("Fay", of_a_file), ("Lena", listed)):
            archive = archives.name_in_archive(archive, by=None, person=words, player=player)
        archives.import_archive(archive, by=None)
        event = factories.event(factories.tournament(by=thief))
        for player in (listed, of_a_file):
            registration.enter(event, by=thief, players=[player])
            with pytest.raises(ClaimAtOtherDesks):
                claims.make_code(event.tournament, player, by=thief)
            with pytest.raises(PlaysAtOtherDesks):
                naming.correct(player, event.tournament, by=thief, name="Thea Thief")
            publicity.choose_for(player, event.tournament, Publicity(PublicAs.INITIALS), by=thief)
            with pytest.raises(ChoiceStands):
                publicity.choose_for(player, event.tournament, Publicity(PublicAs.NAME), by=thief)
            link, _token = links.make_player_link(event.tournament, player, by=thief)
            player.refresh_from_db()
            with pytest.raises(ChoiceStands):
                publicity.choose(player, Publicity(PublicAs.NAME), by=player, origin=Origin(link))
        factories.sanction(event, federation)
        for player in (listed, of_a_file):
            assert claims.make_code(event.tournament, player, by=thief)

    def test_who_signs_in_and_who_holds_an_office_are_claimed_by_nobody(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        event = factories.event(tournament, name="Side")
        registration.enter(event, by=None, players=[account])
        with pytest.raises(HasAccount):
            claims.make_code(tournament, account, by=None)
        code = code_for(walter, tournament)
        lifecycle.appoint(tournament, walter, kind=RoleKind.DESK, by=None)
        with pytest.raises(HoldsOffice):
            claim(code, account)
        with pytest.raises(HoldsOffice):
            claims.make_code(tournament, walter, by=None)

    def test_who_became_an_account_meanwhile_is_not_claimed(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        code = code_for(walter, tournament)
        Player.objects.filter(pk=walter.pk).update(email="other@example.org")
        with pytest.raises(HasAccount):
            claim(code, account)

    def test_an_officer_claims_nobody_by_a_code_of_their_own(
        self, tournament: Tournament, walter: Player
    ) -> None:
        owner = factories.owner(tournament)
        with pytest.raises(OwnCode):
            claim(code_for(walter, tournament), owner)
        _row, code = claims.make_code(tournament, walter, by=factories.clerk(tournament))
        row = claim(code, owner)
        with pytest.raises(OwnClaim):
            claims.undo_claim(row, by=owner)

    def test_a_minor_claims_nothing_without_the_guardian(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        year = timezone.localdate().year - 12
        Player.objects.filter(pk=walter.pk).update(birth_year=year, contact_email="w@example.org")
        with pytest.raises(GuardianMissing):
            claims.make_code(tournament, walter, by=None)
        with pytest.raises(GuardianMissing):
            claims.mail_code(tournament, walter, by=None, address=str)
        code = code_for(walter, tournament, guardian_agrees=True)
        with pytest.raises(MinorsAccount):
            claim(code, account)
        Player.objects.filter(pk=account.pk).update(birth_year=year)
        claim(code, account)
        assert not public_persons().filter(pk=account.pk).exists()

    def test_an_account_is_that_of_a_minor_by_a_row_that_was_merged_into_it(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        elsewhere, federation = factories.event(), factories.federation()
        typed = factories.player("Walter Wright")
        registration.enter(elsewhere, by=None, players=[typed])
        for row in (typed, account):
            factories.member(federation, row)
        factories.merge(federation, typed, into=account)
        year = timezone.localdate().year - 12
        Player.objects.filter(pk__in=[typed.pk, walter.pk]).update(birth_year=year)
        claim(code_for(walter, tournament, guardian_agrees=True), account)
        walter.refresh_from_db()
        assert walter.merged_into == account

    def test_a_year_of_birth_that_came_after_the_code_counts(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        code = code_for(walter, tournament)
        Player.objects.filter(pk=walter.pk).update(birth_year=timezone.localdate().year - 12)
        with pytest.raises(GuardianMissing):
            claim(code, account)

    def test_the_address_that_the_desk_knew_hears_of_it(self, tournament: Tournament, walter: Player) -> None:
        Player.objects.filter(pk=walter.pk).update(contact_email="walter@example.org", language="fr")
        claim(code_for(walter, tournament), factories.player("Leo Leak", email="leak@example.org"))
        mail = AccountMail.objects.get(to="walter@example.org")
        assert "résultats" in mail.text


class TestAnAccountOfTheirOwn:
    def test_the_walk_in_becomes_the_account(self, tournament: Tournament, walter: Player) -> None:
        row = claims.find(code_for(walter, tournament))
        claims.become_account(
            row, by=None, email="walter@example.org", password=_PASSWORD, agrees=True, language="fr"
        )
        walter.refresh_from_db()
        assert (walter.email, walter.language, walter.merged_into) == ("walter@example.org", "fr", None)
        assert walter.check_password(_PASSWORD)
        assert public_persons().filter(pk=walter.pk).exists()
        assert is_sound(tournament)

    def test_the_address_of_a_mail_is_confirmed_and_is_that_of_the_account(
        self, tournament: Tournament, walter: Player, settings: Settings
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        with pytest.raises(AccountFirst):
            claims.become_account(
                claims.find(code_for(walter, tournament)),
                by=None,
                email="a@example.org",
                password=_PASSWORD,
                agrees=True,
            )
        Player.objects.filter(pk=walter.pk).update(contact_email="walter@example.org")
        code = ""

        def address(letters: str) -> str:
            nonlocal code
            code = letters
            return letters

        claims.mail_code(tournament, walter, by=None, address=address)
        # Whatever somebody types, and whatever the desk has changed since.
        Player.objects.filter(pk=walter.pk).update(contact_email="thief@example.org")
        claims.become_account(
            claims.find(code), by=None, email="thief@example.org", password=_PASSWORD, agrees=True
        )
        walter.refresh_from_db()
        assert walter.email == "walter@example.org"
        addresses = EmailAddress.objects.filter(user=walter).values_list("email", "verified")
        assert list(addresses) == [(walter.email, True)]

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"email": "WALTER@example.org", "password": _PASSWORD}, "Walter"),
            ({"email": "no address", "password": _PASSWORD}, "email"),
            ({"email": "new@example.org", "password": "12345"}, "password"),
        ],
    )
    def test_what_cannot_be_uses_no_code(
        self, tournament: Tournament, walter: Player, account: Player, values: dict[str, str], field: str
    ) -> None:
        code = code_for(walter, tournament)
        before = columns(walter)
        with pytest.raises(InvalidFields):
            claims.become_account(claims.find(code), by=None, agrees=True, **values)
        assert columns(walter) == before
        with pytest.raises(SignedInAlready):
            claims.become_account(
                claims.find(code), by=account, email="n@example.org", password=_PASSWORD, agrees=True
            )
        assert field
        assert claims.find(code).player == walter


class TestUndoing:
    def test_a_director_undoes_a_claim_and_every_row_is_as_before(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        publicity.choose_for(walter, tournament, Publicity(public_as=PublicAs.INITIALS), by=None)
        code = code_for(walter, tournament)
        before = columns(walter, account)
        row = claim(code, account)
        assert columns(walter, account) != before
        with pytest.raises(Forbidden):
            claims.undo_claim(row, by=factories.clerk(tournament))
        claims.undo_claim(row, by=factories.owner(tournament))
        assert columns(walter, account) == before
        assert list(access.own_matches(Visitor(account=account))) == []
        assert Notice.objects.filter(recipient=account, code="claim_undone").count() == 1
        with pytest.raises(ClaimOver):
            claims.undo_claim(row, by=None)
        claim(code_for(walter, tournament), account)
        assert is_sound(tournament)

    def test_the_log_undoes_it_too(self, tournament: Tournament, walter: Player, account: Player) -> None:
        before = columns(walter, account)
        claim(code_for(walter, tournament), account)
        entry = LogEntry.objects.get(code="player_claimed")
        undo(entry, by=factories.owner(tournament))
        assert columns(walter, account) == before
        code = code_for(walter, tournament)
        undo(
            LogEntry.objects.filter(code="claim_code_made").order_by("-seq")[0],
            by=factories.owner(tournament),
        )
        with pytest.raises(ClaimNotValid):
            claims.find(code)

    def test_who_became_an_account_is_a_walk_in_again(self, tournament: Tournament, walter: Player) -> None:
        walter.set_unusable_password()
        walter.save()
        before = columns(walter)
        row = claims.find(code_for(walter, tournament))
        claims.become_account(row, by=None, email="thief@example.org", password=_PASSWORD, agrees=True)
        walter.refresh_from_db()
        _token, _text = tokens.make(by=walter, name="Script", scopes=[TokenScope.READ])
        publicity.choose(walter, Publicity(public_as=PublicAs.PSEUDONYM, pseudonym="Zorro"), by=walter)
        claims.undo_claim(row, by=factories.owner(tournament))
        [after] = columns(walter)
        assert not Player.objects.get(pk=walter.pk).has_usable_password()
        assert [after | {"password": ""}] == [before[0] | {"password": ""}]
        assert not tokens.valid_tokens(walter).exists()
        assert is_sound(tournament)

    def test_no_desk_closes_the_account_of_an_officer_of_a_federation(
        self, tournament: Tournament, walter: Player
    ) -> None:
        row = claims.find(code_for(walter, tournament))
        claims.become_account(row, by=None, email="w@example.org", password=_PASSWORD, agrees=True)
        officer = setup.give_office(factories.federation(), walter, by=None, kind=OfficeKind.REGISTRAR)
        with pytest.raises(HoldsOffice):
            claims.undo_claim(row, by=factories.owner(tournament))
        assert Player.objects.get(pk=walter.pk).has_usable_password()
        setup.end_office(officer, by=None)
        claims.undo_claim(row, by=factories.owner(tournament))
        assert not Player.objects.get(pk=walter.pk).has_usable_password()

    def test_a_thief_keeps_no_account_by_opening_a_tournament(
        self, tournament: Tournament, walter: Player
    ) -> None:
        row = claims.find(code_for(walter, tournament))
        claims.become_account(row, by=None, email="thief@example.org", password=_PASSWORD, agrees=True)
        lifecycle.appoint(factories.tournament(name="Own one"), walter, kind=RoleKind.OWNER, by=None)
        claims.undo_claim(row, by=factories.owner(tournament))
        assert not Player.objects.get(pk=walter.pk).has_usable_password()

    def test_no_passkey_and_no_browser_of_the_closed_account_acts_for_the_walk_in(
        self, tournament: Tournament, walter: Player
    ) -> None:
        link, _token = links.make_player_link(tournament, walter, by=None)
        browser = PushBrowser("https://push.example.org/walter")
        phones.subscribe(walter, keys=keys_of(browser), language="en", origin=Origin(link))
        row = claims.find(code_for(walter, tournament))
        claims.become_account(row, by=None, email="thief@example.org", password=_PASSWORD, agrees=True)
        Authenticator.objects.create(user=walter, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
        browsers.note(walter, cookie=browsers.new_cookie(), agent="Firefox/140")
        thief = PushBrowser("https://push.example.org/thief")
        phones.subscribe(walter, keys=keys_of(thief), language="en")
        calendar, _token = links.make_calendar_link(tournament, walter, by=walter)
        claims.undo_claim(row, by=factories.owner(tournament))
        calendar.refresh_from_db()
        assert calendar.revoked_at is not None
        assert is_sound(tournament)
        assert not Authenticator.objects.filter(user=walter).exists()
        assert not AccountBrowser.objects.filter(player=walter).exists()
        assert [phone.link for phone in PushSubscription.objects.filter(player=walter)] == [link]

    def test_a_pseudonym_that_another_player_has_by_now_does_not_come_back(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        fox = Publicity(public_as=PublicAs.PSEUDONYM, pseudonym="Fox")
        publicity.choose_for(walter, tournament, fox, by=factories.owner(tournament))
        row = claims.find(code_for(walter, tournament))
        claims.become_account(row, by=None, email="thief@example.org", password=_PASSWORD, agrees=True)
        publicity.choose(walter, Publicity(public_as=PublicAs.NAME), by=walter)
        publicity.choose(account, Publicity(public_as=PublicAs.PSEUDONYM, pseudonym="FÓX"), by=account)
        claims.undo_claim(row, by=factories.owner(tournament))
        walter.refresh_from_db()
        assert (walter.public_as, walter.pseudonym) == (PublicAs.INITIALS, "")
        assert is_sound(tournament)

    def test_a_registrar_undoes_it_for_the_players_of_the_federation_alone(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        row = claim(code_for(walter, tournament), account)
        federation = factories.federation()
        registrar = factories.officer(federation)
        with pytest.raises(NotInFederation):
            merging.undo_claim_of_player(federation, row, by=registrar)
        factories.sanction(tournament.events.get(), federation)
        with pytest.raises(NotAnOfficer):
            merging.undo_claim_of_player(
                federation, row, by=factories.officer(federation, OfficeKind.TREASURER)
            )
        merging.undo_claim_of_player(federation, row, by=registrar)
        walter.refresh_from_db()
        assert walter.merged_into is None

    def test_a_player_who_points_elsewhere_is_found(
        self, tournament: Tournament, walter: Player, account: Player
    ) -> None:
        claim(code_for(walter, tournament), account)
        Player.objects.filter(pk=walter.pk).update(merged_into=factories.player())
        codes = {(one.code, one.subject) for one in evidence_findings(tournament)}
        assert (FindingCode.MERGE_DIFFERS, walter.uid) in codes
        assert any(one.is_fault for one in findings(tournament)) or codes
