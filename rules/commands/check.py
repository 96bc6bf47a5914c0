"""`check`: recorded matches against the rules."""

from __future__ import annotations

from argparse import Namespace

from ..problem import printable
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
            result = check(console.read(file))
        except Refused as refused:
            console.complain(str(refused))
            worst = Exit.FAILED
            continue
        if options.json:
            console.put(_as_data(file, result))
        else:
            console.say(_as_text(file, result, console.words))
        worst = max(worst, _exit_code(result.verdict))
    return worst


def _exit_code(verdict: Verdict) -> Exit:
    if verdict is Verdict.CLEAN:
        return Exit.DONE
    return Exit.FAILED if verdict is Verdict.UNREADABLE else Exit.SOME_PROBLEM


def _as_text(file: str, result: Checked, words: Language) -> str:
    about = f"{printable(file)}: {words.say(f'verdict.{result.verdict}')}"
    if result.transcript is None:
        return "\n".join([about, *problem_lines(result.problems, (), words)])
    players = result.transcript.players
    match = match_line(result.transcript, result.counted, words)
    return "\n".join([f"{about}, {match}", *problem_lines(result.problems, players, words)])


def _as_data(file: str, result: Checked) -> dict[str, object]:
    transcript = result.transcript
    return {
        "file": file,
        "format": result.format,
        "length": transcript.length if transcript else None,
        "players": list(transcript.players) if transcript else None,
        "score": list(result.score) if transcript else None,
        "winner": result.winner,
        "verdict": result.verdict,
        "problems": [problem_as_data(problem) for problem in result.problems],
        "games": [game_as_data(game) for game in result.games],
    }


COMMAND = Command(_add_arguments, _run)
