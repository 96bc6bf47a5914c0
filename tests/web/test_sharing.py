"""Link previews: complete, in the language of the page, and without anything private."""

from __future__ import annotations

import re
import struct
from html import unescape

import pytest
from django.urls import reverse

from tests import factories
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.models import Visibility

pytestmark = pytest.mark.django_db


def _metas(html: str) -> dict[str, str]:
    """The card of a page, by property."""
    metas = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', html)
    return {name: unescape(value) for name, value in metas}


@pytest.fixture
def game() -> factories.OpenMatch:
    return factories.open_match(7, n=4)


def _pages(game: factories.OpenMatch) -> dict[str, str]:
    """The pages that have a card, with its title."""
    event, tournament = game.stage.event, game.stage.event.tournament
    player = game.match.pairing.seats.get(entrant__side=game.match.one).entrant
    path = f"{reverse('bracket', args=[game.stage.uid])}?player={player.uid}"
    return {
        reverse("tournament", args=[tournament.uid]): tournament.name,
        reverse("event", args=[event.uid]): event.name,
        reverse("bracket", args=[game.stage.uid]): f"{event.name} · Bracket",
        reverse("standings", args=[game.stage.uid]): f"{event.name} · Standings",
        reverse("match", args=[game.match.uid]): str(game.match),
        path: game.match.one.name,
    }


def test_every_shared_page_has_a_whole_card(game: factories.OpenMatch) -> None:
    for path, title in _pages(game).items():
        html = Visitor().at(path).html
        card = _metas(html)
        assert card["og:title"] == title, path
        assert game.stage.event.tournament.name in f"{card['og:title']} {card['og:description']}"
        assert card["og:url"] == f"http://testserver{path}"
        assert f'<link rel="canonical" href="{card["og:url"]}">' in html
        assert (card["og:site_name"], card["og:type"]) == ("Videau", "website")
        assert (card["og:locale"], card["og:locale:alternate"]) == ("en_GB", "fr_FR")
        assert card["og:image"] == "http://testserver/static/videau/share.png"
        assert card["twitter:card"] == "summary_large_image"
    french = _metas(Visitor().at(path, accept_language="fr").html)
    assert (french["og:locale"], french["og:locale:alternate"]) == ("fr_FR", "en_GB")


def test_a_round_or_another_query_is_the_same_page(game: factories.OpenMatch) -> None:
    path = reverse("bracket", args=[game.stage.uid])
    assert _metas(Visitor().at(f"{path}?round=2&x=1").html)["og:url"] == f"http://testserver{path}"


def test_a_match_shows_its_result_once_it_is_final_and_no_score_before(game: factories.OpenMatch) -> None:
    path = reverse("match", args=[game.match.uid])
    results.report(game.match, by=game.one, score=(7, 3))
    assert "7–3" not in _metas(Visitor().at(path).html)["og:description"]
    results.report(game.match, by=game.two, score=(7, 3))
    assert "7–3" in _metas(Visitor().at(path).html)["og:description"]


def test_drafts_and_pages_behind_a_private_link_have_none(game: factories.OpenMatch) -> None:
    tournament = game.stage.event.tournament
    _link, token = links.make_player_link(tournament, game.one, by=game.director)
    guest = Visitor()
    guest.at(f"/l/{token}/")
    director = Visitor(game.director)
    assert all(not _metas(guest.at(path).html) for path in _pages(game))
    lifecycle.change_tournament(tournament, by=None, visibility=Visibility.DRAFT)
    for path in _pages(game):
        page = director.at(path)
        assert page.status == 200
        assert "og:" not in page.html
        assert "canonical" not in page.html
    assert "og:" not in Visitor().open("home").html


def test_the_picture_is_what_the_cards_say() -> None:
    picture = (ROOT / "tournaments" / "web" / "static" / "videau" / "share.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) < 60_000
