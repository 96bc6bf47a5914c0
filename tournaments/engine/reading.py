"""The parser of GNU Backgammon's text export of one game: errors, and its own statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules import EntryKind, Side

from .refusals import Misread
from .script import NAMES, GameDecision

# Smaller errors are frequent, and programs disagree about them.
SMALLEST_MISTAKE = 0.02

_HEADER = re.compile(
    r"Move number \d+:  (one|two) (?:(to play) [1-6]{2}|(on roll, cube decision)\?|(doubles) to \d+)"
)
_POSITION = re.compile(r" GNU Backgammon  Position ID: (\S{14})")
_MATCH = re.compile(r" +Match ID   : (\S{12})")
_REJECTED = re.compile(r"\* (one|two) rejects\s*")
_CUBE = re.compile(
    r"[123]\. (?:(No) (?:re)?double|(?:Double|Redouble), (take|pass))\s+([+-]\d+\.\d+)(?:\s.*)?"
)
_CANDIDATE = re.compile(r"([* ]) +(?:\d+\.|\?\? ) Cubeful +\d-ply +(\S.*?)\s+Eq\.: ([+-]\d+\.\d+)(?:\s.*)?")
_NUMBERS = re.compile(r"(Unforced moves|Close or actual cube decisions)\s+(\d+)\s+(\d+)\s*")
_ERRORS = re.compile(r"Error total EMG \(MWC\)\s+([+-]\d+\.\d+) \(.*?\)\s+([+-]\d+\.\d+) \(.*?\)\s*")
_LUCK = re.compile(r"Luck total EMG \(MWC\)\s+[+-]\d+\.\d+ \((.*?)%\)\s+[+-]\d+\.\d+ \((.*?)%\)\s*")
_WITHOUT_LUCK = re.compile(r"Luck adjusted result\s+([+-]\d+\.\d+)%\s+[+-]\d+\.\d+%\s*")
_SECTIONS = ("Chequerplay statistics", "Cube statistics", "Overall statistics")


class MistakeKind(StrEnum):
    """The kind of a wrong decision."""

    PLAY = "play"
    MISSED_DOUBLE = "missed_double"
    WRONG_DOUBLE = "wrong_double"
    WRONG_TAKE = "wrong_take"
    WRONG_DROP = "wrong_drop"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One decision that lost equity: at a step of the game's replay, what was played and what was best.

    `played` and `best` are plays in the engine's notation, and empty for the cube, where the kind says
    both. `lost` is normalised equity: 1 is a game at the present cube.
    """

    step: int
    side: Side
    kind: MistakeKind
    played: str
    best: str
    lost: float


@dataclass(frozen=True, slots=True)
class Totals:
    """The engine's totals for one side: non-trivial decisions, and the equity lost by them."""

    plays: int = 0
    plays_lost: float = 0.0
    cube_decisions: int = 0
    cube_lost: float = 0.0


@dataclass(frozen=True, slots=True)
class GameLuck:
    """The luck of each side with the dice, and what the game would have changed for side one without it.

    All are chances of winning the match: 0.01 is one chance in a hundred.
    """

    one: float
    two: float
    result_without: float


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """One game as the engine judges it: each side's sums, the mistakes in the order of the game, and the luck.

    `luck` is None where the engine says nothing of it.
    """

    one: Totals
    two: Totals
    mistakes: tuple[Mistake, ...]
    luck: GameLuck | None = None


@dataclass(slots=True)
class _Block:
    """The engine's output about one decision, collected line by line."""

    side: Side
    kind: EntryKind
    position: str = ""
    match: str = ""
    cube: dict[str, float] = field(default_factory=dict)
    best: tuple[str, float] | None = None
    played: tuple[str, float] | None = None


def read_game(text: str, decisions: Sequence[GameDecision]) -> GameAnalysis:
    """Read the export of one analysed game; `Misread` unless it is about exactly these decisions."""
    lines = text.splitlines()
    blocks = list(_blocks(lines))
    keys = [(block.kind, block.side, f"{block.position}:{block.match}") for block in blocks]
    if keys != [(decision.kind, decision.side, decision.moment) for decision in decisions]:
        raise Misread
    mistakes = [
        mistake
        for block, decision in zip(blocks, decisions, strict=True)
        for mistake in _mistakes(block, decision.step)
        if mistake.lost >= SMALLEST_MISTAKE
    ]
    one, two = _totals(lines)
    return GameAnalysis(one, two, tuple(mistakes), _luck(lines))


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    block: _Block | None = None
    for line in lines:
        header = _HEADER.fullmatch(line)
        if header:
            if block:
                yield block
            block = _begun(header)
        elif block:
            _add(block, line)
    if block:
        yield block


