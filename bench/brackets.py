"""Time brackets in memory: `python -m bench.brackets [--peer DIRECTORY]`.

A single elimination from the draw to the champion: the floor, measured in the same run, is the least that any bracket
costs, one flat row per slot with the slot its winner goes to. And the whole structure of a double elimination, every
slot with where its entrants come from and where they go: with --peer, a directory in which `npm install
brackets-manager brackets-memory-db` was run, brackets-manager creates the same in its memory. Processor time, medians.
"""

import argparse
import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from gc import collect
from statistics import median
from time import process_time

from tournaments.formats import FORMATS, Entry, Result, State
from tournaments.formats.double_elimination.format import _layout

FORM = FORMATS["single_elimination"]
DOUBLE = FORMATS["double_elimination"]
SIZES = (128, 1024, 4096)
REPEATS = 9

PEER = """
const { InMemoryDatabase } = require('brackets-memory-db');
const { BracketsManager } = require('brackets-manager');
const create = async (entrants) => {
  const manager = new BracketsManager(new InMemoryDatabase());
  const seeding = Array.from({ length: entrants }, (_, number) => `entrant-${number}`);
  const start = process.cpuUsage();
  await manager.create.stage({
    tournamentId: 0, name: 'Bench', type: 'double_elimination', seeding, settings: { grandFinal: 'double' },
  });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
(async () => {
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await create(ENTRANTS));
  console.log(JSON.stringify(times));
})();
"""


def flat_rows(size: int) -> list[tuple[int, int, int]]:
    """Return (round, slot, next slot of the winner) for every slot; -1 after the final."""
    rows = []
    first, slots, number = 0, size // 2, 1
    while slots:
        following = first + slots
        rows += [(number, slot, following + slot // 2 if slots > 1 else -1) for slot in range(slots)]
        first, slots, number = following, slots // 2, number + 1
    return rows


def created(entrants: int) -> State:
    """Return a drawn bracket with all slots planned and the first pairings made."""
    entries = [Entry(f"entrant-{number}") for number in range(entrants)]
    options = FORM.options()
    lines = FORM.draw(entries, seed="bench", options=options).lines
    with_lines = tuple(Entry(uid, line=line) for line, uid in enumerate(lines) if uid is not None)
    state = State(size=len(lines), entries=with_lines, seed="bench", options=options)
    FORM.outline(state)
    return with_next_pairings(state)


def with_next_pairings(state: State) -> State:
    """Return the state with the next pairings stored."""
    return replace(state, pairings=state.pairings + FORM.next_pairings(state))


def played(entrants: int) -> State:
    """Create the bracket and play it round by round, pairing and standings after each."""
    state = created(entrants)
    while not FORM.is_complete(state):
        places = {result.place for result in state.results}
        results = tuple(
            Result(pairing.round, pairing.slot, pairing.one, pairing.two, pairing.one)
            for pairing in state.pairings
            if pairing.two is not None and pairing.place not in places
        )
        state = with_next_pairings(replace(state, results=state.results + results))
        FORM.standings(state)
    return state


def milliseconds(work: Callable[[], object], *, before: Callable[[], object] = collect) -> float:
    """Return the median time of a call, without the time of its preparation."""
    times = []
    for _ in range(REPEATS):
        before()
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return median(times)


def single_eliminations() -> None:
    """Print one line per size and step, with the ratio to the floor."""
    print(f"{'entrants':>8}  {'a single elimination':<36}{'ms':>9}  {'x floor':>8}")
    for entrants in SIZES:
        state = played(entrants)
        steps: dict[str, Callable[[], object]] = {
            "flat rows (floor)": partial(flat_rows, entrants),
            "created": partial(created, entrants),
            "played to the champion": partial(played, entrants),
            "outline of the finished event": partial(again, FORM.outline, state),
            "next pairings (one advance)": partial(again, FORM.next_pairings, state),
        }
        spent = {step: milliseconds(work) for step, work in steps.items()}
        floor = spent["flat rows (floor)"]
        for step, time in spent.items():
            print(f"{entrants:>8}  {step:<36}{time:>9.2f}  {time / floor:>8.1f}")


def again(work: Callable[[State], object], state: State) -> None:
    """Return an equal state of new objects, so that no cache applies."""
    work(replace(state, entries=(*state.entries[:-1], replace(state.entries[-1]))))


def drawn(entries: Sequence[Entry], state: State) -> None:
    """Draw a double elimination, and make its first pairings."""
    DOUBLE.draw(entries, seed="bench", options=state.options)
    again(DOUBLE.next_pairings, state)


def double_eliminations(peer: str | None) -> None:
    """Print one line per size and step, with the ratio to the peer's time for the whole structure."""
    print(f"{'entrants':>8}  {'a double elimination':<36}{'ms':>9}  {'peer takes':>10}")
    for entrants in SIZES:
        entries = [Entry(f"entrant-{number}") for number in range(entrants)]
        options = DOUBLE.options()
        lines = DOUBLE.draw(entries, seed="bench", options=options).lines
        with_lines = tuple(Entry(uid, line=line) for line, uid in enumerate(lines) if uid is not None)
        state = State(size=len(lines), entries=with_lines, seed="bench", options=options)
        steps: dict[str, float] = {
            "outline": milliseconds(partial(again, DOUBLE.outline, state)),
            "outline, the first of its size": milliseconds(
                partial(again, DOUBLE.outline, state), before=_layout.cache_clear
            ),
            "drawn, and its first pairings made": milliseconds(partial(drawn, entries, state)),
        }
        theirs = by_peer(peer, entrants) if peer else None
        for step, time in steps.items():
            ratio = "" if theirs is None else f"{theirs / time:>10.0f}"
            print(f"{entrants:>8}  {step:<36}{time:>9.2f}  {ratio}")
        if theirs is not None:
            print(f"{entrants:>8}  {'brackets-manager':<36}{theirs:>9.2f}")


def by_peer(directory: str, entrants: int) -> float:
    """Return the time in which brackets-manager creates the stage, as measured by itself without its start."""
    script = PEER.replace("RUNS", "5").replace("ENTRANTS", str(entrants))
    process = subprocess.run(
        ["node", "-e", script], cwd=directory, capture_output=True, text=True, check=True
    )
    return float(median(json.loads(process.stdout)))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="a directory with brackets-manager and brackets-memory-db")
    options = parser.parse_args()
    single_eliminations()
    double_eliminations(options.peer)


if __name__ == "__main__":
    main()
