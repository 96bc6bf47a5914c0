"""The options of a Swiss, and the values derived from them alone."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.options import Options
from tournaments.formats.seeding import Seeding
from tournaments.formats.swiss.board import Rematches, System
from tournaments.formats.tiebreaks import Tiebreak, Unplayed, order_of


class Acceleration(StrEnum):
    """Virtual points that count only for the pairing of the first rounds.

    ACCELERATED: one for the top half of the start numbers, in rounds 1 and 2. BAKU (FIDE C.04.5.1): one for the top
    half, rounded up to an even number, in the first quarter of the rounds, and half a point in the second quarter.
    """

    NONE = "none"
    ACCELERATED = "accelerated"
    BAKU = "baku"


class ByeWorth(StrEnum):
    """What a bye scores: a point, half a point, or nothing. It is never a loss."""

    FULL = "full"
    HALF = "half"
    ZERO = "zero"


_HALF_POINTS = {ByeWorth.FULL: 2, ByeWorth.HALF: 1, ByeWorth.ZERO: 0}


class Separation(StrEnum):
    """Which players with equal points are kept apart, besides families."""

    NOBODY = "nobody"
    CLUBS = "clubs"
    COUNTRIES = "countries"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SwissOptions(Options):
    """How a Swiss is paired and ranked.

    `rounds` is their number, 0 for as many as it takes to leave one unbeaten: the logarithm of the entrants at the draw
    to base 2, rounded up. `last_entry` is the last round in which a late entrant can begin, 0 for half of the rounds,
    rounded up. `tiebreak_1` to `tiebreak_4` are looked at in turn up to the first that says share, `unplayed` is what
    rounds not played are worth to them. The default order is that of the Mind Sports Olympiad.
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset(
        {
            "rounds",
            "system",
            "rematches",
            "acceleration",
            "bye",
            "apart",
            "last_entry",
            "tiebreak_1",
            "tiebreak_2",
            "tiebreak_3",
            "tiebreak_4",
            "unplayed",
        }
    )

    rounds: int = field(default=0, metadata={"minimum": 0, "maximum": 30})
    system: System = System.FOLD
    rematches: Rematches = Rematches.NEVER
    acceleration: Acceleration = Acceleration.NONE
    bye: ByeWorth = ByeWorth.FULL
    apart: Separation = Separation.NOBODY
    seeding: Seeding = Seeding.RANDOM
    last_entry: int = field(default=0, metadata={"minimum": 0, "maximum": 30})
    tiebreak_1: Tiebreak = Tiebreak.HEAD_TO_HEAD
    tiebreak_2: Tiebreak = Tiebreak.BUCHHOLZ_CUT
    tiebreak_3: Tiebreak = Tiebreak.BUCHHOLZ
    tiebreak_4: Tiebreak = Tiebreak.SHARE
    unplayed: Unplayed = Unplayed.VIRTUAL_OPPONENT

    @property
    def has_rematches(self) -> bool:
        """Whether two entrants may meet twice."""
        return self.system is System.DANISH or self.rematches is Rematches.IF_NEEDED

    @property
    def bye_points(self) -> int:
        """The half points of a bye."""
        return _HALF_POINTS[self.bye]

    @property
    def tiebreaks(self) -> tuple[Tiebreak, ...]:
        """The tiebreaks in use; FormatError as in `order_of`."""
        return order_of(self.tiebreak_1, self.tiebreak_2, self.tiebreak_3, self.tiebreak_4)

    def round_count(self, size: int) -> int:
        """Return the number of rounds for this number of entrants at the draw."""
        return self.rounds or (size - 1).bit_length()

    def virtual(self, line: int, *, number: int, size: int) -> int:
        """Return the virtual half points of a line in a round."""
        if self.acceleration is Acceleration.ACCELERATED:
            return 2 if number <= 2 and line < size // 2 else 0
        if self.acceleration is Acceleration.BAKU and line < 2 * -(-size // 4):
            accelerated = -(-self.round_count(size) // 2)
            if number <= accelerated:
                return 2 if number <= -(-accelerated // 2) else 1
        return 0

    def problems(self, entrants: int) -> tuple[Problem, ...]:
        """Return what cannot be played with this number of entrants: `too_many_rounds`, and faults of the tiebreaks."""
        problems: list[Problem] = []
        most = entrants - 1 + entrants % 2
        if self.round_count(entrants) > most and not self.has_rematches:
            data: dict[str, str | int] = {
                "rounds": self.rounds,
                "entrants": entrants,
                "most": most,
                "rematches": Rematches.IF_NEEDED.value,
            }
            problems.append(Problem("too_many_rounds", data))
        try:
            order_of(self.tiebreak_1, self.tiebreak_2, self.tiebreak_3, self.tiebreak_4)
        except FormatError as error:
            problems += error.problems
        return tuple(problems)
