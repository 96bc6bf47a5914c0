"""Pages name the event stream where a live process runs, and none by default."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.events import lifecycle

pytestmark = pytest.mark.django_db


def _pages(game: factories.OpenMatch) -> dict[str, Visitor]:
    event, tournament = game.stage.event, game.stage.event.tournament
    player, director = Visitor(game.one), Visitor(game.director)
    return {
        reverse("hall", args=[tournament.uid]): Visitor(),
        reverse("bracket", args=[game.stage.uid]): Visitor(),
        reverse("embed", args=[event.uid]): Visitor(),
        reverse("match", args=[game.match.uid]): player,
        reverse("my_matches"): player,
        reverse("desk_event", args=[event.uid]): director,
        reverse("desk_entrants", args=[event.uid]): director,
        reverse("desk_board", args=[tournament.uid]): director,
    }


def test_every_page_that_renews_itself_names_the_stream_of_its_tournament(settings: Settings) -> None:
    game = factories.open_match(7, n=4)
    tournament = game.stage.event.tournament
    today = timezone.localdate()
    lifecycle.change_tournament(tournament, by=None, starts_on=today, ends_on=today + timedelta(days=1))
    stream = f"/live/{tournament.uid}/?since={tournament.log_seq}"
    for path, visitor in _pages(game).items():
        assert "data-live=" not in visitor.at(path).html, path
    for live, address in (("proxy", stream), ("8001", f"http://testserver:8001{stream}")):
        settings.LIVE = live
        for path, visitor in _pages(game).items():
            addresses = re.findall(r'data-live="([^"]*)"', visitor.at(path).html)
            assert [unescape(one) for one in addresses] == [address], path


def test_the_policy_lets_pages_reach_the_port_of_the_live_process_alone(settings: Settings) -> None:
    settings.LIVE = "8001"
    policy = Visitor().open("home").response["Content-Security-Policy"]
    assert "connect-src 'self' http://testserver:8001;" in f"{policy};"
    settings.LIVE = "proxy"
    assert "connect-src 'self';" in f"{Visitor().open('home').response['Content-Security-Policy']};"
