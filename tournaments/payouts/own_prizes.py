"""The prizes that a director types: amounts, or per cents of the pool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from tournaments.payouts.structures import Structure

OWN = "own"
"""The code of the structure whose places the director types."""
WHOLE = 100_00
"""All of a pool, in hundredths of a per cent."""
_MOST_PLACES = 64
_MOST_FLIGHTS = 8


@dataclass(frozen=True, slots=True)
class OwnPrizes:
    """The prize of every place of every flight, the main flight first.

    They are hundredths of a per cent of the pool, or with `is_amount` amounts in the smallest unit of the currency.
    """

    is_amount: bool
    flights: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Raise ValueError for no prize, a better place with less than a worse one, or more than the whole pool."""
        is_full = self.flights and all(self.flights) and len(self.flights) <= _MOST_FLIGHTS
        if not is_full or any(len(flight) > _MOST_PLACES for flight in self.flights):
            raise ValueError("own")
        if any(list(flight) != sorted(flight, reverse=True) or flight[-1] < 1 for flight in self.flights):
            raise ValueError("own")
        if not self.is_amount and self.total > WHOLE:
            raise ValueError("own")

    @property
    def total(self) -> int:
        """The sum of all prizes."""
        return sum(map(sum, self.flights))

    @property
    def structure(self) -> Structure:
        """The structure whose parts are these prizes."""
        return Structure(OWN, self.flights)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read plain JSON values strictly; ValueError names the field."""
        if not isinstance(data, Mapping) or data.keys() != {"is_amount", "flights"}:
            raise ValueError("own")
        is_amount, flights = data["is_amount"], data["flights"]
        if not isinstance(is_amount, bool) or not isinstance(flights, list | tuple):
            raise ValueError("own")  # noqa: TRY004 - every fault of plain values is this one
        rows = [tuple(flight) if isinstance(flight, list | tuple) else () for flight in flights]
        if any(type(prize) is not int for row in rows for prize in row):
            raise ValueError("own")
        return cls(is_amount, tuple(rows))

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {"is_amount": self.is_amount, "flights": [list(flight) for flight in self.flights]}
