"""The security of an account: second factors, browsers, mails, and confirming who it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Page, Visitor
from tournaments.actions.events import lifecycle
from tournaments.actions.people import tokens
from tournaments.models import AccountBrowser, AccountMail, Invitation, Role, RoleKind, TokenScope

pytestmark = pytest.mark.django_db

_PASSWORD = "a long enough password"
_FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)


@pytest.fixture(autouse=True)
def _nothing_counted() -> Iterator[None]:
    """Begin without attempts; the clock stands, because codes change every half minute."""
    cache.clear()
    with time_machine.travel(timezone.now(), tick=False):
        yield
    cache.clear()


def _account(*, language: str = "") -> Player:
    account = factories.player("Olga Owner", email="olga@example.org", password=_PASSWORD)
    account.language = language
    account.save()
    return account


def _signed_in(*, agent: str = _FIREFOX) -> Visitor:
    """Somebody who signs in to the account in a browser of their own."""
    visitor = Visitor()
    visitor.client.defaults["HTTP_USER_AGENT"] = agent
    page = visitor.send("account_login", login="olga@example.org", password=_PASSWORD)
    assert page.status == 200
    return visitor


def _code(secret: str, *, ahead: int = 0) -> str:
    code: str = format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead))
    return code


def _switch_codes_on(visitor: Visitor) -> tuple[str, Page]:
    secret = re.search(r'class="address">([A-Z2-7]{32})<', visitor.open("mfa_activate_totp").html)
    assert secret is not None
    return secret[1], visitor.send("mfa_activate_totp", code=_code(secret[1]))


class TestSecondFactor:
    """A code beside the password, and ways back in without the phone."""

    @pytest.mark.both_databases
    def test_codes_are_switched_on_asked_for_once_each_and_replaced_by_recovery_codes(
        self, run_jobs: Callable[[], int]
    ) -> None:
        account = _account()
        visitor = _signed_in()
        secret, page = _switch_codes_on(visitor)
        # Nothing runs after a commit here: the mail was written in the transaction of the factor.
        assert AccountMail.objects.filter(subject="Codes from an app protect your account").count() == 1
        codes = re.findall(r"<code>(\d{8})</code>", page.html)
        assert len(codes) == 10
        assert "10 recovery codes left" in visitor.open("security")
        row = Authenticator.objects.get(user=account, type=Authenticator.Type.TOTP)
        assert secret not in str(row.data)
        assert codes[0] in visitor.client.get(reverse("mfa_download_recovery_codes")).content.decode()

        other = _signed_in(agent=_SAFARI)
        assert "Your second factor" in other.open("mfa_authenticate")
        assert "not right" in other.post("mfa_authenticate", code="000000")
        assert other.post("mfa_authenticate", code=_code(secret, ahead=1)).status == 302
        assert "Account security" in other.open("security")
        # Somebody who has looked over a shoulder has the same code within the same minute.
        third = _signed_in(agent=_SAFARI)
        assert "not right" in third.post("mfa_authenticate", code=_code(secret, ahead=1))
        assert third.post("mfa_authenticate", code=codes[3]).status == 302
        assert "9 recovery codes left" in third.open("security")
        run_jobs()
        subjects = [message.subject for message in mail.outbox]
        assert subjects.count("Codes from an app protect your account") == 1
        assert subjects.count("A new browser signed in to your account") == 3

        third.send("mfa_generate_recovery_codes")
        assert AccountMail.objects.filter(subject__contains="ecovery codes").count() == 1
        third.send("mfa_deactivate_totp")
        assert not Authenticator.objects.filter(user=account).exists()
        run_jobs()
        assert mail.outbox[-1].subject == "Codes from an app no longer protect your account"

    def test_an_account_made_where_no_mail_is_sent_has_one_too(self) -> None:
        visitor = Visitor()
        visitor.send(
            "account_signup", name="Nora New", email="nora@example.org", password1=_PASSWORD, agrees="on"
        )
        _secret, page = _switch_codes_on(visitor)
        assert "Recovery codes" in page

    def test_whoever_came_in_without_it_is_signed_out_once_it_is_there(self) -> None:
        _account()
        earlier, visitor = _signed_in(agent=_SAFARI), _signed_in()
        _switch_codes_on(visitor)
        assert earlier.client.get(reverse("security")).status_code == 302
        assert visitor.client.get(reverse("security")).status_code == 200

    @pytest.mark.both_databases
    def test_under_another_secret_key_no_code_is_right_and_the_empty_secret_least(
        self, settings: Settings
    ) -> None:
        _account()
        secret, _page = _switch_codes_on(_signed_in())
        settings.SECRET_KEY = "another key"
        visitor = Visitor()
        visitor.post("account_login", login="olga@example.org", password=_PASSWORD)
        for guess in (_code(secret, ahead=1), _code("")):
            assert "not right" in visitor.post("mfa_authenticate", code=guess)

    def test_whoever_has_the_password_guesses_few_codes_a_day(self) -> None:
        _account()
        olga = _signed_in()
        secret, _page = _switch_codes_on(olga)
        with time_machine.travel(timezone.now(), tick=False) as clock:
            answers = []
            for _number in range(24):
                thief = Visitor()
                thief.post("account_login", login="olga@example.org", password=_PASSWORD)
                answers.append(thief.post("mfa_authenticate", code="000000"))
                clock.shift(timedelta(minutes=3))
            wrong = sum("not right" in page for page in answers)
            assert wrong == 20
            assert "Too many failed" in answers[-1]
            olga.send("account_logout")
            olga.post("account_login", login="olga@example.org", password=_PASSWORD)
            assert olga.post("mfa_authenticate", code=_code(secret)).status == 302

    @pytest.mark.both_databases
    def test_the_operator_asks_owners_for_it_and_says_how(self, settings: Settings) -> None:
        settings.SECOND_FACTOR = frozenset({"owners"})
        tournament = factories.tournament()
        owner = factories.owner(tournament)
        Player.objects.filter(pk=owner.pk).update(is_superuser=False)
        clerk = factories.player("Cleo Clerk", email="cleo@example.org")
        Role.objects.create(tournament=tournament, player=clerk, kind=RoleKind.DESK)
        visitor, api = Visitor(owner), Caller(owner)
        page = visitor.open("desk_tournament", tournament.uid)
        assert page.status == 403
        assert "a code from an app, or a passkey" in page
        assert reverse("security") in page.links
        assert "Owners of tournaments need a second factor" in visitor.open("security")
        answer = api.get(f"tournaments/{tournament.uid}/log/")
        assert (answer.status, answer.code) == (403, "second_factor_missing")
        assert Visitor(clerk).open("desk_tournament", tournament.uid).status == 200
        Authenticator.objects.create(user=owner, type=Authenticator.Type.TOTP, data={"secret": "x"})
        assert visitor.open("desk_tournament", tournament.uid).status == 200

    def test_the_operator_asks_staff_for_it_before_the_admin_pages(self, settings: Settings) -> None:
        staff = Player.objects.create_superuser("op@example.org", _PASSWORD, name="Op Erator")
        visitor = Visitor(staff)
        assert visitor.at("/admin/").status == 200
        settings.SECOND_FACTOR = frozenset({"admin"})
        for at in ("/admin/", "/admin/matches/player/"):
            assert "Add a second factor" in visitor.at(at), at
        Authenticator.objects.create(user=staff, type=Authenticator.Type.TOTP, data={"secret": "x"})
        assert visitor.at("/admin/matches/player/").status == 200


class TestBrowsers:
    """Each browser in which an account is signed in stands in a list, and is signed out alone."""

    @pytest.mark.both_databases
    def test_browsers_are_listed_and_signed_out_one_by_one(self, run_jobs: Callable[[], int]) -> None:
        account = _account(language="fr")
        laptop, phone, lost = _signed_in(), _signed_in(agent=_SAFARI), _signed_in(agent="curl/8")
        page = laptop.open("security")
        assert "Firefox, Linux this one" in page
        assert "Safari, iPhone" in page
        row = AccountBrowser.objects.get(name="Safari, iPhone")
        assert phone.client.session.session_key == row.session_key
        laptop.send("sign_out_browser", browser=row.uid)
        assert phone.client.get(reverse("security")).status_code == 302
        assert "Safari, iPhone" not in laptop.open("security")
        laptop.send("sign_out_browser", browser="others")
        assert lost.client.get(reverse("security")).status_code == 302
        assert laptop.client.get(reverse("security")).status_code == 200
        assert AccountBrowser.objects.filter(player=account).count() == 1
        run_jobs()
        assert {message.subject for message in mail.outbox} == {
            "Un nouveau navigateur s’est connecté à votre compte"
        }

    def test_nobody_signs_out_the_browser_of_somebody_else(self) -> None:
        _account()
        visitor = _signed_in()
        row = AccountBrowser.objects.get()
        stranger = Visitor(factories.player("Mara Else", email="mara@example.org"))
        assert stranger.post("sign_out_browser", browser=row.uid).status == 404
        assert Visitor().post("sign_out_browser", browser=row.uid).status == 302
        assert visitor.client.get(reverse("security")).status_code == 200

    @pytest.mark.both_databases
    def test_the_same_browser_is_told_once_and_its_former_session_ends(
        self, run_jobs: Callable[[], int]
    ) -> None:
        _account()
        visitor = _signed_in()
        former = Client()
        former.cookies["sessionid"] = visitor.client.cookies["sessionid"].value
        visitor.client.cookies.pop("sessionid")
        visitor.send("account_login", login="olga@example.org", password=_PASSWORD)
        assert former.get(reverse("security")).status_code == 302
        run_jobs()
        assert len(mail.outbox) == 1
        assert AccountBrowser.objects.count() == 1

    def test_a_new_password_signs_out_the_others_and_the_list_follows(
        self, run_jobs: Callable[[], int]
    ) -> None:
        _account()
        phone, laptop = _signed_in(agent=_SAFARI), _signed_in()
        fields = {"oldpassword": _PASSWORD, "password1": "another-guess-64", "password2": "another-guess-64"}
        laptop.send("account_change_password", **fields)
        assert phone.client.get(reverse("security")).status_code == 302
        assert "Firefox, Linux this one" in laptop.open("security")
        assert (
            AccountBrowser.objects.get(name="Firefox, Linux").session_key == laptop.client.session.session_key
        )
        run_jobs()
        assert mail.outbox[-1].subject == "Your password was changed"
        assert "If it was not you" in str(mail.outbox[-1].body)

    def test_no_row_says_that_two_accounts_share_a_browser(self) -> None:
        _account()
        factories.player("Mara Else", email="mara@example.org", password=_PASSWORD)
        visitor = _signed_in()
        visitor.send("account_logout")
        visitor.send("account_login", login="mara@example.org", password=_PASSWORD)
        first, second = AccountBrowser.objects.values_list("hash", flat=True)
        assert first != second
        assert visitor.client.cookies["known_browser"].value not in {first, second}


class TestConfirming:
    """Money and offices ask again who it is, hours after signing in; what was typed is carried out then."""

    def test_an_invitation_hours_later_waits_for_the_password_and_is_not_lost(self) -> None:
        tournament, owner, clerk = _tournament_of_olga()
        visitor = _signed_in()
        fields = {"email": "cleo@example.org", "kind": "desk"}
        with time_machine.travel(timezone.now() + timedelta(hours=13), tick=False):
            page = visitor.send("desk_officers", tournament.uid, **fields)
            assert "Confirm that it is you" in page
            assert not Invitation.objects.exists()
            assert "password" in visitor.post("account_reauthenticate", password="wrong").html
            next_page = page.form("/accounts/reauthenticate/")["next"]
            page = visitor.send("account_reauthenticate", password=_PASSWORD, next=next_page)
            assert "The invitation is on its way to cleo@example.org." in page
            lifecycle.appoint(tournament, clerk, kind=RoleKind.DESK, by=owner)
            # Confirmed once, the next one goes through.
            dismissal = visitor.send("desk_dismiss", tournament.uid, clerk.uid)
            assert "holds no office here any more" in dismissal
        assert owner.roles.count() == 1

    def test_after_signing_in_nobody_is_asked_for_hours(self) -> None:
        tournament, _owner, _clerk = _tournament_of_olga()
        visitor = _signed_in()
        with time_machine.travel(timezone.now() + timedelta(hours=11), tick=False):
            visitor.send("desk_officers", tournament.uid, email="cleo@example.org", kind="desk")
            assert Invitation.objects.get(address="cleo@example.org").is_open

    def test_the_operator_may_ask_never(self, settings: Settings) -> None:
        settings.CONFIRM_AFTER_HOURS = 0
        tournament, _owner, _clerk = _tournament_of_olga()
        visitor = _signed_in()
        with time_machine.travel(timezone.now() + timedelta(days=20), tick=False):
            visitor.send("desk_officers", tournament.uid, email="cleo@example.org", kind="desk")
            assert Invitation.objects.get(address="cleo@example.org").is_open

    def test_fees_ask_too_and_a_token_asks_after_a_quarter_of_an_hour(self) -> None:
        tournament, owner, _clerk = _tournament_of_olga()
        event = factories.event(tournament)
        visitor = _signed_in()
        with time_machine.travel(timezone.now() + timedelta(hours=13), tick=False):
            assert "Confirm" in visitor.send("desk_fees", event.uid, currency="EUR")
        fields = {"name": "Script", "scopes": [TokenScope.READ.value], "within": "", "days": "30"}
        with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
            page = visitor.send("tokens", **fields)
            assert "Confirm that it is you" in page
            assert not tokens.valid_tokens(owner).exists()
            page = visitor.send("account_reauthenticate", password=_PASSWORD, next=reverse("tokens"))
            assert "it is shown only once" in page
            assert tokens.valid_tokens(owner).count() == 1


def _tournament_of_olga() -> tuple[Any, Player, Player]:
    owner = _account()
    clerk = factories.player("Cleo Clerk", email="cleo@example.org")
    tournament = factories.tournament(by=owner)
    return tournament, owner, clerk
