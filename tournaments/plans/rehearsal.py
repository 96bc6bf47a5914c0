"""What a plan comes to for a number of entrants: who is in which stage, and how many matches there are.

Nothing is played. In a bracket everything but who wins is known beforehand: where a match will be, where a bye, whose
loser goes where. Only who loses the first match really played can depend on results, where somebody who had a bye meets
somebody who did not; so a plan is looked at for the fewest and for the most who can come.
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
OF_PLACES = frozenset({Take.TOP, Take.GROUP_TOP, Take.REST})
_SEED = "rehearsal"
Place = tuple[int, int]


class Ready(NamedTuple):
    """A stage of a plan of which nothing is wrong by itself."""

    number: int
    stage: PlannedStage
    format: Format
    options: Options


class _SlotOutlook(NamedTuple):
    """What will be in a slot: whether somebody goes on from it without having played here, by play, or nobody.

    `fresh` counts its sides who have not played a match of the stage before.
    """

    sides: int
    fresh: int

    @property
    def is_match(self) -> bool:
        return self.sides == 2


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A stage as it would be drawn: its state with placeholders for entrants, and where its matches will be.

    `entrants` is how many come into it, in all; `groups` are the sizes of its groups, one where it has none.
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
        """Whether it is known beforehand where its matches are."""
        return self.ready.format.shape is Shape.BRACKET

    def matches_in(self, number: int) -> int:
        """Return how many matches a round has."""
        return sum(seat.is_match for (declared, _), seat in self.seats.items() if declared == number)

    def byes_in(self, number: int) -> int:
        """Return how many have no opponent in a round."""
        return sum(seat.sides == 1 for (declared, _), seat in self.seats.items() if declared == number)

    def feeding(self, feed: Feed) -> tuple[Round, ...]:
        """Return the rounds whose losers a feed takes from this stage."""
        return feeding_rounds(feed, self.rounds)

    def plays_on_from(self, declared: Round) -> bool:
        """Say whether those who lose in a round sit in a later one of the stage."""
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
        """Return which of the standings a feed takes, as group and position in it, both from 0."""
        groups = (sum(self.groups),) if feed.take is Take.TOP else self.groups
        return frozenset(
            (group, position)
            for group, size in enumerate(groups)
            for position in range(size)
            if feed.take is Take.NEXT_SEASON or (position < feed.count) is not (feed.take is Take.REST)
        )

    def cuts(self) -> frozenset[int] | None:
        """Return how many of the best can be told from the rest whatever the results; None where that depends on them."""
        if not self.is_bracket:
            return None
        is_drawn = self.ready.format.intake is Intake.DRAW
        together = _shared_by_result(self) if is_drawn else _shared_by_round(self)
        return frozenset(accumulate(together))


def rehearsed(ready: Ready, *, before: Mapping[int, Rehearsed], entrants: int, is_most: bool) -> Rehearsed:
    """Draw a stage for placeholders; FormatError where its format refuses that.

    `before` are the stages that feed it, by their number, and `entrants` those of the event.
    """
    rules, feeds = ready.format, ready.stage.feeds
    count = coming(ready, before=before, entrants=entrants, is_most=is_most)
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
    """Return how many come into a stage; who comes by two feeds from the same stage counts once."""
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
    """Return what will be in each slot, from the first round on."""
    seats: dict[Place, _SlotOutlook] = {}
    for slots in outline.rounds:
        for slot in slots:
            outlooks = [_come(side, seats, drops) for side in (slot.one, slot.two)]
            seats[slot.round, slot.slot] = _SlotOutlook(
                sum(come_in for come_in, _ in outlooks), sum(fresh for _, fresh in outlooks)
            )
    return seats


def _come(
    side: SlotSide, seats: Mapping[Place, _SlotOutlook], drops: set[tuple[str, Place]]
) -> tuple[bool, bool]:
    """Say whether somebody will be on a side, and whether that one has not played here before."""
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
    """Return how many share each place of a bracket once it is played; who wins is all the same."""
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
    """Return how many share each place of a knock-out by the round that puts them out, its winner first."""
    by_round = [stage.matches_in(declared.number) for declared in reversed(stage.rounds)]
    return [1, *(matches for matches in by_round if matches)]
