"""Halls that stand for the truth: they share no code with the forecast that is compared with them.

A weekend of one knock-out with its progressive consolation and a jackpot of some of the same players, with few tables,
a gap before every match, and a pace that nobody foresaw and that drifts. Calls follow the longest way to go, or, where a
hall has no order, the longest wait. What happens is written down as stamps.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

OPENS = datetime(2026, 11, 28, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Kind:
    """A kind of hall: so many players, tables and minutes between two matches."""

    players: int = 32
    tables: int = 14
    gap: float = 6.0
    jackpot: int = 8
    wander: float = 0.04
    trend: float = 0.15
    is_by_way: bool = True
    limit: float = 120.0


@dataclass
class Played:
    """A match with its players and stamps, in minutes from the opening."""

    event: int
    stage: int
    round: int
    one: str
    two: str
    length: int
    called: float = 0.0
    started: float = 0.0
    final: float = 0.0
    winner: str = ""


@dataclass
class Node:
    """A match of a tree, waiting for its players; `sends` lead the winner and the loser on."""

    event: int
    stage: int
    round: int
    length: int
    players: list[str] = field(default_factory=list)
    winner_to: Node | None = None
    loser_to: Node | None = None
    since: float = 0.0

    @property
    def way(self) -> int:
        """The points from here on, whoever wins."""
        return self.length + max((after.way for after in (self.winner_to, self.loser_to) if after), default=0)


def _rounds_of(size: int) -> int:
    return size.bit_length() - 1


def knockout(players: list[str], *, event: int, lengths: list[int]) -> list[list[Node]]:
    """A knock-out of a power of two, its players in the order of their lines."""
    count = _rounds_of(len(players))
    rounds = [
        [
            Node(event, 0, number + 1, lengths[min(count - 1 - number, len(lengths) - 1)])
            for _ in range(len(players) >> (number + 1))
        ]
        for number in range(count)
    ]
    for before, after in pairwise(rounds):
        for slot, node in enumerate(before):
            node.winner_to = after[slot // 2]
    for slot, node in enumerate(rounds[0]):
        node.players = players[2 * slot : 2 * slot + 2]
    return rounds


def consolation(main: list[list[Node]], *, lengths: list[int]) -> None:
    """Send the losers of all rounds but the final into a second tree: those of a round meet who is left there."""
    trees: list[list[Node]] = []
    count = 2 * (len(main) - 2) + 1
    left: list[Node] = []
    for number, losing in enumerate(main[:-1]):
        if number == 0:
            left = [_below(trees, count, lengths) for _ in range(len(losing) // 2)]
            trees.append(left)
            for slot, node in enumerate(losing):
                node.loser_to = left[slot // 2]
            continue
        meeting = [_below(trees, count, lengths) for _ in losing]
        trees.append(meeting)
        for node, before, into in zip(losing, left, reversed(meeting), strict=True):
            node.loser_to = before.winner_to = into
        left = meeting
        if len(left) > 1:
            halved = [_below(trees, count, lengths) for _ in range(len(left) // 2)]
            trees.append(halved)
            for slot, node in enumerate(left):
                node.winner_to = halved[slot // 2]
            left = halved


def _below(trees: list[list[Node]], count: int, lengths: list[int]) -> Node:
    number = len(trees) + 1
    return Node(0, 1, number, lengths[min(count - number, len(lengths) - 1)])


class TrueHall:
    """One hall from its opening to its end."""

    def __init__(self, kind: Kind, seed: object) -> None:
        self.kind = kind
        self.chance = Random(str(seed))
        self.players = [f"p{number}" for number in range(kind.players)]
        self.jackpot = self.chance.sample(self.players, kind.jackpot)
        self.lengths = ([9, 7, 7, 5], [7, 5], [5])
        self.minute = 0.0
        self.next_of: dict[tuple[str, int], Node | None] = {}
        self.done: list[Played] = []
        # About as far as directors are from what they expect: a minute for a point.
        self.paces = [exp(self.chance.gauss(0, 0.12))]
        self.trend = self.chance.uniform(-kind.trend, kind.trend)
        self._play()

    @property
    def end(self) -> float:
        """The minute of the last result."""
        return max(match.final for match in self.done)

    def _pace(self, minute: float) -> float:
        block = int(minute // 30)
        while len(self.paces) <= block:
            self.paces.append(self.paces[-1] * exp(self.chance.gauss(0, self.kind.wander)))
        return 8.0 * self.paces[block] * (1 + self.trend * minute / 480)

    def _play(self) -> None:
        main = knockout(self.players, event=0, lengths=self.lengths[0])
        consolation(main, lengths=self.lengths[1])
        side = knockout(self.jackpot, event=1, lengths=self.lengths[2])
        waiting = [*main[0], *side[0]]
        self.next_of.update({(player, node.event): node for node in waiting for player in node.players})
        playing: list[tuple[float, int, Played, Node]] = []
        busy: set[str] = set()
        while waiting or playing:
            for node in sorted(waiting, key=self._turn):
                if len(playing) < self.kind.tables and busy.isdisjoint(node.players):
                    waiting.remove(node)
                    busy.update(node.players)
                    for player in node.players:
                        self.next_of[player, node.event] = node
                    match = self._match(node)
                    heapq.heappush(playing, (match.final, len(self.done), match, node))
                    self.done.append(match)
            self.minute, _, match, node = heapq.heappop(playing)
            busy.difference_update(node.players)
            loser = match.two if match.winner == match.one else match.one
            for player, after in ((match.winner, node.winner_to), (loser, node.loser_to)):
                self.next_of[player, node.event] = after
                if after is not None:
                    after.players.append(player)
                    after.since = self.minute
                    if len(after.players) == 2:
                        waiting.append(after)

    def _turn(self, node: Node) -> tuple[float, ...]:
        """Who has waited to the limit, then the longest way with what a player has to go in the other event."""
        waited = self.minute - node.since
        if not self.kind.is_by_way:
            return (-waited,)
        if waited >= self.kind.limit:
            return 0.0, -waited
        others = (self.next_of.get((player, 1 - node.event)) for player in node.players)
        elsewhere = max((other.way for other in others if other is not None), default=0)
        return 1.0, -node.way - elsewhere, -node.way, -waited

    def _match(self, node: Node) -> Played:
        gap = self.kind.gap * self.chance.gammavariate(4, 0.25) if self.kind.gap else 0.0
        started = self.minute + gap
        lasts = self.chance.gammavariate(8.16, self._pace(started) * node.length / 8.16)
        one, two = node.players
        winner = self.chance.choice((one, two))
        return Played(
            node.event,
            node.stage,
            node.round,
            one,
            two,
            node.length,
            self.minute,
            started,
            started + lasts,
            winner,
        )

    def as_data(self, minute: float, *, runs: int) -> dict[str, Any]:
        """What a director knows at this minute."""
        return {
            "now": _moment(minute),
            "tables": self.kind.tables,
            "runs": runs,
            "events": [
                {
                    "name": "Main",
                    "players": self.players,
                    "starts": _moment(0),
                    "stages": [
                        {"format": "single_elimination", "lengths": self.lengths[0]},
                        {
                            "format": "consolation",
                            "lengths": self.lengths[1],
                            "feeds": [{"stage": 0, "take": "losers", "nearest": 1}],
                        },
                    ],
                },
                {
                    "name": "Jackpot",
                    "players": self.jackpot,
                    "starts": _moment(0),
                    "stages": [{"format": "single_elimination", "lengths": self.lengths[2]}],
                },
            ],
            "matches": [_stamps(match, minute) for match in self.done if match.called <= minute],
        }


def _stamps(match: Played, minute: float) -> dict[str, Any]:
    row: dict[str, Any] = {
        "event": match.event,
        "stage": match.stage,
        "round": match.round,
        "one": match.one,
        "two": match.two,
        "length": match.length,
        "called": _moment(match.called),
    }
    if match.started <= minute:
        row["started"] = _moment(match.started)
    if match.final <= minute:
        row |= {"final": _moment(match.final), "winner": match.winner}
    return row


def _moment(minute: float) -> str:
    return (OPENS + timedelta(minutes=minute)).isoformat()


def minutes_to(data: dict[str, Any], at: str) -> float:
    """The minutes from now to a moment of an answer."""
    return (datetime.fromisoformat(at) - datetime.fromisoformat(data["now"])).total_seconds() / 60
