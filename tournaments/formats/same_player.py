"""Entrants of the same player, who has re-entered after a loss: an opponent of one has met all of them."""

from collections.abc import Iterable, Iterator, Mapping

from tournaments.formats.base import Entry

Mates = Mapping[str, tuple[str, ...]]


def same_player(entries: Iterable[Entry]) -> Mates:
    """Return all entrants of the same player for each of them; players with one entry are left out."""
    by_player: dict[str, list[str]] = {}
    for entry in entries:
        if entry.player:
            by_player.setdefault(entry.player, []).append(entry.uid)
    return {uid: tuple(uids) for uids in by_player.values() if len(uids) > 1 for uid in uids}


def all_of(uid: str, mates: Mates) -> tuple[str, ...]:
    """Return an entrant with all others of the same player."""
    return mates.get(uid, (uid,))


def meetings_of(one: str, two: str, mates: Mates) -> Iterator[tuple[str, str]]:
    """Yield the pairs that count as met when these two have met: each entrant of one player with each of the other."""
    for first in all_of(one, mates):
        for second in all_of(two, mates):
            yield first, second
