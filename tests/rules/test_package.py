"""The public names of the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rules


@pytest.mark.parametrize("name", rules.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(rules, name) is not None


def test_a_name_that_is_loaded_later_is_the_same_each_time() -> None:
    assert rules.State is rules.State
    assert rules.State.__module__ == "rules.state"


def test_another_name_is_none_of_the_packages() -> None:
    with pytest.raises(AttributeError, match="no attribute 'leaderboard'"):
        rules.leaderboard  # noqa: B018 - asking is the test


def test_who_only_plays_loads_no_notation() -> None:
    program = "import sys, rules; print(*sorted(name for name in sys.modules if name.startswith('rules.')))"
    command = [sys.executable, "-c", program]
    process = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own line
    modules = set(process.stdout.split())
    assert "rules.play" in modules
    assert modules.isdisjoint(
        {"rules.notation.mat", "rules.notation.sgf", "rules.notation.xg", "rules.facts"}
    )
