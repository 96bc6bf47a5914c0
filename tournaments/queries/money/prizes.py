"""The prizes of an event and their winners, from the standings of its stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats import OF_THE_BEST, Feed, Take, tiers_of
from tournaments.models import Entrant, Event, LineKind, Stage
from tournaments.payouts import STRUCTURES, Payout, Structure, changes_of, pool_of, shares, suggest

from .ledger import EventAccount, standing_lines, statement
from .seats import EntryPrize, EntryPrizes, seats_of

# Entrants who advance by place play on for the same prizes; other entrants play for another flight.
_GOING_UP = OF_THE_BEST | {Take.NEXT_SEASON}


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize of one place, or one entrant's share in tied places; `entrant` is None until it is final.

    `over` is the amount paid out beyond all prizes of the entrant, and `group` the group of the place, if any. With
    `is_split` the amount is that of a split that its winners have agreed on. The prize `seat` is an entry in another event.
    """

    place: int
    last_place: int
    amount: int
    entrant: Entrant | None
    paid: int = 0
    group: int | None = None
    over: int = 0
    is_split: bool = False
    seat: EntryPrize | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place

    @property
    def left(self) -> int:
        """The amount still to be paid out."""
        return self.amount - self.paid

    @property
    def entry_to_pay(self) -> int:
        """The part of the prize that pays what the winner owes in the other event."""
        return 0 if self.seat is None else min(self.left, self.seat.due_there)


@dataclass(frozen=True, slots=True)
class PrizeFlight:
    """The prizes of one stage, final with its standings; `stage` is None if the event lacks stages.

    The prizes that are entries in a `target` event belong to no stage.
    """

    stage: Stage | None
    is_final: bool
    lines: tuple[PrizeLine, ...]
    target: Event | None = None

    @property
    def has_shared_places(self) -> bool:
        """Whether entrants of a stage that is over share a place, which the director can decide."""
        return self.is_final and self.stage is not None and any(line.is_shared for line in self.lines)


@dataclass(frozen=True, slots=True)
class Overpaid:
    """An entrant paid more than its prizes; `reasons` holds the directors' notes, if any."""

    entrant: Entrant
    amount: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """All prizes of an event, in the smallest unit; `house` is the money outside the prize pool.

    `statement` is the account of the event, and `overpaid` the entrants paid more than their current prizes.
    """

    payout: Payout
    structure: Structure
    pool: int
    house: int
    flights: tuple[PrizeFlight, ...]
    statement: EventAccount
    overpaid: tuple[Overpaid, ...]

    @property
    def lines(self) -> tuple[PrizeLine, ...]:
        """The prizes of all flights."""
        return tuple(line for flight in self.flights for line in flight.lines)

    @property
    def left_over(self) -> int:
        """The part of the pool that is no prize: unfilled places and indivisible remainders."""
        return max(0, self.pool - sum(line.amount for line in self.lines))

    @property
    def short(self) -> int:
        """The amount by which entries and the prizes that a director has typed are more than the pool."""
        return max(0, sum(line.amount for line in self.lines) - self.pool)

    @property
    def to_pay(self) -> int:
        """The amount still to be paid out."""
        return sum(line.left for line in self.lines)

    @property
    def to_come_back(self) -> int:
        """The amount overpaid without a stated reason, once the prizes are final."""
        return sum(one.amount for one in self.overpaid if not one.reasons) if self.is_final else 0

    @property
    def missing(self) -> int:
        """The amount of fees still to be received before all prizes can be paid."""
        return max(0, self.pool - self.statement.received - self.payout.added)

    @property
    def is_final(self) -> bool:
        """Whether all prizes are final."""
        return all(flight.is_final for flight in self.flights)


def prize_list(event: Event) -> PrizeList | None:
    """Return the prizes of an event, None if it has none; four queries, ten more if it pays entries."""
    if not has_prizes(event):
        return None
    return prize_lists([event], {event.pk: statement(event)})[event.pk]


