"""The base of all brackets: a format only implements its plan."""

from abc import abstractmethod
from collections.abc import Collection, Sequence

from tournaments.formats.apart import apart_by_order
from tournaments.formats.base import Entry, Outline, Pairing, Placement, Reason, Round, Shape, Standing, State
from tournaments.formats.base_format import BaseFormat
from tournaments.formats.bracket import BracketBoard, make_board
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.line_breaches import line_breaches
from tournaments.formats.options import Options
from tournaments.formats.placings import first_placed, rank_tallies, tallies
from tournaments.formats.seeding import (
    bye_reasons,
    came_to_line,
    draw_bracket,
    entrants_to_draw,
    placed_lines,
)
from tournaments.formats.ties import apply_decisions


class Bracket(BaseFormat):
    """A knock-out of any layout: losers are out, and the last slot of the plan is the final.

    An entrant whose opponent is certainly missing advances at once. A result counts only while its two entrants sit in
    its slot.
    """

    shape = Shape.BRACKET
    draws_numbers = False

    @abstractmethod
    def plan(self, state: State) -> BracketPlan:
        """Return the rounds for the lines of a drawn state."""

    def pairs_by_rounds(self, options: Options) -> bool:
        """Return False: two entrants play as soon as both are known."""
        return False

    def plans_ahead(self, options: Options) -> bool:
        """Return True: the draw fixes the whole bracket."""
        return True

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
        version: int | None = None,
    ) -> Placement:
        """Place every entrant who has not withdrawn; FormatError as in `entrants_to_draw`."""
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        return self.place(present, seed=seed, is_seeded=self.is_seeded(options), version=version)

    def place(
        self, present: Sequence[Entry], *, seed: str, is_seeded: bool, version: int | None = None
    ) -> Placement:
        """Place these entrants as in a single elimination with spread byes."""
        lines = draw_bracket(present, seed=seed, is_seeded=is_seeded, version=version).lines
        fixed = {entry.uid for entry in present if is_seeded and entry.seed is not None}
        return Placement(apart_by_order(lines, present, fixed=fixed, seed=seed))

    def breaches_of_lines(self, state: State, entrants: Collection[str]) -> tuple[Reason, ...]:
        """Return the rules of the draw that these entrants break where they stand now."""
        is_seeded = self.is_seeded(state.options)
        return tuple(line_breaches(state, self.outline(state), entrants, is_seeded=is_seeded))

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds of the plan."""
        return self.plan(state).rounds if state.size else ()

    def outline(self, state: State) -> Outline:
        """Return the whole bracket."""
        return self.board(state).outline() if state.size else Outline(())

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the matches and byes that are certain and do not exist yet."""
        return self.board(state).next_pairings(state) if state.size else ()

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that no longer follow after a swap, a late entry or a correction."""
        return self.board(state).stale_pairings(state.pairings) if state.size else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round of their elimination, latest first; the losers of a round share places.

        Who did not play the match that put it out stands behind them, in the last round that it reached by playing.
        """
        if not state.size:
            return ()
        board = self.board(state)
        by_entrant = tallies(board, state, finals=board.plan.wiring.places[-1:])
        return apply_decisions(
            rank_tallies(by_entrant.values(), is_complete=board.is_decided), state.decisions
        )

    def is_complete(self, state: State) -> bool:
        """Say whether every slot is decided, even if nobody was left to play it."""
        return bool(state.size) and self.board(state).is_decided

    def champion(self, state: State) -> str | None:
        """Return the winner of the final, or who stands first where a corrected result places the winner behind."""
        if not self.is_complete(state):
            return None
        board = self.board(state)
        winner = board.seats[board.plan.wiring.places[-1]].winner
        if not isinstance(winner, str):
            return None
        return first_placed(winner, self.standings(state))

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return how each entrant came to its slot, and for a bye in the first round why it has no opponent.

        Codes: `no_longer_follows`; in round 1 those of `came_to_line`, and of a bye those of `bye_reasons`; later those
        of `Board.arrival`.
        """
        board = self.board(state)
        if not board.follows(pairing):
            return (Reason("no_longer_follows"),)
        is_seeded = self.is_seeded(state.options)
        on_line = {entry.line: entry for entry in state.entries}
        reasons = []
        for source in board.plan.sources(pairing.place):
            if source.line is None:
                reasons.append(board.arrival(source))
            elif source.line in on_line:
                reasons.append(came_to_line(on_line[source.line], line=source.line, is_seeded=is_seeded))
        if pairing.is_bye and pairing.round == 1:
            entrants = sum(occupant is not None for occupant in board.lines)
            reasons += bye_reasons(
                state.entries, pairing.one, entrants=entrants, size=state.size, is_seeded=is_seeded
            )
        return tuple(reasons)

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots; all other answers are read from this board."""
        return make_board(self.plan(state), placed_lines(state), state.results)
