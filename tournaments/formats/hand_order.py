"""The orders of a director for the rounds of a stage."""

from dataclasses import dataclass
from enum import StrEnum


class HandKind(StrEnum):
    """What a director sets by hand.

    PAIR: two meet. BYE: one has a bye. MISS: one misses the round with notice, for the half points of the order. APART: two
    do not meet as long as another round can be paired.
    """

    PAIR = "pair"
    BYE = "bye"
    MISS = "miss"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class HandOrder:
    """An order of the director for a round; `entrants` are two for PAIR and APART, else one.

    `half_points` are those of a round missed. APART holds from `round` to `until`, or to the end if that is None, and in
    all stages of the event if it is `everywhere`.
    """

    kind: HandKind
    round: int
    entrants: tuple[str, ...]
    half_points: int = 0
    until: int | None = None
    everywhere: bool = False

    @property
    def is_seat(self) -> bool:
        """Whether it says where its entrants sit in its round, or that they miss it."""
        return self.kind is not HandKind.APART

    @property
    def members(self) -> frozenset[str]:
        """The entrants in any order."""
        return frozenset(self.entrants)

    def holds_in(self, number: int) -> bool:
        """Say whether it counts in a round."""
        if self.is_seat:
            return self.round == number
        return self.round <= number and (self.until is None or number <= self.until)
