"""What brackets share in which a first loss leads on: where latecomers stand, and how everybody came to a slot."""

from abc import abstractmethod

from tournaments.formats.base import Pairing, Reason, State
from tournaments.formats.bracket import Board
from tournaments.formats.chance import by_chance
from tournaments.formats.knockout import Knockout
from tournaments.formats.seeding import bye_reasons, came_to_line


class SecondChance(Knockout):
    """A knock-out of several brackets, drawn as a single elimination, in which only a later loss puts out."""

    # With few matches in the first round those who lose soon find few to meet.
    has_second_byes = True

    @abstractmethod
    def board(self, state: State) -> Board:
        """Return who sits where; this is the whole format, the rest only reads it."""

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines on which a late entrant takes back nothing that has begun, in the order of chance."""
        return _late_lines(self.board(state), state) if state.size else ()

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say how each entrant came to its slot, and in the first round why one has no opponent.

        Codes: `no_longer_follows`; in round 1 those of `came_to_line`, and of a bye those of `bye_reasons`; later those
        of `Board.arrival`.
        """
        board = self.board(state)
        if not board.follows(pairing):
            return (Reason("no_longer_follows"),)
        return _arrivals(board, state, pairing, is_seeded=self.is_seeded(state.options))


def _late_lines(board: Board, state: State) -> tuple[int, ...]:
    """Return the empty lines on which a late entrant takes back nothing that has begun, in the order of chance.

    A line whose neighbour is there comes first, because it gives a match; in an empty slot the late entrant would have
    the bye.
    """
    begun = [pairing.place for pairing in state.pairings if pairing.is_begun]
    begun += [result.place for result in state.results if not result.is_given]
    by_name = {str(line): line for line in board.open_lines(begun)}
    ordered = by_chance(by_name, seed=state.seed, round_number=1, purpose="late")
    taken = {entry.line for entry in state.entries}
    return tuple(sorted((by_name[name] for name in ordered), key=lambda line: line ^ 1 not in taken))


def _arrivals(board: Board, state: State, pairing: Pairing, *, is_seeded: bool) -> tuple[Reason, ...]:
    on_line = {entry.line: entry for entry in state.entries}
    reasons = []
    for source in board.plan.sources(pairing.place):
        if source.line is None:
            reasons.append(board.arrival(source))
        elif source.line in on_line:
            reasons.append(came_to_line(on_line[source.line], line=source.line, is_seeded=is_seeded))
    if pairing.is_bye and pairing.round == 1:
        entrants = sum(line is not None for line in board.lines)
        reasons += bye_reasons(
            state.entries, pairing.one, entrants=entrants, size=state.size, is_seeded=is_seeded
        )
    return tuple(reasons)
