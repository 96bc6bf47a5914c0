"""The payout structures in use, as data: the parts of the pool for each place of each flight."""

from collections.abc import Iterator
from dataclasses import dataclass

# In More Swiss the part of a place does not depend on how many are paid, so one row serves every number of them.
_MORE_SWISS = (32, 20, 13, 9, 7, 6, 5, 4)
# How many places of the main flight are paid, at most: one in eight of the field, rounded to a bracket.
_FIELD_PER_PLACE = 8
_MOST_FLIGHTS = 8


@dataclass(frozen=True, slots=True)
class Structure:
    """The paid places, and the parts of the pool for each.

    `flights[0]` are the places of the main stage, the first place first; then those of the stages it feeds, in their
    order. A part is worth the pool divided by `parts`.
    """

    code: str
    flights: tuple[tuple[int, ...], ...]

    @property
    def parts(self) -> int:
        """The total number of parts."""
        return sum(sum(flight) for flight in self.flights)

    @property
    def places(self) -> int:
        """The number of paid places in all flights."""
        return sum(len(flight) for flight in self.flights)


def _knockout(places: int) -> tuple[int, ...]:
    """The standardized factors: each round that an entrant survives doubles the prize."""
    factors = [places, places // 2]
    count = 2
    while count < places:
        factors += [places // (2 * count)] * count
        count *= 2
    return tuple(factors[:places])


def _all() -> Iterator[Structure]:
    yield Structure("winner", ((1,),))
    for places in (2, 4, 8):
        yield Structure(f"main_{places}", (_knockout(places),))
    yield Structure("main_2_consolation_1", ((4, 2), (2,)))
    yield Structure("main_2_consolation_2", ((4, 2), (2, 1)))
    yield Structure("main_4_consolation_2", ((4, 2, 1, 1), (2, 1)))
    yield Structure("main_4_consolation_2_last_chance_1", ((4, 2, 1, 1), (2, 1), (1,)))
    yield Structure("main_8_consolation_4_last_chance_2", (_knockout(8), (4, 2, 1, 1), (2, 1)))
    yield Structure("main_2_consolation_1_last_chance_1", ((4, 2), (2,), (1,)))
    for flights in range(4, _MOST_FLIGHTS + 1):
        # The winner of each flight gets half of the one before, as the runner-up of the main flight does.
        halves = tuple((2 ** (flights - 1 - flight),) for flight in range(1, flights))
        yield Structure(f"flights_{flights}", ((2 ** (flights - 1), 2 ** (flights - 2)), *halves))
    yield Structure("double_elimination_5", ((8, 4, 2, 1, 1),))
    for places in range(4, len(_MORE_SWISS) + 1):
        yield Structure(f"more_swiss_{places}", (_MORE_SWISS[:places],))


STRUCTURES: dict[str, Structure] = {structure.code: structure for structure in _all()}
"""The structures by code: the standardized factors of most federations, and those of More Swiss."""


def suggest(entrants: int, *, flights: int = 1) -> Structure:
    """Return the structure that fits a field: one place in eight in the main stage, half as many in each next one.

    It pays every flight.
    """
    places = max(1, entrants // _FIELD_PER_PLACE)
    if flights > 3:
        code = f"flights_{min(flights, _MOST_FLIGHTS)}"
    elif flights == 3:
        small = "main_4_consolation_2_last_chance_1" if places >= 3 else "main_2_consolation_1_last_chance_1"
        code = "main_8_consolation_4_last_chance_2" if places >= 8 else small
    elif flights == 2:
        code = "main_4_consolation_2" if places >= 4 else "main_2_consolation_1"
    else:
        code = (
            next(f"main_{winners}" for winners in (8, 4, 2, 1) if winners <= places)
            if places > 1
            else "winner"
        )
    return STRUCTURES[code]
