"""The base classes of formulas: those that rate each match, and those that rate the matches of a period together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, Self

# Units of one point: ratings are whole numbers of billionths.
UNITS = 10**9
START = 1500


class RatedPlayer(NamedTuple):
    """A player before or after a match: `rating` in billionths of a point, `experience` in points of match length."""

    rating: int = START * UNITS
    experience: int = 0


class PeriodPlayer(NamedTuple):
    """A player at the end of a period: `rating` and `deviation` in units of 1e-5, `volatility` in units of 1e-7."""

    rating: int
    deviation: int
    volatility: int


class PeriodMatch(NamedTuple):
    """A match of a period as one player has it; `opponent` as at the end of the period before."""

    opponent: PeriodPlayer
    has_won: bool


class Formula(Protocol):
    """The base class of formulas: name, source and parameters."""

    @property
    def name(self) -> str:
        """The name, which is that of a federation only if the formula is verified."""

    @property
    def source(self) -> str:
        """The publication from which it is."""

    @property
    def is_verified(self) -> bool:
        """Whether figures of the source are recomputed in the tests."""

    @property
    def values(self) -> Mapping[str, object]:
        """The parameters, as JSON has them."""

    def with_parameters(self, values: Mapping[str, object]) -> Self:
        """Return the formula with these parameters in place of its own; InvalidParameters where one cannot be."""


class MatchFormula(Formula, Protocol):
    """A formula that rates match by match."""

    def changes(self, winner: RatedPlayer, loser: RatedPlayer, *, length: int) -> tuple[int, int]:
        """Return the billionths of a point that the winner gains and that the loser gains, the latter 0 or less."""

    def chance(self, one: RatedPlayer, two: RatedPlayer, *, length: int) -> float:
        """Return the probability that the first player wins a match to so many points."""


class PeriodFormula(Formula, Protocol):
    """A formula that rates all matches of a period at once."""

    @property
    def start(self) -> PeriodPlayer:
        """A player before the first period."""

    def after_period(self, player: PeriodPlayer, matches: Sequence[PeriodMatch]) -> PeriodPlayer:
        """Return the player at the end of a period; one without matches only becomes less certain."""
