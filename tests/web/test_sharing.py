"""Link previews: complete, in the language of the page, and without anything private."""

from __future__ import annotations

import re
import struct
from html import unescape

import pytest
from django.urls import reverse

from matches.models import PublicAs
from tests import factories
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links, naming, publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.models import Tournament, Visibility
from tournaments.web.frame.share_card import HEIGHT, WIDTH

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


def _picture(path: str) -> str:
    """The card of a page: its own one, or that of its tournament."""
    own = path if path[1] in "em" else reverse("tournament", args=[Tournament.objects.get().uid])
    return f"{own}card.png"


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
        assert card["og:image"] == f"http://testserver{_picture(path)}"
        assert card["twitter:card"] == "summary_large_image"
    french = _metas(Visitor().at(path, accept_language="fr").html)
    assert (french["og:locale"], french["og:locale:alternate"]) == ("fr_FR", "en_GB")


def test_a_round_or_another_query_is_the_same_page(game: factories.OpenMatch) -> None:
    path = reverse("bracket", args=[game.stage.uid])
    assert _metas(Visitor().at(f"{path}?round=2&x=1").html)["og:url"] == f"http://testserver{path}"


def test_a_match_shows_its_result_once_it_is_final_and_no_score_before(game: factories.OpenMatch) -> None:
    path = reverse("match", args=[game.match.uid])
    results.report(game.match, by=game.one, score=(7, 3))
    assert "7–3" not in Visitor().at(path).html.partition("<body")[0]
    results.report(game.match, by=game.two, score=(7, 3))
    card = _metas(Visitor().at(path).html)
    assert card["og:title"] == f"{game.match.one.name} 7–3 {game.match.two.name}"
    assert not any(name in card["og:description"] for name in (game.match.one.name, game.match.two.name))


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


def _size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


class TestCards:
    """The picture of a page: what a stranger may read of it."""

    def test_every_card_is_a_picture_of_the_size_that_pages_declare(self, game: factories.OpenMatch) -> None:
        for path in {_picture(path) for path in _pages(game)}:
            picture = Visitor().at(path).response
            assert picture["Content-Type"] == "image/png"
            assert _size(picture.content) == (WIDTH, HEIGHT)
            assert len(picture.content) < 100_000

    def test_who_may_see_more_gets_the_card_of_a_stranger(self, game: factories.OpenMatch) -> None:
        for player in (game.one, game.two):
            publicity.choose(player, Publicity(PublicAs.INITIALS), by=player)
        path = reverse("match_card", args=[game.match.uid])
        assert game.one.name not in Visitor().open("match", game.match.uid).html
        assert game.one.name in Visitor(game.director).open("match", game.match.uid).html
        cards = [Visitor(player).at(path).response.content for player in (None, game.one, game.director)]
        assert cards[0] == cards[1] == cards[2]

    def test_a_card_is_drawn_with_the_names_for_strangers(self, game: factories.OpenMatch) -> None:
        paths = [
            reverse("match_card", args=[game.match.uid]),
            reverse("event_card", args=[game.stage.event.uid]),
        ]
        for player in (game.one, game.two):
            publicity.choose(player, Publicity(PublicAs.INITIALS), by=player)
        before = [Visitor().at(path).response.content for path in paths]
        for player in (game.one, game.two):
            name = " ".join(f"{word[0]}ominem" for word in player.name.split())
            naming.correct_everywhere(player, by=None, name=name)
        assert [Visitor().at(path).response.content for path in paths] == before

    def test_a_draft_has_no_card(self, game: factories.OpenMatch) -> None:
        tournament = game.stage.event.tournament
        lifecycle.change_tournament(tournament, by=None, visibility=Visibility.DRAFT)
        for path in {_picture(path) for path in _pages(game)}:
            assert Visitor(game.director).at(path).status == 404

    def test_a_match_has_its_result_once_it_is_final(self, game: factories.OpenMatch) -> None:
        path = reverse("match_card", args=[game.match.uid])
        before = Visitor().at(path).response.content
        results.report(game.match, by=game.one, score=(7, 3))
        assert Visitor().at(path).response.content == before
        results.report(game.match, by=game.two, score=(7, 3))
        assert Visitor().at(path).response.content != before

    def test_letters_that_the_typeface_lacks_lead_to_the_picture_without_words(self) -> None:
        tournament = factories.tournament(name="אליפות")
        answer = Visitor().open("tournament_card", tournament.uid).response
        assert (answer.status_code, answer["Location"]) == (302, "/static/videau/share.png")
        picture = (ROOT / "tournaments" / "web" / "static" / "videau" / "share.png").read_bytes()
        assert _size(picture) == (WIDTH, HEIGHT)
