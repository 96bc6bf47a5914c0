"""Round robin: all entrants of a group meet each other, by the Berger tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import ClassVar

from tournaments.formats.all_against_all import AllAgainstAll, TableRules
from tournaments.formats.base import Format, Pairing, State
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.latest import latest
from tournaments.formats.options import Options
from tournaments.formats.rounds import entrants_of
from tournaments.formats.seeding import Seeding
from tournaments.formats.table import GroupTable
from tournaments.formats.tiebreaks import Tiebreak, order_of


class Pace(StrEnum):
    """When the matches of a round can be played: ROUNDS after those of the previous round, FREE at any time."""

    ROUNDS = "rounds"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(Options):
    """`groups` of even size, filled in serpentine order by seed or chance; `legs` is the number of meetings.

    `pace` says when a round opens. The tiebreaks are applied in order, up to SHARE. `drops_early_leavers` removes from
    the standings the matches of entrants who left before half of theirs were decided.
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset(
        {"legs", "pace", "first_tiebreak", "second_tiebreak", "third_tiebreak", "drops_early_leavers"}
    )

    groups: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    legs: int = field(default=1, metadata={"minimum": 1, "maximum": 2})
    seeding: Seeding = Seeding.RANDOM
    pace: Pace = Pace.ROUNDS
    first_tiebreak: Tiebreak = Tiebreak.HEAD_TO_HEAD
    second_tiebreak: Tiebreak = Tiebreak.SHARE
    third_tiebreak: Tiebreak = Tiebreak.SHARE
    drops_early_leavers: bool = True


class RoundRobin(AllAgainstAll):
    """All against all, in one group or several.

    Line i belongs to the group of the serpentine order, and its place in the group is its number in the Berger table;
    with an odd number of places each has a bye once a leg. A late entrant takes the empty place of an odd group and
    plays the rounds it has missed. The remaining matches of an entrant who leaves are walkovers.
    """

    code = "round_robin"
    options: type[Options] = RoundRobinOptions

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeded entrants have the first numbers."""
        return RoundRobinOptions.of(options).seeding is Seeding.SEEDED

    def legs(self, options: Options) -> int:
        """Return the number of meetings of two entrants."""
        return RoundRobinOptions.of(options).legs

    def table_rules(self, options: Options) -> TableRules:
        """Return the tiebreaks, and whether early leavers count."""
        own_options = RoundRobinOptions.of(options)
        order = order_of(own_options.first_tiebreak, own_options.second_tiebreak, own_options.third_tiebreak)
        return TableRules(order, own_options.drops_early_leavers)

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Raise FormatError `group_of_one`, with the possible number of groups."""
        groups = RoundRobinOptions.of(options).groups
        if present < 2 * groups:
            data: dict[str, str | int] = {"groups": groups, "entrants": present, "most": present // 2}
            raise FormatError(Problem("group_of_one", data))
        self.table_rules(options)

    def table(self, state: State) -> GroupTable:
        """Return the groups."""
        return _table(state)

    def open_round(self, state: State, table: GroupTable) -> int:
        """Return the first round with an open match, or the last one if the pace is free."""
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return table.last
        current = table.reached(state)
        is_begun = any(pairing.round == current for pairing in state.pairings)
        return current - 1 if state.is_held and not is_begun else current

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are not in the schedule, and rounds that came too early since a result was taken back.

        A round that has begun stands.
        """
        stale = super().stale_pairings(state)
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return stale
        return tuple(sorted({*stale, *_too_early(state)}, key=lambda pairing: pairing.place))

    def fills_group(self, state: State, line: int) -> bool:
        """Say whether the group of this line has an odd number."""
        groups = RoundRobinOptions.of(state.options).groups
        mates = sum(_group_of(other, groups) == _group_of(line, groups) for other in range(line))
        return mates % 2 == 1

    def schedule(self, state: State) -> tuple[tuple[Pairing, ...], ...]:
        """Return the schedule round by round, or as one batch if the pace is free."""
        table = _table(state)
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return (tuple(table.schedule.values()),)
        rounds = groupby(table.schedule.values(), key=attrgetter("round"))
        return tuple(tuple(pairings) for _, pairings in rounds)


FORMAT: Format = RoundRobin()


def _group_of(line: int, groups: int) -> int:
    """Return the group, from 1, of a line, in serpentine order."""
    row, column = divmod(line, groups)
    return 1 + (column if row % 2 == 0 else groups - 1 - column)


@latest("size", "entries", "options")
def _table(state: State) -> GroupTable:
    """Return the groups with their entrants in the order of lines; empty before the draw."""
    options = RoundRobinOptions.of(state.options)
    groups: dict[int, list[str]] = (
        {number: [] for number in range(1, options.groups + 1)} if state.size else {}
    )
    for entry in entrants_of(state) if state.size else ():
        groups[_group_of(entry.line or 0, options.groups)].append(entry.uid)
    return GroupTable({number: tuple(group) for number, group in groups.items()}, options.legs)


def _too_early(state: State) -> list[Pairing]:
    """Return the rounds of which nothing has begun and which were paired when an open match before them had a result.

    What a late entrant has missed was paired after them, and keeps nobody from playing on.
    """
    places = {result.place for result in state.results}
    begun = {result.round for result in state.results if not result.is_given}
    begun |= {pairing.round for pairing in state.pairings if pairing.is_begun}
    undecided = [
        (pairing.round, pairing.made_at)
        for pairing in state.pairings
        if pairing.made_at is not None and not pairing.is_bye and pairing.place not in places
    ]
    return [
        pairing
        for pairing in state.pairings
        if pairing.round not in begun
        and pairing.made_at is not None
        and any(number < pairing.round and made_at < pairing.made_at for number, made_at in undecided)
    ]
