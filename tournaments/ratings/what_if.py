"""What matches to come would change in a rating: exactly for results, and the range and expectation for a number of wins.

Opponents keep their present ratings and experience. Whatever the formula, a player with a higher rating before a match has
the higher rating after it, so that the best and the worst way are found match by match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.ratings.base import MatchFormula, RatedPlayer

MOST_MATCHES = 15
"""The largest number of matches of one question."""


class MatchToCome(NamedTuple):
    """A match against an opponent; `has_won` is None where the result is open."""

    opponent: RatedPlayer
    length: int
    has_won: bool | None = None


@dataclass(frozen=True, slots=True)
class MatchOutlook:
    """A match with the rating before it, the chance to win it, and what a win and a loss would change."""

    rating: int
    chance: float
    gain: int
    loss: int


@dataclass(frozen=True, slots=True)
class WinOutlook:
    """What a number of wins would change: the least, about the mean by the chances, and the most; and their chance.

    Changes are billionths of a point.
    """

    wins: int
    chance: float
    worst: int
    expected: int
    best: int


@dataclass(frozen=True, slots=True)
class RatingOutlook:
    """What the matches would change, with a line for each number of wins that is possible, the fewest first.

    With every result given there is one line, and it is exact. `matches` has the rating before each match where the
    open ones change what is expected of them.
    """

    matches: Sequence[MatchOutlook]
    lines: Sequence[WinOutlook]

    @property
    def expected_wins(self) -> float:
        """The mean number of wins."""
        return sum(line.wins * line.chance for line in self.lines) / self._whole

    @property
    def expected(self) -> int:
        """About the mean change."""
        return round(sum(line.expected * line.chance for line in self.lines) / self._whole)

    @property
    def _whole(self) -> float:
        return sum(line.chance for line in self.lines) or 1.0


class _Way(NamedTuple):
    """Ratings after some matches with a number of wins: the worst, the mean and the best; and the chance of the number."""

    chance: float
    worst: int
    mean: float
    best: int


def outlook(
    formula: MatchFormula, player: RatedPlayer, matches: Sequence[MatchToCome], *, by_group: bool = False
) -> RatingOutlook:
    """Return what the matches would change in this order; with `by_group` all count with the rating before the first."""
    ways: Mapping[int, _Way] = {0: _Way(1.0, player.rating, float(player.rating), player.rating)}
    lines = []
    experience = player.experience
    for match in matches:

        def at(rating: int, match: MatchToCome = match, experience: int = experience) -> MatchOutlook:
            before = player if by_group else RatedPlayer(rating, experience)
            return _match(formula, before, match)

        lines.append(at(round(_mean(ways.values()))))
        ways = _after(ways, match, at)
        experience += match.length
    return RatingOutlook(
        lines,
        [
            WinOutlook(
                wins,
                way.chance,
                way.worst - player.rating,
                round(way.mean) - player.rating,
                way.best - player.rating,
            )
            for wins, way in sorted(ways.items())
        ],
    )


def _match(formula: MatchFormula, before: RatedPlayer, match: MatchToCome) -> MatchOutlook:
    gain, _of_opponent = formula.changes(before, match.opponent, length=match.length)
    _of_opponent, loss = formula.changes(match.opponent, before, length=match.length)
    chance = formula.chance(before, match.opponent, length=match.length)
    return MatchOutlook(before.rating, chance, gain, loss)


def _mean(ways: Iterable[_Way]) -> float:
    some = list(ways)
    return sum(way.chance * way.mean for way in some) / (sum(way.chance for way in some) or 1.0)


def _after(
    ways: Mapping[int, _Way], match: MatchToCome, at: Callable[[int], MatchOutlook]
) -> dict[int, _Way]:
    """Return the ways after a match, from those before it by the number of wins."""
    ends: dict[int, list[_Way]] = {}
    for wins, way in ways.items():
        worst, mean, best = at(way.worst), at(round(way.mean)), at(way.best)
        # A given result is no chance.
        chance = mean.chance if match.has_won is None else float(match.has_won)
        if match.has_won is not False:
            ends.setdefault(wins + 1, []).append(
                _Way(
                    way.chance * chance,
                    way.worst + worst.gain,
                    way.mean + mean.gain,
                    way.best + best.gain,
                )
            )
        if match.has_won is not True:
            ends.setdefault(wins, []).append(
                _Way(
                    way.chance * (1 - chance),
                    way.worst + worst.loss,
                    way.mean + mean.loss,
                    way.best + best.loss,
                )
            )
    return {
        wins: _Way(
            sum(way.chance for way in some),
            min(way.worst for way in some),
            _mean(some),
            max(way.best for way in some),
        )
        for wins, some in ends.items()
    }
