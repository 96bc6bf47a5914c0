"""What is known of the pace of a hall: learnt from matches played and under way, with its uncertainty."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import erf, erfc, exp, log, log1p, pi, sqrt
from random import Random

# Factors of the expected pace on a grid of logarithms, and what is thought possible of spread and drift of one hall.
_STEP = 0.04
_HALF = 20
_GRID = [_STEP * number for number in range(-_HALF, _HALF + 1)]
_SPREADS = (0.25, 0.35, 0.5)
# The standard deviation of the logarithm of the pace after an hour.
_DRIFTS = (0.0, 0.05, 0.1)
BLOCK = 15.0
_BLOCKS_OF_HOUR = 60 / BLOCK
# How far halls differ from what their directors expect, and from the halls of the same director.
_APART, _APART_AT_HOME = 0.18, 0.10
# How many points of its length a match needs at least, and at most, in minutes; others were stamped wrongly.
FASTEST, SLOWEST = 1.5, 30.0


@dataclass(frozen=True, slots=True)
class TimedMatch:
    """A match with its start: `minute` is when it ended, or now; `mean` what it should take at the expected pace.

    `minutes` are what it took, or, while it `is_under_way`, what it has taken so far.
    """

    minute: float
    minutes: float
    mean: float
    length: int
    is_under_way: bool = False

    @property
    def is_plausible(self) -> bool:
        """Whether a match can take so long, and no more; one under way may still be short."""
        point = self.minutes / self.length
        return point <= SLOWEST and (self.is_under_way or point >= FASTEST)


@dataclass(frozen=True, slots=True)
class PastPace:
    """A past tournament of the same hall: how its pace was to what was expected (1 as expected), over so many matches."""

    factor: float
    matches: int


@dataclass(frozen=True, slots=True)
class PaceHypothesis:
    """One kind of hall: the spread of its matches, the drift of its pace, and the chances of each pace on the grid now."""

    spread: float
    drift: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HallPace:
    """The pace of one simulated hall: the spread of its matches, its factor now, and its drift in a block of time."""

    spread: float
    factor: float
    drift: float


@dataclass(frozen=True, slots=True)
class PaceBelief:
    """What is known of the pace of a hall; `matches` have been timed, `left_out` were stamped wrongly."""

    hypotheses: tuple[PaceHypothesis, ...]
    matches: int = 0
    left_out: int = 0

    @property
    def factor(self) -> float:
        """The mean of the pace, as a factor of what was expected."""
        return sum(
            chance * exp(at)
            for hypothesis in self.hypotheses
            for at, chance in zip(_GRID, hypothesis.chances, strict=True)
        )

    def draw(self, chance: Random) -> HallPace:
        """Draw the pace of one hall from what is known."""
        number = chance.random()
        for hypothesis in self.hypotheses:
            sums = list(accumulate(hypothesis.chances))
            if number < sums[-1]:
                break
            number -= sums[-1]
        at = _GRID[min(bisect_left(sums, number), 2 * _HALF)] + _STEP * (chance.random() - 0.5)
        return HallPace(hypothesis.spread, exp(at), hypothesis.drift / sqrt(_BLOCKS_OF_HOUR))


def learnt_pace(matches: Iterable[TimedMatch], *, past: Sequence[PastPace] = ()) -> PaceBelief:
    """Return what matches teach about the pace of a hall.

    The logarithm of the pace wanders; every match shows it with noise, and one under way shows that it lasts longer.
    Each kind of hall is weighed by how well it foresaw the matches.
    """
    timed = list(matches)
    plausible = sorted((one for one in timed if one.is_plausible), key=lambda one: one.minute)
    start = _expectation(past)
    weighed = [
        (spread, drift, *_filtered(start, plausible, spread=spread, drift=drift))
        for spread in _SPREADS
        for drift in _DRIFTS
    ]
    best = max(weight for *_, weight in weighed)
    total = sum(exp(weight - best) for *_, weight in weighed)
    hypotheses = tuple(
        PaceHypothesis(spread, drift, tuple(exp(weight - best) / total * one for one in chances))
        for spread, drift, chances, weight in weighed
    )
    over = sum(not one.is_under_way for one in plausible)
    return PaceBelief(hypotheses, over, len(timed) - len(plausible))


def _expectation(past: Sequence[PastPace]) -> list[float]:
    """Return the chances on the grid before the first match: the director's expectation, and the past tournaments."""
    precision, total = 1 / _APART**2, 0.0
    for one in past:
        # A past hall tells of this one as far as halls of one director are alike, and as it was measured.
        weight = 1 / (_APART_AT_HOME**2 + 0.13 / one.matches)
        precision += weight
        total += weight * log(one.factor)
    mean = total / precision
    deviation = sqrt(1 / precision + (_APART_AT_HOME**2 if past else 0.0))
    return _normalised([exp(-(((at - mean) / deviation) ** 2) / 2) for at in _GRID])


def _filtered(
    chances: list[float], matches: Sequence[TimedMatch], *, spread: float, drift: float
) -> tuple[list[float], float]:
    """Return the chances on the grid after these matches in turn, and the logarithm of how likely they were."""
    deviation = sqrt(log1p(spread**2))
    weight, minute = 0.0, matches[0].minute if matches else 0.0
    for match in matches:
        while drift and match.minute >= minute + BLOCK:
            chances = _wandered(chances, drift / sqrt(_BLOCKS_OF_HOUR))
            minute += BLOCK
        logarithm = log(max(match.minutes, 0.1) / match.mean) + deviation**2 / 2
        scores = [(logarithm - at) / deviation for at in _GRID]
        if match.is_under_way:
            likely = [erfc(score / sqrt(2)) / 2 + 1e-12 for score in scores]
        else:
            # A few matches of any hall are stamped wrongly in a way that nobody sees.
            likely = [(exp(-(score**2) / 2) + 0.004) / (deviation * sqrt(2 * pi)) for score in scores]
        chances = [one * other for one, other in zip(chances, likely, strict=True)]
        total = sum(chances)
        weight += log(total)
        chances = [one / total for one in chances]
    return chances, weight


def _wandered(chances: list[float], deviation: float) -> list[float]:
    """Return the chances on the grid after the pace has wandered by this much."""
    reach = max(1, round(3 * deviation / _STEP))
    bounds = [erf((number - 0.5) * _STEP / deviation / sqrt(2)) for number in range(reach + 2)]
    kernel = [(bounds[number + 1] - bounds[number]) / 2 for number in range(reach + 1)]
    kernel[0] = bounds[1]
    after = [kernel[0] * one for one in chances]
    for number in range(1, reach + 1):
        for at, one in enumerate(chances):
            after[max(0, at - number)] += kernel[number] * one
            after[min(2 * _HALF, at + number)] += kernel[number] * one
    return _normalised(after)


def _normalised(values: list[float]) -> list[float]:
    total = sum(values)
    return [value / total for value in values]
