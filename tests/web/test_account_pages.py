"""Accounts, the profile, the language of the pages, and private links."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.people import links
from tournaments.models import Entrant, Registration

pytestmark = pytest.mark.django_db
_PASSWORD = "not-a-guess-64"


class TestAccount:
    """Made with a name, an address and a password."""

    @pytest.mark.both_databases
    def test_a_new_account_has_the_name_for_the_draw(self) -> None:
        visitor = Visitor()
        page = visitor.send(
            "account_signup", name="  Nora   New ", email="Nora@Example.org", password1=_PASSWORD, agrees="on"
        )
        assert page.status == 200
        player = Player.objects.get()
        assert player.name == "Nora New"
        assert player.email == "nora@example.org"
        assert "Nora New" in visitor.open("home")

    def test_every_rule_of_a_password_is_a_sentence(self) -> None:
        page = Visitor().open("account_signup")
        assert "entirely numeric" in page
        assert not re.search(r"<li>\s*</li>", page.html)

    def test_a_name_is_needed_and_what_was_typed_stays(self) -> None:
        page = Visitor().post(
            "account_signup", name=" ", email="nora@example.org", password1=_PASSWORD, agrees="on"
        )
        assert "This field is required" in page
        assert page.form("/accounts/signup/")["email"] == "nora@example.org"
        assert not Player.objects.exists()

    def test_nobody_learns_by_signing_up_who_has_an_account(
        self, settings: LazySettings, run_jobs: Callable[[], int]
    ) -> None:
        """Where addresses are confirmed, a known one gets a mail and the page says the same as for a new one."""
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        factories.player("Nora", email="nora@example.org", password=_PASSWORD)
        answers = []
        for email in ("nora@example.org", "new@example.org"):
            page = Visitor().send(
                "account_signup", name="Nora New", email=email, password1=_PASSWORD, agrees="on"
            )
            answers.append((page.status, page.response.redirect_chain, page.words.replace(email, "")))
        assert answers[0] == answers[1]
        run_jobs()
        assert [message.to for message in mail.outbox] == [["nora@example.org"], ["new@example.org"]]
        assert "already exists" in str(mail.outbox[0].body)
        assert Player.objects.get(email="nora@example.org").name == "Nora"

    def test_a_known_address_takes_as_many_password_hashes_as_a_new_one(
        self, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        factories.player("Nina", email="nina@example.org", password=_PASSWORD)
        passwords: list[str] = []
        encode = MD5PasswordHasher.encode

        def encode_and_count(self: MD5PasswordHasher, password: str, salt: str) -> str:
            passwords.append(password)
            return encode(self, password, salt)

        monkeypatch.setattr(MD5PasswordHasher, "encode", encode_and_count)
        counts = []
        for email in ("nina@example.org", "newer@example.org"):
            passwords.clear()
            Visitor().send("account_signup", name="Nora New", email=email, password1=_PASSWORD, agrees="on")
            counts.append(len(passwords))
        assert counts == [1, 1]

    def test_who_tries_too_many_addresses_waits_and_reads_for_how_long(self, settings: LazySettings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
        visitor = Visitor()
        pages = [visitor.post("account_signup", name="Nora New", email="taken") for _ in range(3)]
        assert [page.status for page in pages] == [200, 200, 429]
        assert pages[-1].response["Retry-After"] == "60"
        assert "Too many requests. Try again in 60 seconds." in pages[-1]

    @pytest.mark.both_databases
    def test_signing_in_leads_back_to_the_page(self) -> None:
        factories.player(email="p@example.org", password=_PASSWORD)
        answer = Visitor().client.post(
            "/accounts/login/?next=/me/", {"login": "p@example.org", "password": _PASSWORD, "next": "/me/"}
        )
        assert answer["Location"] == "/me/"

    def test_a_wrong_password_says_so_without_telling_more(self) -> None:
        page = Visitor().post("account_login", login="nobody@example.org", password="wrong")
        assert "not correct" in page

    def test_a_forgotten_password_is_replaced_by_mail(self, run_jobs: Callable[[], int]) -> None:
        factories.player(email="p@example.org", password=_PASSWORD)
        visitor = Visitor()
        assert "a link is on its way" in visitor.send("account_reset_password", email="p@example.org")
        run_jobs()
        address = re.search(r"http://testserver(\S+)", str(mail.outbox[0].body))
        assert address is not None
        form = visitor.client.get(address[1], follow=True)
        answer = visitor.client.post(
            form.redirect_chain[-1][0],
            {"password1": "another-guess-64", "password2": "another-guess-64"},
            follow=True,
        )
        assert "Your password is changed" in answer.content.decode()

    def test_signing_out(self) -> None:
        factories.tournament()
        visitor = Visitor(factories.player(email="p@example.org"))
        visitor.send("account_logout")
        assert "Sign in" in visitor.open("home")

    @pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
    def test_every_entrance_is_drawn_in_the_house_style(self, name: str) -> None:
        page = Visitor().open(name)
        assert 'class="brand"' in page.html
        assert 'class="field' in page.html


class TestProfile:
    """What a player says about themselves."""

    def test_it_is_changed_and_kept(self) -> None:
        player = factories.player("Nora New", email="p@example.org")
        page = Visitor(player).send(
            "profile", name="Nora Newer", language="en", contact_email="family@example.org", country="fr"
        )
        assert "Saved." in page
        player.refresh_from_db()
        assert (player.name, player.contact_email, player.country) == (
            "Nora Newer",
            "family@example.org",
            "FR",
        )

    def test_a_wrong_field_is_named_and_the_rest_stays(self) -> None:
        player = factories.player("Nora New", email="p@example.org")
        page = Visitor(player).post(
            "profile", name="Nora", language="en", contact_email="nonsense", country=""
        )
        assert page.status == 422
        assert page.form("/me/profile/")["contact_email"] == "nonsense"
        assert 'aria-invalid="true"' in page.html

    def test_a_private_link_opens_no_profile(self) -> None:
        entrant = factories.entrant(factories.event())
        visitor = _holder(entrant)
        assert visitor.open("profile").status == 302


class TestLanguage:
    """From the browser, switchable, kept."""

    def test_the_browser_chooses_first(self) -> None:
        page = Visitor().at("/accounts/login/", **{"Accept-Language": "fr"})
        assert '<html lang="fr"' in page.html

    def test_the_switch_returns_to_the_page_and_is_kept(self) -> None:
        visitor = Visitor()
        answer = visitor.post("set_language", language="fr", next="/accounts/login/").response
        assert answer["Location"] == "/accounts/login/"
        assert '<html lang="fr"' in visitor.at("/accounts/login/").html

    def test_it_never_leads_to_another_site(self) -> None:
        answer = Visitor().post("set_language", language="fr", next="https://elsewhere.example/").response
        assert answer["Location"] == "/"

    @pytest.mark.both_databases
    def test_a_players_choice_is_also_that_of_the_notices(self) -> None:
        player = factories.player(email="p@example.org")
        Visitor(player).post("set_language", language="fr", next="/")
        player.refresh_from_db()
        assert player.language == "fr"

    def test_looking_changes_nothing(self) -> None:
        assert Visitor().open("set_language").status == 405


class TestPrivateLinks:
    """Opened once, kept by the session; no address carries the token."""

    def test_it_is_exchanged_for_a_clean_address(self) -> None:
        entrant = factories.entrant(factories.event(), "Lou Link")
        tournament = entrant.event.tournament
        _, token = links.make_player_link(tournament, entrant.side.players.get(), by=None)
        visitor = Visitor()
        answer = visitor.open("link", token).response
        assert answer["Location"] == "/me/"
        assert answer["Referrer-Policy"] == "no-referrer"
        page = visitor.open("my_matches")
        assert "Lou Link , by a private link" in page
        assert token not in page.html

    def test_the_clock_of_the_own_page_is_that_on_the_wall_of_the_hall(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        tournament.zone, tournament.visibility = "Asia/Kolkata", "public"
        tournament.save()
        around = {timezone.localtime(timezone=tournament.time_zone).strftime("%H:%M")}
        page = Visitor(game.one).open("my_matches")
        around.add(timezone.localtime(timezone=tournament.time_zone).strftime("%H:%M"))
        assert any(f"As at {time}." in page.html for time in around)

    def test_a_player_reports_and_leaves_without_an_account(self) -> None:
        game = factories.open_match()
        entrant = Entrant.objects.get(side=game.match.two)
        visitor = _holder(entrant)
        page = visitor.send("report", game.match.uid, winner="one", loser_points="3")
        assert "The result is final" in page
        visitor.send("leave_link")
        assert visitor.open("my_matches").status == 302

    def test_it_opens_one_tournament_only(self) -> None:
        entrant = factories.entrant(factories.event(), "Lou Link")
        elsewhere = factories.event(registration=Registration.OPEN)
        assert _holder(entrant).open("register", elsewhere.uid).status == 302

    def test_a_revoked_link_says_what_to_do(self) -> None:
        entrant = factories.entrant(factories.event())
        link, token = links.make_player_link(entrant.event.tournament, entrant.side.players.get(), by=None)
        links.revoke(link, by=None)
        page = Visitor().open("link", token)
        assert page.status == 404
        assert "Ask the desk for a new one." in page

    def test_registration_by_link_needs_a_name_and_no_account(self) -> None:
        event = factories.event(registration=Registration.DESK)
        _, token = links.make_registration_link(event, by=None)
        visitor = Visitor()
        assert visitor.open("link", token).response["Location"] == f"/e/{event.uid}/register/"
        refusal = visitor.post("register", event.uid, name="", email="nora@example.org")
        assert refusal.status == 422
        assert refusal.form(f"/e/{event.uid}/register/")["email"] == "nora@example.org"
        assert "You are registered." in visitor.send("register", event.uid, name="Nora New", agrees="on")
        assert event.entrants.get().name == "Nora New"

    def test_who_registers_by_link_has_the_own_pages_at_once(self) -> None:
        event = factories.event()
        _, token = links.make_registration_link(event, by=None)
        phone = Visitor()
        phone.at(f"/l/{token}/")
        phone.post("register", event.uid, name="Lina Link", email="lina@example.org", agrees="on")
        assert phone.open("my_matches").status == 200
        entrant = event.entrants.get()
        assert f"/x/{entrant.uid}/withdraw/" in phone.open("event", event.uid).html

    def test_a_typed_name_and_address_open_nobody_elses_pages(self) -> None:
        event, other = factories.event(), factories.event()
        for of in (event, other):
            _, token = links.make_registration_link(of, by=None)
            phone = Visitor()
            phone.at(f"/l/{token}/")
            phone.post("register", of.uid, name="Lina Link", email="lina@example.org", agrees="on")
        assert Player.objects.filter(name="Lina Link").count() == 1
        assert phone.open("my_matches").status == 302

    def test_somebody_signed_in_registers_by_link_as_themselves(self) -> None:
        event = factories.event(registration=Registration.DESK)
        _, token = links.make_registration_link(event, by=None)
        player = factories.player("Nora New", email="nora@example.org")
        visitor = Visitor(player)
        visitor.open("link", token)
        visitor.send("register", event.uid)
        assert event.entrants.get().side.players.get() == player

    def test_registering_twice_is_refused_in_words(self) -> None:
        event = factories.event(registration=Registration.OPEN)
        player = factories.player("Nora New", email="nora@example.org")
        registration.register_self(event, by=player)
        page = Visitor(player).open("register", event.uid)
        assert "You are registered already." in page
        assert "is entered in this event already" in Visitor(player).post("register", event.uid)


def _holder(entrant: Entrant) -> Visitor:
    """Somebody who has opened a private link of this entrant's player."""
    _, token = links.make_player_link(entrant.event.tournament, entrant.side.players.get(), by=None)
    visitor = Visitor()
    visitor.open("link", token)
    return visitor
