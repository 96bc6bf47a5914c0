"""A round of lives paired from the clauses of docs/pairing/videau-lives.md alone, by trying every round there is.

It knows nothing of the service, and is fit for up to ten players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from tests.pairing.swiss_by_text import Cost, Match, Round, least, rounds


@dataclass(frozen=True)
class LivesPlayer:
    """An entrant by A1; `joins` is its first round."""

    uid: str
    line: int
    family: str = ""
    club: str = ""
    country: str = ""
    player: str = ""
    joins: int = 1


@dataclass(frozen=True)
class LivesTerms:
    """What the stage says."""

    lives: int
    sits_out: bool = False
    is_bye_a_win: bool = False
    avoids_rematches: bool = True
    separates_clubs: bool = True
    costs_missed: bool = True


@dataclass(frozen=True)
class LivesPaper:
    """All that a round is made from: its players by B1 and B2, the earlier rounds from round 1 on, and the seed."""

    players: tuple[LivesPlayer, ...]
    entrants: tuple[LivesPlayer, ...]
    earlier: tuple[tuple[Match, ...], ...]
    seed: str
    terms: LivesTerms
    kept_apart: frozenset[frozenset[str]] = frozenset()

    @cached_property
    def matches(self) -> list[Match]:
        """All matches and byes so far."""
        return [match for matches in self.earlier for match in matches]

    @cached_property
    def by_uid(self) -> dict[str, LivesPlayer]:
        """The entrants by id."""
        return {one.uid: one for one in self.entrants}

    def lives(self, uid: str) -> int:
        """Clauses A2 and A3."""
        missed = self.by_uid[uid].joins - 1 if self.terms.costs_missed else 0
        lost = sum(
            uid in (one, two) and winner != uid for one, two, winner, _ in self.matches if two is not None
        )
        return max(0, self.terms.lives - missed - lost)

    def byes(self, uid: str) -> int:
        """Clause A7."""
        return sum(one == uid for one, two, _, _ in self.matches if two is None)

    def record(self, uid: str) -> tuple[int, int]:
        """Clauses A5 and A6."""
        wins = sum(winner == uid for _, two, winner, _ in self.matches if two is not None)
        return self.lives(uid), wins + (self.byes(uid) if self.terms.is_bye_a_win else 0)

    def met(self, first: str, second: str) -> int:
        """Clause A4."""
        sides = {frozenset((one, two)) for one in self.same(first) for two in self.same(second)}
        return sum(frozenset((one, two)) in sides for one, two, _, _ in self.matches if two is not None)

    def same(self, uid: str) -> list[str]:
        """The entrants of the same player."""
        player = self.by_uid[uid].player
        return [one.uid for one in self.entrants if one.uid == uid or (player and one.player == player)]

    def lot(self, uid: str) -> int:
        """The lot of C8."""
        text = f"{self.seed}\n{len(self.earlier) + 1}\nlot\n{uid}"
        return int.from_bytes(sha256(text.encode()).digest()[:2], "big")


def pools(paper: LivesPaper) -> tuple[list[list[str]], list[str]]:
    """Clause B3: the pools, and who is alone."""
    uids = [one.uid for one in paper.players]
    groups = [uids]
    if paper.terms.sits_out:
        groups = [
            [uid for uid in uids if paper.lives(uid) == lives]
            for lives in sorted(set(map(paper.lives, uids)))
        ]
    fit = [group for group in groups if len(group) > 1] or [uids]
    return fit, [uid for uid in uids if not any(uid in group for group in fit)]


def best_of_pool(paper: LivesPaper, pool: Sequence[str]) -> Sequence[Round]:
    """Clauses B4 and B5: several where the criteria leave them equal."""
    return least(list(rounds(pool, frozenset(), len(pool) % 2)), lambda one: cost_of_pool(paper, pool, one))


def cost_of_pool(paper: LivesPaper, pool: Sequence[str], one: Round) -> Cost:
    """The criteria C1 to C8, in order."""
    pairs, byes = [sorted(pair) for pair in one[0]], one[1]
    terms = paper.terms
    records = sorted({paper.record(uid) for uid in pool})

    def alike(name: str) -> int:
        keys = [[getattr(paper.by_uid[uid], name) for uid in pair] for pair in pairs]
        return sum(first == second != "" for first, second in keys)

    return (
        alike("player"),
        len(one[0] & paper.kept_apart),
        sum(paper.byes(uid) - min(map(paper.byes, pool)) for uid in byes),
        sum(records.index(paper.record(uid)) for uid in byes),
        sum((paper.lives(first) - paper.lives(second)) ** 2 for first, second in pairs),
        sum(paper.met(*pair) for pair in pairs) if terms.avoids_rematches else 0,
        *(alike(name) if terms.separates_clubs else 0 for name in ("family", "club", "country")),
        sum(paper.lot(first) ^ paper.lot(second) for first, second in pairs) + sum(map(paper.lot, byes)),
    )


def is_right(paper: LivesPaper, one: Round) -> bool:
    """Say whether a round is one of the best by B3 to B5."""
    fit, alone = pools(paper)
    if not one[1].issuperset(alone):
        return False
    parts = [_within(one, pool) for pool in fit]
    seats = sum(len(pairs) * 2 + len(byes) for pairs, byes in parts) + len(alone)
    return seats == len(paper.players) and all(
        part in best_of_pool(paper, pool) for part, pool in zip(parts, fit, strict=True)
    )


def _within(one: Round, pool: Sequence[str]) -> Round:
    inside = frozenset(pool)
    return frozenset(pair for pair in one[0] if pair <= inside), one[1] & inside


def in_rounds(matches: Sequence[tuple[int, Match]], until: int) -> Iterator[tuple[Match, ...]]:
    """Yield the matches of each round before one, given with their numbers."""
    for number in range(1, until):
        yield tuple(match for of, match in matches if of == number)
