"""Benchmark reading and checking of recorded matches against other programs: `python -m bench.records`.

All programs read the same 30 matches in turns, in one run on one core; medians of processor time, the
ratio first. gvformat, from the package gammonview, reads without validating and needs an environment of
its own, because nothing else uses it:

    python3 -m venv ENV && ENV/bin/pip install gammonview==3.1.0 && ENV/bin/python -m bench.records

gnubg is Debian's, where it is installed: its importer is C and validates next to nothing, and it shows
the last position of every match it imports. What is not there is left out.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rules import Position, check, legal_plays, replay
from rules.notation import read, readers

DATA = Path(__file__).parent.parent / "tests" / "data" / "records"
MATCHES = sorted((DATA / "gnubg").glob("*.mat"))
REPEATS = 15
MEBIBYTE = 1 << 20
GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
# So often gnubg imports every match in one run, to be measurable beside its start.
GNUBG_ROUNDS = 10

HEADER = " 7 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
# Texts made to be slow, each repeated to 1 MiB: rolls without plays on ordinary and on crafted boards,
# cells without end, games without end, illegal plays, tabs and colons, nodes of a tree.
HOSTILE = {
    "rolls without plays": (HEADER, "  1) 11:\n"),
    "rolls without plays in one row": (HEADER + "  1) ", "11:"),
    "a spread board": (HEADER + "; Set Pos=-----------AAAAAAAAAAAAA-o/0\n", "  1) 21:     21:\n"),
    "one play of many moves": (HEADER + "  1) 31: ", "24/23/22/21(4) "),
    "illegal plays": (HEADER, "  1) 31: 24/20 6/5              31: 24/20 6/5\n"),
    "doubles": (HEADER + "  1) 31: 8/5 6/5\n", "  2) Doubles => 2   Takes\n"),
    "games": (HEADER, " Game 1\n Ann : 0  Bob : 0\n"),
    "games in order": (HEADER.replace("7", "0"), "  1) 31: 8/5 6/5\n Game 1\n Ann : 0  Bob : 0\n"),
    "results": (HEADER, "Wins 1 point\n"),
    "positions": (HEADER + "  1) 31: ", "Illegal play ((1)(2)"),
    "tabs": (HEADER + "  1) ", "\t"),
    "colons": (" 7 point match\n Game 1\n", " : 1 "),
    "tags": (HEADER, '; [Event "Club night"]\n'),
    "nodes": ("(;FF[4]GM[6]MI[length:7]PW[Ann]PB[Bob]", ";B[11]"),
    "trees": ("", "(;FF[4]GM[6]MI[length:7][game:0]PW[Ann]PB[Bob];B[31nqsp])\n"),
    "open brackets": ("(;FF[4]GM[6]", "A["),
    "escapes": ("(;FF[4]GM[6]C[", "\\]"),
}
# What people upload by mistake: 1 MiB that is no record, to be sent back at once.
JUNK = {
    "random bytes": random.Random(1).randbytes(MEBIBYTE),
    "random letters": random.Random(1)
    .randbytes(MEBIBYTE)
    .translate(bytes(32 + byte % 95 for byte in range(256))),
    "noughts": bytes(MEBIBYTE),
    "blanks": b" " * MEBIBYTE,
    "lines": b"\n" * MEBIBYTE,
    "words": b"We agreed on seven to five. " * (MEBIBYTE // 28),
    "an archive": b"RGMH" + random.Random(1).randbytes(MEBIBYTE),
}


# Checks the bytes of standard input and prints the most memory that this process ever took, in KiB. Linux
# has it there; getrusage would count what the parent took before it started this.
PEAK = """
import sys
from rules import check
check(sys.stdin.buffer.read())
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""
IMPORT = "import sys, time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def seconds(action: Callable[[Any], object], inputs: Sequence[object]) -> float:
    """Return the CPU time of one action over all inputs."""
    start = process_time()
    for value in inputs:
        action(value)
    return process_time() - start


def compare() -> None:
    """Print the rate of a check relative to other programs, and in matches per second."""
    data = [path.read_bytes() for path in MATCHES]
    texts = [record.decode() for record in data]
    transcripts = [transcript for record in data if (transcript := read(record).transcript)]
    entries = sum(len(game.entries) for transcript in transcripts for game in transcript.games)
    times: dict[str, list[float]] = {"check": [], "read": []}
    others = readers_of_gvformat()
    with tempfile.TemporaryDirectory() as home:
        for _ in range(REPEATS):
            times["check"].append(seconds(check, data))
            times["read"].append(seconds(read, data))
            for name, reader in others.items():
                times.setdefault(name, []).append(seconds(reader, texts))
            if GNUBG:
                times.setdefault("gnubg, import mat", []).append(gnubg_seconds(GNUBG, home))
    print(f"{len(data)} matches, {entries} entries, median of {REPEATS} interleaved runs")
    for name in [name for name in times if name not in {"check", "read"}]:
        # Of each run the ratio and of all the median, because what slows a machine slows one run.
        ratio = median(other / own for own, other in zip(times["check"], times[name], strict=True))
        print(f"check : {name:22} {ratio:6.2f} times its rate")
    for name, runs in times.items():
        print(f"{name:22} {len(data) / median(runs):8.0f} matches/s")


