"""Single elimination a second time, by other means: recursion over sets of possible winners, no rounds and no slots."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.formats import Result


@dataclass
class Twin:
    """What the bracket says of lines and results; results are looked up by who met, not by where."""

    lines: Sequence[str | None]
    results: Sequence[Result]
    pairs: set[frozenset[str]] = field(default_factory=set)
    byes: list[str] = field(default_factory=list)
    survivors: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.survivors = self._survivors(0, len(self.lines))

    def _survivors(self, start: int, stop: int) -> frozenset[str]:
        """Return who may still come out of these lines, noting every pair and bye on the way."""
        if stop - start == 1:
            return frozenset(uid for uid in [self.lines[start]] if uid is not None)
        middle = (start + stop) // 2
        above, below = self._survivors(start, middle), self._survivors(middle, stop)
        if not above or not below:
            alone = above | below
            if len(alone) == 1:
                self.byes += alone
            return alone
        if len(above) > 1 or len(below) > 1:
            return above | below
        pair = above | below
        self.pairs.add(pair)
        winners = [result.winner for result in self.results if {result.one, result.two} == pair]
        return pair if not winners else frozenset(uid for uid in winners if uid is not None)
