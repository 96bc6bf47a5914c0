"""The inverses of acts on money."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.actions.inverses import changed, inverse, row_of
from tournaments.actions.money import ledger
from tournaments.acts.money import EntryPaid, EntryTakenBack, FeeRemoved, FeeSet, LineBooked, LineReversed
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Fee, LedgerLine, LineKind, LogEntry
from tournaments.queries.money.ledger import standing_lines

from .engine import is_consequence


def _line(entry: LogEntry, uid: str) -> LedgerLine:
    if is_consequence(entry):
        raise CannotBeUndone.since(_("It followed from another act. Undo that one."))
    lines = LedgerLine.objects.select_related("entrant__side", "entrant__event__tournament", "fee", "box")
    return lines.select_related("reverses__fee").get(uid=uid)


@inverse(LineBooked)
def _take_back_line(entry: LogEntry, act: LineBooked, by: Player | None) -> None:
    ledger.take_back(_line(entry, act.line), by=by)


@inverse(EntryPaid)
def _take_back_entry(entry: LogEntry, act: EntryPaid, by: Player | None) -> None:
    """Cancel the prize and the payment of the entry."""
    ledger.take_back(_line(entry, act.line), by=by)


@inverse(LineReversed)
def _book_again(entry: LogEntry, act: LineReversed, by: Player | None) -> None:
    _restore(_line(entry, act.line), by)


@inverse(EntryTakenBack)
def _pay_entry_again(entry: LogEntry, act: EntryTakenBack, by: Player | None) -> None:
    """Book the prize and the payment of the entry again."""
    _restore(_line(entry, act.line), by)


def _restore(cancelling: LedgerLine, by: Player | None) -> None:
    if cancelling.reverses is None:
        raise changed()
    ledger.book_again(cancelling.reverses, by=by)


@inverse(FeeSet)
def _take_off_fee(entry: LogEntry, act: FeeSet, by: Player | None) -> None:
    """Restore the previous fee or none, unless an entrant has paid since."""
    fee = _fee(act.subject)
    if fee.ended_at is not None:
        raise changed()
    owing = standing_lines().filter(fee=fee).values("entrant")
    if standing_lines().filter(kind=LineKind.PAYMENT, entrant__in=owing, at__gt=entry.at).exists():
        raise CannotBeUndone.since(_("Payments exist already. Set another amount instead."))
    removals = LogEntry.objects.filter(code=FeeRemoved.code, event=fee.event_id).values("subject")
    replacements = (
        Fee.objects.filter(event=fee.event_id, kind=fee.kind, name=fee.name, pk__lt=fee.pk)
        .exclude(uid__in=removals)
        .order_by("pk")
        .last()
    )
    if replacements is None:
        ledger.end_fee(fee, by=by)
    else:
        _set_again(replacements, by)


@inverse(FeeRemoved)
def _set_fee_again(entry: LogEntry, act: FeeRemoved, by: Player | None) -> None:
    fee = _fee(act.subject)
    if Fee.objects.filter(event=fee.event_id, kind=fee.kind, name=fee.name, ended_at=None).exists():
        raise changed()
    _set_again(fee, by)


def _fee(uid: str) -> Fee:
    return row_of(Fee.objects.select_related("event__tournament"), uid=uid)


def _set_again(fee: Fee, by: Player | None) -> None:
    ledger.set_fee(
        fee.event, by=by, kind=fee.kind, name=fee.name, amount=fee.amount, is_optional=fee.is_optional
    )
