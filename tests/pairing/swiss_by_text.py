"""A Swiss paired from the clauses of docs/pairing/videau-swiss.md alone, by trying every round there is.

It knows nothing of the service, and is fit for up to twelve players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

Match = tuple[str, str | None, str | None, bool]
"""Two ids, or one and None for a bye; the winner; whether it was played."""
Round = tuple[frozenset[frozenset[str]], frozenset[str]]
"""The pairs and the ids with a bye."""
Cost = tuple[int, ...]


@dataclass(frozen=True)
class Player:
    """A player by A1; `has_no_bye_lots` is that of C4."""

    uid: str
    line: int
    family: str = ""
    club: str = ""
    country: str = ""
    has_no_bye_lots: bool = False


@dataclass(frozen=True)
class Terms:
    """What the stage says."""

    planned: int
    size: int
    system: str = "fold"
    rematches: str = "never"
    acceleration: str = "none"
    bye: int = 2
    apart: tuple[str, ...] = ("family",)


@dataclass(frozen=True)
class Paper:
    """All that a round is made from: all entrants, the players, the earlier rounds from round 1 on, and the seed."""

    entrants: tuple[Player, ...]
    players: frozenset[str]
    earlier: tuple[tuple[Match, ...], ...]
    seed: str
    terms: Terms
    kept_apart: frozenset[frozenset[str]] = frozenset()
    by_uid: Mapping[str, Player] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_uid", {player.uid: player for player in self.entrants})

    @property
    def number(self) -> int:
        """The number of the round."""
        return len(self.earlier) + 1

    def virtual(self, uid: str, number: int) -> int:
        """Clause A3."""
        line, size = self.by_uid[uid].line, self.terms.size
        if self.terms.acceleration == "accelerated":
            return 2 if number in {1, 2} and line < size // 2 else 0
        if self.terms.acceleration == "baku" and line < 2 * ((size + 3) // 4):
            accelerated = (self.terms.planned + 1) // 2
            if number <= (accelerated + 1) // 2:
                return 2
            return 1 if number <= accelerated else 0
        return 0

    def counted(self, uid: str, number: int) -> int:
        """Clause A4, before the round of this number."""
        matches = [match for matches in self.earlier[: number - 1] for match in matches]
        wins = sum(match[2] == uid for match in matches if match[1] is not None)
        byes = sum(match[0] == uid for match in matches if match[1] is None)
        return 2 * wins + self.terms.bye * byes + self.virtual(uid, number)

    @cached_property
    def points(self) -> dict[str, int]:
        """The counted points for this round."""
        return {uid: self.counted(uid, self.number) for uid in self.players}

    @cached_property
    def order(self) -> list[str]:
        """Clause A5."""
        return sorted(self.players, key=lambda uid: (-self.points[uid], self.by_uid[uid].line))

    @cached_property
    def meetings(self) -> list[frozenset[str]]:
        """Clause A6, each meeting once."""
        every = [match for matches in self.earlier for match in matches]
        return [frozenset((one, two)) for one, two, _, _ in every if two is not None]

    @cached_property
    def byes(self) -> dict[str, int]:
        """Clause A7."""
        every = [match for matches in self.earlier for match in matches]
        return {uid: sum(one == uid for one, two, _, _ in every if two is None) for uid in self.by_uid}

    def unplayed(self, uid: str) -> int:
        """Clause A7."""
        missed = sum(all(uid not in match[:2] for match in matches) for matches in self.earlier)
        every = [match for matches in self.earlier for match in matches]
        return missed + sum(
            winner == uid and not is_played for _, two, winner, is_played in every if two is not None
        )

    @cached_property
    def floats(self) -> dict[str, int]:
        """Clause A8: 1 down, -1 up, 0 neither."""
        ways = dict.fromkeys(self.by_uid, 0)
        for one, two, _, _ in self.earlier[-1] if self.earlier else ():
            for uid, other in ((one, two), (two, one)):
                if uid is not None and other is not None:
                    own, others = self.counted(uid, self.number - 1), self.counted(other, self.number - 1)
                    ways[uid] = (own > others) - (own < others)
        return ways

    @cached_property
    def ideal(self) -> dict[str, int]:
        """Clauses D1 and D2: the place of the ideal opponent."""
        place = {uid: number for number, uid in enumerate(self.order)}
        ideal: dict[str, int] = {}
        down: str | None = None
        for points in sorted({self.points[uid] for uid in self.order}, reverse=True):
            group = [uid for uid in self.order if self.points[uid] == points]
            if down is not None:
                first = group.pop(0)
                ideal[down], ideal[first], down = place[first], place[down], None
            if len(group) % 2:
                down = group.pop()
            half = len(group) // 2
            for upper, lower in zip(group[:half], group[half:], strict=True):
                ideal[upper], ideal[lower] = place[lower], place[upper]
        if down is not None:
            ideal[down] = place[down]
        return ideal

    def lot(self, uid: str) -> int:
        """The lot of C12."""
        text = f"{self.seed}\n{self.number}\nlot\n{uid}"
        return int.from_bytes(sha256(text.encode()).digest()[:2], "big")


def best_rounds(paper: Paper) -> Sequence[Round]:
    """Return the rounds by B3 to B8: several where the clauses leave them equal, none where the director decides."""
    met = frozenset(paper.meetings)
    is_danish = paper.terms.system == "danish"
    byes = len(paper.order) % 2
    new = list(rounds(paper.order, frozenset() if is_danish else met, byes))
    every = list(rounds(paper.order, frozenset(), byes))
    if new:
        best = least(new if is_danish else ahead(paper, new, met), lambda one: cost(paper, one))
        if paper.terms.rematches == "if_needed" and not is_danish:
            among_all = least(every, lambda one: cost(paper, one, with_rematches=True))
            if cost(paper, among_all[0])[0] < cost(paper, least(new, lambda one: cost(paper, one))[0])[0]:
                return among_all
        return best
    if paper.terms.rematches == "if_needed":
        return least(every, lambda one: cost(paper, one, with_rematches=True))
    if paper.terms.rematches == "ask":
        return ()
    while not new:
        byes += 2
        new = list(rounds(paper.order, met, byes))
    return least(new, lambda one: cost(paper, one))


def least(candidates: Sequence[Round], key: Callable[[Round], Cost]) -> Sequence[Round]:
    """Return the candidates of least cost."""
    costs = [key(one) for one in candidates]
    return [one for one, of_one in zip(candidates, costs, strict=True) if of_one == min(costs)]


def rounds(uids: Sequence[str], barred: frozenset[frozenset[str]], byes: int) -> Iterator[Round]:
    """Yield every round of these players with this number of byes, without the barred pairs."""
    if not uids:
        if not byes:
            yield frozenset(), frozenset()
        return
    first, *others = uids
    if byes:
        for pairs, sitting_out in rounds(others, barred, byes - 1):
            yield pairs, sitting_out | {first}
    for other in others:
        pair = frozenset((first, other))
        if pair not in barred:
            for pairs, sitting_out in rounds([uid for uid in others if uid != other], barred, byes):
                yield pairs | {pair}, sitting_out


def ahead(paper: Paper, new: Sequence[Round], met: frozenset[frozenset[str]]) -> Sequence[Round]:
    """Clause B4."""
    had_bye = frozenset(uid for uid, number in paper.byes.items() if number)
    memory: dict[tuple[frozenset[frozenset[str]], frozenset[str], int], bool] = {}

    def leaves(met: frozenset[frozenset[str]], had_bye: frozenset[str], number: int) -> bool:
        if not number:
            return True
        key = met, had_bye, number
        if key not in memory:
            memory[key] = any(
                leaves(met | pairs, had_bye | sitting_out, number - 1)
                for pairs, sitting_out in rounds(paper.order, met, len(paper.order) % 2)
                if not sitting_out & had_bye
            )
        return memory[key]

    to_come = max(0, paper.terms.planned - paper.number)
    best = least(new, lambda one: cost(paper, one))
    if all(leaves(met | pairs, had_bye | sitting_out, to_come) for pairs, sitting_out in best):
        return best
    for number in range(to_come, 0, -1):
        fitting = [one for one in new if leaves(met | one[0], had_bye | one[1], number)]
        if any(not one[1] & had_bye for one in fitting):
            return fitting
    return new


def cost(paper: Paper, one: Round, *, with_rematches: bool = False) -> Cost:
    """The criteria C1 to C12 of a round, in order."""
    pairs, byes = one
    in_order = [sorted(pair, key=paper.order.index) for pair in pairs]
    last = len(paper.order) - 1
    keys = [[getattr(paper.by_uid[uid], of) for uid in pair] for of in paper.terms.apart for pair in in_order]
    size = len(in_order)
    return (
        len(pairs & paper.kept_apart),
        sum(paper.meetings.count(pair) for pair in pairs) if with_rematches else 0,
        sum(paper.byes[uid] for uid in byes),
        sum(paper.by_uid[uid].has_no_bye_lots for uid in byes),
        sum(paper.unplayed(uid) for uid in byes),
        sum(paper.points[uid] - paper.points[paper.order[-1]] for uid in byes),
        sum((paper.points[upper] - paper.points[lower]) ** 2 for upper, lower in in_order),
        sum(floats_again(paper, upper, lower) for upper, lower in in_order),
        *(
            sum(first == second != "" for first, second in keys[number * size : (number + 1) * size])
            for number in range(len(paper.terms.apart))
        ),
        sum(last - paper.order.index(uid) for uid in byes),
        sum(from_ideal(paper, upper, lower) for upper, lower in in_order),
        sum(paper.lot(upper) ^ paper.lot(lower) for upper, lower in in_order) + sum(map(paper.lot, byes)),
    )


def floats_again(paper: Paper, upper: str, lower: str) -> int:
    """Clause C8."""
    if paper.terms.system == "danish" or paper.points[upper] == paper.points[lower]:
        return 0
    return (paper.floats[upper] == 1) + (paper.floats[lower] == -1)


def from_ideal(paper: Paper, upper: str, lower: str) -> int:
    """Clauses D3 and D4."""
    one, two = paper.order.index(upper), paper.order.index(lower)
    if paper.terms.system == "fold":
        return abs(paper.ideal[upper] - two) + abs(paper.ideal[lower] - one)
    between: int = min(two - one - 1, 255) ** 2
    return between
