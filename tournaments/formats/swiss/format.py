"""Swiss: a fixed number of rounds in which nobody is out, each paired from the points of all before it.

Reasons are listed in `reasons.py`, the rules of a round in `board.py`.

| problem | data | when |
|---|---|---|
| `too_many_rounds` | `rounds`, `entrants`, `most`, `rematches` | more rounds than opponents; `rematches` allows them |
| `tiebreak_after_share`, `duplicate_tiebreak` | `tiebreak` | the list of tiebreaks makes no sense |
| `round_needs_rematch` | `round`, `sitting_out`, `rematches` | a round waits for the director (`obstacles`) |
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats.abilities import PoolCosts
from tournaments.formats.base import Format, Pairing, Reason, State
from tournaments.formats.by_hand import is_by_hand, seats_by_hand
from tournaments.formats.by_rounds import PairedRounds, RoundSeats
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.hand_order import HandOrder
from tournaments.formats.latest import latest
from tournaments.formats.options import Options
from tournaments.formats.rounds import before, entrants_of, is_all_played, newest_round
from tournaments.formats.seeding import Seeding
from tournaments.formats.swiss.board import (
    Rematches,
    Seating,
    SwissBoard,
    best_seating,
    fewest_rematches,
    fewest_sitting_out,
)
from tournaments.formats.swiss.breaches import broken_by
from tournaments.formats.swiss.options import SwissOptions
from tournaments.formats.swiss.reasons import bye_reasons, filled_reason, pair_reasons
from tournaments.formats.swiss.rounds import board_around_hand
from tournaments.formats.tiebreaks import Tiebreak, Unplayed


class Swiss(PairedRounds):
    """Everybody plays every round against somebody of about the same points whom they have not met.

    Up to half as many rounds as entrants (the bye counted as one) can be paired whatever happens; with more, a round
    is chosen behind which the others can be paired (`matching/lookahead.py`). More rounds than opponents are refused unless
    rematches are allowed. Withdrawals can still make a round impossible; then `rematches` says what becomes of it.
    Who missed rounds, came late or came back has the bye after those who did not.
    """

    code = "swiss"
    options: type[Options] = SwissOptions

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeded entrants have the first numbers."""
        return SwissOptions.of(options).seeding is Seeding.SEEDED

    def has_rematches(self, options: Options) -> bool:
        """Say whether rematches are possible: always in Danish pairing, otherwise as `rematches` permits."""
        return SwissOptions.of(options).has_rematches

    def round_count(self, options: Options, size: int) -> int:
        """Return the number of rounds for this number of entrants at the draw."""
        return SwissOptions.of(options).round_count(size)

    def last_entry(self, options: Options, size: int) -> int:
        """Return the last round in which a late entrant can start."""
        return SwissOptions.of(options).last_entry or super().last_entry(options, size)

    def bye_points(self, options: Options) -> int:
        """Return the half points of a bye."""
        return SwissOptions.of(options).bye_points

    def tiebreaks(self, options: Options) -> tuple[Tiebreak, ...]:
        """Return the tiebreaks chosen."""
        return SwissOptions.of(options).tiebreaks

    def unplayed(self, options: Options) -> Unplayed:
        """Return the value of unplayed rounds for the tiebreaks."""
        return SwissOptions.of(options).unplayed

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Raise FormatError as in the table above."""
        if problems := SwissOptions.of(options).problems(present):
            raise FormatError(*problems)

    def seats(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Pair these players by the rules of `board.py`."""
        board = board_around_hand(state, number, players)
        if is_filling:
            # Filling a round is a separate step.
            board = replace(
                board, rounds_after=0, rematches=Rematches.NEVER, seed=state.seed_now, around=None
            )
        seating = best_seating(board)
        if seating is None:
            return None
        names = board.players
        # The pairs are in the order of their better placed entrants, and so are the byes: there is more than one where
        # nobody is left to meet.
        return RoundSeats(
            [(names[one], names[two]) for one, two in seating.pairs], [names[one] for one in seating.byes]
        )

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Return why the next round waits for the director, who may add a bye or an entrant; empty if it does not wait."""
        newest = newest_round(state)
        following = self.next_round(state, newest=newest) if state.size else None
        if following is None or state.is_held or not is_all_played(state):
            return ()
        number, players = following
        by_hand = seats_by_hand(state, number, players).players
        others = [uid for uid in players if uid not in by_hand]
        if not others or best_seating(board := board_around_hand(state, number, others)) is not None:
            return ()
        data: dict[str, str | int] = {
            "round": number,
            "sitting_out": fewest_sitting_out(board),
            "rematches": fewest_rematches(board),
        }
        return (Problem("round_needs_rematch", data),)

    def broken_by(self, state: State, order: HandOrder) -> Iterator[Reason]:
        """Yield the rules that a pair or a bye by hand breaks, as listed in `breaches.py` of the format."""
        return broken_by(state, order)

    def costs_of_round(self, state: State, number: int) -> tuple[PoolCosts, ...]:
        """Return the costs of the round around what is by hand; nothing where it was paired otherwise."""
        board, seating = _seating_then(state, number)
        names = board.players
        if seating is None:
            return ()
        due = {frozenset((names[one], names[two])) for one, two in seating.pairs}
        due |= {frozenset((names[one],)) for one in seating.byes}
        here = {frozenset(pairing.entrants) for pairing in state.pairings if pairing.round == number}
        if not due <= here:
            return ()
        return (
            PoolCosts(names, seating.basis, tuple((str(code), cost) for code, cost in seating.costs.items())),
        )

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return the rules that led to this pairing, and the cost of the next best round."""
        if is_by_hand(state, pairing):
            return (Reason("by_hand"),)
        board, seating = _seating_then(state, pairing.round)
        entrants = {entry.uid for entry in entrants_of(state)}
        number = {uid: player for player, uid in enumerate(board.players)}
        if seating is not None and entrants.issuperset(pairing.entrants):
            if pairing.two is None and number[pairing.one] in seating.byes:
                worth = SwissOptions.of(state.options).bye_points
                return bye_reasons(board, seating, number[pairing.one], worth=worth)
            if pairing.two is not None:
                one, two = sorted((number[pairing.one], number[pairing.two]))
                if (one, two) in seating.pairs:
                    return pair_reasons(board, seating, one, two)
        return (filled_reason(pairing),)


FORMAT: Format = Swiss()


# All explanations of a round use the same board.
@latest("size", "entries", "pairings", "results", "options", "seed", "lot", "lots", "version", "by_hand")
def _seating_then(state: State, number: int) -> tuple[SwissBoard, Seating | None]:
    """Return the board of a round with the players who sat in it, and the round; None if it waited."""
    players = {uid for pairing in state.pairings if pairing.round == number for uid in pairing.entrants}
    entrants = {entry.uid for entry in entrants_of(state)}
    then, present = before(state, number), players & entrants
    others = present - seats_by_hand(state, number, present).players
    board = board_around_hand(then, number, sorted(others))
    return board, best_seating(board) if others else None
