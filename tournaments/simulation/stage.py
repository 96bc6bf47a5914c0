"""The input of a simulation (event, stages, hall), and a stage during its simulation."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from tournaments.formats.abilities import Scheduled
from tournaments.formats.base import Entry, Feeder, Format, Intake, Pairing, Result, State
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import feeding_rounds
from tournaments.formats.lengths import length_for
from tournaments.formats.options import Options
from tournaments.formats.walk import Walk

_START = datetime(2000, 1, 1, 9, tzinfo=UTC)
Place = tuple[int, int]


class HeadStartRule(Protocol):
    """The score at which a match of this length begins; ratings are billionths of a point, None if unknown."""

    def __call__(self, ratings: tuple[int | None, int | None], *, length: int) -> tuple[int, int]:
        """Return the score of sides one and two."""


@dataclass(frozen=True, slots=True)
class StageSetup:
    """One stage to be simulated, and its feeds; without `feeds` all entrants play in it.

    `lengths` and `best_of` are read from the final backwards, `fixed_lengths` are those of single rounds by number. `state` is the
    current state of the stage, None before its draw; `playing` are the minutes for which its matches under way have
    been played, `series` is where series stand that were paired already, `called` those since the call of matches that have not begun, and `uid` its name in the origin of entrants in another stage.
    """

    format: Format
    options: Options
    lengths: tuple[int, ...] = (7,)
    feeds: tuple[Feed, ...] = ()
    fixed_lengths: Mapping[int, int] = field(default_factory=dict)
    state: State | None = None
    playing: Mapping[Place, float] = field(default_factory=dict)
    uid: str = ""
    called: Mapping[Place, float] = field(default_factory=dict)
    best_of: tuple[int, ...] = (1,)
    series: Mapping[Place, "SeriesSoFar"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeriesSoFar:
    """A series of `best_of` matches at most, and how many of them each side has won."""

    best_of: int
    wins: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Setup:
    """An event to be simulated: its stages in order, the number of entrants, and the tables, None for enough.

    A match takes `minutes_per_point` for each point of its length on average, gamma distributed with a coefficient of
    variation of `spread`. Strengths are the ratings of the entrants; without one they are normally distributed with this
    `deviation`, in FIBS rating points. `start` is the moment from which minutes count. `head_start` returns the score at
    which a match begins, from the ratings of both sides and its length.
    """

    stages: tuple[StageSetup, ...]
    entrants: int
    tables: int | None = None
    minutes_per_point: float = 8.0
    spread: float = 0.35
    deviation: float = 100.0
    start: datetime = _START
    head_start: HeadStartRule | None = None


@dataclass(slots=True)
class SimulatedStage:
    """A stage while it is simulated; `state` is None before its draw, `end` the minute of its last result.

    `batches` are the pairings still to come of a stage whose schedule is known from its draw on, None of any other.
    `walk` goes through a bracket that can be walked through, from when what follows in it `is_followed` first.
    `opponents` are those who have been paired with each here, where another stage wants to know it.
    """

    setup: StageSetup
    number: int
    state: State | None = None
    pairings: dict[Place, Pairing] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)
    best_of: dict[int, int] = field(default_factory=dict)
    byes: Counter[str] = field(default_factory=Counter)
    batches: Iterator[Sequence[Pairing]] | None = None
    sittings_out: int = 0
    matches: int = 0
    rematches: int = 0
    end: float = 0.0
    read_at: dict[Feed, Feeder] = field(default_factory=dict)
    opponents: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    walk: Walk | None = None
    is_followed: bool = False
    is_taken_up: bool = field(init=False)
    is_fed_during_play: bool = field(init=False)
    pairs_by_rounds: bool = field(init=False)

    def __post_init__(self) -> None:
        rules = self.setup.format
        self.is_taken_up = self.setup.state is not None
        self.is_fed_during_play = rules.intake is Intake.DROPS
        self.pairs_by_rounds = rules.pairs_by_rounds(self.setup.options)

    @property
    def waits_for_its_round(self) -> bool:
        """Whether nothing can follow in it before one more of its matches is decided."""
        return self.pairs_by_rounds and self.is_open

    @property
    def undecided(self) -> int:
        """The number of its undecided matches."""
        return len(self.pairings) - self.sittings_out - len(self.results)

    @property
    def is_open(self) -> bool:
        """Whether some of its matches are undecided."""
        return self.undecided > 0

    @property
    def is_complete(self) -> bool:
        """Whether it is drawn and over."""
        if self.walk is not None:
            return self.walk.is_decided
        return self.state is not None and self.setup.format.is_complete(self.renewed())

    def drawn(
        self, entries: Iterable[Entry], *, size: int, seed: str, intake: tuple[tuple[int, ...], ...]
    ) -> None:
        """Store the outcome of a draw."""
        options = self.setup.options
        self.read_at = {}
        self.state = State(size=size, entries=tuple(entries), seed=seed, options=options, intake=intake)
        rules = self.setup.format
        if isinstance(rules, Scheduled):
            self.batches = iter(rules.schedule(self.state))

    def length(self, number: int) -> int:
        """Return the match length of a round."""
        if number not in self.lengths:
            self.note_lengths(self.renewed())
        return self.lengths[number]

    def series(self, place: Place) -> SeriesSoFar:
        """Return where the series of a pairing stands; a single match is best of one."""
        so_far = self.setup.series.get(place)
        return so_far if so_far is not None else SeriesSoFar(self.best_of.get(place[0], 1))

    def note_lengths(self, state: State) -> None:
        """Store the lengths of the declared rounds."""
        for declared in self.setup.format.rounds(state):
            by_distance = length_for(declared.from_final, lengths=self.setup.lengths)
            self.lengths[declared.number] = self.setup.fixed_lengths.get(declared.number, by_distance)
            self.best_of[declared.number] = length_for(declared.from_final, lengths=self.setup.best_of)

    def renewed(self, *, now: datetime | None = None) -> State:
        """Update its state by new pairings and results; unchanged parts stay the same objects."""
        state = self._drawn_state()
        entries, pairings, results = state.entries, state.pairings, state.results
        if self.walk is not None and len(entries) != len(self.walk.people):
            entries = tuple(self.walk.people.values())
        if len(pairings) != len(self.pairings):
            pairings = tuple(self.pairings.values())
        if len(results) != len(self.results):
            results = tuple(self.results.values())
        if pairings is not state.pairings or results is not state.results or entries is not state.entries:
            self.read_at = {}
        elif now is None or now == state.now:
            return state
        self.state = replace(state, entries=entries, pairings=pairings, results=results, now=now or state.now)
        return self.state

    def as_feeder(self, feed: Feed) -> Feeder:
        """Return the stage as its fed stages see it; with standings only if places or first losses are taken."""
        state = self.renewed()
        if feed not in self.read_at:
            self.read_at[feed] = self._seen(feed, state)
        return self.read_at[feed]

    def _seen(self, feed: Feed, state: State) -> Feeder:
        rules = self.setup.format
        return Feeder(
            stage=self.setup.uid or str(self.number),
            size=state.size,
            entries=state.entries,
            rounds=rules.rounds(state),
            outline=rules.outline(state),
            results=state.results,
            standings=() if feed.take is Take.LOSERS else rules.standings(state),
            is_complete=rules.is_complete(state),
            feed=feed,
            seed=state.seed,
        )

    def slots_sent(self, feed: Feed) -> tuple[int, ...]:
        """Return the number of slots of each round whose losers a feed takes."""
        feeder = self.as_feeder(feed)
        return tuple(
            len(feeder.outline.rounds[declared.number - 1])
            for declared in feeding_rounds(feed, feeder.rounds)
        )

    def _drawn_state(self) -> State:
        if self.state is None:
            raise AssertionError("the stage is not drawn yet")
        return self.state
