"""Live doubles: how high they can raise a cube, and which final scores they explain (E6, M6).

A double is dead when the doubler's cube already suffices to win the match (E6): at value c a side that
needs n points doubles to some purpose only while c < n. Only the owner may redouble (E2), so doubles
alternate, and a cube is live when every double that led to it was, whichever side began.
"""

from __future__ import annotations

from collections.abc import Callable

from .match import MatchScore, Side

MULTIPLIERS = (1, 2, 3)


def live_doubles(score: MatchScore, cap: int | None = None) -> frozenset[tuple[int, Side]]:
    """The live doubles of the next game as (value before the double, doubler); none without a cube.

    `cap` is the highest value the profile allows (E3). In unlimited play no double is dead; the
    question is for matches only.
    """
    doubles: set[tuple[int, Side]] = set()
    if score.has_cube:
        for side in Side:
            value, doubler = 1, side
            while value < (score.away(doubler) or 0) and (cap is None or 2 * value <= cap):
                doubles.add((value, doubler))
                value, doubler = 2 * value, doubler.other
    return frozenset(doubles)


def largest_live_cube(score: MatchScore, cap: int | None = None) -> int:
    """The highest cube that live doubles reach in the next game; 1 if there is none."""
    return max((2 * value for value, _ in live_doubles(score, cap)), default=1)


def winning_totals(
    start: MatchScore,
    winner: Side,
    loser_points: int,
    *,
    before_game: Callable[[MatchScore, int], MatchScore | None],
    last_change: int = -1,
    cap: int | None = None,
) -> frozenset[int]:
    """The possible totals of a `winner` against `loser_points`, if all doubles are live.

    `before_game(score, n)` applies what the director changed before game n, counted from 0 (M5, M5a),
    up to game `last_change`; `None` says that the change cannot be at that score. The match did not
    end before the last change. The search visits every score on the way once: a few milliseconds to
    25 points, some tenths of a second to 99.
    """
    totals: set[int] = set()
    last_game = last_change + 1
    states: set[tuple[MatchScore, int]] = {(start, 0)}
    waiting = [(start, 0)]
    while waiting:
        plain, game = waiting.pop()
        score = before_game(plain, game) if game < last_game else plain
        if score is None or score.of(winner.other) > loser_points:
            continue
        if score.winner is not None:
            if score.winner is winner and score.of(winner.other) == loser_points and game >= last_change:
                totals.add(score.of(winner))
            continue
        largest = largest_live_cube(score, cap)
        values = {1 << power for power in range(largest.bit_length())}
        worth = {value * multiplier for value in values for multiplier in MULTIPLIERS}
        if game >= last_change and score.of(winner.other) == loser_points:
            reach = score.away(winner) or 0
            totals.update(score.of(winner) + points for points in worth if points >= reach)
        # With no change ahead single points lead to every score that larger games lead to.
        for points in worth if game < last_change else (1,):
            for side in Side:
                after = (score.after(side, points), min(game + 1, last_game))
                if after[0].winner is None and after not in states:
                    states.add(after)
                    waiting.append(after)
    return frozenset(totals)
