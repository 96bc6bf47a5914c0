"""A bracket that is played through in memory: after a result only what follows from it is looked at."""

from tournaments.formats.base import Pairing, Result, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Occupant, by_number, certain, walk_on


class Walk:
    """A board that goes on, which says after every result what its format would say of the state by then.

    Nothing may happen but that results are settled of what has been paired: no correction, nobody moved. `known` are the
    occupants and `results` those of the slots, by the numbers of the wiring; `people` are the entries by uid, and
    `has_clubs` says that some may be of a club; `first_played` says in which slot somebody played first. `trace` grows by
    every slot that somebody may have come to, or gone from.
    """

    def __init__(self, board: BracketBoard, state: State) -> None:
        self.wiring = wiring = board.plan.wiring
        self.known = list(board.known)
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
        """Whether nothing is left to be known: no match can follow."""
        return UNDECIDED not in self.known

    def settle(self, result: Result) -> None:
        """Go on from a match that is decided."""
        number = self.wiring.numbers[result.round, result.slot]
        self._note(number, result)
        self._go_on(number)

    def take_in(self) -> None:
        """Let in who has come from another stage since this was asked: nobody but where losers come in during play."""

    def following(self) -> list[Pairing]:
        """Return the pairings and byes that have become certain since this was asked, each as good as begun."""
        looked_at, self._looked_at = self._looked_at, len(self.trace)
        numbers = sorted(set(self.trace[looked_at:]))
        made = [
            Pairing(*place, *entrants, is_begun=True)
            for place, entrants in certain(self.wiring, self.known, self.wiring.sides, numbers)
            if place not in self._paired
        ]
        self._paired.update([pairing.place for pairing in made])
        return made

    def put(self, line: int, occupant: Occupant) -> None:
        """Go on from a line of which it is known now who stands there."""
        self.known[line] = occupant
        self._go_on(self.wiring.starts[line])

    def winner(self, number: int) -> Occupant:
        """Return who has come out of a slot."""
        return self.known[self.wiring.lines + 2 * number]

    def entrants(self, number: int) -> tuple[str, ...]:
        """Return those known to sit in a slot."""
        first, second = self.wiring.sides[number]
        return tuple([one for one in (self.known[first], self.known[second]) if isinstance(one, str)])

    def _note(self, number: int, result: Result) -> None:
        self.results[number] = result
        if result.is_played:
            self.first_played.setdefault(result.one, number)
            self.first_played.setdefault(result.two, number)

    def _go_on(self, number: int) -> None:
        self.trace += walk_on(self.wiring, self.known, self.results, (number,))


def can_be_walked(board: BracketBoard, state: State) -> bool:
    """Say whether everything paired follows and every result counts."""
    numbers, seats = board.plan.wiring.numbers, board.seats
    return not board.stale_pairings(state.pairings) and all(
        result.place in numbers and seats[result.place].winner is not UNDECIDED for result in state.results
    )
