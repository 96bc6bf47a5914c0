"""Measure how well the check names the slip in a damaged record: `python -m bench.damages`.

Every kind of `python -m rules damage` is tried 40 times on records of gnubg, each with its own seed. A slip is found if the
damaged text is not clean, and it is named if a cause explains the problems or a single problem is all there is. The problems
after a cause are the sentence of the cause and what putting it right leaves.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rules import Severity, Verdict, check, write
from rules.causes import cause_of
from rules.damage import KINDS, damaged
from rules.notation import read

DATA = Path(__file__).parent.parent / "tests" / "data" / "records" / "gnubg"
TRIALS = 40


class Row(NamedTuple):
    """What became of the trials of one kind."""

    kind: str
    trials: int
    harmless: int
    named: int
    before: list[int]
    after: list[int]


def texts() -> list[str]:
    """The records as match texts."""
    transcripts = [read(path.read_bytes()).transcript for path in sorted(DATA.glob("*.mat"))]
    return [write(transcript, "mat") for transcript in transcripts if transcript]


def measure(kind: str, records: list[str], trials: int = TRIALS) -> Row:
    """Try one kind."""
    row = Row(kind, 0, 0, 0, [], [])
    count = harmless = named = 0
    for seed in range(trials):
        text = damaged(records[seed % len(records)], kind, seed)
        if text is None:
            continue
        count += 1
        data = text.encode()
        result = check(data)
        if result.verdict in {Verdict.CLEAN, Verdict.INCOMPLETE}:
            harmless += 1
            continue
        problems = sum(problem.severity is Severity.PROBLEM for problem in result.problems)
        cause = cause_of(data, result)
        row.before.append(problems)
        row.after.append(1 + len(cause.left) if cause else problems)
        named += cause is not None or problems == 1
    return row._replace(trials=count, harmless=harmless, named=named)


def main() -> int:
    """Print a line for each kind and the figures over all of them."""
    records = texts()
    rows = [measure(kind, records) for kind in KINDS]
    for row in rows:
        before, after = median(row.before or [0]), median(row.after or [0])
        sys.stdout.write(
            f"{row.kind:20} trials {row.trials:3}  harmless {row.harmless:3}  named {row.named:3}"
            f"  problems {before:g} -> {after:g}, at most {max(row.after, default=0)}\n"
        )
    caught = [row for row in rows if row.after]
    kinds = sum(row.named >= 0.9 * len(row.after) for row in caught)
    every = [number for row in caught for number in row.after]
    sys.stdout.write(
        f"\nnamed in {kinds} of {len(caught)} kinds; problems: median {median(every):g},"
        f" at most 5 in {100 * sum(number <= 5 for number in every) / len(every):.1f} %\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
