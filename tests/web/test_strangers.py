"""What strangers read is kept for all of them, in the service and in caches before it, and nothing of anybody else is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from matches.models import Player, PublicAs
from tests import factories
from tests.factories import OpenMatch
from tests.tournaments import team_matches
from tests.web.browsing import Visitor, without_tokens
from tests.web.caching_proxy import CachingProxy
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links, naming, publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.project.shared_answers import ANSWERS, Answers, AnswerToStrangers, Key

pytestmark = pytest.mark.django_db

# The moments of a page and the tags made of them differ from one second to the next, and say nothing of anybody.
_OF_THE_MOMENT = re.compile(r'data-etag="[^"]*"|\d\d:\d\d(?: [A-Z]+)?')


@dataclass(frozen=True, slots=True)
class PageReader:
    """One kind of visitor: a browser with its cookies, and the header fields it sends."""

    client: Client
    headers: dict[str, str]

    def read(self, path: str) -> HttpResponse:
        """Read an address of the service itself."""
        return cast(HttpResponse, self.client.get(path, headers=self.headers))


def _person(player: Player | None = None, **headers: str) -> PageReader:
    return PageReader(Visitor(player).client, {"accept-language": "en", **headers})


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a tournament whose first player is public by initials."""
    game = factories.open_match(n=4)
    publicity.choose(game.one, Publicity(PublicAs.INITIALS), by=game.one)
    return game


def _pages(game: OpenMatch) -> list[str]:
    stage, event = game.stage, game.stage.event
    return [
        f"/t/{event.tournament.uid}/",
        f"/s/{stage.uid}/bracket/",
        f"/e/{event.uid}/entrants/",
        f"/s/{stage.uid}/bracket/live/",
        f"/s/{stage.uid}/standings/",
        f"/api/v1/stages/{stage.uid}/bracket/",
        f"/e/{event.uid}/",
        f"/api/v1/events/{event.uid}/entrants/",
    ]


def personal_pages(game: OpenMatch) -> list[str]:
    """One page of each kind that has something of its own for an account, a link or a token."""
    _, bracket, _, live, _, api, event, _ = _pages(game)
    return [bracket, live, api, event]


def ten_kinds(game: OpenMatch) -> dict[str, PageReader]:
    """One visitor of each kind; the strangers come last, when everybody else has been there."""
    tournament = game.stage.event.tournament
    federation = factories.federation()
    _link, token = links.make_player_link(tournament, game.two, by=game.director)
    guest = _person()
    guest.client.get(f"/l/{token}/")
    _row, text = factories.token(game.director, "read", "direct")
    return {
        "guest": guest,
        "player": _person(game.one),
        "opponent": _person(game.two),
        "desk": _person(factories.clerk(tournament)),
        "director": _person(game.director),
        "federation": _person(factories.officer(federation)),
        "superuser": _person(factories.player("Rosa Root", email="root@example.org", is_superuser=True)),
        "token": _person(authorization=f"Token {text}"),
        "stranger": _person(),
        "french": PageReader(Client(), {"accept-language": "fr"}),
    }


def words_of(html: str) -> str:
    """A page without what differs from one moment to the next."""
    return _OF_THE_MOMENT.sub("", without_tokens(html))


def _words(response: HttpResponse) -> str:
    return words_of(response.content.decode())


def _made_anew(person: PageReader, path: str) -> HttpResponse:
    """The answer of a service that keeps nothing."""
    ANSWERS.clear()
    return person.read(path)


def test_everybody_reads_their_own_behind_a_shared_cache_before_and_after_a_result(game: OpenMatch) -> None:
    people, proxy, paths = ten_kinds(game), CachingProxy(), personal_pages(game)
    for is_over in (False, True):
        if is_over:
            results.report(game.match, by=game.director, score=(7, 2))
            publicity.choose(game.one, Publicity(PublicAs.PSEUDONYM, "Fox"), by=game.one)
            proxy.now += 2.1
        for name, person in people.items():
            for path in paths:
                through = proxy.get(person.client, path, **person.headers)
                assert _words(through) == _words(_made_anew(person, path)), f"{name} at {path}"
    responses = [one.response for rows in proxy.store.values() for one in rows]
    assert {path for path, rows in proxy.store.items() if len(rows) == 2} == set(paths)
    assert all("Set-Cookie" not in response and not response.cookies for response in responses)
    assert not any(game.one.name in response.content.decode() for response in responses)
    before = proxy.hits
    proxy.get(people["stranger"].client, paths[0], **people["stranger"].headers)
    assert proxy.hits == before + 1


