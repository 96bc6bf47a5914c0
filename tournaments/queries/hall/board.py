"""The control board of a tournament or an event: free players, ready, running and late matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import OuterRef, QuerySet, Subquery

from matches.models import UNSPOKEN, Match, Report, Suspension, name_key, name_order
from tournaments.models import Event, Table, TableUse, Tournament, played_for
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, open_matches

from .lateness import Late, calls_standing, late
from .next_calls import Delay, delays
from .readiness import (
    MatchPlayer,
    OpenMatches,
    WaitingMatch,
    expected,
    hall_of,
    is_on,
    suspensions_of,
)

# A match is slow after one and a half times its expected duration.
_SLOW = 1.5
# A match under way takes at least this share of its expected duration longer.
_LEAST_REST = 0.25
# A match holds up the hall if its way is longer by this than that of every other match.
_LEAD = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Running:
    """A match that is called or under way, with its elapsed and expected minutes.

    `late` is None once the match has begun. `minutes` are counted from its start, or from the call of a resumed
    match.
    """

    line: MatchLine
    minutes: int
    expected_minutes: int
    late: Late | None
    report: Report | None = None

    @property
    def is_slow(self) -> bool:
        """Whether the match takes much longer than expected."""
        return self.line.state is SlotState.PLAYING and self.minutes > _SLOW * self.expected_minutes

    @property
    def is_late(self) -> bool:
        """Whether the match is late by the rules or has been called twice."""
        return self.late is not None and (self.late.is_late or self.late.is_called_twice)

    @property
    def is_called(self) -> bool:
        """Whether the match is called and has not begun."""
        return self.late is not None

    @property
    def share(self) -> int:
        """The elapsed share of the expected time, in percent, at most 100."""
        return min(100, round(100 * self.minutes / max(self.expected_minutes, 1)))


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table and the match at it."""

    table: Table
    running: Running | None

    @property
    def is_free(self) -> bool:
        """Whether a match can be called to the table."""
        return self.running is None and not self.table.is_out_of_order

    def is_for(self, event: Event) -> bool:
        """Whether a match of this event is at the table, or could be."""
        if self.running is not None:
            return self.running.line.event.pk == event.pk
        return self.is_free and self.table.reserved_for_id in (None, event.pk)


@dataclass(frozen=True, slots=True)
class HoldUp:
    """The match on which the end of the whole hall depends, and the expected time from now to the end of its event."""

    line: MatchLine
    to_go: timedelta

    @property
    def minutes(self) -> int:
        """The expected minutes to the end of the event."""
        return self.to_go // timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class _TableSeat:
    """A table with the match at it, and the time since when."""

    table: Table
    match_id: int | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class ControlBoard:
    """The state of a whole tournament for its director, at one moment.

    Every open match is listed once: in `disputed`, `unconfirmed`, `suspended`, `waiting` (ready ones first), at a
    table in `tables`, or in `elsewhere`. Disputed and unconfirmed matches are also listed at their tables. Matches of
    teams are in `teams`, their boards in the other lists.
    """

    at: datetime
    lines: Sequence[MatchLine]
    disputed: Sequence[MatchLine]
    unconfirmed: Sequence[Running]
    waiting: Sequence[WaitingMatch]
    suspended: Sequence[tuple[MatchLine, Suspension]]
    tables: Sequence[BoardTable]
    elsewhere: Sequence[Running]
    free: Sequence[MatchPlayer]
    hold_up: HoldUp | None
    teams: Sequence[MatchLine] = ()
    delays: Mapping[int, Delay] = field(default_factory=dict)
    """Why ready matches are not called although tables are free, by primary key, where tables are given automatically."""

    def within(self, event: Event) -> ControlBoard:
        """Return the board of one event: its matches, their tables, and the tables free for it."""

        def has(line: MatchLine) -> bool:
            return line.event.pk == event.pk

        return replace(
            self,
            lines=[line for line in self.lines if has(line)],
            disputed=[line for line in self.disputed if has(line)],
            unconfirmed=[one for one in self.unconfirmed if has(one.line)],
            waiting=[match for match in self.waiting if has(match.line)],
            suspended=[(line, where) for line, where in self.suspended if has(line)],
            tables=[seat for seat in self.tables if seat.is_for(event)],
            elsewhere=[one for one in self.elsewhere if has(one.line)],
            free=(),
            hold_up=self.hold_up if self.hold_up and has(self.hold_up.line) else None,
            teams=[line for line in self.teams if has(line)],
        )

    @property
    def ready(self) -> Sequence[WaitingMatch]:
        """The matches that can be called, the next one first."""
        return [match for match in self.waiting if match.is_ready]

    @property
    def held_up(self) -> Sequence[WaitingMatch]:
        """The waiting matches with a busy or absent player."""
        return [match for match in self.waiting if not match.is_ready]

    @property
    def running(self) -> Sequence[Running]:
        """The matches at tables and elsewhere."""
        return [*(seat.running for seat in self.tables if seat.running), *self.elsewhere]

    @property
    def late(self) -> Sequence[Running]:
        """The called matches that are late, longest wait first."""
        return sorted((one for one in self.running if one.is_late), key=lambda one: -one.minutes)

    @property
    def slow(self) -> Sequence[Running]:
        """The matches that take much longer than expected, longest first."""
        return sorted((one for one in self.running if one.is_slow), key=lambda one: -one.minutes)

    @property
    def called(self) -> Sequence[Running]:
        """The called matches that have not begun."""
        return [one for one in self.running if one.is_called]

    @property
    def playing(self) -> int:
        """The number of matches under way."""
        return sum(one.line.state is SlotState.PLAYING for one in self.running)

    @property
    def free_tables(self) -> Sequence[Table]:
        """The tables to which a match can be called."""
        return [seat.table for seat in self.tables if seat.is_free]

    @property
    def ordinary_tables(self) -> Sequence[Table]:
        """The free tables that are not reserved and have no stream."""
        return [table for table in self.free_tables if not (table.is_streaming or table.reserved_for_id)]


