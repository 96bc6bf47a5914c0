"""The package alone: under the name of its wheel, away from Django, it does what its README says."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import commands
from tests.rules.program import environment
from tests.rules.records import DATA

PACKAGE = Path(rules.__file__).parent
NAME = "videau_rules"
PROJECT: dict[str, Any] = tomllib.loads((PACKAGE / "pyproject.toml").read_text())
RECORD = DATA / "gnubg" / "m002_03pt_s1002_n0.0.mat"

_IMPORT_ALL = f"""
import importlib, pkgutil, {NAME}
for module in pkgutil.walk_packages({NAME}.__path__, "{NAME}."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
_DOCTESTS = """
import doctest
failed, tried = doctest.testfile(sys.argv[1], module_relative=False)
print(tried)
sys.exit(failed)
"""
_RUN = f"""
import runpy
runpy.run_module("{NAME}", run_name="__main__", alter_sys=True)
"""

_LOADED = f"""
from {NAME}.commands import main
main(["check", "nothing.mat"])
print(*sorted(name for name in sys.modules if name.startswith("{NAME}.")))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the package under the name of its wheel."""
    place = tmp_path_factory.mktemp("installed")
    shutil.copytree(PACKAGE, place / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    return place


def run(installed: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program where the standard library and that folder are all there is."""
    path = f"import sys\nsys.path.append({str(installed)!r})\n"
    return subprocess.run(  # noqa: S603 - the project's own program
        [sys.executable, "-I", "-S", "-c", path + program, *arguments],
        cwd=installed,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_every_module_imports_with_nothing_but_the_standard_library(installed: Path) -> None:
    process = run(installed, _IMPORT_ALL)
    assert process.returncode == 0, process.stderr
    assert set(process.stdout.split()) <= {*sys.stdlib_module_names, "__main__", NAME}


def test_the_readme_is_true(installed: Path) -> None:
    process = run(installed, _DOCTESTS, str(installed / NAME / "README.md"))
    assert process.returncode == 0, process.stdout
    assert int(process.stdout) > 30


def test_the_command_line_runs_under_its_name(installed: Path) -> None:
    process = run(installed, _RUN, "check", str(RECORD))
    assert (process.returncode, process.stdout) == (0, f"{RECORD}: clean, gnubg 0-3 root (to 3)\n"), (
        process.stderr
    )
    process = run(installed, _RUN, "check", "--help")
    assert process.stdout.startswith(f"usage: python -m {NAME} check ")


def test_a_command_loads_neither_the_others_nor_other_languages(installed: Path) -> None:
    modules = run(installed, _LOADED).stdout.split()
    assert {f"{NAME}.commands.check", f"{NAME}.words.en"} <= set(modules)
    assert not {f"{NAME}.commands.diagram", f"{NAME}.diagram", f"{NAME}.words.fr"} & set(modules)


def test_the_wheel_is_declared_as_it_is_used() -> None:
    project = PROJECT["project"]
    assert (project["name"], project["license"]) == ("videau-rules", "MIT")
    assert project["requires-python"] == ">=3.11"
    assert "dependencies" not in project
    assert (PACKAGE / project["readme"]).is_file()
    assert all((PACKAGE / name).is_file() for name in project["license-files"])
    module, _, function = project["scripts"]["videau-rules"].partition(":")
    assert (module, getattr(commands, function)) == (f"{NAME}.commands", commands.main)


def test_the_wheel_holds_every_file_of_the_package() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["sources"] == {"": NAME}
    present = {path.name for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    others = {name for name in present if not name.endswith(".py")}
    assert wheel["include"] == ["*.py", "py.typed"]
    assert others == {"LICENSE", "README.md", "py.typed", "pyproject.toml"}
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "__init__.py"
    assert rules.__version__
