"""The digest of a tournament depends on every column, but not on primary keys."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from matches.models import Match
from tests.tournaments import whole_tournament
from tests.tournaments.test_every_column import TABLES
from tournaments.models import Tournament
from tournaments.queries.audit.digest import row_lines

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _output(tournament: Tournament) -> str:
    out = StringIO()
    call_command("digest", tournament.uid, stdout=out)
    return out.getvalue().strip()


def test_every_column_of_every_table_is_in_the_lines() -> None:
    columns = {
        table: set(row) for table, row in map(json.loads, row_lines(whole_tournament.larger_tournament()))
    }
    for model in TABLES:
        meta = model._meta
        assert columns[str(meta.model_name)] == {
            field.name for field in meta.concrete_fields if not field.primary_key
        }


def test_a_row_that_is_changed_changes_it() -> None:
    tournament = whole_tournament.larger_tournament()
    before = _output(tournament)
    Match.objects.filter(pk=Match.objects.order_by("pk")[0].pk).update(grace_minutes=99)
    assert _output(tournament) != before


def test_a_tournament_that_nobody_knows_ends_with_a_code_of_its_own() -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("digest", "nowhere", stdout=StringIO())
    assert refusal.value.returncode == 2
