"""`./videau test --changed` begins with the tests that a change is likeliest to break."""

from __future__ import annotations

import pytest

from tests import changed


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("rules/scoresheet.py", "tests/rules/test_scoresheet.py"),
        ("tournaments/actions/draws/progress.py", "tests/tournaments/test_progress.py"),
        ("tests/rules/test_perft.py", "tests/rules/test_perft.py"),
        ("docs/decisions/0001-three-rings.md", "tests/house/test_"),
        ("videau", "tests/house/test_"),
    ],
)
def test_the_nearest_test_comes_first(path: str, first: str) -> None:
    assert changed.nearest([path])[0].startswith(first)


def test_a_page_is_seen_by_its_own_tests_and_by_those_of_every_page() -> None:
    files = changed.nearest(["tournaments/web/results/reporting.py"])
    assert {"tests/web/test_reporting_pages.py", "tests/web/test_every_page.py"} <= set(files[:6])


def test_a_template_is_that_of_the_view_that_names_it() -> None:
    assert "tests/web/test_reporting_pages.py" in changed.nearest(["templates/matches/report.html"])[:8]


def test_services_and_browsers_are_started_only_by_their_own_change() -> None:
    assert not [path for path in changed.nearest(["rules/scoresheet.py"]) if "/browser/" in path]
    assert changed.nearest(["tests/browser/test_keyboard.py"]) == ["tests/browser/test_keyboard.py"]


def test_what_touches_nothing_runs_nothing() -> None:
    assert changed.nearest([]) == []
