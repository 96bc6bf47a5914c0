"""Double elimination: two losses eliminate, and entrants with one loss continue in the losers' bracket."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from tournaments.formats.base import Format, Pairing, Part, Reason, RoundName, Standing, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, make_board
from tournaments.formats.bracket_plan import (
    BracketPlan,
    Place,
    loser_of,
    winner_of,
)
from tournaments.formats.latest import latest
from tournaments.formats.losers_bracket import RoundList, add_brackets
from tournaments.formats.options import Options
from tournaments.formats.placings import first_placed, rank_tallies, tallies
from tournaments.formats.second_chance import SecondChance
from tournaments.formats.seeding import Seeding, bracket_lines
from tournaments.formats.ties import apply_decisions


class GrandFinal(StrEnum):
    """How the winners of both brackets settle the event.

    RECHARGE: the unbeaten side must be beaten twice. ONE_MATCH: one match, even if it is the unbeaten side's first
    loss. NONE: the winner of the main bracket is the champion, the winner of the losers' bracket comes second.
    """

    RECHARGE = "recharge"
    ONE_MATCH = "one_match"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class DoubleEliminationOptions(Options):
    """`seeding` as in a single elimination; `grand_final` is the ending."""

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"grand_final"})

    seeding: Seeding = Seeding.RANDOM
    grand_final: GrandFinal = GrandFinal.RECHARGE


_MAIN_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


@dataclass(frozen=True, slots=True)
class _DoubleLayout:
    """The plan of one size, and the places of its last matches."""

    plan: BracketPlan
    main_final: Place
    losers_final: Place | None
    grand_final: Place | None
    recharge: Place | None

    @property
    def finals(self) -> list[Place]:
        """The places of the matches for the title."""
        places = [place for place in (self.grand_final, self.recharge) if place is not None]
        return places or [self.main_final]


class DoubleElimination(SecondChance):
    """The knock-out with a second chance.

    The main bracket is that of a single elimination. Its losers drop to places that make rematches rare (`drops.py`).
    Nobody drops from a bye, nor from a double forfeit, which eliminates both. With the recharge the grand final is
    replayed if the unbeaten side loses it. A result counts only while its two entrants sit in its slot.
    """

    code = "double_elimination"
    options: type[Options] = DoubleEliminationOptions
    most = 4096

    def has_rematches(self, options: Options) -> bool:
        """Return True: a rematch is possible late in the losers' bracket or in the grand final."""
        return True

    def is_seeded(self, options: Options) -> bool:
        """Say whether seeded entrants are placed by their seeds."""
        return DoubleEliminationOptions.of(options).seeding is Seeding.SEEDED

    def plan(self, state: State) -> BracketPlan:
        """Return the rounds of both brackets in their order of play, and the grand final."""
        return _layout_of(state).plan

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round of their elimination, latest first; the losers of a round share places."""
        if not state.size:
            return ()
        board, layout = _board(state), _layout_of(state)
        champion = _last_winner(board, layout) if self.is_complete(state) else None
        # Where both miss the grand final, the unbeaten one has won.
        finals = layout.finals if champion is None else ()
        by_entrant = tallies(board, state, finals=finals, losses_to_be_out=2)
        # The round of the last match does not determine the champion, nor without a grand final the
        # runner-up.
        top = len(layout.plan.rounds) + 2
        if champion is not None and by_entrant[champion].earned:
            # It has missed the grand final alone, as its opponent has.
            by_entrant[champion].is_no_show = False
        if self.is_complete(state):
            for rank, uid in ((top - 1, _second(board, layout, champion=champion)), (top, champion)):
                # By a corrected result a last match may have been won by who was out before it.
                if uid is None or by_entrant[uid].is_no_show:
                    continue
                if by_entrant[uid].is_in or not board.decisions:
                    by_entrant[uid].rank = rank
        return apply_decisions(
            rank_tallies(by_entrant.values(), is_complete=self.is_complete(state)), state.decisions
        )

    def champion(self, state: State) -> str | None:
        """Return the winner of the last match that was needed, or who stands first by a corrected result."""
        if not self.is_complete(state):
            return None
        champion = _last_winner(_board(state), _layout_of(state))
        return first_placed(champion, self.standings(state))

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return how each entrant came to its slot, as `SecondChance` does, and `recharge` for a replayed grand final."""
        if pairing.place == _layout_of(state).recharge and self.board(state).follows(pairing):
            return (Reason("recharge", {"entrant": pairing.one}),)
        return super().explain(state, pairing)

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots; the recharge only after a loss of the unbeaten side."""
        return _board(state)


FORMAT: Format = DoubleElimination()


@latest("size", "entries", "results", "options")
def _board(state: State) -> BracketBoard:
    """Return the occupants of all slots; the recharge only after a loss of the unbeaten side."""
    lines = bracket_lines(state, fewest=DoubleElimination.fewest)
    layout = _layout_of(state)
    board = make_board(layout.plan, lines, state.results)
    if layout.recharge is None or layout.grand_final is None:
        return board
    final = board.seats[layout.grand_final]
    is_over = final.winner is not UNDECIDED and (final.winner != final.two or final.one is None)
    return board.without(layout.recharge) if is_over else board


def _layout_of(state: State) -> _DoubleLayout:
    return _layout(state.size, DoubleEliminationOptions.of(state.options).grand_final)


@lru_cache(maxsize=64)
def _layout(size: int, grand_final: GrandFinal) -> _DoubleLayout:
    """Return both brackets with each round after the rounds that feed it."""
    rounds = RoundList()
    main_final, losers_final = add_brackets(rounds, size)
    if grand_final is GrandFinal.NONE:
        return _DoubleLayout(rounds.plan, main_final, losers_final, None, None)
    other = loser_of(main_final) if losers_final is None else winner_of(losers_final)
    number = rounds.add(Part.FINAL, RoundName.GRAND_FINAL, [(winner_of(main_final), other)], 0)
    recharge = None
    if grand_final is GrandFinal.RECHARGE:
        again = rounds.add(
            Part.FINAL, RoundName.RECHARGE, [(loser_of((number, 0)), winner_of((number, 0)))], 0
        )
        recharge = (again, 0)
    return _DoubleLayout(rounds.plan, main_final, losers_final, (number, 0), recharge)


def _last_winner(board: BracketBoard, layout: _DoubleLayout) -> str | None:
    """Return the winner of the last match that was needed; without a grand final by its result."""
    for place in (layout.recharge, layout.grand_final):
        if place is not None and isinstance(winner := board.seats[place].winner, str):
            return winner
    decided = board.decided_results() if layout.grand_final is None and board.decisions else {}
    result = decided.get(layout.main_final)
    winner = board.seats[layout.main_final].winner if result is None else result.winner
    return winner if isinstance(winner, str) else None


def _second(board: BracketBoard, layout: _DoubleLayout, *, champion: str | None) -> str | None:
    """Return the runner-up at the end, if the round of the last match does not determine it."""
    if champion is None or layout.grand_final is not None or layout.losers_final is None:
        return None
    winner = board.seats[layout.losers_final].winner
    return winner if isinstance(winner, str) and winner != champion else None
