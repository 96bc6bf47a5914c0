"""The plan of a bracket of any shape: slots that name the sources of their two entrants."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.formats.base import Round, SideKind, Slot, SlotSide

Place = tuple[int, int]


class SideSource(NamedTuple):
    """Where one side of a slot comes from: a line of the draw, or the winner or loser of an earlier slot."""

    kind: SideKind
    line: int | None = None
    place: Place | None = None

    @property
    def slot(self) -> Place:
        """The slot of a side that does not come from a line."""
        if self.place is None:
            raise AssertionError("who stands on a line comes from no slot")
        return self.place


def from_line(line: int) -> SideSource:
    """Return the entrant on a line as a source; a bye if the line is empty."""
    return SideSource(SideKind.ENTRANT, line)


def winner_of(place: Place) -> SideSource:
    """Return the winner of a slot as a source."""
    return SideSource(SideKind.WINNER, None, place)


def loser_of(place: Place) -> SideSource:
    """Return the loser of a slot as a source; nobody after a bye or a double forfeit."""
    return SideSource(SideKind.LOSER, None, place)


def in_twos(sources: Sequence[SideSource]) -> tuple[tuple[SideSource, SideSource], ...]:
    """Return the slots of a round that pairs neighbouring sources."""
    return tuple(zip(sources[::2], sources[1::2], strict=True))


class Wiring(NamedTuple):
    """A bracket plan as lists of numbers, so that evaluating a board is one pass over lists.

    Slots are numbered from 0 through all rounds. Occupants are numbered too: first the lines, then the winner and the
    loser of every slot, last nobody. `sides` holds the two occupants of every slot, and `ways` the slots to which its
    winner and its loser go. `blanks` are the slots of a board without results; `starts` is the first slot of every line.
    """

    places: tuple[Place, ...]
    numbers: Mapping[Place, int]
    lines: int
    sides: tuple[tuple[int, int], ...]
    ways: tuple[tuple[int | None, int | None], ...]
    blanks: tuple[Slot, ...]
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """An empty bracket: its rounds with the two sources of every slot.

    A slot names only slots of earlier rounds. Each line and each outcome is the source of one side only.
    """

    rounds: tuple[Round, ...]
    slots: tuple[tuple[tuple[SideSource, SideSource], ...], ...]
    wiring: Wiring = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wiring", _wiring_of(self))

    def places(self) -> Iterator[tuple[Place, SideSource, SideSource]]:
        """Yield every place with its sources, round by round."""
        for declared, slots in zip(self.rounds, self.slots, strict=True):
            for slot, (one, two) in enumerate(slots):
                yield (declared.number, slot), one, two

    def sources(self, place: Place) -> tuple[SideSource, SideSource]:
        """Return the two sources of a place."""
        number, slot = place
        return self.slots[number - 1][slot]

    def lines_below(self, place: Place) -> frozenset[int]:
        """Return the lines from which an entrant can come to a place."""
        lines = set()
        waiting = [place]
        while waiting:
            for source in self.sources(waiting.pop()):
                if source.line is not None:
                    lines.add(source.line)
                else:
                    waiting.append(source.slot)
        return frozenset(lines)


def _wiring_of(plan: BracketPlan) -> Wiring:
    places = tuple(place for place, *_ in plan.places())
    numbers = {place: number for number, place in enumerate(places)}
    lines = sum(source.line is not None for _, *sources in plan.places() for source in sources)
    winner_to: dict[Place, Place] = {}
    loser_to: dict[Place, Place] = {}
    starts = [0] * lines
    sides = []
    for place, *sources in plan.places():
        pair = []
        for source in sources:
            if source.line is not None:
                starts[source.line] = numbers[place]
                pair.append(source.line)
            else:
                is_loser = source.kind is SideKind.LOSER
                (loser_to if is_loser else winner_to)[source.slot] = place
                pair.append(lines + 2 * numbers[source.slot] + is_loser)
        one, two = pair
        sides.append((one, two))
    ways = [
        tuple(numbers[way[place]] if place in way else None for way in (winner_to, loser_to))
        for place in places
    ]
    blanks = tuple(
        Slot(
            *place,
            _blank(one),
            _blank(two),
            None,
            is_decided=False,
            winner_to=winner_to.get(place),
            loser_to=loser_to.get(place),
        )
        for place, one, two in plan.places()
    )
    pairs = tuple((winner_to, loser_to) for winner_to, loser_to in ways)
    return Wiring(places, numbers, lines, tuple(sides), pairs, blanks, tuple(starts))


def _blank(source: SideSource) -> SlotSide:
    """Return a side with nothing known; an empty line is a bye."""
    kind = source.kind if source.line is None else SideKind.BYE
    return SlotSide(kind, None, source.line, source.place)
