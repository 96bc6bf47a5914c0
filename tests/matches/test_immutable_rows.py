"""Reports, statements and rulings are never changed."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.actions import results

pytestmark = pytest.mark.django_db


def test_reports_statements_and_rulings_cannot_be_changed() -> None:
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    dispute = results.dispute(report, by=game.two, reason="I won.")
    statement = results.add_statement(dispute, by=game.one, text="He did not.")
    ruling = results.rule(dispute, by=game.director, reason="The slip.", score=(7, 3))
    for row in (report, statement, ruling):
        with pytest.raises(TypeError):
            row.save()
        with pytest.raises(TypeError):
            row.delete()
