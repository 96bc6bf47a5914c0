"""Paper in Chromium: no name is cut, nothing overflows its sheet, and no sheet is wasted."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import sync_playwright

from matches.models import Side
from tests import factories
from tests.postgres_plugin import chromium
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.models import Entrant, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
_LONGEST = 30
# What is wider than its box, or leaves its sheet, its slip or its cell.
_OVERFLOW = """() => [...document.querySelectorAll('main *')].filter(one => !one.closest('.unseen, svg') && (
    one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
    || one.matches('.slip, .sheet, .cell, .meeting, .who') && one.scrollHeight > one.clientHeight + 1
    || one.matches('.meeting') && one.offsetHeight > one.closest('.cell').offsetHeight
)).map(one => `${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`).slice(0, 5)"""


def _stage(entrants: int) -> Stage:
    """A drawn stage whose names have 30 characters, wide ones, half of them without a blank."""
    stage = factories.drawn_stage(entrants)
    lifecycle.add_tables(stage.event.tournament, by=None, names=[str(number) for number in range(1, 5)])
    _lengthen(stage)
    return stage


def _league() -> Stage:
    """Two divisions of thirteen with such names, by the calendar."""
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=timezone.now() - timedelta(days=8))
    stage = factories.stage(event, format="league", lengths=(25,), options={"divisions": 2})
    factories.entrants(event, 26)
    draw.draw(stage, by=None, seed="videau")
    for match in factories.open_matches(stage)[:12]:
        results.report(match, by=None, score=(25, 24))
    _lengthen(stage)
    return stage


def _lengthen(stage: Stage) -> None:
    """Give every name of the stage 30 characters."""
    for number, entrant in enumerate(Entrant.objects.filter(event=stage.event)):
        name = f"{number:03}" + ("Wilhelmine von Wassermannsmühl" if number % 2 else "W" * _LONGEST)
        Side.objects.filter(pk=entrant.side_id).update(full_name=name[:_LONGEST])


def _measure(papers: dict[str, str]) -> dict[str, tuple[list[str], int]]:
    """Return what overflows on each paper, and the number of its printed pages."""
    style = finders.find("videau/paper.css")
    assert style is not None
    measurements = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page(viewport={"width": 1060, "height": 1400})
        page.emulate_media(media="print")
        for name, html in papers.items():
            page.set_content(re.sub(r"<link[^>]*>", "", html))
            page.add_style_tag(path=style)
            overflow = page.evaluate(_OVERFLOW)
            pdf = page.pdf(prefer_css_page_size=True)
            measurements[name] = (overflow, len(re.findall(rb"/Type\s*/Page\b", pdf)))
        browser.close()
    return measurements


# The most pages that 8, 64 and 256 entrants take.
_PAPERS: tuple[tuple[str, dict[str, str], tuple[int, int, int]], ...] = (
    ("entrants", {}, (1, 3, 9)),
    ("pairings", {"round": "1"}, (1, 2, 7)),
    ("pairings", {"round": "1", "by": "name"}, (1, 4, 13)),
    ("standings", {}, (1, 3, 9)),
    ("slips", {}, (1, 8, 32)),
    ("scoresheets", {}, (4, 32, 128)),
    ("bracket", {"paper": "a4"}, (1, 5, 17)),
    ("bracket", {"paper": "a3"}, (1, 3, 9)),
    ("tables", {}, (2, 2, 2)),
)


# The most pages that two divisions of thirteen take.
_OF_A_LEAGUE: tuple[tuple[str, dict[str, str], int], ...] = (
    ("pairings", {"round": "1"}, 2),
    ("pairings", {"round": "1", "by": "name"}, 2),
    ("rounds", {}, 15),
    ("slips", {"round": "2"}, 3),
    ("cross", {"paper": "portrait"}, 4),
    ("cross", {"paper": "landscape"}, 2),
)


def _paper_html(stage: Stage, paper: str, query: dict[str, str], *, language: str) -> str:
    """A paper of a stage as its director prints it."""
    uids = {"entrants": stage.event.uid, "tables": stage.event.tournament.uid}
    address = reverse(f"desk_print_{paper}", args=[uids.get(paper, stage.uid)])
    director = Visitor(factories.owner(stage.event.tournament))
    return director.client.get(address, query, headers={"Accept-Language": language}).content.decode()


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(0, "fr", id="8"),
        pytest.param(1, "fr", id="64", marks=pytest.mark.long_only),
        pytest.param(2, "en", id="256", marks=pytest.mark.long_only),
    ],
)
def test_no_name_is_cut_and_no_sheet_is_wasted(size: int, language: str) -> None:
    stage = _stage((8, 64, 256)[size])
    cases = [(stage, "", paper, query, pages[size]) for paper, query, pages in _PAPERS]
    if size == 0:
        league = _league()
        cases += [(league, "league", paper, query, pages) for paper, query, pages in _OF_A_LEAGUE]
    papers, most = {}, {}
    for of, kind, paper, query, pages in cases:
        name = " ".join([kind, paper, *query.values()])
        papers[name], most[name] = _paper_html(of, paper, query, language=language), pages
    # Playwright keeps an event loop in its thread, and Django refuses the database beside one.
    with ThreadPoolExecutor(1) as thread:
        measurements = thread.submit(_measure, papers).result()
    assert {name: overflow for name, (overflow, _pages) in measurements.items() if overflow} == {}
    assert {name: pages for name, (_overflow, pages) in measurements.items() if pages > most[name]} == {}
