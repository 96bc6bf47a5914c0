"""Round robin: everybody meets everybody of the own group, by the Berger tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from operator import attrgetter

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
from tournaments.formats.rounds import draw_numbers, entrants_of, next_line
from tournaments.formats.seeding import Seeding, entrants_to_draw
from tournaments.formats.table import Table
from tournaments.formats.tiebreaks import Tiebreak, order_of
from tournaments.formats.ties import decided


class Pace(StrEnum):
    """When the matches of a round can be played: ROUNDS after those of the round before, FREE at any time."""

    ROUNDS = "rounds"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(Options):
    """`groups` of even size, filled in serpentine by seed or chance; `legs` how often two meet.

    `pace` says when a round is opened. The tiebreaks are looked at in their order, up to SHARE. `drops_early_leavers` leaves out of the standings whatever somebody played who
    left before half of its matches were decided.
    """

    groups: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    legs: int = field(default=1, metadata={"minimum": 1, "maximum": 2})
    seeding: Seeding = Seeding.RANDOM
    pace: Pace = Pace.ROUNDS
    first_tiebreak: Tiebreak = Tiebreak.HEAD_TO_HEAD
    second_tiebreak: Tiebreak = Tiebreak.SHARE
    third_tiebreak: Tiebreak = Tiebreak.SHARE
    drops_early_leavers: bool = True


class RoundRobin:
    """All against all, in one group or several.

    Line i belongs to the group that the serpentine gives it, and its place in the group to a number of the Berger
    table; with an odd number of places each has a bye once a leg. A late entrant takes the empty place of an odd group
    and plays the rounds it has missed. Who leaves gives its remaining matches away.
    """

    code = "round_robin"
    version = 1
    options: type[Options] = RoundRobinOptions
    fewest = 2
    most = 512
    shape = Shape.TABLE
    intake = Intake.DRAW
    # In each leg of an odd group everybody has one.
    has_second_byes = True

    def has_rematches(self, options: Options) -> bool:
        """Say whether there is a second leg."""
        return RoundRobinOptions.of(options).legs > 1

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
        """Give the entrants their numbers; FormatError `group_of_one` names how many groups are possible."""
        chosen = RoundRobinOptions.of(options)
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        if len(present) < 2 * chosen.groups:
            data: dict[str, str | int] = {
                "groups": chosen.groups,
                "entrants": len(present),
                "most": len(present) // 2,
            }
            raise FormatError(Problem("group_of_one", data))
        order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        return draw_numbers(present, seed=seed, is_seeded=chosen.seeding is Seeding.SEEDED)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return as many rounds as the largest group has, in each leg."""
        return _table(state).rounds(state)

    def outline(self, state: State) -> Outline:
        """Return the whole schedule."""
        return _table(state).outline(state)

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def schedule(self, state: State) -> tuple[tuple[Pairing, ...], ...]:
        """Return the schedule by its rounds, or all of it at once where nobody waits for a round."""
        table = _table(state)
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return (tuple(table.schedule.values()),)
        rounds = groupby(table.schedule.values(), key=attrgetter("round"))
        return tuple(tuple(pairings) for _, pairings in rounds)

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of the rounds that are open and do not exist yet."""
        table = _table(state)
        return table.next_pairings(state, until=self._open_round(state, table))

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that the schedule does not hold any more, after a swap or a late entry."""
        return _table(state).stale_pairings(state)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the next line where it fills the empty place of an odd group, so that nobody else's schedule changes."""
        if not state.size or self.is_complete(state):
            return ()
        line = next_line(state)
        groups = RoundRobinOptions.of(state.options).groups
        mates = sum(_group_of(other, groups) == _group_of(line, groups) for other in range(line))
        return (line,) if mates % 2 else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the groups one after the other, each by wins and the tiebreaks; who stays tied shares the place."""
        chosen = RoundRobinOptions.of(state.options)
        order = order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        ranking = _table(state).standings(state, order=order, drops_early_leavers=chosen.drops_early_leavers)
        return decided(ranking, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the schedule has a result."""
        return _table(state).is_complete(state)

    def champion(self, state: State) -> str | None:
        """Return who won the only group alone."""
        if not self.is_complete(state):
            return None
        first = [standing for standing in self.standings(state) if standing.place == 1]
        return first[0].entrant if len(first) == 1 else None

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Nothing: what is due never waits."""
        return ()

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say which number of the table each entrant has, by the codes of `Table.reasons`."""
        is_seeded = RoundRobinOptions.of(state.options).seeding is Seeding.SEEDED
        return _table(state).reasons(state, pairing, is_seeded=is_seeded)

    def _open_round(self, state: State, table: Table) -> int:
        """Return the last round that may be played now."""
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return table.last
        reached = table.reached(state)
        is_begun = any(pairing.round == reached for pairing in state.pairings)
        return reached - 1 if state.is_held and not is_begun else reached


FORMAT: Format = RoundRobin()


def _group_of(line: int, groups: int) -> int:
    """Return the group, from 1, of a line: there and back again, so that the strong are spread."""
    row, column = divmod(line, groups)
    return 1 + (column if row % 2 == 0 else groups - 1 - column)


def _table(state: State) -> Table:
    """Return the groups with their entrants in the order of lines; empty before the draw."""
    chosen = RoundRobinOptions.of(state.options)
    groups: dict[int, list[str]] = (
        {number: [] for number in range(1, chosen.groups + 1)} if state.size else {}
    )
    for entry in entrants_of(state) if state.size else ():
        groups[_group_of(entry.line or 0, chosen.groups)].append(entry.uid)
    return Table({number: tuple(group) for number, group in groups.items()}, chosen.legs)
