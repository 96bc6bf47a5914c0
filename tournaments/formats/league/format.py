"""League: divisions of all against all, a round a week, with promotion and relegation at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import accumulate, groupby

from tournaments.formats.base import (
    Entry,
    Format,
    Intake,
    Outline,
    Pairing,
    Placement,
    Reason,
    Round,
    Shape,
    Standing,
    State,
)
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.options import Options
from tournaments.formats.rounds import draw_numbers, entrants_of, newest_round, next_line
from tournaments.formats.seeding import Seeding, entrants_to_draw
from tournaments.formats.table import Table
from tournaments.formats.tiebreaks import Tiebreak, order_of
from tournaments.formats.ties import decided


@dataclass(frozen=True, slots=True)
class LeagueOptions(Options):
    """`divisions` of a size as equal as can be, the strongest first; `legs` how often two of one meet.

    A round lasts `days`. After the season the first `movers` of a division go up and as many of the one above go down,
    so that divisions keep their sizes. The tiebreaks and `drops_early_leavers` are those of the round robin.
    """

    divisions: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    legs: int = field(default=1, metadata={"minimum": 1, "maximum": 2})
    days: int = field(default=7, metadata={"minimum": 1, "maximum": 92})
    movers: int = field(default=1, metadata={"minimum": 0, "maximum": 16})
    seeding: Seeding = Seeding.SEEDED
    first_tiebreak: Tiebreak = Tiebreak.HEAD_TO_HEAD
    second_tiebreak: Tiebreak = Tiebreak.POINTS_DIFFERENCE
    third_tiebreak: Tiebreak = Tiebreak.SHARE
    drops_early_leavers: bool = True


class League:
    """All against all in divisions, by the calendar.

    The lines of the draw are cut into divisions: the first lines are the first division. Round n begins n - 1 times
    `days` after the start, whatever is still open of the rounds before, and ends `days` later; without a start all
    rounds are open at once. What is not played by then is overdue and nothing more: nobody loses a match by silence.
    Late entrants come into the last division while it has an empty place, and play what they have missed.
    """

    code = "league"
    version = 1
    options: type[Options] = LeagueOptions
    fewest = 2
    most = 512
    shape = Shape.TABLE
    intake = Intake.DRAW
    # In each leg of an odd division everybody has one.
    has_second_byes = True

    def has_rematches(self, options: Options) -> bool:
        """Say whether there is a second leg."""
        return LeagueOptions.of(options).legs > 1

    def pairs_by_rounds(self, options: Options) -> bool:
        """Each round is open to all at once, or all of them are from the start."""
        return True

    def plans_ahead(self, options: Options) -> bool:
        """The schedule names both from the draw on."""
        return False

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Give the entrants their numbers, the seeded ones first; `feeders` holds the sizes of the divisions, if given.

        FormatError: `division_of_one` names how many divisions are possible, `too_many_movers` how many can move.
        """
        chosen = LeagueOptions.of(options)
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        last_sizes = feeders[0] if feeders else ()
        smallest = min(_sizes(len(present), chosen.divisions, last_sizes), default=0)
        data: dict[str, str | int] = {"entrants": len(present), "divisions": chosen.divisions}
        if smallest < 2:
            raise FormatError(Problem("division_of_one", {**data, "most": len(present) // 2}))
        if chosen.divisions > 1 and 2 * chosen.movers > smallest:
            data = {"entrants": smallest, "movers": chosen.movers, "most": smallest // 2}
            raise FormatError(Problem("too_many_movers", data))
        order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        return draw_numbers(present, seed=seed, is_seeded=chosen.seeding is Seeding.SEEDED)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return as many rounds as the largest division has, in each leg."""
        return _table(state).rounds(state)

    def outline(self, state: State) -> Outline:
        """Return the whole schedule."""
        return _table(state).outline(state)

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of the rounds that have begun and do not exist yet."""
        table = _table(state)
        return table.next_pairings(state, until=self._begun_rounds(state, table))

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that the schedule does not hold any more, after a swap or a late entry."""
        return _table(state).stale_pairings(state)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the next line where it fills the empty place of the last division."""
        if not state.size or self.is_complete(state):
            return ()
        line = next_line(state)
        sizes = _sizes_of(state)
        mates = sum(_division_of(other, sizes) == len(sizes) for other in range(line))
        return (line,) if mates % 2 else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the divisions one after the other, each as a round robin, with who would go up and down today.

        Who has left does not go up. Of those who share a place the one with the better number of the draw goes up
        first and down last, which is the order of the last season.
        """
        chosen = LeagueOptions.of(state.options)
        order = order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        table = _table(state)
        ranking = decided(
            table.standings(state, order=order, drops_early_leavers=chosen.drops_early_leavers),
            state.decisions,
        )
        gone = {entry.uid for entry in state.entries if entry.is_withdrawn}
        movements: dict[str, int] = {}
        for number, rows in groupby(ranking, key=lambda row: row.group or 1):
            division = [row.entrant for row in rows]
            movements |= _movements(division, number, options=chosen, gone=gone)
        return tuple(replace(row, movement=movements.get(row.entrant, 0)) for row in ranking)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the season has a result."""
        return _table(state).is_complete(state)

    def champion(self, state: State) -> str | None:
        """Return who won the only division alone; several divisions have a winner each."""
        if not self.is_complete(state):
            return None
        first = [standing for standing in self.standings(state) if standing.place == 1]
        return first[0].entrant if len(first) == 1 else None

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Nothing: what is due never waits."""
        return ()

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say which number of the table each entrant has, by the codes of `Table.reasons`."""
        is_seeded = LeagueOptions.of(state.options).seeding is Seeding.SEEDED
        return _table(state).reasons(state, pairing, is_seeded=is_seeded)

    def deadline(self, state: State, number: int) -> datetime | None:
        """Return the end of a round; None without a start. In the zone of the start it is always the same hour."""
        if state.starts_at is None:
            return None
        return state.starts_at + number * timedelta(days=LeagueOptions.of(state.options).days)

    def _begun_rounds(self, state: State, table: Table) -> int:
        """Return how many rounds may be played now: those that have begun by the calendar, or were paired by then."""
        paired = newest_round(state)
        if state.is_held:
            return paired
        if state.starts_at is None or state.now is None:
            return table.last
        days = timedelta(days=LeagueOptions.of(state.options).days)
        begun = sum(state.starts_at + number * days <= state.now for number in range(table.last))
        return max(paired, begun)


FORMAT: Format = League()


def _sizes(size: int, divisions: int, last_sizes: Sequence[int] = ()) -> tuple[int, ...]:
    """Return how many each division holds: as last season where that is known, else as equal as can be."""
    if len(last_sizes) == divisions and sum(last_sizes) == size:
        return tuple(last_sizes)
    each, larger = divmod(size, divisions)
    return (each + 1,) * larger + (each,) * (divisions - larger)


def _sizes_of(state: State) -> tuple[int, ...]:
    """Return the sizes of the divisions as they were drawn."""
    last_sizes = state.intake[0] if state.intake else ()
    return _sizes(state.size, LeagueOptions.of(state.options).divisions, last_sizes)


def _division_of(line: int, sizes: Sequence[int]) -> int:
    """Return the division, from 1, of a line; lines behind the draw are of the last one."""
    for number, last in enumerate(accumulate(sizes), start=1):
        if line < last:
            return number
    return len(sizes)


def _table(state: State) -> Table:
    """Return the divisions with their entrants in the order of lines; empty before the draw."""
    chosen = LeagueOptions.of(state.options)
    count = chosen.divisions if state.size else 0
    divisions: dict[int, list[str]] = {number: [] for number in range(1, count + 1)}
    sizes = _sizes_of(state) if count else ()
    for entry in entrants_of(state) if count else ():
        divisions[_division_of(entry.line or 0, sizes)].append(entry.uid)
    return Table({number: tuple(division) for number, division in divisions.items()}, chosen.legs)


def _movements(
    division: Sequence[str], number: int, *, options: LeagueOptions, gone: set[str]
) -> Mapping[str, int]:
    """Return who of a division goes up (1) and down (-1); `division` is in the order of its standings."""
    up = [uid for uid in division if uid not in gone][: options.movers] if number > 1 else []
    down = division[len(division) - options.movers :] if number < options.divisions else ()
    return dict.fromkeys(down, -1) | dict.fromkeys(up, 1)
