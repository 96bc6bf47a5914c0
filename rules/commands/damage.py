"""`damage`: a match text with one slip of a kind, for trying what a check makes of it."""

from __future__ import annotations

from argparse import Namespace

from ..canonical import write
from ..damage import KINDS, damaged
from ..errors import Unwritable
from ..problem import printable
from ..validation import check
from ._command import Command, Exit
from ._console import Console, Refused
from ._parser import Parser
from ._telling import problem_lines


def _add_arguments(parser: Parser) -> None:
    words = parser.words
    parser.arguments.add_argument(
        "kind", choices=tuple(KINDS), metavar=words.say("meta.kind"), help=words.say("damage.kind")
    )
    parser.arguments.add_argument("file", metavar=words.say("meta.file"), help=words.say("damage.file"))
    parser.options.add_argument(
        "--seed", default="0", metavar=words.say("meta.seed"), help=words.say("damage.seed")
    )


def _run(options: Namespace, console: Console) -> Exit:
    words, file = console.words, printable(options.file)
    result = check(console.read(options.file))
    if result.transcript is None:
        raise Refused("\n".join([f"{file}:", *problem_lines(result.problems, (), words)]))
    try:
        text = damaged(write(result.transcript, "mat"), options.kind, options.seed)
    except Unwritable as error:
        raise Refused(f"{file}: {words.error(error)}") from error
    if text is None:
        raise Refused(words.say("damage.no_place", file=file, kind=options.kind))
    if options.json:
        console.put({"file": options.file, "kind": options.kind, "seed": options.seed, "text": text})
    else:
        console.say(text.rstrip("\n"))
    return Exit.DONE


COMMAND = Command(_add_arguments, _run)
