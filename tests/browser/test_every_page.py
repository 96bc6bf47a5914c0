"""Every page, in both languages, light and dark, on a phone and on a laptop: readable by everybody, without a fault."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.axe import LOOKS, Glance, bring_axe, faults_of, wrapped_rows
from tests.browser.hall import Hall
from tests.browser.pages import (
    ACTIONS,
    FILES,
    FRAGMENTS,
    PAPERS,
    PASSAGES,
    USUAL_OF_PAGE,
    Visit,
    Who,
    address,
    routes,
    visits,
    visits_once,
)
from tests.browser.people import LAPTOP, Person


@pytest.fixture(scope="module")
def viewers(browser: Browser, base: str, hall: Hall) -> Iterator[dict[tuple[Who, str], Person]]:
    """One of each kind of visitor for each language."""
    people = {}
    for who, language in product(Who, ("en", "fr")):
        person = Person(browser, base, language=language)
        bring_axe(person)
        if who is Who.GUEST:
            person.open(hall.demo.guest.link)
        elif who is Who.DIRECTOR:
            person.sign_in(email=hall.demo.email, password=hall.demo.password)
        people[who, language] = person
    yield people
    for person in people.values():
        person.close()


@pytest.mark.long_only
@pytest.mark.parametrize("visit", visits(), ids=str)
def test_page_is_readable_by_everybody(
    visit: Visit, hall: Hall, viewers: dict[tuple[Who, str], Person]
) -> None:
    """It answers 200 in the language asked for, fits a phone, stays still and light; axe and the console are quiet; no buttons of the desk wrap."""
    faults, path = [], visit.path(hall.demo.samples)
    for language in visit.languages:
        person = viewers[visit.who, language]
        person.open(path)
        assert person.page.url.endswith(path)
        assert person.page.locator("html").get_attribute("lang") == language
        faults += faults_of(person, path=path)
        if visit.name.startswith("desk_"):
            faults += wrapped_rows(person)
    assert faults == []


# The first one opens the first two pages of four, in the first two looks; the second one the others.
@pytest.mark.timeout(900, func_only=True)
@pytest.mark.parametrize("half", [0, 1])
def test_pages_are_readable_by_everybody(
    half: int, hall: Hall, viewers: dict[tuple[Who, str], Person]
) -> None:
    """The same of each page once, in one language, one scheme and one size, by turns."""
    faults: list[str] = []
    last: tuple[Visit, Glance] | None = None
    for turn, visit in enumerate(visits_once()):
        look = LOOKS[turn % len(LOOKS)]
        if turn % len(LOOKS) // 2 == half:
            glance = Glance(viewers[visit.who, look.language], look, visit.path(hall.demo.samples))
            faults += _ended(last)
            last = visit, glance
    faults += _ended(last)
    assert not faults, "\n".join(faults)


def _ended(one: tuple[Visit, Glance] | None) -> list[str]:
    """The faults of a page that axe has looked at, each with its name."""
    if one is None:
        return []
    visit, glance = one
    faults = glance.faults()
    if visit.name.startswith("desk_"):
        faults += wrapped_rows(glance.person)
    return [f"{visit}, {glance.person.language}: {fault}" for fault in faults]


def test_every_address_is_a_page_an_action_a_fragment_or_a_passage(hall: Hall, viewers: Any) -> None:
    """Whatever is not looked at above does not answer with a page."""
    patterns, director = routes(), viewers[Who.DIRECTOR, "en"]
    for name in sorted(ACTIONS | FRAGMENTS | PASSAGES | FILES | PAPERS.keys()):
        at = address(patterns[name], hall.demo.samples, state=USUAL_OF_PAGE.get(name, ""))
        answer = director.context.request.get(at, max_redirects=0)
        if name in ACTIONS:
            assert answer.status == 405, name
        elif name in FRAGMENTS | FILES:
            assert (answer.status, b"<html" in answer.body()) == (200, False), name
        elif name in PAPERS:
            assert answer.status in PAPERS[name], name
        else:
            assert answer.status in {302, 403, 404}, name


def test_a_page_from_right_to_left_is_mirrored(hall: Hall, viewers: dict[tuple[Who, str], Person]) -> None:
    """The brand stands on the right, the first round to the right of the second, and a row's words before its button."""
    director = viewers[Who.DIRECTOR, "en"]
    director.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    samples = hall.demo.samples
    for path, first, second in (
        (f"/s/{samples['s']['running']}/bracket/", ".round", ".round + .round"),
        (f"/desk/e/{samples['e']['running']}/", ".brand", ".site-nav"),
        (f"/desk/e/{samples['e']['running']}/entrants/", ".players tbody th", ".players .player-acts"),
    ):
        director.open(path)
        director.page.evaluate("document.documentElement.dir = 'rtl'")
        boxes = [director.page.locator(selector).first.bounding_box() for selector in (first, second)]
        assert boxes[0] is not None, path
        assert boxes[1] is not None, path
        assert boxes[0]["x"] > boxes[1]["x"], path
