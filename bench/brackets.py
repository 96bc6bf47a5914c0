"""Time a single elimination in memory, from the draw to the champion: `python -m bench.brackets`.

The floor, measured in the same run, is the least that any bracket costs: one flat row per slot with the slot its
winner goes to. The peers' figures in docs/performance.md create a bracket; so does the line "created" here.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median
from time import perf_counter

from tournaments.formats import FORMATS, Entry, Result, State

FORM = FORMATS["single_elimination"]
SIZES = (128, 1024, 4096)
REPEATS = 9


def flat_rows(size: int) -> list[tuple[int, int, int]]:
    """Return (round, slot, row of the slot the winner goes to) for every slot; -1 behind the final."""
    rows = []
    first, slots, number = 0, size // 2, 1
    while slots:
        following = first + slots
        rows += [(number, slot, following + slot // 2 if slots > 1 else -1) for slot in range(slots)]
        first, slots, number = following, slots // 2, number + 1
    return rows


def created(entrants: int) -> State:
    """Draw, plan all slots and make the first pairings."""
    entries = [Entry(f"entrant-{number}") for number in range(entrants)]
    options = FORM.options()
    lines = FORM.draw(entries, seed="bench", options=options).lines
    placed = tuple(Entry(uid, line=line) for line, uid in enumerate(lines) if uid is not None)
    state = State(size=len(lines), entries=placed, seed="bench", options=options)
    FORM.outline(state)
    return with_next_pairings(state)


def with_next_pairings(state: State) -> State:
    """Store what can be paired."""
    return replace(state, pairings=state.pairings + FORM.next_pairings(state))


def played(entrants: int) -> State:
    """Create the bracket and play it round by round, pairing and standings after each."""
    state = created(entrants)
    while not FORM.is_complete(state):
        settled = {result.place for result in state.results}
        results = tuple(
            Result(pairing.round, pairing.slot, pairing.one, pairing.two, pairing.one)
            for pairing in state.pairings
            if pairing.two is not None and pairing.place not in settled
        )
        state = with_next_pairings(replace(state, results=state.results + results))
        FORM.standings(state)
    return state


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median time of a call."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def main() -> None:
    """Print one line per size and step, with the ratio to the floor."""
    print(f"{'entrants':>8}  {'step':<30}{'ms':>9}  {'x floor':>8}")
    for entrants in SIZES:
        state = played(entrants)
        steps: dict[str, Callable[[], object]] = {
            "flat rows (floor)": partial(flat_rows, entrants),
            "created": partial(created, entrants),
            "played to the champion": partial(played, entrants),
            "outline of the finished event": partial(FORM.outline, state),
            "next pairings (one advance)": partial(FORM.next_pairings, state),
        }
        spent = {step: milliseconds(work) for step, work in steps.items()}
        floor = spent["flat rows (floor)"]
        for step, time in spent.items():
            print(f"{entrants:>8}  {step:<30}{time:>9.2f}  {time / floor:>8.1f}")


if __name__ == "__main__":
    main()
