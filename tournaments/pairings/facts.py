"""What every clause counts with: meetings, byes, lots, and who sits by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from itertools import combinations

from .blossom import Edge
from .files import FileEntrant, FileMatch, RoundFile


class RoundFacts:
    """A round file with what follows from it, by id."""

    def __init__(self, file: RoundFile) -> None:
        self.file = file
        self.number, self.seed = file.round, file.seed
        self.entrants = {one.id: one for one in file.entrants}
        self.matches = [one for one in file.earlier if one.round < file.round]

    @cached_property
    def here(self) -> list[FileEntrant]:
        """Those who sit in the round, by line."""
        return sorted((one for one in self.file.entrants if one.is_here), key=lambda one: one.line)

    @cached_property
    def hand_seats(self) -> list[frozenset[str]]:
        """The pairs and byes by hand among those who are here."""
        ids = {one.id for one in self.here}
        return [
            frozenset(order.entrants)
            for order in self.file.orders
            if order.kind in {"pair", "bye"}
            and order.holds_in(self.number)
            and ids.issuperset(order.entrants)
        ]

    @cached_property
    def players(self) -> list[FileEntrant]:
        """Those whom the rules pair, by line."""
        by_hand = {uid for seat in self.hand_seats for uid in seat}
        return [one for one in self.here if one.id not in by_hand]

    @cached_property
    def apart(self) -> set[frozenset[str]]:
        """The pairs whom the director keeps apart in this round."""
        return {
            frozenset(order.entrants)
            for order in self.file.orders
            if order.kind == "apart" and order.holds_in(self.number)
        }

    @cached_property
    def mates(self) -> dict[str, list[str]]:
        """The entrants of the same player, for each who entered several times."""
        by_player: dict[int, list[str]] = {}
        for one in self.file.entrants:
            if one.player:
                by_player.setdefault(one.player, []).append(one.id)
        return {uid: uids for uids in by_player.values() if len(uids) > 1 for uid in uids}

    def meetings(self, matches: Iterable[FileMatch]) -> Counter[frozenset[str]]:
        """How often two have met in these matches; who entered twice has met whom one of both has."""
        met: Counter[frozenset[str]] = Counter()
        for match in matches:
            if match.two is not None:
                ones, twos = self.mates.get(match.one, [match.one]), self.mates.get(match.two, [match.two])
                met.update(frozenset((one, two)) for one in ones for two in twos)
        return met

    @cached_property
    def met(self) -> Counter[frozenset[str]]:
        """How often two have met before, played or not; entries of one player have met each other."""
        met = self.meetings(self.matches)
        met.update(
            frozenset(pair)
            for uids in {tuple(uids) for uids in self.mates.values()}
            for pair in combinations(uids, 2)
        )
        return met

    @cached_property
    def byes(self) -> Counter[str]:
        """How many byes each has had."""
        return Counter(match.one for match in self.matches if match.two is None)

    def lot(self, uid: str) -> int:
        """Return the lot of a player."""
        return int.from_bytes(self.lot_digest(uid)[:2], "big")

    def lot_digest(self, uid: str, purpose: str = "lot") -> bytes:
        """Return the SHA-256 of the seed, the number of the round, a purpose and an id, each on its line."""
        return sha256(f"{self.seed}\n{self.number}\n{purpose}\n{uid}".encode()).digest()


def edges_of(pairs: Iterable[Collection[str]], place: dict[str, int]) -> Iterator[Edge]:
    """Yield those of these pairs of ids whose both players have places, by place."""
    for pair in pairs:
        if len(pair) == 2 and all(uid in place for uid in pair):
            one, two = sorted(place[uid] for uid in pair)
            yield one, two
