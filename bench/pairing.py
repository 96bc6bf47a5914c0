"""Time the pairing of round 5 of 9 of a Swiss: `python -m bench.pairing [--peer PYTHON]`.

Every size is measured beside the bare call of rustworkx on the very edges that were looked at, without and with the
graph that the call is made on, and up to 1,024 beside networkx on the same edges. With --peer PYTHON, an interpreter that has py4swiss, its Dutch engine pairs a tournament of
the same size with the same results before the round. Ratios come first; all figures of a line are from one
run, and are processor time, so that other work on the machine counts little.
"""

import argparse
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from gc import collect
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest import mock

import networkx as nx
import rustworkx

from tournaments.formats import FORMATS, Entry, Pairing, Result, State
from tournaments.formats._matching import Matching
from tournaments.formats._rounds import available
from tournaments.formats._swiss_board import Board, field_of, seated
from tournaments.formats._swiss_rounds import board_of

FORM = FORMATS["swiss"]
SIZES = (64, 256, 1024, 4096, 10_000)
PLAYED, ROUNDS = 4, 9
REPEATS = {64: 15, 256: 9, 1024: 7, 4096: 3, 10_000: 3}
CLUBS = 40
MOST_FOR_NETWORKX = 1024
MOST_FOR_PEER = 1024

PEER = """
import json, sys, time
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
text = sys.stdin.read()
from pathlib import Path
from tempfile import TemporaryDirectory
with TemporaryDirectory() as place:
    path = Path(place) / "round.trf"
    path.write_text(text)
    trf = TrfParser.parse(path)
start = time.process_time()
pairs = DutchEngine.generate_pairings(trf)
print(json.dumps({"seconds": time.process_time() - start, "pairs": len(pairs)}))
"""


@dataclass
class Calls:
    """The calls of the matching that one pairing made: their graphs, and the time they took."""

    graphs: list[rustworkx.PyGraph] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@contextmanager
def noted() -> Iterator[Calls]:
    """Note every call of rustworkx within."""
    calls = Calls()
    bare = rustworkx.max_weight_matching

    def max_weight_matching(graph: rustworkx.PyGraph, **settings: Any) -> set[tuple[int, int]]:
        calls.graphs.append(graph)
        start = process_time()
        found = bare(graph, **settings)
        calls.seconds.append(process_time() - start)
        return found

    with mock.patch("rustworkx.max_weight_matching", max_weight_matching):
        yield calls


def after_rounds(entrants: int, *, rounds: int) -> State:
    """Draw a Swiss of nine rounds and play some, the lower line winning two times in three."""
    chance = Random(entrants)
    options = FORM.options.from_dict({"rounds": ROUNDS, "apart": "clubs"})
    entries = [Entry(f"entrant-{number:05}", club=f"club-{number % CLUBS}") for number in range(entrants)]
    lines = FORM.draw(entries, seed="bench", options=options).by_entrant()
    placed = tuple(replace(entry, line=lines[entry.uid]) for entry in entries)
    state = State(size=entrants, entries=placed, seed="bench", options=options)
    for _ in range(rounds):
        pairings = FORM.next_pairings(state)
        results = tuple(result for pairing in pairings if (result := played(pairing, lines, chance)))
        state = replace(state, pairings=state.pairings + pairings, results=state.results + results)
    return state


def played(pairing: Pairing, lines: dict[str, int], chance: Random) -> Result | None:
    """The result of a match; None of a bye."""
    if pairing.two is None:
        return None
    better, other = sorted((pairing.one, pairing.two), key=lines.__getitem__)
    winner = better if chance.random() < 2 / 3 else other
    return Result(pairing.round, pairing.slot, pairing.one, pairing.two, winner)


def seconds(work: Callable[[], object], *, repeats: int) -> float:
    """Return the median time of a call, the rounds remembered from the call before forgotten."""
    times = []
    for _ in range(repeats):
        seated.cache_clear()
        collect()
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)


def by_networkx(graph: rustworkx.PyGraph) -> float:
    """Return the time of networkx on the edges of a graph."""
    other = nx.Graph()
    other.add_weighted_edges_from(graph.weighted_edge_list())
    start = process_time()
    nx.max_weight_matching(other, maxcardinality=True)
    return process_time() - start


def by_peer(python: str, state: State) -> float:
    """Return the time that py4swiss takes for the same round; it says so itself, its start not counted."""
    found = subprocess.run(
        [python, "-c", PEER],
        input=as_trf(state),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(found.stdout)["seconds"])


