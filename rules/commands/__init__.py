"""The command line: one file for each command, found by its name."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from .. import __version__
from ..words import LANGUAGES, Language, language, preferred
from ._command import Command, Exit
from ._console import Console, Refused
from ._parser import Parser

__all__ = ["COMMANDS", "Command", "Exit", "command", "main"]


COMMANDS: tuple[str, ...] = tuple(
    sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
)
"""The names of the commands: those of the modules in this package without a leading underscore."""


def command(name: str) -> Command:
    """The command of this name, one of `COMMANDS`: the `COMMAND` of its module."""
    command_: Command = import_module(f".{name}", __package__).COMMAND
    return command_


def main(arguments: Sequence[str] | None = None, *, prog: str = "videau-rules") -> int:
    """Run one command and return its exit code; a wrong command line raises `SystemExit` as usual."""
    argv = sys.argv[1:] if arguments is None else arguments
    words = language(_asked_language(argv) or preferred(os.environ))
    options = _parser(words, prog, argv).parse_args(argv)
    console = Console(words)
    try:
        return _outcome(options, console)
    except OSError as error:
        # Files are read and written behind `Refused`: what is left is the standard output.
        _discard_output()
        if isinstance(error, BrokenPipeError):
            return Exit.CUT_OFF
        console.warn(str(error.strerror))
        return Exit.FAILED


def _outcome(options: Namespace, console: Console) -> Exit:
    try:
        code: Exit = options.run(options, console)
        console.flush()
    except KeyboardInterrupt:
        console.complain(console.words.say("stopped"))
        return Exit.INTERRUPTED
    except Refused as refused:
        console.complain(str(refused))
        return Exit.FAILED
    return code


def _parser(words: Language, prog: str, argv: Sequence[str]) -> Parser:
    """The parser of the command line; it loads only the subcommand that the arguments name."""
    parser = Parser(
        prog=prog, words=words, description=words.say("about"), epilog=words.say("more", prog=prog)
    )
    parser.options.add_argument(
        "--version", action="version", version=f"{prog} {__version__}", help=words.say("option.version")
    )
    commands = parser.add_subparsers(
        title=words.say("commands"), metavar=words.say("meta.command"), required=True, parser_class=Parser
    )
    for name in COMMANDS:
        its_parser = commands.add_parser(
            name,
            words=words,
            help=words.say(name),
            description=words.say(f"{name}.about"),
            epilog=words.say(f"{name}.more", prog=prog),
        )
        if name in argv:
            subcommand = command(name)
            subcommand.add_arguments(its_parser)
            its_parser.options.add_argument("--json", action="store_true", help=words.say("option.json"))
            its_parser.set_defaults(run=subcommand.run)
    return parser


def _asked_language(arguments: Sequence[str]) -> str | None:
    """The language of `--lang`, needed before a parser with its words exists."""
    code = None
    for place, argument in enumerate(arguments):
        if argument == "--lang":
            code = "".join(arguments[place + 1 : place + 2])
        elif argument.startswith("--lang="):
            code = argument.partition("=")[2]
    return code if code in LANGUAGES else None


def _discard_output() -> None:
    """Redirect buffered output to nowhere, so that Python does not fail again when it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