def prize_lists(events: Sequence[Event], money: Mapping[int, EventAccount]) -> dict[int, PrizeList]:
    """Return the prizes of these events by primary key, given their accounts; three queries.

    Events without prizes or account are left out. Of an event that pays entries alone the rest is nobody's.
    """
    eligible = [event for event in events if has_prizes(event) and event.pk in money]
    stages: dict[int, list[Stage]] = {event.pk: [] for event in eligible}
    for stage in Stage.objects.filter(event__in=stages).select_related("event").order_by("order"):
        stages[stage.event_id].append(stage)
    flights = {key: flights_of(own) for key, own in stages.items()}
    structures = (_payout(event).places for event in eligible if event.payout is not None)
    most = max((len(flight) for structure in structures for flight in structure.flights), default=0)
    rows = _Rows(flights, most=most)
    return {event.pk: _prizes(event, flights[event.pk], money[event.pk], rows) for event in eligible}


def _prizes(event: Event, stages: Sequence[Stage], money: EventAccount, rows: _Rows) -> PrizeList:
    payout, seats = _payout(event), seats_of(event)
    structure = payout.places if event.payout is not None else _NO_PLACES
    pool = pool_of(payout, paid_in=money.pool)
    divided = max(0, pool - (seats.total if seats is not None else 0))
    in_order = [*stages[: len(structure.flights)], *[None] * (len(structure.flights) - len(stages))]
    awarded = [
        _Awarded.of(stage, prizes, parts=parts, unit=payout.step)
        for stage, prizes, parts in zip(
            in_order, payout.prizes(divided), structure.flights, strict=bool(structure.flights)
        )
    ]
    winners = _Winners(rows, event, changes=_split_changes(payout, awarded))
    flights = [] if seats is None or not seats.total else [winners.seats(seats)]
    flights += [winners.flight(one) for one in awarded]
    overpaid = winners.overpaid()
    over = {one.entrant.uid: one.amount for one in overpaid}
    flights_with_excess = tuple(replace(flight, lines=_with_over(flight.lines, over)) for flight in flights)
    return PrizeList(
        payout, structure, pool, money.pool + payout.added - pool, flights_with_excess, money, overpaid
    )


def has_prizes(event: Event) -> bool:
    """Whether an event has prizes: a payout, or entries in another event."""
    return event.payout is not None or event.pays_entry


_NO_PLACES = Structure("", ())


def _payout(event: Event) -> Payout:
    """Return the payout of an event; one that pays entries alone gives its whole pool."""
    return Payout(next(iter(STRUCTURES))) if event.payout is None else Payout.from_dict(event.payout)


def _split_changes(payout: Payout, awarded: Sequence[_Awarded]) -> dict[str, int]:
    """Return what the agreed splits in force add to the first prize of each entrant, or take from it."""
    by_entrant: dict[str, list[int]] = {}
    for flight in awarded:
        for place, amount in flight.awards:
            by_entrant.setdefault(place["entrant"], []).append(amount)
    return changes_of(payout.splits, by_entrant)


@dataclass(frozen=True, slots=True)
class EntrantPrizes:
    """The prizes of one entrant, the amount paid out, and the unpaid rest of the whole pool."""

    amount: int
    paid: int
    overpaid: Overpaid | None
    is_final: bool
    pool_left: int

    @property
    def left(self) -> int:
        """The amount still to be paid out to the entrant."""
        return max(0, self.amount - self.paid)


def prizes_of(entrant: Entrant) -> EntrantPrizes:
    """Return the prizes of an entrant; four queries."""
    prizes = prize_list(entrant.event)
    if prizes is None:
        payments = statement(entrant.event).prizes_paid
        return EntrantPrizes(0, 0, None, is_final=False, pool_left=-payments)
    own = [line for line in prizes.lines if line.entrant is not None and line.entrant.pk == entrant.pk]
    return EntrantPrizes(
        amount=sum(line.amount for line in own),
        paid=sum(line.paid for line in own),
        overpaid=next((one for one in prizes.overpaid if one.entrant.pk == entrant.pk), None),
        is_final=prizes.is_final,
        pool_left=prizes.pool - prizes.statement.prizes_paid,
    )


