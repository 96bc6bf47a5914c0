"""Undoing what was done last: each code of the log that has a way back names it here, and nothing else is guessed.

What was written stays: an undone act has two entries, its own and `undone`, with those of the inverse act between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Penalty, Player
from matches.queries import has_begun
from tournaments.models import (
    AccessLink,
    Announcement,
    Entrant,
    Event,
    Fee,
    LedgerLine,
    LineKind,
    LogEntry,
    Stage,
    StageEntry,
    Table,
    TableUse,
    Tournament,
)
from tournaments.queries.ledger import balance, standing_lines

from . import (
    announcements,
    attendance,
    calling,
    hall,
    lateness,
    links,
    log,
    money,
    registration,
    results,
    suspending,
    taking_back,
    ways_back,
)
from .locks import lock_event
from .offices import demand_desk, demand_director
from .undo_errors import AlreadyUndone, CannotBeUndone
from .waiting_list import has_place

_UNDONE = "undone"
# How far back the last act of somebody is looked for.
_NEWEST = 60

Inverse = Callable[[LogEntry, Player | None], Any]


@transaction.atomic
def undo(entry: LogEntry, *, by: Player | None) -> LogEntry:
    """Undo the act that an entry of the log tells of; the desk its own acts, a director everybody's.

    CannotBeUndone names what depends on the act, or that its kind has no way back; AlreadyUndone for a second time.
    The refusals of the inverse act are passed on. Answers the entry `undone`, whose `seq` is that of the act and whose
    `first` is the first entry that the inverse wrote.
    """
    tournament = entry.tournament
    demand_desk(tournament, by)
    if by is not None and entry.by_id != by.pk:
        demand_director(tournament, by)
    if entry.event is not None:
        lock_event(entry.event)
    if LogEntry.objects.filter(tournament=tournament, code=_UNDONE, data__seq=entry.seq).exists():
        raise AlreadyUndone
    inverse = INVERSES.get(entry.code)
    if inverse is None:
        raise CannotBeUndone.since(ways_back.WHY_NOT[entry.code])
    before = Tournament.objects.values_list("log_seq", flat=True).get(pk=tournament.pk)
    inverse(entry, by)
    data = {"seq": entry.seq, "code": entry.code, "first": before + 1}
    return log.append(tournament, _UNDONE, by=by, event=entry.event, subject=entry.subject, data=data)


@transaction.atomic
def undo_act(tournament: Tournament, *, seqs: Collection[int], by: Player | None) -> list[LogEntry]:
    """Undo everything that one press of a button wrote, the last first, or nothing; what followed by itself follows."""
    demand_desk(tournament, by)
    entries = LogEntry.objects.filter(tournament=tournament, seq__in=list(seqs), by=by)
    found = list(entries.select_related("tournament", "event").order_by("-seq"))
    # All events are locked before the first entry of the log, which is the last lock.
    for event in sorted({entry.event for entry in found if entry.event is not None}, key=lambda one: one.pk):
        lock_event(event)
    done = [undo(entry, by=by) for entry in found if not is_consequence(entry)]
    if not done:
        raise CannotBeUndone.since(_("There is nothing left to undo."))
    return done


def last_act(tournament: Tournament, *, by: Player) -> LogEntry | None:
    """The newest act of somebody that has a way back and was not undone; None where there is none. One query.

    What an undoing wrote is no act: who undoes twice goes back two steps, and not forth again.
    """
    newest = LogEntry.objects.filter(tournament=tournament, by=by).order_by("-seq")
    undone: set[int] = set()
    until: int | None = None
    for entry in newest.select_related("tournament", "event")[:_NEWEST]:
        if until is not None and entry.seq >= until:
            continue
        until = None
        if entry.code == _UNDONE:
            undone.add(entry.data["seq"])
            until = entry.data["first"]
        elif entry.seq not in undone and entry.code in INVERSES and not is_consequence(entry):
            return entry
    return None


def undoable(entries: Sequence[LogEntry], *, by: Player, is_director: bool) -> frozenset[int]:
    """The numbers of those of these entries that somebody may try to undo; one query, whatever their number.

    Whether anything depends on an act is found out by undoing it.
    """
    seqs = [
        entry.seq for entry in entries if entry.code in INVERSES and (is_director or entry.by_id == by.pk)
    ]
    tournaments = {entry.tournament_id for entry in entries}
    undone = LogEntry.objects.filter(tournament__in=tournaments, code=_UNDONE, data__seq__in=seqs)
    return frozenset(seqs) - frozenset(undone.values_list("data__seq", flat=True))


def is_consequence(entry: LogEntry) -> bool:
    """Whether an entry tells of what followed from another act, as what is owed follows from entering."""
    if entry.code not in {"line_booked", "line_taken_back"} or entry.data["kind"] == LineKind.PAYMENT:
        if entry.code == "alternate_in":
            # Whom the desk gives a place out of turn has it by that act alone.
            return entry.by_id is None
        if entry.code == "entered_late":
            return _entered_since_draw(entry)
        return entry.code in {"cash_box_added", "list_charged", "paired"}
    line = LedgerLine.objects.select_related("fee").get(uid=entry.data["line"])
    return line.kind == LineKind.CHARGE and not (line.fee is not None and line.fee.is_optional)


def _entered_since_draw(late: LogEntry) -> bool:
    """Whether the entrant was entered after the draw, so that undoing the entry takes the place too."""
    of_tournament = LogEntry.objects.filter(tournament=late.tournament, seq__lt=late.seq)
    drawn = of_tournament.filter(code="drawn", subject=late.subject).order_by("-seq").first()
    entered = of_tournament.filter(code="entered", subject=late.data["entrant"])
    return entered.filter(seq__gt=0 if drawn is None else drawn.seq).exists()


def _entrant(entry: LogEntry) -> Entrant:
    return get_object_or_404(Entrant.objects.select_related("side", "event__tournament"), uid=entry.subject)


def _leave(entry: LogEntry, by: Player | None) -> None:
    """Who came in leaves, while nothing is paid; after the draw only who came late, and while nothing has come of it."""
    entrant = _entrant(entry)
    if entrant.withdrawn_at is not None:
        raise ways_back.changed()
    found = balance(entrant)
    if found.paid > found.refunded:
        raise CannotBeUndone.since(
            _("%(entrant)s has paid: take the payment back first."), entrant=entrant.name
        )
    if StageEntry.objects.filter(entrant=entrant).exists():
        taking_back.late_entry(entrant, by=by)
    else:
        registration.withdraw(entrant, by=by)


def _take_out_late(entry: LogEntry, by: Player | None) -> None:
    """Who waited and was let in late waits again."""
    entrant = get_object_or_404(
        Entrant.objects.select_related("side", "event__tournament"), uid=entry.data["entrant"]
    )
    registration.return_(taking_back.late_entry(entrant, by=by), by=by)


def _return(entry: LogEntry, by: Player | None) -> None:
    """Who left comes back to the own place, while nobody else has it; after the draw while nothing has come of it."""
    entrant = _entrant(entry)
    if entrant.withdrawn_at is None:
        raise ways_back.changed()
    if StageEntry.objects.filter(entrant=entrant).exists():
        taking_back.departure(entrant, by=by)
        return
    if not entrant.is_alternate and not has_place(entrant.event, via=entrant.via):
        raise CannotBeUndone.since(
            _("The place of %(entrant)s is taken by now. Bring the entrant back as an alternate."),
            entrant=entrant.name,
        )
    registration.return_(entrant, by=by)


def _check_out(entry: LogEntry, by: Player | None) -> None:
    entrant = _entrant(entry)
    if entrant.checked_in_at is None:
        raise ways_back.changed()
    registration.undo_check_in(entrant, by=by)


def _check_in(entry: LogEntry, by: Player | None) -> None:
    registration.check_in(_entrant(entry), by=by)


def _line(entry: LogEntry) -> LedgerLine:
    if is_consequence(entry):
        raise CannotBeUndone.since(_("It followed from another act. Undo that one."))
    lines = LedgerLine.objects.select_related("entrant__side", "entrant__event__tournament", "fee", "box")
    return lines.select_related("reverses__fee").get(uid=entry.data["line"])


def _take_back_line(entry: LogEntry, by: Player | None) -> None:
    money.take_back(_line(entry), by=by)


def _book_again(entry: LogEntry, by: Player | None) -> None:
    taken_back = _line(entry).reverses
    if taken_back is None:
        raise ways_back.changed()
    money.book_again(taken_back, by=by)


def _take_off_fee(entry: LogEntry, by: Player | None) -> None:
    """The fee is as it was before: the one it replaced, or none; not once somebody has paid since."""
    fee = get_object_or_404(Fee.objects.select_related("event__tournament"), uid=entry.subject)
    if fee.ended_at is not None:
        raise ways_back.changed()
    owing = standing_lines().filter(fee=fee).values("entrant")
    if standing_lines().filter(kind=LineKind.PAYMENT, entrant__in=owing, at__gt=entry.at).exists():
        raise CannotBeUndone.since(_("Somebody has paid it already. Set another amount instead."))
    replaced = (
        Fee.objects.filter(event=fee.event_id, kind=fee.kind, name=fee.name, pk__lt=fee.pk)
        .exclude(uid__in=LogEntry.objects.filter(code="fee_ended", event=fee.event_id).values("subject"))
        .order_by("pk")
        .last()
    )
    if replaced is None:
        money.end_fee(fee, by=by)
    else:
        _set_again(replaced, by)


def _set_fee_again(entry: LogEntry, by: Player | None) -> None:
    fee = get_object_or_404(Fee.objects.select_related("event__tournament"), uid=entry.subject)
    if Fee.objects.filter(event=fee.event_id, kind=fee.kind, name=fee.name, ended_at=None).exists():
        raise ways_back.changed()
    _set_again(fee, by)


def _set_again(fee: Fee, by: Player | None) -> None:
    money.set_fee(
        fee.event, by=by, kind=fee.kind, name=fee.name, amount=fee.amount, is_optional=fee.is_optional
    )


def _set_capacity_back(entry: LogEntry, by: Player | None) -> None:
    event = entry.event
    if event is None or event.capacity != entry.data["capacity"] or "before" not in entry.data:
        raise ways_back.changed()
    registration.set_capacity(event, by=by, capacity=entry.data["before"])


def _match(entry: LogEntry) -> Match:
    return get_object_or_404(Match.objects.select_related("one", "two"), uid=entry.subject)


def _free_table(entry: LogEntry, by: Player | None) -> None:
    match = _match(entry)
    table = get_object_or_404(Table.objects.select_related("tournament"), uid=entry.data["table"])
    if not TableUse.objects.filter(match=match, table=table, until=None).exists():
        raise ways_back.changed()
    if has_begun(match):
        raise CannotBeUndone.since(_("The match has begun at this table. Give it another table instead."))
    calling.free(table, by=by)


def _give_table_again(entry: LogEntry, by: Player | None) -> None:
    table = get_object_or_404(Table, uid=entry.data["table"])
    calling.assign(_match(entry), by=by, table=table)


def _not_begun(entry: LogEntry, by: Player | None) -> None:
    results.take_back_start(_match(entry), by=by)


def _take_back_penalty(entry: LogEntry, by: Player | None) -> None:
    penalty = get_object_or_404(Penalty.objects.select_related("match"), uid=entry.data["penalty"])
    results.take_back(penalty, by=by)


def _take_back_result(entry: LogEntry, by: Player | None) -> None:
    """A result that a director entered; the match has no other one since."""
    match = _match(entry)
    accepted = match.accepted_report
    if accepted is None or accepted.uid != entry.data["report"]:
        raise ways_back.changed()
    results.take_back_result(match, by=by)


def _resume(entry: LogEntry, by: Player | None) -> None:
    suspending.resume(_match(entry), by=by)


def _set_table_back(entry: LogEntry, by: Player | None) -> None:
    """The table is for what it was before, while nobody has set it since."""
    table = get_object_or_404(Table.objects.select_related("tournament"), uid=entry.subject)
    later = LogEntry.objects.filter(
        tournament=entry.tournament, code="table_changed", subject=table.uid, seq__gt=entry.seq
    )
    if later.exists():
        raise ways_back.changed()
    before = entry.data["before"]
    reserved = Event.objects.filter(uid=before["reserved_for"]).first()
    hall.change_table(
        table,
        by=by,
        is_out_of_order=before["is_out_of_order"],
        is_streaming=before["is_streaming"],
        reserved_for=reserved,
    )


def _is_there(entry: LogEntry, by: Player | None) -> None:
    lateness.note_there(_match(entry), side=entry.data["side"], by=by)


def _is_absent(entry: LogEntry, by: Player | None) -> None:
    lateness.note_absent(_match(entry), side=entry.data["side"], by=by)


def _set_automatic_back(entry: LogEntry, by: Player | None) -> None:
    hall.set_automatic(entry.tournament, by=by, is_on=not entry.data["is_on"])


def _release_round(entry: LogEntry, by: Player | None) -> None:
    _hold(entry, by, is_held=False)


def _hold_round(entry: LogEntry, by: Player | None) -> None:
    _hold(entry, by, is_held=True)


def _hold(entry: LogEntry, by: Player | None, *, is_held: bool) -> None:
    stage = get_object_or_404(Stage.objects.select_related("event__tournament"), uid=entry.subject)
    attendance.hold(stage, by=by, is_held=is_held)


def _take_down(entry: LogEntry, by: Player | None) -> None:
    announcement = get_object_or_404(Announcement.objects.select_related("tournament"), uid=entry.subject)
    announcements.take_down(announcement, by=by)


def _revoke(entry: LogEntry, by: Player | None) -> None:
    link = get_object_or_404(AccessLink.objects.select_related("tournament", "event"), uid=entry.subject)
    links.revoke(link, by=by)


INVERSES: Mapping[str, Inverse] = {
    "entered": _leave,
    "returned": _leave,
    "withdrawn": _return,
    "checked_in": _check_out,
    "check_in_undone": _check_in,
    "line_booked": _take_back_line,
    "line_taken_back": _book_again,
    "fee_set": _take_off_fee,
    "fee_ended": _set_fee_again,
    "capacity_set": _set_capacity_back,
    "table_assigned": _free_table,
    "table_freed": _give_table_again,
    "match_started": _not_begun,
    "penalised": _take_back_penalty,
    "reported": _take_back_result,
    "forfeited": _take_back_result,
    "suspended": _resume,
    "noted_absent": _is_there,
    "has_come": _is_absent,
    "table_changed": _set_table_back,
    "calls_set": _set_automatic_back,
    "round_held": _release_round,
    "round_released": _hold_round,
    "announced": _take_down,
    "link_made": _revoke,
    "entered_late": _take_out_late,
    "confirmed": _take_back_result,
    **ways_back.OF_SETTINGS,
}
"""The way back of each code of the log that has one: a further one is a function that takes the entry and who asks."""
