"""The number of plays to a depth: a checksum of the rules of movement, for comparing programs.

The name is that of chess programs for their performance test.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .play import legal_plays
from .position import Position
from .variant import BACKGAMMON, Variant

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls of two dice, the higher first; none of them counts twice."""


class Perft(NamedTuple):
    """The number of sequences of `plays` and of distinct `positions` at their ends.

    >>> perft(Position.start(), 1)
    Perft(plays=447, positions=406)
    """

    plays: int
    positions: int


def perft(position: Position, depth: int, variant: Variant = BACKGAMMON) -> Perft:
    """Count the sequences of `depth` rolls and plays from a position, the sides taking turns.

    Every roll counts once, a dance is a play, and the plays of one roll are those of `legal_plays`. A
    game that is over ends its sequences. Positions are told apart with the side that is to roll. Depth 2
    takes about a second from the start of backgammon, each level more some thousand times as long.

    >>> perft(Position.start(), 1).plays
    447
    """
    counts = Counter({position: 1})
    for _ in range(depth):
        further: Counter[Position] = Counter()
        for board, ways in counts.items():
            for roll in ROLLS:
                for after in _after(board, roll, variant):
                    further[after] += ways
        counts = further
    return Perft(counts.total(), len(counts))


def perft_by_roll(
    position: Position, depth: int, variant: Variant = BACKGAMMON
) -> dict[tuple[int, int], int]:
    """The `plays` of `perft` for each first roll; the depth is 1 at least.

    >>> perft_by_roll(Position.start(), 1)[6, 5]
    7
    """
    return {
        roll: sum(perft(after, depth - 1, variant).plays for after in _after(position, roll, variant))
        for roll in ROLLS
    }


def _after(position: Position, roll: tuple[int, int], variant: Variant) -> list[Position]:
    if position.has_won or position.has_lost:
        return []
    return [play.result.swapped() for play in legal_plays(position, roll, variant)]
