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
    for done, file in enumerate(options.files):
        console.show_progress(done, len(options.files), file)
        try:
            checked = check(console.read(file))
        except Refused as refused:
            console.complain(str(refused))
            worst = Exit.FAILED
            continue
        if options.json:
            console.put(_as_data(file, checked))
        else:
            console.say(_as_text(file, checked, console.words))
        worst = max(worst, _exit_code(checked.verdict))
    return worst


def _exit_code(verdict: Verdict) -> Exit:
    if verdict is Verdict.CLEAN:
        return Exit.DONE
    return Exit.FAILED if verdict is Verdict.UNREADABLE else Exit.SOME_PROBLEM


def _as_text(file: str, checked: Checked, words: Language) -> str:
    about = f"{printable(file)}: {words.say(f'verdict.{checked.verdict}')}"
    if checked.transcript is None:
        return "\n".join([about, *problem_lines(checked.problems, (), words)])
    players = checked.transcript.players
    match = match_line(checked.transcript, checked.counted, words)
    return "\n".join([f"{about}, {match}", *problem_lines(checked.problems, players, words)])


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
        "problems": [problem_as_data(problem) for problem in checked.problems],
        "games": [game_as_data(game) for game in checked.games],
    }


COMMAND = Command(_add_arguments, _run)
