"""Moves and turns as people and programs write them: `24/18*`, `bar/21`, `13/7/5`, `6/off(2)`, `3-1: 8/5 6/5`."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from .errors import InvalidNotation
from .move import Move
from .position import BAR, OFF, OUTSIDE

_PLACES = {
    **{str(place): place for place in range(26)},
    **{f"0{place}": place for place in range(10)},
    "out": OUTSIDE,
    "bar": BAR,
    "b": BAR,
    "barre": BAR,
    "off": OFF,
    "aus": OFF,
    "o": OFF,
}
ONE_MOVE = {
    f"{src}/{dst}{star}": Move(src, dst) for src in range(1, 26) for dst in range(src) for star in ("", "*")
}
"""The words of one move in numbers alone: nearly all that programs write."""
# No word of moves is longer: `bar/24*/18*/12*/6*(2)`.
_LONGEST = 24


def written_moves(word: str) -> tuple[Move, ...] | None:
    """The moves of one word, in the order written; `None` if it is not moves.

    A route like `13/7/5` gives one move for each step and `(n)` repeats them all. One move may still
    stand for several dice. Hits are not told: their stars are optional in records and sometimes wrong.
    """
    return known_moves(word) if len(word) <= _LONGEST else None


@lru_cache(maxsize=4096)
def known_moves(word: str) -> tuple[Move, ...] | None:
    """`written_moves` for short words, with a cache."""
    route, repeats = word.lower(), 1
    if route.endswith(")"):
        route, _, count = route[:-1].partition("(")
        if count not in {"1", "2", "3", "4"}:
            return None
        repeats = int(count)
    places = [_PLACES.get(stop.rstrip("*")) for stop in route.split("/")]
    if len(places) < 2:
        return None
    moves = []
    for src, dst in pairwise(places):
        if src is None or dst is None:
            return None
        moves.append(Move(src, dst))
    return tuple(moves) * repeats


# Four moves with all their words need no more.
_LONGEST_TURN = 200
_DICE_AHEAD = re.compile(r"\s*([1-6])\s*-?\s*([1-6])\s*:", re.ASCII)
_DANCES = frozenset(
    {
        *("", "#", "-", "--", "---", "\u2013", "\u2014", "fan", "fans", "pass", "passes", "none"),
        *("dance", "dances", "danced", "no move", "no moves", "no play", "no legal move", "no legal moves"),
        *("cannot move", "can't move", "can\u2019t move", "can not move", "cannot play", "unable to move"),
        *("tanzt", "passt", "kein zug", "kann nicht ziehen", "danse", "passe", "pas de coup", "aucun coup"),
    }
)
# What is put right: marks of praise and separators, signs for `to`, counts in any brackets or with a cross, signs of a hit.
_REPAIRS = (
    (re.compile(r"\([!?]+\)|[,;!?.\s]+"), " "),
    (re.compile("[\u2192\u2013\u2014>]|->"), "/"),
    (re.compile(r"(?<=[\w*])\s*[-/]+\s*(?=\w)"), "/"),
    (re.compile(r"\s*[(\[][x\u00d7]?([1-4])x?[)\]]"), r"(\1)"),
    (re.compile(r"(?<![\w/*])([2-4])\s?[x\u00d7]\s?(\w+/[\w/*]+)"), r"\2(\1)"),
    (re.compile(r"(?<=[\w*])\s?[x\u00d7]([2-4])\b"), r"(\1)"),
    (re.compile(r"(?<=\d)\s\*|(?<=/\d)x\b|(?<=/\d\d)x\b"), "*"),
)


def is_dance(text: str) -> bool:
    """Whether a text is what people and programs write where no move is possible."""
    return text.strip(" .!()").lower() in _DANCES


def written_turn(text: str) -> tuple[tuple[int, int] | None, tuple[Move, ...]]:
    """The dice and the moves of a turn in any usual way of writing; `None` for dice that are not written.

    Raises `InvalidNotation` for a word that is no move.
    """
    if len(text) > _LONGEST_TURN:
        raise InvalidNotation("not_a_play", found=text[:_LONGEST_TURN])
    ahead = _DICE_AHEAD.match(text)
    dice = (int(ahead[1]), int(ahead[2])) if ahead else None
    rest = text[ahead.end() :] if ahead else text
    if is_dance(rest):
        return dice, ()
    for pattern, repair in _REPAIRS:
        rest = pattern.sub(repair, rest)
    moves: list[Move] = []
    for word in rest.split():
        more = written_moves(word)
        if more is None:
            raise InvalidNotation("not_a_play", found=word)
        moves += more
    return dice, tuple(moves)
