"""The parser of a command line, in the language of its reader."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from functools import partial
from typing import Any, NoReturn

from ..words import LANGUAGES, Language


class Parser(argparse.ArgumentParser):
    """A parser with the words of one language.

    What stands at a place of its own is added to `arguments`, what is named to `options`: the two groups
    that the help shows under these titles.
    """

    def __init__(self, *, words: Language, **settings: Any) -> None:
        super().__init__(
            add_help=False,
            allow_abbrev=False,
            formatter_class=partial(_Formatter, usage=words.say("usage")),
            **settings,
        )
        self.words = words
        self.arguments = self.add_argument_group(words.say("arguments"))
        self.options = self.add_argument_group(words.say("options"))
        self.options.add_argument("-h", "--help", action="help", help=words.say("option.help"))
        self.options.add_argument("--lang", choices=LANGUAGES, help=words.say("option.lang"))

    def number(self, text: str) -> int:
        """The number from 1 that a text is, for argparse."""
        if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
            raise argparse.ArgumentTypeError(self.words.say("wrong_number", found=text))
        return int(text)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and stop with exit code 2."""
        self.print_usage(sys.stderr)
        wrong = self.words.say("error", prog=self.prog, message=self.words.usage_error(message))
        self.exit(2, f"{wrong}\n")


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Leaves the lines of descriptions and examples as they are, and words the usage itself."""

    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog)
        self._usage = usage

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the line that shows the command line."""
        super().add_usage(usage, actions, groups, self._usage if prefix is None else prefix)
