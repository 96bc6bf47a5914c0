"""Brackets of any shape: slots that name where their two entrants come from, and what results make of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from tournaments.formats._base import Outline, Pairing, Reason, Result, Round, Side, SideKind, Slot, State

Place = tuple[int, int]


class Undecided(Enum):
    """The occupant that nobody knows yet."""

    TOKEN = 0


UNDECIDED: Final = Undecided.TOKEN
# Who comes from somewhere: an entrant, nobody for certain (None), or nobody knows yet.
Occupant = str | None | Undecided


class Source(NamedTuple):
    """Where one side of a slot comes from: a line of the draw, or the winner or loser of an earlier slot."""

    kind: SideKind
    line: int | None = None
    place: Place | None = None


def from_line(line: int) -> Source:
    """The entrant on a line; a bye where the line is empty."""
    return Source(SideKind.ENTRANT, line)


def winner_of(place: Place) -> Source:
    """Whoever wins a slot."""
    return Source(SideKind.WINNER, None, place)


def loser_of(place: Place) -> Source:
    """Whoever loses a slot; nobody where it was a bye or a double forfeit."""
    return Source(SideKind.LOSER, None, place)


@dataclass(frozen=True, slots=True)
class Plan:
    """A bracket before anybody sits in it: its rounds with the two sources of every slot.

    A slot only names slots of earlier rounds.
    """

    rounds: tuple[Round, ...]
    slots: tuple[tuple[tuple[Source, Source], ...], ...]

    def places(self) -> Iterator[tuple[Place, Source, Source]]:
        """Return every place with its sources, round by round."""
        for declared, slots in zip(self.rounds, self.slots, strict=True):
            for slot, (one, two) in enumerate(slots):
                yield (declared.number, slot), one, two


class Seat(NamedTuple):
    """A slot as far as it is known: who sits on its sides, who goes on from it and who leaves it."""

    one: Occupant
    two: Occupant
    winner: Occupant
    loser: Occupant

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants known to sit here."""
        return tuple(side for side in (self.one, self.two) if isinstance(side, str))