def as_trf(state: State) -> str:
    """Write the tournament as FIDE's TRF: players by line, opponents and results by round, colours in turn."""
    number = {entry.uid: (entry.line or 0) + 1 for entry in state.entries}
    rounds: dict[str, list[str]] = {uid: [] for uid in number}
    points = dict.fromkeys(number, 0)
    colours: dict[str, list[str]] = {uid: [] for uid in number}
    results = {result.place: result for result in state.results}
    for pairing in sorted(state.pairings, key=lambda pairing: pairing.place):
        if pairing.two is None:
            rounds[pairing.one].append("0000 - U")
            points[pairing.one] += 1
            continue
        white, black = pairing.one, pairing.two
        if colours[white].count("w") - colours[white].count("b") > (
            colours[black].count("w") - colours[black].count("b")
        ):
            white, black = black, white
        for uid, other, colour in ((white, black, "w"), (black, white, "b")):
            has_won = results[pairing.place].winner == uid
            points[uid] += has_won
            colours[uid].append(colour)
            rounds[uid].append(f"{number[other]:>4} {colour} {'1' if has_won else '0'}")
    lines = ["012 Bench", f"XXR {ROUNDS}"]
    order = sorted(number, key=number.__getitem__)
    for uid in order:
        head = f"001 {number[uid]:>4} m    {uid:<33} {3000 - number[uid] % 2000:>4} FRA"
        head = f"{head:<80}{points[uid]:>4.1f} {number[uid]:>4}"
        lines.append(head + "".join(f"  {cell}" for cell in rounds[uid]))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print one line for each size, ratios first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", help="an interpreter that has py4swiss")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    chosen = parser.parse_args()
    print(
        "times the round takes: over bare rustworkx, over that with its graph, over the matching with its rules; "
        "networkx and py4swiss over it"
    )
    print(f"{'entrants':>8}{'/bare':>8}{'/graph':>8}{'/field':>8}{'networkx/':>11}{'py4swiss/':>11}", end="")
    print(f"{'round ms':>11}{'field ms':>10}{'bare ms':>10}{'edges':>9}")
    for entrants in chosen.sizes:
        state = after_rounds(entrants, rounds=PLAYED)
        repeats = REPEATS.get(entrants, 5)
        with noted() as calls:
            runs = [_round(calls, state) for _ in range(repeats)]
        whole, bare = median(run[0] for run in runs), median(run[1] for run in runs)
        graph = calls.graphs[-1]
        made = bare + sum(_making(graph, repeats=repeats) for graph in calls.graphs)
        board = board_of(state, PLAYED + 1, available(state, PLAYED + 1))
        matching = seconds(partial(_matched, board), repeats=repeats)
        ratios = [median(run[0] / run[1] for run in runs), whole / made, whole / matching]
        edges = graph.num_edges() if entrants <= MOST_FOR_PEER else 0
        slow = by_networkx(graph) / whole if entrants <= MOST_FOR_NETWORKX else None
        peer = by_peer(chosen.peer, state) / whole if chosen.peer and entrants <= MOST_FOR_PEER else None
        print(f"{entrants:>8}" + "".join(f"{ratio:>8.2f}" for ratio in ratios), end="")
        print(f"{_told(slow):>11}{_told(peer):>11}{1000 * whole:>11.1f}", end="")
        print(f"{1000 * matching:>10.1f}{1000 * bare:>10.1f}{edges or '':>9}", flush=True)


def _round(calls: Calls, state: State) -> tuple[float, float]:
    """Pair a round, the one remembered forgotten; answers the time of it, and of rustworkx within it."""
    calls.graphs.clear()
    calls.seconds.clear()
    seated.cache_clear()
    collect()
    start = process_time()
    FORM.next_pairings(state)
    return process_time() - start, sum(calls.seconds)


def _making(graph: rustworkx.PyGraph, *, repeats: int) -> float:
    """Return the time it takes to make a graph from its edges."""
    edges = list(graph.weighted_edge_list())

    def make() -> None:
        again = rustworkx.PyGraph()
        again.add_nodes_from(graph.nodes())
        again.add_edges_from(edges)

    return seconds(make, repeats=repeats)


def _matched(board: Board) -> Matching | None:
    return field_of(board, has_rematches=False).paired()


def _told(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.0f}"


if __name__ == "__main__":
    main()
