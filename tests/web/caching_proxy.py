"""A shared cache after RFC 9111 in front of the service, with a clock that tests move.

It keeps whatever the standard allows it to keep, also answers with a cookie, and sends what is stale while it asks for the
new one. Told of the cookies of the service it leaves alone who has one, as the proxies of `docs/operations.md` do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from django.http import HttpResponse
from django.test import Client

PERSONAL = frozenset({"sessionid", "messages", "django_language"})
_DIRECTIVE = re.compile(r"([a-z-]+)(?:=(\d+))?")


@dataclass(slots=True)
class Stored:
    """A stored answer, the header fields by which it was chosen, and when it was last known to be right."""

    response: HttpResponse
    chosen_by: dict[str, str]
    at: float

    @property
    def rules(self) -> dict[str, int | None]:
        """The directives of its Cache-Control."""
        return _rules(self.response)

    @property
    def lifetime(self) -> int:
        """The seconds for which it is fresh in a shared cache."""
        rules = self.rules
        seconds = rules.get("s-maxage", rules.get("max-age", 0))
        return seconds or 0


@dataclass(slots=True)
class CachingProxy:
    """The cache; `knows_cookies` is whether it was told which visitors to leave alone."""

    knows_cookies: bool = True
    now: float = 0.0
    store: dict[str, list[Stored]] = field(default_factory=dict)
    hits: int = 0

    def get(self, client: Client, path: str, **headers: str) -> HttpResponse:
        """Answer a request of this browser."""
        fields = {name.lower().replace("_", "-"): value for name, value in headers.items()}
        is_known = "authorization" in fields or not PERSONAL.isdisjoint(client.cookies)
        if self.knows_cookies and is_known:
            return _sent(client, path, fields)
        entry = self._found(path, fields)
        age = self.now - entry.at if entry is not None else 0.0
        if entry is None or age > entry.lifetime + (entry.rules.get("stale-while-revalidate") or 0):
            return self._forward(client, path, fields, entry)
        self.hits += 1
        answer = entry.response
        if age > entry.lifetime:
            self._forward(client, path, fields, entry)
        return answer

    def _forward(
        self, client: Client, path: str, fields: Mapping[str, str], entry: Stored | None
    ) -> HttpResponse:
        """Ask the service, for a new answer or whether the stored one is still right."""
        asks = dict(fields)
        if entry is not None and "ETag" in entry.response:
            asks["if-none-match"] = entry.response["ETag"]
        response = _sent(client, path, asks)
        if response.status_code == 304 and entry is not None:
            for name in ("Cache-Control", "Vary", "ETag"):
                entry.response[name] = response[name]
            entry.at = self.now
            return entry.response
        self._keep(path, fields, response)
        return response

    def _keep(self, path: str, fields: Mapping[str, str], response: HttpResponse) -> None:
        rules, names = _rules(response), _varies(response)
        is_explicit = "s-maxage" in rules or "max-age" in rules
        may_authorized = "authorization" not in fields or "public" in rules or "s-maxage" in rules
        if response.status_code != 200 or "*" in names or not is_explicit or not may_authorized:
            return
        if "no-store" in rules or "private" in rules:
            return
        chosen_by = {name: fields.get(name, "") for name in names}
        others = [one for one in self.store.get(path, []) if one.chosen_by != chosen_by]
        self.store[path] = [*others, Stored(response, chosen_by, self.now)]

    def _found(self, path: str, fields: Mapping[str, str]) -> Stored | None:
        rows = self.store.get(path, [])
        return next(
            (
                one
                for one in rows
                if all(fields.get(name, "") == value for name, value in one.chosen_by.items())
            ),
            None,
        )


def _sent(client: Client, path: str, fields: Mapping[str, str]) -> HttpResponse:
    return cast(HttpResponse, client.get(path, headers=dict(fields)))


def _rules(response: HttpResponse) -> dict[str, int | None]:
    text = response.headers.get("Cache-Control", "")
    return {name: int(value) if value else None for name, value in _DIRECTIVE.findall(text.lower())}


def _varies(response: HttpResponse) -> list[str]:
    return [name.strip().lower() for name in response.headers.get("Vary", "").split(",") if name.strip()]