def test_a_cache_that_knows_no_cookie_keeps_nothing_private(game: OpenMatch) -> None:
    proxy = CachingProxy(knows_cookies=False)
    people = ten_kinds(game)
    for person in people.values():
        proxy.now += 2.1
        for path in personal_pages(game):
            proxy.get(person.client, path, **person.headers)
    strangers = {"en": people["stranger"], "fr": people["french"]}
    for path, rows in proxy.store.items():
        for one in rows:
            stranger = strangers[one.chosen_by["accept-language"]]
            assert _words(one.response) == _words(_made_anew(stranger, path)), path


def test_a_result_is_there_at_once_and_within_two_seconds_behind_a_cache(game: OpenMatch) -> None:
    stranger, proxy = _person(), CachingProxy()
    path = f"/s/{game.stage.uid}/bracket/"
    old = _words(proxy.get(stranger.client, path, **stranger.headers))
    results.report(game.match, by=game.director, score=(7, 2))
    new = _words(stranger.read(path))
    assert ">2<" in new.replace(" ", "")
    pages = []
    for proxy.now in (0.9, 1.9, 2.1):
        pages.append(_words(proxy.get(stranger.client, path, **stranger.headers)))
    assert pages == [old, old, new]


def test_a_tournament_that_is_hidden_again_is_gone_for_strangers(game: OpenMatch) -> None:
    stranger, proxy, tournament = _person(), CachingProxy(), game.stage.event.tournament
    for path in _pages(game):
        assert proxy.get(stranger.client, path, **stranger.headers).status_code == 200
    lifecycle.change_tournament(tournament, by=game.director, visibility="draft")
    proxy.now += 2.1
    for path in _pages(game):
        assert stranger.read(path).status_code == 404, path
        assert proxy.get(stranger.client, path, **stranger.headers).status_code == 404, path
    assert _person(game.director).read(_pages(game)[0]).status_code == 200


def test_the_answer_says_what_a_cache_may_do_and_costs_one_query_the_second_time(game: OpenMatch) -> None:
    for path in _pages(game):
        _costs_one_query(path)


def _costs_one_query(path: str) -> None:
    first = PageReader(Client(), {"accept-language": "en", "accept-encoding": "gzip"}).read(path)
    with CaptureQueriesContext(connection) as queries:
        again = _person().read(path)
        unchanged = PageReader(Client(), {"accept-language": "en", "if-none-match": first["ETag"]}).read(path)
    assert len(queries) == 2
    assert (again.status_code, unchanged.status_code, unchanged.content) == (200, 304, b"")
    for answer in (first, again, unchanged):
        assert answer["Cache-Control"] == "public, max-age=0, s-maxage=1, stale-while-revalidate=1"
        assert answer["Vary"].startswith("Accept-Encoding, Accept-Language")
        assert "Set-Cookie" not in answer
        assert answer["ETag"] == first["ETag"]
    for name in ("Content-Security-Policy", "X-Frame-Options", "Content-Language", "Content-Type"):
        assert first[name] == again[name]
    assert (first["Content-Encoding"], "Content-Encoding" in again) == ("gzip", False)


def test_an_account_a_link_and_a_token_are_for_one_visitor_alone(game: OpenMatch) -> None:
    people = ten_kinds(game)
    for kind in ("player", "guest", "token"):
        for path in personal_pages(game):
            rules = people[kind].read(path)["Cache-Control"]
            assert rules.startswith("private, no-"), f"{kind} at {path}"


class TestLanguageOfStrangers:
    def test_who_chose_another_language_than_the_browser_is_not_kept_for_others(
        self, game: OpenMatch
    ) -> None:
        path, proxy = f"/e/{game.stage.event.uid}/", CachingProxy(knows_cookies=False)
        chose = _person()
        chose.client.post("/language/", {"language": "fr", "next": path})
        answer = proxy.get(chose.client, path, **chose.headers)
        assert (answer["Content-Language"], answer["Cache-Control"]) == ("fr", "private, no-cache")
        assert proxy.store == {}
        assert chose.read(path).content == answer.content
        assert _person().read(path)["Content-Language"] == "en"

    def test_a_stranger_needs_no_token_and_an_account_does(self, game: OpenMatch) -> None:
        path = f"/e/{game.stage.event.uid}/"
        for player, status in ((None, 302), (game.one, 403)):
            browser = Visitor(player, checks_csrf=True)
            page = browser.at(path)
            assert ("csrfmiddlewaretoken" in page.html) == (player is not None)
            sent = browser.client.post("/language/", {"language": "fr", "next": path})
            assert sent.status_code == status


