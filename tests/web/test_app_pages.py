"""The web app: its service worker, which caches no personal page, its manifest and its offline page."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.web.browsing import Visitor

_PAGE = 15


def _file(address: str) -> bytes:
    path = finders.find(address.removeprefix("/static/"))
    assert path is not None, address
    return Path(path).read_bytes()


def test_service_worker_keeps_static_files_and_the_offline_page_alone() -> None:
    page = Visitor().open("service_worker")
    assert page.response["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in page.response["Cache-Control"]
    match = re.search(r"const FILES = \[OFFLINE, (.*)\];", page.html)
    assert match is not None
    files = json.loads(f"[{match[1]}]")
    assert len(files) > 4
    for address in files:
        assert _file(address)
    assert f'const OFFLINE = "{reverse("offline")}"' in page.html


def test_service_worker_stands_at_the_root_and_the_policy_lets_it_run() -> None:
    assert reverse("service_worker") == "/sw.js"
    policy = Visitor().open("service_worker").response["Content-Security-Policy"]
    assert "worker-src 'self'" in policy


def test_manifest_describes_an_app_with_its_pictures() -> None:
    page = Visitor().at(reverse("manifest"), **{"Accept-Language": "fr"})
    assert page.response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(page.html)
    assert (manifest["start_url"], manifest["scope"], manifest["display"], manifest["lang"]) == (
        "/me/",
        "/",
        "standalone",
        "fr",
    )
    vector, *pictures = manifest["icons"]
    assert b"<svg" in _file(vector["src"])
    for picture in pictures:
        width, height = struct.unpack(">II", _file(picture["src"])[16:24])
        assert f"{width}x{height}" == picture["sizes"]
    assert {picture["sizes"] for picture in pictures} == {"192x192", "512x512"}


@pytest.mark.django_db
def test_offline_page_is_in_every_language_and_names_nobody() -> None:
    player = factories.player("Nora Nobody", email="nora@example.org")
    page = Visitor(player).open("offline")
    assert "No connection" in page
    assert "Pas de connexion" in page
    assert "Nora" not in page.html
    assert player.uid not in page.html


@pytest.mark.django_db
def test_page_says_whose_reports_it_sends() -> None:
    game = factories.open_match()
    assert f'data-who="{game.one.uid}"' in Visitor(game.one).open("match", game.match.uid).html
    assert 'data-who=""' in Visitor().open("match", game.match.uid).html


@pytest.mark.django_db
def test_match_can_be_reported_on_its_own_page_while_nobody_has_said_anything() -> None:
    game = factories.open_match()
    assert "data-report-dialog" in Visitor(game.one).open("match", game.match.uid).html
    assert "data-report-dialog" not in Visitor().open("match", game.match.uid).html
    Visitor(game.one).send("report", game.match.uid, winner="one", loser_points="3")
    assert "data-report-dialog" not in Visitor(game.two).open("match", game.match.uid).html


@pytest.mark.django_db
class TestWhatComesNext:
    """The page that says what follows from a match."""

    def test_it_names_who_may_come_and_says_who_is_out(self) -> None:
        stage = factories.drawn_stage(4)
        one, two = factories.open_matches(stage)
        page = Visitor(factories.around(one).one).open("match_next", one.uid)
        assert f"Final, against {two.one.name} or {two.two.name}." in page
        assert "You are out." in page

    def test_the_page_of_the_match_shows_it_without_a_frame(self) -> None:
        game = factories.open_match()
        page = Visitor(game.one).at(reverse("match_next", args=[game.match.uid]), **{"HX-Request": "true"})
        assert "You have won" in page
        assert "<html" not in page.html

    def test_it_decides_nothing_for_who_does_not_play(self) -> None:
        game = factories.open_match()
        assert "This match decides nothing more for you." in Visitor().open("match_next", game.match.uid)

    def test_it_asks_the_same_for_many_as_for_few(self) -> None:
        counts = []
        for n in (4, 32):
            match = factories.open_matches(factories.drawn_stage(n))[0]
            visitor = Visitor(factories.around(match).one)
            with CaptureQueriesContext(connection) as queries:
                visitor.open("match_next", match.uid)
            counts.append(len(queries))
        assert counts[0] == counts[1]
        assert max(counts) <= _PAGE
