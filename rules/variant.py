"""The variants of the game as data: how each starts, and where its rules differ."""

from __future__ import annotations

from typing import NamedTuple


class Variant(NamedTuple):
    """A variant of backgammon (A2, V1 to V3); further variants are further values.

    `start` holds 26 checker counts, the same for both sides: index 25 the bar, 24 to 1 the points
    from the side's own view, 0 the borne-off checkers. `outside` more checkers a side begin off the
    board and enter like those on the bar, but without haste. `hits_after_home`: a side hits nothing,
    and a blot blocks it, until one of its checkers has reached its home board; `move_on_entering_roll`:
    a checker may move on in the roll with which it entered; `opener_rerolls`: who won the opening roll
    rolls both dice for the first play; `has_backgammon`: the worst loss is the backgammon, else the
    gammon. `variation` is the value of the `Variation` tag in records, empty where they know none.

    >>> NACKGAMMON.checkers, legal_plays(Position.start(NACKGAMMON), (6, 6))[0].notation
    (15, '24/18(2) 13/7(2)')
    """

    code: str
    start: tuple[int, ...]
    variation: str = ""
    has_cube: bool = True
    has_backgammon: bool = True
    outside: int = 0
    hits_after_home: bool = False
    move_on_entering_roll: bool = True
    opener_rerolls: bool = False

    @property
    def checkers(self) -> int:
        """How many checkers each side plays with.

        >>> BACKGAMMON.checkers, VARIANTS["hypergammon_3"].checkers
        (15, 3)
        """
        return sum(self.start) + self.outside


def _start(**checkers: int) -> tuple[int, ...]:
    # Keyword names cannot be numbers, hence p24=2 for two checkers on point 24.
    return tuple(checkers.get(f"p{point}", 0) for point in range(26))


BACKGAMMON = Variant("backgammon", _start(p24=2, p13=5, p8=3, p6=5), "Backgammon")
NACKGAMMON = Variant("nackgammon", _start(p24=2, p23=2, p13=4, p8=3, p6=4), "NackGammon")
HYPERGAMMON_1 = Variant("hypergammon_1", _start(p24=1), "HyperGammon (1)")
HYPERGAMMON_2 = Variant("hypergammon_2", _start(p24=1, p23=1), "HyperGammon (2)")
HYPERGAMMON_3 = Variant("hypergammon_3", _start(p24=1, p23=1, p22=1), "HyperGammon (3)")
DUTCH = Variant(
    "dutch",
    _start(),
    "Dutch",
    has_cube=False,
    has_backgammon=False,
    outside=15,
    hits_after_home=True,
    opener_rerolls=True,
)

VARIANTS: dict[str, Variant] = {
    variant.code: variant
    for variant in (BACKGAMMON, NACKGAMMON, HYPERGAMMON_1, HYPERGAMMON_2, HYPERGAMMON_3, DUTCH)
}
