"""Time the check of recorded matches beside another program's reading: `python -m bench.record_checking`.

Both read the same 30 matches from memory in turns, in one process on one core; medians. The other
program is gvformat, from the package gammonview, which validates less and is not needed for anything
else; without it only our own figures are printed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rules import check, replay
from rules.notation import read

MATCHES = Path(__file__).parent.parent / "tests" / "data" / "records" / "gnubg"
REPEATS = 15
HEADER = " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
# Texts made to be slow, each repeated to 1 MiB: rolls without plays on ordinary and on crafted boards,
# cells without end, games without end, illegal plays, tabs and colons.
HOSTILE = {
    "rolls without plays": (HEADER, "  1) 11:\n"),
    "rolls without plays in one row": (HEADER + "  1) ", "11:"),
    "a spread board": (HEADER + "; Set Pos=-----------AAAAAAAAAAAAA-o/1\n", "  1) 21:     21:\n"),
    "one play of many moves": (HEADER + "  1) 31: ", "24/23/22/21(4) "),
    "doubles": (HEADER + "  1) 31: 8/5 6/5\n", "  2) Doubles => 2   Takes\n"),
    "games": (HEADER, " Game 1\n Ann : 0  Bob : 0\n"),
    "results": (HEADER, "Wins 1 point\n"),
    "positions": (HEADER + "  1) 31: ", "Illegal play ((1)(2)"),
    "tabs": (HEADER + "  1) ", "\t"),
    "colons": (" 7 point match\n Game 1\n", " : 1 "),
}
MEBIBYTE = 1 << 20


def seconds(action: Callable[[Any], object], inputs: Sequence[object]) -> float:
    """The processor time of one action over all inputs."""
    start = process_time()
    for value in inputs:
        action(value)
    return process_time() - start


def readers_of_gvformat() -> dict[str, Callable[[Any], object]]:
    """gvformat's two ways to read a match text: with all positions, and the text alone."""
    try:
        gvformat = importlib.import_module("gvformat")
        parser = importlib.import_module("gvformat.mat_parser")
    except ModuleNotFoundError:
        print("gvformat is not installed, so nothing is compared. To compare, in an environment of its own:")
        print("    python3 -m venv ENV && ENV/bin/pip install gammonview==3.1.0")
        print("    ENV/bin/python -m bench.record_checking")
        return {}
    return {
        "gvformat, positions": gvformat.mat_to_ogxm,
        "gvformat, text alone": parser.parse_mat_file,
    }


def compare() -> None:
    """Print matches a second, and how many times the rate of gvformat that is."""
    data = [path.read_bytes() for path in sorted(MATCHES.glob("*.mat"))]
    texts = [record.decode() for record in data]
    transcripts = [transcript for record in data if (transcript := check(record).transcript)]
    entries = sum(len(game.entries) for transcript in transcripts for game in transcript.games)
    others = readers_of_gvformat()
    times: dict[str, list[float]] = {name: [] for name in ("check", "read", *others)}
    for _ in range(REPEATS):
        times["check"].append(seconds(check, data))
        times["read"].append(seconds(read, data))
        for name, reader in others.items():
            times[name].append(seconds(reader, texts))
    medians = {name: median(runs) for name, runs in times.items()}
    print(f"{len(data)} matches, {entries} entries, median of {REPEATS} interleaved runs")
    for name in others:
        print(f"check : {name:22} {medians[name] / medians['check']:6.1f} times its rate")
    for name, time in medians.items():
        print(f"{name:22} {len(data) / time:8.0f} matches/s")


def stress() -> None:
    """Print the slowest of the texts made to be slow, and the slowest replay."""
    for name, action in (("check", check), ("check and replay", checked_and_replayed)):
        times = {
            title: seconds(action, [(head + body * (MEBIBYTE // len(body))).encode()])
            for title, (head, body) in HOSTILE.items()
        }
        slowest = max(times, key=lambda title: times[title])
        print(f"slowest {name} of 1 MiB made to be slow: {times[slowest]:.2f} s ({slowest})")


def checked_and_replayed(data: bytes) -> None:
    """What the page of a record costs."""
    transcript = check(data).transcript
    if transcript:
        replay(transcript)


if __name__ == "__main__":
    compare()
    stress()
