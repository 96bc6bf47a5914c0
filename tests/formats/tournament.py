"""A stage kept in memory: it does with a format's answers what the service does with rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from operator import is_
from random import Random
from typing import Self, TypeVar

from tournaments.formats import (
    FORMATS,
    ByChallenge,
    Challenge,
    Entry,
    Format,
    Options,
    Pairing,
    Result,
    State,
)

Place = tuple[int, int]
T = TypeVar("T")
# How often everybody who may asks for a match before the director closes a ladder.
_WAVES = 3


def reuse(rows: Iterable[T], last: tuple[T, ...]) -> tuple[T, ...]:
    """Return the earlier tuple where every row is the same object, so that formats reuse their cache."""
    now = tuple(rows)
    return last if len(now) == len(last) and all(map(is_, now, last)) else now


def entrants(count: int) -> list[Entry]:
    """Return that many entrants without seeds."""
    return [Entry(f"e{number}") for number in range(1, count + 1)]


@dataclass
class Tournament:
    """One stage of one format, drawn, with every change a director can make to it.

    Where matches are played by challenge its entrants challenge each other by chance whenever nobody has a match left, a
    few times over; then it is held, which ends it.
    """

    code: str
    seed: str
    options: Options
    size: int
    entries: dict[str, Entry]
    pairings: dict[Place, Pairing] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    is_held: bool = False
    challenges: list[Challenge] = field(default_factory=list)
    lots: dict[int, str] = field(default_factory=dict)
    """By which lot each round is paired; by the seed without one."""
    waves: int = 0
    # The state that was read last: while nothing has changed, nothing is read anew, as in the service.
    _read: State | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def from_draw(
        cls, code: str, entries: list[Entry], *, seed: str = "seed", options: Options | None = None
    ) -> Self:
        """Draw the entrants and store what can be paired."""
        form_options = FORMATS[code].options() if options is None else options
        placement = FORMATS[code].draw(entries, seed=seed, options=form_options)
        lines = placement.by_entrant()
        entries_by_uid = {entry.uid: replace(entry, line=lines.get(entry.uid)) for entry in entries}
        tournament = cls(code, seed, form_options, placement.size, entries_by_uid)
        tournament.advance()
        return tournament

    @property
    def format(self) -> Format:
        """Its format."""
        return FORMATS[self.code]

    @property
    def state(self) -> State:
        """What the format may see."""
        return self.own_state

    @property
    def own_state(self) -> State:
        """What is known here, without other stages; the same object until something changes."""
        last = self._read
        now = State(
            size=self.size,
            entries=reuse(self.entries.values(), () if last is None else last.entries),
            seed=self.seed,
            options=self.options,
            pairings=reuse(self.pairings.values(), () if last is None else last.pairings),
            results=reuse(self.results.values(), () if last is None else last.results),
            is_held=self.is_held,
            challenges=reuse(self.challenges, () if last is None else last.challenges),
            lot=self._lot(),
            lots=tuple(self.lots.items()),
        )
        # Pairings are equal whether or not they have begun.
        if last is None or now.pairings is not last.pairings or now != last:
            self._read = last = now
        return last

    def _lot(self) -> str:
        """The lot of the next round."""
        if not self.lots:
            return ""
        return self.lots.get(max((row.round for row in self.pairings.values()), default=0) + 1, "")

    def advance(self) -> list[Pairing]:
        """Cancel and store until nothing is new; return what was stored."""
        new_pairings: list[Pairing] = []
        while True:
            stale = self.format.stale_pairings(self.state)
            assert not any(pairing.is_begun for pairing in stale)
            fresh = self.format.next_pairings(self.state.without(stale))
            for pairing in stale:
                del self.pairings[pairing.place]
                # A walkover given by the service does not make a match begun, and goes with it.
                self.results.pop(pairing.place, None)
            for pairing in fresh:
                assert pairing.place not in self.pairings
                self.pairings[pairing.place] = pairing
            new_pairings += fresh
            if not stale and not fresh and not self._ask():
                return new_pairings

    def _ask(self) -> bool:
        """Let everybody who may challenge somebody, once nobody waits; say whether anybody did."""
        form = self.format
        if not isinstance(form, ByChallenge) or self.is_held or self.waiting():
            return False
        self.waves += 1
        count = len(self.challenges)
        chance = Random(f"{self.seed} {self.waves}")
        for uid in chance.sample(sorted(self.entries), k=len(self.entries)) if self.waves <= _WAVES else ():
            if candidates := form.within_reach(self.state, uid):
                self.challenges.append(Challenge(len(self.challenges) + 1, uid, chance.choice(candidates)))
        self.is_held = len(self.challenges) == count
        return not self.is_held

    def waiting(self) -> list[Pairing]:
        """Return the matches without a result."""
        return [
            pairing
            for place, pairing in sorted(self.pairings.items())
            if not pairing.is_bye and place not in self.results
        ]

    def begin(self, place: Place) -> None:
        """Start a match."""
        self.pairings[place] = replace(self.pairings[place], is_begun=True)

    def finish(self, place: Place, winner: str | None) -> None:
        """Settle a match, advance not included; no winner is a double forfeit."""
        pairing = self.pairings[place]
        assert pairing.two is not None
        self.begin(place)
        self.results[place] = Result(*place, pairing.one, pairing.two, winner, is_played=winner is not None)

    def win(self, winner: str) -> None:
        """Settle the first match that this entrant is waiting for, and advance."""
        pairing = next(pairing for pairing in self.waiting() if winner in pairing.entrants)
        self.finish(pairing.place, winner)
        self.advance()

    def try_change(self, *entries: Entry, result: Result | None = None) -> bool:
        """Change entries or a result unless a begun match would no longer follow; say whether it was done."""
        tournament = replace(
            self,
            entries={**self.entries, **{entry.uid: entry for entry in entries}},
            results=self.results if result is None else {**self.results, result.place: result},
        )
        if any(pairing.is_begun for pairing in tournament.format.stale_pairings(tournament.state)):
            return False
        self.entries, self.results = tournament.entries, tournament.results
        self.advance()
        return True
