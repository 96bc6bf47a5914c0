"""Match equities and what follows from them: take points, gammon values, and those of money play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .errors import RulesError
from .match import MatchScore, Side

MONEY_TAKE_POINT = 0.25
"""The chances needed to take in money play, without gammons and with a cube that nobody turns again."""


@dataclass(frozen=True, slots=True)
class MatchEquities:
    """A table of the chances to win a match, by the points that both sides still need.

    `rows` are for the side ahead or level, the first of them at 1-away before the Crawford game: row a
    begins with its chances against a-away. `post_crawford` are those of the side at 1-away against
    1-away, 2-away and so on after the Crawford game. Each part names its source.

    >>> score = MatchScore(7).after(Side.ONE, 4)
    >>> ROCKWELL_KAZAROSS.chance(score, Side.ONE)
    0.7625
    >>> round(ROCKWELL_KAZAROSS.take_point(MatchScore(7), Side.TWO), 4)
    0.2522
    """

    name: str
    source: str
    rows: tuple[tuple[float, ...], ...]
    post_crawford: tuple[float, ...]
    post_crawford_source: str

    @property
    def most(self) -> int:
        """The most points that a side may need in this table.

        >>> ROCKWELL_KAZAROSS.most
        11
        """
        return len(self.rows)

    def chance(self, score: MatchScore, side: Side) -> float:
        """Return the chances of a side to win the match before its next game, both sides being equal.

        Raises `RulesError` without a length and for more points than the table has.

        >>> ROCKWELL_KAZAROSS.chance(MatchScore(5), Side.ONE)
        0.5
        """
        mine, theirs = score.away(side), score.away(side.other)
        if mine is None or theirs is None:
            raise RulesError("no_length")
        if score.winner is not None:
            return float(score.winner is side)
        if max(mine, theirs) > self.most:
            raise RulesError("score_off_table", most=self.most)
        if mine > theirs:
            return 1 - self.chance(score, side.other)
        if score.is_post_crawford:
            return self.post_crawford[theirs - 1]
        return self.rows[mine - 1][theirs - mine]

    def after(self, score: MatchScore, winner: Side, points: int, side: Side) -> float:
        """Return the chances of a side after a game that `winner` wins for so many points.

        >>> round(ROCKWELL_KAZAROSS.after(MatchScore(5), Side.ONE, 2, Side.ONE), 3)
        0.648
        """
        return self.chance(score.after(winner, points), side)

    def take_point(self, score: MatchScore, taker: Side, cube: int = 1) -> float:
        """Return the chances in the game that the taker needs to take a cube that stands at `cube`.

        The cube is dead after the take, and nobody wins a gammon.

        >>> round(ROCKWELL_KAZAROSS.take_point(MatchScore(5), Side.ONE), 3)
        0.238
        """
        drop = self.after(score, taker.other, cube, taker)
        loss = self.after(score, taker.other, cube * 2, taker)
        win = self.after(score, taker, cube * 2, taker)
        return (drop - loss) / (win - loss)

    def gammon_value(self, score: MatchScore, side: Side, cube: int = 1) -> float:
        """Return what a gammon adds to a single win, in halves of the gap between winning and losing.

        In money play it is 0.5: the gammon adds one point, where winning instead of losing adds two.

        >>> round(ROCKWELL_KAZAROSS.gammon_value(MatchScore(5), Side.ONE), 3)
        0.454
        """
        loss = self.after(score, side.other, cube, side)
        win = self.after(score, side, cube, side)
        gammon = self.after(score, side, cube * 2, side)
        return (gammon - win) / (win - loss)


def janowski(away: int, opp_away: int) -> float:
    """The formula of Rick Janowski for the chances before the Crawford game: 50 % + 85 D / (T + 6).

    D is the difference of the points needed, T what the trailer needs. Source: Chris Bray, "Remembering
    Match Equities", bkgm.com.

    >>> round(janowski(3, 8), 3)
    0.804
    """
    return _for_the_leader(away, opp_away, lambda gap, trailing: 0.5 + 0.85 * gap / (trailing + 6))


def turner(away: int, opp_away: int) -> float:
    """The formula of Stephen Turner for Kit Woolsey's table: 50 % + (24 / T + 3) D.

    The letters are those of `janowski`. Source: rec.games.backgammon, 22 June 1994, kept at bkgm.com.
    Where a side is at 1-away it does not hold: `WOOLSEY_CRAWFORD` has those chances.

    >>> turner(3, 8)
    0.8
    """
    return _for_the_leader(away, opp_away, lambda gap, trailing: 0.5 + (24 / trailing + 3) * gap / 100)


WOOLSEY_CRAWFORD = (0.30, 0.25, 0.17, 0.15, 0.10, 0.09, 0.06, 0.05, 0.03, 0.03, 0.02, 0.02, 0.01, 0.01)
"""The trailer's chances before the Crawford game at 2-away to 15-away in Kit Woolsey's table.

