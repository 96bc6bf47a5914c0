"""A bracket played through in memory: a result updates only the slots that follow from it."""

from tournaments.formats.base import Pairing, Result, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Occupant, by_number, certain, walk_on


class Walk:
    """A board that is updated by each result, and returns what its format would return for the new state.

    Only results of existing pairings may come in: no correction, no swap. `known` are the occupants and `results` the
    results of the slots, by the numbers of the wiring; `people` are the entries by uid, and `has_clubs` says that some
    may have a club; `first_played` is the slot of each entrant's first match. `trace` records every slot whose
    occupants may have changed.
    """

    def __init__(self, board: BracketBoard, state: State) -> None:
        self.wiring = wiring = board.plan.wiring
        self.occupants = list(board.occupants)
        self.results: dict[int, Result] = {}
        self.people = {entry.uid: entry for entry in state.entries}
        self.has_clubs = any(entry.club for entry in state.entries)
        self.first_played: dict[str, int] = {}
        self.trace = list(range(len(wiring.places)))
        self._paired = {pairing.place for pairing in state.pairings}
        self._looked_at = 0
        for number, result in sorted(by_number(wiring, state.results).items()):
            self._note(number, result)

    @property
    def is_decided(self) -> bool:
        """Whether every occupant is known, so that no match can follow."""
        return UNDECIDED not in self.occupants

    def settle(self, result: Result) -> None:
        """Update the board by the result of a match."""
        number = self.wiring.numbers[result.round, result.slot]
        self._note(number, result)
        self._go_on(number)

    def take_in(self) -> None:
        """Admit entrants who have come from another stage since the last call; only flights of losers have any."""

    def new_pairings(self) -> list[Pairing]:
        """Return the pairings and byes that have become certain since the last call, all marked as begun."""
        looked_at, self._looked_at = self._looked_at, len(self.trace)
        numbers = sorted(set(self.trace[looked_at:]))
        pairings = [
            Pairing(*place, *entrants, is_begun=True)
            for place, entrants in certain(self.wiring, self.occupants, self.wiring.sides, numbers)
            if place not in self._paired
        ]
        self._paired.update([pairing.place for pairing in pairings])
        return pairings

    def set_occupant(self, line: int, occupant: Occupant) -> None:
        """Set the occupant of a line, and update the board."""
        self.occupants[line] = occupant
        self._go_on(self.wiring.starts[line])

    def winner(self, number: int) -> Occupant:
        """Return the winner of a slot."""
        return self.occupants[self.wiring.lines + 2 * number]

    def entrants(self, number: int) -> tuple[str, ...]:
        """Return the known entrants of a slot."""
        first, second = self.wiring.sides[number]
        return tuple([one for one in (self.occupants[first], self.occupants[second]) if isinstance(one, str)])

    def _note(self, number: int, result: Result) -> None:
        self.results[number] = result
        if result.is_played:
            self.first_played.setdefault(result.one, number)
            self.first_played.setdefault(result.two, number)

    def _go_on(self, number: int) -> None:
        self.trace += walk_on(self.wiring, self.occupants, self.results, (number,))


def is_walkable(board: BracketBoard, state: State) -> bool:
    """Say whether all pairings follow from the board and every result counts."""
    numbers, seats = board.plan.wiring.numbers, board.seats
    return not board.stale_pairings(state.pairings) and all(
        result.place in numbers and seats[result.place].winner is not UNDECIDED for result in state.results
    )
