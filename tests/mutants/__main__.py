"""Judge a sample of mutants: `./videau mutants`, described in docs/mutants.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.mutants.plugin import MutantPlugin, verdicts
from tests.mutants.points import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
# The files to be mutated, and the tests nearest to them: other tests would run for longer and hardly find more.
NEAREST: dict[tuple[str, ...], tuple[str, ...]] = {
    ("rules/scoresheet.py",): ("tests/rules/test_scoresheet.py", "tests/rules/test_live_cube.py"),
    ("tournaments/actions/money/ledger.py", "tournaments/actions/money/boxes.py"): (
        "tests/tournaments/test_money.py",
        "tests/tournaments/test_charging.py",
        "tests/tournaments/test_prize_money.py",
        "tests/tournaments/test_prizes.py",
        "tests/tournaments/test_player_list.py",
    ),
    (
        "tournaments/actions/draws/progress.py",
        "tournaments/actions/draws/new_pairings.py",
        "tournaments/actions/draws/plan.py",
    ): (
        "tests/tournaments/test_by_hand.py",
        "tests/tournaments/test_challenges.py",
        "tests/tournaments/test_closing.py",
        "tests/tournaments/test_progress.py",
        "tests/tournaments/test_lots.py",
        "tests/tournaments/test_qualifiers.py",
        "tests/tournaments/test_reentry.py",
        "tests/tournaments/test_results_corrections.py",
        "tests/tournaments/test_stage_changes.py",
        "tests/tournaments/test_stage_closing.py",
        "tests/tournaments/test_stages_fed.py",
        "tests/tournaments/test_withdrawals.py",
        "tests/tournaments/test_ties.py",
    ),
    ("matches/actions/photos.py", "matches/actions/exhibits.py"): (
        "tests/matches/test_photos.py",
        "tests/tournaments/test_exhibits.py",
        "tests/web/test_dispute_file.py",
    ),
    ("matches/actions/records.py",): (
        "tests/tournaments/test_records_upload.py",
        "tests/tournaments/test_records_check.py",
    ),
    ("matches/actions/appeals.py",): ("tests/tournaments/test_appeals.py",),
    ("matches/actions/suspending.py",): ("tests/tournaments/test_suspending.py",),
    ("matches/actions/changes.py", "tournaments/actions/results/changes.py"): (
        "tests/tournaments/test_results_changes.py",
        "tests/tournaments/test_results_proved.py",
        "tests/tournaments/test_head_starts.py",
        "tests/tournaments/test_series.py",
    ),
    ("tournaments/actions/results/_team.py",): (
        "tests/tournaments/test_series.py",
        "tests/tournaments/test_team_results.py",
        "tests/tournaments/test_team_rulings.py",
        "tests/tournaments/test_team_boards.py",
    ),
    (
        "matches/actions/disputes.py",
        "matches/actions/reporting.py",
        "tournaments/actions/results/_speaking.py",
        "tournaments/actions/results/disputes.py",
        "tournaments/actions/results/reporting.py",
        "tournaments/actions/results/rulings.py",
        "tournaments/actions/results/transaction.py",
    ): (
        *(f"tests/tournaments/test_results_{name}.py" for name in ("cases", "confirming", "corrections")),
        *(f"tests/tournaments/test_results_{name}.py" for name in ("notices", "proved", "reporting")),
        *(f"tests/tournaments/test_disputes_{name}.py" for name in ("opening", "ruling")),
        "tests/tournaments/test_appeals.py",
        "tests/tournaments/test_closing.py",
        "tests/tournaments/test_doubles.py",
        "tests/tournaments/test_suspending.py",
        "tests/tournaments/test_team_results.py",
        "tests/tournaments/test_team_rulings.py",
        "tests/tournaments/test_ways_back.py",
        "tests/tournaments/test_withdrawals.py",
    ),
}
EXPLAINED = Path(__file__).with_name("survivors.json")
SEED, SAMPLE = 19, 400
SWITCHES = ("-p", "no:xdist", "-p", "no:cov", "-o", "timeout=0", "-q", "-s", "--no-header", "--no-summary")
_KILLED = {"killed", "timed out"}


def sample(count: int, seed: int) -> list[Mutant]:
    """So many mutants of all files, drawn by a seed.

    A lot of its own decides about each mutant, so that a changed function leaves the others in the sample.
    """
    every = [mutant for patterns in NEAREST for path in _paths(patterns) for mutant in mutants(path, ROOT)]
    return sorted(every, key=lambda mutant: sha256(f"{seed} {mutant.id}".encode()).digest())[:count]


def _paths(patterns: Iterable[str]) -> list[Path]:
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def judge(waiting: list[Mutant], results: Path, *, workers: int, seconds: float) -> bool:
    """Judge mutants, those of each group of files in a process of its own with the tests nearest to them.

    Return whether the tests of every group could be run.
    """
    end, could_run = time.monotonic() + seconds, True
    for patterns, tests in NEAREST.items():
        names = {str(path.relative_to(ROOT)) for path in _paths(patterns)}
        group = [mutant for mutant in waiting if mutant.path in names]
        rest = end - time.monotonic()
        if not group or rest <= 0:
            continue
        child = os.fork()
        if not child:
            plugin = MutantPlugin(group, ROOT, results, workers=workers, seconds=rest)
            os._exit(pytest.main([*SWITCHES, *tests], plugins=[plugin]))
        _child, status = os.waitpid(child, 0)
        could_run &= os.waitstatus_to_exitcode(status) == pytest.ExitCode.OK
    return could_run


def report(mutants: list[Mutant], results: Path) -> int:
    """Print what became of the mutants; answers how many survivors nobody has explained."""
    verdict_of = verdicts(results)
    explanations = json.loads(EXPLAINED.read_text()) if EXPLAINED.exists() else {}
    rows = [(mutant, verdict_of[mutant.id]["verdict"]) for mutant in mutants if mutant.id in verdict_of]
    count = Counter(verdict for _, verdict in rows)
    kills = sum(count[verdict] for verdict in _KILLED)
    share = f", {100 * kills / len(rows):.1f} % killed" if rows else ""
    print(f"{len(rows)} of {len(mutants)} mutants judged{share}: {dict(count)}")
    survivors = [(mutant, verdict) for mutant, verdict in rows if verdict not in _KILLED]
    for mutant, verdict in survivors:
        print(f"{verdict}: {mutant.path}:{mutant.line} {mutant.function}: {mutant.before} -> {mutant.after}")
        print(f"    {explanations.get(mutant.id, 'NOT EXPLAINED')}")
    return sum(mutant.id not in explanations for mutant, _ in survivors)


def main() -> int:
    """Judge those mutants of the sample that have no verdict yet, and report."""
    parser = argparse.ArgumentParser(prog="./videau mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED, help="draws the sample")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many mutants")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument(
        "--minutes", type=float, default=600, help="stop after this long; the next call goes on"
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="of the sample, files with this in their path"
    )
    parser.add_argument("--again", action="store_true", help="judge survivors once more")
    parser.add_argument("--report", action="store_true", help="say what became of them, and judge none")
    options = parser.parse_args()
    results = ROOT / "data" / f"mutants-{options.seed}.jsonl"
    results.parent.mkdir(exist_ok=True)
    mutants = [mutant for mutant in sample(options.sample, options.seed) if options.only in mutant.path]
    verdict_of = verdicts(results)
    is_open = {None, "survived", "uncovered", "not applied"} if options.again else {None}
    could_run = True
    waiting = [mutant for mutant in mutants if verdict_of.get(mutant.id, {}).get("verdict") in is_open]
    if waiting and not options.report:
        os.environ["VIDEAU_TEST_DB"] = "sqlite"
        could_run = judge(waiting, results, workers=options.workers, seconds=60 * options.minutes)
    unexplained = report(mutants, results)
    if not could_run:
        print("The tests nearest to some of them could not be run.")
        return 2
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
