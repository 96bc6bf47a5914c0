"""The check finds each damage of a clean record at its place, and continues."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rules import Checked, Severity, Unwritable, Verdict, check, write
from tests.effort import is_long
from tests.rules.damage import KINDS, Damage, damaged
from tests.rules.damaged_plays import PLAY_KINDS
from tests.rules.records import CLEAN
from tests.rules.sheets import read, text_of

# More than 2,000 in a long run, a tenth of them in every run.
_EACH = 40 if is_long() else 4
# A game that ends with the damage tells nobody what was really played.
_FOUND_ALONE = 0.95
# What no other notation can say.
_HABITS_OF_TEXTS = {"unreadable_play", "forced_play_omitted"}
_OF_THE_CUBE = ("cube_not_owned", "cube_not_in_use", "double_in_crawford", "beaver_in_match", "missing_take")


def damages(kind: str) -> list[Damage]:
    """The damages of one kind, the same in every run."""
    return [damaged(kind, Random(f"{kind} {number}")) for number in range(_EACH)]


def test_there_are_many_kinds_of_damage() -> None:
    assert len(KINDS) >= 50


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_record_is_clean_before_it_is_damaged(path: Path) -> None:
    text = text_of(read(path.read_text())).text
    assert check(text.encode()).verdict is Verdict.CLEAN


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_found_under_its_name_at_its_place(kind: str) -> None:
    for damage in damages(kind):
        problems = check(damage.data).problems
        place = (damage.code, damage.line, damage.column, damage.game, damage.turn, damage.player)
        places = [
            problem
            for problem in problems
            if (problem.code, problem.line, problem.column, problem.game, problem.turn, problem.player)
            == place
        ]
        assert places, f"{place} is not among {problems} of:\n{damage.data.decode()}"
        assert damage.found in (None, places[0].found)


def test_after_a_faulty_play_the_game_goes_on_from_what_stood() -> None:
    alone: Counter[bool] = Counter()
    for kind in PLAY_KINDS:
        for damage in damages(kind):
            weighty = [p for p in check(damage.data).problems if p.severity is Severity.PROBLEM]
            alone[all((p.code, p.line) == (damage.code, damage.line) for p in weighty)] += 1
    assert alone[True] / alone.total() > _FOUND_ALONE


@pytest.mark.parametrize("kind", [*sorted(set(PLAY_KINDS) - _HABITS_OF_TEXTS), *_OF_THE_CUBE])
def test_the_same_damage_is_found_in_another_notation(kind: str) -> None:
    count = 0
    for damage in damages(kind):
        report = check(damage.data)
        assert report.transcript is not None
        try:
            text = write(report.transcript, "sgf")
        except Unwritable as refusal:
            # An SGF has no values for doubles, and so none for one that does not fit the others.
            assert refusal.code == "cube"  # noqa: PT017 - the others are compared
            continue
        again = check(text.encode())
        assert (again.format, weighty(again)) == ("sgf", weighty(report))
        count += 1
    assert count


def weighty(report: Checked) -> Counter[tuple[object, ...]]:
    """The problems of a record and their places, without lines and quotations."""
    return Counter(
        (problem.code, problem.game, problem.player, problem.verdict, problem.alternatives, problem.expected)
        for problem in report.problems
        if problem.severity is Severity.PROBLEM
    )
