"""The bracket as a sheet in Chromium: keys, zoom, marked paths, full screen, renewal, paper, and without JavaScript."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Arrival
from tests.browser.people import PHONE
from tests.faults.service import Installation, Service

_ENTRANTS = 64
_MOST_STOPS = 12


def _drive(installation: Installation, *words: str) -> dict[str, Any]:
    process = installation.run("-m", "tests.browser.sheets", *words)
    assert process.returncode == 0, process.stderr
    answer: dict[str, Any] = json.loads(process.stdout)
    return answer


@pytest.fixture(scope="module")
def sheet(service: Service) -> dict[str, Any]:
    """A drawn bracket of 64."""
    return _drive(service.installation, "draw", str(_ENTRANTS))


def _focused(page: Page) -> str:
    slot: str = page.evaluate("document.activeElement.closest('li')?.dataset.slot ?? ''")
    return slot


def _zoom(page: Page) -> int:
    return int(page.inner_text("[data-canvas-zoom]").removesuffix(" %"))


def _way_to(index: int) -> list[str]:
    """The keys from the final to a match of the first round: left for each round, down for the lower of two."""
    keys = []
    for bit in f"{index:05b}":
        keys += ["ArrowLeft", "ArrowDown"] if bit == "1" else ["ArrowLeft"]
    return keys


def test_any_match_of_64_is_reached_with_12_stops_of_the_keyboard(
    arrive: Arrival, sheet: dict[str, Any]
) -> None:
    person = arrive()
    person.open(f"/e/{sheet['event']}/")
    page = person.page
    page.locator("#canvas-full").focus()
    way_in = ["Tab"]
    for index in (0, 10, 21, 31):
        keys = [*way_in, "End", *_way_to(index)]
        for key in keys:
            page.keyboard.press(key)
        assert len(keys) <= _MOST_STOPS
        assert _focused(page) == f"1-{index}"
        expect(page.locator("[data-canvas-name]")).not_to_be_empty()
        way_in = []
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*/")


def test_zoom_marks_and_pins_outlast_a_result_and_the_result_stands_out(
    arrive: Arrival, service: Service, sheet: dict[str, Any]
) -> None:
    person = arrive()
    person.open(f"/e/{sheet['event']}/")
    page = person.page
    before = _zoom(page)
    page.locator("[data-canvas-view]").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -60)
    page.keyboard.up("Control")
    expect(page.locator("[data-canvas-zoom]")).not_to_have_text(f"{before} %")
    page.locator("#canvas-fit").click()
    fits = page.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight + 1)"
        "(document.querySelector('[data-canvas-view]'))"
    )
    assert fits
    page.locator("#canvas-full").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    for key in _way_to(0):
        page.keyboard.press(key)
    page.keyboard.press("p")
    name = page.inner_text("[data-canvas-name]")
    expect(page.locator(".canvas-pin")).to_have_text(f"★ {name}")
    zoom = _zoom(page)
    played = _drive(service.installation, "play", sheet["stage"])
    fresh = page.locator(f"li.is-fresh[data-slot='{played['slot']}']")
    expect(fresh).to_contain_text(played["winner"])
    assert (_zoom(page), _focused(page)) == (zoom, "1-0")
    expect(page.locator("[data-canvas-name]")).to_have_text(name)
    expect(page.locator(".slot-side.is-lit").first).to_contain_text(name)
    person.open(f"/s/{sheet['stage']}/bracket/")
    page.locator(".canvas-pin").click()
    expect(page.locator(".slot-side.is-lit").first).to_contain_text(name)


def test_a_phone_fills_its_screen_pinches_and_taps_once_to_mark_and_twice_to_open(
    arrive: Arrival, sheet: dict[str, Any]
) -> None:
    person = arrive(size=PHONE, has_touch=True)
    person.open(f"/e/{sheet['event']}/")
    page = person.page
    assert page.locator(".round.is-shown").count() == 1
    expect(page.locator(".round:not(.is-shown)").first).to_be_hidden()
    page.locator("#canvas-full").tap()
    expect(page.locator(".stage-live.is-whole .round").last).to_be_attached()
    expect(page.locator(".round").first).to_be_visible()
    zoom = _zoom(page)
    _pinch(person.context.new_cdp_session(page), apart=(60, 140))
    assert _zoom(page) > zoom
    side = page.locator("li[data-slot='1-2'] .slot-side").first
    side.scroll_into_view_if_needed()
    side.tap()
    expect(side).to_have_class("slot-side is-lit")
    assert "/m/" not in page.url
    side.tap()
    page.wait_for_url("**/m/*/")


def _pinch(session: CDPSession, *, apart: tuple[int, int]) -> None:
    """Two fingers on the middle of the screen, so far from it at first and at last."""
    middle = (PHONE[0] // 2, PHONE[1] // 2)
    for number, kind in enumerate(("touchStart", "touchMove", "touchMove", "touchEnd")):
        distance = apart[0] + (apart[1] - apart[0]) * min(number, 2) // 2
        points = [{"x": middle[0], "y": middle[1] - distance}, {"x": middle[0], "y": middle[1] + distance}]
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points}
        )


def test_paper_and_a_browser_without_javascript_have_the_bracket_as_a_list(
    arrive: Arrival, sheet: dict[str, Any]
) -> None:
    plain = arrive(with_javascript=False)
    plain.open(f"/e/{sheet['event']}/")
    expect(plain.page.locator("[data-canvas-tools]")).to_be_hidden()
    assert plain.page.locator(".round > ol > li.slot").count() == _ENTRANTS - 1
    expect(plain.page.get_by_role("heading", name="Last 64")).to_be_visible()
    person = arrive()
    person.open(f"/e/{sheet['event']}/")
    person.page.emulate_media(media="print")
    expect(person.page.locator("[data-canvas-tools]")).to_be_hidden()
    transform = person.page.locator("[data-canvas-plane]").evaluate("one => getComputedStyle(one).transform")
    assert transform == "none"
