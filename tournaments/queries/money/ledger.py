"""Balances of entrants, totals of cash boxes and accounts of events, from the lines of the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from matches.database.prepared import prepared
from tournaments.models import CashBox, Entrant, Event, Fee, FeeKind, LedgerLine, LineKind, Means, Tournament

# The fees that go into the prize pool; the others are the organizer's.
POOL_KINDS = (FeeKind.ENTRY, FeeKind.REENTRY)


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of an entrant in the smallest currency unit: fees charged and waived, payments and refunds."""

    charged: int = 0
    waived: int = 0
    paid: int = 0
    refunded: int = 0

    @property
    def owed(self) -> int:
        """The total amount of the fees."""
        return self.charged - self.waived

    @property
    def due(self) -> int:
        """The amount still to pay; negative for a credit."""
        return self.owed - self.paid + self.refunded

    @property
    def credit(self) -> int:
        """The amount to refund."""
        return max(-self.due, 0)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is due and nothing is to refund."""
        return self.due == 0


@dataclass(frozen=True, slots=True)
class BoxTotal:
    """The expected content of a cash box: receipts less disbursements."""

    box: CashBox
    came_in: int
    went_out: int

    @property
    def total(self) -> int:
        """The expected content of the cash box."""
        return self.came_in - self.went_out


@dataclass(frozen=True, slots=True)
class EventAccount:
    """The account of an event: fees owed, payments, and the prize pool.

    `side_pools` are the fees owed to side pools and `side_paid` the prizes paid from them; `prizes_paid` excludes
    these. `entries_in` of the payments came from the pools of qualifiers, `entries_out` of the prizes are entries in
    another event.
    """

    owed: int
    paid: int
    refunded: int
    pool: int
    prizes_paid: int
    side_pools: int = 0
    side_paid: int = 0
    entries_in: int = 0
    entries_out: int = 0

    @property
    def to_house(self) -> int:
        """The part of the fees that goes neither to the prizes nor to a side pool."""
        return self.owed - self.pool - self.side_pools

    @property
    def paid_out(self) -> int:
        """The amount paid out as prizes, including those of side pools."""
        return self.prizes_paid + self.side_paid

    @property
    def received(self) -> int:
        """The payments less the refunds."""
        return self.paid - self.refunded

    @property
    def outstanding(self) -> int:
        """The fees still unpaid."""
        return self.owed - self.paid + self.refunded


@dataclass(frozen=True, slots=True)
class SidePool:
    """A side pool with its own money: number of entrants, fees owed, and prizes paid out."""

    fee: Fee
    entrants: int
    collected: int
    paid_out: int

    @property
    def left(self) -> int:
        """The amount still to be paid out."""
        return self.collected - self.paid_out


def standing_lines(lines: QuerySet[LedgerLine] | None = None) -> QuerySet[LedgerLine]:
    """Return the ledger lines that count: neither reversals nor reversed."""
    rows = LedgerLine.objects.all() if lines is None else lines
    return rows.filter(reverses=None, reversed_by=None)


def balances(entrants: Collection[int]) -> Mapping[int, Balance]:
    """Return the balances of the entrants with these primary keys; one query."""
    sums: dict[int, dict[str, int]] = {key: {} for key in entrants}
    rows = standing_lines().filter(entrant__in=list(entrants))
    for entrant, kind, amount in rows.values_list("entrant", "kind").annotate(amount=Sum("amount")):
        sums[entrant][kind] = amount
    return {key: _balance(by_kind) for key, by_kind in sums.items()}


def balances_of_event(event: Event) -> Mapping[int, Balance]:
    """Return the balances of the entrants of an event that have ledger lines; one query."""
    return _balances(standing_lines().filter(entrant__event=event))


def balances_of_tournament(tournament: Tournament) -> Mapping[int, Balance]:
    """Return the balances of the entrants of a tournament that have ledger lines; one query."""
    return _balances(standing_lines().filter(tournament=tournament))


def _balances(rows: QuerySet[LedgerLine]) -> Mapping[int, Balance]:
    sums: dict[int, dict[str, int]] = {}
    for entrant, kind, amount in rows.values_list("entrant", "kind").annotate(amount=Sum("amount")):
        sums.setdefault(entrant, {})[kind] = amount
    return {key: _balance(by_kind) for key, by_kind in sums.items()}


def balances_by_event(tournament: Tournament) -> Mapping[int, Mapping[int, Balance]]:
    """Return the balances of the entrants with ledger lines, by primary key of event and entrant; one query."""
    sums: dict[int, dict[int, dict[str, int]]] = {}
    rows = standing_lines().filter(tournament=tournament).order_by()
    for event, entrant, kind, amount in rows.values_list("entrant__event", "entrant", "kind").annotate(
        amount=Sum("amount")
    ):
        sums.setdefault(event, {}).setdefault(entrant, {})[kind] = amount
    return {
        event: {key: _balance(by_kind) for key, by_kind in entrants.items()}
        for event, entrants in sums.items()
    }


def balance(entrant: Entrant) -> Balance:
    """Return the balance of one entrant; one query."""
    return balances([entrant.pk])[entrant.pk]


def lines_of(entrant: Entrant) -> Sequence[LedgerLine]:
    """Return the ledger lines of an entrant, oldest first, including reversed ones; one query."""
    rows = LedgerLine.objects.filter(entrant=entrant).select_related("fee", "box", "by", "reversed_by")
    rows = rows.select_related("paid_from__entrant__event", "pays__entrant__event")
    return list(rows.order_by("pk"))


def fees_of(event: Event) -> Sequence[Fee]:
    """Return the current fees of an event, in order; one query."""
    return _fees_in(event.pk)


def is_owed_by_all(fee: Fee) -> bool:
    """Whether every entrant owes the fee: not an optional, late or re-entry one."""
    return not fee.is_optional and fee.kind in {FeeKind.ENTRY, FeeKind.REGISTRATION, FeeKind.SIDE_POOL}


def cost_of_entry(event: Event) -> int:
    """Return the sum of the fees that every entrant of an event owes; one query."""
    return sum(fee.amount for fee in fees_of(event) if is_owed_by_all(fee))


@prepared
def _fees_in(event: int) -> QuerySet[Fee]:
    return Fee.objects.filter(event=event, ended_at=None).order_by("order", "pk")


def fees_chosen(entrants: Collection[int]) -> Mapping[int, frozenset[int]]:
    """Return the fees charged to each entrant, by primary keys; one query."""
    by_entrant: dict[int, set[int]] = {}
    lines = standing_lines().filter(entrant__in=list(entrants), kind=LineKind.CHARGE, fee__isnull=False)
    for entrant, fee in lines.values_list("entrant_id", "fee_id"):
        if fee is not None:
            by_entrant.setdefault(entrant, set()).add(fee)
    return {key: frozenset(fees) for key, fees in by_entrant.items()}


def box_totals(tournament: Tournament) -> Sequence[BoxTotal]:
    """Return the expected content of each cash box of a tournament; two queries."""
    came: dict[int, int] = {}
    went: dict[int, int] = {}
    rows = standing_lines().filter(tournament=tournament, means=Means.CASH)
    for box, kind, amount in rows.values_list("box", "kind").annotate(amount=Sum("amount")):
        flow = came if kind == LineKind.PAYMENT else went
        flow[box] = flow.get(box, 0) + amount
    boxes = CashBox.objects.filter(tournament=tournament)
    return [BoxTotal(box, came_in=came.get(box.pk, 0), went_out=went.get(box.pk, 0)) for box in boxes]


def statement(event: Event) -> EventAccount:
    """Return the account of an event; one query.

    The pool counts charged and not waived fees of the prize pool, paid or not, because prizes are announced before
    all fees are paid.
    """
    rows = standing_lines().filter(entrant__event=event)
    return _statement(rows.aggregate(**_SUMS))


def side_pools(event: Event) -> Sequence[SidePool]:
    """Return the side pools of an event, ended ones too if they hold money or paid prizes; two queries.

    A fee replaced by one of another amount belongs to the same pool.
    """
    return side_pools_by_event([event]).get(event.pk, [])


def side_pools_by_event(events: Iterable[Event]) -> Mapping[int, Sequence[SidePool]]:
    """Return the side pools of these events by primary key, as `side_pools` does; two queries, one without pools."""
    fees = list(Fee.objects.filter(event__in=events, kind=FeeKind.SIDE_POOL).order_by("order", "pk"))
    newest = {(fee.event_id, fee.name): fee for fee in fees}
    sums = {name: {"in": 0, "entrants": 0, "out": 0} for name in newest}
    rows = standing_lines().filter(fee__in=[fee.pk for fee in fees]).order_by()
    for event, name, kind, amount, lines in rows.values_list("fee__event", "fee__name", "kind").annotate(
        amount=Sum("amount"), lines=Count("pk")
    ):
        total = sums[event, name]
        if kind == LineKind.PRIZE:
            total["out"] += amount
        else:
            total["in"] += amount if kind == LineKind.CHARGE else -amount
            total["entrants"] += lines if kind == LineKind.CHARGE else -lines
    pools: dict[int, list[SidePool]] = {}
    for name, one in sums.items():
        pool = SidePool(newest[name], one["entrants"], one["in"], one["out"])
        if pool.fee.ended_at is None or pool.collected or pool.paid_out:
            pools.setdefault(pool.fee.event_id, []).append(pool)
    return pools


def box_total(box: CashBox) -> int:
    """Return the expected content of one cash box; one query."""
    sums = (
        standing_lines()
        .filter(box=box)
        .aggregate(
            came=Sum("amount", filter=Q(kind=LineKind.PAYMENT), default=0),
            went=Sum("amount", filter=~Q(kind=LineKind.PAYMENT), default=0),
        )
    )
    total: int = sums["came"] - sums["went"]
    return total


def statements(tournament: Tournament) -> Mapping[int, EventAccount]:
    """Return the account of each event with ledger lines, by primary key; one query."""
    lines = standing_lines().filter(tournament=tournament)
    # The default ordering of the model would split the groups.
    rows: Any = lines.order_by("entrant__event").values("entrant__event").annotate(**_SUMS)
    return {row["entrant__event"]: _statement(row) for row in rows}


def statements_of(tournament: Tournament, events: Iterable[Event]) -> Mapping[int, EventAccount]:
    """Return the account of each of these events, also of one without ledger lines; one query."""
    accounts = statements(tournament)
    return {event.pk: accounts.get(event.pk) or _statement(dict.fromkeys(_SUMS, 0)) for event in events}


def lines_in(box: CashBox) -> Sequence[LedgerLine]:
    """Return the ledger lines of a cash box, newest first, including reversed ones; one query."""
    rows = LedgerLine.objects.filter(box=box).order_by("-pk")
    return list(rows.select_related("entrant__side", "entrant__event", "by", "reversed_by", "reverses"))


_SUMS = {
    "charged": Sum("amount", filter=Q(kind=LineKind.CHARGE), default=0),
    "waived": Sum("amount", filter=Q(kind=LineKind.WAIVER), default=0),
    "paid": Sum("amount", filter=Q(kind=LineKind.PAYMENT), default=0),
    "paid_back": Sum("amount", filter=Q(kind=LineKind.REFUND), default=0),
    "prizes": Sum("amount", filter=Q(kind=LineKind.PRIZE, fee=None), default=0),
    "side_prizes": Sum("amount", filter=Q(kind=LineKind.PRIZE, fee__isnull=False), default=0),
    "entries_in": Sum("amount", filter=Q(kind=LineKind.PAYMENT, means=Means.ENTRY), default=0),
    "entries_out": Sum("amount", filter=Q(kind=LineKind.PRIZE, means=Means.ENTRY), default=0),
    "in_side": Sum("amount", filter=Q(kind=LineKind.CHARGE, fee__kind=FeeKind.SIDE_POOL), default=0),
    "side_waived": Sum("amount", filter=Q(kind=LineKind.WAIVER, fee__kind=FeeKind.SIDE_POOL), default=0),
    "in_pool": Sum("amount", filter=Q(kind=LineKind.CHARGE, fee__kind__in=POOL_KINDS), default=0),
    "pool_waived": Sum("amount", filter=Q(kind=LineKind.WAIVER, fee__kind__in=POOL_KINDS), default=0),
}


def _statement(totals: Mapping[str, int]) -> EventAccount:
    return EventAccount(
        owed=totals["charged"] - totals["waived"],
        paid=totals["paid"],
        refunded=totals["paid_back"],
        pool=totals["in_pool"] - totals["pool_waived"],
        prizes_paid=totals["prizes"],
        side_pools=totals["in_side"] - totals["side_waived"],
        side_paid=totals["side_prizes"],
        entries_in=totals["entries_in"],
        entries_out=totals["entries_out"],
    )


def _balance(sums: Mapping[str, int]) -> Balance:
    return Balance(
        charged=sums.get(LineKind.CHARGE, 0),
        waived=sums.get(LineKind.WAIVER, 0),
        paid=sums.get(LineKind.PAYMENT, 0),
        refunded=sums.get(LineKind.REFUND, 0),
    )
