"""`convert`: a recorded match in another notation."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..annotations import Written, read_annotated, write_annotated
from ..canonical import canonical, write
from ..errors import Unwritable
from ..notation import read, writers
from ..problem import Severity, printable
from ..transcript import Transcript
from ..validation import Checked, check
from ._command import Command, Exit
from ._console import STANDARD, Console, Refused
from ._parser import Parser
from ._telling import match_line, problem_as_data, problem_lines

# Match texts have this suffix as often as their own.
_USUAL_SUFFIXES = {"txt": "mat"}


def _add_arguments(parser: Parser) -> None:
    words = parser.words
    parser.arguments.add_argument("source", metavar=words.say("meta.in"), help=words.say("convert.source"))
    parser.arguments.add_argument("target", metavar=words.say("meta.out"), help=words.say("convert.target"))
    parser.options.add_argument(
        "--to",
        metavar=words.say("meta.format"),
        choices=tuple(writers()),
        help=words.say("convert.to", formats=", ".join(writers())),
    )
    parser.options.add_argument("--force", action="store_true", help=words.say("option.force"))


def _run(options: Namespace, console: Console) -> Exit:
    source, target, words = options.source, options.target, console.words
    to_format = options.to or _format_of(target, console)
    data = console.read(source)
    result = check(data)
    transcript = result.transcript
    if transcript is None:
        raise Refused("\n".join([f"{printable(source)}:", *problem_lines(result.problems, (), words)]))
    try:
        text, losses = _written(data, result, transcript, to_format)
    except Unwritable as error:
        raise Refused(f"{printable(source)}: {words.error(error)}") from error
    problems = [problem for problem in transcript.problems if problem.severity is Severity.PROBLEM]
    is_same = _is_same_match(transcript, text)
    left_out = {loss.kind: loss.count for loss in losses}
    if options.json:
        if target != STANDARD:
            console.write(target, text.encode(), over=options.force)
        console.put(
            {
                "file": source,
                "format": result.format,
                "output": target,
                "to": to_format,
                "text": text if target == STANDARD else None,
                "verdict": result.verdict,
                "unread": [problem_as_data(problem) for problem in problems],
                "is_same_match": is_same,
                "left_out": left_out,
            }
        )
    else:
        console.write(target, text.encode(), over=options.force)
        if target != STANDARD:
            match = match_line(transcript, result.counted, words)
            console.say(f"{printable(target)}: {to_format}, {match}")
        if left_out:
            kinds = ", ".join(f"{words.texts[f'loss.{kind}']} {count}" for kind, count in left_out.items())
            console.complain(words.say("convert.left_out", file=printable(target), kinds=kinds))
        if problems:
            console.complain(words.say("convert.unread", file=printable(source)))
            console.complain("\n".join(problem_lines(problems, transcript.players, words)))
        if not is_same:
            console.complain(words.say("convert.differs", file=printable(target)))
    return Exit.DONE if is_same and not problems else Exit.SOME_PROBLEM


def _written(data: bytes, result: Checked, transcript: Transcript, to_format: str) -> Written:
    """Return the text of a record; what is said about the match goes along as far as the notation holds it."""
    if result.format == "sgf":
        match = read_annotated(data)
        if match.is_annotated:
            return write_annotated(match, to_format)
    return Written(write(transcript, to_format), ())


def _format_of(target: str, console: Console) -> str:
    """The format for the suffix of a file name; if several share it, the one with that name."""
    suffix = Path(target).suffix.lower().removeprefix(".")
    for name in (suffix, _USUAL_SUFFIXES.get(suffix)):
        formats = [writer.format for writer in writers().values() if writer.suffix == name]
        if formats:
            return name if name in formats else formats[0]
    raise Refused(console.words.say("convert.suffix", formats=", ".join(writers())))


def _is_same_match(transcript: Transcript, text: str) -> bool:
    """Whether reading the written text gives the same match."""
    again = read(text.encode()).transcript
    return again is not None and canonical(again) == canonical(transcript)


COMMAND = Command(_add_arguments, _run)
