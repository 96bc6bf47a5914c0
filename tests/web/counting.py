"""How often pages and forms ask the database: every page for each visitor, every button of the desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from django.db import connection, transaction
from django.urls import resolve
from django.urls.exceptions import Resolver404

from tests import remembered
from tests.browser.pages import ACTIONS, Who, address, routes
from tests.web.browsing import Page, Visitor

_TIMES = 2
_TYPED = {
    "amount": "5",
    "list": "name\nNina New\nOle Old",
    "name": "New one",
    "names": "90-92",
    "player_1": "Ann Arbor",
    "player_2": "Bob Bear",
    "q": "Nina New",
    "reason": "Agreed by both",
    "score_one": "3",
    "score_two": "1",
    "text": "Coffee is served",
}

Press = tuple[str, str, int]
"""Where a button posts to, what it does, and the status of the answer: a refusal asks something else."""

Look = tuple[str, str, str]
"""A page, the state of what it shows, and who looks."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of queries of each page that answers, and the most statements of each button of the desk."""

    pages: dict[Look, int] = field(default_factory=dict)
    presses: dict[Press, int] = field(default_factory=dict)


def count_pages(visitor: Visitor, samples: Mapping[str, Mapping[str, str]]) -> dict[str, int]:
    """Look at every page once, in the first state of what it shows; return the queries of each."""
    numbers = {}
    for name, route in routes().items():
        if name not in ACTIONS:
            state = next(iter(samples.get(route.removeprefix("desk/").partition("/")[0], {})), "")
            with counted() as statements:
                answer = visitor.client.get(address(route, samples, state=state))
            assert answer.status_code < 500, name
            numbers[name] = statements.total()
    return numbers


def count(visitors: Mapping[Who, Visitor], samples: Mapping[str, Mapping[str, str]]) -> Counts:
    """Look at every page in every state of what it shows, then press every button that the director saw."""
    counts = Counts()
    pages: list[tuple[str, Page]] = []
    for name, route in routes().items():
        if name in ACTIONS:
            continue
        kind = route.removeprefix("desk/").partition("/")[0]
        for state, who in product(samples.get(kind, {}) or [""], Who):
            at = address(route, samples, state=state)
            with counted() as statements:
                answer = visitors[who].client.get(at)
            assert answer.status_code < 500, at
            counts.pages[name, state, str(who)] = statements.total()
            if who is Who.DIRECTOR and name.startswith("desk"):
                pages.append((at, Page(answer)))
    times: Counter[tuple[str, str]] = Counter()
    for at, page in pages:
        for to, fields in page.presses:
            button = (_target(to or at), fields.get("do", ""))
            times[button] += 1
            if times[button] <= _TIMES:
                number, status = _statements(visitors[Who.DIRECTOR], to or at, fields)
                press = (*button, status)
                counts.presses[press] = max(counts.presses.get(press, 0), number)
    # What a button changed was taken back; what the process keeps of it would let the next pages ask less.
    remembered.forget_caches()
    return counts


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count the statements within the block, by their text.

    Django's own log of queries asks SQLite to quote every parameter, which takes longer than most pages.
    """
    statements: Counter[str] = Counter()

    def count_one(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
        statements[sql] += 1
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(count_one):
        yield statements


def _target(at: str) -> str:
    try:
        return resolve(at.partition("?")[0]).url_name or ""
    except Resolver404 as error:
        raise AssertionError(f"A form leads nowhere: {at}") from error


def _statements(visitor: Visitor, at: str, fields: Mapping[str, str]) -> tuple[int, int]:
    """How many statements a button takes, and the status of its answer."""
    form = {field: value or _TYPED.get(field.rpartition("-")[2], "") for field, value in fields.items()}
    with transaction.atomic(), counted() as statements:
        status = visitor.client.post(at, form).status_code
        transaction.set_rollback(True)
    assert status < 500, at
    return statements.total(), status
