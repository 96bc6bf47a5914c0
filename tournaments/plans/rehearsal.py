"""The entrants and matches of each stage of a plan, for a given number of entrants.

Nothing is played. In a bracket everything except the winners is known beforehand: matches, byes, and the destination of
every loser. Only first losses of matches really played can depend on results, if an entrant with a bye meets one
without; so a plan is checked for the fewest and for the most who can come.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from tournaments.formats.base import (
    Entry,
    Feeder,
    Format,
    Intake,
    Outline,
    Result,
    Round,
    Shape,
    SideKind,
    SlotSide,
    State,
)
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import feeding_rounds
from tournaments.formats.options import Options
from tournaments.plans.plan import PlannedStage

OF_LOSERS = frozenset({Take.LOSERS, Take.FIRST_LOSS})
_SEED = "rehearsal"
Place = tuple[int, int]


class Ready(NamedTuple):
    """A stage of a plan without a fault of its own."""

    number: int
    stage: PlannedStage
    format: Format
    options: Options


class _SlotOutlook(NamedTuple):
    """The outlook of a slot: whether its winner advances by a bye, by play, or nobody does.

    `fresh` counts its sides who have not played a match of the stage before.
    """

    sides: int
    fresh: int

    @property
    def is_match(self) -> bool:
        return self.sides == 2


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A stage as it would be drawn: its state with placeholder entrants, and the places of its matches.

    `entrants` is the total number; `groups` are the sizes of its groups, one if it has none.
    """

    ready: Ready
    state: State
    rounds: tuple[Round, ...]
    outline: Outline
    seats: Mapping[Place, _SlotOutlook]
    entrants: int
    groups: tuple[int, ...]

    @property
    def is_bracket(self) -> bool:
        """Whether the places of its matches are known beforehand."""
        return self.ready.format.shape is Shape.BRACKET

    def matches_in(self, number: int) -> int:
        """Return the number of matches of a round."""
        return sum(seat.is_match for (declared, _), seat in self.seats.items() if declared == number)

    def byes_in(self, number: int) -> int:
        """Return the number of byes of a round."""
        return sum(seat.sides == 1 for (declared, _), seat in self.seats.items() if declared == number)

    def feeding(self, feed: Feed) -> tuple[Round, ...]:
        """Return the rounds of this stage whose losers a feed takes."""
        return feeding_rounds(feed, self.rounds)

    def plays_on_from(self, declared: Round) -> bool:
        """Say whether the losers of a round sit in a later round of the stage."""
        return any(slot.loser_to is not None for slot in self.outline.rounds[declared.number - 1])

    def shape_for(self, feed: Feed) -> tuple[int, ...]:
        """Return the number of slots of each of these rounds."""
        return tuple(len(self.outline.rounds[declared.number - 1]) for declared in self.feeding(feed))

    def sending(self, feed: Feed, *, is_most: bool) -> frozenset[Place]:
        """Return the matches whose losers a feed takes."""
        numbers = {declared.number for declared in self.feeding(feed)}
        return frozenset(
            place
            for place, seat in self.seats.items()
            if place[0] in numbers
            and seat.is_match
            and (feed.take is Take.LOSERS or seat.fresh == 2 or (is_most and seat.fresh == 1))
        )

    def positions(self, feed: Feed) -> frozenset[Place]:
        """Return the standings that a feed takes, as group and position in it, both from 0."""
        if feed.take is Take.BEST_OF_PLACE:
            return frozenset((group, feed.place - 1) for group in self.with_place(feed.place)[: feed.count])
        groups = (sum(self.groups),) if feed.take is Take.TOP else self.groups
        return frozenset(
            (group, position)
            for group, size in enumerate(groups)
            for position in range(size)
            if feed.take is Take.NEXT_SEASON or (position < feed.count) is not (feed.take is Take.REST)
        )

    def with_place(self, place: int) -> list[int]:
        """Return the groups that have this place, from 0; none unless there are several groups."""
        several = len(self.groups) > 1
        return [number for number, size in enumerate(self.groups) if several and size >= place]

    def cuts(self) -> frozenset[int] | None:
        """Return the counts at which a cut is free of ties whatever the results; None if that depends on them."""
        if not self.is_bracket:
            return None
        is_drawn = self.ready.format.intake is Intake.DRAW
        together = _shared_by_result(self) if is_drawn else _shared_by_round(self)
        return frozenset(accumulate(together))


