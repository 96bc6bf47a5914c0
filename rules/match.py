"""The score of a match: length, away scores and the Crawford rule (M1 to M3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from .errors import RulesError


class Side(StrEnum):
    """One of the two sides of a match or a game.

    >>> Side.ONE.other is Side.TWO
    True
    """

    ONE = "one"
    TWO = "two"

    @property
    def other(self) -> Side:
        """The opponent.

        >>> Side.ONE.other.value
        'two'
        """
        return Side.TWO if self is Side.ONE else Side.ONE


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score before a game of a match to `length` points (`None`: unlimited, money play).

    `crawford_done` says that the Crawford game has been played (M3: there is at most one). Any
    positive length can be scored, even ones too, because records hold them (M1).

    >>> score = MatchScore(5).after(Side.TWO, 4)
    >>> score.points, score.is_crawford, score.away(Side.ONE)
    ((0, 4), True, 5)
    """

    length: int | None
    one: int = 0
    two: int = 0
    crawford_done: bool = False

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise RulesError("length_not_positive", length=self.length)
        if self.one < 0 or self.two < 0:
            raise RulesError("negative_score", one=self.one, two=self.two)
        if self.length is not None and min(self.one, self.two) >= self.length:
            raise RulesError("two_winners", one=self.one, two=self.two, length=self.length)

    def __str__(self) -> str:
        length = "" if self.length is None else f" to {self.length}"
        return f"{self.one}-{self.two}{length}{', Crawford' * self.is_crawford}"

    @property
    def points(self) -> tuple[int, int]:
        """The true score as a pair, side one first (M6).

        >>> MatchScore(5, 2, 1).points
        (2, 1)
        """
        return (self.one, self.two)

    @property
    def counted(self) -> tuple[int, int]:
        """The score with the winner's points capped at the length (M6).

        >>> MatchScore(5, 6, 1).counted
        (5, 1)
        """
        if self.length is None:
            return self.points
        return (min(self.one, self.length), min(self.two, self.length))

    def of(self, side: Side) -> int:
        """The points of one side.

        >>> MatchScore(5, 2, 1).of(Side.TWO)
        1
        """
        # A check asks for members hundreds of times, and to make one of a text costs more.
        return self.one if side is Side.ONE or Side(side) is Side.ONE else self.two

    def away(self, side: Side) -> int | None:
        """The points a side still needs, 0 when it has won, `None` in unlimited play.

        >>> MatchScore(5, 2, 1).away(Side.TWO)
        4
        """
        if self.length is None:
            return None
        return max(self.length - self.of(side), 0)

    @property
    def winner(self) -> Side | None:
        """The side that has reached or passed the length (M1).

        >>> MatchScore(5, 5, 1).winner.value
        'one'
        """
        if self.length is None:
            return None
        if self.one >= self.length:
            return Side.ONE
        return Side.TWO if self.two >= self.length else None

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game: nobody may double in it (M2).

        >>> MatchScore(5, 4, 1).is_crawford
        True
        """
        return self._at_match_point and not self.crawford_done

    @property
    def is_post_crawford(self) -> bool:
        """Whether a side stands one point from winning with the Crawford game behind it (M3).

        >>> MatchScore(5, 4, 1).after(Side.TWO, 1).is_post_crawford
        True
        """
        return self._at_match_point and self.crawford_done

    @property
    def has_cube(self) -> bool:
        """Whether the next game is played with the doubling cube (M2, M3).

        >>> MatchScore(5, 4, 1).has_cube, MatchScore(1).has_cube
        (False, False)
        """
        return self.length is None or (self.length > 1 and not self.is_crawford)

    @property
    def _at_match_point(self) -> bool:
        # A one-point match starts at match point and yet has no Crawford game (M3).
        if self.length is None or self.length == 1 or self.winner is not None:
            return False
        return 1 in (self.away(Side.ONE), self.away(Side.TWO))

    def after(self, winner: Side, points: int) -> MatchScore:
        """The score after a game: `points` is cube times 1, 2 or 3 (M1).

        >>> MatchScore(5).after(Side.TWO, 2).points
        (0, 2)
        """
        if self.winner is not None:
            raise RulesError("match_already_over", one=self.one, two=self.two)
        scored = self.with_points(winner, points)
        return replace(scored, crawford_done=True) if self.is_crawford else scored

    def with_points(self, side: Side, points: int) -> MatchScore:
        """The score after penalty points for `side`; no game was played (M5).

        >>> MatchScore(5).with_points(Side.ONE, 1).points
        (1, 0)
        """
        if points < 1:
            raise RulesError("points_not_positive", points=points)
        one, two = (points, 0) if Side(side) is Side.ONE else (0, points)
        return MatchScore(self.length, self.one + one, self.two + two, self.crawford_done)

    def with_length(self, length: int) -> MatchScore:
        """The score in a match whose length was changed; at or below a score it is refused (M5a).

        >>> MatchScore(5).with_length(7).length
        7
        """
        if length <= max(self.one, self.two):
            raise RulesError("length_below_score", length=length, one=self.one, two=self.two)
        return replace(self, length=length)
