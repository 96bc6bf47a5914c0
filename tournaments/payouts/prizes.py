"""The prize of each place in a pool, exact to the smallest unit of the currency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Self

from tournaments.payouts.own_prizes import OWN, WHOLE, OwnPrizes
from tournaments.payouts.splits import PrizeSplit, SplitOffer
from tournaments.payouts.structures import STRUCTURES, Structure

_NUMBERS = ("percent", "added", "unit")


@dataclass(frozen=True, slots=True)
class Payout:
    """The payout of an event: its structure, and the contents of the pool.

    `percent` of the payments into the pool is played for, the rest belongs to the house; `added` comes from the
    organiser. Prizes are whole multiples of `unit`. Amounts are in the smallest unit of the currency. The structure
    `own` has the prizes of `own`, `splits` are those that winners have agreed on, and `offers` those that wait for it.
    """

    structure: str
    percent: int = 100
    added: int = 0
    unit: int = 100
    own: OwnPrizes | None = None
    splits: tuple[PrizeSplit, ...] = ()
    offers: tuple[SplitOffer, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError, which names the field, for impossible values."""
        if self.structure not in STRUCTURES and self.structure != OWN:
            raise ValueError("structure")
        if (self.structure == OWN) != (self.own is not None):
            raise ValueError("own")
        if not 0 <= self.percent <= 100:
            raise ValueError("percent")
        if self.added < 0:
            raise ValueError("added")
        if self.unit < 1:
            raise ValueError("unit")

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read plain JSON values strictly; ValueError names the field."""
        names = {one.name for one in fields(cls)}
        for name in data:
            if name not in names:
                raise ValueError(name)
        structure, own = data.get("structure"), data.get("own")
        numbers: dict[str, int] = {}
        for name in _NUMBERS:
            if name in data:
                value = data[name]
                if type(value) is not int:
                    raise ValueError(name)
                numbers[name] = value
        return cls(
            structure if isinstance(structure, str) else "",
            **numbers,
            own=None if own is None else OwnPrizes.from_dict(own),
            splits=tuple(PrizeSplit.from_dict(split) for split in _rows(data, "splits")),
            offers=tuple(SplitOffer.from_dict(offer) for offer in _rows(data, "offers")),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        data: dict[str, object] = {name: getattr(self, name) for name in ("structure", *_NUMBERS)}
        if self.own is not None:
            data["own"] = self.own.to_dict()
        if self.splits:
            data["splits"] = [split.to_dict() for split in self.splits]
        if self.offers:
            data["offers"] = [offer.to_dict() for offer in self.offers]
        return data

    @property
    def unsplit(self) -> Payout:
        """The same payout without the splits and offers, which belong to its winners."""
        return replace(self, splits=(), offers=())

    @property
    def places(self) -> Structure:
        """The structure of the paid places."""
        return STRUCTURES[self.structure] if self.own is None else self.own.structure

    @property
    def step(self) -> int:
        """The unit of which shared prizes are whole multiples: a coin where the director types amounts."""
        return 1 if self.own is not None and self.own.is_amount else self.unit

    def prizes(self, pool: int) -> tuple[tuple[int, ...], ...]:
        """Return the prize of every place of every flight for a pool.

        Amounts that the director types are what they are; of typed per cents below a hundred the rest is nobody's.
        """
        if self.own is None:
            return prizes(pool, self.places, unit=self.unit)
        if self.own.is_amount:
            return self.own.flights
        return prizes(pool * self.own.total // WHOLE, self.places, unit=self.unit)


def _rows(data: Mapping[str, object], name: str) -> Sequence[object]:
    """Return a list of plain data; empty where it is left out."""
    rows = data.get(name, [])
    if not isinstance(rows, list | tuple):
        raise ValueError(name)  # noqa: TRY004 - every fault of plain values is this one
    return rows


def pool_of(payout: Payout, *, paid_in: int) -> int:
    """Return the amount played for, given the payments into the pool; an indivisible rest stays with the house."""
    return paid_in * payout.percent // 100 + payout.added


def prizes(pool: int, structure: Structure, *, unit: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return the prize of every place of every flight; their sum is the pool, and equal parts get equal prizes.

    Prizes are whole multiples of `unit` by the largest remainder; what that leaves over goes to the first place of the
    main flight.
    """
    weights = [Fraction(factor) for flight in structure.flights for factor in flight]
    portions, left_over = _by_largest_remainder(pool, weights, unit=unit)
    portions[0] += left_over
    amounts = iter(portions)
    return tuple(tuple(next(amounts) for _factor in flight) for flight in structure.flights)


def shares(
    amounts: Sequence[int], places: Sequence[tuple[int, int]], *, parts: Sequence[int], unit: int = 1
) -> tuple[int, ...]:
    """Return the prize of each entrant of a flight; tied entrants share the prizes of the places they occupy.

    `amounts` are the prizes of the flight and `parts` its parts of the pool; `places` holds for each entrant, the best
    first, the first and the last place it shares. If a tie unites different prizes, the sum of the flight is split
    again by the parts, so that it is rounded once. The total equals the prizes of the occupied places, except for coins
    that nobody can have alone.
    """
    if not places:
        return ()
    padded = [*amounts, *([0] * (places[-1][1] - len(amounts)))]
    if all(len(set(padded[first - 1 : last])) == 1 for first, last in places):
        return tuple(padded[first - 1] for first, _last in places)
    weights = [Fraction(sum(parts[first - 1 : last]), last - first + 1) for first, last in places]
    portions, left_over = _by_largest_remainder(sum(amounts[: len(places)]), weights, unit=unit)
    return tuple(_with_the_rest(portions, weights, left_over))


def _by_largest_remainder(total: int, weights: Sequence[Fraction], *, unit: int) -> tuple[list[int], int]:
    """Split a sum in whole multiples of `unit`, equal weights alike; return the amounts and the rest.

    Units lost by rounding down go to the largest remainders, until they no longer suffice for all of one weight.
    """
    heads, whole = Counter(weights), sum(weights)
    exact = {weight: total * weight / whole for weight in heads}
    each = {weight: int(exact[weight] // unit) * unit for weight in heads}
    rest = total - sum(each[weight] * heads[weight] for weight in heads)
    # The rest is less than one unit for everybody, so that the loop never passes the last one.
    order = iter(sorted(heads, key=lambda weight: (each[weight] - exact[weight], -weight)))
    weight = next(order)
    while exact[weight] != each[weight] and heads[weight] * unit <= rest:
        each[weight] += unit
        rest -= heads[weight] * unit
        weight = next(order)
    return [each[weight] for weight in weights], rest


def _with_the_rest(amounts: list[int], weights: Sequence[Fraction], rest: int) -> list[int]:
    """Return the amounts with the rest added to the first place, in equal parts if several share it.

    Coins that cannot be shared go to the best unshared place that stays below the one above.
    """
    first = [place for place, weight in enumerate(weights) if weight == weights[0]]
    for place in first:
        amounts[place] += rest // len(first)
    coins = rest % len(first)
    for place in range(len(first), len(amounts)):
        is_alone = weights.count(weights[place]) == 1
        if is_alone and amounts[place] + coins <= amounts[place - 1]:
            amounts[place] += coins
            break
    return amounts
