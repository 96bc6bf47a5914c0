"""The writing of ledger lines, each with its entry in the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.proving import new_proofs, of_rows
from tournaments.acts import Act
from tournaments.acts.money import LineBooked, LineReversed
from tournaments.models import CashBox, Entrant, Event, Fee, LedgerLine, LineKind
from tournaments.queries.audit import evidence


def reversal(event: Event, line: LedgerLine, *, by: Player | None) -> LedgerLine:
    """Return the unsaved reversal of a line."""
    return LedgerLine(
        tournament=event.tournament,
        entrant=line.entrant,
        fee=line.fee,
        kind=line.kind,
        amount=line.amount,
        means=line.means,
        box=line.box,
        reverses=line,
        by=by,
    )


def book(
    event: Event,
    entrant: Entrant,
    *,
    kind: LineKind,
    amount: int,
    by: Player | None,
    fee: Fee | None = None,
    means: str = "",
    box: CashBox | None = None,
    note: str = "",
    reverses: LedgerLine | None = None,
    paid_from: LedgerLine | None = None,
) -> LedgerLine:
    """Insert a ledger line and append its log entry."""
    line = LedgerLine(
        tournament=event.tournament,
        entrant=entrant,
        fee=fee,
        kind=kind,
        amount=amount,
        means=means,
        box=box,
        note=note.strip(),
        reverses=reverses,
        paid_from=paid_from,
        by=by,
    )
    check_fields(line)
    line.save()
    digests = new_proofs([evidence.of_line(line)])
    act_kind = LineBooked if reverses is None else LineReversed
    act = act_kind(entrant.uid, kind=kind, amount=amount, line=line.uid, proofs=digests)
    log.append(act, of=event.tournament, by=by, event=event)
    return line


def reverse(event: Event, line: LedgerLine, *, by: Player | None, note: str) -> LedgerLine:
    """Cancel a line by another one, and append its log entry."""
    return book(
        event,
        line.entrant,
        kind=LineKind(line.kind),
        amount=line.amount,
        by=by,
        fee=line.fee,
        means=line.means,
        box=line.box,
        note=note,
        reverses=line,
    )


def acts_of(kind: type[LineBooked] | type[LineReversed], lines: Sequence[LedgerLine]) -> list[Act]:
    """Return the acts that book these lines, without their proofs."""
    return [
        kind(line.entrant.uid, kind=LineKind(line.kind), amount=line.amount, line=line.uid) for line in lines
    ]


def proved(acts: Sequence[Act], lines: Sequence[LedgerLine]) -> list[Act]:
    """Return the acts, those about one of the lines with its proof; one statement."""
    exhibits = {line.uid: evidence.of_line(line) for line in lines}
    digests = new_proofs(list(exhibits.values()))
    return [
        replace(act, proofs=of_rows(digests, exhibits[act.line]))
        if isinstance(act, LineBooked | LineReversed) and act.line in exhibits
        else act
        for act in acts
    ]
