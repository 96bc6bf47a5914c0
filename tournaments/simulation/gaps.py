"""What is known of the gaps between matches: from when a match could begin to when it began."""

import heapq
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from tournaments.simulation.opening import Opening

# Longer gaps are a meal that nobody planned, or a player who was away; they say nothing about the next one.
LONGEST_GAP = 60.0
# The gap that a director may expect where nothing is known, and how many gaps that is worth.
_USUAL_GAP = 4.0
_WORTH, _WORTH_OF_PAST = 2, 6
_LONG_AGO = -inf


@dataclass(frozen=True, slots=True)
class StampedMatch:
    """A match with the stamps that it has, in minutes: `ready` is when it could be paired.

    `begins` is its start, or its call where nobody stamps starts; `ends` is None while it is under way, and `table` is
    empty if unknown.
    """

    people: tuple[str, ...]
    begins: float
    ends: float | None = None
    ready: float | None = None
    table: str = ""


@dataclass(frozen=True, slots=True)
class GapBelief:
    """What is known of the gaps: those that were seen, and the mean of those expected beside `worth` of them."""

    seen: tuple[float, ...] = ()
    usual: float = _USUAL_GAP
    worth: int = _WORTH

    @property
    def mean(self) -> float:
        """The mean gap."""
        return (self.worth * self.usual + sum(self.seen)) / (self.worth + len(self.seen))

    def draw(self, chance: Random) -> tuple[float, ...]:
        """Draw the gaps of one hall from what is known: as many as were seen, each of them as likely as another."""
        usual = self.usual * chance.gammavariate(2, 0.5)
        unseen = [chance.expovariate(1) * usual for _ in range(self.worth)]
        gaps = [*self.seen, *unseen]
        return tuple(chance.choices(gaps, k=max(len(gaps), 8)))


def learnt_gaps(
    matches: Iterable[StampedMatch],
    *,
    tables: int | None,
    opening: Opening,
    past: Sequence[tuple[float, int]] = (),
) -> GapBelief:
    """Return what matches teach about the gaps; `past` are the mean gaps of earlier tournaments and their numbers."""
    stamped = sorted(matches, key=lambda one: one.begins)
    gaps: list[float] = []
    for match, since, table in zip(stamped, _free_since(stamped), _tables_free(stamped, tables), strict=True):
        if since is None:
            continue
        at = opening.begin(max(since, table, since if match.ready is None else match.ready))
        gap = max(0.0, match.begins - at)
        if gap <= LONGEST_GAP and opening.is_open_between(at, match.begins):
            gaps.append(gap)
    if past:
        total = sum(count for _mean, count in past)
        return GapBelief(tuple(gaps), sum(mean * count for mean, count in past) / total, _WORTH_OF_PAST)
    return GapBelief(tuple(gaps))


def _free_since(matches: Sequence[StampedMatch]) -> list[float | None]:
    """Return since when the players, and the table if it is known, were free for each match; None if nobody had played."""
    ends: dict[str, list[float]] = defaultdict(list)
    for match in matches:
        if match.ends is not None:
            for name in (*match.people, *([f"table {match.table}"] if match.table else [])):
                ends[name].append(match.ends)
    for moments in ends.values():
        moments.sort()
    free: list[float | None] = []
    for match in matches:
        before = [_last(ends[name], match.begins) for name in match.people if name in ends]
        played = [moment for moment in before if moment is not None]
        table = _last(ends.get(f"table {match.table}", []), match.begins)
        free.append(max(*played, table or played[0]) if played else None)
    return free


def _last(moments: Sequence[float], until: float) -> float | None:
    """Return the last of these sorted moments that is not later than this one."""
    number = bisect_right(moments, until)
    return moments[number - 1] if number else None


def _tables_free(matches: Sequence[StampedMatch], tables: int | None) -> list[float]:
    """Return since when a table was free for each match: the tables serve the matches in the order of both."""
    if tables is None:
        return [_LONG_AGO] * len(matches)
    free_since = [_LONG_AGO] * tables
    moments = []
    for match in matches:
        moment = heapq.heappop(free_since)
        # Where more is under way than there are tables, one of them was free without anybody saying so.
        moments.append(moment if moment <= match.begins else _LONG_AGO)
        heapq.heappush(free_since, inf if match.ends is None else match.ends)
    return moments
