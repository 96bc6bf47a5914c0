"""The simulated hall: stages that share players and tables, with a clock of its own."""

import heapq
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from operator import is_
from random import Random

from tournaments.formats.abilities import Walked
from tournaments.formats.base import Entry, Feeder, Pairing, Result, State
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed, Take
from tournaments.formats.feeds import entrants_to_feed
from tournaments.formats.groups_apart import groups_of
from tournaments.formats.walk import Walk
from tournaments.simulation.stage import Place, Setup, SimulatedStage

# How many minutes a hall may be idle before a format that pairs by time must pair.
_LONGEST_PAUSE = 120
# How many durations are drawn for a match under way before it counts as about to end.
_THROWS = 64
_PLACES = frozenset({Take.TOP, Take.GROUP_TOP, Take.REST})


class SimulatedEvent:
    """An event during its simulation; the results are read from it afterwards.

    `strength` lists the entrants, strongest first if nothing has been drawn before. `may_go_on` is called after every
    match, or after every round that is paired as a whole, and says whether time is left.
    """

    def __init__(self, setup: Setup, *, chance: Random, may_go_on: Callable[[], bool] | None = None) -> None:
        self.setup = setup
        self._may_go_on = may_go_on
        self.minutes = 0.0
        self.stages = [SimulatedStage(stage, number) for number, stage in enumerate(setup.stages)]
        self._chance = chance
        self._ready: list[tuple[float, int, Place]] = []
        self._playing: list[tuple[float, int, Place, str]] = []
        self._busy: set[str] = set()
        self._met: set[tuple[str, str]] = set()
        self._meetings: list[tuple[str, str]] = []
        self._entries = self._all_entries()
        self.waiting = dict.fromkeys(self._entries, 0.0)
        self.matches = dict.fromkeys(self._entries, 0)
        self._free_since = dict.fromkeys(self._entries, 0.0)
        self._gone = {uid for uid, entry in self._entries.items() if entry.is_withdrawn}
        strengths = sorted((chance.gauss(0, setup.deviation) for _ in self._entries), reverse=True)
        self.strength = dict(zip(self._entries, strengths, strict=True))
        self._shape = 1 / setup.spread**2
        self._hears_of_meetings = any(stage.is_fed_during_play for stage in self.stages)
        # Each decided match of a feeding stage can lead to new pairings in the fed stage.
        self._sending = {
            feed.stage for stage in setup.stages for feed in stage.feeds if feed.take not in _PLACES
        }

    def play(self) -> None:
        """Play to the end, or until nothing follows any more; FormatError: `no_time_left`."""
        self._take_up()
        self._advance(range(len(self.stages)))
        while True:
            if self._may_go_on is not None and not self._may_go_on():
                raise FormatError(Problem("no_time_left"))
            if self._ready:
                self._call()
            if self._playing:
                stage = self.stages[self._playing[0][1]]
                self._finish(stage, self._ending(stage))
                if stage.number in self._sending or not stage.waits_for_its_round:
                    self._advance([stage.number])
            elif not self._pause():
                self._leave_walks()
                return

    @property
    def _now(self) -> datetime:
        return self.setup.start + timedelta(minutes=self.minutes)

    def _all_entries(self) -> dict[str, Entry]:
        """Return all entries of the event, in the order of strength if there are none yet."""
        # Fields that concern one stage alone are not copied to another.
        entries = {
            entry.uid: replace(
                entry, line=None, origin=None, is_late=False, is_moved=False, joins=1, absent=frozenset()
            )
            for stage in self.setup.stages
            if stage.state is not None
            for entry in stage.state.entries
        }
        wants = any(feed.is_opt_in for stage in self.setup.stages for feed in stage.feeds) or None
        uids = (f"e{number}" for number in range(self.setup.entrants))
        return entries or {
            uid: Entry(uid, seed=seed, goes_on=wants) for seed, uid in enumerate(uids, start=1)
        }

    def _take_up(self) -> None:
        """Continue from the current state of the stages drawn already."""
        for stage in self.stages:
            if (state := stage.setup.state) is None:
                continue
            stage.state = replace(state, is_held=False)
            stage.results = {result.place: result for result in state.results}
            pairings = sorted(state.pairings, key=lambda pairing: pairing.place)
            self._store(stage, [replace(pairing, is_begun=True) for pairing in pairings])

    def _advance(self, stages: Collection[int]) -> None:
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
        if any(self.stages[feed.stage].is_open and feed.take in _PLACES for feed in stage.setup.feeds):
            return None
        for feed in stage.setup.feeds:
            feeder = self._seen(feed)
            try:
                going = entrants_to_feed(feed, feeder)
            except FormatError as error:
                if error.problems[0].code != "tied_at_the_cut":
                    return None
                going = entrants_to_feed(feed, self._untied(feeder))
            entrants |= dict.fromkeys(one.entrant for one in going)
        return list(entrants)

    def _seed(self) -> str:
        return f"{self._chance.getrandbits(64):x}"

    def _untied(self, feeder: Feeder) -> Feeder:
        """Return the feeder with its ties broken by lot, as a director would by a match."""
        lots = {standing.entrant: self._chance.random() for standing in feeder.standings}
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

    def _leave_walks(self) -> None:
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
        """Store pairings: each is already under way, starts now, waits for a table or a player, or needs no play."""
        pairings, busy = stage.pairings, self._busy
        beginning: list[Pairing] = []
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
            if place in stage.setup.playing or self._can_begin(one, two, len(beginning)):
                busy.add(one)
                busy.add(two)
                beginning.append(pairing)
            else:
                heapq.heappush(self._ready, (self.minutes, stage.number, place))
        self._begin(stage, beginning)

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

    def _can_begin(self, one: str, two: str, beginning: int) -> bool:
        """Say whether two players can start at once, with this many other matches."""
        # Matches that already wait go first.
        if self._ready or one in self._busy or two in self._busy:
            return False
        return self.setup.tables is None or len(self._playing) + beginning < self.setup.tables

    def _call(self) -> None:
        """Start the matches that have waited longest, while tables and both players are free."""
        postponed = []
        while self._ready and (self.setup.tables is None or len(self._playing) < self.setup.tables):
            match = heapq.heappop(self._ready)
            _, number, place = match
            stage = self.stages[number]
            pairing = stage.pairings[place]
            if self._busy.isdisjoint(pairing.entrants):
                self._busy.update(pairing.entrants)
                self._begin(stage, [pairing])
            else:
                postponed.append(match)
        for match in postponed:
            heapq.heappush(self._ready, match)

    def _begin(self, stage: SimulatedStage, matches: Iterable[Pairing]) -> None:
        """Start matches of players who are marked as busy; the FIBS formula gives the winner."""
        now, waiting, free_since, strength = self.minutes, self.waiting, self._free_since, self.strength
        under_way, random = stage.setup.playing, self._chance.random
        for pairing in matches:
            number, one, two = pairing.round, pairing.one, pairing.two or ""
            place, length = (number, pairing.slot), stage.length(number)
            minutes = self._rest(length, under_way[place]) if place in under_way else self._time(length)
            wins = 1 / (10 ** ((strength[two] - strength[one]) * length**0.5 / 2000) + 1)
            winner = one if random() < wins else two
            waiting[one] += now - free_since[one]
            waiting[two] += now - free_since[two]
            heapq.heappush(self._playing, (now + minutes, stage.number, place, winner))

    def _ending(self, stage: SimulatedStage) -> list[tuple[float, int, Place, str]]:
        """Remove and return the next match of a stage to end, or its whole round if nothing happens in between."""
        is_followed = not stage.pairs_by_rounds or stage.number in self._sending
        if is_followed or self._ready or len(self._playing) != stage.undecided:
            return [heapq.heappop(self._playing)]
        ending, self._playing = sorted(self._playing), []
        return ending

    def _finish(self, stage: SimulatedStage, matches: Iterable[tuple[float, int, Place, str]]) -> None:
        """End matches as planned; formats do not read the time."""
        pairings, results, free_since, busy = stage.pairings, stage.results, self._free_since, self._busy
        for minutes, _, place, winner in matches:
            pairing = pairings[place]
            one, two = pairing.one, pairing.two or ""
            results[place] = result = Result(pairing.round, pairing.slot, one, two, winner)
            if stage.walk is not None:
                stage.walk.settle(result)
            free_since[one] = free_since[two] = stage.end = minutes
            busy.discard(one)
            busy.discard(two)
        self.minutes = stage.end

    def _time(self, length: int) -> float:
        mean = self.setup.minutes_per_point * length
        return self._chance.gammavariate(self._shape, mean / self._shape)

    def _rest(self, length: int, minutes: float) -> float:
        """Return the remaining duration of a match that has lasted this long."""
        for _ in range(_THROWS):
            if (time := self._time(length)) > minutes:
                return time - minutes
        # It lasts longer than any drawn duration: it continues like a match of one point.
        return self._time(1)

    def _pause(self) -> bool:
        """Advance the clock for a format that pairs by time; return False if nothing follows any more."""
        waiting = [stage.number for stage in self.stages if stage.state is not None and not stage.is_complete]
        until = self.minutes + _LONGEST_PAUSE
        while waiting and self.minutes < until:
            self.minutes += 1
            self._advance(waiting)
            if self._playing or self._ready:
                return True
        return False
