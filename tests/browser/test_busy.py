"""While something else writes for long, a page says that nothing is saved yet, keeps what was typed, and sends it again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.hall import Hall
from tests.browser.test_offline_desk import at_the_board, scores, tournament, types
from tests.faults.service import Installation

__all__ = ["tournament"]


@contextmanager
def writing_elsewhere(installation: Installation) -> Iterator[None]:
    """Another process has the write lock within the block."""
    with closing(sqlite3.connect(installation.database, isolation_level=None, timeout=60)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_result_is_kept_beside_its_line_and_goes_out_once(
    arrive: Arrival, hall: Hall, installation: Installation, tournament: str
) -> None:
    her = at_the_board(arrive, hall, tournament)
    with her.outage():
        with writing_elsewhere(installation):
            types(her, "1 a 0")
            her.reads("Not saved yet, kept on this computer and sent again: 1.")
            expect(her.page.locator("[data-unsent]")).to_have_count(1)
        expect(her.page.locator("[data-outbox] .message")).to_contain_text("5–0")
    assert scores(her, tournament) == [[5, 0]]


def test_a_form_comes_back_with_what_was_typed_and_goes_out_by_itself(
    arrive: Arrival, hall: Hall, installation: Installation
) -> None:
    her = arrive(size=(360, 800), language="fr")
    her.sign_in(email=hall.demo.email, password=hall.demo.password)
    her.open("/desk/new/")
    her.page.locator("[name=name]").fill("Coupe d’hiver")
    with her.outage():
        with writing_elsewhere(installation):
            her.page.locator("main form[method=post] button").last.click()
            her.heads("Not saved yet")
            width = her.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360
        her.heads("New event")
    her.sees("Coupe d’hiver")
