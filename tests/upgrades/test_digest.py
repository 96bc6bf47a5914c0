"""The digest of the rows of a tournament is the same on every database that holds them."""

from __future__ import annotations

import pytest

from tournaments.models import Tournament
from tournaments.queries.audit.digest import rows_digest

from .loading import dumps, keys_of

# What release 0.2.0 stored, and this one has migrated; a migration that adds a column to a table makes others.
_OF_0_2_0 = [
    "6262fe50feba6f8a01f4206f616ae11c240cd35ce1894d1dbb55a2e643b89157",
    "3099915125208a4fdff428a73ffb9f17a64469193c43bd4a359a823ea594f859",
    "fba34dba156520611673fee69c8a6d06381ebb9da4462b02bbd002ba430f70c9",
]


@pytest.mark.django_db
@pytest.mark.usefixtures("upgraded")
def test_both_databases_give_the_same_digests() -> None:
    number = [dump.name for dump in dumps()].index("0.2.0")
    first, _last = keys_of(number)
    tournaments = Tournament.objects.filter(pk__gt=first).order_by("pk")[:3]
    assert [rows_digest(tournament) for tournament in tournaments] == _OF_0_2_0
