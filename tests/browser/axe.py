"""What is wrong with the page that somebody sees: by axe, by its width, and by what the browser complained about."""

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
# So high that the bar at the bottom of a phone covers nothing that could be scrolled away from it.
_WHOLE_PAGE = 6000


class Look(NamedTuple):
    """How somebody looks at a page."""

    language: str
    scheme: Literal["light", "dark"]
    size: tuple[int, int]


_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_EVERY_LOOK = tuple(Look(*look) for look in product(("en", "fr"), _SCHEMES, (LAPTOP, PHONE)))
# Every language, scheme and width meets every other one; the long run takes all eight.
_LOOKS = (
    Look("en", "light", LAPTOP),
    Look("en", "dark", PHONE),
    Look("fr", "light", PHONE),
    Look("fr", "dark", LAPTOP),
)


def bring_axe(person: Person) -> None:
    """Let every page that this person opens carry axe."""
    person.context.add_init_script(_AXE)


def faults_of(person: Person, *, by_every_rule: bool = True) -> list[str]:
    """Everything that is wrong with the page that is open, in each look of the person's language.

    A page that was looked at in another language needs only the rules that its words can break.
    """
    rules = _EVERY_RULE if by_every_rule or is_long() else _RULES_OF_WORDS
    looks: Iterable[Look] = _EVERY_LOOK if is_long() else _LOOKS
    found = [
        f"{look.language} {look.scheme} {look.size[0]}: {fault}"
        for look in looks
        if look.language == person.language
        for fault in _violations(person.page, look, rules)
    ]
    found += _too_wide(person.page) + person.faults
    person.faults.clear()
    return found


def _violations(page: Page, look: Look, rules: str) -> list[str]:
    """What axe finds: each violation with the elements in it."""
    page.emulate_media(color_scheme=look.scheme)
    page.set_viewport_size({"width": look.size[0], "height": _WHOLE_PAGE})
    violations = page.evaluate(
        f"axe.run({{resultTypes: ['violations'], preload: false, {rules}}}).then(found => found.violations)"
    )
    return [
        f"{violation['id']}: {node['html'][:160]}" for violation in violations for node in violation["nodes"]
    ]


def _too_wide(page: Page) -> list[str]:
    """What makes the page scroll sideways on the narrowest phone."""
    page.set_viewport_size({"width": _NARROWEST, "height": PHONE[1]})
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"{width} px wide on a phone of {_NARROWEST}"] if width > _NARROWEST else []
