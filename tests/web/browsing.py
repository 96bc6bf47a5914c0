"""A visitor of the pages, as a browser without JavaScript sees them."""

from __future__ import annotations

import re
import time
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse

from matches.models import Player


class Page:
    """An answer of the service: its status, its words without markup, its forms and links."""

    def __init__(self, response: Any) -> None:
        self.response = response
        self.status: int = response.status_code
        # A file to save is not read as text.
        is_text = not response.streaming and not response.content.startswith((b"PK", b"\x89PNG"))
        text = response.content.decode() if is_text else ""
        is_page = response.get("Content-Type", "").startswith("text/html")
        self.html: str = on_one_line(text) if is_page else text
        parser = _Reader()
        parser.feed(text)
        self.words = " ".join(" ".join(parser.words).split())
        self.forms = parser.forms
        self.presses = parser.presses
        self.links = parser.links

    def __contains__(self, words: str) -> bool:
        return words in self.words

    def form(self, action: str) -> dict[str, str]:
        """Return the fields that the first form with this address would send unchanged."""
        return dict(next(fields for address, fields in self.forms if address == action))


class Visitor:
    """Somebody who looks at pages and sends forms, signed in or not."""

    def __init__(self, player: Player | None = None, *, checks_csrf: bool = False) -> None:
        self.client = Client()
        self.client.handler = _handler(settings.LIVE, checks_csrf=checks_csrf)
        if player is not None:
            self.client.force_login(player)
            confirm(self.client, player)

    def open(self, name: str, /, *args: object, **query: str) -> Page:
        """Open a page by the name of its address."""
        return Page(self.client.get(reverse(name, args=args), query))

    def at(self, address: str, **headers: str) -> Page:
        """Open a page by its address."""
        return Page(self.client.get(address, headers=headers))

    def send(self, name: str, /, *args: object, **fields: Any) -> Page:
        """Send a form and follow where it leads."""
        return Page(self.client.post(reverse(name, args=args), fields, follow=True))

    def carry_out(self, name: str, /, *args: object, **fields: Any) -> Page:
        """Send a form, and confirm where a page asks for confirmation."""
        page = self.send(name, *args, **fields)
        address = reverse(name, args=args)
        if not any("foreseen" in form for at, form in page.forms if at == address):
            return page
        return Page(self.client.post(address, page.form(address), follow=True))

    def post(self, name: str, /, *args: object, **fields: Any) -> Page:
        """Send a form and look at the answer itself."""
        return Page(self.client.post(reverse(name, args=args), fields))


def confirm(client: Client, player: Player) -> None:
    """Let the session have its password just now, as after signing in by the form."""
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()


# A space that breaks no line is seen, so it is none of these.
_RUN = re.compile(r"[ \t\r\n]+")
_KEPT = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.DOTALL)
_TAG = re.compile(r"<[a-zA-Z/!](?:\"[^\"]*\"|'[^']*'|[^>\"'])*>")
_BLOCKS = (
    "address|article|body|br|button|caption|col|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head"
    "|header|hgroup|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|section|select|summary|table|tbody|td"
    "|tfoot|th|thead|title|tr|ul"
)
_EDGE = re.compile(rf"[ \t\r\n]*(</?(?:{_BLOCKS})\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>)[ \t\r\n]*")


def on_one_line(html: str) -> str:
    """Return the page without invisible white space: within tags, beside blocks, and repeated."""
    tags = _TAG.sub(lambda tag: _RUN.sub(" ", tag[0]).replace(" >", ">"), html)
    # The pattern has two groups: what is kept as it is, and the name of its element.
    parts = _KEPT.split(tags)
    plain = [_EDGE.sub(r"\1", _RUN.sub(" ", part)) for part in parts[::3]]
    return "".join(text + element for text, element in zip_longest(plain, parts[1::3], fillvalue=""))


@cache
def _handler(_live: str, *, checks_csrf: bool) -> ClientHandler:
    """One handler for all visitors: loading the middleware lists every static file each time.

    The setting decides which middleware is loaded.
    """
    return ClientHandler(enforce_csrf_checks=checks_csrf)


class _Reader(HTMLParser):
    """Collects the words, the links, and the fields of every form; a template is no part of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.forms: list[tuple[str, dict[str, str]]] = []
        # Each button that posts: where it posts to, and what its form sends with it.
        self.presses: list[tuple[str, dict[str, str]]] = []
        self._method = ""
        self._silent = 0
        self._spare = 0
        self._select = ""
        self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "template"):
            self._silent += 1
        if tag == "template":
            self._spare += 1
        if not self._spare:
            self._collect(tag, {name: value or "" for name, value in attrs})

    def _collect(self, tag: str, have: dict[str, str]) -> None:
        if tag == "a" and "href" in have:
            self.links.append(have["href"])
        if tag == "form":
            self.forms.append((have.get("action", ""), {}))
            self._method = have.get("method", "")
        if not self.forms:
            return
        at, fields = self.forms[-1]
        if tag == "button" and self._method == "post" and have.get("type", "submit") == "submit":
            own = {have["name"]: have.get("value", "")} if have.get("name") else {}
            self.presses.append((have.get("formaction", at), fields | own))
        if tag == "input" and have.get("name"):
            is_choice = have.get("type") in ("radio", "checkbox")
            if not is_choice or "checked" in have:
                fields[have["name"]] = have.get("value", "on" if is_choice else "")
        if tag == "select":
            self._select = have.get("name", "")
        if tag == "option" and self._select and ("selected" in have or self._select not in fields):
            fields[self._select] = have.get("value", "")
        if tag == "textarea":
            self._area = have.get("name", "")
            fields[self._area] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "template"):
            self._silent -= 1
        if tag == "template":
            self._spare -= 1
        if tag == "select":
            self._select = ""
        if tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(unescape(data))
        if self._area and self.forms:
            self.forms[-1][1][self._area] += data


def without_tokens(html: str) -> str:
    """A page without what differs at every request: the tokens of its forms."""
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*', r"\1", html)


def invitation_on(page: Page) -> str:
    """The address of the invitation that a page shows this once."""
    [address] = set(re.findall(r"/invitations/[2-9a-z]{5}-[2-9a-z]{5}/", page.html))
    return str(address)