def board(tournament: Tournament, *, now: datetime) -> ControlBoard:
    """Return the control board; a constant number of queries."""
    lines = open_matches(tournament)
    hall = hall_of(tournament, lines, now=now)
    tables = _tables(tournament)
    seats = {table.match_id: table for table in tables if table.match_id is not None}
    running = _running(
        hall.at_tables, seats, resumed=hall.resumed, reports=_newest_reports(hall.at_tables), now=now
    )
    lasting = {SlotState.DISPUTED, SlotState.SCORE_OPEN, SlotState.REPORTED}
    free_tables = [seat.table for seat in tables if seat.match_id is None and not seat.table.is_out_of_order]
    return ControlBoard(
        at=now,
        lines=lines,
        disputed=[line for line in lines if line.state in (SlotState.DISPUTED, SlotState.SCORE_OPEN)],
        unconfirmed=[one for one in running.values() if one.line.state is SlotState.REPORTED],
        waiting=hall.waiting,
        suspended=hall.suspended,
        tables=[
            BoardTable(seat.table, None if seat.match_id is None else running.get(seat.match_id))
            for seat in tables
        ],
        elsewhere=[one for key, one in running.items() if key not in seats and one.line.state not in lasting],
        free=_free(hall),
        hold_up=_hold_up(hall, running),
        teams=[line for line in lines if line.has_boards],
        delays=delays(hall.ready, free_tables) if tournament.calls_automatically else {},
    )


def _hold_up(hall: OpenMatches, running: Mapping[int, Running]) -> HoldUp | None:
    """Return the match whose way is clearly longer than that of every other; None where nothing follows from it."""
    waiting = [*(match.line for match in hall.waiting), *(line for line, _where in hall.suspended)]
    matches = [HoldUp(line, hall.ways[line.match.pk].to_go) for line in waiting]
    for key, one in running.items():
        way = hall.ways[key]
        gone = timedelta(0) if one.is_called else timedelta(minutes=one.minutes)
        matches.append(HoldUp(one.line, way.after + max(way.own - gone, _LEAST_REST * way.own)))
    matches.sort(key=lambda match: match.to_go, reverse=True)
    if len(matches) < 2 or matches[0].to_go - matches[1].to_go < _LEAD:
        return None
    return matches[0] if hall.ways[matches[0].line.match.pk].after else None


def _tables(tournament: Tournament) -> list[_TableSeat]:
    """Return the tables in order, each with its current match and the time since when; one query."""
    use = TableUse.objects.filter(table=OuterRef("pk"), until=None)
    rows = Table.objects.filter(tournament=tournament).select_related("reserved_for").order_by("order", "pk")
    rows = rows.annotate(on=Subquery(use.values("match")[:1]), on_since=Subquery(use.values("since")[:1]))
    return [_TableSeat(row, row.on, row.on_since) for row in rows]


