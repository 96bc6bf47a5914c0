"""The free players of a marathon, the order of their waiting, and who meets whom."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.base import Entry, Pairing, State
from tournaments.formats.chance import by_chance
from tournaments.formats.latest import latest
from tournaments.formats.marathon.options import Again, MarathonOptions
from tournaments.formats.rounds import Record, course_of, entrants_of, free_slots

Key = frozenset[str]


class Waiting(NamedTuple):
    """A free player: the end of its last match, None without one or without times, and the number of its matches."""

    entrant: str
    since: datetime | None
    matches: int

    @property
    def order(self) -> tuple[bool, float, int]:
        """A sort key: who has not played first, then who has waited longest, then who has played least."""
        return self.since is not None, self.since.timestamp() if self.since else 0.0, self.matches


class Meeting(NamedTuple):
    """A match about to be paired: the player who is paired first, the other one, and all whom that player could meet.

    `ahead` are the players before the first one who could meet nobody, `behind` the free ones after it, in the order of
    waiting.
    """

    first: Waiting
    second: Waiting
    others: Sequence[Waiting]
    ahead: Sequence[Waiting]
    behind: Sequence[Waiting]


@dataclass(frozen=True)
class MarathonTable:
    """A marathon: the record of every entrant, the matches without a result, and the newest round.

    The round of a match is one more than the last round of either player, so nobody sits twice in a round.
    """

    state: State
    options: MarathonOptions
    records: Mapping[str, Record]
    open: tuple[Pairing, ...]
    newest: int

    @property
    def bell(self) -> datetime | None:
        """The time after which no match is paired; None before the first pairing, or without times."""
        times = [pairing.made_at for pairing in self.state.pairings if pairing.made_at is not None]
        return min(times) + timedelta(minutes=self.options.minutes) if times else None

    @property
    def is_over_time(self) -> bool:
        """Whether the time is over."""
        bell, now = self.bell, self.state.now
        return bell is not None and now is not None and now >= bell

    @cached_property
    def times_met(self) -> Counter[Key]:
        """How often two players have been paired, by the keys of the players."""
        return Counter(
            frozenset((self.key(pairing.one), self.key(pairing.two)))
            for pairing in self.state.pairings
            if pairing.two is not None
        )

    def key(self, uid: str) -> str:
        """Return the key of the player of an entrant, the same for all entries of one player."""
        entry = self._entries.get(uid)
        return uid if entry is None else entry.player or uid

    def met(self, one: str, two: str) -> int:
        """Return how often two entrants have been paired."""
        return self.times_met[frozenset((self.key(one), self.key(two)))]

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Return the matches of players free now: from the longest wait on, each meets whom it has met least often.

        A player who misses rounds is away until the newest round is past them, unless nobody else is left to play. Two
        meet again at once, although others come first, only if nobody else is free and nobody plays.
        """
        meetings = tuple(self._meetings(self.waiting()))
        if not meetings and not self.open:
            meetings = tuple(self._meetings(self.waiting(keeps_absent=False)))
        if not meetings and not self.open and self.options.again is Again.LATER:
            meetings = tuple(self._meetings(self.waiting(keeps_absent=False), is_at_once=True))
        return meetings

    def pairings(self) -> tuple[Pairing, ...]:
        """Return the pairings of the players free now, whatever the time."""
        pairings: list[Pairing] = []
        for meeting in self.meetings:
            one, two = meeting.first.entrant, meeting.second.entrant
            number = max(self._next_round(one), self._next_round(two))
            (slot,) = free_slots([*self.state.pairings, *pairings], number, 1)
            pairings.append(Pairing(number, slot, one, two))
        return tuple(sorted(pairings, key=lambda pairing: pairing.place))

    def waiting(self, *, keeps_absent: bool = True) -> list[Waiting]:
        """Return the free players who have matches left, the longest wait first; the lot decides between equals."""
        playing = {uid for pairing in self.open for uid in pairing.entrants}
        free = [
            entry.uid
            for entry in entrants_of(self.state)
            if entry.uid not in playing
            and not entry.is_withdrawn
            and len(self.records[entry.uid].rounds) < self.options.most_matches
            and not (keeps_absent and self.newest + 1 in entry.absent)
        ]
        by_lot = by_chance(free, seed=self.state.seed_now, round_number=self.newest + 1, purpose="waiting")
        players = [Waiting(uid, self._ends.get(uid), len(self.records[uid].rounds)) for uid in by_lot]
        return sorted(players, key=lambda player: player.order)

    def may_meet(self, one: str, two: str, *, is_at_once: bool = False) -> bool:
        """Say whether the options let two entrants meet now; two entries of one player never do."""
        if self.key(one) == self.key(two):
            return False
        if self.options.again is Again.NEVER:
            return not self.met(one, two)
        if self.options.again is Again.ANY_TIME or is_at_once:
            return True
        return self.key(two) != self._last.get(one) and self.key(one) != self._last.get(two)

    def _meetings(self, order: Sequence[Waiting], *, is_at_once: bool = False) -> Iterator[Meeting]:
        free, ahead = list(order), list[Waiting]()
        while free:
            first, *free = free
            others = [
                other for other in free if self.may_meet(first.entrant, other.entrant, is_at_once=is_at_once)
            ]
            if not others:
                ahead.append(first)
                continue
            second = min(others, key=lambda other: self.met(first.entrant, other.entrant))
            yield Meeting(first, second, others, tuple(ahead), tuple(free))
            free.remove(second)

    def _next_round(self, uid: str) -> int:
        return max([self._entries[uid].joins - 1, *self.records[uid].rounds]) + 1

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        return {entry.uid: entry for entry in self.state.entries}

    @cached_property
    def _ends(self) -> dict[str, datetime]:
        """The end of the last match of each entrant, as far as it is known."""
        ends: dict[str, datetime] = {}
        for result in self.state.results:
            for uid in (result.one, result.two):
                if result.at is not None:
                    ends[uid] = max(ends.get(uid, result.at), result.at)
        return ends

    @cached_property
    def _last(self) -> dict[str, str]:
        """The key of the last opponent of each entrant."""
        last: dict[str, str] = {}
        pairs = [(one.round, one.one, one.two) for one in self.state.pairings if one.two is not None]
        for _, one, two in sorted(pairs):
            last[one], last[two] = self.key(two), self.key(one)
        return last


@latest("entries", "pairings", "results", "options", "seed", "now", "lot", "lots")
def table_of(state: State) -> MarathonTable:
    """Return the table of a state."""
    course = course_of(state)
    options = MarathonOptions.of(state.options)
    return MarathonTable(state, options, course.records, tuple(course.open.values()), course.newest)