Source: posts of Gregg Cattanach in rec.games.backgammon, 7 December 2001 and 24 February 2003, kept at bkgm.com.
"""

ROCKWELL_KAZAROSS = MatchEquities(
    "Rockwell-Kazaross",
    "David Rockwell and Neil Kazaross by rollouts; to 11 points as printed at pion.ch/backgammon/mem-met.php",
    (
        (0.5, 0.6769, 0.7512, 0.8138, 0.8419, 0.8869, 0.9072, 0.9323, 0.944, 0.9593, 0.9664),
        (0.5, 0.599, 0.6686, 0.7434, 0.799, 0.8421, 0.8752, 0.9017, 0.923, 0.9393),
        (0.5, 0.5714, 0.6477, 0.7116, 0.7625, 0.8049, 0.8402, 0.8706, 0.8944),
        (0.5, 0.5774, 0.6431, 0.6997, 0.7462, 0.7883, 0.8241, 0.854),
        (0.5, 0.5666, 0.6267, 0.6782, 0.7255, 0.7671, 0.8027),
        (0.5, 0.5628, 0.6166, 0.6679, 0.7131, 0.7534),
        (0.5, 0.5549, 0.6086, 0.6563, 0.7002),
        (0.5, 0.5544, 0.6037, 0.6499),
        (0.5, 0.5502, 0.5979),
        (0.5, 0.5485),
        (0.5,),
    ),
    (0.5, 0.51, 0.7, 0.71, 0.83, 0.835, 0.902, 0.905, 0.944, 0.946, 0.968),
    "Antonio Ortega and Danny Kleinman, “Backgammon with the Giants: Neil Kazaross”, the chart at bkgm.com",
)
"""The usual table, to 11 points; its row after the Crawford game is another source's, two to three digits."""


def money_take_point(*, won_gammons: float = 0.0, lost_gammons: float = 0.0) -> float:
    """The chances needed to take in money play with a dead cube, with these shares of gammons.

    `won_gammons` are the share of the taker's wins, `lost_gammons` that of its losses; the taker gives up
    one of the two points at stake by dropping.

    >>> money_take_point(), money_take_point(lost_gammons=0.25)
    (0.25, 0.3333333333333333)
    """
    loss = 1 + lost_gammons
    return (loss - 0.5) / (1 + won_gammons + loss)


def money_gammon_value(*, is_doubled: bool, jacoby: bool) -> float:
    """The value of a gammon in money play: by Jacoby's rule nothing before somebody has taken a double (V4).

    >>> money_gammon_value(is_doubled=False, jacoby=True), money_gammon_value(is_doubled=True, jacoby=True)
    (0.0, 0.5)
    """
    return 0.5 if is_doubled or not jacoby else 0.0


def _for_the_leader(away: int, opp_away: int, formula: Callable[[int, int], float]) -> float:
    if min(away, opp_away) < 1:
        raise RulesError("points_not_positive", points=min(away, opp_away))
    chance = formula(abs(away - opp_away), max(away, opp_away))
    return chance if away <= opp_away else 1 - chance