def rehearse_stage(
    ready: Ready,
    *,
    before: Mapping[int, Rehearsed],
    entrants: int,
    is_most: bool,
    drawn: int | None = None,
) -> Rehearsed:
    """Return a stage drawn for placeholders; FormatError if its format refuses.

    `before` are the stages that feed it, by their number, and `entrants` those of the event; `drawn` is the number of
    its own entrants if it is known.
    """
    rules, feeds = ready.format, ready.stage.feeds
    count = drawn or coming(ready, before=before, entrants=entrants, is_most=is_most)
    shapes: tuple[tuple[int, ...], ...] = ()
    feeders: tuple[Feeder, ...] = ()
    entries: tuple[Entry, ...] = ()
    if rules.intake is Intake.DROPS:
        shapes = tuple(before[feed.stage].shape_for(feed) for feed in feeds)
        feeders = tuple(_feeder(before[feed.stage], feed) for feed in feeds)
    else:
        entries = tuple(Entry(f"{ready.number}.{number}") for number in range(count))
    placement = rules.draw(entries, seed=_SEED, options=ready.options, feeders=shapes)
    lines = placement.by_entrant()
    state = State(
        size=placement.size,
        entries=tuple(Entry(entry.uid, line=lines[entry.uid]) for entry in entries),
        seed=_SEED,
        options=ready.options,
        feeders=feeders,
        intake=shapes,
    )
    outline = rules.outline(state)
    drops = {
        (str(feed.stage), place)
        for feed in feeds
        if rules.intake is Intake.DROPS
        for place in before[feed.stage].sending(feed, is_most=is_most)
    }
    groups = Counter(standing.group for standing in rules.standings(state)) if entries else {None: count}
    return Rehearsed(
        ready, state, rules.rounds(state), outline, _seats(outline, drops), count, tuple(groups.values())
    )


def coming(ready: Ready, *, before: Mapping[int, Rehearsed], entrants: int, is_most: bool) -> int:
    """Return the number of entrants of a stage; an entrant by two feeds from the same stage counts once."""
    if not ready.stage.feeds:
        return entrants
    total = 0
    for number in {feed.stage for feed in ready.stage.feeds}:
        feeder = before[number]
        places: set[Place] = set()
        best: set[Place] = set()
        for feed in ready.stage.feeds:
            if feed.stage == number and feed.take in OF_LOSERS:
                places |= feeder.sending(feed, is_most=is_most)
            elif feed.stage == number:
                best |= feeder.positions(feed)
        both = len(places) + len(best) if is_most else max(len(places), len(best))
        total += min(both, feeder.entrants)
    return total


def _feeder(stage: Rehearsed, feed: Feed) -> Feeder:
    return Feeder(
        stage=str(stage.ready.number),
        size=stage.state.size,
        entries=stage.state.entries,
        rounds=stage.rounds,
        outline=stage.outline,
        results=(),
        standings=(),
        is_complete=False,
        feed=feed,
    )


def _seats(outline: Outline, drops: set[tuple[str, Place]]) -> dict[Place, _SlotOutlook]:
    """Return the outlook of each slot, in the order of rounds."""
    seats: dict[Place, _SlotOutlook] = {}
    for slots in outline.rounds:
        for slot in slots:
            outlooks = [_outlook_of(side, seats, drops) for side in (slot.one, slot.two)]
            seats[slot.round, slot.slot] = _SlotOutlook(
                sum(come_in for come_in, _ in outlooks), sum(fresh for _, fresh in outlooks)
            )
    return seats


def _outlook_of(
    side: SlotSide, seats: Mapping[Place, _SlotOutlook], drops: set[tuple[str, Place]]
) -> tuple[bool, bool]:
    """Say whether a side will have an entrant, and whether that one has not played here before."""
    if side.kind is SideKind.ENTRANT:
        return True, True
    if side.source is None or side.kind not in {SideKind.WINNER, SideKind.LOSER}:
        return False, False
    if side.feeder is not None:
        is_sent = (side.feeder, side.source) in drops
        return is_sent, is_sent
    seat = seats[side.source]
    if side.kind is SideKind.LOSER:
        return seat.is_match, False
    return seat.sides > 0, seat.sides == 1 and seat.fresh == 1


def _shared_by_result(stage: Rehearsed) -> list[int]:
    """Return how many share each place of a finished bracket, whoever wins."""
    rules, state = stage.ready.format, stage.state
    while pairings := rules.next_pairings(state):
        results = tuple(
            Result(*pairing.place, pairing.one, pairing.two, pairing.one)
            for pairing in pairings
            if pairing.two is not None
        )
        state = replace(state, pairings=state.pairings + pairings, results=state.results + results)
    places = Counter(standing.place for standing in rules.standings(state))
    return [places[place] for place in sorted(places)]


def _shared_by_round(stage: Rehearsed) -> list[int]:
    """Return how many share each place of a knock-out by the round of elimination, the winner first."""
    by_round = [stage.matches_in(declared.number) for declared in reversed(stage.rounds)]
    return [1, *(matches for matches in by_round if matches)]
