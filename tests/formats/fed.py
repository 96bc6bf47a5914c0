"""An event of several stages reuse in memory: it joins stages as the service does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.formats.tournament import Tournament, entrants, reuse
from tournaments.formats import (
    FORMATS,
    Entry,
    Feed,
    Feeder,
    Options,
    Result,
    State,
    Take,
    feeding_rounds,
    stale_entries,
)
from tournaments.formats.single_elimination.format import SingleEliminationOptions

LOSERS = Feed(0, Take.LOSERS, nearest=1)
LAST_CHANCE = Feed(1, Take.LOSERS, nearest=2)


class Begun(Exception):
    """A change after which a begun match would no longer follow; the service refuses it as a whole."""


def feeder_of(tournament: Tournament, *, stage: int, feed: Feed | None = None) -> Feeder:
    """The stage as those see it that it feeds."""
    form, state = tournament.format, tournament.state
    return Feeder(
        stage=str(stage),
        size=state.size,
        entries=state.entries,
        rounds=form.rounds(state),
        outline=form.outline(state),
        results=state.results,
        standings=form.standings(state),
        is_complete=form.is_complete(state),
        feed=feed,
    )


@dataclass
class FedStage(Tournament):
    """A stage that other stages of an event feed during play."""

    feeds: tuple[Feed, ...] = ()
    event: Event | None = None
    # What the stages held when they were last joined and the state of that moment, and each feeder with the state it was
    # read from: to read feeders takes long.
    _joined: tuple[tuple[State, ...], State] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    _feeders: dict[Feed, tuple[State, Feeder]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def state(self) -> State:
        """What the format may see."""
        assert self.event is not None
        stages, cache = self.event.stages, self._joined
        states = reuse([stage.own_state for stage in stages], () if cache is None else cache[0])
        if cache is None or states is not cache[0]:
            last = None if cache is None else cache[1]
            cache = self._joined = states, self._state(stages, () if last is None else last.feeders)
        return cache[1]

    def _state(self, stages: Sequence[Tournament], feeders: tuple[Feeder, ...]) -> State:
        return replace(
            self.own_state,
            feeders=reuse([self._feeder(stages[feed.stage], feed) for feed in self.feeds], feeders),
            intake=tuple(intake(stages[feed.stage], feed) for feed in self.feeds),
            meetings=tuple(
                (pairing.one, pairing.two)
                for stage in stages
                for pairing in stage.pairings.values()
                if pairing.two is not None
            ),
        )

    def _feeder(self, stage: Tournament, feed: Feed) -> Feeder:
        """A stage as it was read last, until it has changed."""
        state = stage.state
        cache = self._feeders.get(feed)
        if cache is None or cache[0] is not state:
            cache = self._feeders[feed] = state, feeder_of(stage, stage=feed.stage, feed=feed)
        return cache[1]

    def take_in(self) -> None:
        """Let go who has not lost after all, and let in who has."""
        state = self.state
        if leavers := stale_entries(state.entries, state.feeders):
            for leaver in leavers:
                del self.entries[leaver.uid]
            state = self.state
        entries = self.format.admissions(state)
        for entry in entries:
            assert entry.uid not in self.entries
            self.entries[entry.uid] = entry
        # Asked again with nothing new, a format gives the same answer.
        assert not entries or self.format.admissions(self.state) == ()


def intake(tournament: Tournament, feed: Feed) -> tuple[int, ...]:
    """How many slots each round has whose losers a feed takes."""
    form, state = tournament.format, tournament.state
    outline = form.outline(state)
    return tuple(
        len(outline.rounds[declared.number - 1]) for declared in feeding_rounds(feed, form.rounds(state))
    )


@dataclass
class Event:
    """Stages in their order, the first one drawn and the others fed during play."""

    stages: list[Tournament] = field(default_factory=list)

    @classmethod
    def from_draw(
        cls,
        count: int,
        *feeds: Feed,
        options: Options | None = None,
        main: Sequence[Entry] | None = None,
        code: str = "single_elimination",
        seed: str = "seed",
        main_options: Options | None = None,
    ) -> Event:
        """Draw so many entrants, and behind them a consolation for each feed."""
        entries = list(main) if main is not None else entrants(count)
        event = cls([Tournament.from_draw(code, entries, seed=seed, options=main_options)])
        for feed in feeds:
            event.add(feed, options=options)
        event.advance()
        return event

    def add(self, *feeds: Feed, options: Options | None = None, code: str = "consolation") -> FedStage:
        """Draw one more stage fed during play."""
        form = FORMATS[code]
        form_options = form.options() if options is None else options
        shape = [intake(self.stages[feed.stage], feed) for feed in feeds]
        size = form.draw([], seed="seed", options=form_options, feeders=shape).size
        stage = FedStage(code, "seed", form_options, size, {}, feeds=feeds, event=self)
        self.stages.append(stage)
        return stage

    def advance(self) -> None:
        """Do what follows in every stage, in their order; who has withdrawn loses each match."""
        for stage in self.stages:
            if isinstance(stage, FedStage):
                stage.take_in()
            if any(pairing.is_begun for pairing in stage.format.stale_pairings(stage.state)):
                raise Begun
            stage.advance()
            while pairings := [
                pairing
                for pairing in stage.waiting()
                if not pairing.is_begun and any(stage.entries[uid].is_withdrawn for uid in pairing.entrants)
            ]:
                for pairing in pairings:
                    others = [uid for uid in pairing.entrants if not stage.entries[uid].is_withdrawn]
                    assert pairing.two is not None
                    winner = others[0] if others else None
                    stage.results[pairing.place] = Result(
                        *pairing.place, pairing.one, pairing.two, winner, is_played=False
                    )
                stage.advance()

    def withdraw(self, uid: str) -> None:
        """Let an entrant leave the event."""
        for stage in self.stages:
            if uid in stage.entries:
                stage.entries[uid] = replace(stage.entries[uid], is_withdrawn=True)
        self.advance()

    def declare(self, uid: str, *, goes_on: bool) -> None:
        """Let an entrant say whether it plays on."""
        for stage in self.stages:
            if uid in stage.entries:
                stage.entries[uid] = replace(stage.entries[uid], goes_on=goes_on)
        self.advance()

    def win(self, winner: str, *, stage: int = 0) -> None:
        """Settle the match that this entrant is waiting for, and advance all."""
        self.stages[stage].win(winner)
        self.advance()

    def lose(self, loser: str, *, stage: int = 0) -> None:
        """Settle the match that this entrant is waiting for, the other way round."""
        (pairing,) = [
            waiting_pairing
            for waiting_pairing in self.stages[stage].waiting()
            if loser in waiting_pairing.entrants
        ]
        (winner,) = set(pairing.entrants) - {loser}
        self.win(winner, stage=stage)

    def play_out(self, chance: Random) -> None:
        """Settle waiting matches of all stages, some at a time, until nothing waits."""
        while waiting := [(stage, pairing) for stage in self.stages for pairing in stage.waiting()]:
            for stage, pairing in chance.sample(waiting, k=chance.randint(1, len(waiting))):
                stage.finish(pairing.place, chance.choice(pairing.entrants))
            self.advance()


def placed(
    *lines: str | None, feeds: tuple[Feed, ...] = (LOSERS,), clubs: dict[str, str] | None = None
) -> Event:
    """An event whose main bracket has these entrants on its lines, with a consolation for each feed."""
    club_of = clubs or {}
    entries = {
        uid: Entry(uid, line=line, club=club_of.get(uid, ""))
        for line, uid in enumerate(lines)
        if uid is not None
    }
    main = Tournament("single_elimination", "seed", SingleEliminationOptions(), len(lines), entries)
    event = Event([main])
    main.advance()
    for feed in feeds:
        event.add(feed)
    event.advance()
    return event
