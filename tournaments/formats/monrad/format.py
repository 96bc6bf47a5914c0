"""Monrad: each round is paired down the list of results, as a desk does it by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tournaments.formats.base import Format, State
from tournaments.formats.listed_rounds import ListedRounds
from tournaments.formats.options import Options
from tournaments.formats.rounds import records
from tournaments.formats.seeding import Seeding
from tournaments.formats.tiebreaks import points_of


@dataclass(frozen=True, slots=True)
class MonradOptions(Options):
    """`rounds` is their number, 0 for as many as leave one unbeaten; `seeding` says who has the first start numbers."""

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = field(default=0, metadata={"minimum": 0, "maximum": 30})
    seeding: Seeding = Seeding.RANDOM


class Monrad(ListedRounds):
    """Rounds for all, paired by a list of points; players with equal points are in the order of their start numbers.

    From the top each meets the next one on the list whom it has not met (Norsk Backgammonforbund, 2000); a bye is a
    win.
    """

    code = "monrad"
    options: type[Options] = MonradOptions
    list_reason = "list_by_points"

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeded entrants have the first start numbers."""
        return MonradOptions.of(options).seeding is Seeding.SEEDED

    def round_count(self, options: Options, size: int) -> int:
        """Return the number of rounds."""
        return MonradOptions.of(options).rounds or (size - 1).bit_length()

    def list_order(self, state: State, players: Sequence[str], *, number: int, seed: str) -> list[str]:
        """Return the players by points, then by start number."""
        by_entrant = records(state)
        return sorted(players, key=lambda uid: (-points_of(by_entrant[uid]), by_entrant[uid].line))


FORMAT: Format = Monrad()
