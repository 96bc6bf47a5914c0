"""The prizes of an event: what each paid place gets, and who has it, from the standings of the stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum

from tournaments.formats import Feed, Take, tiers_of
from tournaments.models import Entrant, Event, LineKind, Stage
from tournaments.payouts import STRUCTURES, Payout, Structure, pool_of, shares, suggested
from tournaments.payouts import prizes as split

from .decisions import decisions_of
from .ledger import standing_lines, statement

# Those who go up by their place play on for the same prizes; everybody else plays for another flight.
_GOING_UP = frozenset({Take.TOP, Take.GROUP_TOP, Take.NEXT_SEASON})


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize: of one place, or each of those who share several; `entrant` is None until the stage is over.

    `group` is the group in which the place was won, where the stage has any.
    """

    place: int
    last_place: int
    amount: int
    entrant: Entrant | None
    paid: int = 0
    group: int | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place

    @property
    def left(self) -> int:
        """What is still to be paid out."""
        return self.amount - self.paid


@dataclass(frozen=True, slots=True)
class PrizeFlight:
    """The prizes of one stage; `is_final` once its standings are, `stage` None where the event has too few stages."""

    stage: Stage | None
    is_final: bool
    lines: tuple[PrizeLine, ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """All prizes of an event, in the smallest unit; `house` is what of the money paid in is not played for."""

    payout: Payout
    structure: Structure
    pool: int
    house: int
    flights: tuple[PrizeFlight, ...]

    @property
    def is_final(self) -> bool:
        """Whether it is certain who gets everything."""
        return all(flight.is_final for flight in self.flights)


def prize_list(event: Event) -> PrizeList | None:
    """The prizes of an event, None where it has none; four queries."""
    if event.payout is None:
        return None
    payout = Payout.from_dict(event.payout)
    structure = STRUCTURES[payout.structure]
    paid_in = statement(event).pool
    pool = pool_of(payout, paid_in=paid_in)
    amounts = split(pool, structure, unit=payout.unit)
    stages = flights_of(list(Stage.objects.filter(event=event).select_related("event").order_by("order")))
    winners = _Winners(stages, amounts, event=event)
    flights = [
        winners.flight(stages[number] if number < len(stages) else None, prizes, unit=payout.unit)
        for number, prizes in enumerate(amounts)
    ]
    return PrizeList(payout, structure, pool, paid_in + payout.added - pool, tuple(flights))


def flights_of(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """The stages that are played for prizes, the main one first.

    A stage whose best go on into another one is no flight of its own: the prizes are those of the last stage of it.
    """
    feeds = {stage.order: [Feed.from_dict(feed) for feed in stage.feeds] for stage in stages}
    passed = {feed.stage for found in feeds.values() for feed in found if feed.take in _GOING_UP}
    first = {stage.order: _root(stage.order, feeds) for stage in stages}
    kept = [stage for stage in stages if stage.order not in passed and not stage.is_playoff]
    # The final of the main flight may be a later stage than a consolation.
    return tuple(sorted(kept, key=lambda stage: first[stage.order]))


def suggested_structure(event: Event, *, entrants: int) -> Structure:
    """The structure that fits the field and the flights of an event; one query."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    return suggested(entrants, flights=max(1, len(flights_of(stages))))


def _root(order: int, feeds: dict[int, list[Feed]]) -> int:
    """The first stage of the flight that a stage ends."""
    ups = [feed.stage for feed in feeds.get(order, []) if feed.take in _GOING_UP]
    return _root(min(ups), feeds) if ups else order


class _Winners:
    """Those in the prizes of the stages that are over, with what was paid out to them; two queries."""

    def __init__(self, stages: Sequence[Stage], amounts: Sequence[Sequence[int]], *, event: Event) -> None:
        self.places = {
            stage.pk: [place for place in _places(stage) if place["place"] <= len(prizes)]
            for stage, prizes in zip(stages, amounts, strict=False)
        }
        uids = {place["entrant"] for places in self.places.values() for place in places}
        rows = Entrant.objects.filter(event=event, uid__in=uids).select_related("side")
        self.entrants = {entrant.uid: entrant for entrant in rows}
        prizes_paid = standing_lines().filter(entrant__event=event, kind=LineKind.PRIZE)
        self.left_of_paid: dict[str, int] = dict(
            prizes_paid.order_by().values_list("entrant__uid").annotate(paid=Sum("amount"))
        )

    def flight(self, stage: Stage | None, prizes: Sequence[int], *, unit: int) -> PrizeFlight:
        """The prizes of a stage; amounts alone until it is over."""
        places = self.places.get(stage.pk, []) if stage is not None else []
        if not places:
            lines = (PrizeLine(place, place, amount, None) for place, amount in enumerate(prizes, start=1))
            return PrizeFlight(stage, is_final=False, lines=tuple(lines))
        amounts = shares(prizes, [(one["place"], one["last_place"]) for one in places], unit=unit)
        given = [self._line(one, amount) for one, amount in zip(places, amounts, strict=True) if amount]
        return PrizeFlight(stage, is_final=True, lines=tuple(given))

    def _line(self, place: Mapping[str, Any], amount: int) -> PrizeLine:
        uid = place["entrant"]
        # What somebody got who is in the prizes of two flights counts for the first of them first.
        paid = min(self.left_of_paid.get(uid, 0), amount)
        self.left_of_paid[uid] = self.left_of_paid.get(uid, 0) - paid
        return PrizeLine(
            place["place"],
            place["last_place"],
            amount,
            self.entrants[uid],
            paid=paid,
            group=place.get("group"),
        )


def _places(stage: Stage) -> Sequence[Mapping[str, Any]]:
    """The places of a stage that is over, the best first, shared where no decision is for the prizes.

    Groups are level with each other: their winners share the first places of the stage, those in second place the
    next ones, and so on.
    """
    kept: Sequence[Mapping[str, Any]] = stage.standings["places"] if stage.standings is not None else []
    places = [_as_shared(place) for place in kept]
    if all(place.get("group") is None for place in places):
        return places
    decisions = [decision for decision in decisions_of(stage) if decision.is_for_prizes]
    level: dict[int, list[Mapping[str, Any]]] = {}
    for place in places:
        level.setdefault(place["place"], []).append(place)
    found: list[Mapping[str, Any]] = []
    for _, shared in sorted(level.items()):
        by_entrant = {place["entrant"]: place for place in shared}
        for tier in tiers_of(list(by_entrant), decisions):
            first, last = len(found) + 1, len(found) + len(tier)
            same = [{**by_entrant[uid], "place": first, "last_place": last} for uid in tier]
            found += sorted(same, key=lambda place: place["group"])
    return found


def _as_shared(place: Mapping[str, Any]) -> Mapping[str, Any]:
    """A place as the prizes see it: shared still where the decision on it is not for them."""
    first, last = place.get("prize_places", (place["place"], place["last_place"]))
    return {**place, "place": first, "last_place": last}
