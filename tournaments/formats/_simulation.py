"""What may be expected of a stage before it is played: whole tournaments in memory, by a clock of their own.

A match takes `minutes_per_point` for each point of its length on average, gamma distributed with a coefficient of
variation of `spread`. Who is `rating` points stronger wins by the formula of FIBS. Tables are shared, and whoever has
waited longest is called first.
"""

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean

from tournaments.formats._base import Entry, Format, Pairing, Result, State
from tournaments.formats._lengths import length_for
from tournaments.formats._options import Options

_START = datetime(2000, 1, 1, 9, tzinfo=UTC)
# How long a hall may stand still before a format that pairs by the clock must have something to say.
_LONGEST_PAUSE = timedelta(hours=2)
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Setup:
    """A stage to be simulated: its format with its options, the lengths from the final backwards, and the tables."""

    format: Format
    options: Options
    entrants: int
    lengths: tuple[int, ...] = (7,)
    tables: int | None = None
    minutes_per_point: float = 8.0
    spread: float = 0.35
    deviation: float = 100.0


@dataclass(frozen=True, slots=True)
class Run:
    """One simulated tournament.

    `best` is the first place of the strongest entrant, shared places counted by the first. `minutes` is the time to the
    end; `matches`, `waiting` (minutes between matches) and `byes` are those of each entrant.
    """

    best: int
    minutes: float
    matches: Mapping[str, int]
    waiting: Mapping[str, float]
    byes: Mapping[str, int]
    rematches: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What many runs say: chances from 0 to 1, times in minutes, the rest as means for an event or an entrant."""

    runs: int
    best_wins: float
    matches: float
    matches_each: float
    fewest_each: float
    waiting_each: float
    rematches: float
    byes: float
    half_done_by: float
    almost_surely_done_by: float


@dataclass(slots=True)
class _Hall:
    """A tournament while it is simulated."""

    setup: Setup
    state: State
    strength: Mapping[str, float]
    chance: Random
    pairings: dict[Place, Pairing] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    ready: list[tuple[float, Place]] = field(default_factory=list)
    playing: list[tuple[float, Place]] = field(default_factory=list)
    free_since: dict[str, float] = field(default_factory=dict)
    waiting: dict[str, float] = field(default_factory=dict)
    now: float = 0.0

    def play(self) -> None:
        """Play to the end."""
        self._advance()
        while True:
            while self.ready and self._has_table():
                self._begin(heapq.heappop(self.ready)[1])
            if self.playing:
                self.now, place = heapq.heappop(self.playing)
                self._finish(place)
                # Matches that end in the same moment are told together.
                while self.playing and self.playing[0][0] == self.now:
                    self._finish(heapq.heappop(self.playing)[1])
                self._advance()
            elif not self.ready and not self._pause():
                return

    def _has_table(self) -> bool:
        return self.setup.tables is None or len(self.playing) < self.setup.tables

    def _begin(self, place: Place) -> None:
        pairing = replace(self.pairings[place], is_begun=True)
        self.pairings[place] = pairing
        for uid in pairing.entrants:
            waited = self.now - self.free_since.get(uid, 0.0)
            self.waiting[uid] = self.waiting.get(uid, 0.0) + waited
        setup = self.setup
        mean_time = setup.minutes_per_point * self._length(place[0])
        shape = 1 / setup.spread**2
        heapq.heappush(self.playing, (self.now + self.chance.gammavariate(shape, mean_time / shape), place))

    def _finish(self, place: Place) -> None:
        pairing = self.pairings[place]
        one, two = pairing.one, pairing.two or ""
        difference = self.strength[two] - self.strength[one]
        is_upset = 1 / (10 ** (difference * self._length(place[0]) ** 0.5 / 2000) + 1)
        winner = one if self.chance.random() < is_upset else two
        at = _START + timedelta(minutes=self.now)
        self.results[place] = Result(*place, one, two, winner, at=at)
        for uid in (one, two):
            self.free_since[uid] = self.now

    def _length(self, number: int) -> int:
        rounds = self.setup.format.rounds(self.state)
        from_final = rounds[number - 1].from_final if number <= len(rounds) else 0
        return length_for(from_final, lengths=self.setup.lengths)

    def _advance(self) -> None:
        """Take in what follows from the results, as the service does."""
        rules = self.setup.format
        while True:
            self.state = replace(
                self.state,
                pairings=tuple(self.pairings.values()),
                results=tuple(self.results.values()),
                now=_START + timedelta(minutes=self.now),
            )
            made = rules.next_pairings(self.state)
            if not made:
                return
            for pairing in made:
                self.pairings[pairing.place] = replace(pairing, made_at=self.state.now)
                if not pairing.is_bye:
                    heapq.heappush(self.ready, (self.now, pairing.place))

    def _pause(self) -> bool:
        """Let the time go on for a format that pairs by the clock; False when nothing follows any more."""
        if self.setup.format.is_complete(self.state):
            return False
        until = self.now + _LONGEST_PAUSE / timedelta(minutes=1)
        while self.now < until and not self.ready:
            self.now += 1
            self._advance()
        return bool(self.ready)


def simulated(setup: Setup, *, chance: Random) -> Run:
    """Return one whole tournament with entrants of normally distributed strength, the first one the strongest."""
    uids = [f"e{number}" for number in range(setup.entrants)]
    strengths = sorted((chance.gauss(0, setup.deviation) for _ in uids), reverse=True)
    seed = f"{chance.getrandbits(64):x}"
    entries = [Entry(uid, seed=number) for number, uid in enumerate(uids, start=1)]
    placement = setup.format.draw(entries, seed=seed, options=setup.options)
    lines = placement.by_entrant()
    state = State(
        size=placement.size,
        entries=tuple(replace(entry, line=lines[entry.uid]) for entry in entries),
        seed=seed,
        options=setup.options,
    )
    hall = _Hall(setup, state, dict(zip(uids, strengths, strict=True)), chance)
    hall.play()
    pairs = Counter(frozenset((result.one, result.two)) for result in hall.results.values())
    places = {standing.entrant: standing.place for standing in setup.format.standings(hall.state)}
    played = Counter(uid for result in hall.results.values() for uid in (result.one, result.two))
    return Run(
        best=places[uids[0]],
        minutes=hall.now,
        matches={uid: played[uid] for uid in uids},
        waiting={uid: hall.waiting.get(uid, 0.0) for uid in uids},
        byes=Counter(pairing.one for pairing in hall.pairings.values() if pairing.is_bye),
        rematches=sum(times - 1 for times in pairs.values()),
    )


def forecast(setup: Setup, *, runs: int, seed: str) -> Forecast:
    """Return what so many simulated tournaments come to; the same for the same seed."""
    chance = Random(seed)  # noqa: S311 - a forecast, no draw
    found = [simulated(setup, chance=chance) for _ in range(runs)]
    times = sorted(run.minutes for run in found)
    return Forecast(
        runs=runs,
        best_wins=mean(run.best == 1 for run in found),
        matches=mean(sum(run.matches.values()) / 2 for run in found),
        matches_each=mean(mean(run.matches.values()) for run in found),
        fewest_each=mean(min(run.matches.values()) for run in found),
        waiting_each=mean(mean(run.waiting.values()) for run in found),
        rematches=mean(run.rematches for run in found),
        byes=mean(sum(run.byes.values()) for run in found),
        half_done_by=_quantile(times, 0.5),
        almost_surely_done_by=_quantile(times, 0.9),
    )


def _quantile(ordered: Sequence[float], part: float) -> float:
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]
