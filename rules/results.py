"""The stated result of a game, checked against the board and the cube (D1 to D6, M6)."""

from __future__ import annotations

from typing import NamedTuple

from .game import Ended, Result, largest_result, result_of
from .position import Position
from .problem import Finding
from .variant import BACKGAMMON, Variant

# Two servers write a resigned match as one thousand and something, times the cube.
_MATCH_RESIGNED_FROM = 1000
_BY_MULTIPLIER = {result.multiplier: result for result in Result}


class Stake(NamedTuple):
    """The stake of a game: the cube, and in a match the winner's away score and the length.

    `has_jacoby` says whether gammons count in unlimited play only after a double (V4), `None` if nobody
    knows, and `is_doubled` whether somebody has doubled; automatic doubles are nobody's.
    """

    cube: int
    away: int | None = None
    length: int | None = None
    has_jacoby: bool | None = None
    is_doubled: bool = False

    @property
    def is_single_alone(self) -> bool:
        """Whether Jacoby's rule makes every game a single one (V4)."""
        return self.length is None and bool(self.has_jacoby) and not self.is_doubled


class JudgedResult(NamedTuple):
    """The value of a finished game, and the problems of the stated result.

    `points` are the true points: the cube times 1, 2 or 3 (M6). Only a resigned match is worth what it
    still needed.
    """

    result: Result
    points: int
    finding: Finding | None = None
    expected: str = ""


def judged_result(
    ending: Ended, final: Position, stake: Stake, claim: int | None, variant: Variant = BACKGAMMON
) -> JudgedResult:
    """Check the stated points of a game with this ending, in the final position seen by its winner.

    `claim` is `None` where the record states no result: of a resignation nothing more is known then
    than that it was at least a single.
    """
    if ending is Ended.RESIGNED:
        if claim is None:
            return JudgedResult(Result.SINGLE, stake.cube, Finding.MISSING_RESULT)
        return _resigned(largest_result(final, variant), stake, claim)
    result = Result.SINGLE if ending is Ended.DROP else result_of(final, variant)
    if result is not Result.SINGLE and stake.length is None and not stake.is_doubled:
        if stake.has_jacoby is None and claim == stake.cube:
            return JudgedResult(Result.SINGLE, claim, Finding.UNDECLARED_RULE, 'Jacoby "On"')
        if stake.is_single_alone:
            result = Result.SINGLE
    points = stake.cube * result.multiplier
    if claim is None:
        return JudgedResult(result, points, Finding.MISSING_RESULT, str(points))
    if claim == points:
        return JudgedResult(result, points)
    is_capped = _is_enough(stake, points) and claim < points and claim in (stake.away, stake.length)
    return JudgedResult(
        result, points, Finding.CAPPED_RESULT if is_capped else Finding.WRONG_RESULT, str(points)
    )


def _resigned(largest: Result, stake: Stake, claim: int) -> JudgedResult:
    if stake.is_single_alone and claim != stake.cube:
        return JudgedResult(Result.SINGLE, stake.cube, Finding.WRONG_RESULT, str(stake.cube))
    # A resignation may be for less than the position allows (D5), so that any multiple is right.
    multiplier, rest = divmod(claim, stake.cube)
    if not rest and multiplier in _BY_MULTIPLIER:
        result = _BY_MULTIPLIER[multiplier]
        if multiplier > largest.multiplier:
            most = str(stake.cube * largest.multiplier)
            return JudgedResult(result, claim, Finding.RESIGNED_TOO_HIGH, most)
        return JudgedResult(result, claim)
    is_match_end = stake.away is not None and (
        claim in (stake.away, stake.length) or claim >= _MATCH_RESIGNED_FROM
    )
    if not is_match_end or stake.away is None:
        values = " ".join(str(stake.cube * multiplier) for multiplier in _BY_MULTIPLIER)
        return JudgedResult(Result.SINGLE, stake.cube, Finding.WRONG_RESULT, values)
    # The least result that was enough for the points that still counted, if any was.
    for result in Result:
        points = stake.cube * result.multiplier
        if points >= stake.away:
            is_cut = claim < min(points, _MATCH_RESIGNED_FROM)
            code = Finding.CAPPED_RESULT if is_cut else Finding.MATCH_RESIGNED
            return JudgedResult(result, points, code, str(points))
    return JudgedResult(Result.BACKGAMMON, stake.away, Finding.MATCH_RESIGNED, str(stake.away))


def _is_enough(stake: Stake, points: int) -> bool:
    return stake.away is not None and points >= stake.away
