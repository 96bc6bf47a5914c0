"""Runs of pairs hold each pair that a loop over all pairs finds once, with equal costs within a run."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.matching.runs import Run, columns, for_each_pair, runs_of, without

# A stretch of players: its length, its kind, and how far off their ideal opponents stand.
_STRETCHES = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 2), st.none() | st.integers(-12, 12).filter(bool)),
    min_size=1,
    max_size=6,
)
_REACH = st.integers(1, 12)


def _field(
    stretches: list[tuple[int, int, int | None]],
) -> tuple[list[tuple[int, int | None]], list[int | None]]:
    kinds = [(kind, shift) for length, kind, shift in stretches for _ in range(length)]
    return kinds, [shift for _, shift in kinds]


def _pairs(runs: list[Run]) -> list[tuple[int, int]]:
    return [(one + step, two + step) for one, two, length in runs for step in range(length)]


@given(_STRETCHES, _REACH)
def test_the_pairs_are_neighbours_and_those_near_an_ideal_opponent(
    stretches: list[tuple[int, int, int | None]], reach: int
) -> None:
    kinds, shifts = _field(stretches)

    def is_near(one: int, two: int) -> bool:
        shift = shifts[one]
        if shift is None:
            return 0 < two - one <= reach
        return 0 < two - one <= reach // 2 or abs(one + shift - two) <= reach

    pairs = _pairs(runs_of(kinds, shifts, reach=reach))
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {
        (one, two)
        for one, two in combinations(range(len(kinds)), 2)
        if is_near(one, two) or is_near(two, one)
    }


@given(_STRETCHES, _REACH)
def test_within_a_run_all_firsts_are_of_one_kind_and_all_seconds(
    stretches: list[tuple[int, int, int | None]], reach: int
) -> None:
    kinds, shifts = _field(stretches)
    for run in runs_of(kinds, shifts, reach=reach):
        pairs = _pairs([run])
        assert len({(kinds[one], kinds[two], two - one) for one, two in pairs}) == 1


@given(_STRETCHES, _REACH, st.sets(st.tuples(st.integers(0, 35), st.integers(0, 35))))
def test_barred_pairs_are_cut_out_and_no_others(
    stretches: list[tuple[int, int, int | None]], reach: int, barred: set[tuple[int, int]]
) -> None:
    runs = runs_of(*_field(stretches), reach=reach)
    by_distance: dict[int, list[int]] = {}
    for one, two in barred:
        by_distance.setdefault(two - one, []).append(one)
    rest = without(runs, by_distance)
    assert _pairs(rest) == [pair for pair in _pairs(runs) if pair not in barred]
    assert all(length > 0 for _, _, length in rest)


@given(_STRETCHES, _REACH)
def test_columns_and_values_go_pair_by_pair(stretches: list[tuple[int, int, int | None]], reach: int) -> None:
    kinds, shifts = _field(stretches)
    runs = runs_of(kinds, shifts, reach=reach)
    ones, twos = columns(runs, list(range(len(kinds))))
    assert list(zip(ones, twos, strict=True)) == _pairs(runs)
    assert for_each_pair(range(len(runs)), runs) == [
        number for number, (_, _, length) in enumerate(runs) for _ in range(length)
    ]
