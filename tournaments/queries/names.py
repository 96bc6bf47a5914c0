"""Players whose names are nearly the same, so that nobody is entered twice under two spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from matches.models import Player, name_key

_NOT_IN_WORDS = re.compile(r"[^\w]+")
# A beginning of fewer words says too little about a name: there is more than one Jean.
_FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player that a new name may mean; `player_id` is the primary key and stays inside."""

    player_id: int
    uid: str
    name: str
    club: str
    country: str
    is_same_name: bool

    def to_dict(self) -> dict[str, Any]:
        """What a page or the API shows of it."""
        return {"uid": self.uid, "name": self.name, "club": self.club, "country": self.country}


@dataclass(frozen=True, slots=True)
class _Known:
    player: Player
    words: tuple[str, ...]


class NameIndex:
    """The names of all players, by everything that makes two names nearly the same.

    Near are: the same name (accents, case and punctuation aside), the same words
    in another order, one letter more, less or other, and a name that is the
    beginning of the other, as a whole or word by word (`J. Dupont`).
    """

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_fragment: dict[str, list[_Known]] = {}
        self._by_initial: dict[str, list[_Known]] = {}
        for player in players:
            self.add(player)

    @classmethod
    def of_everybody(cls) -> NameIndex:
        """The index of every player who was not merged into another; one query."""
        columns = ("pk", "uid", "name", "club", "country", "email", "contact_email")
        return cls(Player.objects.filter(merged_into=None).only(*columns).order_by("pk"))

    def add(self, player: Player) -> None:
        """Take in one more player."""
        known = _Known(player, _words(player.name))
        for fragment in _fragments(known.words):
            self._by_fragment.setdefault(fragment, []).append(known)
        for initial in {word[0] for word in known.words}:
            self._by_initial.setdefault(initial, []).append(known)

    def near(self, name: str) -> tuple[Candidate, ...]:
        """The players this name may mean, those of exactly this name first."""
        words = _words(name)
        found: dict[int, _Known] = {}
        for known in self._near(words):
            found.setdefault(known.player.pk, known)
        candidates = [_candidate(known, is_same_name=known.words == words) for known in found.values()]
        return tuple(sorted(candidates, key=lambda candidate: not candidate.is_same_name))

    def _near(self, words: tuple[str, ...]) -> Iterator[_Known]:
        for fragment in _fragments(words):
            yield from self._by_fragment.get(fragment, ())
        for initial in {word[0] for word in words}:
            for known in self._by_initial.get(initial, ()):
                if _is_beginning(known.words, words) or _is_beginning(words, known.words):
                    yield known


def similar_players(name: str) -> tuple[Candidate, ...]:
    """The players whose name is nearly this one."""
    return NameIndex.of_everybody().near(name)


def _words(name: str) -> tuple[str, ...]:
    return tuple(_NOT_IN_WORDS.sub(" ", name_key(name)).split())


def _fragments(words: tuple[str, ...]) -> set[str]:
    """What names one letter apart have in common: the sorted words run together, whole and without one letter.

    Two texts of which one letter was added, dropped or replaced agree once the
    right letter is left out of each.
    """
    text = " ".join(sorted(words))
    return {text, *(text[:at] + text[at + 1 :] for at in range(len(text)))}


def _is_beginning(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether two or more words begin the others, word by word, with at least one word in common.

    `jean dup` begins `jean dupont`, and `j dupont` does too, but `j d` begins nothing.
    """
    if not _FEWEST_WORDS <= len(short) <= len(long):
        return False
    pairs = list(zip(short, long, strict=False))
    is_word_by_word = all(begun.startswith(word) for word, begun in pairs)
    return is_word_by_word and any(word == begun for word, begun in pairs)


def _candidate(known: _Known, *, is_same_name: bool) -> Candidate:
    player = known.player
    return Candidate(player.pk, player.uid, player.name, player.club, player.country, is_same_name)
