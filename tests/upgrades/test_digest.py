"""The digest of the rows of a tournament is the same on every database that holds them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tournaments.models import Tournament
from tournaments.queries.audit.digest import row_lines
from tournaments.queries.audit.evidence import canonical

from .loading import Dump, chosen_dumps, keys_of

# What release 0.2.0 stored, in the columns that it had.
_OF_0_2_0 = [
    "88febe55fae70061f2caa5da5f77cc93e939df506a6309d620e7158a3ef3b770",
    "0c89ba9fddb9009aa1ccf7ebf4a15f4efbf6590e0a7753ba2e977d29f54092b0",
    "6f7864dde87bfc3a590eefc67ece058f37ae9ee0419a5a7deca14e55b02ab7a3",
]


def _lines_of_release(tournament: Tournament, dump: Dump) -> Iterator[str]:
    """The lines of the rows, without the columns and tables that came after the release."""
    columns = {row["model"].rpartition(".")[2]: row["fields"].keys() for row in dump.rows}
    for table, row in map(json.loads, row_lines(tournament)):
        if table in columns:
            yield canonical([table, {name: row[name] for name in row if name in columns[table]}])


# Without the mark of the database it stays beside the other tests of this folder, and is upgraded with them.
@pytest.mark.usefixtures("upgraded")
def test_both_databases_give_the_same_digests() -> None:
    dumps = chosen_dumps()
    [number] = [number for number, dump in enumerate(dumps) if dump.name == "0.2.0"]
    first, _last = keys_of(number)
    digests = [
        sha256("\n".join(sorted(_lines_of_release(tournament, dumps[number]))).encode()).hexdigest()
        for tournament in Tournament.objects.filter(pk__gt=first).order_by("pk")[:3]
    ]
    assert digests == _OF_0_2_0
