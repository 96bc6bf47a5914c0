"""What a won match is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from tournaments import plain_data
from tournaments.plain_data import Fields
from tournaments.points.event import KINDS, PLAYED, Win
from tournaments.points.numbers import as_data, root

MATCH, LENGTH, ROOT = "match", "length", "root"
MEASURES = (MATCH, LENGTH, ROOT)


@dataclass(frozen=True, slots=True)
class WinRule:
    """Points of a win: `points` for a match, for each point of its length, or for the square root of its length.

    Only wins of these `kinds` count.
    """

    points: Fraction
    measure: str = MATCH
    kinds: tuple[str, ...] = (PLAYED,)

    def value(self, win: Win) -> Fraction:
        """Return the points of a win, before any weight."""
        if win.kind not in self.kinds:
            return Fraction(0)
        if self.measure == MATCH:
            return self.points
        return self.points * (win.length if self.measure == LENGTH else root(win.length))

    @classmethod
    def from_dict(cls, data: object, path: str) -> WinRule:
        """Read plain values strictly; InvalidData says what is wrong."""
        known = Fields(data, path, ("points", "measure", "kinds"))
        kinds = partial(plain_data.items, read=partial(plain_data.choice, choices=KINDS), least=1)
        return cls(
            known.read("points", plain_data.number),
            known.get("measure", partial(plain_data.choice, choices=MEASURES), MATCH),
            known.get("kinds", kinds, (PLAYED,)),
        )

    def to_dict(self) -> dict[str, object]:
        """Return plain values that `from_dict` reads back to an equal rule."""
        return {"points": as_data(self.points), "measure": self.measure, "kinds": list(self.kinds)}
