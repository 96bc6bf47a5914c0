"""Places in another event that are prizes of its qualifier: who has them, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entrant, Event, LedgerLine, LineKind, Means
from tournaments.queries.draws.qualifying import Presence, Qualifier, qualification

from .ledger import balances, cost_of_entry, standing_lines


@dataclass(frozen=True, slots=True)
class EntryPrize:
    """A place in the target event; `holder` is None until somebody has qualified for it.

    `worth` is the cost of an entry there, and `due_there` what the holder owes there. With `was_booked` the entry
    was paid from the pool before, and `is_paid` says that this was not cancelled.
    """

    holder: Qualifier | None
    worth: int
    due_there: int = 0
    was_booked: bool = False
    is_paid: bool = False

    @property
    def entrant(self) -> Entrant | None:
        """The holder in the event that pays."""
        return None if self.holder is None else self.holder.entrant

    @property
    def entry(self) -> Entrant | None:
        """The holder in the target event."""
        return None if self.holder is None else self.holder.entry

    @property
    def is_waiting(self) -> bool:
        """Whether the holder waits for a place in the target event, and owes nothing there before."""
        return self.holder is not None and self.holder.presence is Presence.ALTERNATE


@dataclass(frozen=True, slots=True)
class EntryPrizes:
    """The places in a target event that are prizes; `is_final` says that each has its holder."""

    target: Event
    seats: tuple[EntryPrize, ...]
    is_final: bool

    @property
    def total(self) -> int:
        """The worth of all places."""
        return sum(seat.worth for seat in self.seats)


def paid_by(entry: Entrant) -> str:
    """Return the name of the qualifier whose pool has paid an entry, empty without one; one query."""
    lines = standing_lines().filter(entrant=entry, means=Means.ENTRY)
    return lines.values_list("paid_from__entrant__event__name", flat=True).first() or ""


def seats_of(event: Event) -> EntryPrizes | None:
    """Return the places that are prizes of an event, None where it pays no entry; nine queries at most."""
    qualifiers = qualification(event) if event.pays_entry else None
    if qualifiers is None:
        return None
    worth, holders = cost_of_entry(qualifiers.target), qualifiers.holders
    due = balances([one.entry.pk for one in holders if one.entry is not None])
    rows = LedgerLine.objects.filter(
        entrant__in=[one.entrant.pk for one in holders], kind=LineKind.PRIZE, means=Means.ENTRY, reverses=None
    )
    booked: dict[int, bool] = {}
    for line in rows.select_related("reversed_by"):
        booked[line.entrant_id] = not hasattr(line, "reversed_by") or booked.get(line.entrant_id, False)
    seats = [
        EntryPrize(
            one,
            worth,
            max(0, due[one.entry.pk].due) if one.entry is not None else 0,
            was_booked=one.entrant.pk in booked,
            is_paid=booked.get(one.entrant.pk, False),
        )
        for one in holders
    ]
    free = max(0, qualifiers.seats - len(seats))
    return EntryPrizes(
        qualifiers.target,
        (*seats, *[EntryPrize(None, worth)] * free),
        is_final=qualifiers.is_complete and free == 0,
    )
