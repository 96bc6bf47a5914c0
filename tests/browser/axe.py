"""Faults of a page: violations found by axe, overflow, layout shifts and errors of the browser."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import axe_playwright_python
from playwright.sync_api import Page

from tests.browser.people import LAPTOP, PHONE, Person
from tests.effort import is_long

_AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The size of targets is in WCAG 2.2 AA, and axe looks at it only when asked.
_EVERY_RULE = "rules: {'target-size': {enabled: true}}"
# The elements are the same in both languages. The words are not, nor is the room they take.
_RULES_OF_WORDS = (
    "runOnly: ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable', 'html-has-lang',"
    " 'html-lang-valid', 'document-title', 'button-name', 'link-name', 'label', 'empty-heading']"
)
_NARROWEST = 360
# Standings are read down their columns: they are on the screen all at once, while a cross table may be moved.
_STANDINGS_BEYOND = """
[...document.querySelectorAll('table.standings')].map(table => table.scrollWidth - table.parentElement.clientWidth)
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
# Each page is seen in each language, scheme and width, one page in the one way and the next in the other; the long run
# takes all eight looks of every page.
_LOOKS = (
    (Look("en", "light", LAPTOP), Look("fr", "dark", PHONE)),
    (Look("en", "dark", PHONE), Look("fr", "light", LAPTOP)),
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
# What a phone loads on slow 3G with an empty cache, without the pictures.
_HEAVIEST = 100_000
_WEIGHT = """
[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(loaded => loaded.initiatorType !== 'img' && !/manifest|[.]png|[.]svg/.test(loaded.name))
  .reduce((sum, loaded) => sum + loaded.encodedBodySize, 0)
"""


def bring_axe(person: Person) -> None:
    """Let every page that this person opens carry axe, and note what moves."""
    person.context.add_init_script(_AXE + _SHIFTS)


def faults_of(person: Person, *, by_every_rule: bool = True, turn: int = 0) -> list[str]:
    """Everything that is wrong with the page that was just opened, in each look of the person's language.

    `turn` says which of the two ways to look is this page's. A page that was looked at in another language needs
    only the rules that its words can break.
    """
    rules = _EVERY_RULE if by_every_rule or is_long() else _RULES_OF_WORDS
    looks: Iterable[Look] = _EVERY_LOOK if is_long() else _LOOKS[turn % 2]
    faults = _unsteady(person.page) + _too_many_scripts(person.page)
    faults += [
        f"{look.language} {look.scheme} {look.size[0]}: {fault}"
        for look in looks
        if look.language == person.language
        for fault in _violations(person.page, look, rules)
    ]
    faults += _too_wide(person.page) + person.faults
    person.faults.clear()
    return faults


def wrapped_rows(person: Person) -> list[str]:
    """Return the rows of buttons that take more than one line on the smallest laptop of a desk."""
    person.page.set_viewport_size({"width": _DESK[0], "height": _DESK[1]})
    return [f"{person.language}: {row}" for row in person.page.evaluate(WRAPPED)]


def _unsteady(page: Page) -> list[str]:
    """Return the layout shifts while the page was loading."""
    share = page.evaluate(_AFTER_TWO_FRAMES)
    return [f"{share:.3f} of the page moved"] if share > _MOST_SHIFTED else []


def _too_many_scripts(page: Page) -> list[str]:
    scripts = page.locator("script[src]").count()
    most = _MOST_SCRIPTS + (
        _SCRIPTS_OF_A_SHEET if page.locator("[data-sheet], [data-sheet-page]").count() else 0
    )
    return [f"{scripts} scripts"] if scripts > most else []


def _violations(page: Page, look: Look, rules: str) -> list[str]:
    """What axe finds: each violation with the elements in it."""
    page.emulate_media(color_scheme=look.scheme)
    page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": look.size[0], "height": height + _ROOM_BELOW})
    violations = page.evaluate(
        f"axe.run({{resultTypes: ['violations'], preload: false, {rules}}}).then(found => found.violations)"
    )
    return [
        f"{violation['id']}: {node['html'][:160]}" for violation in violations for node in violation["nodes"]
    ]


def _too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways on the narrowest phone, written from left to right and from right to left."""
    page.set_viewport_size({"width": _NARROWEST, "height": PHONE[1]})
    faults = []
    for direction in ("rtl", "ltr"):
        page.evaluate("direction => document.documentElement.dir = direction", direction)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > _NARROWEST:
            faults.append(f"{width} px wide on a phone of {_NARROWEST}, {direction}")
        faults += [
            f"standings {beyond} px too wide for a phone of {_NARROWEST}, {direction}"
            for beyond in page.evaluate(_STANDINGS_BEYOND)
            if beyond > 0
        ]
    return faults
