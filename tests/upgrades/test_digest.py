"""The digest of the rows of a tournament is the same on every database that holds them."""

from __future__ import annotations

import pytest

from tournaments.models import Tournament
from tournaments.queries.audit.digest import rows_digest

from .loading import chosen_dumps, keys_of

# What release 0.2.0 stored, and this one has migrated; a migration that adds a column to a table makes others.
_OF_0_2_0 = [
    "34d36057df436f6ec6764c66306ce8f7e31c06bbce95f923642b56a679468e03",
    "d6e9ffde1fbf52ec132f69db055fddaa3d48b6f344414418f9d106482f09474e",
    "ef0cf698d4b00e7bf67834bc5f42f25d45d6c3421d775df92d745e59b265834f",
]


# Without the mark of the database it stays beside the other tests of this folder, and is upgraded with them.
@pytest.mark.usefixtures("upgraded")
def test_both_databases_give_the_same_digests() -> None:
    number = [dump.name for dump in chosen_dumps()].index("0.2.0")
    first, _last = keys_of(number)
    tournaments = Tournament.objects.filter(pk__gt=first).order_by("pk")[:3]
    assert [rows_digest(tournament) for tournament in tournaments] == _OF_0_2_0
