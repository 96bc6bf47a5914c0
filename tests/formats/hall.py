"""Stages written down as they were played, and a clock that runs them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from random import Random

from tests.formats.tournament import Tournament
from tournaments.formats import FORMATS, Entry, Options, Pairing, Result, State


def play_rounds(code: str, uids: str, *rounds: str, options: Options, seed: str = "seed") -> Tournament:
    """A stage of one-letter entrants with what was played, round by round, and nothing computed yet.

    `a>b` is a win of a, `a=b` a double forfeit, `a-b` a match without a result, `a` alone a bye.
    """
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids)}
    tournament = Tournament(code, seed, options, len(uids), entries)
    for number, words in enumerate(rounds, start=1):
        for slot, word in enumerate(words.split()):
            one, two = word[0], word[2:] or None
            place = (number, slot)
            has_result = two is not None and "-" not in word
            tournament.pairings[place] = Pairing(*place, one, two, is_begun=has_result)
            if two is not None and has_result:
                winner = one if ">" in word else None
                tournament.results[place] = Result(*place, one, two, winner, is_played=winner is not None)
    return tournament


def pairs(pairings: list[Pairing] | tuple[Pairing, ...]) -> set[str]:
    """Pairings as sorted letters: `ab` for a match, `c` for a bye."""
    return {"".join(sorted(pairing.entrants)) for pairing in pairings}


@dataclass
class Hall:
    """A hall with tables for everybody: matches begin when they are paired and last as long as chance says."""

    code: str
    count: int
    options: Options
    chance: Random
    state: State = field(init=False)
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    running: list[tuple[datetime, int, Pairing]] = field(default_factory=list)

    def __post_init__(self) -> None:
        entries = [Entry(f"e{number}") for number in range(self.count)]
        seed = str(self.chance.random())
        lines = FORMATS[self.code].draw(entries, seed=seed, options=self.options).by_entrant()
        entries_on_lines = tuple(replace(entry, line=lines[entry.uid]) for entry in entries)
        self.state = State(
            size=self.count, entries=entries_on_lines, seed=seed, options=self.options, now=self.now
        )

    def run(self, *, tick: timedelta | None = None) -> timedelta:
        """Play to the end and answer how long it took; with `tick`, time alone asks for pairings too."""
        start = self.now
        self._pair()
        while self.running:
            if tick is not None and self.now + tick < self.running[0][0]:
                self.now += tick
            else:
                self.now, _, pairing = heappop(self.running)
                self._finish(pairing)
            self._pair()
        return self.now - start

    def _pair(self) -> None:
        self.state = replace(self.state, now=self.now)
        while pairings := FORMATS[self.code].next_pairings(self.state):
            dated_pairings = tuple(replace(pairing, made_at=self.now) for pairing in pairings)
            self.state = replace(self.state, pairings=self.state.pairings + dated_pairings)
            for pairing in dated_pairings:
                if not pairing.is_bye:
                    # Seven points at eight minutes each, spread as in long lists of matches.
                    minutes = 7 * 8 * self.chance.gammavariate(8, 1 / 8)
                    heappush(self.running, (self.now + timedelta(minutes=minutes), id(pairing), pairing))

    def _finish(self, pairing: Pairing) -> None:
        assert pairing.two is not None
        winner = self.chance.choice(pairing.entrants)
        result = Result(*pairing.place, pairing.one, pairing.two, winner, at=self.now)
        self.state = replace(self.state, results=(*self.state.results, result))
