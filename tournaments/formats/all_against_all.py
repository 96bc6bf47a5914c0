"""What formats have in common in which everybody of a group meets everybody else of it, by the Berger tables."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Outline, Pairing, Reason, Round, Shape, Standing, State
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.options import Options
from tournaments.formats.rounds import next_line
from tournaments.formats.table import GroupTable
from tournaments.formats.tiebreaks import Tiebreak
from tournaments.formats.ties import decided


@dataclass(frozen=True, slots=True)
class TableRules:
    """What the options of such a format say of its standings: the tiebreaks in their order, and who is left out."""

    tiebreaks: Sequence[Tiebreak]
    drops_early_leavers: bool


class AllAgainstAll(Rounds):
    """All against all in groups; everybody meets everybody, so that nothing depends on a result."""

    shape = Shape.TABLE
    most = 512

    @abstractmethod
    def legs(self, options: Options) -> int:
        """Return how often two meet."""

    @abstractmethod
    def table(self, state: State) -> GroupTable:
        """Return the groups with their entrants in the order of lines; empty before the draw."""

    @abstractmethod
    def table_rules(self, options: Options) -> TableRules:
        """Return what the standings go by; FormatError as `order_of` says."""

    @abstractmethod
    def open_round(self, state: State, table: GroupTable) -> int:
        """Return the last round that may be played now."""

    @abstractmethod
    def fills_group(self, state: State, line: int) -> bool:
        """Say whether a late entrant on this line fills the empty place of a group."""

    def has_rematches(self, options: Options) -> bool:
        """Say whether there is a second leg."""
        return self.legs(options) > 1

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return as many rounds as the largest group has, in each leg."""
        return self.table(state).rounds(state)

    def outline(self, state: State) -> Outline:
        """Return the whole schedule."""
        return self.table(state).outline(state)

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of the rounds that are open and do not exist yet."""
        table = self.table(state)
        return table.next_pairings(state, until=self.open_round(state, table))

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that the schedule does not hold any more, after a swap or a late entry."""
        return self.table(state).stale_pairings(state)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the next line where it fills the empty place of a group, so that nobody else's schedule changes."""
        if not state.size or self.is_complete(state):
            return ()
        line = next_line(state)
        return (line,) if self.fills_group(state, line) else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the groups one after the other, each by wins and the tiebreaks; who stays tied shares the place."""
        rules = self.table_rules(state.options)
        ranking = self.table(state).standings(
            state, order=rules.tiebreaks, drops_early_leavers=rules.drops_early_leavers
        )
        return decided(ranking, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the schedule has a result."""
        return self.table(state).is_complete(state)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say which number of the table each entrant has, by the codes of `Table.reasons`."""
        return self.table(state).reasons(state, pairing, is_seeded=self.is_seeded(state.options))
