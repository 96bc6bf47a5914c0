"""The plan of a bracket of any shape: slots that name where their two entrants come from."""

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
        """The slot that somebody comes from who does not come from a line."""
        if self.place is None:
            raise AssertionError("who stands on a line comes from no slot")
        return self.place


def from_line(line: int) -> SideSource:
    """The entrant on a line; a bye where the line is empty."""
    return SideSource(SideKind.ENTRANT, line)


def winner_of(place: Place) -> SideSource:
    """Whoever wins a slot."""
    return SideSource(SideKind.WINNER, None, place)


def loser_of(place: Place) -> SideSource:
    """Whoever loses a slot; nobody where it was a bye or a double forfeit."""
    return SideSource(SideKind.LOSER, None, place)


def in_twos(sources: Sequence[SideSource]) -> tuple[tuple[SideSource, SideSource], ...]:
    """Return the slots of a round in which neighbours meet."""
    return tuple(zip(sources[::2], sources[1::2], strict=True))


class Wiring(NamedTuple):
    """A plan by numbers, so that reading a board is a walk along lists.

    Slots are numbered from 0 through all rounds. Occupants are numbered too: first the lines, then the winner and the
    loser of every slot, last nobody. `sides` holds the two occupants of every slot, `ways` where its winner and loser
    go; `blanks` are the slots while nothing is known of them, and `starts` the slot of every line.
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
    """A bracket before anybody sits in it: its rounds with the two sources of every slot.

    A slot only names slots of earlier rounds, a line or an outcome comes to one side only, and every line to one.
    """

    rounds: tuple[Round, ...]
    slots: tuple[tuple[tuple[SideSource, SideSource], ...], ...]
    wiring: Wiring = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wiring", _wired(self))

    def places(self) -> Iterator[tuple[Place, SideSource, SideSource]]:
        """Return every place with its sources, round by round."""
        for declared, slots in zip(self.rounds, self.slots, strict=True):
            for slot, (one, two) in enumerate(slots):
                yield (declared.number, slot), one, two

    def sources(self, place: Place) -> tuple[SideSource, SideSource]:
        """Return the two sources of a place."""
        number, slot = place
        return self.slots[number - 1][slot]

    def lines_below(self, place: Place) -> frozenset[int]:
        """Return the lines from which somebody can come to a place."""
        found = set()
        waiting = [place]
        while waiting:
            for source in self.sources(waiting.pop()):
                if source.line is not None:
                    found.add(source.line)
                else:
                    waiting.append(source.slot)
        return frozenset(found)


def _wired(plan: BracketPlan) -> Wiring:
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
    pairs = tuple((won, lost) for won, lost in ways)
    return Wiring(places, numbers, lines, tuple(sides), pairs, blanks, tuple(starts))


def _blank(source: SideSource) -> SlotSide:
    """Return a side of which nothing is known; an empty line is a bye."""
    kind = source.kind if source.line is None else SideKind.BYE
    return SlotSide(kind, None, source.line, source.place)
