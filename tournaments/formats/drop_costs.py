"""What it costs that somebody drops to a line of a flight: the chance to meet again whom it has met."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.base import Entry
from tournaments.formats.bracket import UNDECIDED, Occupant
from tournaments.formats.bracket_plan import Wiring
from tournaments.formats.flight import Shape
from tournaments.formats.flight import flight as flight_of
from tournaments.matching.assignment import assign

# The chance to meet halves with every slot to win; a meeting for certain weighs 2 to this power.
CERTAIN = 40
# Of those who may meet, a member of the same club counts a quarter of an earlier opponent. The table also spares those
# who come later, who are not looked at: it is left only for what two exchanged lines save in all, a meeting in sixteen.
_MET, _MEMBER = 8, 2
_OFF_TABLE = _MET << (CERTAIN - 4)
# With more lines of a round still to be filled, the table decides: so early, few have met.
MOST_LINES = 32

# Whom an entrant has met in other stages.
Met = Callable[[str], Iterable[str]]


class ExpectedArrival(NamedTuple):
    """Who comes to a flight, or those of whom one may come, and the line kept for that.

    `halves` is 2 for who comes for certain, and 1 for each of two who are as likely as the other.
    """

    entrants: Sequence[str]
    line: int | None
    halves: int


@dataclass(frozen=True, slots=True)
class Costs:
    """Who waits in which slot of a flight of this shape, who they are, and whom each has met in other stages.

    `has_clubs` False says that nobody is of a club, so that nobody has to be asked.
    """

    shape: Shape
    wiring: Wiring
    waiting: Mapping[str, int]
    people: Mapping[str, Entry]
    met: Met
    has_clubs: bool = True

    def of(self, coming: ExpectedArrival, lines: Sequence[int]) -> list[int]:
        """Return what each of the lines costs for those who come, for even players."""
        against = [pair for entrant in coming.entrants for pair in self._against(entrant, coming.halves)]
        if not against:
            return [_OFF_TABLE * (line != coming.line) for line in lines]
        rows = [chances(self.shape, self.wiring.starts[line]) for line in lines]
        return [
            sum([weight * row[slot] for weight, slot in against]) + _OFF_TABLE * (line != coming.line)
            for line, row in zip(lines, rows, strict=True)
        ]

    def _against(self, entrant: str, halves: int) -> list[tuple[int, int]]:
        """Return the slots of those whom it had better not meet, behind the weight of each.

        An earlier opponent of the same club counts as an opponent alone.
        """
        waiting, people = self.waiting, self.people
        met = {uid for uid in self.met(entrant) if uid in waiting}
        found = [(_MET * halves, waiting[uid]) for uid in met]
        if self.has_clubs and (club := people[entrant].club):
            found += [
                (_MEMBER * halves, slot)
                for uid, slot in waiting.items()
                if uid not in met and people[uid].club == club
            ]
        return found


def cheapest(coming: Sequence[ExpectedArrival], costs: Costs) -> list[int]:
    """Return a line for each of those who come, of the lines kept for them, so that all cost least together."""
    kept = [one.line for one in coming if one.line is not None]
    if len(kept) == 1:
        return kept
    lines = sorted(kept)
    rows = [costs.of(one, lines) for one in coming]
    if not any(row[lines.index(line)] for row, line in zip(rows, kept, strict=True)):
        return kept
    return [lines[column] for column in assign(rows)]


def note_waiting(
    waiting: dict[str, int], wiring: Wiring, known: Sequence[Occupant], numbers: Iterable[int]
) -> None:
    """Note by its number who waits in one of these slots, and who does not any more."""
    for number in numbers:
        is_open = known[wiring.lines + 2 * number] is UNDECIDED
        for side in wiring.sides[number]:
            occupant = known[side]
            if not isinstance(occupant, str):
                continue
            if is_open:
                waiting[occupant] = number
            elif waiting.get(occupant) == number:
                del waiting[occupant]


@lru_cache(maxsize=256)
def chances(shape: Shape, start: int) -> tuple[int, ...]:
    """Return for every slot of a flight the chance that who waits there meets who waits in this one.

    In units of 2 to the power `CERTAIN`. Both have to win every match up to the first slot on the ways of both.
    """
    ways = [way for way, _ in flight_of(shape).plan.wiring.ways]
    steps: dict[int | None, int] = {}
    number: int | None = start
    while number is not None:
        steps[number] = len(steps)
        number = ways[number]
    distances = [0] * len(ways)
    # What follows from a slot has a higher number.
    for other in reversed(range(len(ways))):
        way = ways[other]
        distances[other] = steps[other] if other in steps else 1 + distances[way or 0]
    return tuple(1 << max(0, CERTAIN - distance) for distance in distances)
