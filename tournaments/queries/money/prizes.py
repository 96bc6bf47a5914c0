"""The prizes of an event and their winners, from the standings of its stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats import Feed, Take, tiers_of
from tournaments.models import Entrant, Event, LineKind, Stage
from tournaments.payouts import STRUCTURES, Payout, Structure, pool_of, shares, suggest
from tournaments.payouts import prizes as split

from .ledger import EventAccount, standing_lines, statement

_MOST_PAID = max(len(flight) for structure in STRUCTURES.values() for flight in structure.flights)
# Entrants who advance by place play on for the same prizes; other entrants play for another flight.
_GOING_UP = frozenset({Take.TOP, Take.GROUP_TOP, Take.NEXT_SEASON})


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize of one place, or one entrant's share in tied places; `entrant` is None until it is final.

    `over` is the amount paid out beyond all prizes of the entrant, and `group` the group of the place, if any.
    """

    place: int
    last_place: int
    amount: int
    entrant: Entrant | None
    paid: int = 0
    group: int | None = None
    over: int = 0

    @property
    def is_shared(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place

    @property
    def left(self) -> int:
        """The amount still to be paid out."""
        return self.amount - self.paid


@dataclass(frozen=True, slots=True)
class PrizeFlight:
    """The prizes of one stage, final with its standings; `stage` is None if the event lacks stages."""

    stage: Stage | None
    is_final: bool
    lines: tuple[PrizeLine, ...]


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
        return self.pool - sum(line.amount for line in self.lines)

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
    """Return the prizes of an event, None if it has none; four queries."""
    if event.payout is None:
        return None
    return prize_lists([event], {event.pk: statement(event)})[event.pk]


def prize_lists(events: Sequence[Event], money: Mapping[int, EventAccount]) -> dict[int, PrizeList]:
    """Return the prizes of these events by primary key, given their accounts; three queries.

    Events without prizes or account are left out.
    """
    eligible = [event for event in events if event.payout is not None and event.pk in money]
    stages: dict[int, list[Stage]] = {event.pk: [] for event in eligible}
    for stage in Stage.objects.filter(event__in=stages).select_related("event").order_by("order"):
        stages[stage.event_id].append(stage)
    flights = {key: flights_of(own) for key, own in stages.items()}
    rows = _Rows(flights)
    return {event.pk: _prizes(event, flights[event.pk], money[event.pk], rows) for event in eligible}


def _prizes(event: Event, stages: Sequence[Stage], money: EventAccount, rows: _Rows) -> PrizeList:
    payout = Payout.from_dict(event.payout or {})
    structure = STRUCTURES[payout.structure]
    pool = pool_of(payout, paid_in=money.pool)
    winners = _Winners(rows, event)
    amounts = split(pool, structure, unit=payout.unit)
    flights = [
        winners.flight(
            stages[number] if number < len(stages) else None, prizes, parts=parts, unit=payout.unit
        )
        for number, (prizes, parts) in enumerate(zip(amounts, structure.flights, strict=True))
    ]
    overpaid = winners.overpaid()
    over = {one.entrant.uid: one.amount for one in overpaid}
    flights_with_excess = tuple(replace(flight, lines=_with_over(flight.lines, over)) for flight in flights)
    return PrizeList(
        payout, structure, pool, money.pool + payout.added - pool, flights_with_excess, money, overpaid
    )


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

    def __init__(self, flights: Mapping[int, Sequence[Stage]]) -> None:
        lines = standing_lines().filter(entrant__event__in=flights, kind=LineKind.PRIZE, fee=None)
        self.paid: dict[int, dict[str, list[tuple[int, str]]]] = {event: {} for event in flights}
        for event, uid, amount, note in lines.order_by("pk").values_list(
            "entrant__event", "entrant__uid", "amount", "note"
        ):
            self.paid[event].setdefault(uid, []).append((amount, note))
        uids = {uid for payments in self.paid.values() for uid in payments}
        for stages in flights.values():
            for stage in stages:
                uids |= {place["entrant"] for place in _places(stage) if place["place"] <= _MOST_PAID}
        rows = Entrant.objects.filter(event__in=flights, uid__in=uids).select_related("side")
        self.entrants = {entrant.uid: entrant for entrant in rows}


class _Winners:
    """The prize winners of an event, and the amounts paid out to them."""

    def __init__(self, rows: _Rows, event: Event) -> None:
        self.entrants = rows.entrants
        self.paid = rows.paid[event.pk]
        self.left_of_paid = {uid: sum(amount for amount, _note in lines) for uid, lines in self.paid.items()}

    def overpaid(self) -> tuple[Overpaid, ...]:
        """Return the entrants paid more than their prizes; call it after all flights."""
        return tuple(
            Overpaid(self.entrants[uid], amount, tuple(note for _amount, note in self.paid[uid] if note))
            for uid, amount in self.left_of_paid.items()
            if amount > 0
        )

    def flight(
        self, stage: Stage | None, prizes: Sequence[int], *, parts: Sequence[int], unit: int
    ) -> PrizeFlight:
        """Return the prizes of a stage; amounts alone until the stage is complete."""
        ranking = _places(stage) if stage is not None else ()
        places = [place for place in ranking if place["place"] <= len(prizes)]
        if not places:
            lines = (PrizeLine(place, place, amount, None) for place, amount in enumerate(prizes, start=1))
            return PrizeFlight(stage, is_final=False, lines=tuple(lines))
        tied = [(one["place"], one["last_place"]) for one in places]
        amounts = shares(prizes, tied, parts=parts, unit=unit)
        awards = [self._line(one, amount) for one, amount in zip(places, amounts, strict=True) if amount]
        return PrizeFlight(stage, is_final=True, lines=tuple(awards))

    def _line(self, place: Mapping[str, Any], amount: int) -> PrizeLine:
        uid = place["entrant"]
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
        )


def _places(stage: Stage) -> Sequence[Mapping[str, Any]]:
    """Return the places of a complete stage, best first; decisions not made for prizes leave places shared.

    Groups rank equally: their winners share the first places of the stage, their runners-up the next ones, and so on.
    """
    standings: Sequence[Mapping[str, Any]] = stage.standings["places"] if stage.standings is not None else []
    places = [_as_shared(place) for place in standings]
    if all(place.get("group") is None for place in places):
        return places
    decisions = [decision for decision in stage.tie_decisions if decision.is_for_prizes]
    level: dict[int, list[Mapping[str, Any]]] = {}
    for place in places:
        level.setdefault(place["place"], []).append(place)
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
