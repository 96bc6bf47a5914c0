"""The walk through a bracket fed during play: only changed matches are evaluated."""

from collections import ChainMap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import State
from tournaments.formats.bracket import UNDECIDED, Drop, Occupant
from tournaments.formats.consolation.admission import entry_of
from tournaments.formats.consolation.lines import FlightIntake, drop_of, entries_of, intake_of
from tournaments.formats.drop_costs import (
    MOST_LINES,
    Costs,
    ExpectedArrival,
    OpponentsOf,
    cheapest,
    note_waiting,
)
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import feeding_losses, wants
from tournaments.formats.flight import Flight
from tournaments.formats.same_player import same_player
from tournaments.formats.walk import Walk, is_walkable


@dataclass(slots=True)
class _FeedingMatch:
    """A match of a feeding stage that may still send its loser, and the line reserved for it.

    `order` is its position among all such matches, and `number` that of its slot in the feeding stage.
    """

    order: int
    drop: Drop
    line: int
    number: int
    walk: Walk


@dataclass(slots=True)
class _FeedingStage:
    """A feeding stage: its matches that may still send a loser, by number, and the entrants already passed on."""

    feed: Feed
    walk: Walk
    passed_on: set[str]
    looked_at: int
    open: dict[int, _FeedingMatch] = field(default_factory=dict)

    def news(self) -> Iterator[tuple[_FeedingMatch, str | None]]:
        """Yield the matches decided since the last call with the entrant they send; None if they send nobody."""
        looked_at, self.looked_at = self.looked_at, len(self.walk.trace)
        for number in self.walk.trace[looked_at:]:
            match = self.open.get(number)
            if match is None:
                continue
            loser = self._loser(number)
            if loser is not UNDECIDED:
                del self.open[number]
                yield match, loser

    def _loser(self, number: int) -> Occupant:
        """Return the entrant sent by a match; None after a bye or a double forfeit."""
        walk, first_played = self.walk, self.walk.first_played
        is_any = self.feed.take is not Take.FIRST_LOSS
        if walk.winner(number) is UNDECIDED:
            entrants = walk.entrants(number)
            can_send = is_any or len(entrants) < 2 or not first_played.keys() >= {*entrants}
            return UNDECIDED if can_send else None
        result = walk.results.get(number)
        if result is None or not (result.is_played or self.feed.has_no_shows):
            return None
        losers = [
            uid
            for uid in result.drops
            if uid not in self.passed_on
            and wants(walk.people[uid], self.feed)
            and (is_any or first_played.get(uid, number) >= number)
        ]
        self.passed_on.update(losers)
        return losers[0] if len(losers) == 1 else None


