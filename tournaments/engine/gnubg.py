"""GNU Backgammon as a child process that analyses one game of a match and ends."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable

from .confinement import SandboxLimits, run
from .reading import GameAnalysis, read_game
from .script import EngineInput

OFF, AUTO = "off", "auto"
# Two plies is what the program's authors call world class, and what players compare their errors at.
PLIES = 2
# Luck needs no more than 0 plies, at which it adds a tenth to the time.
# A long game takes some ten seconds; a machine may be slow, and a record may be long to tire it.
LIMITS = SandboxLimits(seconds=180, cpu_seconds=150, memory=1024**3, output=8 * 1024**2)
ARGUMENTS = ("--tty", "--quiet", "--no-rc", "--commands=script")
# Debian's place for games is not on the path of a service.
_GAMES = "/usr/games"
_VERSION = re.compile(r"GNU Backgammon (\S+)")
_SCRIPT = """\
set display off
set output mwc off
set output matchpc off
set output winpc off
set output digits 5
set export show board 1
set export moves number 1
set export moves probabilities off
set export cube probabilities off
set analysis luck on
set analysis luckanalysis plies 0
set analysis cubedecision evaluation plies {plies}
set analysis chequerplay evaluation plies {plies}
import mat "match.mat"
first game
{next}analyse game
export game text "-"
"""


def find(name: str) -> str | None:
    """Return the path of the program: for `auto` the installed one, for `off` None, else the named one."""
    if name in (OFF, ""):
        return None
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), _GAMES])
    return shutil.which("gnubg" if name == AUTO else name, path=path)


def script_of(index: int, *, plies: int = PLIES) -> str:
    """Return the commands that analyse one game of `match.mat`, counted from 0, and export the result."""
    return _SCRIPT.format(plies=plies, next=f"next game {index}\n" if index else "")


def analyse_game(
    program: str, engine_input: EngineInput, index: int, *, still_at_it: Callable[[], None]
) -> tuple[GameAnalysis, str]:
    """Return the analysis of one game of a match, counted from 0, and the version of the program.

    `still_at_it` is called every few seconds. Raise a subclass of `EngineRefusal` on failure.
    """
    output = run(
        [program, *ARGUMENTS],
        files={"match.mat": engine_input.text, "script": script_of(index)},
        limits=LIMITS,
        still_at_it=still_at_it,
    )
    version = _VERSION.search(output)
    return read_game(output, engine_input.games[index]), version[1] if version else ""
