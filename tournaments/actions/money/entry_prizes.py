"""Prizes paid as the entry in another event: a line in each of the two, booked and cancelled together."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.actions.proving import new_proofs
from tournaments.acts.money import EntryPaid, EntryTakenBack
from tournaments.errors.money import AlreadyTakenBack, NoEntryToPay, NothingDue, NotTakenBack
from tournaments.models import Entrant, Event, LedgerLine, LineKind, Means
from tournaments.queries.audit import evidence
from tournaments.queries.money.prizes import prize_list, prizes_of
from tournaments.queries.money.seats import seats_of

from .lines import book, reversal, reverse


def lock_both(event: Event, target: Event) -> None:
    """Lock an event and the one that it qualifies for, always in the same order."""
    for one in sorted((event, target), key=lambda row: row.pk):
        lock_event(one)


def pay_entries(event: Event) -> None:
    """Pay the entries of those who came into the target event by this one, once; the caller holds both locks.

    What was cancelled since is not paid again, and who was in the target event before is left to the directors.
    """
    seats = seats_of(event)
    for seat in seats.seats if seats is not None else ():
        entrant, entry = seat.entrant, seat.entry
        if entrant is None or entry is None or seat.holder is None or not seat.holder.is_through:
            continue
        if not seat.was_booked and not seat.is_waiting:
            amount = min(seat.due_there, seat.worth, prizes_of(entrant).left)
            if amount > 0:
                _book(entrant, entry, amount=amount, by=None)


@transaction.atomic
def pay_entry(entrant: Entrant, *, by: Player | None) -> LedgerLine:
    """Pay what an entrant owes in the event that it has qualified for, as far as its seat is worth.

    Raise NoEntryToPay without a seat, NothingDue if nothing is due there or no prize is left.
    """
    event = entrant.event
    require_director(event.tournament, by)
    if event.qualifies_for is None:
        raise NoEntryToPay(entrant=entrant.name)
    lock_both(event, event.qualifies_for)
    seats = seats_of(event)
    held = [seat for seat in (seats.seats if seats is not None else ()) if seat.entrant == entrant]
    if not held or held[0].entry is None or held[0].is_waiting:
        raise NoEntryToPay(entrant=entrant.name)
    [seat] = held
    amount = min(seat.due_there, seat.worth, prizes_of(entrant).left)
    if amount <= 0:
        raise NothingDue(entrant=entrant.name)
    return _book(entrant, held[0].entry, amount=amount, by=by)


@transaction.atomic
def take_back_entry(line: LedgerLine, *, by: Player | None, note: str = "") -> LedgerLine:
    """Cancel the payment of an entry by a prize, and that prize; return what cancels the given line.

    Raise AlreadyTakenBack if they are cancelled.
    """
    prize, payment = _pair_of(line)
    lock_both(prize.entrant.event, payment.entrant.event)
    require_director(line.tournament, by)
    if line.reverses_id is not None or LedgerLine.objects.filter(reverses=line).exists():
        raise AlreadyTakenBack
    event = prize.entrant.event
    cancelling = reversal(event, prize, by=by)
    cancelling.note = note.strip()
    act = EntryTakenBack(
        prize.entrant.uid, amount=prize.amount, line=cancelling.uid, event=payment.entrant.event.uid
    )
    _write(cancelling, act, event=event, by=by)
    in_target = reverse(payment.entrant.event, payment, by=by, note=note)
    return cancelling if line == prize else in_target


@transaction.atomic
def book_entry_again(line: LedgerLine, *, by: Player | None) -> LedgerLine:
    """Pay an entry by the same prize once more; raise NotTakenBack if it was not cancelled."""
    prize, payment = _pair_of(line)
    lock_both(prize.entrant.event, payment.entrant.event)
    require_director(line.tournament, by)
    if not LedgerLine.objects.filter(reverses=prize).exists():
        raise NotTakenBack
    return _book(prize.entrant, payment.entrant, amount=prize.amount, by=by)


def _book(entrant: Entrant, entry: Entrant, *, amount: int, by: Player | None) -> LedgerLine:
    """Book the prize of one event and the payment in the other; return the prize.

    The players are told, and the directors of a pool that is too small.
    """
    event = entrant.event
    prize = LedgerLine(
        tournament=event.tournament,
        entrant=entrant,
        kind=LineKind.PRIZE,
        amount=amount,
        means=Means.ENTRY,
        by=by,
    )
    _write(
        prize,
        EntryPaid(entrant.uid, amount=amount, line=prize.uid, event=entry.event.uid),
        event=event,
        by=by,
    )
    notices.entry_paid(entry, qualifier=event, amount=amount)
    of_event = prize_list(event)
    if of_event is not None and of_event.short:
        notices.pool_short(event, amount=of_event.short)
    book(
        entry.event,
        entry,
        kind=LineKind.PAYMENT,
        amount=amount,
        by=by,
        means=Means.ENTRY,
        paid_from=prize,
    )
    return prize


def _write(line: LedgerLine, act: EntryPaid | EntryTakenBack, *, event: Event, by: Player | None) -> None:
    check_fields(line)
    line.save()
    proved = replace(act, proofs=new_proofs([evidence.of_line(line)]))
    log.append(proved, of=event.tournament, by=by, event=event)


def _pair_of(line: LedgerLine) -> tuple[LedgerLine, LedgerLine]:
    """Return the prize and the payment of an entry, given one of them."""
    rows = LedgerLine.objects.select_related(
        "entrant__side",
        "entrant__event__tournament",
        "paid_from__entrant__side",
        "paid_from__entrant__event__tournament",
    )
    if line.kind == LineKind.PRIZE:
        payment = rows.get(paid_from=line.reverses_id or line.pk)
    else:
        payment = rows.get(pk=line.reverses_id or line.pk)
    if payment.paid_from is None:
        raise AssertionError("the payment of an entry has its prize")
    return payment.paid_from, payment
