"""The names of players in front of results of a `.mat` text."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

from ..match import Side
from ._mat_words import RESULT_OF_NAME

_SIGNS = " :-,;"
# How much of two texts is the same where they are one name in two ways, and how much more than of the other name.
_LIKE, _LEAD = 0.6, 0.25
_LONGEST = 80


def side_named(words: str, players: tuple[str, str]) -> Side | None:
    """The player whose name stands there, or a part of it; `None` if it is none, or that of both."""
    # A name may end with a sign, and a sign may follow it.
    bare = words.rstrip(_SIGNS)
    texts = {words, words.removesuffix(":").rstrip(), bare} - {""}
    folded = {text.casefold() for text in texts}
    parts = _parts(bare)
    for matches in (
        [player in texts for player in players],
        [player.casefold() in folded for player in players],
        [parts.issubset(_parts(player)) for player in players],
    ):
        if any(matches):
            return None if all(matches) else Side.ONE if matches[0] else Side.TWO
    return None


def side_meant(words: str, players: tuple[str, str]) -> Side | None:
    """The only player whose name is like these words, as where somebody wrote it in two ways."""
    text = words.casefold().rstrip(_SIGNS)[:_LONGEST]
    likenesses = [_likeness(text, player.casefold()[:_LONGEST]) for player in players]
    if max(likenesses) < _LIKE or min(likenesses) > max(likenesses) - _LEAD:
        return None
    return Side.ONE if likenesses[0] > likenesses[1] else Side.TWO


def _likeness(words: str, name: str) -> float:
    shared = any(len(part) > 2 for part in _parts(words) & _parts(name))
    return max(SequenceMatcher(None, words, name).ratio(), _LIKE if shared else 0.0)


def _parts(words: str) -> set[str]:
    return set(words.casefold().replace(",", " ").split())


def result_of_player(line: str, start: int, players: tuple[str, str]) -> int | None:
    """Where the word of a result stands, if from `start` on it follows the name of a player.

    The name may look like anything else: a row, dice, a remark. Of two names that fit, the longer one counts.
    """
    text = line[start:].lstrip()
    folded, names = text.casefold(), _names(players)
    if not folded.startswith(names):
        return None
    for name in names:
        if folded.startswith(name) and (word := RESULT_OF_NAME.match(text, len(name))):
            return len(line) - len(text) + word.start(1)
    return None


@lru_cache(maxsize=64)
def _names(players: tuple[str, str]) -> tuple[str, ...]:
    """The names without case, the longer one first; nearly every line asks for those of the same two."""
    return tuple(sorted((name.casefold() for name in players if name), key=len, reverse=True))
