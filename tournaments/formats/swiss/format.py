"""Swiss: a fixed number of rounds in which nobody is out, each paired from the points of all before it.

Reasons are listed in `reasons.py`, the rules of a round in `board.py`.

| problem | data | when |
|---|---|---|
| `too_many_rounds` | `rounds`, `entrants`, `most`, `rematches` | more rounds than opponents; `rematches` allows them |
| `tiebreak_after_share`, `duplicate_tiebreak` | `tiebreak` | the list of tiebreaks makes no sense |
| `round_needs_rematch` | `round`, `sitting_out`, `rematches` | a round waits for the director (`obstacles`) |
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.base import (
    Entry,
    Format,
    Intake,
    Outline,
    Pairing,
    Placement,
    Reason,
    Round,
    RoundName,
    Shape,
    Standing,
    State,
)
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.options import Options
from tournaments.formats.rounds import (
    Record,
    before,
    draw_numbers,
    entrants_of,
    is_round_complete,
    newest_round,
    next_line,
    outline_of,
    records,
    stale_of_newest,
)
from tournaments.formats.seeding import Seeding, entrants_to_draw
from tournaments.formats.swiss.board import fewest_rematches, fewest_sitting_out, seated
from tournaments.formats.swiss.options import SwissOptions
from tournaments.formats.swiss.reasons import bye_reasons, filled_reason, pair_reasons
from tournaments.formats.swiss.rounds import board_of, filled_in, free_pairs, next_round, round_of
from tournaments.formats.tiebreaks import points_of, ranked
from tournaments.formats.ties import decided


class Swiss:
    """Everybody plays every round against somebody of about the same points whom they have not met.

    Up to half as many rounds as entrants (the bye counted as one) can be paired whatever happens; with more, a round
    is chosen behind which the others can be paired (`matching/lookahead.py`). More rounds than opponents are refused unless
    rematches are allowed. Withdrawals can still make a round impossible; then `rematches` says what becomes of it.
    Who missed rounds, came late or came back has the bye after those who did not.
    """

    code = "swiss"
    # Since version 2 floats have a memory.
    version = 2
    earliest = 1
    options: type[Options] = SwissOptions
    fewest = 2
    most = 10_000
    shape = Shape.ROUNDS
    intake = Intake.DRAW
    # With few entrants left everybody who may have the bye has had it.
    has_second_byes = True

    def has_rematches(self, options: Options) -> bool:
        """Danish pairing does not look at earlier meetings, and `rematches` may allow them where needed."""
        return SwissOptions.of(options).has_rematches

    def pairs_by_rounds(self, options: Options) -> bool:
        """A round is paired when the one before it is over."""
        return True

    def plans_ahead(self, options: Options) -> bool:
        """A pairing names both."""
        return False

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Give the start numbers; FormatError as the table above says, and as every draw does."""
        chosen = SwissOptions.of(options)
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        if problems := chosen.problems(len(present)):
            raise FormatError(*problems)
        return draw_numbers(present, seed=seed, is_seeded=chosen.seeding is Seeding.SEEDED)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds planned."""
        if not state.size:
            return ()
        planned = SwissOptions.of(state.options).planned(state.size)
        return tuple(
            Round(number, RoundName.ROUND, planned - number, state.size) for number in range(1, planned + 1)
        )

    def outline(self, state: State) -> Outline:
        """Return the rounds as they are paired."""
        return outline_of(state, rounds=len(self.rounds(state)))

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of those who are free in the round under way, else the next round."""
        if not state.size:
            return ()
        newest = newest_round(state)
        filled = filled_in(state, newest)
        if filled or state.is_held or not is_round_complete(state, newest):
            return filled
        following = next_round(state, newest=newest)
        return () if following is None else round_of(state, *following)

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that a change has overtaken, and the bye of whom somebody free can meet after all."""
        if not state.size:
            return ()
        overtaken = stale_of_newest(state, repair=round_of)
        if overtaken:
            return overtaken
        newest = newest_round(state)
        matched = {uid for pair in free_pairs(state, newest)[0] for uid in pair}
        return tuple(
            pairing
            for pairing in state.pairings
            if pairing.round == newest and pairing.is_bye and pairing.one in matched
        )

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line behind all others while a late entrant can still begin, else none."""
        if not state.size or self.is_complete(state):
            return ()
        chosen = SwissOptions.of(state.options)
        last = chosen.last_entry or -(-chosen.planned(state.size) // 2)
        line = next_line(state)
        return (line,) if newest_round(state) < last and line < self.most else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return everybody by points, then by the tiebreaks; those still tied share the place.

        A bye counts when its round is over, so that nobody leads by a round that the others are still playing.
        """
        if not state.size:
            return ()
        chosen, done = SwissOptions.of(state.options), _with_byes_of_rounds_over(state)
        points = {uid: points_of(record, bye=chosen.bye_points) for uid, record in done.items()}
        order = ranked(
            done,
            points,
            order=chosen.tiebreaks,
            unplayed=chosen.unplayed,
            rounds=newest_round(state),
            bye=chosen.bye_points,
        )
        is_over = self.is_complete(state)
        gone = {entry.uid for entry in state.entries if entry.is_withdrawn}
        standings = [
            Standing(
                row.entrant,
                row.place,
                row.last_place,
                wins=done[row.entrant].wins,
                losses=done[row.entrant].losses,
                reached=max(done[row.entrant].rounds, default=0),
                is_in=not is_over and row.entrant not in gone,
                byes=len(done[row.entrant].byes),
                half_points=points[row.entrant],
                tiebreaks=row.tiebreaks,
            )
            for row in order
        ]
        return decided(standings, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether the last round is played, or no round to come can have a match."""
        if not state.size:
            return False
        newest = newest_round(state)
        if not is_round_complete(state, newest) or filled_in(state, newest):
            return False
        return next_round(state, newest=newest) is None

    def champion(self, state: State) -> str | None:
        """Return who is first alone; None before the end, and where the first place is shared."""
        if not self.is_complete(state):
            return None
        first = self.standings(state)[0]
        return None if first.is_tied else first.entrant

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Say why the next round waits for the director, who may let somebody sit out or come in; else nothing."""
        newest = newest_round(state)
        following = next_round(state, newest=newest) if state.size else None
        if following is None or state.is_held or not is_round_complete(state, newest):
            return ()
        board = board_of(state, *following)
        if seated(board) is not None:
            return ()
        data: dict[str, str | int] = {
            "round": following[0],
            "sitting_out": fewest_sitting_out(board),
            "rematches": fewest_rematches(board),
        }
        return (Problem("round_needs_rematch", data),)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say which rules made this pairing, and what the next best round would have cost."""
        then = before(state, pairing.round)
        # Who has left the stage since was in the round all the same.
        players = {uid for other in state.pairings if other.round == pairing.round for uid in other.entrants}
        known = {entry.uid for entry in entrants_of(state)}
        board = board_of(then, pairing.round, sorted(players & known))
        found = seated(board)
        number = {uid: player for player, uid in enumerate(board.players)}
        if found is not None and known.issuperset(pairing.entrants):
            if pairing.two is None and number[pairing.one] in found.byes:
                worth = SwissOptions.of(state.options).bye_points
                return bye_reasons(board, found, number[pairing.one], worth=worth)
            if pairing.two is not None:
                one, two = sorted((number[pairing.one], number[pairing.two]))
                if (one, two) in found.pairs:
                    return pair_reasons(board, found, one, two)
        return (filled_reason(pairing),)


FORMAT: Format = Swiss()


def _with_byes_of_rounds_over(state: State) -> dict[str, Record]:
    """Return the records without the byes of a round under way; who has one sits in that round all the same."""
    newest = newest_round(state)
    done = records(state)
    if is_round_complete(state, newest):
        return done
    return {
        uid: replace(record, byes=[bye for bye in record.byes if bye != newest])
        if newest in record.byes
        else record
        for uid, record in done.items()
    }
