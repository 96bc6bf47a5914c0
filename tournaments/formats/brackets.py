"""What every bracket has in common: a format only says how it is laid out."""

from abc import abstractmethod
from collections.abc import Sequence

from tournaments.formats.base import Entry, Outline, Pairing, Placement, Reason, Round, Shape, Standing, State
from tournaments.formats.base_format import BaseFormat
from tournaments.formats.bracket import BracketBoard, seated
from tournaments.formats.bracket_plan import BracketPlan
from tournaments.formats.options import Options
from tournaments.formats.placings import ranked, tallies
from tournaments.formats.seeding import (
    bye_reasons,
    came_to_line,
    draw_bracket,
    entrants_to_draw,
    placed_lines,
)
from tournaments.formats.ties import decided


class Bracket(BaseFormat):
    """A knock-out of any layout: who loses is out, and the last slot of the plan is the final.

    Whose opponent is missing for certain goes on at once. A result counts only while its two entrants are the ones who
    sit in its slot.
    """

    shape = Shape.BRACKET

    @abstractmethod
    def plan(self, state: State) -> BracketPlan:
        """Lay out the rounds for the lines of a drawn state."""

    def pairs_by_rounds(self, options: Options) -> bool:
        """Whoever has an opponent plays, whatever the others of the round do."""
        return False

    def plans_ahead(self, options: Options) -> bool:
        """The whole bracket stands from the draw on."""
        return True

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Place everybody who is there; FormatError: those of `entrants_to_draw`."""
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        return self.placed(present, seed=seed, is_seeded=self.is_seeded(options))

    def placed(self, present: Sequence[Entry], *, seed: str, is_seeded: bool) -> Placement:
        """Place these entrants as in a single elimination, with the byes spread."""
        return draw_bracket(present, seed=seed, is_seeded=is_seeded)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds of the plan."""
        return self.plan(state).rounds if state.size else ()

    def outline(self, state: State) -> Outline:
        """Return the whole bracket."""
        return self.board(state).outline() if state.size else Outline(())

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings and byes that are certain and do not exist yet."""
        return self.board(state).next_pairings(state) if state.size else ()

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that a swap, a late entry or a correction has overtaken."""
        return self.board(state).stale_pairings(state.pairings) if state.size else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round they were put out in, the latest first; one round's losers share places."""
        if not state.size:
            return ()
        board = self.board(state)
        return decided(ranked(tallies(board).values(), is_complete=board.is_decided), state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether every match is decided, be it that nobody was left to play it."""
        return bool(state.size) and self.board(state).is_decided

    def champion(self, state: State) -> str | None:
        """Return who came out of the final."""
        if not self.is_complete(state):
            return None
        board = self.board(state)
        winner = board.seats[board.plan.wiring.places[-1]].winner
        return winner if isinstance(winner, str) else None

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say how each entrant came to its slot, and in the first round why one has no opponent.

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
        """Return who sits where; this is the whole format, the rest only reads it."""
        return seated(self.plan(state), placed_lines(state), state.results)
