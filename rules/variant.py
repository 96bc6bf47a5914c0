"""The variants of the game as data: how each starts and whether it has a cube."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play backgammon: its start, its cube and its results (A2, V1, V2).

    `start` holds 26 checker counts, the same for both sides: index 25 the bar, 24 to 1 the points
    from the side's own view, 0 the borne-off checkers.
    """

    code: str
    start: tuple[int, ...]
    has_cube: bool = True

    @property
    def checkers(self) -> int:
        """How many checkers each side plays with."""
        return sum(self.start)


def _start(**checkers: int) -> tuple[int, ...]:
    # Keyword names cannot be numbers, hence p24=2 for two checkers on point 24.
    return tuple(checkers.get(f"p{point}", 0) for point in range(26))


BACKGAMMON = Variant("backgammon", _start(p24=2, p13=5, p8=3, p6=5))
NACKGAMMON = Variant("nackgammon", _start(p24=2, p23=2, p13=4, p8=3, p6=4))
HYPERGAMMON_1 = Variant("hypergammon_1", _start(p24=1))
HYPERGAMMON_2 = Variant("hypergammon_2", _start(p24=1, p23=1))
HYPERGAMMON_3 = Variant("hypergammon_3", _start(p24=1, p23=1, p22=1))

VARIANTS: dict[str, Variant] = {
    variant.code: variant for variant in (BACKGAMMON, NACKGAMMON, HYPERGAMMON_1, HYPERGAMMON_2, HYPERGAMMON_3)
}
