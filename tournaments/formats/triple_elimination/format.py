"""Triple elimination: who has lost once or twice goes on in a bracket of their own, and three losses eliminate."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from tournaments.formats.base import Format, Pairing, Reason, Standing, State
from tournaments.formats.bracket import BracketBoard, Occupant, make_board
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.latest import latest
from tournaments.formats.options import Options
from tournaments.formats.placings import first_placed, rank_tallies, tallies
from tournaments.formats.second_chance import SecondChance
from tournaments.formats.seeding import Seeding, bracket_lines
from tournaments.formats.ties import apply_decisions
from tournaments.formats.triple_elimination.layout import FinalsLength, TripleLayout, layout

LIVES = 3


class TripleFinals(StrEnum):
    """How the winners of the three brackets settle the event.

    BY_LIVES: each is out with the third loss, so the unbeaten one must be beaten three times. ONE_MATCH: the winners of
    the two lower brackets play one match, and its winner plays one match against the unbeaten one.
    """

    BY_LIVES = "by_lives"
    ONE_MATCH = "one_match"


@dataclass(frozen=True, slots=True)
class TripleEliminationOptions(Options):
    """`seeding` as in a single elimination; `finals` is the ending."""

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"finals"})

    seeding: Seeding = Seeding.RANDOM
    finals: TripleFinals = TripleFinals.BY_LIVES


class TripleElimination(SecondChance):
    """The knock-out with two more chances.

    The main bracket and the losers' bracket are those of a double elimination; whoever loses in the latter drops to a
    third bracket. Nobody drops from a bye, nor from a double forfeit, which eliminates both. The finals go on until one
    of two has lost three times, if the options say so. A result counts only while its two entrants sit in its slot.
    """

    code = "triple_elimination"
    options: type[Options] = TripleEliminationOptions
    most = 1024

    def has_rematches(self, options: Options) -> bool:
        """Return True: a rematch is possible late in the lower brackets and in the finals."""
        return True

    def is_seeded(self, options: Options) -> bool:
        """Say whether seeded entrants are placed by their seeds."""
        return TripleEliminationOptions.of(options).seeding is Seeding.SEEDED

    def plan(self, state: State) -> BracketPlan:
        """Return the rounds of the three brackets in their order of play, and of the finals those needed so far."""
        return _seated(state).layout.plan

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round of their elimination, latest first; the losers of a round share places."""
        if not state.size:
            return ()
        seated = _seated(state)
        finals = seated.layout.grand[-1:]
        by_entrant = tallies(seated.board, state, finals=finals, losses_to_be_out=LIVES)
        first = None if seated.champion is None else by_entrant[seated.champion]
        # The last match of the finals may be lost by who goes on, so its round does not say who is first.
        if first is not None and not first.is_no_show and (first.is_in or not seated.board.decisions):
            first.rank = len(seated.layout.plan.rounds) + 2
        is_complete = self.is_complete(state)
        return apply_decisions(rank_tallies(by_entrant.values(), is_complete=is_complete), state.decisions)

    def champion(self, state: State) -> str | None:
        """Return the winner of the last match that was needed, or who stands first by a corrected result."""
        if not self.is_complete(state):
            return None
        return first_placed(_seated(state).champion, self.standings(state))

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return how each entrant came to its slot, and `not_out_yet` for a further match of the finals."""
        seated = _seated(state)
        if pairing.place in seated.layout.repeats and seated.board.follows(pairing):
            return (Reason("not_out_yet", {"entrant": pairing.one}),)
        return super().explain(state, pairing)

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots; of the finals those matches that are needed."""
        return _seated(state).board


FORMAT: Format = TripleElimination()


@dataclass(frozen=True, slots=True)
class _Seated:
    """A board and its layout, whose finals are as long as the results want them."""

    board: BracketBoard
    layout: TripleLayout

    @property
    def champion(self) -> str | None:
        """The winner of the last match of the finals, if all is decided."""
        winner = self.board.seats[self.layout.grand[-1]].winner
        return winner if isinstance(winner, str) and self.board.is_decided else None


@latest("size", "entries", "results", "options")
def _seated(state: State) -> _Seated:
    """Return the board with the finals that are needed so far."""
    is_by_lives = TripleEliminationOptions.of(state.options).finals is TripleFinals.BY_LIVES
    lines = bracket_lines(state, fewest=TripleElimination.fewest)
    ending = FinalsLength()
    while True:
        of_ending = layout(state.size, is_by_lives=is_by_lives, ending=ending)
        seated = _Seated(make_board(of_ending.plan, lines, state.results), of_ending)
        longer = _longer(seated, ending) if is_by_lives else None
        if longer is None:
            return seated
        ending = longer


def _longer(seated: _Seated, ending: FinalsLength) -> FinalsLength | None:
    """Return the ending with one match more, if nobody was out after the last one; else None."""
    seats, playoffs, grand = seated.board.seats, seated.layout.playoffs, seated.layout.grand
    # Who comes from the losers' bracket has lost once, and once more where a second playoff was needed.
    losses: dict[Occupant, int] = {seats[grand[0]].two: 1}
    if playoffs:
        first = seats[playoffs[0]]
        if ending.playoffs == 1 and first.winner == first.two and isinstance(first.loser, str):
            return replace(ending, playoffs=2)
        losses = {first.one: ending.playoffs, first.two: 2}
    for place in grand:
        seat = seats[place]
        if not (isinstance(seat.winner, str) and isinstance(seat.loser, str)):
            return None
        losses[seat.loser] = losses.get(seat.loser, 0) + 1
        if losses[seat.loser] >= LIVES:
            return None
    return replace(ending, grand=ending.grand + 1)
