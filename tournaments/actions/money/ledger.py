"""The ledger of a tournament: fees, payments, refunds and reversals; ledger lines are immutable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.database.one_act import is_new
from matches.models import Player
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.permissions import require_desk, require_director, require_reason
from tournaments.actions.proving import new_proofs
from tournaments.acts.money import (
    CashBoxAdded,
    CurrencySet,
    FeeRemoved,
    FeeSet,
    LineBooked,
    LineReversed,
    ListCharged,
    PayoutSet,
)
from tournaments.errors.money import (
    AlreadyTakenBack,
    CurrencyInUse,
    InvalidPayout,
    NothingDue,
    NotTakenBack,
    TooMuch,
)
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
from tournaments.payouts import OWN, Payout
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.reentry import former_entrant, rule_of
from tournaments.queries.money.ledger import balance, fees_of, is_owed_by_all, standing_lines

from .boxes import box_for, require_in_box
from .entry_prizes import book_entry_again, take_back_entry
from .lines import acts_of, book, proved, reversal, reverse


@transaction.atomic
def set_fee(
    event: Event,
    *,
    by: Player | None,
    kind: str,
    amount: int,
    name: str = "",
    is_optional: bool | None = None,
) -> Fee:
    """Set a fee of an event, in minor currency units; replace a fee of the same kind and name.

    Whether it is optional stays where that is left out.

    Entrants who owe the old fee owe the new one instead. Existing entrants also owe a new fee, unless it is
    optional, a late fee, or a re-entry fee.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    old = Fee.objects.filter(event=event, kind=kind, name=name.strip(), ended_at=None).first()
    if is_optional is None:
        is_optional = old is not None and old.is_optional
    if old is not None and (old.amount, old.is_optional) == (amount, is_optional):
        return old
    owing, reversals = _ended(event, old, by=by) if old is not None else ([], [])
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
    if old is not None:
        # A partial charge of the old fee, as for a re-entry, becomes the same part of the new fee.
        shares = [(entrant, amount * charge // old.amount) for entrant, charge in owing]
    elif is_owed_by_all(fee):
        everybody = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False)
        shares = [(entrant, amount) for entrant in everybody.select_related("side")]
    else:
        shares = []
    fee_set = FeeSet(fee.uid, kind=FeeKind(kind), amount=amount, optional=is_optional)
    charges = [_charge(event, entrant, fee, amount=share, by=by) for entrant, share in shares if share]
    LedgerLine.objects.bulk_create(charges)
    acts = [*acts_of(LineReversed, reversals), fee_set, *acts_of(LineBooked, charges)]
    log.append_all(proved(acts, [*reversals, *charges]), of=event.tournament, by=by, event=event)
    return fee


@transaction.atomic
def end_fee(fee: Fee, *, by: Player | None) -> Fee:
    """End a fee and reverse its charges."""
    event = lock_event(fee.event)
    require_director(event.tournament, by)
    fee.refresh_from_db()
    if fee.ended_at is None:
        _owing, reversals = _ended(event, fee, by=by)
        acts = proved([*acts_of(LineReversed, reversals), FeeRemoved(fee.uid)], reversals)
        log.append_all(acts, of=event.tournament, by=by, event=event)
    return fee


def charge_entry(
    entrant: Entrant, *, by: Player | None, is_late: bool = False, is_reentry: bool = False
) -> None:
    """Charge a new entrant the mandatory fees; the caller holds the event lock.

    A late entrant also owes the late fee. A re-entry owes the re-entry fee, or else the share of the entry
    fee set by the event's rule; no registration fee, and no side pools if those are kept.
    """
    event = entrant.event
    fees = fees_of(event)
    if not fees:
        return
    charges_before = standing_lines().filter(entrant=entrant, kind=LineKind.CHARGE)
    fee_keys = set() if is_new(entrant) else set(charges_before.values_list("fee", flat=True))
    is_back = is_reentry or former_entrant(entrant) is not None
    amounts = _owed_again(event, fees) if is_back else _owed(fees, is_late=is_late)
    charges = [
        _charge(event, entrant, fee, amount=amount, by=by)
        for fee, amount in amounts
        if amount and fee.pk not in fee_keys
    ]
    LedgerLine.objects.bulk_create(charges)
    log.append_all(proved(acts_of(LineBooked, charges), charges), of=event.tournament, by=by, event=event)


def charge_list(event: Event, entrants: Sequence[Entrant], *, by: Player | None) -> None:
    """Charge many new entrants the mandatory fees, in a constant number of statements."""
    amounts = [(fee, amount) for fee, amount in _owed(fees_of(event), is_late=False) if amount]
    if not amounts or not entrants:
        return
    lines = LedgerLine.objects.bulk_create(
        _charge(event, entrant, fee, amount=amount, by=by) for entrant in entrants for fee, amount in amounts
    )
    act = ListCharged(
        event.uid,
        entrants=tuple(entrant.uid for entrant in entrants),
        fees=tuple(fee.uid for fee, _amount in amounts),
        proofs=new_proofs([evidence.of_line(line) for line in lines]),
    )
    log.append(act, of=event.tournament, by=by, event=event)


def release_entry(entrant: Entrant, *, by: Player | None) -> None:
    """Reverse the charges of an entrant who leaves before the draw; payments become refundable."""
    event = entrant.event
    _lines, reversals = _taken_back(event, standing_lines().filter(entrant=entrant), by=by)
    acts = proved(acts_of(LineReversed, reversals), reversals)
    log.append_all(acts, of=event.tournament, by=by, event=event)


@transaction.atomic
def choose_fee(entrant: Entrant, fee: Fee, *, by: Player | None, is_chosen: bool) -> None:
    """Add an entrant to an optional side pool, or remove it; idempotent."""
    event = _of_desk(entrant, by=by)
    line = standing_lines().filter(entrant=entrant, fee=fee, kind=LineKind.CHARGE).first()
    if is_chosen and line is None:
        book(event, entrant, kind=LineKind.CHARGE, amount=fee.amount, by=by, fee=fee)
    elif not is_chosen and line is not None:
        reverse(event, line, by=by, note="")


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
    """Book a payment of an entrant, by default the full amount due; raise NothingDue if none.

    Raise TooMuch for more than the amount due, which is most often a typing error.
    """
    event = _of_desk(entrant, by=by)
    due = balance(entrant).due
    if due <= 0:
        raise NothingDue(entrant=entrant.name)
    if amount is not None and amount > due:
        raise TooMuch(most=due, entrant=entrant.name)
    place = box_for(event.tournament, means=means, box=box)
    return book(
        event, entrant, kind=LineKind.PAYMENT, amount=amount or due, by=by, means=means, box=place, note=note
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
    is_short_allowed: bool = False,
) -> LedgerLine:
    """Book a refund, by default the overpaid amount; it never exceeds the payments.

    Raise BoxShort if the cash box holds less, unless a director allows it.
    """
    event = _of_desk(entrant, by=by)
    account = balance(entrant)
    credit = account.paid - account.refunded
    repayment = max(-account.due, 0) if amount is None else amount
    if credit <= 0 or repayment <= 0:
        raise NothingDue(entrant=entrant.name)
    if repayment > credit:
        raise TooMuch(most=credit, entrant=entrant.name)
    place = box_for(event.tournament, means=means, box=box)
    require_in_box(place, repayment, by=by, is_short_allowed=is_short_allowed)
    return book(
        event, entrant, kind=LineKind.REFUND, amount=repayment, by=by, means=means, box=place, note=note
    )


@transaction.atomic
def waive(entrant: Entrant, fee: Fee, *, by: Player | None, reason: str) -> LedgerLine:
    """Waive a fee of an entrant, as a director with a reason."""
    event = lock_event(entrant.event)
    require_director(event.tournament, by)
    reason = require_reason(reason)
    lines = standing_lines().filter(entrant=entrant, fee=fee)
    kinds = set(lines.values_list("kind", flat=True))
    if LineKind.CHARGE not in kinds or LineKind.WAIVER in kinds:
        raise NothingDue(entrant=entrant.name)
    amount = lines.get(kind=LineKind.CHARGE).amount
    return book(event, entrant, kind=LineKind.WAIVER, amount=amount, by=by, fee=fee, note=reason)


@transaction.atomic
def take_back(
    line: LedgerLine, *, by: Player | None, reason: str = "", is_short_allowed: bool = False
) -> LedgerLine:
    """Reverse a ledger line; raise AlreadyTakenBack if it is reversed, BoxShort as `refund` does.

    The desk may reverse payments, refunds and chosen side pools; only a director may reverse other charges,
    waivers and prizes. An entry paid by a prize is cancelled with that prize.
    """
    if line.means == Means.ENTRY:
        return take_back_entry(line, by=by, note=reason)
    event = _of_desk(line.entrant, by=by)
    if line.reverses_id is not None or LedgerLine.objects.filter(reverses=line).exists():
        raise AlreadyTakenBack
    if not _is_of_the_desk(line):
        require_director(event.tournament, by)
    if line.kind == LineKind.PAYMENT:
        require_in_box(line.box, line.amount, by=by, is_short_allowed=is_short_allowed)
    return reverse(event, line, by=by, note=reason)


@transaction.atomic
def book_again(line: LedgerLine, *, by: Player | None) -> LedgerLine:
    """Book a reversed line again as a new line; raise NotTakenBack if it was not reversed."""
    if line.means == Means.ENTRY:
        return book_entry_again(line, by=by)
    event = _of_desk(line.entrant, by=by)
    if not LedgerLine.objects.filter(reverses=line).exists():
        raise NotTakenBack
    if not _is_of_the_desk(line):
        require_director(event.tournament, by)
    if line.kind in {LineKind.REFUND, LineKind.PRIZE}:
        require_in_box(line.box, line.amount, by=by)
    return book(
        event,
        line.entrant,
        kind=LineKind(line.kind),
        amount=line.amount,
        by=by,
        fee=line.fee,
        means=line.means,
        box=line.box,
        note=line.note,
    )


@transaction.atomic
def set_currency(tournament: Tournament, *, by: Player | None, currency: str) -> Tournament:
    """Set the currency of a tournament; raise CurrencyInUse if it has ledger lines or fees."""
    require_director(tournament, by)
    tournament = lock_log(tournament)
    code = currency.strip().upper()
    if code == tournament.currency:
        return tournament
    has_amounts = (
        LedgerLine.objects.filter(tournament=tournament).exists()
        or Fee.objects.filter(event__tournament=tournament, ended_at=None).exists()
    )
    if has_amounts:
        raise CurrencyInUse(currency=tournament.currency)
    tournament.currency = code
    check_fields(tournament)
    tournament.save(update_fields=["currency"])
    log.append(CurrencySet(tournament.uid, currency=code), of=tournament, by=by, rows=[tournament])
    return tournament


@transaction.atomic
def set_payout(event: Event, *, by: Player | None, payout: Mapping[str, object] | None) -> Event:
    """Set the prize rule of an event (`payouts.Payout` as plain values); None for no prizes.

    The percentage, the added money, the unit and own prizes stay where they are left out. Agreed splits end with it. Raise InvalidPayout with the name of the invalid field.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    try:
        new = None if payout is None else Payout.from_dict(_unsaid(event.payout or {}, payout) | dict(payout))
    except ValueError as error:
        raise InvalidPayout(field=str(error)) from error
    data = None if new is None else new.to_dict()
    if data == event.payout:
        return event
    event.payout = data
    event.save(update_fields=["payout"])
    act = PayoutSet(event.uid, has_prizes=new is not None)
    if new is not None:
        percent, added, unit = new.percent, new.added, new.unit
        act = replace(act, structure=new.structure, percent=percent, added=added, unit=unit)
    if new is not None and new.own is not None:
        act = replace(act, own=new.own.to_dict())
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


def _unsaid(present: Mapping[str, object], payout: Mapping[str, object]) -> dict[str, object]:
    """Return what a prize rule takes over from the present one; own prizes only from own prizes."""
    names = ["percent", "added", "unit"]
    if payout.get("structure") == OWN:
        names.append("own")
    return {name: present[name] for name in names if name in present}


@transaction.atomic
def add_box(tournament: Tournament, *, by: Player | None, name: str) -> CashBox:
    """Create a cash box; return the existing one of the same name."""
    require_desk(tournament, by)
    lock_log(tournament)
    label = " ".join(name.split())
    box = CashBox.objects.filter(tournament=tournament, name=label).first()
    if box is None:
        box = CashBox(tournament=tournament, name=label)
        check_fields(box)
        box.save()
        log.append(CashBoxAdded(box.uid), of=tournament, by=by)
    return box


def _owed(fees: Sequence[Fee], *, is_late: bool) -> list[tuple[Fee, int]]:
    """Return the fees of a first entry, with their amounts."""
    return [
        (fee, fee.amount) for fee in fees if is_owed_by_all(fee) or (is_late and fee.kind == FeeKind.LATE)
    ]


def _owed_again(event: Event, fees: Sequence[Fee]) -> list[tuple[Fee, int]]:
    """Return the fees of a re-entry, with their amounts."""
    rule = rule_of(event)
    percent = 100 if rule is None else rule.fee_percent
    kinds = {fee.kind for fee in fees}
    dues = []
    for fee in fees:
        if fee.kind == FeeKind.REENTRY:
            dues.append((fee, fee.amount))
        elif fee.kind == FeeKind.ENTRY and FeeKind.REENTRY not in kinds:
            dues.append((fee, fee.amount * percent // 100))
        elif fee.kind == FeeKind.SIDE_POOL and not fee.is_optional and not (rule and rule.keeps_side_pools):
            dues.append((fee, fee.amount))
    return dues


def _is_of_the_desk(line: LedgerLine) -> bool:
    is_chosen = line.kind == LineKind.CHARGE and line.fee is not None and line.fee.is_optional
    return is_chosen or line.kind in {LineKind.PAYMENT, LineKind.REFUND}


def _of_desk(entrant: Entrant, *, by: Player | None) -> Event:
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    return event


def _ended(
    event: Event, fee: Fee, *, by: Player | None
) -> tuple[list[tuple[Entrant, int]], list[LedgerLine]]:
    """End a fee and reverse its charges and waivers.

    Return the entrants and amounts that were owed and not waived, and the reversals.
    """
    fee.ended_at = timezone.now()
    fee.save(update_fields=["ended_at"])
    # Prizes paid from a side pool stay booked when its fee ends.
    lines, reversals = _taken_back(event, standing_lines().filter(fee=fee), by=by)
    waived = {line.entrant_id for line in lines if line.kind == LineKind.WAIVER}
    charges = [line for line in lines if line.kind == LineKind.CHARGE and line.entrant_id not in waived]
    return [(line.entrant, line.amount) for line in charges], reversals


def _taken_back(
    event: Event, lines: QuerySet[LedgerLine], *, by: Player | None
) -> tuple[list[LedgerLine], list[LedgerLine]]:
    """Reverse the charges and waivers among these lines; return the lines and their reversals."""
    debts = lines.filter(kind__in=[LineKind.CHARGE, LineKind.WAIVER])
    charges = list(debts.select_related("entrant__side", "fee", "box").order_by("pk"))
    reversals = [reversal(event, line, by=by) for line in charges]
    LedgerLine.objects.bulk_create(reversals)
    return charges, reversals


def _charge(event: Event, entrant: Entrant, fee: Fee, *, amount: int, by: Player | None) -> LedgerLine:
    """Return the unsaved line that charges an entrant a fee or part of it."""
    return LedgerLine(
        tournament=event.tournament, entrant=entrant, fee=fee, kind=LineKind.CHARGE, amount=amount, by=by
    )
