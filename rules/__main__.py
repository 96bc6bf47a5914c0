"""The command line: `python -m rules check FILE...` and `python -m rules plays`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from .errors import RulesError
from .play import legal_plays
from .position import Position
from .problem import Problem
from .validation import Checked, JudgedGame, Verdict, check

ALL_CLEAN, SOME_PROBLEM, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    if options.command == "plays":
        return _plays(sys.stdin.buffer)
    return _check(options.files, as_json=options.json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rules of backgammon.")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser(
        "check",
        help="check recorded matches against the rules",
        description="Check recorded matches against the rules, play by play.",
        epilog="Exit code: 0 when all records are clean, 1 when one has problems or is incomplete, "
        "2 when one cannot be read.",
    )
    checking.add_argument("files", nargs="+", metavar="FILE", help="a record; - is the standard input")
    checking.add_argument("--json", action="store_true", help="print one JSON object for each file")
    commands.add_parser(
        "plays",
        help="list the legal plays of positions",
        description="Read one JSON object a line with own, opp (26 counts each) and dice; write one with "
        "results, the positions that legal plays reach.",
        epilog="Exit code: 0, or 2 when a line is no position with dice.",
    )
    return parser


def _check(files: Iterable[str], *, as_json: bool) -> int:
    worst = ALL_CLEAN
    for file in files:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            print(f"{file}: {error.strerror}", file=sys.stderr)
            worst = UNREADABLE
            continue
        checked = check(data)
        print(json.dumps(_as_data(file, checked)) if as_json else _as_text(file, checked))
        worst = max(worst, _exit_code(checked.verdict))
    return worst


def _exit_code(verdict: Verdict) -> int:
    if verdict is Verdict.CLEAN:
        return ALL_CLEAN
    return UNREADABLE if verdict is Verdict.UNREADABLE else SOME_PROBLEM


def _as_data(file: str, checked: Checked) -> dict[str, object]:
    transcript = checked.transcript
    return {
        "file": file,
        "format": checked.format,
        "length": transcript.length if transcript else None,
        "players": list(transcript.players) if transcript else None,
        "score": list(checked.score) if transcript else None,
        "winner": checked.winner,
        "verdict": checked.verdict,
        "problems": [{**problem._asdict(), "severity": problem.severity} for problem in checked.problems],
        "games": [_game_as_data(game) for game in checked.games],
    }


def _game_as_data(game: JudgedGame) -> dict[str, object]:
    return {
        "number": game.number,
        "line": game.line,
        "score_before": list(game.score_before),
        "is_crawford": game.is_crawford,
        "winner": game.winner,
        "result": game.result,
        "cube": game.cube,
        "ended": game.ended,
        "points": game.points,
        "counted": game.counted,
        "score_after": list(game.score_after),
    }


def _as_text(file: str, checked: Checked) -> str:
    transcript = checked.transcript
    about = ""
    if transcript:
        one, two = transcript.players
        to = f"to {transcript.length}" if transcript.length else "unlimited"
        about = f", {one} {checked.counted[0]}-{checked.counted[1]} {two} ({to})"
    return "\n".join([f"{file}: {checked.verdict}{about}", *map(_problem_as_text, checked.problems)])


def _problem_as_text(problem: Problem) -> str:
    place = [
        f"{name} {value}"
        for name, value in (
            ("line", problem.line),
            ("column", problem.column),
            ("game", problem.game),
            ("turn", problem.turn),
            ("side", problem.player),
        )
        if value is not None
    ]
    text = f"{problem.severity}: {problem.code.replace('_', ' ')}"
    if problem.found:
        text += f": {problem.found}"
    if problem.expected:
        text += f" (expected {problem.expected})"
    return f"  {', '.join(place) or 'file'}: {text}"


def _plays(lines: BinaryIO) -> int:
    code = ALL_CLEAN
    for line in lines:
        if not line.strip():
            continue
        try:
            answer: dict[str, object] = {"results": _results(json.loads(line))}
        except RulesError as error:
            answer, code = {"error": error.code}, UNREADABLE
        except (ValueError, RecursionError):
            answer, code = {"error": "not_a_position"}, UNREADABLE
        print(json.dumps(answer))
    return code


def _results(asked: object) -> list[str]:
    """The positions legal plays reach, as sorted `own/opp` texts with one hexadecimal digit a place."""
    if not isinstance(asked, dict) or not all(
        isinstance(asked.get(key), list) for key in ("own", "opp", "dice")
    ):
        raise ValueError("own, opp and dice are needed")
    position = Position.checked(asked["own"], asked["opp"])
    plays = legal_plays(position, tuple(asked["dice"]))
    return sorted(f"{_hex(play.result.own)}/{_hex(play.result.opp)}" for play in plays)


def _hex(counts: Sequence[int]) -> str:
    return "".join(f"{count:x}" for count in counts)


if __name__ == "__main__":
    sys.exit(main())
