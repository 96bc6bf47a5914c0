"""The formulas of docs/ratings.md in `decimal` with 50 digits from beginning to end; nothing of the product is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

Change = Callable[[int, int, int, int, int], tuple[int, int]]
"""What a match changes for winner and loser, by both ratings in billionths, both experiences and the length."""
POINT = 10**9
NEW = (1500 * POINT, 0)
_DIGITS = 50


def _whole(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def ramped(ramp: int, step: int) -> Change:
    """FIBS, whose newcomers win and lose `ramp` times as much, one time less after each `step` points of experience."""

    def change(winner: int, loser: int, of_winner: int, of_loser: int, length: int) -> tuple[int, int]:
        with localcontext(prec=_DIGITS):
            root = Decimal(length).sqrt()
            odds = Decimal(10) ** (Decimal(loser - winner) / POINT * root / 2000)
            at_stake = 4 * root * (1 - 1 / (1 + odds)) * POINT
            gain, loss = (
                _whole(max(Decimal(1), ramp - Decimal(one) / step) * at_stake)
                for one in (of_winner, of_loser)
            )
        return gain, -loss

    return change


_FACTORS = {1: 8, 3: 14, 5: 18, 7: 21, 9: 24, 11: 27, 13: 29, 15: 31, 17: 33, 19: 35, 21: 37, 23: 38, 25: 40}


def elo(winner: int, loser: int, _of_winner: int, _of_loser: int, length: int) -> tuple[int, int]:
    """Elo by the factors of lengths that are an example of this project."""
    with localcontext(prec=_DIGITS):
        chance = 1 / (1 + Decimal(10) ** (Decimal(loser - winner) / POINT / 400))
        gain = _whole(_FACTORS[max(bound for bound in _FACTORS if bound <= length)] * (1 - chance) * POINT)
    return gain, -gain


CHANGES: dict[str, Change] = {
    "fibs": ramped(5, 100),
    "fibs-no-ramp": ramped(1, 1),
    "brass-city": ramped(2, 400),
    "elo": elo,
}


def list_after(change: Change, matches: Iterable[tuple[int, int, int]]) -> dict[int, tuple[int, int]]:
    """Rating and experience of everybody after matches of winner, loser and length, in their order."""
    people: dict[int, tuple[int, int]] = {}
    for winner, loser, length in matches:
        (one, of_one), (two, of_two) = people.get(winner, NEW), people.get(loser, NEW)
        gain, loss = change(one, two, of_one, of_two, length)
        people[winner], people[loser] = (one + gain, of_one + length), (two + loss, of_two + length)
    return people


Certainty = tuple[int, int, int]
"""Rating and deviation in 0.00001, and volatility in 0.0000001."""
NOBODY_YET: Certainty = (150_000_000, 35_000_000, 600_000)
_UNITS = (10**5, 10**5, 10**7)
_PI = Decimal("3.14159265358979323846264338327950288419716939937510582")
_SCALE = Decimal("173.7178")
_TAU = Decimal("0.5")


def glicko_period(player: Certainty, games: Sequence[tuple[Certainty, bool]]) -> Certainty:
    """A player after a period of Glicko-2 by Glickman's eight steps: games are opponents, and whether each was beaten."""
    with localcontext(prec=_DIGITS):
        mu, phi, sigma = _scaled(player)
        precision = improvement = Decimal(0)
        for opponent, has_won in games:
            mu_j, phi_j, _sigma = _scaled(opponent)
            g = 1 / (1 + 3 * phi_j**2 / _PI**2).sqrt()
            chance = 1 / (1 + (-g * (mu - mu_j)).exp())
            precision += g**2 * chance * (1 - chance)
            improvement += g * (has_won - chance)
        if games:
            sigma = _volatility(sigma, phi, 1 / precision, improvement / precision)
        phi = 1 / (1 / (phi**2 + sigma**2) + precision).sqrt()
        ends = (1500 + _SCALE * (mu + phi**2 * improvement), _SCALE * phi, sigma)
        rating, deviation, volatility = (_whole(end * unit) for end, unit in zip(ends, _UNITS, strict=True))
    # Without a game the rating is the number that it was, which the scale and back would have to round.
    return (rating if games else player[0]), deviation, volatility


def _scaled(player: Certainty) -> tuple[Decimal, Decimal, Decimal]:
    rating, deviation, volatility = (Decimal(one) / unit for one, unit in zip(player, _UNITS, strict=True))
    return (rating - 1500) / _SCALE, deviation / _SCALE, volatility


def _volatility(sigma: Decimal, phi: Decimal, variance: Decimal, delta: Decimal) -> Decimal:
    """The root of Glickman's fifth step by Newton's way, where the paper shows another one."""
    start = x = (sigma**2).ln()
    spread = phi**2 + variance
    more = delta**2 - spread
    for _step in range(100):
        y = x.exp()
        f = y * (more - y) / (2 * (spread + y) ** 2) - (x - start) / _TAU**2
        slope = y * (spread * more - y * more - 2 * y * spread) / (2 * (spread + y) ** 3) - 1 / _TAU**2
        x -= f / slope
        if abs(f) < Decimal("1e-35"):
            return (x / 2).exp()
    raise AssertionError(f"no root for {sigma}, {phi}, {variance}, {delta}")
