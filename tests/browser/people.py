"""People in front of a browser: what they read, press and type, in their own language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import gettext, ngettext, override, pgettext
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

LAPTOP = (1440, 900)
PHONE = (390, 844)
SMALL_PHONE = (360, 640)
_LOCALES = {"en": "en-GB", "fr": "fr-FR"}
# A loaded machine renders late; nothing here measures speed.
_PATIENCE_MS = 60_000
_MOMENT_MS = 20
_BETWEEN_TWO_QUESTIONS_MS = 30_000
_KNOWN_LINES = (
    "Failed to load resource: the server responded with a status of",
    "htmx:afterRequest",
    "htmx:sendAbort",
)
_LINES_OF_AN_OUTAGE = ("Failed to load resource: net::", "htmx:sendError", "Response Status Error Code 503")

expect.set_options(timeout=_PATIENCE_MS)


class Person:
    """Somebody with a browser of their own.

    What the browser complains about is kept in `faults`: errors of a script, of the
    security policy, answers that refuse or broke, and a network that is away. A test
    says where it means one of the last two: `is_refused`, `outage`, `without_network`.
    Texts are given in English, and looked for in the person's language.
    """

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        size: tuple[int, int] = LAPTOP,
        language: str = "en",
        with_javascript: bool = True,
        keeps_files: bool = True,
        has_touch: bool = False,
    ) -> None:
        self.language = language
        self.with_javascript = with_javascript
        self.faults: list[str] = []
        self._refusals: list[str] | None = None
        self._is_cut_off = False
        self.context: BrowserContext = browser.new_context(
            base_url=base,
            viewport={"width": size[0], "height": size[1]},
            locale=_LOCALES[language],
            timezone_id="Europe/Paris",
            java_script_enabled=with_javascript,
            has_touch=has_touch,
            # A colour read in the middle of a transition is no colour of the page.
            reduced_motion="reduce",
            # Without its service worker a browser loads every page as if for the first time.
            service_workers="allow" if keeps_files else "block",
        )
        self.context.set_default_timeout(_PATIENCE_MS)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        self.context.on("response", self._look_at)
        # What is asked and not answered yet, but for streams, which stay open.
        self._open: set[Request] = set()
        self.context.on("request", self._begin)
        self.context.on("requestfinished", self._end)
        self.context.on("requestfailed", self._end)
        self.page: Page = self.context.new_page()

    def _begin(self, request: Request) -> None:
        if request.resource_type != "eventsource":
            self._open.add(request)

    def _end(self, request: Request) -> None:
        self._open.discard(request)

    def _hear(self, message: ConsoleMessage) -> None:
        # Chromium writes a line for every answer of 400 and above; those are `_look_at`'s. htmx writes one for a question
        # that makes way for an act, and with any that got no answer a second one, which says nothing of its own.
        lines = [*_KNOWN_LINES, *(_LINES_OF_AN_OUTAGE if self._is_cut_off else ())]
        if message.type == "error" and not message.text.startswith(tuple(lines)):
            self.faults.append(f"console: {message.text}")

    def _look_at(self, response: Response) -> None:
        request = response.request
        # What the service worker fetches for a page is the page's own answer, which is looked at as such.
        if request.service_worker is not None:
            return
        if response.status < 400 or (response.status == 503 and self._is_cut_off):
            return
        is_of_the_test = request.is_navigation_request() or request.method == "POST"
        if self._refusals is not None and is_of_the_test and response.status < 500:
            self._refusals.append(response.url)
        else:
            self.faults.append(f"{response.status} {request.method} {response.url}")

    @contextmanager
    def is_refused(self) -> Iterator[None]:
        """Expect a refusal within the block, and allow its error in the browser."""
        refusals: list[str] = []
        self._refusals = refusals
        yield
        # What the block waits for may be there before the refusal.
        self._wait_until(lambda: bool(refusals), "nothing was refused")
        self._refusals = None

    @contextmanager
    def outage(self) -> Iterator[None]:
        """Allow lost answers and those of a busy service, and their errors in the browser, within the block."""
        self._is_cut_off = True
        yield
        self._is_cut_off = False

    @contextmanager
    def without_network(self) -> Iterator[None]:
        """Cut the device off from the network within the block."""
        with self.outage():
            self.context.set_offline(True)
            yield
            # A question that was lost late is one of this block too, and so is its line in the browser.
            self._wait_until(lambda: not self._open, "a request did not end without a network")
            self.context.set_offline(False)
            # The lines of the block have come before this answer; what is sent now may lead to another page.
            self.page.locator("html").wait_for(state="attached")

    def _wait_until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Wait until something is so; fail with these words when patience ends."""
        waits = 0
        while not is_so():
            assert waits * _MOMENT_MS < _PATIENCE_MS, otherwise
            self.page.wait_for_timeout(_MOMENT_MS)
            waits += 1

    def close(self) -> None:
        """Leave."""
        self.context.close()

    # What they read.

    def words(self, english: str, *, context: str = "", count: int | None = None, **places: Any) -> str:
        """A text of the interface in the person's language; `english` of several numbers is `one|many`."""
        with override(self.language):
            if count is not None:
                one, many = english.split("|")
                text = ngettext(one, many, count)
            else:
                text = pgettext(context, english) if context else gettext(english)
        return strip_tags(text % places if places else text)

    def button(self, english: str, **places: Any) -> Locator:
        """A button by the whole of its text."""
        return self.page.get_by_role("button", name=self.words(english, **places), exact=True)

    def link(self, english: str, **places: Any) -> Locator:
        """A link by its text."""
        name = self.words(english, **places)
        return self.page.get_by_role("link", name=name, exact=True)

    def field(self, english: str, **places: Any) -> Locator:
        """A field by its label."""
        return self.page.get_by_label(self.words(english, **places))

    def sees(self, english: str, **places: Any) -> None:
        """Wait until the text of the interface is on the page."""
        self.reads(self.words(english, **places))

    def reads(self, text: str) -> None:
        """Wait until a text that is no word of the interface, like a name or a score, is on the page."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()

    def heads(self, english: str, **places: Any) -> None:
        """Wait until this is the page's heading."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(self.words(english, **places))

    # What they do.

    def accept(self, address: str) -> None:
        """Open the address of an invitation, and accept it."""
        self.open(f"/invitations/{address.rsplit('/invitations/', 1)[1]}")
        self.press("Accept")
        self.sees("Thank you. You have accepted.")

    def open(self, path: str) -> None:
        """Go to an address; it answers with a page."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.status == 200, f"{path} answers {answer.status}"

    def let_time_pass(self) -> None:
        """Let the clock of the open page go on by more than it waits between two questions; it is installed before."""
        self.page.clock.run_for(_BETWEEN_TWO_QUESTIONS_MS)

    def press(self, english: str, **places: Any) -> None:
        """Press a button."""
        self.button(english, **places).click()

    def follow(self, english: str, **places: Any) -> None:
        """Follow a link."""
        self.link(english, **places).click()

    def choose(self, english: str, **places: Any) -> None:
        """Choose one of several."""
        self.page.get_by_label(self.words(english, **places), exact=True).check()

    def fill(self, english: str, text: str, **places: Any) -> None:
        """Type into a field."""
        self.field(english, **places).fill(text)

    def unfold(self, english: str) -> None:
        """Open what is folded away under a line."""
        self.page.locator("summary").filter(has_text=self.words(english)).click()

    def sign_up(self, name: str, *, email: str, password: str) -> None:
        """Make an account."""
        self.open("/accounts/signup/")
        self.fill("Your name", name)
        self.page.locator("input[type=email]").fill(email)
        self.page.locator("input[type=password]").fill(password)
        self.page.locator("input[name=agrees]").check()
        self.press("Make the account")
        self.page.wait_for_url("**/")

    def sign_in(self, *, email: str, password: str) -> None:
        """Sign in."""
        self.open("/accounts/login/")
        self.page.locator("input[type=email]").fill(email)
        self.page.locator("input[type=password]").fill(password)
        self.press("Sign in")
        self.page.wait_for_url("**/")