@dataclass(frozen=True, slots=True)
class TablesInUse:
    """The called and running matches of a tournament, with the numbers of its tables."""

    running: Sequence[Running]
    total: int
    free: int


def tables_in_use(tournament: Tournament, lines: Sequence[MatchLine], *, now: datetime) -> TablesInUse:
    """Return the called and running ones of these open matches, and how many tables are free; three queries."""
    lines = [line for line in lines if not line.has_boards]
    broken_off = suspensions_of(lines)
    suspended = {line.match.pk for line in lines if line.state is SlotState.SUSPENDED}
    seats = _tables(tournament)
    running = _running(
        [line for line in lines if is_on(line, broken_off)],
        {seat.match_id: seat for seat in seats if seat.match_id is not None},
        resumed=broken_off.keys() - suspended,
        reports={},
        now=now,
    )
    free = sum(seat.match_id is None and not seat.table.is_out_of_order for seat in seats)
    return TablesInUse(list(running.values()), len(seats), free)


def _running(
    lines: Sequence[MatchLine],
    seats: Mapping[int, _TableSeat],
    *,
    resumed: Collection[int],
    reports: Mapping[int, Report],
    now: datetime,
) -> dict[int, Running]:
    """Return the called and running matches by primary key; one query."""
    call_times = {
        line.match.pk: seats[line.match.pk].since
        for line in lines
        if line.state is SlotState.OPEN and line.match.pk in seats
    }
    calls = calls_standing(call_times)
    by_match = {}
    for line in lines:
        key = line.match.pk
        since = call_times.get(key)
        by_match[key] = Running(
            line,
            minutes=_minutes(line, seats.get(key), is_resumed=key in resumed, now=now),
            expected_minutes=expected(line) // timedelta(minutes=1),
            late=None
            if since is None
            else late(line.match, event=line.event, calls=calls.get(key, ()), since=since, now=now),
            report=reports.get(key),
        )
    return by_match


def _minutes(line: MatchLine, seat: _TableSeat | None, *, is_resumed: bool, now: datetime) -> int:
    """Return the minutes since the start; since the call if the match has not begun or was resumed."""
    since = line.match.started_at
    if seat is not None and (since is None or is_resumed):
        since = seat.since
    return 0 if since is None else max(0, (now - since) // timedelta(minutes=1))


def _newest_reports(lines: Sequence[MatchLine]) -> dict[int, Report]:
    matches = {line.match.pk: line.match for line in lines if line.state is SlotState.REPORTED}
    reports = Report.objects.filter(match__in=list(matches), source__in=("one", "two")).exclude(UNSPOKEN)
    newest = {report.match_id: report for report in reports.order_by("pk")}
    for key, report in newest.items():
        report.match = matches[key]
    return newest


def _free(hall: OpenMatches) -> list[MatchPlayer]:
    """Return the players who are not at a table and still in an event, by name."""
    seated = {person.key for line in hall.at_tables for person in hall.people[line.match.pk]}
    absentees = {person.key for line, _where in hall.suspended for person in hall.people[line.match.pk]}
    waiting = [person for match in hall.waiting for person in match.people]
    by_player = {person.key: person for person in waiting}
    by_player |= {person.key: person for person in hall.still_in if person.key not in absentees}
    free = [person for key, person in by_player.items() if key not in seated]
    return sorted(free, key=lambda person: name_order(person.name))


def final_matches(event: Event, *, find: str = "", most: int | None = None) -> Sequence[Match]:
    """Return the final matches, newest first, at most so many; `find` is a part of a player's name. One query."""
    rows = _final(event).select_related("one", "two", "accepted_report").order_by("-final_at", "-pk")
    words = name_key(find).split()
    if not words:
        return list(rows[:most])
    return [match for match in rows if _has(match.one.name, words) or _has(match.two.name, words)][:most]


def number_of_finals(event: Event) -> int:
    """Return the number of final matches; one query."""
    return _final(event).count()


def _final(event: Event) -> QuerySet[Match]:
    return Match.objects.filter(played_for(stage__event=event), final_at__isnull=False, cancelled_at=None)


def _has(name: str, words: Sequence[str]) -> bool:
    key = name_key(name)
    return all(word in key for word in words)
