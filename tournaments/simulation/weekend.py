"""A whole tournament in one simulated hall: events, shared players and tables, days, and what is known of the pace."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tournaments.formats.errors import FormatError, Problem
from tournaments.simulation.event import EventStart, SimulatedEvent, start_of
from tournaments.simulation.gaps import GapBelief
from tournaments.simulation.hall import HallTables, SimulatedHall
from tournaments.simulation.longest_way import LongestWays
from tournaments.simulation.opening import ALWAYS_OPEN, Opening
from tournaments.simulation.pace import BLOCK, HallPace, PaceBelief, learnt_pace
from tournaments.simulation.stage import Setup
from tournaments.simulation.timing import Timing, remaining
from tournaments.simulation.turns import HallPeople

# The shares of simulated halls by which an end is half certain, and almost certain.
_HALF, _ALMOST = 0.5, 0.9
_BITS = 64


@dataclass(frozen=True, slots=True)
class HallBelief:
    """What is known of a hall: the pace of its matches and the gaps between them."""

    pace: PaceBelief = field(default_factory=lambda: learnt_pace(()))
    gaps: GapBelief = field(default_factory=GapBelief)


@dataclass(frozen=True, slots=True)
class WeekendEvent:
    """An event of a tournament, which begins at this minute; `people` lists the persons behind its entrants.

    `key` tells its chances from those of the other events, whichever they are. `ways` are its longest ways, by which its
    matches are called; `reserved` is the number of tables for it alone.
    """

    setup: Setup
    begins: float = 0.0
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    key: int = 0
    ways: LongestWays | None = None
    reserved: int = 0


@dataclass(frozen=True, slots=True)
class CallTimes:
    """When a person can be called, in minutes: not before `back`, and only until `leaves`."""

    back: float = 0.0
    leaves: float | None = None


@dataclass(frozen=True, slots=True)
class Weekend:
    """A tournament to be simulated: its events with entrants of different uids, its tables (None for enough) and days.

    `limit` is the director's limit of waiting in minutes; `presences` are those of persons who are not always there.
    """

    events: tuple[WeekendEvent, ...]
    tables: int | None = None
    opening: Opening = ALWAYS_OPEN
    belief: HallBelief = field(default_factory=HallBelief)
    limit: float | None = None
    presences: Mapping[str, CallTimes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WeekendRun:
    """The ends of one simulated tournament, in minutes: of each event, and of each of their stages."""

    events: tuple[float, ...]
    stages: tuple[tuple[float, ...], ...]

    @property
    def end(self) -> float:
        """The end of the last event."""
        return max(self.events)


@dataclass(frozen=True, slots=True)
class HallEnd:
    """When something is over, in minutes: half of the time, and nine times in ten.

    `in_time` is the share of simulated halls in which it is over before the hall closes for good; 1 where it never does.
    """

    half: float
    almost: float
    in_time: float


class LearntTiming:
    """The chances of one simulated hall whose pace and gaps are drawn from what is known.

    With `is_paired` every match, and the pace of every hour, has chances of its own, so that halls that differ in their
    tables or events alone can be compared.
    """

    def __init__(self, belief: HallBelief, chance: Random, *, is_paired: bool = False) -> None:
        # The pace of every hour is drawn from one source, even where each match has its own.
        self._chance = self._of_pace = chance
        self._root = chance.getrandbits(_BITS) if is_paired else None
        self._pace: HallPace = belief.pace.draw(chance)
        self._gaps = belief.gaps.draw(chance)
        self._gap = sum(self._gaps) / len(self._gaps)
        self._shape = 1 / self._pace.spread**2
        self._factors = [self._pace.factor]
        if is_paired:
            self._chance = Random()  # noqa: S311 - a forecast, no draw

    def begin(self, *match: int) -> None:
        """Take up the chances of a match, where each match has chances of its own."""
        if self._root is not None:
            self._chance.seed(hash((self._root, *match)) % 2**_BITS)

    def random(self) -> float:
        """Draw the number that decides a match."""
        return self._chance.random()

    def expected(self, mean: float) -> float:
        """Return the mean gap and the mean duration at the pace of the beginning."""
        return self._gap + mean * self._pace.factor

    def whole(self, mean: float, minute: float) -> float:
        """Draw a gap and a duration."""
        return self._chance.choice(self._gaps) + self._duration(mean, minute)

    def called(self, mean: float, waited: float) -> float:
        """Draw the rest of a gap, and a duration."""
        longer = [gap for gap in self._gaps if gap > waited]
        gap = self._chance.choice(longer) - waited if longer else 0.0
        return gap + self._duration(mean, 0.0)

    def rest(self, mean: float, point: float, played: float) -> float:
        """Draw the rest of a match under way."""
        return remaining(lambda of: self._duration(of, 0.0), mean, point, played)

    def _duration(self, mean: float, minute: float) -> float:
        factors, block = self._factors, int(minute // BLOCK)
        while block >= len(factors):
            drift = self._pace.drift
            factors.append(factors[-1] * self._of_pace.lognormvariate(0, drift) if drift else factors[-1])
        return self._chance.gammavariate(self._shape, mean * factors[block] / self._shape)


def hall_for(
    weekend: Weekend, *, timing: Timing, may_go_on: Callable[[], bool] | None = None
) -> SimulatedHall:
    """Return the empty hall of a tournament."""
    reserved = {number: event.reserved for number, event in enumerate(weekend.events) if event.reserved}
    return SimulatedHall(
        timing=timing,
        tables=HallTables(weekend.tables, reserved),
        opening=weekend.opening,
        people=_people(weekend),
        limit=weekend.limit,
        may_go_on=may_go_on,
    )


def play_weekend(
    weekend: Weekend,
    *,
    chance: Random,
    is_paired: bool = False,
    may_go_on: Callable[[], bool] | None = None,
    starts: Sequence[EventStart] | None = None,
) -> WeekendRun:
    """Return one whole tournament; FormatError: those of a draw, `stands_still` (with `event`), `no_time_left`.

    `starts` say how each event begins, so that many simulations need not work it out anew.
    """
    root = chance.getrandbits(_BITS) if is_paired else 0
    hall = hall_for(
        weekend, timing=LearntTiming(weekend.belief, chance, is_paired=is_paired), may_go_on=may_go_on
    )
    events = [
        SimulatedEvent(
            event.setup,
            chance=Random(hash((root, event.key))) if is_paired else chance,  # noqa: S311 - a forecast, no draw
            hall=hall,
            at=event.begins,
            key=event.key,
            ways=event.ways,
            start=start,
        )
        for event, start in zip(weekend.events, starts or _starts(weekend), strict=True)
    ]
    hall.play()
    for number, event in enumerate(events):
        if not all(stage.is_complete for stage in event.stages):
            raise FormatError(Problem("stands_still", {"event": number}))
    return WeekendRun(
        tuple(event.end for event in events),
        tuple(tuple(stage.end for stage in event.stages) for event in events),
    )


def _starts(weekend: Weekend) -> list[EventStart]:
    return [start_of(event.setup) for event in weekend.events]


def _people(weekend: Weekend) -> HallPeople:
    """Return the persons of a tournament."""
    events = Counter(
        person
        for event in weekend.events
        for person in {person for persons in event.people.values() for person in persons}
    )
    presences = weekend.presences
    return HallPeople(
        behind={uid: of for event in weekend.events for uid, of in event.people.items()},
        shared=frozenset(person for person, count in events.items() if count > 1),
        back={person: one.back for person, one in presences.items() if one.back > 0},
        leaves={person: one.leaves for person, one in presences.items() if one.leaves is not None},
    )


def weekends(
    weekend: Weekend,
    *,
    seed: str,
    is_paired: bool = False,
    may_go_on: Callable[[], bool] | None = None,
) -> Iterator[WeekendRun]:
    """Yield simulated tournaments without end.

    With `is_paired` they have, run by run, the same chances for the same seed, whatever the tables and the other events.
    """
    number, starts = 0, _starts(weekend)
    while True:
        chance = Random(f"{seed} {number}")  # noqa: S311 - a forecast, no draw
        yield play_weekend(weekend, chance=chance, is_paired=is_paired, may_go_on=may_go_on, starts=starts)
        number += 1


def hall_end(ends: Sequence[float], *, closes: float | None) -> HallEnd:
    """Return when something is over, from its ends in simulated halls."""
    times = sorted(ends)
    in_time = sum(closes is None or end <= closes for end in times) / len(times)
    return HallEnd(_quantile(times, _HALF), _quantile(times, _ALMOST), in_time)


def _quantile(times: Sequence[float], part: float) -> float:
    """Return the value that this share of a further sample does not exceed, by its mean rank (Weibull)."""
    rank = part * (len(times) + 1) - 1
    low = min(max(int(rank), 0), len(times) - 1)
    high = min(low + 1, len(times) - 1)
    return times[low] + (times[high] - times[low]) * min(max(rank - low, 0.0), 1.0)
