"""Benchmark simulated tournaments of every format: `python -m bench.simulate [FORMAT ...]`.

Each is played by 64 entrants with the usual options, from the draw to its end, on one core; a consolation is played
with the single elimination whose losers come into it. The limit is 20 ms, 1,000 tournaments in 20 s. Processor time, so
that other work on the machine counts little; the best of the runs is the one that was disturbed least.
"""

import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from tournaments.formats import FORMATS, Feed, Take
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.outcomes import simulate

ENTRANTS = 64
LIMIT = 20.0
REPEATS = 25
# A ladder needs challenges and a league weeks: they cannot be simulated to the end.
WITHOUT_END = {"ladder", "league"}
OTHERS: dict[str, dict[str, object]] = {
    "lives, continuous": {"mode": "continuous"},
    "lives, four with places paid": {"lives": 4, "max_places": 8, "is_bye_a_win": True},
    "round_robin, eight groups": {"groups": 8},
}


def stage(code: str, *feeds: Feed, **options: object) -> StageSetup:
    """Return a stage of a format with these options and defaults otherwise."""
    return StageSetup(FORMATS[code], FORMATS[code].options.from_dict(options), feeds=feeds)


def setups() -> Iterator[tuple[str, Setup]]:
    """Return the setups to measure, by name."""
    losers = Feed(0, Take.LOSERS, nearest=1)
    last = Feed(1, Take.LOSERS, nearest=2)
    main = stage("single_elimination")
    for code in FORMATS:
        if code == "consolation":
            yield "consolation below a single elimination", Setup((main, stage(code, losers)), ENTRANTS)
            three = (main, stage(code, losers), stage(code, last))
            yield "the same with a last chance", Setup(three, ENTRANTS)
        elif code not in WITHOUT_END:
            yield code, Setup((stage(code),), ENTRANTS)
        for name, options in OTHERS.items():
            if name.startswith(f"{code},"):
                yield name, Setup((stage(code, **options),), ENTRANTS)


def timed(setup: Setup) -> tuple[list[float], float]:
    """Return the milliseconds of each tournament, and the number of matches of one."""
    chance = Random(1)
    simulate(setup, chance=chance)
    times, matches = [], 0
    for _ in range(REPEATS):
        start = process_time()
        run = simulate(setup, chance=chance)
        times.append((process_time() - start) * 1000)
        matches += sum(stage.matches for stage in run.stages)
    return times, matches / REPEATS


def main() -> None:
    """Print a line for each setup named, all by default."""
    arguments = sys.argv[1:]
    print(
        f"{'64 entrants':42} {'of the limit':>12} {'median ms':>10} {'least ms':>9} {'matches':>8} {'µs a match':>11}"
    )
    for name, setup in setups():
        if arguments and not any(name.startswith(code) for code in arguments):
            continue
        times, matches = timed(setup)
        typical = median(times)
        print(
            f"{name:42} {typical / LIMIT:12.2f} {typical:10.1f} {min(times):9.1f} {matches:8.0f} {1000 * typical / matches:11.0f}"
        )


if __name__ == "__main__":
    main()