class FedWalk(Walk):
    """The walk through a flight, parallel to the walks of its feeding stages.

    A loser takes the line reserved for its match, or the cheapest one; in that case the match of the cheapest line has
    the other line reserved. This follows the chains of `lines.py` one step at a time.
    """

    def __init__(
        self,
        state: State,
        flight: Flight,
        *,
        feeders: Sequence[tuple[Feed, Walk]],
        opponents_of: OpponentsOf,
        is_by_table: bool,
    ) -> None:
        now = intake_of(state, flight)
        super().__init__(now.board, state)
        self._is_by_table = is_by_table
        self._is_tabled = flight.is_tabled and now.is_full
        self._batch_of = {
            line: number
            for number, batch in enumerate(flight.batches)
            for line in range(batch.start, batch.start + batch.slots)
        }
        self._feeders = [
            _FeedingStage(
                feed, walk, {loss.entrant for loss in feeding_losses(feed, feeder)}, len(walk.trace)
            )
            for (feed, walk), feeder in zip(feeders, state.feeders, strict=True)
        ]
        # The match for which a line is reserved.
        self._kept: dict[int, _FeedingMatch] = {}
        self._keep(flight, now)
        everybody = ChainMap(self.people, *[feeder.walk.people for feeder in reversed(self._feeders)])
        self._waiting: dict[str, int] = {}
        self._noted = 0
        self.has_clubs |= any(feeder.walk.has_clubs for feeder in self._feeders)
        self._costs = Costs(state.intake, self.wiring, self._waiting, everybody, opponents_of, self.has_clubs)

    def take_in(self) -> None:
        """Admit the entrants whom the feeding stages have sent; the line of a match that sends nobody becomes empty."""
        coming = []
        for feeder in self._feeders:
            for match, loser in feeder.news():
                if loser is None or loser in self.people:
                    self._is_tabled = False
                    del self._kept[match.line]
                    self.set_occupant(match.line, None)
                else:
                    coming.append((match, loser))
        coming.sort(key=lambda one: one[0].order)
        while coming:
            batch = self._batch_of[coming[0][0].line]
            together = [one for one in coming if self._batch_of[one[0].line] == batch]
            coming = [one for one in coming if one not in together]
            self._seat(together, batch=batch)

    def _keep(self, flight: Flight, now: FlightIntake) -> None:
        """Record every match that may still send its loser."""
        lines = {drop: line for line, drop in now.drops.items()}
        for order, (drop, by_table) in enumerate(now.table.items()):
            line = lines.get(drop)
            if line is None or now.lines[line] is not UNDECIDED:
                continue
            feeder = self._feeders[flight.batches[self._batch_of[by_table]].feeder]
            number = feeder.walk.wiring.numbers[drop.place]
            self._kept[line] = feeder.open[number] = _FeedingMatch(order, drop, line, number, feeder.walk)

    def _seat(self, coming: Sequence[tuple[_FeedingMatch, str]], *, batch: int) -> None:
        """Assign lines to simultaneous arrivals of one round."""
        for (match, uid), line in zip(coming, self._lines(coming, batch=batch), strict=True):
            other = self._kept.pop(line)
            if other is not match:
                other.line = match.line
                self._kept[other.line] = other
            self.people[uid] = entry_of(self._costs.people[uid], drop=match.drop, line=line)
            self.set_occupant(line, uid)

    def _lines(self, coming: Sequence[tuple[_FeedingMatch, str]], *, batch: int) -> list[int]:
        """Return the lines of these arrivals: by the drop table under the conditions of `admitted`, else the cheapest
        ones.
        """
        arriving = [match.line for match, _ in coming]
        match_of, batch_of = self._kept, self._batch_of
        other_lines = sorted(line for line in match_of if batch_of[line] == batch and line not in arriving)
        if self._is_by_table or self._is_tabled or len(arriving) + len(other_lines) > MOST_LINES:
            return arriving
        note_waiting(self._waiting, self.wiring, self.occupants, self.trace[self._noted :])
        self._noted = len(self.trace)
        all_coming = [ExpectedArrival((uid,), match.line, 2) for match, uid in coming]
        all_coming += [
            ExpectedArrival(match_of[line].walk.entrants(match_of[line].number), line, 1)
            for line in other_lines
        ]
        return cheapest(all_coming, self._costs)[: len(coming)]


def fed_walk(
    state: State,
    flight: Flight,
    *,
    feeders: Sequence[tuple[Feed, Walk]],
    opponents_of: OpponentsOf,
    is_by_table: bool,
) -> FedWalk | None:
    """Return the walk of a flight; None after interventions by a director, or if one player has two entrants."""
    now = intake_of(state, flight)
    is_plain = (
        is_walkable(now.board, state)
        and not now.arrivals
        and not now.is_passed
        and len(now.table) == sum(batch.slots for batch in flight.batches)
        and all(entry.line is None or drop_of(entry.origin) in now.table for entry in state.entries)
        and not same_player(entries_of(state).values())
    )
    if not is_plain:
        return None
    return FedWalk(state, flight, feeders=feeders, opponents_of=opponents_of, is_by_table=is_by_table)
