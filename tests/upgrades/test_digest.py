"""The digest of the rows of a tournament is the same on every database that holds them."""

from __future__ import annotations

import pytest

from tournaments.models import Tournament
from tournaments.queries.audit.digest import rows_digest

from .loading import dumps, keys_of

# What release 0.2.0 stored, and this one has migrated; a migration that adds a column to a table makes others.
_OF_0_2_0 = [
    "f412b40b990d6325531437b9cca567ebd480a663a027418e7d34b8a6c8667eeb",
    "f1859c98ee21a1c32aefc189d6bff303f4fc2e75e5587980a9010e1d8fd8e24f",
    "a9f7c4000b23090c58bc0aef2c7465b943e2895704b4217dd4eb53f0c9e9daff",
]


@pytest.mark.django_db
@pytest.mark.usefixtures("upgraded")
def test_both_databases_give_the_same_digests() -> None:
    number = [dump.name for dump in dumps()].index("0.2.0")
    first, _last = keys_of(number)
    tournaments = Tournament.objects.filter(pk__gt=first).order_by("pk")[:3]
    assert [rows_digest(tournament) for tournament in tournaments] == _OF_0_2_0
