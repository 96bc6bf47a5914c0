"""The finishing positions of an event: one range of places for each entrant, from the standings of all stages."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.decision import TieDecision, tiers_of
from tournaments.formats.feed import OF_THE_BEST, Feed, Take

# Entrants who pass on by these take part for the same places; all others play in another flight.
_GOING_UP = OF_THE_BEST | {Take.NEXT_SEASON}


class FinishRule(StrEnum):
    """How the flights of an event share its places.

    BY_FLIGHT: the main flight alone decides; other flights have places of their own. SHARED_PLACES: the other flights
    part those who share a place in the main flight, and who did not play on is behind them. IN_TURN: each flight fills
    the places below those of the flight before from which nobody passed on, and who did not play on comes last.
    """

    BY_FLIGHT = "by_flight"
    SHARED_PLACES = "shared_places"
    IN_TURN = "in_turn"


class PlaceIn(NamedTuple):
    """The place of an entrant in a complete stage, and the number of matches it won there.

    `is_behind` says that it is behind all others of its group, as too early a leaver or a no-show.
    """

    entrant: str
    place: int
    group: int | None = None
    wins: int = 0
    is_behind: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStage:
    """A stage as the positions read it; a playoff of a tie only says who is `coming`.

    `places` are those of the complete stage, None before. `coming` are the entrants who are in an incomplete stage or
    may still come into it. `decisions` settle places that groups share. With `has_divisions` the first group is above
    the second one; otherwise equal places of all groups are shared, by those who are not behind their group.
    """

    order: int
    places: tuple[PlaceIn, ...] | None = None
    feeds: tuple[Feed, ...] = ()
    coming: frozenset[str] = frozenset()
    decisions: tuple[TieDecision, ...] = ()
    has_divisions: bool = False
    is_playoff: bool = False

    @property
    def members(self) -> AbstractSet[str]:
        """The entrants who were in the stage, are in it, or may come."""
        return self.coming if self.places is None else {row.entrant for row in self.places}


class Position(NamedTuple):
    """The places `first` to `last` of an entrant in the event, shared by all who have the same ones."""

    entrant: str
    first: int
    last: int


# Entrants who share places.
_Tier = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _RankedFlight:
    """The stages of a flight, the last one first."""

    stages: tuple[FinishStage, ...]

    @cached_property
    def members(self) -> frozenset[str]:
        """The entrants of all stages."""
        return frozenset(uid for stage in self.stages for uid in stage.members)

    @cached_property
    def ranking(self) -> tuple[_Tier, ...]:
        """The entrants, best first; each has the place in the last stage that it reached."""
        ranked: set[str] = set()
        ranking: list[_Tier] = []
        for stage in self.stages:
            for tier in _tiers(stage):
                here = tuple(uid for uid in tier if uid not in ranked)
                if here:
                    ranking += tiers_of(here, stage.decisions)
            ranked |= stage.members
        return tuple(ranking)

    @property
    def orders(self) -> set[int]:
        """The orders of its stages."""
        return {stage.order for stage in self.stages}

    @property
    def feeders(self) -> set[int]:
        """The orders of the stages from which entrants come."""
        return {feed.stage for stage in self.stages for feed in stage.feeds}


def finishing_positions(
    stages: Sequence[FinishStage], way: Sequence[int], rule: FinishRule
) -> tuple[Position, ...]:
    """Return the positions of all entrants whose position is certain, best first.

    `way` are the orders of the stages that lead to the main one, that one last; without them nobody has a position. Who
    is in an incomplete stage, or may still come into one, has none. After the last stage the positions cover 1 to the
    number of entrants.
    """
    if not way:
        return ()
    flights = _flights(stages, way)
    in_play = {uid for stage in stages if stage.places is None for uid in stage.coming}
    if rule is FinishRule.SHARED_PLACES:
        # Whoever does not come after all is behind those who share its place and play on.
        tiers = [tier for tier in flights[0].ranking if not in_play.isdisjoint(tier)]
        in_play |= {uid for tier in tiers for uid in tier}
    everybody = {uid for stage in stages if not stage.is_playoff for uid in stage.members}
    positions: list[Position] = []
    place = 1
    fed, beside = _by_descent(flights)
    ranked = {uid for flight in fed for uid in flight.members}
    for tier in _sequence(fed, everybody, rule) + _sequence(beside, everybody - ranked, rule):
        if rule is FinishRule.IN_TURN and not in_play.isdisjoint(tier):
            # Whoever does not come after all moves behind the flight, and everybody below moves up.
            break
        last = place + len(tier) - 1
        positions += [Position(uid, place, last) for uid in tier if uid not in in_play]
        place = last + 1
    return tuple(positions)


def _flights(stages: Sequence[FinishStage], way: Sequence[int]) -> list[_RankedFlight]:
    """Return the flights, the main one first, each with its last stage first."""
    of_order = {stage.order: stage for stage in stages}
    main = _RankedFlight(tuple(of_order[order] for order in reversed(way)))
    left = {stage.order: stage for stage in stages if stage.order not in way and not stage.is_playoff}
    lead_up = {before for stage in left.values() for before in _feeders_up(stage)}
    finals = [order for order in sorted(left) if order not in lead_up]
    flights = [_RankedFlight(tuple(_with_feeders(order, left))) for order in finals]
    index = {uid: number for number, tier in enumerate(main.ranking) for uid in tier}

    def rank(flight: _RankedFlight) -> tuple[int, int]:
        best = min((index.get(uid, len(index)) for uid in flight.members), default=len(index))
        return best, min(flight.orders)

    return [main, *sorted(flights, key=rank)]


def _by_descent(flights: Sequence[_RankedFlight]) -> tuple[list[_RankedFlight], list[_RankedFlight]]:
    """Return the main flight with all to which it leads, and the flights beside it.

    A flight in which the winner of the main one plays is a competition of its own.
    """
    orders = flights[0].orders
    fed, beside = [flights[0]], list(flights[1:])
    firsts = flights[0].ranking[:1]
    winner = {uid for tier in firsts for uid in tier if len(tier) == 1}
    while following := [one for one in beside if one.feeders & orders and not one.members & winner]:
        fed += following
        orders |= {order for flight in following for order in flight.orders}
        beside = [one for one in beside if one not in following]
    return [one for one in flights if one in fed], beside


def _with_feeders(order: int, left: dict[int, FinishStage]) -> Iterator[FinishStage]:
    """Yield a stage and those whose best pass on to it, and remove them from `left`."""
    stage = left.pop(order)
    yield stage
    for before in sorted(_feeders_up(stage), reverse=True):
        if before in left:
            yield from _with_feeders(before, left)


def _feeders_up(stage: FinishStage) -> set[int]:
    return {feed.stage for feed in stage.feeds if feed.take in _GOING_UP}


def _tiers(stage: FinishStage) -> list[_Tier]:
    """Return the entrants of a stage by place; those of an incomplete stage all share."""
    if stage.places is None:
        return [tuple(sorted(stage.coming))]
    by_place: dict[tuple[int, bool, int], list[str]] = {}
    for row in stage.places:
        division = (row.group or 0) if stage.has_divisions else 0
        by_place.setdefault((division, row.is_behind, row.place), []).append(row.entrant)
    return [tuple(uids) for _, uids in sorted(by_place.items())]


def _sequence(flights: Sequence[_RankedFlight], members: AbstractSet[str], rule: FinishRule) -> list[_Tier]:
    """Return these entrants in the order of the event, with the flights that are left."""
    if not flights or not members:
        return []
    first, later = flights[0], flights[1:]
    own = [here for tier in first.ranking if (here := tuple(uid for uid in tier if uid in members))]
    ranked = {uid for tier in own for uid in tier}
    others = {uid for flight in later for uid in flight.members} & members
    if rule is FinishRule.IN_TURN:
        ahead, behind = _parted(own, others, won=_winners_kept_out(first, later))
        return [*ahead, *_sequence(later, others, rule), *behind]
    if rule is FinishRule.SHARED_PLACES:
        own = [part for tier in own for part in _by_later_flights(tier, others, later, rule)]
    return own + _sequence(later, members - ranked, rule)


def _by_later_flights(
    tier: _Tier, others: AbstractSet[str], later: Sequence[_RankedFlight], rule: FinishRule
) -> Iterator[_Tier]:
    """Yield the entrants of a shared place as other flights part them, those who did not play on last."""
    yield from _sequence(later, others & set(tier), rule)
    left = tuple(uid for uid in tier if uid not in others)
    if left:
        yield left


def _parted(
    own: Sequence[_Tier], others: AbstractSet[str], *, won: AbstractSet[str]
) -> tuple[list[_Tier], list[_Tier]]:
    """Return those who only played in a flight: the ones ahead of the next flights, and the ones behind."""
    ahead: list[_Tier] = []
    behind: list[_Tier] = []
    is_below = False
    for tier in own:
        is_below = is_below or not others.isdisjoint(tier)
        alone = [uid for uid in tier if uid not in others]
        above = tuple(uid for uid in alone if not is_below or uid in won)
        below = tuple(uid for uid in alone if is_below and uid not in won)
        ahead += [above] if above else []
        behind += [below] if below else []
    return ahead, behind


def _winners_kept_out(flight: _RankedFlight, later: Sequence[_RankedFlight]) -> set[str]:
    """Return those who have won a match in the flight, where only a first loss leads on: they could not play on."""
    orders = flight.orders
    feeds = [feed for other in later for stage in other.stages for feed in stage.feeds]
    takes = {feed.take for feed in feeds if feed.stage in orders}
    if takes != {Take.FIRST_LOSS}:
        return set()
    return {row.entrant for stage in flight.stages for row in stage.places or () if row.wins}
