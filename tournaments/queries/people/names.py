"""Search for players with similar names, to avoid duplicate players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from matches.models import NameKey, Player, is_near, name_words, near_keys

# Below the limit of SQLite for parameters in one query.
_KEYS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player with a similar name; `player_id` is the primary key and is never shown."""

    player_id: int
    uid: str
    name: str
    club: str
    country: str
    is_same_name: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the public values for a page or the API."""
        return {"uid": self.uid, "name": self.name, "club": self.club, "country": self.country}


class NameIndex:
    """An index of players by the name keys that similar names share.

    `is_near` defines similarity. Only players with a common key are loaded.
    """

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_key: dict[str, list[Player]] = {}
        for player in players:
            for key in near_keys(player.name):
                self._by_key.setdefault(key, []).append(player)

    @classmethod
    def around(cls, names: Iterable[str]) -> NameIndex:
        """Return the index of all players with names similar to these; one query for some 800 names."""
        keys = sorted({key for name in names for key in near_keys(name)})
        players: dict[int, Player] = {}
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            part = NameKey.objects.filter(key__in=keys[start : start + _KEYS_AT_ONCE])
            rows = Player.objects.filter(merged_into=None, pk__in=part.values("player"))
            players |= {player.pk: player for player in rows.only("uid", "name", "club", "country")}
        return cls(players[key] for key in sorted(players))

    def near(self, name: str) -> tuple[Candidate, ...]:
        """Return the players with a similar name, identical names first, then the oldest."""
        words = name_words(name)
        players = {player.pk: player for key in near_keys(name) for player in self._by_key.get(key, ())}
        candidates = [
            _candidate(players[key], is_same_name=other == words)
            for key in sorted(players)
            if is_near(other := name_words(players[key].name), words)
        ]
        return tuple(sorted(candidates, key=lambda candidate: not candidate.is_same_name))


def similar_players(name: str) -> tuple[Candidate, ...]:
    """Return the players with a name similar to this one; one query."""
    return NameIndex.around([name]).near(name)


def _candidate(player: Player, *, is_same_name: bool) -> Candidate:
    return Candidate(player.pk, player.uid, player.name, player.club, player.country, is_same_name)
