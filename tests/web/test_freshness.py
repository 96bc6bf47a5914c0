"""Pages that renew themselves: an ETag made of the log, the language and the viewer, and 304 while nothing is new."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor, without_tokens
from tournaments.actions import lifecycle, registration, results

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match in a bracket of four."""
    return factories.open_match(n=4)


def _address(kind: str, game: OpenMatch) -> str:
    return {
        "match": f"/m/{game.match.uid}/live/",
        "bracket": f"/s/{game.stage.uid}/bracket/live/",
        "me": "/me/live/",
    }[kind]


def _ask(visitor: Visitor, address: str, known: str = "", **headers: str) -> Page:
    return visitor.at(address, **({"If-None-Match": known} if known else {}), **headers)


@pytest.mark.parametrize("kind", ["match", "bracket", "me"])
class TestEveryFragment:
    """The same promises for each."""

    def test_it_is_not_sent_again_while_nothing_is_new(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        first = _ask(visitor, _address(kind, game))
        assert first.status == 200
        assert first.response["Cache-Control"] == "private, no-cache"
        again = _ask(visitor, _address(kind, game), first.response["ETag"])
        assert again.status == 304
        assert again.html == ""

    def test_every_step_of_the_log_renews_it(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        known = _ask(visitor, _address(kind, game)).response["ETag"]
        steps: list[Callable[[], object]] = [
            lambda: results.start(game.match, by=game.director),
            lambda: results.report(game.match, by=game.one, score=(7, 2)),
            lambda: results.confirm(game.match.reports.get(), by=game.two),
            lambda: lifecycle.add_tables(game.stage.event.tournament, by=None, names=["9"]),
        ]
        for step in steps:
            step()
            answer = _ask(visitor, _address(kind, game), known)
            assert answer.status == 200
            known = answer.response["ETag"]

    def test_another_language_is_another_page(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        known = _ask(visitor, _address(kind, game)).response["ETag"]
        assert _ask(visitor, _address(kind, game), known, **{"Accept-Language": "fr"}).status == 200

    def test_another_viewer_is_another_page(self, kind: str, game: OpenMatch) -> None:
        known = _ask(Visitor(game.one), _address(kind, game)).response["ETag"]
        assert _ask(Visitor(game.two), _address(kind, game), known).status == 200

    def test_the_page_holds_the_very_fragment_and_its_tag(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        live = _ask(visitor, _address(kind, game))
        page = visitor.at(_address(kind, game).removesuffix("live/"))
        assert without_tokens(live.html).strip() in without_tokens(page.html)
        assert 'hx-trigger="every 5s, renew"' in page.html
        assert "data-live-status" in page.html


def test_an_entry_in_another_tournament_renews_the_own_matches(game: OpenMatch) -> None:
    visitor = Visitor(game.one)
    known = visitor.at("/me/live/").response["ETag"]
    registration.register_self(factories.event(), by=game.one)
    assert visitor.at("/me/live/", **{"If-None-Match": known}).status == 200


def test_a_marked_path_is_another_page(game: OpenMatch) -> None:
    address = f"/s/{game.stage.uid}/bracket/live/"
    known = Visitor().at(address).response["ETag"]
    assert Visitor().at(f"{address}?player=somebody", **{"If-None-Match": known}).status == 200
