"""The tool behind `./videau mutants` makes the mistakes it says, and nothing else."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import scoresheet
from tests.mutants.__main__ import EXPLAINED, NEAREST, ROOT, SAMPLE, SEED, SWITCHES, sample
from tests.mutants.patching import apply
from tests.mutants.plugin import allow
from tests.mutants.points import mutants, mutated

SOURCE = '''"""A file."""
from __future__ import annotations

LIMITS = {1, 2}


def decide(score: int, most: int = 5) -> bool:
    """A word."""
    if score > most and score != 7:
        raise ValueError("too much")
    note(score)
    return not most
'''


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "file.py"
    path.write_text(SOURCE)
    return path


def test_it_finds_every_kind_of_mistake_and_leaves_words_types_and_defaults_alone(source: Path) -> None:
    changes = {(mutant.function, mutant.before, mutant.after) for mutant in mutants(source, source.parent)}
    assert changes == {
        ("", "{1, 2}", "{2}"),
        ("", "1", "2"),
        ("", "2", "3"),
        ("decide", "score > most and score != 7", "score > most or score != 7"),
        ("decide", "score > most and score != 7", "score != 7"),
        ("decide", "score > most and score != 7", "score > most"),
        ("decide", "score > most", "score >= most"),
        ("decide", "score != 7", "score == 7"),
        ("decide", "7", "8"),
        ("decide", "raise ValueError('too much')", "pass"),
        ("decide", "note(score)", "nothing"),
        ("decide", "return not most", "return None"),
        ("decide", "not most", "most"),
    }


def test_a_mutant_is_the_file_with_one_mistake(source: Path) -> None:
    whole = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutant in mutants(source, source.parent):
        lines = ast.unparse(mutated(mutant, source.parent)).splitlines()
        assert 1 <= len(set(whole) ^ set(lines)) <= 2, mutant


def test_a_mutant_runs_wherever_the_function_was_imported() -> None:
    same, code = scoresheet.same_result, scoresheet.same_result.__code__
    path = ROOT / "rules" / "scoresheet.py"
    mutant = next(one for one in mutants(path, ROOT) if one.function == "same_result")
    try:
        assert apply(mutant, ROOT)
        assert same.__code__ is not code
    finally:
        same.__code__ = code


def test_a_seed_draws_the_same_sample_again() -> None:
    mutants_of_seed = sample(SAMPLE, SEED)
    assert len({mutant.id for mutant in mutants_of_seed}) == SAMPLE
    assert mutants_of_seed == sample(SAMPLE, SEED)
    assert mutants_of_seed != sample(SAMPLE, SEED + 1)


def test_every_explained_survivor_is_a_mutant_that_exists() -> None:
    explanations = json.loads(EXPLAINED.read_text())
    assert set(explanations) <= {mutant.id for mutant in sample(100_000, SEED)}
    assert all(explanations.values())


def test_a_mutant_that_hangs_ends_and_each_test_has_its_own_time() -> None:
    assert end_of_process(works, works, works) == 0
    assert end_of_process(works, hangs) == -signal.SIGPROF


# Three tests together use more than one is allowed. The margin is many ticks of the kernel's
# accounting: a busy machine charges a process for ticks of others too.
_ALLOWED, _USED = 0.4, 0.15
_TOO_LONG = 20.0


def works() -> None:
    """Work for a moment, measured by the clock of the allowance itself."""
    allow(_ALLOWED)
    start, end = signal.getitimer(signal.ITIMER_PROF)[0], time.process_time() + _TOO_LONG
    while start - signal.getitimer(signal.ITIMER_PROF)[0] < _USED and time.process_time() < end:
        pass


def hangs() -> None:
    """Work for far longer than is allowed."""
    allow(0.01)
    end = time.process_time() + _TOO_LONG
    while time.process_time() < end:
        pass


def end_of_process(*tests: Callable[[], None]) -> int:
    """How a process ends that runs these, one after the other."""
    child = os.fork()
    if not child:
        for test in tests:
            test()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_the_tests_nearest_to_the_mutants_are_found_as_they_are_run() -> None:
    tests = next(iter(NEAREST.values()))
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *SWITCHES, "--collect-only", *tests],
        cwd=ROOT,
        env={**os.environ, "VIDEAU_TEST_DB": "sqlite"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == pytest.ExitCode.OK, run.stdout
