"""What was said stays said: reports, statements and rulings are written once."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.actions import results

pytestmark = pytest.mark.django_db


def test_reports_statements_and_rulings_cannot_be_changed() -> None:
    found = factories.open_match()
    said = results.report(found.match, by=found.one, score=(7, 3)).report
    dispute = results.dispute(said, by=found.two, reason="I won.")
    statement = results.add_statement(dispute, by=found.one, text="He did not.")
    ruling = results.rule(dispute, by=found.director, reason="The slip.", score=(7, 3))
    for row in (said, statement, ruling):
        with pytest.raises(TypeError):
            row.save()
        with pytest.raises(TypeError):
            row.delete()
