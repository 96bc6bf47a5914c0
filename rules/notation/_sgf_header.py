"""The root node of an SGF game: names, score, rules, result and the facts that become tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..problem import LONGEST_QUOTE, Finding, Problem, printable, quote
from ..transcript import Entry, EntryKind, StatedEnd
from ..variant import BACKGAMMON, VARIANTS, Variant
from ._sgf_grammar import unescaped, values_of
from ._sgf_plays import SIDES

VARIANT_RULES = {
    "nackgammon": "Nackgammon",
    "hypergammon_1": "Hypergammon1",
    "hypergammon_2": "Hypergammon2",
    "hypergammon_3": "Hypergammon3",
}
"""What the rules property calls the variants, by their codes; backgammon itself needs no word."""
CRAWFORD, CRAWFORD_GAME, JACOBY, NO_CUBE = "Crawford", "CrawfordGame", "Jacoby", "NoCube"
"""The other words of the rules property."""
TAGS = {
    "WR": "Player 1 Elo",
    "BR": "Player 2 Elo",
    "DT": "EventDate",
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "AN": "Transcriber",
    "GC": "Comment",
}
"""Properties that other notations write as tags, in the order in which they are written."""
FACES = {str(1 << power): 1 << power for power in range(16)}
"""What a cube can show, as it is written."""

_RULES = {CRAWFORD, CRAWFORD_GAME, JACOBY, NO_CUBE, *VARIANT_RULES.values()}
_LONGEST_TEXT = 200
_MATCH_INFO = re.compile(r"\s*+(length|game|ws|bs)\s*+:\s*+(-?\d{1,6}+)\s*+")
# Who won, and how many points; a resignation, a flag or a forfeit may leave them out.
_RESULT = re.compile(r"([WB])\+(\d{1,6}+)?((?:R|T|F)[a-z]*+)?", re.IGNORECASE)
_NO_RESULTS = frozenset({"", "?", "0", "draw", "void"})
# Programs whose games without an `R` were played out.
_MARKS_RESIGNATIONS = ("GNU Backgammon", "videau-rules")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_BLANK = re.compile(r"\s")


class Property(NamedTuple):
    """A property and its place: its first value, and any others as raw text."""

    name: str
    first: str
    others: str
    line: int
    column: int

    @property
    def values(self) -> list[str]:
        """The raw values, with brackets and escapes."""
        return [self.first, *values_of(self.others)]

    @property
    def text(self) -> str:
        """The first value as one printable line."""
        return shown(unescaped(self.first[: 4 * _LONGEST_TEXT]))

    @property
    def said(self) -> str:
        """The whole property as one printable line."""
        return quote(f"{self.name}[{self.first[: 2 * LONGEST_QUOTE]}]{self.others[: 2 * LONGEST_QUOTE]}")

    def problem(self, code: Finding, found: str = "") -> Problem:
        """A problem at the place of the property."""
        return Problem(code, self.line, self.column, found=quote(found) or self.said)


@dataclass(frozen=True, slots=True)
class Header:
    """The facts of the root node of a game; missing ones are `None`.

    `info_line` is the line of length, number and score. `game` counts from 0; `length` 0 is unlimited
    play. `is_crawford` is the mark of the Crawford game,
    `cube` its value after automatic doubles, `result` the entry that ends the game.
    """

    players: tuple[str | None, str | None]
    info_line: int | None
    length: int | None
    game: int | None
    score: tuple[int, int] | None
    variant: Variant
    is_crawford: bool | None
    cube: int
    result: Entry | None
    stated_end: StatedEnd | None
    tags: Mapping[str, str]
    problems: tuple[Problem, ...]


def begins_again(first: int | None, number: int | None, score: tuple[int, int] | None) -> bool:
    """Whether a game begins another match: a first game again, at 0-0."""
    return number is not None and number == first and score == (0, 0)


def shown(text: str) -> str:
    """A name or a fact as stored: one printable line of limited length."""
    return printable(_BLANK.sub(" ", text))[:_LONGEST_TEXT].strip()


def read_header(properties: Mapping[str, Property]) -> Header:
    """Read the properties of a root node by their names."""
    problems: list[Problem] = []
    info = dict(_match_info(properties.get("MI")))
    rules = _rules(properties.get("RU"), problems)
    codes = [code for code, rule in VARIANT_RULES.items() if rule in rules]
    variant = VARIANTS[codes[0]] if codes else BACKGAMMON
    return Header(
        players=(_text(properties.get("PW")), _text(properties.get("PB"))),
        info_line=properties["MI"].line if "MI" in properties else None,
        length=info.get("length"),
        game=info.get("game"),
        score=(info["ws"], info["bs"]) if "ws" in info and "bs" in info else None,
        variant=variant,
        is_crawford=CRAWFORD_GAME in rules if CRAWFORD in rules else None,
        cube=_automatic_cube(properties.get("CV"), problems),
        result=_result(properties.get("RE"), problems),
        stated_end=_stated_end(properties.get("RE"), properties.get("AP")),
        tags=dict(_tags(properties, rules, variant)),
        problems=tuple(problems),
    )


def _match_info(info: Property | None) -> Iterator[tuple[str, int]]:
    for value in info.values if info else ():
        match = _MATCH_INFO.fullmatch(value)
        # Only the number of a game, counted from nought, may come from a game called nought.
        if match and (match[1] == "game" or not match[2].startswith("-")):
            yield match[1], int(match[2])


def _rules(rules: Property | None, problems: list[Problem]) -> set[str]:
    """The words of the rules property; an unknown word may change the whole game."""
    if rules is None:
        return set()
    # Early programs gave each rule a value of its own.
    words = {word.strip() for value in rules.values for word in value.split(":")} - {""}
    problems += [rules.problem(Finding.UNKNOWN_VARIATION, word) for word in sorted(words - _RULES)]
    return words


def _automatic_cube(cube: Property | None, problems: list[Problem]) -> int:
    if cube is None:
        return 1
    if cube.text not in FACES:
        problems.append(cube.problem(Finding.UNREADABLE_CELL))
    return FACES.get(cube.text, 1)


def _result(result: Property | None, problems: list[Problem]) -> Entry | None:
    """The entry of `RE`: a win, or a resignation of the other side if no points are stated."""
    if result is None or result.text.lower() in _NO_RESULTS:
        return None
    match = _RESULT.fullmatch(result.text)
    if not match or not (match[2] or match[3]):
        problems.append(result.problem(Finding.UNREADABLE_CELL))
        return None
    winner = SIDES[match[1].upper()]
    place = (None, result.line, result.column, result.said)
    if match[2]:
        return Entry(EntryKind.WIN, winner, *place, value=int(match[2]))
    return Entry(EntryKind.RESIGN, winner.other, *place)


def _stated_end(result: Property | None, program: Property | None) -> StatedEnd | None:
    """What `RE` says of the end: nothing behind the points where a program would mark a resignation with `R`."""
    match = _RESULT.fullmatch(result.text) if result else None
    if not match or not match[2] or match[3]:
        return None
    marks = program is not None and program.text.startswith(_MARKS_RESIGNATIONS)
    return StatedEnd.PLAYED_OUT if marks else StatedEnd.UNMARKED


def _tags(properties: Mapping[str, Property], rules: set[str], variant: Variant) -> Iterator[tuple[str, str]]:
    """The facts of the header under the keys that every notation uses for them."""
    for name, key in TAGS.items():
        if text := _text(properties.get(name)):
            yield key, _DATE.sub(r"\1.\2.\3", text) if name == "DT" else text
    yield "Variation", variant.variation
    # What is not listed may be off, or its writer never wrote it.
    yield from ((rule, "On") for rule in (JACOBY, CRAWFORD) if rule in rules)
    if NO_CUBE in rules:
        yield "CubeLimit", "1"
    if "CV" in properties:
        yield "AutoDouble", "On"


def _text(prop: Property | None) -> str | None:
    return prop.text if prop else None
