"""An afternoon of a rating officer in a real browser: from the file of a laptop to the official list that everybody reads."""

from __future__ import annotations

import time
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrival
from tests.browser.office import PASSWORD, PreparedOffice
from tests.browser.people import Person
from tests.faults.service import Service

# The worker judges what was accepted; it needs a moment, on a slow machine more of them.
_PATIENCE_SECONDS = 60


@pytest.mark.long_only
@pytest.mark.parametrize(("language", "code"), [("en", "EBF"), ("fr", "FFB")])
def test_an_afternoon_from_the_file_of_a_laptop_to_the_official_list(
    arrive: Arrival, service: Service, language: str, code: str
) -> None:
    process = service.installation.run("-m", "tests.browser.office", code)
    assert process.returncode == 0, process.stderr
    office = PreparedOffice.read(process.stdout)
    officer = arrive(language=language)
    officer.sign_in(email=office.email, password=PASSWORD)
    officer.open(f"/f/{office.federation}/office/")
    officer.sees("Nothing waits")

    officer.follow("Rankings")
    officer.follow("Counting rules")
    officer.follow("Set counting rules")
    # Other tournaments are on this installation too.
    officer.choose("Only sanctioned events")
    officer.page.get_by_label(officer.words("Shortest match"), exact=True).fill("3")
    officer.press("Put in force")
    officer.sees("The counting rules are in force. Verdicts follow at once.")

    officer.follow("Results")
    officer.follow("Result files")
    officer.page.set_input_files(
        "input[type=file]", {"name": "open.zip", "mimeType": "application/zip", "buffer": office.content}
    )
    officer.press("Check the file")
    officer.sees("You will be asked who these people are:")
    officer.reads(office.unknown)
    officer.press("Enter the file")
    # Whom the file does not know by number is found by it.
    officer.page.locator("input[type=search]").fill(office.number)
    officer.press("Search")
    answer = officer.page.locator("button.answer")
    expect(answer).to_contain_text(office.member)
    answer.click()
    officer.press("Accept the file")
    officer.sees("The file is accepted. Its matches are in force.")

    officer.follow("Rankings")
    officer.follow("FIBS without ramp")
    officer.page.get_by_label(officer.words("Name"), exact=True).fill("Liste nationale")
    officer.press("Add list")
    _compute(officer, people=2)
    list_of = officer.page.url.rstrip("/").rpartition("/")[2]

    officer.press("Show the list")
    officer.sees("The best")
    officer.reads(office.member)
    officer.press("Publish list %(number)s", number=1)
    officer.sees("The official list is published. It stays as it is.")

    _read_official(arrive(language=language), list_of)


def _read_official(stranger: Person, list_of: str) -> None:
    """Read the list as a stranger: two people, whose ratings have together what two newcomers have."""
    [official] = _results(stranger, f"/api/v1/lists/{list_of}/official/")
    rows = _results(stranger, f"/api/v1/lists/{list_of}/official/{official['number']}/ratings/")
    assert official["number"] == 1
    assert sum(Decimal(row["rating"]) for row in rows) == 2 * 1500
    assert sorted(row["place"] for row in rows) == [1, 2]


def _compute(officer: Person, *, people: int) -> None:
    """Compute the list until the verdicts on the accepted matches are there."""
    until = time.monotonic() + _PATIENCE_SECONDS
    words = officer.words("%(number)s person|%(number)s people", count=people, number=people)
    while time.monotonic() < until:
        officer.press("Compute now")
        officer.page.wait_for_load_state()
        if officer.page.get_by_text(words).count():
            return
    officer.reads(words)


def _results(person: Person, path: str) -> list[dict[str, Any]]:
    answer = person.page.request.get(path)
    assert answer.status == 200, path
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows
