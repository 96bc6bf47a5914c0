"""What each place gets of a pool, exact to the smallest unit of the currency."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self

from tournaments.payouts.structures import STRUCTURES, Structure


@dataclass(frozen=True, slots=True)
class Payout:
    """How the prizes of an event are made: which structure, and what lies in the pool.

    `percent` of what was paid into the pool is played for, the rest is the house's; `added` is put in by the organiser.
    Prizes are whole multiples of `unit`. Amounts are in the smallest unit of the currency.
    """

    structure: str
    percent: int = 100
    added: int = 0
    unit: int = 100

    def __post_init__(self) -> None:
        """Refuse what no pool can be; ValueError names the field."""
        if self.structure not in STRUCTURES:
            raise ValueError("structure")
        if not 0 <= self.percent <= 100:
            raise ValueError("percent")
        if self.added < 0:
            raise ValueError("added")
        if self.unit < 1:
            raise ValueError("unit")

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read plain JSON values strictly; ValueError names the field."""
        known = {one.name for one in fields(cls)}
        for name in data:
            if name not in known:
                raise ValueError(name)
        structure = data.get("structure")
        numbers: dict[str, int] = {}
        for name in ("percent", "added", "unit"):
            if name in data:
                value = data[name]
                if type(value) is not int:
                    raise ValueError(name)
                numbers[name] = value
        return cls(structure if isinstance(structure, str) else "", **numbers)

    def to_dict(self) -> dict[str, str | int]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


def pool_of(payout: Payout, *, paid_in: int) -> int:
    """Return what is played for, where so much was paid into the pool; what does not divide stays with the house."""
    return paid_in * payout.percent // 100 + payout.added


def prizes(pool: int, structure: Structure, *, unit: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return the prize of every place of every flight; their sum is the pool.

    Prizes are whole multiples of `unit`, and what that leaves over goes to the first place of the main flight.
    """
    parts = structure.parts
    found = [[pool * factor // (parts * unit) * unit for factor in flight] for flight in structure.flights]
    found[0][0] += pool - sum(sum(flight) for flight in found)
    return tuple(map(tuple, found))


def shares(amounts: Sequence[int], places: Sequence[tuple[int, int]], *, unit: int = 1) -> tuple[int, ...]:
    """Return what each entrant of a flight gets; those who are tied share the prizes of the places they occupy.

    `places` holds for each entrant, the best first, the first and the last place it shares. Equal places get equal
    prizes, whole multiples of `unit`; what that leaves over goes to the first entrant. So the sum is that of the prizes
    whose places are occupied.
    """
    found: list[int] = []
    left_over = 0
    for first, last in places:
        shared = sum(amounts[first - 1 : last])
        each = shared if first == last else shared // ((last - first + 1) * unit) * unit
        left_over += (shared - each * (last - first + 1)) if len(found) == first - 1 else 0
        found.append(each)
    if found:
        found[0] += left_over
    return tuple(found)
