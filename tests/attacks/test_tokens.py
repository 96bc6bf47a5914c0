"""API tokens: no operation beyond the scopes, none outside of what a token is bound to, none over the account itself."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import pytest
from django.core import mail
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api import test_federations, test_permissions, world
from tests.api.client import ROOT, Answer, Caller
from tests.api.world import Who, World, route_of
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import chain, log
from tournaments.actions.federations import log as federation_log
from tournaments.actions.federations import setup
from tournaments.actions.people import tokens
from tournaments.actions.permissions import require_director
from tournaments.errors.common import Forbidden
from tournaments.errors.federations import NotAnOfficer
from tournaments.errors.tokens import NotByToken, TooManyTokens
from tournaments.models import (
    AccountMail,
    ApiToken,
    FederationEntry,
    LogEntry,
    OfficeKind,
    Role,
    RoleKind,
    TokenScope,
    act_through,
)
from tournaments.models.append_only import create_triggers, drop_triggers

pytestmark = pytest.mark.django_db

# What each scope allows, written out once more.
_LADDER = ["read", "report", "desk", "direct"]
_OFFICE = ["federation_read", "federation_write"]
# What the tables of permissions do not tell.
_NEEDED = {
    ("post", "tournaments/"): "direct",
    ("post", "plans/check/"): "read",
    ("post", "club-nights/"): "direct",
    ("post", "tournaments/<slug:uid>/officers/dismissals/"): "desk",
    ("post", "entrants/<slug:uid>/reception/departure/"): "desk",
    # Whoever claims a player acts on all that is theirs.
    ("post", "codes/<slug:uid>/claim/"): "direct",
    # Whom a merge concerns agrees to it as a player or a director, and never as an officer.
    ("post", "merge-proposals/<slug:uid>/agree/"): "direct",
    ("post", "merge-proposals/<slug:uid>/decline/"): "direct",
    # Whoever accepts an office acts by it.
    ("post", "invitation-codes/<slug:uid>/accept/"): "direct",
    ("get", "me/tokens/"): "read",
    ("post", "me/tokens/"): "report",
    ("post", "tokens/<slug:uid>/revoke/"): "report",
    ("get", "events/<slug:uid>/sanctions/"): None,
}


def _needed(method: str, route: str) -> str | None:
    """The scope that an address needs, by who may use it."""
    if (method, route) in _NEEDED:
        return _NEEDED[method, route]
    if (method, route) in test_federations.ALLOWED:
        return _needed_in_federation(method, test_federations.ALLOWED[method, route])
    people = test_permissions.ALLOWED[method, route]
    if people == test_permissions.EVERYBODY:
        return None
    if method == "get":
        return "read"
    if people & {Who.PLAYER, Who.OTHER_PLAYER}:
        return "report"
    return "desk" if Who.DESK in people else "direct"


def _needed_in_federation(method: str, people: set[str]) -> str | None:
    if method == "get":
        return None if "stranger" in people else "federation_read"
    return "direct" if "director of the event" in people else "federation_write"


def _is_within(least: str | None, scope: str) -> bool:
    if least is None:
        return True
    ladder = _LADDER if least in _LADDER else _OFFICE
    return scope in ladder and ladder.index(least) <= ladder.index(scope)


def _ask(caller: Caller, place: World, method: str, pattern: URLPattern) -> Answer:
    """The answer to a call with an empty body, whose effect is undone; a row that is missing has the id `x`."""
    address = place.address(pattern)
    if "<" in route_of(pattern) and "//" in address:
        address = address.replace("//", "/x/", 1)
    with transaction.atomic():
        answer = caller.ask(method, address, body={})
        transaction.set_rollback(True)
    return answer


def _with_token(player: Player, *scopes: str, **binding: object) -> Caller:
    caller = Caller()
    caller.use(factories.token(player, *scopes, **binding)[1])  # type: ignore[arg-type] # a tournament or a federation
    return caller


def _root() -> Player:
    return factories.player("Root", email="all@example.org", is_superuser=True)


class TestScopes:
    @pytest.mark.long_only
    @pytest.mark.decided_above
    def test_every_operation_is_refused_to_every_scope_that_does_not_allow_it(self) -> None:
        place, root = world.make(), _root()
        wrong = []
        for scope in TokenScope:
            caller = _with_token(root, scope)
            for method, pattern in test_permissions.every_operation():
                route = route_of(pattern)
                if route in ("schema/", "docs/"):
                    continue
                answer = _ask(caller, place, method, pattern)
                code = answer.body.get("code") if isinstance(answer.body, dict) else None
                is_refused = (answer.status, code) == (403, "token_scope")
                is_within = _is_within(_needed(method, route), scope)
                # Who is no player of the match needs the office, and is told so.
                needs_office = (
                    is_refused and answer.body["data"]["scope"] == "direct" and scope in ("report", "desk")
                )
                if (is_refused == is_within and not needs_office) or answer.status >= 500:
                    wrong.append((scope.value, method, route, answer.status, code))
        assert wrong == []

    @pytest.mark.decided_above
    def test_a_scope_gives_nobody_a_right_of_others(self) -> None:
        place = world.make()
        stranger = _with_token(factories.player("Zoe", email="zoe@example.org"), *TokenScope)
        anonymous = Caller()
        for method, pattern in test_permissions.operations():
            people = test_permissions.ALLOWED[method, route_of(pattern)]
            if method != "get" and Who.OTHER_DIRECTOR not in people:
                status = _ask(stranger, place, method, pattern).status
                assert status in (401, 403), route_of(pattern)
                assert _ask(anonymous, place, method, pattern).status == 401

    def test_an_officer_with_the_scope_of_a_player_rules_on_nothing(self) -> None:
        game = factories.open_match(7, n=4)
        caller = _with_token(game.director, "report")
        answer = caller.post(f"matches/{game.match.uid}/reports/", {"score": [7, 3]})
        assert (answer.status, answer.code, answer.body["data"]["scope"]) == (403, "token_scope", "direct")
        assert "API tokens" in answer.body["detail"]
        answer = _with_token(game.director, "direct").post(
            f"matches/{game.match.uid}/reports/", {"score": [7, 3]}
        )
        assert answer.status == 201

    def test_an_action_asks_the_token_again(self) -> None:
        """A director at the desk by a token with the scope of the desk sets no rule aside."""
        game = factories.open_match(7, n=4)
        row, _text = factories.token(game.director, "desk")
        by = act_through(Player.objects.get(pk=game.director.pk), row)
        with pytest.raises(Forbidden):
            require_director(game.stage.event.tournament, by)

    def test_a_draft_is_read_with_the_scope_to_read(self) -> None:
        tournament = factories.tournament(visibility="draft")
        owner = factories.owner(tournament)
        path = f"tournaments/{tournament.uid}/"
        assert _with_token(owner, "read").get(path).status == 200
        assert _with_token(owner, "federation_read").get(path).status == 404
        answer = _with_token(owner, "read").patch(path, {"name": "Other"})
        assert (answer.status, answer.code) == (403, "token_scope")


class TestBinding:
    def test_a_token_of_one_tournament_does_nothing_in_another(self) -> None:
        one, other = factories.tournament(), factories.tournament(visibility="draft")
        root = _root()
        caller = _with_token(root, "direct", tournament=one)
        assert caller.patch(f"tournaments/{one.uid}/", {"name": "Changed"}).status == 200
        assert caller.get(f"tournaments/{other.uid}/").status == 404
        other.visibility = "public"
        other.save(update_fields=["visibility"])
        answer = caller.patch(f"tournaments/{other.uid}/", {"name": "Changed"})
        assert (answer.status, answer.code, answer.body["data"]["bound"]) == (403, "token_bound", "Changed")
        assert caller.get(f"tournaments/{other.uid}/").status == 200
        for path, body in (
            ("tournaments/", {"name": "New", "starts_on": "2026-03-07"}),
            ("plans/check/", {}),
        ):
            assert caller.post(path, body).code == "token_bound"

    @pytest.mark.both_databases
    def test_a_token_of_a_federation_is_nobody_in_tournaments_and_in_other_federations(self) -> None:
        federation, other = factories.federation(), factories.federation("ABG")
        caller = _with_token(_root(), "federation_write", federation=federation)
        club = {"name": "Lyon"}
        assert caller.post(f"federations/{federation.uid}/clubs/", club).status == 201
        assert caller.get(f"federations/{federation.uid}/members/").status == 200
        for answer in (
            caller.post(f"federations/{other.uid}/clubs/", club),
            caller.get(f"federations/{other.uid}/members/"),
            caller.post("federations/", {}),
        ):
            assert (answer.status, answer.code) == (403, "token_bound")
        assert caller.get("me/matches/").code == "token_scope"

    def test_a_token_bound_elsewhere_lays_down_no_office_and_reads_no_number_of_its_owner(self) -> None:
        """What anybody does for themself needs no office, and a bound token still does it in one place alone."""
        federation, other = factories.federation(), factories.federation("ABG")
        person = factories.officer(federation, OfficeKind.AUDITOR)
        person.email = "olga@example.org"
        person.save()
        member, officer = factories.member(federation, person), federation.officers.get(player=person)
        caller = _with_token(person, "federation_write", federation=other)
        for answer in (
            caller.post(f"officers/{officer.uid}/end/"),
            caller.get(f"members/{member.uid}/"),
        ):
            assert answer.status in (403, 404)
        row, _text = factories.token(person, "federation_write", federation=other)
        with pytest.raises(NotAnOfficer):
            setup.end_office(officer, by=act_through(Player.objects.get(pk=person.pk), row))
        here = _with_token(person, "federation_write", federation=federation)
        assert here.get(f"members/{member.uid}/").status == 200
        assert here.post(f"officers/{officer.uid}/end/").status == 200

    def test_a_bound_token_names_nobody_and_reads_no_office_elsewhere(self) -> None:
        """A public name holds everywhere, so it is no matter of one tournament."""
        one, elsewhere = factories.tournament(), factories.tournament(visibility="draft")
        person = factories.owner(one)
        Role.objects.create(tournament=elsewhere, player=person, kind=RoleKind.DIRECTOR)
        caller = _with_token(person, "report", tournament=one)
        for answer in (
            caller.get("me/public-name/"),
            caller.post("me/public-name/", {"public_as": "name"}),
            caller.get("me/consents/"),
            caller.post("me/consents/"),
            caller.post("me/consents/withdraw/"),
        ):
            assert (answer.status, answer.code) == (403, "token_bound")
        assert [office["tournament"] for office in caller.get("me/").body["offices"]] == [one.uid]
        assert len(_with_token(person, "report").get("me/").body["offices"]) == 2
        assert _with_token(person, "report").get("me/public-name/").status == 200

    def test_own_matches_are_those_of_the_tournament(self) -> None:
        game = factories.open_match(7, n=4)
        elsewhere = factories.tournament()
        here, there = (
            _with_token(game.one, "read", tournament=tournament)
            for tournament in (game.stage.event.tournament, elsewhere)
        )
        assert len(here.get("me/matches/").body["results"]) == 1
        assert there.get("me/matches/").body["results"] == []
        assert there.get("me/notices/").body["results"] == []


class TestLife:
    def test_only_the_hash_is_stored(self) -> None:
        row, text = factories.token(factories.director())
        stored_row = ApiToken.objects.filter(pk=row.pk).values().get()
        assert stored_row["hash"] == sha256(text.encode()).hexdigest()
        assert text.startswith("videau_")
        assert text[len("videau_") + 6 :] not in str(stored_row)
        assert text not in str(list(AccountMail.objects.values()))

    @pytest.mark.both_databases
    def test_an_expired_and_a_revoked_token_are_refused_by_name(self) -> None:
        director = factories.director()
        expired, revoked = (_with_token(director, "read") for _ in range(2))
        first, second = ApiToken.objects.filter(player=director).order_by("pk")
        ApiToken.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        tokens.revoke(second, by=director)
        # Also where nobody need sign in: a program learns at once that it is nobody any more.
        for caller, code in ((expired, "token_expired"), (revoked, "token_revoked")):
            for path in ("me/", "tournaments/"):
                answer = caller.get(path)
                assert (answer.status, answer.code) == (401, code)
                assert answer.headers["WWW-Authenticate"].startswith("Token")

    @pytest.mark.both_databases
    def test_the_last_use_is_written_once_an_hour(self) -> None:
        director = factories.director()
        caller = _with_token(director, "read")
        caller.get("me/")
        first = ApiToken.objects.get(player=director).last_used_at
        assert first is not None
        caller.get("me/")
        assert ApiToken.objects.get(player=director).last_used_at == first
        ApiToken.objects.update(last_used_at=first - timedelta(hours=1))
        caller.get("me/")
        assert ApiToken.objects.get(player=director).last_used_at != first - timedelta(hours=1)

    def test_its_owner_is_told_by_mail(self) -> None:
        factories.token(factories.player("Ada", email="ada@example.org"), "desk")
        tasks.run_due()
        assert [message.to for message in mail.outbox] == [["ada@example.org"]]
        assert "Website" in mail.outbox[0].body

    def test_an_account_has_so_many_and_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
        director = factories.director()
        row, _text = factories.token(director)
        with pytest.raises(TooManyTokens):
            factories.token(director)
        tokens.revoke(row, by=director)
        assert factories.token(director)[0].revoked_at is None

    @pytest.mark.both_databases
    def test_the_log_names_the_token(self) -> None:
        tournament = factories.tournament()
        row, text = factories.token(factories.owner(tournament), "direct")
        caller = Caller()
        caller.use(text)
        assert caller.patch(f"tournaments/{tournament.uid}/", {"name": "Changed"}).status == 200
        entry = LogEntry.objects.latest("pk")
        assert (entry.actor, entry.by, entry.token, entry.version) == (
            "token",
            row.player,
            row,
            chain.VERSION,
        )
        assert log.verify(tournament) == []
        other, _text = factories.token(row.player)
        drop_triggers(connection)
        LogEntry.objects.filter(pk=entry.pk).update(token=other)
        create_triggers(connection)
        assert f"changed {entry.seq}" in log.verify(tournament)

    @pytest.mark.both_databases
    def test_the_log_of_a_federation_names_the_token(self) -> None:
        federation = factories.federation()
        president = federation.officers.get().player
        row, text = factories.token(president, "federation_write", federation=federation)
        caller = Caller()
        caller.use(text)
        assert caller.post(f"federations/{federation.uid}/clubs/", {"name": "Lyon"}).status == 201
        entry = FederationEntry.objects.latest("pk")
        assert (entry.actor, entry.by, entry.token) == ("token", president, row)
        assert federation_log.verify(federation) == []


class TestTheAccount:
    """What a token may never do is done on a page, or with its session."""

    def test_no_token_makes_lists_or_revokes_tokens(self) -> None:
        root = _root()
        caller, row = _with_token(root, *TokenScope), factories.token(root)[0]
        for answer in (
            caller.get("me/tokens/"),
            caller.post("me/tokens/", {"name": "More", "scopes": ["read"]}),
            caller.post(f"tokens/{row.uid}/revoke/"),
        ):
            assert (answer.status, answer.code) == (403, "not_by_token")
        by = act_through(Player.objects.get(pk=root.pk), row)
        with pytest.raises(NotByToken):
            tokens.revoke(row, by=by)
        with pytest.raises(NotByToken):
            tokens.make(by=by, name="More", scopes=["read"])

    def test_no_page_takes_a_token(self) -> None:
        _row, text = factories.token(_root(), *TokenScope)
        client = Client(headers={"Authorization": f"Token {text}"})
        for path in (
            "/me/profile/",
            "/me/tokens/",
            "/accounts/password/change/",
            "/accounts/email/",
            "/admin/",
        ):
            assert client.get(path).status_code == 302, path

    @pytest.mark.both_databases
    def test_a_session_makes_and_revokes_them_over_the_api(self) -> None:
        tournament = factories.tournament()
        client = Client()
        client.force_login(factories.owner(tournament), backend="django.contrib.auth.backends.ModelBackend")
        body = {"name": "Board", "scopes": ["desk", "read"], "tournament": tournament.uid, "days": 2}
        answer = client.post(f"{ROOT}me/tokens/", body, content_type="application/json").json()
        assert (answer["scopes"], answer["tournament"]) == (["read", "desk"], tournament.uid)
        assert [row["id"] for row in client.get(f"{ROOT}me/tokens/").json()] == [answer["id"]]
        caller = Caller()
        caller.use(answer["token"])
        assert caller.get("me/").status == 200
        client.post(f"{ROOT}tokens/{answer['id']}/revoke/", {}, content_type="application/json")
        assert caller.get("me/").code == "token_revoked"

    def test_nobody_revokes_a_token_of_others(self) -> None:
        row, _text = factories.token(factories.director())
        client = Client()
        client.force_login(factories.director(), backend="django.contrib.auth.backends.ModelBackend")
        assert (
            client.post(f"{ROOT}tokens/{row.uid}/revoke/", {}, content_type="application/json").status_code
            == 404
        )
        assert client.post("/me/tokens/revoke/", {"token": row.uid}).status_code == 404
        row.refresh_from_db()
        assert row.revoked_at is None

    @pytest.mark.parametrize(
        ("binding", "scopes", "field"),
        [
            ("tournament", ["federation_read"], "scopes"),
            ("federation", ["read"], "scopes"),
            ("both", ["read"], "federation"),
            ("neither", [], "scopes"),
        ],
    )
    def test_a_binding_that_allows_nothing_is_refused(
        self, binding: str, scopes: list[str], field: str
    ) -> None:
        client = Client()
        client.force_login(factories.director(), backend="django.contrib.auth.backends.ModelBackend")
        body: dict[str, object] = {"name": "Board", "scopes": scopes}
        for kind, row in (("tournament", factories.tournament()), ("federation", factories.federation())):
            if binding in (kind, "both"):
                body[kind] = row.uid
        answer = client.post(f"{ROOT}me/tokens/", body, content_type="application/json")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


class TestThePage:
    def test_a_token_is_shown_once_listed_and_revoked(self) -> None:
        tournament = factories.tournament()
        owner = factories.owner(tournament)
        visitor = Visitor(owner)
        assert "You have no token." in visitor.open("tokens")
        fields = {"name": "Board", "scopes": ["desk"], "days": "7", "within": f"tournament:{tournament.uid}"}
        page = visitor.post("tokens", **fields)
        row = ApiToken.objects.get(player=owner)
        assert (row.scopes, row.tournament) == ("desk", tournament)
        assert row.prefix in page
        assert "no-store" in page.response["Cache-Control"]
        text = next(word for word in page.words.split() if word.startswith("videau_"))
        caller = Caller()
        caller.use(text)
        assert caller.get(f"tournaments/{tournament.uid}/log/").status == 200
        table = visitor.open("tokens")
        assert text not in table.html
        assert f"Only for {tournament.name}." in table
        assert "The token is revoked." in visitor.send("revoke_token", token=row.uid)
        assert caller.get("me/").code == "token_revoked"

    def test_what_is_missing_is_said_and_nothing_is_made(self) -> None:
        visitor = Visitor(factories.director())
        federation = factories.federation()
        assert visitor.post("tokens", name="Board", days="7", within="").status == 422
        # A federation of which one is no officer is not offered.
        fields = {"scopes": ["federation_read"], "within": f"federation:{federation.uid}", "days": "7"}
        assert visitor.post("tokens", name="Board", **fields).status == 422
        assert not ApiToken.objects.exists()

    def test_a_scope_that_the_binding_excludes_is_named(self) -> None:
        federation = factories.federation()
        visitor = Visitor(federation.officers.get().player)
        fields = {"scopes": ["read"], "within": f"federation:{federation.uid}", "days": "7"}
        page = visitor.post("tokens", name="Board", **fields)
        assert page.status == 422
        assert "has no scope in tournaments" in page
