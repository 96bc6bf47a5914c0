"""The pairs of a round that are looked at, in runs of pairs that most rules cannot tell apart.

Players stand in places from 0. Most rules see of a pair only of what kind the two are and how far apart they stand, and
most neighbours are of one kind: they have as many points, and their ideal opponents stand as far off.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress, count, repeat
from operator import ne

# The pairs (one, two), (one + 1, two + 1) and so on: one, two, which stands behind it, and how many they are.
Run = tuple[int, int, int]


@lru_cache(maxsize=64)
def all_pairs(places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the firsts and the seconds of all pairs of so many places, in order."""
    return (
        tuple([one for one in range(places) for _ in range(one + 1, places)]),
        tuple([two for one in range(places) for two in range(one + 1, places)]),
    )


def runs_of(kinds: Sequence[Hashable], shifts: Sequence[int | None], *, reach: int) -> list[Run]:
    """Return the pairs in which one stands up to `reach` places from the ideal opponent of the other, and neighbours.

    `shifts` are how far off the ideal opponents stand, None for who has none here and meets neighbours alone, up to
    `reach` places off. Those of one kind have the same; all the ones of a run are of one kind, and so are all the twos.
    """
    places = len(kinds)
    starts = [0, *compress(count(1), map(ne, kinds, kinds[1:]))]
    stops = [*starts[1:], places]
    stop_of = [stop for start, stop in zip(starts, stops, strict=True) for _ in range(start, stop)]
    found: dict[tuple[int, int], int] = {}
    for start, stop in zip(starts, stops, strict=True):
        for offset in _offsets(shifts[start], reach=reach):
            two, last = max(0, start + offset), min(places, stop + offset)
            while two < last:
                end = min(last, stop_of[two])
                found[(two - offset, two) if offset > 0 else (two, two - offset)] = end - two
                two = end
    return [(one, two, length) for (one, two), length in found.items()]


def without(runs: Iterable[Run], barred: Mapping[int, Iterable[int]]) -> list[Run]:
    """Return the runs without the barred pairs, which are given by their distance: the first places of each."""
    kept: list[Run] = []
    for run in runs:
        one, two, length = run
        distance, stop = two - one, one + length
        gaps = [gap for gap in barred.get(distance, ()) if one <= gap < stop]
        if not gaps:
            kept.append(run)
            continue
        for gap in sorted(gaps):
            if one < gap:
                kept.append((one, one + distance, gap - one))
            one = gap + 1
        if one < stop:
            kept.append((one, one + distance, stop - one))
    return kept


def columns(runs: Iterable[Run], places: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the firsts and the seconds of all pairs; `places` are the numbers from 0, to be copied from."""
    ones: list[int] = []
    twos: list[int] = []
    for one, two, length in runs:
        ones += places[one : one + length]
        twos += places[two : two + length]
    return ones, twos


def for_each_pair(values: Iterable[int], runs: Iterable[Run]) -> list[int]:
    """Return what was found for the runs once for every pair of theirs."""
    return [*chain.from_iterable(map(repeat, values, [length for _, _, length in runs]))]


def _offsets(shift: int | None, *, reach: int) -> Iterable[int]:
    if shift is None:
        return range(1, reach + 1)
    # Whoever has an ideal opponent is to meet somebody near that one, and hardly ever a neighbour.
    return sorted({*range(1, reach // 2 + 1), *range(shift - reach, shift + reach + 1)} - {0})