class TestBoundOfMemory:
    """What is kept has a bound, and made-up addresses do not fill it."""

    def test_made_up_parameters_are_not_kept(self, game: OpenMatch) -> None:
        path = f"/s/{game.stage.uid}/bracket/"
        stranger = _person()
        for query in ("x=1", "player=nobody", "round=99", "round=1&round=1", "player=", "round=1&x="):
            answer = stranger.read(f"{path}?{query}")
            assert "public" not in answer.headers.get("Cache-Control", ""), query
        assert "public" in stranger.read(f"{path}?round=1")["Cache-Control"]

    def test_the_least_used_gives_way(self) -> None:
        answers = Answers(most_bytes=30)
        keys = [Key("", "http", "", "host", f"/t/{number}/", "", "en") for number in range(4)]
        for key in keys[:3]:
            answers.keep(key, _kept(b"0123456789"))
        answers.keep(keys[3], _kept(b"0123456789"))
        are_there = [answers.find(key)[0] is not None for key in keys]
        assert are_there == [False, True, True, True]
        answers.keep(keys[3], _kept(b"x" * 31))
        assert [answers.find(key)[0] is not None for key in keys] == [False] * 4

    def test_an_answer_is_made_again_after_some_seconds(self, game: OpenMatch) -> None:
        now, tournament = [0.0], game.stage.event.tournament
        answers, key = Answers(clock=lambda: now[0]), Key("", "http", "", "host", "/", "", "en")
        tournament.refresh_from_db()
        answers.keep(key, _kept(b"body", tournament.pk, tournament.log_seq))
        present = []
        for now[0] in (0.0, 9.0, 11.0):
            present.append(answers.find(key)[1])
        assert present == [True, True, False]


def _kept(body: bytes, tournament: int = 0, version: int = 0) -> AnswerToStrangers:
    return AnswerToStrangers(tournament, version, "t/<str:uid>/", 'W/"1"', {}, body, 0.0)


@pytest.fixture
def _shared(settings: Settings) -> Iterator[None]:
    """Two processes with a cache between them, as in production."""
    settings.IS_EMBEDDED = False
    caches["default"].clear()
    yield
    caches["default"].clear()


@pytest.mark.usefixtures("_shared")
def test_another_process_reads_what_the_first_has_made(
    game: OpenMatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path, stranger = f"/s/{game.stage.uid}/bracket/", _person()
    first = stranger.read(path)
    ANSWERS.clear()
    with django_assert_num_queries(1):
        assert stranger.read(path).content == first.content
    results.report(game.match, by=game.director, score=(7, 2))
    ANSWERS.clear()
    assert stranger.read(path).content != first.content


def _read_by_a_stranger(path: str) -> str:
    return _person().read(path).content.decode()


class TestAChoiceOfTheName:
    """No kept answer names a person, or leads to one, who does not wish it any more."""

    def test_of_a_member_of_a_team_that_keeps_its_name(self) -> None:
        match, boards = team_matches.match_with_boards()
        paul = boards[1].one.players.get()
        event = match.pairing.stage.event
        paths = (f"/m/{boards[1].uid}/", f"/api/v1/events/{event.uid}/entrants/")
        assert all(paul.name in _read_by_a_stranger(path) for path in paths)
        publicity.choose(paul, Publicity(PublicAs.INITIALS), by=paul)
        assert not any(paul.name in _read_by_a_stranger(path) for path in paths)

    def test_of_somebody_whom_a_substitute_has_replaced_since(self) -> None:
        event = factories.event(kind="doubles")
        paul = factories.player("Paul Former")
        pair = registration.enter(event, by=None, players=[factories.player("Ann Arbor"), paul])
        registration.enter(event, by=None, players=[factories.player("Bo Ba"), factories.player("Cy Ca")])
        stage = factories.stage(event)
        draw.draw(stage, by=None)
        [match] = factories.open_matches(stage)
        owner = factories.owner(event.tournament)
        results.report(match, by=owner, score=(7, 3))
        teams.substitute(pair, out=paul, in_=factories.player("Sue New"), by=owner, reason="ill")
        path = f"/api/v1/matches/{match.uid}/"
        before = _person().read(path)
        assert paul.name in before.content.decode()
        publicity.choose(paul, Publicity(PublicAs.INITIALS), by=paul)
        after = _person(None, **{"if-none-match": before["ETag"]}).read(path)
        assert after.status_code == 200, "a copy elsewhere is old"
        assert paul.name not in after.content.decode()
        naming.correct_everywhere(paul, by=None, name="Zoe Later")
        again = _person(None, **{"if-none-match": after["ETag"]}).read(path)
        assert "Z. L." in again.content.decode()

    def test_of_somebody_who_refuses_a_page_of_results(self) -> None:
        event = factories.event()
        paul = factories.player("Paul Public", email="paul@example.org")
        registration.enter(event, by=None, players=[paul])
        paths = (f"/e/{event.uid}/entrants/", f"/api/v1/events/{event.uid}/entrants/")
        assert all(paul.uid in _read_by_a_stranger(path) for path in paths)
        publicity.choose(paul, Publicity(has_profile=False), by=paul)
        assert not any(paul.uid in _read_by_a_stranger(path) for path in paths)
