"""A round beside the ideal one, and a proof that none is nearer to it.

Everybody has one ideal opponent, who has them. A pair costs how far each of its two sits from the place of their ideal
opponents: nothing for an ideal pair, and at least 1 for each of two others. Some ideal pairs cannot be played, because
another rule is broken by them. Each player of such a pair has to sit beside somebody else, which costs at least 2, and
at least 4 where no other such player is near. Of pairs far from each other each so costs 4 at least: they are what the
dual of the matching counts, with a price of 2 for each player in them and of 0 for everybody else.

A round that costs just that is a best one, whatever other pairs there are. Where it costs more, by a gap, any pair of a
better one costs at most the prices of its two players and the gap.
"""

from collections.abc import Iterable, Iterator, Sequence

# How far around a pair that cannot be played others change their opponents, and with how near ones.
_AROUND = 2
_NEAR = 2


def ideal_pairs(partners: Sequence[int], players: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the firsts and the seconds of the ideal pairs of these players; None where somebody has no such opponent."""
    firsts = [player for player in players if partners[player] > player]
    seconds = [partners[player] for player in firsts]
    back = [partners[player] for player in seconds]
    if 2 * len(firsts) != len(players) or back != firsts or (seconds and max(seconds) > players[-1]):
        return None
    return firsts, seconds


def around(pairs: int, broken: Iterable[int]) -> list[range]:
    """Return the numbers of the pairs around those that cannot be played, which are in order, in parts with gaps between."""
    found: list[range] = []
    for number in broken:
        start, stop = max(0, number - _AROUND), min(pairs, number + _AROUND + 1)
        if found and start <= found[-1].stop:
            start = found.pop().start
        found.append(range(start, stop))
    return found


def exchanges(part: range) -> Iterator[tuple[int, int]]:
    """Return which first one of these pairs can meet which second one, by the numbers of their pairs."""
    for first in part:
        for second in range(max(part.start, first - _NEAR), min(part.stop, first + _NEAR + 1)):
            yield first, second


def least_cost(partners: Sequence[int], broken: Iterable[tuple[int, int]]) -> int:
    """Return what a round costs at least in which these ideal pairs, in their order, are not played."""
    priced: set[int] = set()
    for pair in broken:
        if not any(_is_near(partners, player, priced) for player in pair):
            priced.update(pair)
    return 2 * len(priced)


def reach_for(gap: int) -> int:
    """Return how far from the ideal opponent of one of them the two of every pair are that a better round can have."""
    # Two prices are 4 at most; and of two distances one is no more than half of both.
    return (gap + 4) // 2


def _is_near(partners: Sequence[int], player: int, priced: set[int]) -> bool:
    """Say whether a pair of this player with one that has a price costs less than both prices."""
    ideal = partners[player]
    # Three or nearer in all, of which the other distance is one at least.
    return any(
        other in priced and abs(ideal - other) + abs(partners[other] - player) < 4
        for other in (ideal - 2, ideal - 1, ideal + 1, ideal + 2)
    )
