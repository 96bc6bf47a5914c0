"""The cost of dropping to a line of a flight: the chance of a rematch."""

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

# The chance of a meeting halves with every match to win; a certain meeting weighs 2 to this power.
CERTAIN = 40
# A possible meeting with a member of the same club weighs a quarter of one with an earlier opponent. The drop
# table also serves later arrivals, which are not evaluated here: an exchange of two lines must save at least
# a sixteenth of a meeting.
_MET, _MEMBER = 8, 2
_OFF_TABLE = _MET << (CERTAIN - 4)
# With more open lines in a round the table decides: so early, few have met.
MOST_LINES = 32

# A function from an entrant to its opponents in other stages.
OpponentsOf = Callable[[str], Iterable[str]]


class ExpectedArrival(NamedTuple):
    """The entrants of whom one comes to a flight, and the line reserved for that.

    `halves` is 2 for a certain arrival, and 1 for each of two equally likely entrants.
    """

    entrants: Sequence[str]
    line: int | None
    halves: int


@dataclass(frozen=True, slots=True)
class Costs:
    """The occupied slots of a flight of this shape, with their entrants and the earlier opponents of each.

    `has_clubs` is False if no entrant has a club, which saves the lookups.
    """

    shape: Shape
    wiring: Wiring
    waiting: Mapping[str, int]
    people: Mapping[str, Entry]
    opponents_of: OpponentsOf
    has_clubs: bool = True

    def of(self, coming: ExpectedArrival, lines: Sequence[int]) -> list[int]:
        """Return the cost of each of these lines for an arrival, assuming equal strength."""
        against = [pair for entrant in coming.entrants for pair in self._against(entrant, coming.halves)]
        if not against:
            return [_OFF_TABLE * (line != coming.line) for line in lines]
        rows = [chances(self.shape, self.wiring.starts[line]) for line in lines]
        return [
            sum([weight * row[slot] for weight, slot in against]) + _OFF_TABLE * (line != coming.line)
            for line, row in zip(lines, rows, strict=True)
        ]

    def _against(self, entrant: str, halves: int) -> list[tuple[int, int]]:
        """Return the slots of undesired opponents with their weights.

        An earlier opponent of the same club counts once, as an opponent.
        """
        waiting, people = self.waiting, self.people
        opponents = {uid for uid in self.opponents_of(entrant) if uid in waiting}
        weights = [(_MET * halves, waiting[uid]) for uid in opponents]
        if self.has_clubs and (club := people[entrant].club):
            weights += [
                (_MEMBER * halves, slot)
                for uid, slot in waiting.items()
                if uid not in opponents and people[uid].club == club
            ]
        return weights


def cheapest(coming: Sequence[ExpectedArrival], costs: Costs) -> list[int]:
    """Return a line for each arrival, from their reserved lines, at the least total cost."""
    own_lines = [one.line for one in coming if one.line is not None]
    if len(own_lines) == 1:
        return own_lines
    lines = sorted(own_lines)
    rows = [costs.of(one, lines) for one in coming]
    if not any(row[lines.index(line)] for row, line in zip(rows, own_lines, strict=True)):
        return own_lines
    return [lines[column] for column in assign(rows)]


def note_waiting(
    waiting: dict[str, int], wiring: Wiring, occupants: Sequence[Occupant], numbers: Iterable[int]
) -> None:
    """Update the slot in which each entrant waits, for these slots."""
    for number in numbers:
        is_open = occupants[wiring.lines + 2 * number] is UNDECIDED
        for side in wiring.sides[number]:
            occupant = occupants[side]
            if not isinstance(occupant, str):
                continue
            if is_open:
                waiting[occupant] = number
            elif waiting.get(occupant) == number:
                del waiting[occupant]


@lru_cache(maxsize=256)
def chances(shape: Shape, start: int) -> tuple[int, ...]:
    """Return for every slot of a flight the chance that its occupant meets the occupant of the slot `start`.

    The unit is 2 to the power `-CERTAIN`. Both have to win every match up to the first slot that their ways share.
    """
    ways = [way for way, _ in flight_of(shape).plan.wiring.ways]
    steps: dict[int | None, int] = {}
    number: int | None = start
    while number is not None:
        steps[number] = len(steps)
        number = ways[number]
    distances = [0] * len(ways)
    # A slot has a higher number than the slots that lead to it.
    for other in reversed(range(len(ways))):
        way = ways[other]
        distances[other] = steps[other] if other in steps else 1 + distances[way or 0]
    return tuple(1 << max(0, CERTAIN - distance) for distance in distances)
