"""The prizes of an event: what each paid place gets, and who has it, from the standings of the stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.formats import Feed, Take
from tournaments.models import Entrant, Event, LineKind, Stage
from tournaments.payouts import STRUCTURES, Payout, Structure, pool_of, shares, suggested
from tournaments.payouts import prizes as split

from .ledger import standing_lines, statement
from .standings import StandingsView, standings

# Those who go up by their place play on for the same prizes; everybody else plays for another flight.
_GOING_UP = frozenset({Take.TOP, Take.GROUP_TOP, Take.NEXT_SEASON})


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize: of one place, or each of those who share several; `entrant` is None until the stage is over."""

    place: int
    last_place: int
    amount: int
    entrant: Entrant | None
    paid: int = 0

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
    """The prizes of an event, None where it has none; four queries, and those of the standings of its stages."""
    if event.payout is None:
        return None
    payout = Payout.from_dict(event.payout)
    structure = STRUCTURES[payout.structure]
    paid_in = statement(event).pool
    pool = pool_of(payout, paid_in=paid_in)
    amounts = split(pool, structure, unit=payout.unit)
    stages = flights_of(list(Stage.objects.filter(event=event).select_related("event").order_by("order")))
    paid = _paid(event)
    flights = []
    for number, prizes in enumerate(amounts):
        stage = stages[number] if number < len(stages) else None
        flights.append(_flight(stage, prizes, unit=payout.unit, paid=paid))
    return PrizeList(payout, structure, pool, paid_in + payout.added - pool, tuple(flights))


def flights_of(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """The stages that are played for prizes, the main one first.

    A stage whose best go on into another one is no flight of its own: the prizes are those of the last stage of it.
    """
    feeds = {stage.order: [Feed.from_dict(feed) for feed in stage.feeds] for stage in stages}
    passed = {feed.stage for found in feeds.values() for feed in found if feed.take in _GOING_UP}
    first = {stage.order: _root(stage.order, feeds) for stage in stages}
    kept = [stage for stage in stages if stage.order not in passed]
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


def _flight(stage: Stage | None, prizes: Sequence[int], *, unit: int, paid: dict[str, int]) -> PrizeFlight:
    found = standings(stage) if stage is not None else None
    # Places within groups are no places of the stage.
    if stage is None or found is None or not found.is_final or any(line.group for line in found.lines):
        open_lines = (PrizeLine(place, place, amount, None) for place, amount in enumerate(prizes, start=1))
        return PrizeFlight(stage, is_final=False, lines=tuple(open_lines))
    return PrizeFlight(stage, is_final=True, lines=_given(found, prizes, unit=unit, paid=paid))


def _given(
    found: StandingsView, prizes: Sequence[int], *, unit: int, paid: dict[str, int]
) -> tuple[PrizeLine, ...]:
    in_prizes = [line for line in found.lines if line.place <= len(prizes)]
    amounts = shares(prizes, [(line.place, line.last_place) for line in in_prizes], unit=unit)
    uids = [line.entrant for line in in_prizes]
    entrants = {one.uid: one for one in Entrant.objects.filter(uid__in=uids).select_related("side")}
    lines = []
    for line, amount in zip(in_prizes, amounts, strict=True):
        # What somebody got who is in the prizes of two flights counts for the first of them first.
        got = min(paid.get(line.entrant, 0), amount)
        paid[line.entrant] = paid.get(line.entrant, 0) - got
        lines.append(PrizeLine(line.place, line.last_place, amount, entrants[line.entrant], paid=got))
    return tuple(line for line in lines if line.amount)


def _paid(event: Event) -> dict[str, int]:
    """What was paid out to each entrant, by uid."""
    rows = standing_lines().filter(entrant__event=event, kind=LineKind.PRIZE)
    return dict(rows.values_list("entrant__uid").annotate(paid=Sum("amount")))
