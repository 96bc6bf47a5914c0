"""The seal: one log entry that proves rows written by releases without digests."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from tournaments.acts import ABSENT, readable
from tournaments.acts.service import LogSealed
from tournaments.models import LogEntry, Tournament
from tournaments.queries.audit.evidence import SCOPE
from tournaments.queries.audit.proofs import SCOPE_CODES, proofs_in, scope_of
from tournaments.queries.audit.proved_rows import rows_of

from . import log
from .locks import lock_log
from .proving import digests_of


@transaction.atomic
def seal(tournament: Tournament) -> LogEntry | None:
    """Append one entry with proofs of all unproved rows; return None if nothing is missing."""
    head = lock_log(tournament)
    entries = LogEntry.objects.filter(tournament=head).order_by("seq")
    acts = [act for act in map(readable, entries) if act is not None]
    if scope_of(acts) == SCOPE:
        return None
    proofs = proofs_in(acts)
    unproved = [
        replace(
            row,
            words=None if row.name in proofs else row.words,
            columns=None if row.columns_name in proofs else row.columns,
        )
        for row in rows_of(head)
    ]
    digests = digests_of(unproved)
    return log.append(LogSealed(head.uid, proofs=digests or ABSENT, scope=SCOPE), of=head, by=None)


def seal_what_is_older(most: int) -> int:
    """Seal the next tournaments with an outdated scope of proofs; return their number."""
    sealed = LogEntry.objects.filter(code__in=SCOPE_CODES, data__scope=SCOPE).values("tournament")
    waiting = Tournament.objects.filter(log_seq__gt=0).exclude(pk__in=sealed).order_by("pk")[:most]
    return sum(seal(tournament) is not None for tournament in waiting)
