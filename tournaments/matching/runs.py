"""Runs of pairs that most rules evaluate alike, so that one evaluation serves a whole run.

Players stand in places from 0. Most rules depend only on the kinds of the two players and on their distance, and most
neighbours are of one kind: they have equal points, and their ideal opponents are equally far away.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress, count, repeat
from operator import ne

# The pairs (one, two), (one + 1, two + 1) and so on, with one < two: one, two and the number of pairs.
Run = tuple[int, int, int]


@lru_cache(maxsize=64)
def all_pairs(places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the first and the second players of all pairs of this many places, in order."""
    return (
        tuple([one for one in range(places) for _ in range(one + 1, places)]),
        tuple([two for one in range(places) for two in range(one + 1, places)]),
    )


def runs_of(kinds: Sequence[Hashable], shifts: Sequence[int | None], *, reach: int) -> list[Run]:
    """Return runs of neighbours, and of pairs up to `reach` places from the ideal opponent of one of them.

    `shifts` are the distances to the ideal opponents; None for a player without one, who is paired with neighbours up
    to `reach` places away. Players of one kind have equal shifts. Within a run all first players are of one kind, and
    so are all second players.
    """
    places = len(kinds)
    starts = [0, *compress(count(1), map(ne, kinds, kinds[1:]))]
    stops = [*starts[1:], places]
    stop_of = [stop for start, stop in zip(starts, stops, strict=True) for _ in range(start, stop)]
    lengths: dict[tuple[int, int], int] = {}
    for start, stop in zip(starts, stops, strict=True):
        for offset in _offsets(shifts[start], reach=reach):
            two, last = max(0, start + offset), min(places, stop + offset)
            while two < last:
                end = min(last, stop_of[two])
                lengths[(two - offset, two) if offset > 0 else (two, two - offset)] = end - two
                two = end
    return [(one, two, length) for (one, two), length in lengths.items()]


def without(runs: Iterable[Run], barred: Mapping[int, Iterable[int]]) -> list[Run]:
    """Return the runs without the barred pairs, whose first places are given by distance."""
    rest: list[Run] = []
    for run in runs:
        one, two, length = run
        distance, stop = two - one, one + length
        gaps = [gap for gap in barred.get(distance, ()) if one <= gap < stop]
        if not gaps:
            rest.append(run)
            continue
        for gap in sorted(gaps):
            if one < gap:
                rest.append((one, one + distance, gap - one))
            one = gap + 1
        if one < stop:
            rest.append((one, one + distance, stop - one))
    return rest


def columns(runs: Iterable[Run], places: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the first and the second players of all pairs of these runs; `places` is the list of numbers from 0."""
    ones: list[int] = []
    twos: list[int] = []
    for one, two, length in runs:
        ones += places[one : one + length]
        twos += places[two : two + length]
    return ones, twos


def for_each_pair(values: Iterable[int], runs: Iterable[Run]) -> list[int]:
    """Return the value of each run once for each of its pairs."""
    return [*chain.from_iterable(map(repeat, values, [length for _, _, length in runs]))]


def _offsets(shift: int | None, *, reach: int) -> Iterable[int]:
    if shift is None:
        return range(1, reach + 1)
    # A player with an ideal opponent meets somebody near that one, rarely a neighbour.
    return sorted({*range(1, reach // 2 + 1), *range(shift - reach, shift + reach + 1)} - {0})
