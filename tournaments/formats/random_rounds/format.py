"""Rounds by lot: every round has a fresh draw, as on the jackpot night of a club."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tournaments.formats.base import Format, State
from tournaments.formats.chance import by_chance
from tournaments.formats.listed_rounds import ListedRounds
from tournaments.formats.options import Options


@dataclass(frozen=True, slots=True)
class RandomRoundsOptions(Options):
    """`rounds` is their number."""

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"rounds"})

    rounds: int = field(default=3, metadata={"minimum": 1, "maximum": 30})


class RandomRounds(ListedRounds):
    """Rounds for all, each paired by its own lot, independent of results; rematches only if nobody new is left.

    The lot gives a list, and from its top each player meets the next one whom it has not met. Most wins come first.
    """

    code = "random_rounds"
    options: type[Options] = RandomRoundsOptions
    list_reason = "list_by_lot"

    def round_count(self, options: Options, size: int) -> int:
        """Return the number of rounds."""
        return RandomRoundsOptions.of(options).rounds

    def list_order(self, state: State, players: Sequence[str], *, number: int, seed: str) -> list[str]:
        """Return the players by the lot of the round."""
        return by_chance(players, seed=seed, round_number=number, purpose="round")


FORMAT: Format = RandomRounds()
