"""Entrants behind whom is the same player, who has come back after a loss: who met one of them has met all."""

from collections.abc import Iterable, Iterator, Mapping

from tournaments.formats.base import Entry

Mates = Mapping[str, tuple[str, ...]]


def same_player(entries: Iterable[Entry]) -> Mates:
    """Return all entrants of the same player for each of them; nothing for whoever has come only once."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        if entry.player:
            found.setdefault(entry.player, []).append(entry.uid)
    return {uid: tuple(uids) for uids in found.values() if len(uids) > 1 for uid in uids}


def all_of(uid: str, mates: Mates) -> tuple[str, ...]:
    """Return an entrant with all others of the same player."""
    return mates.get(uid, (uid,))


def meetings_of(one: str, two: str, mates: Mates) -> Iterator[tuple[str, str]]:
    """Return everybody who has met where these two have: each entrant of one player and each of the other."""
    for first in all_of(one, mates):
        for second in all_of(two, mates):
            yield first, second
