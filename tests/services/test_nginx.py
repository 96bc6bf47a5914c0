"""A real nginx with the shipped configuration: strangers share its copies, and everybody else reads their own."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.factories import OpenMatch
from tests.faults.service import wait_until
from tests.nginx import nginx, nginx_before
from tests.web.test_strangers import PageReader, game, personal_pages, ten_kinds, words_of
from tournaments.actions import results

__all__ = ["game"]
pytestmark = pytest.mark.nginx

Answer = tuple[HTTPResponse, str]


@pytest.fixture
def front(live_server: LiveServer) -> Iterator[int]:
    """The port of nginx before the service of this test."""
    program = nginx()
    assert program is not None
    with nginx_before(live_server.thread.port, program=program) as port:
        yield port


def _ask(port: int, person: PageReader, path: str, **headers: str) -> Answer:
    """Read an address as this person's browser does, and return the answer with its text."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in person.client.cookies.items())
    connection = HTTPConnection("localhost", port, timeout=60)
    try:
        connection.request(
            "GET", path, headers={"Host": "localhost", **person.headers, "Cookie": cookies, **headers}
        )
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return response, body.decode()


def test_ten_kinds_of_visitor_read_their_own_and_a_result_arrives(
    game: OpenMatch, live_server: LiveServer, front: int
) -> None:
    """Whatever strangers have put into the cache, an account, a link or a token reads what the service itself says."""
    people, paths = ten_kinds(game), personal_pages(game)
    service = live_server.thread.port
    for path in paths:
        for name in ("stranger", "french"):
            _ask(front, people[name], path)
            response, text = _ask(front, people[name], path, **{"Accept-Encoding": "gzip"})
            assert response.status == 200
            assert response.headers["Set-Cookie"] is None
            assert game.one.name not in text
    for name, person in people.items():
        for path in paths:
            through, text = _ask(front, person, path)
            direct, own = _ask(service, person, path)
            assert (through.status, words_of(text)) == (direct.status, words_of(own)), f"{name} at {path}"
            is_stranger = name in {"stranger", "french"}
            assert (through.headers["X-Cache"] == "BYPASS") is not is_stranger, f"{name} at {path}"
            assert through.headers["Cache-Control"].startswith("public" if is_stranger else "private")
    old = words_of(_ask(front, people["stranger"], paths[0])[1])
    results.report(game.match, by=game.director, score=(7, 2))
    new = words_of(_ask(service, people["stranger"], paths[0])[1])
    assert old != new
    wait_until(
        lambda: words_of(_ask(front, people["stranger"], paths[0])[1]) == new,
        what="the result behind the cache",
    )


@pytest.mark.long_only
def test_a_stranger_is_answered_from_the_copy_in_either_language(
    game: OpenMatch, live_server: LiveServer, front: int
) -> None:
    path, people = personal_pages(game)[0], ten_kinds(game)
    for name, language in (("stranger", "en"), ("french", "fr")):
        wait_until(
            lambda name=name: _ask(front, people[name], path)[0].headers["X-Cache"] == "HIT",  # type: ignore[misc]
            what="an answer from the copy",
        )
        assert _ask(front, people[name], path)[0].headers["Content-Language"] == language
