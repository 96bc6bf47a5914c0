"""The digests of rows in log entries, which reveal later changes of the rows."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from django.db.models import Model, QuerySet

from matches.database.prepared import insert_rows, prepared
from tournaments.acts import ABSENT, Absent, Proofs
from tournaments.models import Federation, LogText, ProofSalt, Tournament
from tournaments.queries.audit.evidence import ProvedRow, of_text
from tournaments.queries.audit.proved_rows import rows_anew

_SALT_BYTES = 16
# Rows per query, because statements have a maximum number of values.
_AT_ONCE = 1000


class Written(TypedDict):
    """The fields of an act with a reason: the uid of its erasable text, and its proof."""

    reason: str
    proofs: Proofs


def proofs(exhibits: Sequence[ProvedRow], *, new: Sequence[ProvedRow] = ()) -> Proofs | Absent:
    """Return the proofs of these rows, in the transaction that writes them; ABSENT for no rows.

    No entry has proved those that are `new`, so their salts are not looked up.
    """
    return digests_of(exhibits, new=new) if exhibits or new else ABSENT


def digests_of(exhibits: Sequence[ProvedRow], *, new: Sequence[ProvedRow] = ()) -> dict[str, str]:
    """Return the digests of these rows by name; a row proved before keeps its salt, which is looked up but for `new` ones."""
    salts = _salts(exhibits)
    again = {row.name: row.digest(salts[row.name]) for row in exhibits if row.name in salts}
    unproved = [*new, *(row for row in exhibits if row.name not in salts)]
    return again | _columns_of([*exhibits, *new]) | _with_new_salts(unproved)


def new_proofs(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    """Return the digests of newly proved rows by name, in at most one statement."""
    return _columns_of(exhibits) | _with_new_salts(exhibits)


def of_rows(digests: Mapping[str, str], *exhibits: ProvedRow) -> dict[str, str]:
    """Return the digests that prove these rows."""
    names = {name for row in exhibits for name in (row.name, row.columns_name)}
    return {name: digest for name, digest in digests.items() if name in names}


def _columns_of(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    return {row.columns_name: row.columns_digest for row in exhibits if row.columns is not None}


def _with_new_salts(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    rows = [row for row in exhibits if row.words is not None]
    salts = {row.name: secrets.token_hex(_SALT_BYTES) for row in rows}
    insert_rows([ProofSalt(kind=row.kind, key=row.key, salt=salts[row.name]) for row in rows])
    return {row.name: row.digest(salts[row.name]) for row in rows}


def written(stream: Tournament | Federation, reason: str) -> Written:
    """Store a reason outside the log of a stream; return the act's fields about it."""
    row = (
        LogText.objects.create(tournament=stream, text=reason)
        if isinstance(stream, Tournament)
        else LogText.objects.create(federation=stream, text=reason)
    )
    return {"reason": row.uid, "proofs": digests_of([of_text(row)])}


def proofs_of_rows(rows: Iterable[Model]) -> dict[str, str]:
    """Return the digests of these rows as stored now, by name; one query per table."""
    return digests_of(list(rows_anew(rows)))


def _salts(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    """Return the salts of rows proved before, by name, queried in batches."""
    salts: dict[str, str] = {}
    with_words = [exhibit for exhibit in exhibits if exhibit.words is not None]
    for start in range(0, len(with_words), _AT_ONCE):
        some = with_words[start : start + _AT_ONCE]
        names = {exhibit.name for exhibit in some}
        kinds = tuple(sorted({exhibit.kind for exhibit in some}))
        rows = _salts_of(kinds, tuple(exhibit.key for exhibit in some))
        salts |= {name: row.salt for row in rows if (name := f"{row.kind}:{row.key}") in names}
    return salts


@prepared
def _salts_of(kinds: tuple[str, ...], keys: tuple[str, ...]) -> QuerySet[ProofSalt]:
    """Return the salts of rows with these kinds and keys, in any combination."""
    return ProofSalt.objects.filter(kind__in=kinds, key__in=keys)
