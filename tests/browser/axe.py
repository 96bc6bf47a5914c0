"""Faults of a page: violations found by axe, overflow, layout shifts and errors of the browser."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple

import axe_playwright_python
from playwright.sync_api import Page

from tests.browser.people import LAPTOP, PHONE, Person
from tests.effort import is_long

_AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The size of targets is in WCAG 2.2 AA, and axe looks at it only when asked.
_AXE_RUN = """
axe.run({resultTypes: ['violations'], preload: false, rules: {'target-size': {enabled: true}}})
  .then(found => found.violations)
"""
_NARROWEST = 360
# How wide the page is, written in this direction. Standings are read down their columns: they are on the screen all at once,
# while a cross table may be moved.
_WIDTHS = """
direction => {
  document.documentElement.dir = direction;
  const beyond = [...document.querySelectorAll('table.standings')]
    .map(table => table.scrollWidth - table.parentElement.clientWidth);
  return [document.documentElement.scrollWidth, beyond];
}
"""
# Below a page that is seen whole: the bar at the bottom of a phone covers nothing that could be scrolled away from it.
_ROOM_BELOW = 300


class Look(NamedTuple):
    """How somebody looks at a page."""

    language: str
    scheme: Literal["light", "dark"]
    size: tuple[int, int]


_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_EVERY_LOOK = tuple(Look(*look) for look in product(("en", "fr"), _SCHEMES, (LAPTOP, PHONE)))
# The looks of a landing, one page in the one way and the next in the other; the long run takes all eight of every page.
LOOKS = (
    Look("en", "light", LAPTOP),
    Look("fr", "dark", PHONE),
    Look("en", "dark", PHONE),
    Look("fr", "light", LAPTOP),
)
# What is moved while the page is being loaded, as a share of the window (Cumulative Layout Shift).
_SHIFTS = """
window.shifted = 0;
new PerformanceObserver(seen => {
  for (const shift of seen.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({type: 'layout-shift', buffered: true});
"""
_MOST_SHIFTED = 0.1
# The smallest laptop of a desk. Buttons side by side stand in one row there: what wraps hides the last one.
_DESK = (1366, 768)
WRAPPED = """
[...document.querySelectorAll('main *')].flatMap(row => {
  const style = getComputedStyle(row);
  if (style.display.includes('grid') || (style.display.includes('flex') && style.flexDirection === 'column')) return [];
  const isButton = one => one.matches('button, .button')
    || (one.matches('form, a, summary, details') && row.matches('.actions, .links, ul.tabs, .chips, .segments, .player-bulk')
        && !one.matches('details[open]'));
  const shown = [...row.children].filter(one => one.checkVisibility() && one.offsetHeight);
  const middle = one => (box => (box.top + box.bottom) / 2)(one.getBoundingClientRect());
  // Buttons with something else between them are no row.
  return shown.slice(1).filter((one, before) => isButton(one) && isButton(shown[before])
      && Math.abs(middle(one) - middle(shown[before])) > 14)
    .map(one => `buttons wrap: ${row.className || row.tagName}: ${one.innerText.trim()}`);
})
"""
_AFTER_TWO_FRAMES = (
    "new Promise(said => requestAnimationFrame(() => requestAnimationFrame(() => said(shifted))))"
)
# htmx, what the pages do, and the outbox; a scoresheet adds up and keeps its draft besides.
_MOST_SCRIPTS = 3
_SCRIPTS_OF_A_SHEET = 2


def bring_axe(person: Person) -> None:
    """Let every page that this person opens carry axe, and note what moves."""
    person.context.add_init_script(_AXE + _SHIFTS)


def faults_of(person: Person, *, path: str = "") -> list[str]:
    """Everything that is wrong with the page that was just opened, in each look of the person's language.

    A page that is to be found at a path is opened once more before it is said to move.
    """
    faults = _unsteady(person.page, path) + _too_many_scripts(person.page)
    for look in _EVERY_LOOK if is_long() else LOOKS[:2]:
        if look.language == person.language:
            _see_whole(person.page, look)
            name = f"{look.language} {look.scheme} {look.size[0]}"
            faults += [f"{name}: {fault}" for fault in _words_of(person.page.evaluate(_AXE_RUN))]
    faults += _too_wide(person.page, "rtl", "ltr") + person.faults
    person.faults.clear()
    return faults


class Glance:
    """A page that is opened once, in one look: axe goes on in it while the next one is opened in another browser."""

    def __init__(self, person: Person, look: Look, path: str) -> None:
        self.person = person
        page = person.page
        page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
        answer = page.goto(path)
        status = answer.status if answer is not None else 0
        self._faults = [] if status == 200 else [f"it answers {status}"]
        if not page.url.endswith(path):
            self._faults.append(f"it leads to {page.url}")
        language = page.evaluate("document.documentElement.lang")
        if language != look.language:
            self._faults.append(f"it speaks {language!r} for {look.language!r}")
        self._faults += _unsteady(page, path) + _too_many_scripts(page)
        _see_whole(page, look)
        page.evaluate(f"() => {{ window.violations = {_AXE_RUN.strip()}; }}")

    def faults(self) -> list[str]:
        """Everything that is wrong with the page."""
        page = self.person.page
        self._faults += _words_of(page.evaluate("violations")) + _too_wide(page, "ltr") + self.person.faults
        self.person.faults.clear()
        return self._faults


def wrapped_rows(person: Person) -> list[str]:
    """Return the rows of buttons that take more than one line on the smallest laptop of a desk."""
    person.page.set_viewport_size({"width": _DESK[0], "height": _DESK[1]})
    return [f"{person.language}: {row}" for row in person.page.evaluate(WRAPPED)]


def _unsteady(page: Page, path: str) -> list[str]:
    """Return the layout shifts while the page was loading; a late frame of a busy machine does not come twice."""
    share = page.evaluate(_AFTER_TWO_FRAMES)
    if share > _MOST_SHIFTED and path:
        page.goto(path)
        share = page.evaluate(_AFTER_TWO_FRAMES)
    return [f"{share:.3f} of the page moved"] if share > _MOST_SHIFTED else []


def _too_many_scripts(page: Page) -> list[str]:
    scripts = page.locator("script[src]").count()
    most = _MOST_SCRIPTS + (
        _SCRIPTS_OF_A_SHEET if page.locator("[data-sheet], [data-sheet-page]").count() else 0
    )
    return [f"{scripts} scripts"] if scripts > most else []


def _see_whole(page: Page, look: Look) -> None:
    """Show the whole page at once."""
    page.emulate_media(color_scheme=look.scheme)
    page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": look.size[0], "height": height + _ROOM_BELOW})


def _words_of(violations: list[dict[str, Any]]) -> list[str]:
    """What axe finds: each violation with the elements in it."""
    return [
        f"{violation['id']}: {node['html'][:160]}" for violation in violations for node in violation["nodes"]
    ]


def _too_wide(page: Page, *directions: str) -> list[str]:
    """What makes the page scroll sideways on the narrowest phone, written in these directions."""
    page.set_viewport_size({"width": _NARROWEST, "height": PHONE[1]})
    faults = []
    for direction in directions:
        width, standings = page.evaluate(_WIDTHS, direction)
        if width > _NARROWEST:
            faults.append(f"{width} px wide on a phone of {_NARROWEST}, {direction}")
        faults += [
            f"standings {beyond} px too wide for a phone of {_NARROWEST}, {direction}"
            for beyond in standings
            if beyond > 0
        ]
    return faults
