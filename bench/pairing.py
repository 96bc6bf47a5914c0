"""Time the pairing of round 5 of 9 of a Swiss: `python -m bench.pairing [--peer PYTHON]`.

What is timed is the whole call that pairs a round, from the results of the rounds before to its pairings. Beside it
stand, up to 1,024 entrants, the bare call of rustworkx and networkx. They get the edges of the field in one graph: all
pairs up to 64, above those near in points and near the ideal opponent. These are the edges on which a round is matched
where no proof spares it most of them; the pairing itself is free to need fewer, and must not find a worse round than
either, which is checked. With --peer PYTHON, an interpreter that has py4swiss, its Dutch engine pairs a tournament of
the same size with the same results before the round. Ratios come first; all figures of a line are from one run, and are
processor time, so that other work on the machine counts little.
"""

import argparse
import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from gc import collect
from operator import add, truediv
from random import Random
from statistics import median
from time import process_time

import networkx as nx
import rustworkx

from tournaments.formats import FORMATS, Entry, Pairing, Result, State
from tournaments.formats.rounds import available
from tournaments.formats.swiss.board import best_seating, field_of
from tournaments.formats.swiss.rounds import board_of
from tournaments.matching.solver import PairingProblem

FORM = FORMATS["swiss"]
SIZES = (64, 256, 1024, 4096, 10_000)
PLAYED, ROUNDS = 4, 9
REPEATS = {64: 25, 256: 25, 1024: 9, 4096: 3, 10_000: 3}
CLUBS = 40
MOST_FOR_PEERS = 1024

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


def after_rounds(entrants: int, *, rounds: int) -> State:
    """Return a Swiss of nine rounds with some played, the lower line winning two times in three."""
    chance = Random(entrants)
    options = FORM.options.from_dict({"rounds": ROUNDS, "apart": "clubs"})
    entries = [Entry(f"entrant-{number:05}", club=f"club-{number % CLUBS}") for number in range(entrants)]
    lines = FORM.draw(entries, seed="bench", options=options).by_entrant()
    with_lines = tuple(replace(entry, line=lines[entry.uid]) for entry in entries)
    state = State(size=entrants, entries=with_lines, seed="bench", options=options)
    for _ in range(rounds):
        pairings = FORM.next_pairings(state)
        results = tuple(result for pairing in pairings if (result := played(pairing, lines, chance)))
        state = replace(state, pairings=state.pairings + pairings, results=state.results + results)
    return state


def played(pairing: Pairing, lines: dict[str, int], chance: Random) -> Result | None:
    """Return the result of a match; None for a bye."""
    if pairing.two is None:
        return None
    better, other = sorted((pairing.one, pairing.two), key=lines.__getitem__)
    winner = better if chance.random() < 2 / 3 else other
    return Result(pairing.round, pairing.slot, pairing.one, pairing.two, winner)


def in_turns(works: Mapping[str, Callable[[], object]], *, repeats: int) -> dict[str, list[float]]:
    """Return the times of calls made in turns, with the caches cleared before each.

    So a ratio is of two calls that follow each other, whatever the speed of the machine is at that moment.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            best_seating.cache_clear()
            collect()
            start = process_time()
            work()
            times[name].append(process_time() - start)
    return times


def others(field: PairingProblem) -> dict[str, Callable[[], object]]:
    """Return calls of rustworkx and networkx on the edges of a field, and the construction of rustworkx's graph."""
    edges = field.edges()

    def made() -> rustworkx.PyGraph:
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(field.count + 1))
        graph.add_edges_from(edges)
        return graph

    slow = nx.Graph()
    slow.add_weighted_edges_from(edges)
    bare = partial(rustworkx.max_weight_matching, made(), max_cardinality=True, weight_fn=int)
    by_networkx = partial(nx.max_weight_matching, slow, maxcardinality=True)
    check(field, bare())
    check(field, by_networkx())
    return {"bare": bare, "made": made, "networkx": by_networkx}


def check(field: PairingProblem, peer_pairs: set[tuple[int, int]]) -> None:
    """Fail if another program has found a better round than this project."""
    matching = field.solve()
    pairs = sorted((min(pair), max(pair)) for pair in peer_pairs)
    other = field.costs([pair for pair in pairs if pair[1] < field.count], [])
    if matching is None or tuple(matching.costs.values()) > tuple(other.values()):
        raise SystemExit("a better round was found by another")


def by_peer(python: str, state: State) -> float:
    """Return the time that py4swiss takes for the same round, as measured by itself without its start."""
    process = subprocess.run(
        [python, "-c", PEER],
        input=as_trf(state),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(process.stdout)["seconds"])


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
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="even numbers of entrants")
    options = parser.parse_args()
    print(
        "times the round takes: over bare rustworkx, over that with its graph, over the matching with its rules; "
        "networkx and py4swiss over it"
    )
    print(f"{'entrants':>8}{'/bare':>8}{'/graph':>8}{'/field':>8}{'networkx/':>11}{'py4swiss/':>11}", end="")
    print(f"{'round ms':>11}{'field ms':>10}{'bare ms':>10}{'edges':>9}")
    for entrants in options.sizes:
        state = after_rounds(entrants, rounds=PLAYED)
        has_peers = entrants <= MOST_FOR_PEERS
        board = board_of(state, PLAYED + 1, available(state, PLAYED + 1))
        field = field_of(board, has_rematches=False)
        times = in_turns(
            {
                "round": partial(FORM.next_pairings, state),
                "field": lambda: field_of(board, has_rematches=False).solve(),  # noqa: B023
                **(others(field) if has_peers else {}),
            },
            repeats=REPEATS.get(entrants, 5),
        )
        peer = by_peer(options.peer, state) if options.peer and has_peers else None
        print(line_of(times, entrants=entrants, edges=len(field.edges()), peer=peer), flush=True)


def line_of(times: Mapping[str, list[float]], *, entrants: int, edges: int, peer: float | None) -> str:
    """Return the line of one size: medians of ratios, then medians of milliseconds."""
    whole, bare = times["round"], times.get("bare")
    graph = bare and list(map(add, bare, times["made"]))
    typical = {name: 1000 * median(of) for name, of in times.items()}
    cells = [_told(_ratio(whole, than), ".2f", 8) for than in (bare, graph, times["field"])]
    cells.append(_told(_ratio(times.get("networkx"), whole), ",.1f", 11))
    cells.append(_told(peer and 1000 * peer / typical["round"], ",.0f", 11))
    cells += [f"{typical['round']:>11.2f}{typical['field']:>10.2f}", _told(typical.get("bare"), ".2f", 10)]
    return f"{entrants:>8}" + "".join(cells) + f"{edges:>9}"


def _ratio(times: list[float] | None, than: list[float] | None) -> float | None:
    return None if times is None or than is None else median(map(truediv, times, than))


def _told(figure: float | None, shape: str, width: int) -> str:
    return ("" if figure is None else format(figure, shape)).rjust(width)


if __name__ == "__main__":
    main()
