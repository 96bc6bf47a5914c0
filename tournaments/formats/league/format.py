"""League: divisions of all against all with a round a week, and promotion and relegation at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate, groupby
from typing import ClassVar

from tournaments.formats.all_against_all import AllAgainstAll, TableRules
from tournaments.formats.base import Format, Pairing, Standing, State
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.latest import latest
from tournaments.formats.match_days import Dates, DayCalendar, calendar_of, end_of_day, exchanged_in
from tournaments.formats.options import Options
from tournaments.formats.rounds import entrants_of
from tournaments.formats.seeding import Seeding
from tournaments.formats.table import GroupTable
from tournaments.formats.tiebreaks import Tiebreak, order_of


@dataclass(frozen=True, slots=True)
class LeagueOptions(Options):
    """`divisions` of nearly equal size, the strongest first; `legs` is the number of meetings of two entrants.

    A round lasts `days`, unless the director sets its moment; with `dates` MATCH_DAY it is played on one day. After the season the first `movers` of a division are promoted and as many of the division
    above are relegated, so that sizes stay. The tiebreaks and `drops_early_leavers` are those of the round robin.
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset(
        {
            "legs",
            "days",
            "movers",
            "first_tiebreak",
            "second_tiebreak",
            "third_tiebreak",
            "drops_early_leavers",
        }
    )

    divisions: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    legs: int = field(default=1, metadata={"minimum": 1, "maximum": 2})
    days: int = field(default=7, metadata={"minimum": 1, "maximum": 92})
    dates: Dates = Dates.WINDOW
    movers: int = field(default=1, metadata={"minimum": 0, "maximum": 16})
    seeding: Seeding = Seeding.SEEDED
    first_tiebreak: Tiebreak = Tiebreak.HEAD_TO_HEAD
    second_tiebreak: Tiebreak = Tiebreak.POINTS_DIFFERENCE
    third_tiebreak: Tiebreak = Tiebreak.SHARE
    drops_early_leavers: bool = True


