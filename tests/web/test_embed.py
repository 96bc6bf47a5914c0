"""Embedded pages: public, without cookies, and the only ones that another site may frame."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments.actions.events import lifecycle
from tournaments.models import Stage, Visibility

_STYLES = ROOT / "tournaments" / "web" / "static" / "videau"
_OF_STAGE = ("embed_bracket", "embed_bracket_live", "embed_standings", "embed_standings_live")


@pytest.fixture
def stage(db: None) -> Stage:
    return factories.drawn_stage(4)


def _addresses(stage: Stage) -> list[str]:
    event = stage.event
    of_stream = (reverse(name, args=[event.tournament.uid]) for name in ("embed_stream", "embed_stream_live"))
    return [
        reverse("embed", args=[event.uid]),
        *(reverse(name, args=[stage.uid]) for name in _OF_STAGE),
        *of_stream,
    ]


def test_everybody_may_frame_it_and_nothing_else(stage: Stage) -> None:
    for address in _addresses(stage):
        answer = Client().get(address)
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors *;" in f"{policy};"
        assert "form-action 'none'" in policy
        assert "default-src 'none'" in policy
        assert "X-Frame-Options" not in answer
    for name in ("bracket", "standings", "bracket_live"):
        answer = Client().get(reverse(name, args=[stage.uid]))
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_it_reads_and_sets_no_cookie_and_knows_nobody(stage: Stage) -> None:
    """A signed-in director sees the same frame as everybody."""
    for address in _addresses(stage):
        stranger, director = Client(), Visitor(factories.owner(stage.event.tournament)).client
        ours, theirs = stranger.get(address), director.get(address)
        assert not ours.cookies
        assert "Cookie" not in ours["Vary"]
        assert ours.content == theirs.content


@pytest.mark.parametrize("visibility", [Visibility.DRAFT, Visibility.UNLISTED])
def test_only_public_tournaments_are_shown(stage: Stage, visibility: Visibility) -> None:
    lifecycle.change_tournament(stage.event.tournament, by=None, visibility=visibility)
    director = Visitor(factories.owner(stage.event.tournament))
    assert {director.at(address).status for address in _addresses(stage)} == {404}


def test_its_links_open_beside_the_site_or_stay_in_the_frame(stage: Stage) -> None:
    page = Visitor().at(reverse("embed_bracket", args=[stage.uid]) + "?theme=dark&lang=fr")
    assert '<base target="_blank">' in page.html
    inside = re.findall(r'<a target="_self" href="([^"]+)"|href="([^"]+)"[^>]* target="_self"', page.html)
    assert inside
    for first, second in inside:
        assert (first or second).startswith("/embed/")
        assert "theme=dark&amp;lang=fr" in (first or second)
    assert '<html lang="fr" dir="ltr" data-frame data-scheme="dark">' in page.html
    assert page.response["Content-Language"] == "fr"
    assert "data-scheme" not in Visitor().at(reverse("embed_bracket", args=[stage.uid]) + "?theme=pink").html


def test_it_shows_the_newest_drawn_stage_and_renews_itself(stage: Stage) -> None:
    address = reverse("embed", args=[stage.event.uid])
    page = Visitor().at(address)
    assert f'hx-get="{reverse("embed_bracket_live", args=[stage.uid])}"' in page.html
    etag = re.findall(r'data-etag="([^"]+)"', page.html)[0].replace("&quot;", '"')
    live = reverse("embed_bracket_live", args=[stage.uid])
    assert Visitor().at(live, if_none_match=etag).status == 304
    factories.play_open_matches(stage)
    fresh = Visitor().at(live, if_none_match=etag)
    assert fresh.status == 200
    assert fresh.html == Visitor().at(live).html
    later = factories.stage(stage.event)
    assert reverse("embed_bracket", args=[later.uid]) in Visitor().at(address).html
    assert Visitor().at(reverse("embed_standings", args=[later.uid])).status == 200
    empty = Visitor().open("embed", factories.event().uid)
    assert empty.status == 200


def test_it_asks_the_database_as_seldom_for_many(stage: Stage) -> None:
    many = factories.drawn_stage(64)
    counts = []
    for one in (stage, many):
        with CaptureQueriesContext(connection) as queries:
            for address in _addresses(one)[:2]:
                Client().get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 2 * 12


@pytest.mark.parametrize("name", ["embed_bracket_live", "bracket_live"])
def test_strangers_share_one_rendering_of_each_version(stage: Stage, name: str) -> None:
    """The second visitor gets the cached rendering; a result renews it at once."""
    address = reverse(name, args=[stage.uid])
    counts, answers = [], []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            answers.append(Client().get(address))
        counts.append(len(queries))
    assert counts[1] < counts[0]
    assert answers[0].content == answers[1].content
    assert answers[0]["ETag"] == answers[1]["ETag"]
    factories.play_open_matches(stage)
    assert Client().get(address).content != answers[0].content


def test_the_event_offers_the_lines_to_copy_while_it_is_public(stage: Stage) -> None:
    lifecycle.change_event(stage.event, by=None, name='Le "Grand" <Open>')
    page = Visitor().open("event_info", stage.event.uid)
    [lines] = re.findall(r"<textarea[^>]*data-select>(.*?)</textarea>", page.html)
    address = f"http://testserver{reverse('embed', args=[stage.event.uid])}"
    title = "Le &quot;Grand&quot; &lt;Open&gt;"
    assert unescape(lines).startswith(f'<iframe src="{address}" title="{title}" ')
    lifecycle.change_tournament(stage.event.tournament, by=None, visibility=Visibility.UNLISTED)
    assert "/embed/" not in Visitor().open("event_info", stage.event.uid).html


def test_its_colours_are_those_of_the_pages() -> None:
    tokens, frame = ((_STYLES / name).read_text() for name in ("tokens.css", "embed.css"))
    for scheme, on, off in (("light", "light", "dark"), ("dark", "dark", "light")):
        rule = re.search(rf':root\[data-scheme="{scheme}"\] \{{\n(.*?)\}}', tokens, re.DOTALL)
        assert rule is not None
        assert f"--{on}: initial;" in rule[1]
        assert f"--{off}: ;" in rule[1]
    assert "--" not in frame.replace("var(--", "")
