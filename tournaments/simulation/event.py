"""A simulated event: its draws, and what follows from the results of its stages."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from operator import is_
from random import Random

from tournaments.formats.abilities import Walked
from tournaments.formats.base import Entry, Feeder, Pairing, Result, State
from tournaments.formats.errors import FormatError
from tournaments.formats.feed import OF_PLACES, Feed, Take
from tournaments.formats.feeds import entrants_to_feed
from tournaments.formats.groups_apart import groups_of
from tournaments.formats.walk import Walk
from tournaments.simulation.hall import HallTables, SimulatedHall
from tournaments.simulation.longest_way import LongestWays
from tournaments.simulation.stage import Place, Setup, SimulatedStage
from tournaments.simulation.timing import SteadyTiming, points_to_play

# A rating counts billionths of a point.
_UNITS = 10**9


@dataclass(frozen=True, slots=True)
class EventStart:
    """How every simulation of an event begins: its entries by uid, and the states and pairings of its drawn stages."""

    entries: Mapping[str, Entry]
    states: tuple[State | None, ...]
    pairings: tuple[tuple[Pairing, ...], ...]


def start_of(setup: Setup) -> EventStart:
    """Return how every simulation of an event begins."""
    states = [stage.state for stage in setup.stages]
    # Fields that concern one stage alone are not copied to another.
    entries = {
        entry.uid: replace(
            entry, line=None, origin=None, is_late=False, is_moved=False, joins=1, absent=frozenset()
        )
        for state in states
        if state is not None
        for entry in state.entries
    }
    wants = any(feed.is_opt_in for stage in setup.stages for feed in stage.feeds) or None
    uids = (f"e{number}" for number in range(setup.entrants))
    return EventStart(
        # Without any the entrants stand in the order of strength.
        entries or {uid: Entry(uid, seed=seed, goes_on=wants) for seed, uid in enumerate(uids, start=1)},
        tuple(None if state is None else replace(state, is_held=False) for state in states),
        tuple(
            tuple(
                replace(pairing, is_begun=True)
                for pairing in sorted(state.pairings if state else (), key=lambda one: one.place)
            )
            for state in states
        ),
    )


class SimulatedEvent:
    """An event during its simulation; the results are read from it afterwards.

    `strength` lists the entrants, strongest first if nothing has been drawn before. `may_go_on` is called after every
    match, or after every round that is paired as a whole, and says whether time is left.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        chance: Random,
        may_go_on: Callable[[], bool] | None = None,
        hall: SimulatedHall | None = None,
        at: float = 0.0,
        key: int = 0,
        ways: LongestWays | None = None,
        start: EventStart | None = None,
    ) -> None:
        self.setup = setup
        self._start = start or start_of(setup)
        self.key = key
        self.ways = ways
        self.chance = chance
        self.hall = hall or SimulatedHall(
            timing=SteadyTiming(chance, spread=setup.spread),
            tables=HallTables(setup.tables),
            may_go_on=may_go_on,
        )
        self.number = self.hall.join(self, at=at)
        self.stages = [SimulatedStage(stage, number) for number, stage in enumerate(setup.stages)]
        self._met: set[tuple[str, str]] = set()
        self._meetings: list[tuple[str, str]] = []
        self._entries = self._start.entries
        self.waiting = dict.fromkeys(self._entries, 0.0)
        self.matches = dict.fromkeys(self._entries, 0)
        self.free_since = dict.fromkeys(self._entries, at)
        self._gone = {uid for uid, entry in self._entries.items() if entry.is_withdrawn}
        strengths = sorted((chance.gauss(0, setup.deviation) for _ in self._entries), reverse=True)
        self.strength = dict(zip(self._entries, strengths, strict=True)) | self._rated()
        self._hears_of_meetings = any(stage.is_fed_during_play for stage in self.stages)
        # Each decided match of a feeding stage can lead to new pairings in the fed stage.
        self._sending = {
            feed.stage for stage in setup.stages for feed in stage.feeds if feed.take not in OF_PLACES
        }

    def play(self) -> None:
        """Play its hall to the end, or until nothing follows any more; FormatError: `no_time_left`."""
        self.hall.play()
        self.leave_walks()

    @property
    def minutes(self) -> float:
        """The minute of its hall."""
        return self.hall.minutes

    @property
    def end(self) -> float:
        """The minute of its last result."""
        return max(stage.end for stage in self.stages)

    def points(self, one: str, two: str, *, length: int) -> float:
        """Return the points that a match of two entrants takes, less by a head start."""
        if self.setup.head_start is None:
            return length
        ratings = self._entries[one].rating, self._entries[two].rating
        return points_to_play(length, self.setup.head_start(ratings, length=length))

    def begin(self) -> None:
        """Continue from the current state of its stages, and draw those that can be drawn."""
        self._take_up()
        self.advance(range(len(self.stages)))

    def go_on(self, stage: SimulatedStage) -> None:
        """Do what follows from new results of a stage."""
        if stage.number in self._sending or not stage.waits_for_its_round:
            self.advance([stage.number])

    def follows_each(self, stage: SimulatedStage) -> bool:
        """Say whether something can follow from each single result of a stage."""
        return not stage.pairs_by_rounds or stage.number in self._sending

    @property
    def _now(self) -> datetime:
        return self.setup.start + timedelta(minutes=self.minutes)

    def _rated(self) -> dict[str, float]:
        """Return the strengths of those with a rating, in points above or below their mean."""
        ratings = {
            uid: entry.rating / _UNITS for uid, entry in self._entries.items() if entry.rating is not None
        }
        mean = sum(ratings.values()) / max(1, len(ratings))
        return {uid: rating - mean for uid, rating in ratings.items()}

    def _take_up(self) -> None:
        """Continue from the current state of the stages drawn already."""
        for stage, state, pairings in zip(self.stages, self._start.states, self._start.pairings, strict=True):
            if state is not None:
                stage.state = state
                stage.results = {result.place: result for result in state.results}
                self._store(stage, pairings)

    def advance(self, stages: Collection[int]) -> None:
        """Store what follows from the results of the changed stages, as the service does."""
        with_results, with_pairings = set(stages), set[int]()
        for stage in self.stages:
            # A pairing alone sends nobody; but it determines whether a first loss is possible.
            is_fed_anew = any(
                feed.stage in with_results or (feed.stage in with_pairings and feed.take is Take.FIRST_LOSS)
                for feed in stage.setup.feeds
            )
            if stage.state is None:
                is_asked = (is_fed_anew or not stage.setup.feeds) and self._draw(stage)
            else:
                is_asked = stage.number in with_results or (is_fed_anew and stage.is_fed_during_play)
            pairings = self._follow(stage) if is_asked else []
            if pairings:
                with_pairings.add(stage.number)
            if len(self.stages) > 1 and any(
                pairing.two is None or pairing.place in stage.results for pairing in pairings
            ):
                with_results.add(stage.number)

    def _draw(self, stage: SimulatedStage) -> bool:
        """Draw a stage once its entrants are certain, and say whether they are."""
        setup = stage.setup
        if any(self.stages[feed.stage].state is None for feed in setup.feeds):
            return False
        if stage.is_fed_during_play:
            intake = tuple(self.stages[feed.stage].slots_sent(feed) for feed in setup.feeds)
            seed = self._seed()
            size = setup.format.draw([], seed=seed, options=setup.options, feeders=intake).size
            stage.drawn((), size=size, seed=seed, intake=intake)
            return True
        entries = list(self._entries.values())
        if setup.feeds:
            entrants = self._fed(stage)
            if entrants is None:
                return False
            groups = groups_of(self._seen(feed) for feed in setup.feeds)
            entries = [
                replace(self._entries[uid], seed=number, group=groups.get(uid, ""))
                for number, uid in enumerate(entrants, start=1)
            ]
        seed = self._seed()
        placement = setup.format.draw(entries, seed=seed, options=setup.options)
        lines = placement.by_entrant()
        with_lines = (replace(entry, line=lines.get(entry.uid)) for entry in entries)
        stage.drawn(with_lines, size=placement.size, seed=seed, intake=())
        return True

    def _fed(self, stage: SimulatedStage) -> list[str] | None:
        """Return the entrants from earlier stages, best placed first; None while they are not certain."""
        entrants: dict[str, None] = {}
        # All feeds from one stage follow the same lots, so that nobody comes by two of them.
        untied: dict[int, Feeder] = {}
        if any(self.stages[feed.stage].is_open and feed.take in OF_PLACES for feed in stage.setup.feeds):
            return None
        for feed in stage.setup.feeds:
            feeder = self._seen(feed)
            try:
                going = entrants_to_feed(feed, feeder)
            except FormatError as error:
                if error.problems[0].code != "tied_at_the_cut":
                    return None
                if feed.stage not in untied:
                    untied[feed.stage] = self._untied(feeder)
                going = entrants_to_feed(feed, untied[feed.stage])
            entrants |= dict.fromkeys(one.entrant for one in going)
        return list(entrants)

    def _seed(self) -> str:
        return f"{self.chance.getrandbits(64):x}"

    def _untied(self, feeder: Feeder) -> Feeder:
        """Return the feeder with its ties broken by lot, as a director would by a match."""
        lots = {standing.entrant: self.chance.random() for standing in feeder.standings}
        by_place = sorted(
            feeder.standings,
            key=lambda standing: (standing.group or 0, standing.place, lots[standing.entrant]),
        )
        return replace(
            feeder,
            standings=tuple(
                replace(standing, place=place, last_place=place)
                for place, standing in enumerate(by_place, start=1)
            ),
        )

    def _follow(self, stage: SimulatedStage) -> list[Pairing]:
        """Store the new pairings of a stage, and return them."""
        if stage.waits_for_its_round:
            return []
        new: list[Pairing] = []
        if stage.batches is not None:
            while not stage.is_open and (pairings := next(stage.batches, None)) is not None:
                new += pairings
                self._store(stage, pairings)
            return new
        if (walk := self._walk(stage)) is not None:
            return self._go_through(stage, walk)
        rules, now = stage.setup.format, self._now
        state = stage.renewed(now=now)
        if stage.is_fed_during_play:
            state = stage.state = self._with_feeders(stage, state)
        while pairings := rules.next_pairings(state):
            new += pairings
            if pairings[-1].round not in stage.lengths:
                # Most formats declare the next round; reading it before the pairings are stored costs
                # nothing.
                stage.note_lengths(state)
            # No pairing is cancelled here, so each counts as begun.
            as_begun = [
                Pairing(pairing.round, pairing.slot, pairing.one, pairing.two, is_begun=True, made_at=now)
                for pairing in pairings
            ]
            self._store(stage, as_begun)
            # A bye can lead to another pairing at once, a match only after it is played; but a player absent
            # for a round is back once the next one is paired.
            if not stage.is_taken_up and not any(
                pairing.two is None or pairing.place in stage.results for pairing in pairings
            ):
                break
            state = stage.renewed()
        return new

    def _go_through(self, stage: SimulatedStage, walk: Walk) -> list[Pairing]:
        """Store the new pairings of a stage with a walk, and return them."""
        new: list[Pairing] = []
        walk.take_in()
        while pairings := walk.new_pairings():
            new += pairings
            self._store(stage, pairings)
        return new

    def _walk(self, stage: SimulatedStage) -> Walk | None:
        """Return the walk through a stage, created on the first call; None if its format has none."""
        rules, feeds = stage.setup.format, stage.setup.feeds
        if stage.is_followed:
            return stage.walk
        stage.is_followed = True
        if not isinstance(rules, Walked):
            return None
        feeders: list[tuple[Feed, Walk]] = []
        if stage.is_fed_during_play:
            walks = [(feed, self.stages[feed.stage].walk) for feed in feeds]
            feeders = [(feed, walk) for feed, walk in walks if walk is not None]
            if len(feeders) < len(feeds):
                return None
            stage.state = self._with_feeders(stage, stage.renewed())
        others = [other.opponents for other in self.stages if other is not stage]
        stage.walk = rules.walk(
            stage.renewed(),
            feeders=feeders,
            opponents_of=lambda uid: chain.from_iterable(opponents.get(uid, ()) for opponents in others),
        )
        return stage.walk

    def leave_walks(self) -> None:
        """Replace the results of the walks by those of the formats themselves."""
        for stage in self.stages:
            if stage.walk is not None:
                stage.state, stage.walk = stage.renewed(), None
                if stage.is_fed_during_play:
                    stage.state = self._with_feeders(stage, stage.state)

    def _with_feeders(self, stage: SimulatedStage, state: State) -> State:
        """Store the entries admitted from earlier stages."""
        feeders = tuple(self._seen(feed) for feed in stage.setup.feeds)
        # The caches of the formats compare the tuple of feeders by identity.
        if len(feeders) == len(state.feeders) and all(map(is_, feeders, state.feeders)):
            return state
        stage.read_at = {}
        with_feeders = replace(state, feeders=feeders, meetings=tuple(self._meetings))
        return replace(
            with_feeders, entries=with_feeders.entries + stage.setup.format.admissions(with_feeders)
        )

    def _seen(self, feed: Feed) -> Feeder:
        """Return a stage as its fed stages see it; during a walk, without its own feeders."""
        stage = self.stages[feed.stage]
        if stage.walk is not None and stage.is_fed_during_play:
            stage.state = self._with_feeders(stage, stage.renewed())
        return stage.as_feeder(feed)

    def _store(self, stage: SimulatedStage, new: Iterable[Pairing]) -> None:
        """Store pairings; matches that are to be played go to the hall."""
        pairings = stage.pairings
        matches: list[Pairing] = []
        is_new = not stage.is_taken_up and not self._gone
        for pairing in new:
            place, one, two = (pairing.round, pairing.slot), pairing.one, pairing.two
            pairings[place] = pairing
            if two is None:
                stage.byes[one] += 1
                stage.sittings_out += 1
                continue
            if self._hears_of_meetings:
                self._meetings.append((one, two))
                stage.opponents[one].add(two)
                stage.opponents[two].add(one)
            if not is_new and self._is_settled(stage, place, one, two):
                continue
            self._count(stage, one, two)
            matches.append(pairing)
        self.hall.store(self, stage, matches, is_new=is_new)

    def _is_settled(self, stage: SimulatedStage, place: Place, one: str, two: str) -> bool:
        """Say whether a match is decided, including walkovers; count it if it was played."""
        results, leavers = stage.results, self._gone
        if place not in results and not leavers.isdisjoint((one, two)):
            winner = next((uid for uid in (one, two) if uid not in leavers), None)
            results[place] = walkover = Result(*place, one, two, winner, is_played=False, is_given=True)
            if stage.walk is not None:
                stage.walk.settle(walkover)
        if place in results and results[place].is_played:
            self._count(stage, one, two)
        return place in results

    def _count(self, stage: SimulatedStage, one: str, two: str) -> None:
        """Count a match that is or will be played."""
        stage.matches += 1
        self.matches[one] += 1
        self.matches[two] += 1
        pair = (one, two) if one < two else (two, one)
        if pair in self._met:
            stage.rematches += 1
        self._met.add(pair)
