"""The digests in the entries of a log, and the scope of the rows they prove."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.acts import ABSENT, Act
from tournaments.acts.federations import ApartTakenBack
from tournaments.acts.service import LogSealed
from tournaments.acts.stages import StageRemoved
from tournaments.acts.tournaments import TournamentCopied, TournamentCreated

SCOPE_CODES = (TournamentCreated.code, TournamentCopied.code, LogSealed.code)
"""The codes of the acts that state the scope of a log."""


def proofs_in(acts: Iterable[Act]) -> dict[str, str]:
    """Return the newest digest of each existing row, by the name of the row."""
    proofs: dict[str, str] = {}
    for act in acts:
        if isinstance(act, StageRemoved):
            _drop(proofs, act.subject, "stage", "stage.columns")
        elif isinstance(act, ApartTakenBack):
            _drop(proofs, act.pair, "no_duplicate.columns")
        for name, digest in () if act.proofs is ABSENT else act.proofs.items():
            proofs[name] = digest
            kind, _colon, key = name.partition(":")
            # A match is either open or final.
            if kind == "match.columns":
                _drop(proofs, key, "open.columns")
            elif kind == "open.columns":
                _drop(proofs, key, "match", "match.columns")
    return proofs


def _drop(proofs: dict[str, str], key: str, *kinds: str) -> None:
    for kind in kinds:
        proofs.pop(f"{kind}:{key}", None)


def scope_of(acts: Iterable[Act]) -> int:
    """Return the scope in which the log proves the rows; 0 if no entry states one."""
    scope = 0
    for act in acts:
        if isinstance(act, LogSealed):
            scope = max(scope, 1 if act.scope is ABSENT else act.scope)
        elif isinstance(act, TournamentCreated | TournamentCopied) and act.scope is not ABSENT:
            scope = max(scope, act.scope)
    return scope
