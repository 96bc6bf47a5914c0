"""The base of formats in which all entrants of a group meet each other, by the Berger tables."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Outline, Pairing, Reason, Round, Shape, Standing, State
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.options import Options
from tournaments.formats.rounds import next_line
from tournaments.formats.table import GroupTable
from tournaments.formats.tiebreaks import Tiebreak
from tournaments.formats.ties import apply_decisions


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules of the standings: the tiebreaks in order, and whether early leavers count."""

    tiebreaks: Sequence[Tiebreak]
    drops_early_leavers: bool


class AllAgainstAll(Rounds):
    """All against all in groups; the pairings do not depend on results."""

    shape = Shape.TABLE
    most = 512

    @abstractmethod
    def legs(self, options: Options) -> int:
        """Return how many times two entrants of a group meet."""

    @abstractmethod
    def table(self, state: State) -> GroupTable:
        """Return the groups with their entrants in the order of lines; empty before the draw."""

    @abstractmethod
    def table_rules(self, options: Options) -> TableRules:
        """Return the rules of the standings; FormatError as in `order_of`."""

    @abstractmethod
    def open_round(self, state: State, table: GroupTable) -> int:
        """Return the last round whose matches may be played now."""

    @abstractmethod
    def fills_group(self, state: State, line: int) -> bool:
        """Say whether a late entrant on this line takes the empty place of a group."""

    def has_rematches(self, options: Options) -> bool:
        """Say whether there is a second leg."""
        return self.legs(options) > 1

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds: as many as the largest group needs, in each leg."""
        return self.table(state).rounds(state)

    def outline(self, state: State) -> Outline:
        """Return the whole schedule."""
        return self.table(state).outline(state)

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the missing pairings of the open rounds."""
        table = self.table(state)
        return table.next_pairings(state, until=self.open_round(state, table))

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are not in the schedule after a swap or a late entry."""
        return self.table(state).stale_pairings(state)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the next line if it is the empty place of a group, so that no other schedule changes."""
        if not state.size or self.is_complete(state):
            return ()
        line = next_line(state)
        return (line,) if self.fills_group(state, line) else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the standings group by group, each by wins and the tiebreaks; tied entrants share their places."""
        rules = self.table_rules(state.options)
        ranking = self.table(state).standings(
            state, order=rules.tiebreaks, drops_early_leavers=rules.drops_early_leavers
        )
        return apply_decisions(ranking, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the schedule has a result."""
        return self.table(state).is_complete(state)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return the number of each entrant in the Berger table; codes as in `Table.reasons`."""
        return self.table(state).reasons(state, pairing, is_seeded=self.is_seeded(state.options))
