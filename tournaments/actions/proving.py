"""The digests of rows that go into a log entry, so that a later change of a row is found."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TypedDict

from django.db import transaction
from django.db.models import Q

from tournaments.acts import ABSENT, Absent, Proofs
from tournaments.acts.service import LogSealed
from tournaments.models import LogEntry, LogText, ProofSalt, Tournament
from tournaments.queries.evidence import ProvedRow, exhibits_of, of_text

from . import log
from .locks import lock_log

_SALT_BYTES = 16
# Rows of one question: a statement holds so many values and no more.
_AT_ONCE = 1000


class Written(TypedDict):
    """The fields of an act with a reason: the uid of its erasable row, and its proof."""

    reason: str
    proofs: Proofs


def proofs(exhibits: Sequence[ProvedRow]) -> Proofs | Absent:
    """The proofs of these rows for an act, inside the transaction that writes them; ABSENT for no rows."""
    return digests_of(exhibits) if exhibits else ABSENT


def digests_of(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    """The digests of these rows by name, two statements at most; a row that is proved again keeps its salt."""
    salts = _salts(exhibits)
    again = {
        exhibit.name: exhibit.digest(salts[exhibit.name]) for exhibit in exhibits if exhibit.name in salts
    }
    return again | new_proofs([exhibit for exhibit in exhibits if exhibit.name not in salts])


def new_proofs(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    """The digests of rows that were never proved, by name; one statement, and none for no rows."""
    salts = {exhibit.name: secrets.token_hex(_SALT_BYTES) for exhibit in exhibits}
    ProofSalt.objects.bulk_create(
        ProofSalt(kind=exhibit.kind, key=exhibit.key, salt=salts[exhibit.name]) for exhibit in exhibits
    )
    return {exhibit.name: exhibit.digest(salts[exhibit.name]) for exhibit in exhibits}


def written(tournament: Tournament, reason: str) -> Written:
    """Store a reason outside the log; answers what the act says of it."""
    row = LogText.objects.create(tournament=tournament, text=reason)
    return {"reason": row.uid, "proofs": digests_of([of_text(row)])}


@transaction.atomic
def seal(tournament: Tournament) -> LogEntry | None:
    """Prove in one entry what earlier releases wrote without a digest; a second time changes nothing."""
    head = lock_log(tournament)
    if LogEntry.objects.filter(tournament=head, code=LogSealed.code).exists():
        return None
    exhibits = list(exhibits_of(head))
    salts = _salts(exhibits)
    act = LogSealed(head.uid, proofs=proofs([exhibit for exhibit in exhibits if exhibit.name not in salts]))
    return log.append(act, of=head, by=None)


def seal_what_is_older(most: int) -> int:
    """Seal the next tournaments whose log began before entries proved rows; answers how many."""
    sealed = LogEntry.objects.filter(code=LogSealed.code).values("tournament")
    older = LogEntry.objects.filter(version=1).exclude(tournament__in=sealed).values("tournament")
    waiting = Tournament.objects.filter(pk__in=older).order_by("pk")[:most]
    return sum(seal(tournament) is not None for tournament in waiting)


def _salts(exhibits: Sequence[ProvedRow]) -> dict[str, str]:
    """The salts of the rows that were proved before, by name; one statement for each thousand of rows."""
    salts: dict[str, str] = {}
    for start in range(0, len(exhibits), _AT_ONCE):
        by_kind: dict[str, list[str]] = {}
        for exhibit in exhibits[start : start + _AT_ONCE]:
            by_kind.setdefault(exhibit.kind, []).append(exhibit.key)
        wanted = reduce(or_, (Q(kind=kind, key__in=keys) for kind, keys in by_kind.items()))
        salts |= {f"{row.kind}:{row.key}": row.salt for row in ProofSalt.objects.filter(wanted)}
    return salts