def _with_over(lines: Iterable[PrizeLine], over: dict[str, int]) -> tuple[PrizeLine, ...]:
    """Return the lines with the overpaid amounts of their entrants, each amount once."""
    return tuple(
        line if line.entrant is None else replace(line, over=over.pop(line.entrant.uid, 0)) for line in lines
    )


def flights_of(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages played for prizes, the main one first.

    A stage whose best advance to another one is no flight of its own: its prizes are those of the last stage.
    """
    feeds = {stage.order: [Feed.from_dict(feed) for feed in stage.feeds] for stage in stages}
    feeders = {feed.stage for sources in feeds.values() for feed in sources if feed.take in _GOING_UP}
    first = {stage.order: _root(stage.order, feeds) for stage in stages}
    finals = [stage for stage in stages if stage.order not in feeders and not stage.is_playoff]
    # The final of the main flight may be a later stage than a consolation.
    return tuple(sorted(finals, key=lambda stage: first[stage.order]))


def suggested_structure(event: Event, *, entrants: int) -> Structure:
    """Return the prize structure that suits the entrants and flights of an event; one query."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    return suggest(entrants, flights=max(1, len(flights_of(stages))))


def _root(order: int, feeds: dict[int, list[Feed]]) -> int:
    """Return the order number of the first stage in the flight that ends with this stage."""
    ups = [feed.stage for feed in feeds.get(order, []) if feed.take in _GOING_UP]
    return _root(min(ups), feeds) if ups else order


class _Rows:
    """The entrants with paid places or prizes in these stages, and their prize payments; two queries."""

    def __init__(self, flights: Mapping[int, Sequence[Stage]], *, most: int) -> None:
        lines = standing_lines().filter(entrant__event__in=flights, kind=LineKind.PRIZE, fee=None)
        self.paid: dict[int, dict[str, list[tuple[int, str]]]] = {event: {} for event in flights}
        for event, uid, amount, note in lines.order_by("pk").values_list(
            "entrant__event", "entrant__uid", "amount", "note"
        ):
            self.paid[event].setdefault(uid, []).append((amount, note))
        uids = {uid for payments in self.paid.values() for uid in payments}
        for stages in flights.values():
            for stage in stages:
                uids |= {place["entrant"] for place in _places(stage) if place["place"] <= most}
        rows = Entrant.objects.filter(event__in=flights, uid__in=uids).select_related("side")
        self.entrants = {entrant.uid: entrant for entrant in rows}


@dataclass(frozen=True, slots=True)
class _Awarded:
    """The prizes of a stage by place, and to whom they go once it is complete, each with the place."""

    stage: Stage | None
    prizes: tuple[int, ...]
    awards: tuple[tuple[Mapping[str, Any], int], ...]
    is_final: bool

    @classmethod
    def of(cls, stage: Stage | None, prizes: Sequence[int], *, parts: Sequence[int], unit: int) -> _Awarded:
        """Return the prizes of a stage; nobody has one until it is complete."""
        ranking = _places(stage) if stage is not None else ()
        places = [place for place in ranking if place["place"] <= len(prizes)]
        tied = [(one["place"], one["last_place"]) for one in places]
        amounts = shares(prizes, tied, parts=parts, unit=unit)
        awards = ((place, amount) for place, amount in zip(places, amounts, strict=True) if amount)
        return cls(stage, tuple(prizes), tuple(awards), is_final=bool(places))


class _Winners:
    """The prize winners of an event, and the amounts paid out to them."""

    def __init__(self, rows: _Rows, event: Event, *, changes: dict[str, int]) -> None:
        self.entrants = rows.entrants
        self.paid = rows.paid[event.pk]
        self.left_of_paid = {uid: sum(amount for amount, _note in lines) for uid, lines in self.paid.items()}
        self.changes = changes

    def overpaid(self) -> tuple[Overpaid, ...]:
        """Return the entrants paid more than their prizes; call it after all flights."""
        return tuple(
            Overpaid(self.entrants[uid], amount, tuple(note for _amount, note in self.paid[uid] if note))
            for uid, amount in self.left_of_paid.items()
            if amount > 0
        )

    def flight(self, awarded: _Awarded) -> PrizeFlight:
        """Return the prizes of a stage; amounts alone until the stage is complete."""
        if not awarded.is_final:
            prizes = enumerate(awarded.prizes, start=1)
            lines = tuple(PrizeLine(place, place, amount, None) for place, amount in prizes)
            return PrizeFlight(awarded.stage, is_final=False, lines=lines)
        awards = tuple(self._line(place, amount) for place, amount in awarded.awards)
        return PrizeFlight(awarded.stage, is_final=True, lines=awards)

    def seats(self, seats: EntryPrizes) -> PrizeFlight:
        """Return the entries in another event, first of all prizes; payments count for them first."""
        lines = tuple(self._seat(number, seat) for number, seat in enumerate(seats.seats, start=1))
        return PrizeFlight(None, is_final=seats.is_final, lines=lines, target=seats.target)

    def _seat(self, number: int, seat: EntryPrize) -> PrizeLine:
        if seat.entrant is None:
            return PrizeLine(number, number, seat.worth, None, seat=seat)
        uid = seat.entrant.uid
        payment = min(self.left_of_paid.get(uid, 0), seat.worth)
        if uid in self.left_of_paid:
            self.left_of_paid[uid] -= payment
        return PrizeLine(number, number, seat.worth, seat.entrant, paid=payment, seat=seat)

    def _line(self, place: Mapping[str, Any], amount: int) -> PrizeLine:
        uid = place["entrant"]
        is_split = uid in self.changes
        # An agreed split changes the first prize of an entrant.
        amount += self.changes.pop(uid, 0)
        # The payments of an entrant with prizes in two flights are counted for the first one first.
        payment = min(self.left_of_paid.get(uid, 0), amount)
        self.left_of_paid[uid] = self.left_of_paid.get(uid, 0) - payment
        return PrizeLine(
            place["place"],
            place["last_place"],
            amount,
            self.entrants[uid],
            paid=payment,
            group=place.get("group"),
            is_split=is_split,
        )


def _places(stage: Stage) -> Sequence[Mapping[str, Any]]:
    """Return the places of a complete stage, best first; decisions not made for prizes leave places shared.

    Groups rank equally: their winners share the first places of the stage, their runners-up the next ones, and so on;
    whoever is behind all others of its group, too early a leaver or a no-show, is behind those of all groups.
    """
    standings: Sequence[Mapping[str, Any]] = stage.standings["places"] if stage.standings is not None else []
    places = [_as_shared(place) for place in standings]
    if all(place.get("group") is None for place in places):
        return places
    decisions = [decision for decision in stage.tie_decisions if decision.is_for_prizes]
    level: dict[tuple[bool, int], list[Mapping[str, Any]]] = {}
    for place in places:
        level.setdefault((place.get("is_behind", False), place["place"]), []).append(place)
    ranking: list[Mapping[str, Any]] = []
    for _, shared in sorted(level.items()):
        by_entrant = {place["entrant"]: place for place in shared}
        for tier in tiers_of(list(by_entrant), decisions):
            first, last = len(ranking) + 1, len(ranking) + len(tier)
            same = [{**by_entrant[uid], "place": first, "last_place": last} for uid in tier]
            ranking += sorted(same, key=lambda place: place["group"])
    return ranking


def _as_shared(place: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a place as it counts for prizes: shared unless its decision is for prizes."""
    first, last = place.get("prize_places", (place["place"], place["last_place"]))
    return {**place, "place": first, "last_place": last}
