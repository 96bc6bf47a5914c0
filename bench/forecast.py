"""Benchmark the forecast of whole halls: `python -m bench.forecast [HALLS]`.

Halls with gaps of 0, 6 and 10 minutes and a drifting pace are played to their end by code of the tests that shares nothing
with the forecast. The forecast sees the stamps of each at a quarter, half and three quarters; the truth should come by
its nine-in-ten time in 86 to 94 of 100 halls. Then it is timed for a weekend of 128 with five events.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from time import perf_counter, thread_time
from typing import NamedTuple

from tests.simulation.true_halls import Kind, TrueHall, minutes_to
from tournaments.simulation.weekend import weekends
from tournaments.simulation.weekend_data import read_weekend
from tournaments.simulation.weekend_forecast import forecast_of, weekend_of

GAPS = (0.0, 6.0, 10.0)
PARTS = (0.25, 0.5, 0.75)
RUNS = 40
FIGURES = 200
WEEKEND = {
    "now": "2026-11-28T10:00:00+01:00",
    "tables": 48,
    "events": [
        {
            "players": [f"p{number}" for number in range(128)],
            "stages": [
                {"format": "single_elimination", "lengths": [15, 13, 11, 9]},
                {
                    "format": "consolation",
                    "lengths": [11, 9, 7],
                    "feeds": [{"stage": 0, "take": "losers", "nearest": 1}],
                },
                {
                    "format": "consolation",
                    "lengths": [5],
                    "feeds": [{"stage": 1, "take": "losers", "nearest": 2}],
                },
            ],
        },
        *(
            {
                "players": [f"p{number}" for number in range(first, first + 16)],
                "stages": [{"format": "single_elimination", "lengths": [5]}],
            }
            for first in (0, 64)
        ),
    ],
}


class Asked(NamedTuple):
    """One question to the forecast: the gap and the part of the hall, and how the truth came by its times."""

    gap: float
    part: float
    by_half: bool
    by_almost: bool
    late: float


def asked(number: int) -> list[Asked]:
    """Return the answers for one hall at each part of its time."""
    gap = GAPS[number % len(GAPS)]
    hall = TrueHall(Kind(gap=gap), number)
    answers = []
    for part in PARTS:
        minute = part * hall.end
        data = hall.as_data(minute, runs=RUNS)
        answer = forecast_of(read_weekend(data))
        left = hall.end - minute
        half, almost = (minutes_to(data, str(answer[name])) for name in ("half_at", "almost_surely_at"))
        answers.append(Asked(gap, part, left <= half, left <= almost, half - left))
    return answers


def calibrate(halls: int) -> None:
    """Print how often the truth came by the times of the forecast; the halls are shared by all cores."""
    by_half: Counter[tuple[float, float]] = Counter()
    by_almost: Counter[tuple[float, float]] = Counter()
    late = 0.0
    with ProcessPoolExecutor() as pool:
        for number, answers in enumerate(pool.map(asked, range(halls), chunksize=5), start=1):
            for one in answers:
                by_half[one.gap, one.part] += one.by_half
                by_almost[one.gap, one.part] += one.by_almost
                late += one.late
            if number % 30 == 0:
                print(f"{number} of {halls} halls", file=sys.stderr, flush=True)
    each = halls / len(GAPS)
    print(f"{'gap':>6} {'asked at':>9} {'by half':>9} {'by nine in ten':>15}")
    for gap in GAPS:
        for part in PARTS:
            print(
                f"{gap:6.0f} {part:9.0%} {by_half[gap, part] / each:9.0%} {by_almost[gap, part] / each:15.0%}"
            )
    for part in PARTS:
        half, almost = (sum(by[gap, part] for gap in GAPS) / halls for by in (by_half, by_almost))
        print(f"{'all':>6} {part:9.0%} {half:9.1%} {almost:15.1%}")
    print(f"mean of the middle less the truth: {late / (halls * len(PARTS)):.1f} min")


def measure() -> None:
    """Print how long the first figures and all of them take for a weekend of 128 with five stages."""
    began, spent = perf_counter(), thread_time()
    weekend, _ = weekend_of(read_weekend(WEEKEND))
    runs = weekends(weekend, seed="bench")
    for count in (20, FIGURES):
        len(list(islice(runs, count if count == 20 else FIGURES - 20)))
        print(
            f"{count} runs after {perf_counter() - began:.2f} s, {thread_time() - spent:.2f} s of the processor"
        )


def main() -> None:
    """Calibrate with so many halls, 300 by default, and measure."""
    measure()
    calibrate(int(sys.argv[1]) if len(sys.argv) > 1 else 300)


if __name__ == "__main__":
    main()
