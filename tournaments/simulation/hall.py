"""The simulated hall: one clock, the tables and the players that all events share."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.formats.base import Pairing, Result
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.lengths import likely_matches
from tournaments.simulation.longest_way import LongestWays
from tournaments.simulation.opening import ALWAYS_OPEN, Opening
from tournaments.simulation.stage import Place, SeriesSoFar, Setup, SimulatedStage
from tournaments.simulation.timing import Timing
from tournaments.simulation.turns import HallPeople, Turns

# How many minutes a hall may be idle before a format that pairs by time must pair.
_LONGEST_PAUSE = 120
_NEVER = float("inf")
# Since when a match waits, its event, stage and place.
_ReadyMatch = tuple[float, int, int, Place]


class HallEvent(Protocol):
    """An event as the hall sees it: `number` is its place in the hall, `key` the same whatever other events there are."""

    number: int
    key: int
    ways: LongestWays | None
    setup: Setup
    stages: list[SimulatedStage]
    strength: dict[str, float]
    waiting: dict[str, float]
    free_since: dict[str, float]

    def points(self, one: str, two: str, *, length: int) -> float:
        """Return the points that a match of two entrants takes, less by a head start."""

    def begin(self) -> None:
        """Draw what can be drawn, and hand over the first matches."""

    def advance(self, stages: Collection[int]) -> None:
        """Hand over the matches that follow from the results of these stages."""

    def go_on(self, stage: SimulatedStage) -> None:
        """Do what follows from new results of a stage."""

    def follows_each(self, stage: SimulatedStage) -> bool:
        """Say whether something can follow from each single result of a stage."""


@dataclass(frozen=True, slots=True)
class HallTables:
    """The tables of a hall for all events, None for enough of them; `reserved` are those of single events, by number."""

    for_all: int | None = None
    reserved: Mapping[int, int] = field(default_factory=dict)


class SimulatedHall:
    """A hall during its simulation: a match begins when its turn has come, and a table and all players are free.

    Where the events know their longest ways, the turn of a match is that of the product, with the director's `limit` of
    waiting in minutes; else whoever has waited longest goes first. `may_go_on` is called after every match, or after
    every round that is paired as a whole, and says whether time is left.
    """

    def __init__(
        self,
        *,
        timing: Timing,
        tables: HallTables | None = None,
        opening: Opening = ALWAYS_OPEN,
        people: HallPeople | None = None,
        limit: float | None = None,
        may_go_on: Callable[[], bool] | None = None,
    ) -> None:
        self.minutes = 0.0
        self._timing = timing
        self._tables = tables or HallTables()
        self._reserved = dict(self._tables.reserved)
        self._opening = opening
        people = people or HallPeople()
        self._people, self._back = people.behind, people.back
        self._turns = Turns(people, limit=limit)
        self._has_turns = False
        self._may_go_on = may_go_on
        self._events: list[HallEvent] = []
        self._arrivals: list[tuple[float, int]] = []
        self._ready: list[_ReadyMatch] = []
        self._playing: list[tuple[float, int, int, Place, str]] = []
        # The matches at tables that are reserved for their event, by event, stage and place.
        self._at_reserved: set[tuple[int, int, Place]] = set()
        self._busy: set[str] = set()
        self._reopens = _NEVER
        # Without turns, days, absences and reserved tables a match begins at once where a table is free.
        self._is_plain = not (self._back or self._reserved) and opening is ALWAYS_OPEN

    def join(self, event: HallEvent, *, at: float = 0.0) -> int:
        """Add an event that begins at this minute, and return its number."""
        self._events.append(event)
        self._has_turns = self._has_turns or event.ways is not None
        self._is_plain = self._is_plain and not self._has_turns
        number = len(self._events) - 1
        heapq.heappush(self._arrivals, (at, number))
        return number

    def play(self) -> None:
        """Play to the end, or until nothing follows any more; FormatError: `no_time_left`."""
        while True:
            if self._may_go_on is not None and not self._may_go_on():
                raise FormatError(Problem("no_time_left"))
            self._receive()
            if self._ready:
                self._call()
            turn = min(self._reopens, self._arrivals[0][0] if self._arrivals else _NEVER)
            if self._playing and self._playing[0][0] <= turn:
                event = self._events[self._playing[0][1]]
                stage = event.stages[self._playing[0][2]]
                self._finish(event, stage, self._ending(event, stage))
                event.go_on(stage)
            elif turn < _NEVER:
                self.minutes = turn
            elif self._ready or not self._pause():
                # Nothing else comes: what is still ready has no table in this hall.
                return

    def store(
        self, event: HallEvent, stage: SimulatedStage, pairings: Sequence[Pairing], *, is_new: bool
    ) -> None:
        """Take over matches to be played: each is already under way, starts now, or waits."""
        beginning: list[Pairing] = []
        under_way, called, people = stage.setup.playing, stage.setup.called, self._people
        for pairing in pairings:
            place, one, two = (pairing.round, pairing.slot), pairing.one, pairing.two or ""
            is_on = not is_new and (place in under_way or place in called)
            if is_on or (self._is_plain and self._can_begin(one, two, len(beginning))):
                self._busy.update(people.get(one, (one,)), people.get(two, (two,)))
                beginning.append(pairing)
            else:
                since = self.minutes
                if stage.is_taken_up and pairing.made_at is not None and not since:
                    since = min(since, (pairing.made_at - event.setup.start).total_seconds() / 60)
                self._ready.append((since, event.number, stage.number, place))
            if self._has_turns:
                self._turns.pair(event, stage, pairing)
        self._begin(event, stage, beginning)

    def _receive(self) -> None:
        """Begin the events whose time has come."""
        while self._arrivals and self._arrivals[0][0] <= self.minutes:
            self._events[heapq.heappop(self._arrivals)[1]].begin()

    def _can_begin(self, one: str, two: str, beginning: int) -> bool:
        """Say whether two players can start at once, with this many other matches."""
        # Matches that already wait go first.
        if self._ready or not self._is_free(one) or not self._is_free(two):
            return False
        return self._tables.for_all is None or len(self._playing) + beginning < self._tables.for_all

    def _is_free(self, entrant: str) -> bool:
        """Say whether all persons of an entrant are free; note when absent ones are back."""
        people = self._people.get(entrant)
        if self._back:
            back = max(self._back.get(person, 0.0) for person in people or (entrant,))
            if back > self.minutes:
                self._reopens = min(self._reopens, back)
                return False
        return entrant not in self._busy if people is None else self._busy.isdisjoint(people)

    def _has_table(self, event: int) -> bool:
        """Say whether a table is free for an event."""
        for_all = self._tables.for_all
        if for_all is None or self._reserved.get(event, 0) > 0:
            return True
        return len(self._playing) - len(self._at_reserved) < for_all

    def _call(self) -> None:
        """Start the matches whose turn it is, while tables and both players are free and the hall is open."""
        self._reopens = _NEVER
        if not any(map(self._has_table, range(len(self._events)))):
            return
        callable_now = [match for match in self._ready if self._can_be_called(match)]
        if not callable_now:
            return
        # What decides a turn is looked at only where there is a choice.
        if len(callable_now) > 1:
            callable_now.sort(key=self._turn)
        people, begun = self._people, set[_ReadyMatch]()
        for match in callable_now:
            if begun and not self._can_be_called(match):
                continue
            event, stage, pairing = self._match(match)
            one, two = pairing.one, pairing.two or ""
            if self._is_open(event, stage, pairing):
                self._busy.update(people.get(one, (one,)), people.get(two, (two,)))
                self._begin(event, stage, [pairing])
                begun.add(match)
        self._ready = [match for match in self._ready if match not in begun]

    def _match(self, match: _ReadyMatch) -> tuple[HallEvent, SimulatedStage, Pairing]:
        """Return the event, the stage and the pairing of a match."""
        _, number, of_stage, place = match
        event = self._events[number]
        stage = event.stages[of_stage]
        return event, stage, stage.pairings[place]

    def _can_be_called(self, match: _ReadyMatch) -> bool:
        """Say whether a table and all players of a match are free."""
        _, _, pairing = self._match(match)
        return self._has_table(match[1]) and self._is_free(pairing.one) and self._is_free(pairing.two or "")

    def _turn(self, match: _ReadyMatch) -> tuple[object, ...]:
        """Return the sort key of a match: its turn, or since when it waits where no longest ways are known."""
        if not self._has_turns:
            return match
        event, stage, pairing = self._match(match)
        key = self._turns.key(event, stage, pairing, since=match[0], now=self.minutes)
        return (*key, *match[1:])

    def _is_open(self, event: HallEvent, stage: SimulatedStage, pairing: Pairing) -> bool:
        """Say whether a match can be called now; otherwise note when it can be."""
        if self._opening is ALWAYS_OPEN:
            return True
        series = stage.series((pairing.round, pairing.slot))
        mean = stage.length(pairing.round) * event.setup.minutes_per_point
        need = self._timing.expected(mean) * likely_matches(series.best_of)
        at = self._opening.begin(self.minutes, need)
        if at > self.minutes:
            self._reopens = min(self._reopens, at)
        return at <= self.minutes

    def _begin(self, event: HallEvent, stage: SimulatedStage, matches: Iterable[Pairing]) -> None:
        """Start matches of players who are marked as busy; the FIBS formula gives the winner."""
        now, timing, strength = self.minutes, self._timing, event.strength
        waiting, free_since, pace = event.waiting, event.free_since, event.setup.minutes_per_point
        under_way, called, key = stage.setup.playing, stage.setup.called, event.key
        has_equal_starts = event.setup.head_start is None
        for pairing in matches:
            number, one, two = pairing.round, pairing.one, pairing.two or ""
            place, length = (number, pairing.slot), stage.length(number)
            mean = pace * (length if has_equal_starts else event.points(one, two, length=length))
            timing.begin(key, stage.number, *place)
            if place in under_way:
                minutes = timing.rest(mean, pace, under_way[place])
            elif place in called:
                minutes = timing.called(mean, called[place])
            else:
                minutes = timing.whole(mean, now)
            if self._reserved.get(event.number, 0) > 0:
                self._reserved[event.number] -= 1
                self._at_reserved.add((event.number, stage.number, place))
            wins = 1 / (10 ** ((strength[two] - strength[one]) * length**0.5 / 2000) + 1)
            winner = one if timing.random() < wins else two
            series = stage.series(place)
            if series.best_of > 1:
                minutes, winner = self._series(series, pairing, winner, wins, mean, minutes)
            waiting[one] += now - free_since[one]
            waiting[two] += now - free_since[two]
            heapq.heappush(self._playing, (now + minutes, event.number, stage.number, place, winner))

    def _series(
        self, series: SeriesSoFar, pairing: Pairing, winner: str, chance: float, mean: float, minutes: float
    ) -> tuple[float, str]:
        """Play the matches after the one under way at the same table; return the minutes of all, and who wins."""
        one, two = pairing.one, pairing.two or ""
        won = {one: series.wins[0], two: series.wins[1]}
        won[winner] += 1
        while 2 * won[winner] < series.best_of:
            minutes += self._timing.whole(mean, self.minutes + minutes)
            winner = one if self._timing.random() < chance else two
            won[winner] += 1
        return minutes, winner

    def _ending(self, event: HallEvent, stage: SimulatedStage) -> list[tuple[float, int, int, Place, str]]:
        """Remove and return the next match of a stage to end, or its whole round if nothing happens in between."""
        is_followed = event.follows_each(stage)
        if is_followed or self._ready or self._arrivals or len(self._playing) != stage.undecided:
            return [heapq.heappop(self._playing)]
        ending, self._playing = sorted(self._playing), []
        return ending

    def _finish(
        self,
        event: HallEvent,
        stage: SimulatedStage,
        matches: Iterable[tuple[float, int, int, Place, str]],
    ) -> None:
        """End matches as planned; formats do not read the time."""
        pairings, results, free_since, people = stage.pairings, stage.results, event.free_since, self._people
        for minutes, _, _, place, winner in matches:
            pairing = pairings[place]
            one, two = pairing.one, pairing.two or ""
            results[place] = result = Result(pairing.round, pairing.slot, one, two, winner)
            if stage.walk is not None:
                stage.walk.settle(result)
            free_since[one] = free_since[two] = stage.end = minutes
            self._busy.difference_update(people.get(one, (one,)), people.get(two, (two,)))
            if self._at_reserved:
                self._leave_reserved(event.number, (event.number, stage.number, place))
            if self._has_turns:
                self._turns.decide(event, stage, pairing, winner)
        self.minutes = stage.end

    def _leave_reserved(self, event: int, match: tuple[int, int, Place]) -> None:
        if match in self._at_reserved:
            self._at_reserved.remove(match)
            self._reserved[event] += 1

    def _pause(self) -> bool:
        """Advance the clock for formats that pair by time; return False if nothing follows any more."""
        waiting = [
            (event, stages)
            for event in self._events
            if (
                stages := [
                    one.number for one in event.stages if one.state is not None and not one.is_complete
                ]
            )
        ]
        until = self.minutes + _LONGEST_PAUSE
        while waiting and self.minutes < until:
            self.minutes += 1
            for event, stages in waiting:
                event.advance(stages)
            if self._playing or self._ready:
                return True
        return False