class League(AllAgainstAll):
    """All against all in divisions, by the calendar.

    The lines of the draw are divided in order: the first lines are the first division. Round n begins n - 1 times
    `days` after the start, even if earlier matches are open, and ends `days` later; without a start all rounds are open
    at once. A match not played by then is overdue, but nobody loses it automatically. Late entrants join the last
    division while it has an empty place, and play the rounds they missed.

    On match days an encounter is played at its moment, home against away. It is paired when the match day before it
    begins, so that the teams can name their line-ups, and at once if it is brought forward.
    """

    code = "league"
    options: type[Options] = LeagueOptions

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeded entrants have the first numbers."""
        return LeagueOptions.of(options).seeding is Seeding.SEEDED

    def legs(self, options: Options) -> int:
        """Return the number of meetings of two entrants."""
        return LeagueOptions.of(options).legs

    def table_rules(self, options: Options) -> TableRules:
        """Return the tiebreaks, and whether early leavers count."""
        league_options = LeagueOptions.of(options)
        order = order_of(
            league_options.first_tiebreak, league_options.second_tiebreak, league_options.third_tiebreak
        )
        return TableRules(order, league_options.drops_early_leavers)

    def fewest_in_division(self, options: Options) -> int:
        """Return the smallest division in which nobody would be both promoted and relegated."""
        return max(2, 2 * LeagueOptions.of(options).movers)

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Check the sizes of the divisions; `feeders` holds them, if given.

        FormatError: `division_of_one` has the possible number of divisions, `too_many_movers` the possible number of
        movers.
        """
        league_options = LeagueOptions.of(options)
        smallest = min(_sizes(present, league_options.divisions, feeders[0] if feeders else ()), default=0)
        data: dict[str, str | int] = {"entrants": present, "divisions": league_options.divisions}
        if smallest < 2:
            raise FormatError(Problem("division_of_one", {**data, "most": present // 2}))
        if league_options.divisions > 1 and 2 * league_options.movers > smallest:
            data = {"entrants": smallest, "movers": league_options.movers, "most": smallest // 2}
            raise FormatError(Problem("too_many_movers", data))
        self.table_rules(options)

    def table(self, state: State) -> GroupTable:
        """Return the divisions."""
        return _table(state)

    def has_match_days(self, options: Options) -> bool:
        """Say whether an encounter is played at its moment, between home and away."""
        return LeagueOptions.of(options).dates is Dates.MATCH_DAY

    def calendar(self, state: State) -> DayCalendar:
        """Return the moments of the rounds."""
        days = LeagueOptions.of(state.options).days
        return calendar_of(state.match_days, starts_at=state.starts_at, days=days)

    def open_round(self, state: State, table: GroupTable) -> int:
        """Return the last round that may be played now: begun by the calendar, or already paired.

        On match days it is the next one, because line-ups are named before it begins.
        """
        calendar = self.calendar(state)
        newest = max(
            (pairing.round for pairing in state.pairings if not calendar.is_brought_forward(*pairing.place)),
            default=0,
        )
        if state.is_held:
            return newest
        if state.now is None:
            return table.last
        is_ahead = self.has_match_days(state.options)
        return max(newest, min(calendar.open_round(state.now, last=table.last) + is_ahead, table.last))

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the missing pairings of the open rounds, and the encounters brought forward."""
        calendar, table = self.calendar(state), self.table(state)
        until = self.open_round(state, table)
        if state.is_held or not calendar.encounters:
            return table.next_pairings(state, until=until)
        return tuple(
            pairing
            for pairing in table.next_pairings(state, until=table.last)
            if pairing.round <= until or calendar.is_brought_forward(*pairing.place)
        )

    def fills_group(self, state: State, line: int) -> bool:
        """Say whether the last division has an odd number."""
        sizes = _sizes_of(state)
        mates = sum(_division_of(other, sizes) == len(sizes) for other in range(line))
        return mates % 2 == 1

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the divisions in order, each as a round robin, with the promotions and relegations as of now.

        Entrants who have left are not promoted. Of entrants who share a place the one with the better number of the
        draw is promoted first and relegated last; that is the order of the last season.
        """
        options, ranking = LeagueOptions.of(state.options), super().standings(state)
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        movements: dict[str, int] = {}
        for number, rows in groupby(ranking, key=lambda row: row.group or 1):
            division = [row.entrant for row in rows]
            movements |= _movements(division, number, options=options, leavers=withdrawals)
        return tuple(replace(row, movement=movements.get(row.entrant, 0)) for row in ranking)

    def deadline(self, state: State, number: int, slot: int | None = None) -> datetime | None:
        """Return the end of a round; None without a moment.

        A round ends when the next one begins, at the same hour of the time zone; a match day, and an encounter with a
        moment of its own, at the end of that day.
        """
        calendar = self.calendar(state)
        begins = calendar.begins(number, slot)
        if begins is None:
            return None
        is_moved = slot is not None and calendar.is_moved(number, slot)
        if is_moved or self.has_match_days(state.options):
            return end_of_day(begins)
        return calendar.begins(number + 1)


FORMAT: Format = League()


def _sizes(size: int, divisions: int, last_sizes: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the sizes of the divisions: those of last season if known, else nearly equal."""
    if len(last_sizes) == divisions and sum(last_sizes) == size:
        return tuple(last_sizes)
    each, larger = divmod(size, divisions)
    return (each + 1,) * larger + (each,) * (divisions - larger)


def _sizes_of(state: State) -> tuple[int, ...]:
    """Return the sizes of the divisions at the draw."""
    last_sizes = state.intake[0] if state.intake else ()
    return _sizes(state.size, LeagueOptions.of(state.options).divisions, last_sizes)


def _division_of(line: int, sizes: Sequence[int]) -> int:
    """Return the division, from 1, of a line; lines after the draw belong to the last one."""
    for number, last in enumerate(accumulate(sizes), start=1):
        if line < last:
            return number
    return len(sizes)


@latest("size", "entries", "options", "intake", "match_days")
def _table(state: State) -> GroupTable:
    """Return the divisions with their entrants in the order of lines; empty before the draw."""
    options = LeagueOptions.of(state.options)
    count = options.divisions if state.size else 0
    divisions: dict[int, list[str]] = {number: [] for number in range(1, count + 1)}
    sizes = _sizes_of(state) if count else ()
    for entry in entrants_of(state) if count else ():
        divisions[_division_of(entry.line or 0, sizes)].append(entry.uid)
    groups = {number: tuple(division) for number, division in divisions.items()}
    has_home = options.dates is Dates.MATCH_DAY
    exchanged = exchanged_in(state.match_days) if has_home else frozenset()
    return GroupTable(groups, options.legs, has_home=has_home, exchanged=exchanged)


def _movements(
    division: Sequence[str], number: int, *, options: LeagueOptions, leavers: set[str]
) -> Mapping[str, int]:
    """Return 1 for promoted and -1 for relegated entrants of a division, which is in the order of its standings."""
    up = [uid for uid in division if uid not in leavers][: options.movers] if number > 1 else []
    down = division[len(division) - options.movers :] if number < options.divisions else ()
    return dict.fromkeys(down, -1) | dict.fromkeys(up, 1)
