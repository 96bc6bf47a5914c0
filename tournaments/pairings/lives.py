"""Videau Lives by rounds, clause by clause as docs/pairing/videau-lives.md numbers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from .blossom import Edge
from .criteria import Criterion, PlayerField
from .facts import RoundFacts, edges_of
from .files import FileEntrant, RoundFile


class LivesRound:
    """A round of lives: what each entrant has left, and the pools that are paired."""

    def __init__(self, file: RoundFile) -> None:
        self.facts, self.options = RoundFacts(file), file.options
        self.losses: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        decided = [match for match in self.facts.matches if match.two is not None and match.is_decided]
        for match in decided:
            for uid in (match.one, match.two):
                if uid is not None:
                    (self.wins if match.winner == uid else self.losses)[uid] += 1
        if self.options["is_bye_a_win"]:
            self.wins.update(self.facts.byes)
        # Clause A4.
        self.met = self.facts.meetings(decided)

    def lives(self, one: FileEntrant) -> int:
        """Clauses A2 and A3."""
        late = one.joins - 1 if self.options["late_lives"] == "minus_missed" else 0
        return max(0, int(self.options["lives"]) - late - self.losses[one.id])

    def pools(self) -> tuple[list[list[FileEntrant]], list[str]]:
        """Clauses B1 to B3: the pools, each by lives, and those who sit out because nobody is level."""
        players = sorted(self.facts.players, key=lambda one: -self.lives(one))
        groups: dict[int, list[FileEntrant]] = {}
        for one in players:
            groups.setdefault(self.lives(one) if self.options["odd_one"] == "sit_out" else 0, []).append(one)
        pools = [group for group in groups.values() if len(group) > 1]
        if not pools and len(players) > 1:
            pools = [players]
        inside = {one.id for pool in pools for one in pool}
        return pools, [one.id for one in players if one.id not in inside]

    def field(self, pool: list[FileEntrant]) -> PlayerField:
        """Return a pool with the criteria of C."""
        return PlayerField(len(pool), tuple(self._criteria(pool)))

    def _criteria(self, pool: list[FileEntrant]) -> Iterator[Criterion]:
        ids = [one.id for one in pool]
        place = {uid: number for number, uid in enumerate(ids)}
        yield Criterion("same_player", 1, partial(_are_alike, [one.player for one in pool]))
        apart = set(edges_of(self.facts.apart, place))
        yield Criterion("kept_apart", 1, lambda one, two: (one, two) in apart)
        byes = [self.facts.byes[uid] for uid in ids]
        yield _of_byes("second_bye", [number - min(byes) for number in byes])
        records = [(self.lives(one), self.wins[one.id]) for one in pool]
        ranks = {record: rank for rank, record in enumerate(sorted(set(records)))}
        yield _of_byes("bye_record", [ranks[record] for record in records])
        lives = [self.lives(one) for one in pool]
        yield Criterion(
            "lives",
            (lives[0] - lives[-1]) ** 2,
            lambda one, two: (lives[one] - lives[two]) ** 2,
            levels=lives,
        )
        if self.options["avoids_rematches"]:
            met: dict[Edge, int] = {
                edge: self.met[frozenset((ids[edge[0]], ids[edge[1]]))] for edge in edges_of(self.met, place)
            }
            yield Criterion("rematch", max(met.values(), default=0), lambda one, two: met.get((one, two), 0))
        if self.options["separates_clubs"]:
            for name in ("family", "club", "country"):
                yield Criterion(name, 1, partial(_are_alike, [getattr(one, name) for one in pool]))
        lots = [self.facts.lot(uid) for uid in ids]
        yield Criterion("lot", 65535, lambda one, two: lots[one] ^ lots[two], lots)


def _of_byes(code: str, costs: list[int]) -> Criterion:
    return Criterion(code, max(costs), byes=costs)


def _are_alike(keys: list[int], one: int, two: int) -> int:
    return keys[one] == keys[two] != 0
