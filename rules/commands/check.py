"""`check`: recorded matches against the rules."""

from __future__ import annotations

from argparse import Namespace

from ..causes import Cause, cause_of
from ..problem import Problem, printable
from ..validation import Checked, Verdict, check
from ..words import Language
from ._command import Command, Exit
from ._console import Console, Refused
from ._parser import Parser
from ._telling import game_as_data, match_line, problem_as_data, problem_lines


def _add_arguments(parser: Parser) -> None:
    parser.arguments.add_argument(
        "files", nargs="+", metavar=parser.words.say("meta.file"), help=parser.words.say("check.files")
    )


def _run(options: Namespace, console: Console) -> Exit:
    worst = Exit.DONE
    for number, file in enumerate(options.files):
        console.show_progress(number, len(options.files), file)
        try:
            data = console.read(file)
            result = check(data)
        except Refused as refused:
            console.complain(str(refused))
            worst = Exit.FAILED
            continue
        if options.json:
            console.put(_as_data(file, result, cause_of(data, result)))
        else:
            console.say(_as_text(file, result, cause_of(data, result), console.words))
        worst = max(worst, _exit_code(result.verdict))
    return worst


def _exit_code(verdict: Verdict) -> Exit:
    if verdict is Verdict.CLEAN:
        return Exit.DONE
    return Exit.FAILED if verdict is Verdict.UNREADABLE else Exit.SOME_PROBLEM


def _as_text(file: str, result: Checked, cause: Cause | None, words: Language) -> str:
    about = f"{printable(file)}: {words.say(f'verdict.{result.verdict}')}"
    why = _cause_lines(cause, words)
    if result.transcript is None:
        return "\n".join([about, *problem_lines(result.problems, (), words), *why])
    players = result.transcript.players
    match = match_line(result.transcript, result.counted, words)
    return "\n".join([f"{about}, {match}", *problem_lines(result.problems, players, words), *why])


def _cause_lines(cause: Cause | None, words: Language) -> list[str]:
    """The slip that explains the problems, in words."""
    if cause is None:
        return []
    place = words.where(cause.line) or words.say("place.file")
    if cause.repaired is None:
        return [words.say("check.cause_alone", place=place, cause=words.texts[f"cause.{cause.kind}"])]
    return [
        words.say("check.cause", place=place, cause=words.texts[f"cause.{cause.kind}"], left=len(cause.left))
    ]


def _cause_as_data(cause: Cause | None) -> dict[str, object] | None:
    if cause is None:
        return None
    return {
        "kind": cause.kind,
        "line": cause.line,
        "left": len(cause.left),
        "repaired": cause.repaired,
    }


def _cause_code(problem: Problem, cause: Cause | None) -> str:
    """The slip behind a problem; its own code where nothing else explains it."""
    is_left = cause is None or any(
        (item.code, item.line) == (problem.code, problem.line) for item in cause.left
    )
    return problem.code if is_left or cause is None else cause.kind


def _as_data(file: str, result: Checked, cause: Cause | None) -> dict[str, object]:
    transcript = result.transcript
    return {
        "file": file,
        "format": result.format,
        "length": transcript.length if transcript else None,
        "players": list(transcript.players) if transcript else None,
        "score": list(result.score) if transcript else None,
        "winner": result.winner,
        "verdict": result.verdict,
        "problems": [
            {**problem_as_data(problem), "cause": _cause_code(problem, cause)} for problem in result.problems
        ],
        "cause": _cause_as_data(cause),
        "games": [game_as_data(game) for game in result.games],
    }


COMMAND = Command(_add_arguments, _run)
