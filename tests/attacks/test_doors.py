"""Authentication: guesses at passwords and codes, closed accounts, and confidential texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.entrants import registration
from tournaments.actions.people import first_run, links
from tournaments.errors.people import LinkNotValid, NotFirstRun
from tournaments.models import Entrant, Tournament, Visibility

pytestmark = pytest.mark.django_db

_PASSWORD = "a long enough password"
_SECRET = "a word for few"


class TestSigningIn:
    """Every way to sign in counts the attempts."""

    def test_the_admin_asks_at_the_door_that_counts_attempts(self) -> None:
        answer = Client().get("/admin/login/?next=/admin/matches/player/")
        assert (answer.status_code, answer["Location"]) == (
            302,
            "/accounts/login/?next=%2Fadmin%2Fmatches%2Fplayer%2F",
        )
        guess = {"username": "op@example.org", "password": _PASSWORD}
        Player.objects.create_superuser("op@example.org", _PASSWORD, name="Op Erator")
        client = Client()
        client.post("/admin/login/", guess)
        assert "_auth_user_id" not in client.session

    def test_the_admin_is_closed_to_players(self) -> None:
        client = Client()
        client.force_login(factories.player(email="ann@example.org"))
        assert client.get("/admin/login/").status_code == 403

    def test_guesses_come_to_an_end(self) -> None:
        cache.clear()
        factories.player(email="ann@example.org", password=_PASSWORD)
        guesses = [
            Client().post("/accounts/login/", {"login": "ann@example.org", "password": f"guess {number}"})
            for number in range(6)
        ]
        cache.clear()
        assert "Too many failed login attempts" in guesses[-1].content.decode()

    @pytest.mark.parametrize("next_page", ["//evil.example/", "https://evil.example/", "/\\evil.example/"])
    def test_nobody_is_led_elsewhere(self, next_page: str) -> None:
        factories.player(email="ann@example.org", password=_PASSWORD)
        signing_in = {"login": "ann@example.org", "password": _PASSWORD, "next": next_page}
        assert Client().post("/accounts/login/", signing_in)["Location"] == "/"
        choosing = {"language": "fr", "next": next_page}
        assert Client().post("/language/", choosing)["Location"] == "/"

    @pytest.mark.parametrize(
        "fields",
        [
            {"login": "ann@example.org", "password": "x"},
            {"email": "ann@example.org", "password1": _PASSWORD, "name": "Ann"},
        ],
    )
    def test_nobody_gets_in_uncounted_while_the_cache_is_away(
        self, settings: Settings, fields: dict[str, str]
    ) -> None:
        nowhere = "redis://127.0.0.1:1/0"
        settings.CACHES = {
            "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": nowhere}
        }
        page = "login" if "login" in fields else "signup"
        answer = Client(raise_request_exception=False).post(f"/accounts/{page}/", fields)
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")


class TestTheFirstDirector:
    """One person reads the terminal; the code makes one account."""

    @pytest.fixture(autouse=True)
    def code(self, settings: Settings, tmp_path: Path) -> str:
        """The code on the terminal."""
        settings.VIDEAU_DATA = tmp_path
        cache.clear()
        return first_run.code()

    def _create(self, code: str, email: str) -> Player:
        return first_run.create_director(code=code, name="Dora", email=email, password=_PASSWORD)

    @pytest.mark.both_databases
    def test_of_two_at_once_one_becomes_director(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        # Both have been asked for the code before either is stored.
        monkeypatch.setattr(first_run, "require_code", lambda code: None)
        self._create(code, "one@example.org")
        with pytest.raises(NotFirstRun):
            self._create(code, "two@example.org")
        assert Player.objects.filter(is_superuser=True).count() == 1

    def test_a_failure_costs_nobody_the_code(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Player, "save", _fail)
            with pytest.raises(OSError, match="disk"):
                self._create(code, "one@example.org")
        assert self._create(code, "one@example.org").is_superuser


class TestAClosedAccount:
    """Whoever may not sign in any more is not let in by a private link either."""

    def test_holds_no_link(self) -> None:
        game = factories.open_match(7)
        tournament = game.stage.event.tournament
        _link, token = links.make_player_link(tournament, game.one, by=game.director)
        holder = Visitor()
        holder.at(f"/l/{token}/")
        assert holder.open("report", game.match.uid).status == 200
        Player.objects.filter(pk=game.one.pk).update(is_active=False)
        assert holder.open("report", game.match.uid).status == 302
        with pytest.raises(LinkNotValid):
            links.find(token)


class TestWordsForFew:
    """What is said in a dispute is read by its parties and the officers, why somebody leaves by the directors."""

    def test_a_dispute_stays_out_of_the_public_reports(self) -> None:
        game = factories.open_match(7, n=4)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        dispute = results.dispute(report, by=game.two, reason=_SECRET, score=(3, 7))
        counter = dispute.counter_report
        assert counter is not None
        other = factories.player(email="x@example.org")
        for address in (f"matches/{game.match.uid}/reports/", f"reports/{counter.uid}/"):
            for who in (Caller(), Caller(other)):
                assert _SECRET not in str(who.get(address).body), address
            for who in (Caller(game.one), Caller(game.two), Caller(game.director)):
                assert _SECRET in str(who.get(address).body), address

    def test_the_words_of_who_insists_stay_there_too(self) -> None:
        game = factories.open_match(7, n=4)
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(3, 7), insist=True, reason=_SECRET)
        assert _SECRET not in str(Caller().get(f"matches/{game.match.uid}/reports/").body)

    def test_why_a_player_leaves_is_not_told_to_the_opponent(self) -> None:
        game = factories.open_match(7, n=4)
        results.start(game.match, by=game.one)
        entrant = Entrant.objects.get(entrant_players__player=game.one)
        registration.withdraw(entrant, by=game.one, reason=_SECRET)
        entrant.refresh_from_db()
        assert entrant.withdrawn_reason == _SECRET
        for who in (Caller(), Caller(game.two)):
            assert _SECRET not in str(who.get(f"matches/{game.match.uid}/reports/").body)


@pytest.mark.parametrize("address", ["/me/", "/me/live/", "/"])
def test_a_draft_shows_on_no_page_of_its_players(address: str) -> None:
    game = factories.open_match(7, n=4)
    tournament = game.stage.event.tournament
    player = Visitor(game.one)
    assert game.two.name in player.at(address)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.DRAFT)
    assert game.two.name not in player.at(address)
    assert tournament.name not in player.at(address)
    if address != "/":
        assert game.two.name not in Visitor(game.director).at(address)


def _fail(*_: object, **__: object) -> None:
    raise OSError("The disk is full.")
