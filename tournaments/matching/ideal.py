"""Rounds of ideal pairs, repaired where some of them are barred, with a lower bound that proves the repair best.

Each player has one ideal opponent, and is the ideal opponent of that player. A pair costs the distance of each of its
players from the place of the other's ideal opponent: 0 for an ideal pair, else at least 1 for each player.

Some ideal pairs are barred, because they break another rule. Each player of a barred pair needs another opponent. That
costs at least 2, and at least 4 if no other such player is near; a barred pair far from all others therefore costs at
least 4. The bound is the dual of the matching: a price of 2 for each of these players and of 0 for everybody else.

A repaired round that costs exactly the bound is a best one. If it costs more, the difference is the gap: no pair of a
better round costs more than the prices of its two players plus the gap.
"""

from collections.abc import Iterable, Iterator, Sequence

# How many pairs on each side of a barred pair take part in a repair, and how far apart they exchange
# opponents.
_AROUND = 2
_NEAR = 2


def ideal_pairs(partners: Sequence[int], players: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the first and the second players of the ideal pairs of these players; None if somebody has no such opponent."""
    firsts = [player for player in players if partners[player] > player]
    seconds = [partners[player] for player in firsts]
    back = [partners[player] for player in seconds]
    if 2 * len(firsts) != len(players) or back != firsts or (seconds and max(seconds) > players[-1]):
        return None
    return firsts, seconds


def around(pairs: int, numbers: Iterable[int]) -> list[range]:
    """Return ranges of pair numbers around these barred pairs, with overlapping ranges joined.

    `numbers` are the numbers of the barred pairs, in order.
    """
    parts: list[range] = []
    for number in numbers:
        start, stop = max(0, number - _AROUND), min(pairs, number + _AROUND + 1)
        if parts and start <= parts[-1].stop:
            start = parts.pop().start
        parts.append(range(start, stop))
    return parts


def exchanges(part: range) -> Iterator[tuple[int, int]]:
    """Yield the numbers of two pairs of this range whose first and second players may be paired with each other."""
    for first in part:
        for second in range(max(part.start, first - _NEAR), min(part.stop, first + _NEAR + 1)):
            yield first, second


def least_cost(partners: Sequence[int], barred: Iterable[tuple[int, int]]) -> int:
    """Return a lower bound for the cost of a round without these ideal pairs, which are in order."""
    players: set[int] = set()
    for pair in barred:
        if not any(_is_near(partners, player, players) for player in pair):
            players.update(pair)
    return 2 * len(players)


def reach_for(gap: int) -> int:
    """Return how far from an ideal opponent a better round can pair somebody, given the gap to the lower bound."""
    # Two prices are at most 4, and one of the two distances is at most half of their sum.
    return (gap + 4) // 2


def _is_near(partners: Sequence[int], player: int, priced: set[int]) -> bool:
    """Say whether a pair of this player and one of these players can cost less than the two prices."""
    ideal = partners[player]
    # The sum of both distances is at most 3, and the other distance is at least 1.
    return any(
        other in priced and abs(ideal - other) + abs(partners[other] - player) < 4
        for other in (ideal - 2, ideal - 1, ideal + 1, ideal + 2)
    )
