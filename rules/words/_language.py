"""What a language offers: a sentence for every code, and the words between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import RulesError
from ..judgement import PlayFault
from ..match import Side
from ..problem import Finding, Problem, printable


@dataclass(frozen=True, slots=True)
class Language:
    """One language: the sentences of problems and errors, and all other texts by name.

    Sentences hold the data of a code in braces: `{found}`, `{expected}`. A text with a `|` is one for a
    single thing and one for several; `singular` are the numbers that count as a single thing. What
    argparse says of a wrong command line is found by `usage_errors`, patterns with their translations.

    >>> from rules.words import language
    >>> language("fr").problem(Problem(Finding.EMPTY_FILE))
    'Le fichier est vide.'
    """

    code: str
    problems: Mapping[Finding | PlayFault, str]
    errors: Mapping[str, str]
    texts: Mapping[str, str]
    usage_errors: Sequence[tuple[str, str]]
    singular: frozenset[int]

    def say(self, text: str, /, **values: object) -> str:
        """The text of this name, with its values."""
        return self.texts[text].format(**values)

    def count(self, text: str, number: int, /, **values: object) -> str:
        """The text of this name for a number of things, which it may show as `{number}`."""
        one, many = self.texts[text].split("|")
        return (one if number in self.singular else many).format(number=number, **values)

    def error(self, error: RulesError) -> str:
        """An exception of the rules as a sentence; the bare code if a notation added one of its own."""
        sentence = self.errors.get(error.code)
        if sentence is None and "play" in error.data:
            fault = self.problem(Problem(PlayFault(error.code), found=str(error.data["play"])))
            return f"{fault} {self.say('error.legal', legal=error.data['legal'])}"
        if sentence is None:
            return str(error).replace("_", " ")
        return sentence.format(**{key: printable(str(value)) for key, value in error.data.items()})

    def problem(self, problem: Problem, players: Sequence[str] = ()) -> str:
        """A problem as a sentence; `players` are the names of the record, side one first."""
        return self.problems[problem.code].format(
            found=problem.found,
            expected=problem.expected,
            found_name=self._name_or_value(problem.found, players),
            expected_name=self._name_or_value(problem.expected, players),
            found_traces=self._traces(problem.found),
            expected_traces=self._traces(problem.expected),
            found_kind=f" ({problem.found})" if problem.found else "",
            expected_choice=self._choice(problem.expected),
            player_name=self.name(problem.player, players) if problem.player else "",
        )

    def place(self, problem: Problem, players: Sequence[str] = ()) -> str:
        """Where a problem is: line, column, game, turn and player as far as known."""
        place = self.where(problem.line, problem.column, problem.game, problem.turn)
        parts = [place] if place else []
        if problem.player is not None:
            parts.append(self.name(problem.player, players))
        return ", ".join(parts) or self.say("place.file")

    def where(
        self, line: int | None, column: int | None = None, game: int | None = None, turn: int | None = None
    ) -> str:
        """A place in a record, as far as it is known."""
        values = {"line": line, "column": column, "game": game, "turn": turn}
        return ", ".join(
            self.say(f"place.{key}", number=value) for key, value in values.items() if value is not None
        )

    def name(self, side: Side, players: Sequence[str] = ()) -> str:
        """The name of a side; its number if the record gives no name."""
        names = dict(zip(Side, map(printable, players), strict=False))
        return names.get(side, "").strip() or self.say(f"side.{side}")

    def usage_error(self, message: str) -> str:
        """An error message of argparse, translated if the message is known."""
        for pattern, sentence in self.usage_errors:
            if match := re.fullmatch(pattern, message, re.DOTALL):
                parts = match.groupdict()
                if "rest" in parts:
                    parts["rest"] = self.usage_error(parts["rest"])
                return sentence.format(**parts)
        return message

    def _traces(self, codes: str) -> str:
        """The traces of a winner by their codes, in words; any other value as it is."""
        return ", ".join(self.texts.get(f"trace.{code}", code) for code in codes.split())

    def _choice(self, values: str) -> str:
        """Values of which one is right, as a sentence lists them; a value alone as it is."""
        *others, last = values.split() or [""]
        return self.say("choice", others=", ".join(others), last=last) if others else last

    def _name_or_value(self, value: str, players: Sequence[str]) -> str:
        return self.name(Side(value), players) if value in tuple(Side) else value
