"""The money of a tournament: fees, what is paid and paid back, and lines taken back; nothing booked is ever changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.models import (
    CashBox,
    Entrant,
    Event,
    Fee,
    FeeKind,
    LedgerLine,
    LineKind,
    Means,
    Tournament,
)
from tournaments.queries.ledger import balance, standing_lines

from . import log
from .errors import check_fields
from .locks import lock_event, lock_log
from .money_errors import AlreadyTakenBack, BoxNeeded, NothingDue, TooMuch, WrongBox
from .offices import demand_desk, demand_director, demand_reason


@transaction.atomic
def set_fee(
    event: Event, *, by: Player | None, kind: str, amount: int, name: str = "", is_optional: bool = False
) -> Fee:
    """Set a fee of an event, in the smallest unit of its currency; one of the same kind and name is replaced.

    Everybody who is in and owes the old one owes the new one instead; who is in already owes a new fee too, unless it
    is optional, late, or for re-entries.
    """
    demand_director(event.tournament, by)
    event = lock_event(event)
    old = Fee.objects.filter(event=event, kind=kind, name=name.strip(), ended_at=None).first()
    if old is not None and (old.amount, old.is_optional) == (amount, is_optional):
        return old
    owing = _ended(old, by=by) if old is not None else []
    fee = Fee(
        event=event,
        kind=kind,
        name=name.strip(),
        amount=amount,
        is_optional=is_optional,
        order=old.order if old is not None else Fee.objects.filter(event=event).count(),
    )
    check_fields(fee)
    fee.save()
    data = {"kind": fee.kind, "amount": amount, "optional": is_optional}
    log.append(event.tournament, "fee_set", by=by, event=event, subject=fee.uid, data=data)
    if old is None and _is_owed_by_all(fee):
        owing = list(Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False))
    for entrant in owing:
        _book(event, entrant, kind=LineKind.CHARGE, amount=fee.amount, by=by, fee=fee)
    return fee


@transaction.atomic
def end_fee(fee: Fee, *, by: Player | None) -> Fee:
    """Take a fee off the list; what was charged for it is taken back."""
    event = lock_event(fee.event)
    demand_director(event.tournament, by)
    fee.refresh_from_db()
    if fee.ended_at is None:
        _ended(fee, by=by)
        log.append(event.tournament, "fee_ended", by=by, event=event, subject=fee.uid)
    return fee


def charge_entry(
    entrant: Entrant, *, by: Player | None, is_late: bool = False, is_reentry: bool = False
) -> None:
    """Charge whoever comes in with the fees that everybody owes; inside the action that enters it, under its lock.

    Who comes back owes the re-entry instead of the entry, where there is one; who comes late the late fee beside.
    """
    event = entrant.event
    fees = list(Fee.objects.filter(event=event, ended_at=None))
    charged = set(
        standing_lines().filter(entrant=entrant, kind=LineKind.CHARGE).values_list("fee", flat=True)
    )
    has_reentry = any(fee.kind == FeeKind.REENTRY for fee in fees)
    for fee in fees:
        is_owed = _is_owed_by_all(fee)
        if fee.kind == FeeKind.LATE:
            is_owed = is_late
        elif fee.kind == FeeKind.REENTRY:
            is_owed = is_reentry
        elif fee.kind == FeeKind.ENTRY and is_reentry and has_reentry:
            is_owed = False
        if is_owed and fee.amount and fee.pk not in charged:
            _book(event, entrant, kind=LineKind.CHARGE, amount=fee.amount, by=by, fee=fee)


def release_entry(entrant: Entrant, *, by: Player | None) -> None:
    """Take back what an entrant owes who leaves before the draw; what it has paid is then to be paid back."""
    for line in standing_lines().filter(entrant=entrant, kind__in=[LineKind.CHARGE, LineKind.WAIVER]):
        _reverse(entrant.event, line, by=by, note="")


@transaction.atomic
def choose_fee(entrant: Entrant, fee: Fee, *, by: Player | None, is_chosen: bool) -> None:
    """Put an entrant into an optional side pool, or take it out again; again changes nothing."""
    event = _of_desk(entrant, by=by)
    line = standing_lines().filter(entrant=entrant, fee=fee, kind=LineKind.CHARGE).first()
    if is_chosen and line is None:
        _book(event, entrant, kind=LineKind.CHARGE, amount=fee.amount, by=by, fee=fee)
    elif not is_chosen and line is not None:
        _reverse(event, line, by=by, note="")


@transaction.atomic
def pay(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int | None = None,
    means: str = Means.CASH,
    box: CashBox | None = None,
    note: str = "",
) -> LedgerLine:
    """Book what an entrant pays, by default all that is due; NothingDue when that is nothing.

    TooMuch for more than is due, so that a slip of the finger is seen at once.
    """
    event = _of_desk(entrant, by=by)
    due = balance(entrant).due
    if due <= 0:
        raise NothingDue(entrant=entrant.name)
    if amount is not None and amount > due:
        raise TooMuch(most=due, entrant=entrant.name)
    found = _box(event.tournament, means=means, box=box)
    return _book(
        event, entrant, kind=LineKind.PAYMENT, amount=amount or due, by=by, means=means, box=found, note=note
    )


@transaction.atomic
def refund(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int | None = None,
    means: str = Means.CASH,
    box: CashBox | None = None,
    note: str = "",
) -> LedgerLine:
    """Book what is paid back, by default all that was paid too much; never more than was paid."""
    event = _of_desk(entrant, by=by)
    found = balance(entrant)
    paid = found.paid - found.refunded
    wanted = max(-found.due, 0) if amount is None else amount
    if paid <= 0 or wanted <= 0:
        raise NothingDue(entrant=entrant.name)
    if wanted > paid:
        raise TooMuch(most=paid, entrant=entrant.name)
    place = _box(event.tournament, means=means, box=box)
    return _book(
        event, entrant, kind=LineKind.REFUND, amount=wanted, by=by, means=means, box=place, note=note
    )


@transaction.atomic
def waive(entrant: Entrant, fee: Fee, *, by: Player | None, reason: str) -> LedgerLine:
    """Let an entrant off a fee that it owes; a director says why."""
    event = lock_event(entrant.event)
    demand_director(event.tournament, by)
    reason = demand_reason(reason)
    lines = standing_lines().filter(entrant=entrant, fee=fee)
    kinds = set(lines.values_list("kind", flat=True))
    if LineKind.CHARGE not in kinds or LineKind.WAIVER in kinds:
        raise NothingDue(entrant=entrant.name)
    amount = lines.get(kind=LineKind.CHARGE).amount
    return _book(event, entrant, kind=LineKind.WAIVER, amount=amount, by=by, fee=fee, note=reason)


@transaction.atomic
def pay_prize(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int,
    means: str = Means.CASH,
    box: CashBox | None = None,
    note: str = "",
) -> LedgerLine:
    """Book a prize that was paid out."""
    event = lock_event(entrant.event)
    demand_director(event.tournament, by)
    place = _box(event.tournament, means=means, box=box)
    return _book(event, entrant, kind=LineKind.PRIZE, amount=amount, by=by, means=means, box=place, note=note)


@transaction.atomic
def take_back(line: LedgerLine, *, by: Player | None, reason: str = "") -> LedgerLine:
    """Take a line back by another one; AlreadyTakenBack when somebody has."""
    event = _of_desk(line.entrant, by=by)
    if line.reverses_id is not None or LedgerLine.objects.filter(reverses=line).exists():
        raise AlreadyTakenBack
    return _reverse(event, line, by=by, note=reason)


@transaction.atomic
def add_box(tournament: Tournament, *, by: Player | None, name: str) -> CashBox:
    """Add a cash box; one of that name is the same box."""
    demand_desk(tournament, by)
    lock_log(tournament)
    wanted = " ".join(name.split())
    box = CashBox.objects.filter(tournament=tournament, name=wanted).first()
    if box is None:
        box = CashBox(tournament=tournament, name=wanted)
        check_fields(box)
        box.save()
        log.append(tournament, "cash_box_added", by=by, subject=box.uid)
    return box


def _is_owed_by_all(fee: Fee) -> bool:
    return not fee.is_optional and fee.kind in {FeeKind.ENTRY, FeeKind.REGISTRATION, FeeKind.SIDE_POOL}


def _of_desk(entrant: Entrant, *, by: Player | None) -> Event:
    event = lock_event(entrant.event)
    demand_desk(event.tournament, by)
    return event


def _ended(fee: Fee, *, by: Player | None) -> list[Entrant]:
    """End a fee and take back what was charged and waived of it; answers who owed it."""
    fee.ended_at = timezone.now()
    fee.save(update_fields=["ended_at"])
    owing = []
    for line in standing_lines().filter(fee=fee).select_related("entrant").order_by("pk"):
        _reverse(fee.event, line, by=by, note="")
        if line.kind == LineKind.CHARGE:
            owing.append(line.entrant)
    return owing


def _box(tournament: Tournament, *, means: str, box: CashBox | None) -> CashBox | None:
    """Where cash lies: the box named, else the only one there is."""
    if means != Means.CASH:
        return None
    if box is not None:
        if box.tournament_id != tournament.pk:
            raise WrongBox
        return box
    boxes = list(CashBox.objects.filter(tournament=tournament)[:2])
    if len(boxes) != 1:
        raise BoxNeeded
    return boxes[0]


def _reverse(event: Event, line: LedgerLine, *, by: Player | None, note: str) -> LedgerLine:
    return _book(
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


def _book(
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
) -> LedgerLine:
    """Insert a line with its entry in the log."""
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
        by=by,
    )
    check_fields(line)
    line.save()
    data: Mapping[str, Any] = {"kind": kind.value, "amount": amount, "line": line.uid}
    code = "line_booked" if reverses is None else "line_taken_back"
    log.append(event.tournament, code, by=by, event=event, subject=entrant.uid, data=data)
    return line
