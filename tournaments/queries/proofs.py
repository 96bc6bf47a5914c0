"""What the entries of a log prove: their digests, and from which scope on."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.acts import ABSENT, Act, Proved
from tournaments.acts.frame import TournamentCopied, TournamentCreated
from tournaments.acts.service import LogSealed

SCOPE_CODES = (TournamentCreated.code, TournamentCopied.code, LogSealed.code)
"""The codes of the acts that say from which scope on a log proves rows."""


def proofs_in(acts: Iterable[Act]) -> dict[str, str]:
    """The newest digest of each row, by its name."""
    proofs: dict[str, str] = {}
    for act in acts:
        if isinstance(act, Proved) and act.proofs is not ABSENT:
            proofs |= act.proofs
    return proofs


def scope_of(acts: Iterable[Act]) -> int:
    """The scope of all rows of a tournament: as it was begun, or as it was sealed; 0 where nothing says it."""
    scope = 0
    for act in acts:
        if isinstance(act, LogSealed):
            scope = max(scope, 1 if act.scope is ABSENT else act.scope)
        elif isinstance(act, TournamentCreated | TournamentCopied) and act.scope is not ABSENT:
            scope = max(scope, act.scope)
    return scope