def _begun(header: re.Match[str]) -> _Block:
    name, roll, double, _ = header.groups()
    if roll or double:
        return _Block(_side(name), EntryKind.ROLL if roll else EntryKind.DOUBLE)
    return _Block(_side(name).other, EntryKind.TAKE)


def _add(block: _Block, line: str) -> None:
    if match := _POSITION.fullmatch(line):
        block.position = match[1]
    elif match := _MATCH.fullmatch(line):
        block.match = match[1]
    elif _REJECTED.fullmatch(line):
        block.kind = EntryKind.DROP
    elif match := _CUBE.fullmatch(line):
        block.cube["no double" if match[1] else match[2]] = float(match[3])
    elif match := _CANDIDATE.fullmatch(line):
        play = (match[2], float(match[3]))
        # The best play comes first, and the one made has a star.
        block.best = block.best or play
        block.played = play if match[1] == "*" else block.played


def _side(name: str) -> Side:
    return Side.ONE if name == NAMES[0] else Side.TWO


def _mistakes(block: _Block, step: int) -> Iterator[Mistake]:
    """Yield the errors of one decision; a roll has two decisions, because not doubling precedes it."""
    if block.cube:
        kind, loss = _at_the_cube(block)
        yield Mistake(step, block.side, kind, "", "", round(loss, 4))
    if block.best:
        if block.played is None:
            raise Misread
        (best, most), (play, equity) = block.best, block.played
        yield Mistake(step, block.side, MistakeKind.PLAY, play, best, round(most - equity, 4))


def _at_the_cube(block: _Block) -> tuple[MistakeKind, float]:
    if not {"take", "pass"} <= block.cube.keys():
        raise Misread
    take, drop = block.cube["take"], block.cube["pass"]
    # Equities are those of the deciding side: an answer to a double negates them.
    if block.kind is EntryKind.TAKE:
        return MistakeKind.WRONG_TAKE, drop - take
    if block.kind is EntryKind.DROP:
        return MistakeKind.WRONG_DROP, take - drop
    if "no double" not in block.cube:
        raise Misread
    waiting, doubling = block.cube["no double"], min(take, drop)
    if block.kind is EntryKind.DOUBLE:
        return MistakeKind.WRONG_DOUBLE, waiting - doubling
    return MistakeKind.MISSED_DOUBLE, doubling - waiting


def _totals(lines: Sequence[str]) -> tuple[Totals, Totals]:
    """Return the totals at the end of the game: counts and errors of its two sections."""
    counts: dict[str, tuple[int, int]] = {}
    losses: dict[str, tuple[float, float]] = {}
    section = ""
    for line in lines:
        if line in _SECTIONS:
            section = line
        elif match := _NUMBERS.fullmatch(line):
            counts.setdefault(section, (int(match[2]), int(match[3])))
        elif match := _ERRORS.fullmatch(line):
            losses.setdefault(section, (-float(match[1]), -float(match[2])))
    plays, cube = _SECTIONS[0], _SECTIONS[1]
    if not {plays, cube} <= counts.keys() or not {plays, cube} <= losses.keys():
        raise Misread
    one, two = (
        Totals(counts[plays][at], losses[plays][at] + 0.0, counts[cube][at], losses[cube][at] + 0.0)
        for at in (0, 1)
    )
    return one, two


def _luck(lines: Sequence[str]) -> GameLuck | None:
    """Return the luck of the game; None where the engine did not say both the luck and the result without it."""
    luck = next((match for line in lines if (match := _LUCK.fullmatch(line))), None)
    result = next((match for line in lines if (match := _WITHOUT_LUCK.fullmatch(line))), None)
    if luck is None or result is None:
        return None
    one, two, without = (round(float(percent) / 100, 6) for percent in (luck[1], luck[2], result[1]))
    return GameLuck(one, two, without)