def readers_of_gvformat() -> dict[str, Callable[[Any], object]]:
    """Return gvformat's two readers of a match text: with all positions, and the text alone."""
    try:
        gvformat = importlib.import_module("gvformat")
        parser = importlib.import_module("gvformat.mat_parser")
    except ModuleNotFoundError:
        print(
            "gvformat is not installed and is left out; the first lines of bench/records.py say how to get it"
        )
        return {}
    return {
        "gvformat, positions": gvformat.mat_to_ogxm,
        "gvformat, text alone": parser.parse_mat_file,
    }


def gnubg_seconds(gnubg: str, home: str) -> float:
    """Return the CPU time in which gnubg imports all matches, without its start."""
    imports = [f"import mat {path}" for path in MATCHES]
    short, long = (
        _seconds_of_child(gnubg, "\n".join([*imports * rounds, "quit", "y", ""]), home)
        for rounds in (1, 1 + GNUBG_ROUNDS)
    )
    return (long - short) / GNUBG_ROUNDS


def _seconds_of_child(gnubg: str, commands: str, home: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [gnubg, "-t", "-q", "-r", "-b"],
        input=commands.encode(),
        env=os.environ | {"HOME": home},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def long_match() -> None:
    """Print the time of a check of one match to 25 points."""
    matches = [path.read_bytes() for path in MATCHES if "_25pt_" in path.name]
    times = [median(seconds(check, [match]) for _ in range(REPEATS)) for match in matches]
    print(
        f"a match to 25 points: {median(times) * 1000:.1f} ms, the longest of {len(times)} {max(times) * 1000:.1f} ms"
    )


def analysed_sgf() -> None:
    """Print the rate of reading analysed `.sgf` files, and of reading and checking them."""
    if "sgf" not in {reader.format for reader in readers()}:
        return
    data = [path.read_bytes() for path in sorted((DATA / "gnubg").glob("*.full.sgf"))] * 20
    size = sum(map(len, data)) / 1e6
    for name, action in (("read", read), ("checked", check)):
        rate = size / median(seconds(action, data) for _ in range(REPEATS))
        print(f"analysed .sgf {name}: {rate:.0f} MB/s")


def junk() -> None:
    """Print the time to refuse 1 MiB that is no record."""
    times = {name: median(seconds(check, [data]) for _ in range(5)) for name, data in JUNK.items()}
    slowest = max(times, key=lambda name: times[name])
    print(f"1 MiB of junk sent back: {times[slowest] * 1000:.0f} ms at most ({slowest})")


def stress() -> None:
    """Print the slowest of the adversarial texts, the slowest replay and the peak memory."""
    hostile = {
        name: (head + body * (MEBIBYTE // len(body))).encode() for name, (head, body) in HOSTILE.items()
    }
    for title, action in (("check", check), ("check and replay", checked_and_replayed)):
        times = {name: seconds(action, [data]) for name, data in hostile.items()}
        slowest = max(times, key=lambda name: times[name])
        print(f"slowest {title} of 1 MiB made to be slow: {times[slowest]:.2f} s ({slowest})")
    # Whole games again and again make the largest transcript.
    game = b" Game 1" + MATCHES[0].read_bytes().partition(b" Game 1")[2].partition(b" Game 2")[0]
    real = b" 0 point match\n\n" + game * (MEBIBYTE // len(game))
    inputs = hostile | JUNK | {"one game again and again": real}
    peaks = {name: _peak(data) for name, data in inputs.items()}
    most = max(peaks, key=lambda name: peaks[name])
    print(
        f"most memory of a process that checks 1 MiB: {peaks[most]:.0f} MiB ({most}), of 0 bytes {_peak(b''):.0f} MiB"
    )


def checked_and_replayed(data: bytes) -> None:
    """Check and replay a record, as its page does."""
    transcript = check(data).transcript
    if transcript:
        replay(transcript)


def _peak(data: bytes) -> float:
    process = subprocess.run([sys.executable, "-c", PEAK], input=data, capture_output=True, check=True)
    return int(process.stdout) / 1024


def plays() -> None:
    """Print the number of positions per second for which all legal plays are listed."""
    rows = [json.loads(line) for line in (DATA / "oracle_positions.jsonl").read_text().splitlines()]
    cases = [(Position.checked(row["own"], row["opp"]), (row["dice"][0], row["dice"][1])) for row in rows]
    time = median(seconds(lambda case: legal_plays(*case), cases) for _ in range(REPEATS))
    print(f"legal_plays: {len(cases) / time:.0f} of the oracle's positions/s")


def start() -> None:
    """Print the import time of the package, and that of the standard library modules it uses."""
    modules = "argparse, base64, dataclasses, datetime, enum, importlib, json, re, struct, typing, zlib"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("rules", modules):
            _, *runs = [_seconds_of_import(name, cache) for _ in range(1 + REPEATS)]
            print(f"import {name}: {median(runs) * 1000:.0f} ms")


def _seconds_of_import(name: str, cache: str) -> float:
    # As installed packages are: compiled once.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = cache
    command = [sys.executable, "-c", IMPORT.format(name)]
    return float(subprocess.run(command, env=env, capture_output=True, check=True).stdout)


if __name__ == "__main__":
    compare()
    long_match()
    analysed_sgf()
    junk()
    plays()
    start()
    stress()
