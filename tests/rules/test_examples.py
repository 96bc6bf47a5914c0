"""Every public docstring has an example, and every example and every row for users of python-chess is true."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import rules
from rules import Match, Play, RulesError
from tests.rules import api_page

PAGE = Path(rules.__file__).parent.parent / "docs" / "python-chess.md"
MODULES = sorted(
    module.name for module in walk_packages(rules.__path__, "rules.") if not module.name.endswith("__main__")
)
# The examples are written as after `from rules import *`.
NAMES = {name: getattr(rules, name) for name in rules.__all__}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| to do")
]


def test_every_public_docstring_has_an_example() -> None:
    named = dict(NAMES)
    for name in api_page.MODULES:
        module = import_module(f"rules.{name}")
        named |= {f"{name}.{public}": getattr(module, public) for public in api_page.public_names(module)}
    public = {
        name: value for name, value in named.items() if inspect.isclass(value) or inspect.isfunction(value)
    }
    assert len(public) > 100
    assert [name for name, value in public.items() if ">>> " not in (inspect.getdoc(value) or "")] == []


def test_every_method_and_property_has_an_example() -> None:
    without = [
        f"{name}.{method}"
        for name, value in NAMES.items()
        if inspect.isclass(value)
        for method, member in vars(value).items()
        if not method.startswith("_") and (text := _own_docstring(member)) and ">>> " not in text
    ]
    assert without == []


def _own_docstring(member: object) -> str:
    """The docstring of a method or a property; empty for any other member of a class."""
    function = getattr(member, "fget", None) or getattr(member, "__func__", member)
    return (function.__doc__ or "") if inspect.isfunction(function) else ""


@pytest.mark.parametrize("module", MODULES)
def test_every_example_is_true(module: str) -> None:
    outcome = doctest.testmod(import_module(module), extraglobs=NAMES, optionflags=doctest.ELLIPSIS)
    assert outcome.failed == 0


def outcome(action: Callable[[], object]) -> str:
    """The words of the error of an action."""
    with pytest.raises(RulesError) as error:
        action()
    return str(error.value)


def play_out(match: Match) -> list[Play]:
    """The plays of a match in which everybody plays the first legal play."""
    plays = []
    while match.winner is None:
        match.roll()
        plays.append(match.play(match.legal_plays()[0]))
    return plays


def test_every_row_for_users_of_python_chess_is_true() -> None:
    names: dict[str, Any] = {**NAMES, "outcome": outcome, "play_out": play_out}
    for module in ("notation", "notation.position_id", "perft", "words"):
        names[module.partition(".")[0]] = import_module(f"rules.{module.partition('.')[0]}")
        import_module(f"rules.{module}")
    assert len(ROWS) > 30
    for _, _, here, answer in ROWS:
        code = here.strip("`")
        if re.match(r"\w+ = ", code):
            exec(code, names)  # noqa: S102 - a row of our own page
        else:
            assert repr(eval(code, names)) == answer.strip("`"), code  # noqa: S307 - a row of our own page


PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_there_are_ten_programs_for_users_of_python_chess() -> None:
    assert len(PROGRAMS) == 10


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_for_users_of_python_chess_runs_by_itself(program: str) -> None:
    test = doctest.DocTestParser().get_doctest(program, dict(NAMES), "program", str(PAGE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0