@dataclass(frozen=True, slots=True)
class Board:
    """A plan with what its lines and results make of every slot."""

    plan: Plan
    seats: Mapping[Place, Seat]
    lines: Sequence[Occupant]

    def pairings(self) -> dict[Place, Pairing]:
        """Return what should exist by now, by place and in its order: matches of two, and byes of one."""
        found = {}
        for place, seat in self.seats.items():
            if seat.one is UNDECIDED or seat.two is UNDECIDED:
                continue
            if seat.one is not None:
                found[place] = Pairing(*place, seat.one, seat.two)
            elif seat.two is not None:
                found[place] = Pairing(*place, seat.two, None)
        return found

    def outline(self) -> Outline:
        """Return every slot with where its entrants come from and where they go."""
        winner_to, loser_to = self._ways()
        rounds: dict[int, list[Slot]] = {declared.number: [] for declared in self.plan.rounds}
        for place, one, two in self.plan.places():
            seat = self.seats[place]
            rounds[place[0]].append(
                Slot(
                    *place,
                    self._side(one, seat.one),
                    self._side(two, seat.two),
                    seat.winner if isinstance(seat.winner, str) else None,
                    seat.winner is not UNDECIDED,
                    winner_to.get(place),
                    loser_to.get(place),
                )
            )
        return Outline(tuple(tuple(slots) for slots in rounds.values()))

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are certain and do not exist yet, none beside a stale one (`Format`)."""
        certain = self.pairings()
        occupied = {pairing.place for pairing in state.pairings}
        stale = self.stale_pairings(state.pairings)
        seated = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        return tuple(
            pairing
            for place, pairing in certain.items()
            if place not in occupied and not any((pairing.round, uid) in seated for uid in pairing.entrants)
        )

    def stale_pairings(self, pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
        """Return those of the pairings that do not follow, in order; who is named first does not matter."""
        certain = self.pairings()
        stale = [
            pairing
            for pairing in pairings
            if (expected := certain.get(pairing.place)) is None
            or set(expected.entrants) != set(pairing.entrants)
        ]
        return tuple(sorted(stale, key=lambda pairing: pairing.place))

    def open_lines(self, begun: Iterable[Place]) -> tuple[int, ...]:
        """Return the empty lines whose filling would take back nothing that has begun, in their order."""
        taken_up = set(begun)
        winner_to, loser_to = self._ways()
        slot_of = {
            source.line: place
            for place, *sources in self.plan.places()
            for source in sources
            if source.line is not None
        }
        return tuple(
            line
            for line, occupant in enumerate(self.lines)
            if occupant is None and not self._reaches(slot_of[line], winner_to, loser_to, taken_up)
        )

    def _reaches(
        self,
        start: Place,
        winner_to: Mapping[Place, Place],
        loser_to: Mapping[Place, Place],
        begun: set[Place],
    ) -> bool:
        """Say whether somebody new in a slot would change who sits in a place that has begun."""
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place in begun:
                return True
            seat = self.seats[place]
            # What was not known stays so, and nothing behind it changes.
            if place == start and None not in (seat.one, seat.two):
                continue
            if place != start and UNDECIDED in (seat.one, seat.two):
                continue
            waiting += [ways[place] for ways in (winner_to, loser_to) if place in ways]
        return False

    def arrival(self, source: Source) -> Reason:
        """Say how somebody came from a slot: codes `winner_of`, `loser_of`, `advanced_by_bye`, `nobody_left`."""
        place = source.place
        if place is None:
            raise AssertionError("somebody on a line came from the draw")
        seat = self.seats[place]
        came = seat.loser if source.kind is SideKind.LOSER else seat.winner
        data: dict[str, str | int] = {"round": place[0], "slot": place[1]}
        if not isinstance(came, str):
            return Reason("nobody_left", data)
        if source.kind is SideKind.LOSER:
            return Reason("loser_of", {"entrant": came, **data})
        is_bye = len(seat.entrants) == 1
        return Reason("advanced_by_bye" if is_bye else "winner_of", {"entrant": came, **data})

    def _side(self, source: Source, occupant: Occupant) -> Side:
        if source.line is not None:
            kind = SideKind.ENTRANT if isinstance(occupant, str) else SideKind.BYE
            return Side(kind, occupant if isinstance(occupant, str) else None, source.line)
        if isinstance(occupant, str):
            return Side(SideKind.ENTRANT, occupant, None, source.place)
        return Side(SideKind.NOBODY if occupant is None else source.kind, None, None, source.place)

    def _ways(self) -> tuple[dict[Place, Place], dict[Place, Place]]:
        """Return where the winner and the loser of each place go."""
        winner_to: dict[Place, Place] = {}
        loser_to: dict[Place, Place] = {}
        for place, *sources in self.plan.places():
            for source in sources:
                if source.place is not None:
                    (winner_to if source.kind is SideKind.WINNER else loser_to)[source.place] = place
        return winner_to, loser_to


def seated(plan: Plan, lines: Sequence[str | None], results: Iterable[Result]) -> Board:
    """Return the board that these lines and results make; a result counts while its two entrants sit in its slot."""
    by_place = {result.place: result for result in results}
    seats: dict[Place, Seat] = {}
    for place, first, second in plan.places():
        one, two = _occupant(first, lines, seats), _occupant(second, lines, seats)
        seats[place] = _seat(one, two, by_place.get(place))
    return Board(plan, seats, lines)


def _occupant(source: Source, lines: Sequence[str | None], seats: Mapping[Place, Seat]) -> Occupant:
    if source.line is not None:
        return lines[source.line]
    if source.place is None:
        raise AssertionError("a source is a line or a place")
    seat = seats[source.place]
    return seat.loser if source.kind is SideKind.LOSER else seat.winner


def _seat(one: Occupant, two: Occupant, result: Result | None) -> Seat:
    if one is None or two is None:
        # Whoever comes has a bye, so nobody leaves.
        return Seat(one, two, two if one is None else one, None)
    if result is None or {result.one, result.two} != {one, two}:
        return Seat(one, two, UNDECIDED, UNDECIDED)
    if result.winner is None:
        return Seat(one, two, None, None)
    return Seat(one, two, result.winner, two if result.winner == one else one)
