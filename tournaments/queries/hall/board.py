"""The control board of a tournament: free players, ready matches, running matches and late ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from matches.models import UNSPOKEN, Report, Suspension, name_key
from tournaments.formats import FORMATS, Shape
from tournaments.models import EventKind, Seat, Table, TableUse, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, open_matches

from .lateness import Late, calls_standing, late
from .readiness import MatchPlayer, OpenMatches, WaitingMatch, expected, hall_of

# A match is slow after one and a half times its expected duration.
_SLOW = 1.5


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
    table in `tables`, or in `elsewhere`. Disputed and unconfirmed matches are also listed at their tables.
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


def board(tournament: Tournament, *, now: datetime) -> ControlBoard:
    """Return the control board; a constant number of queries."""
    lines = open_matches(tournament)
    playing_on = _still_in(tournament)
    hall = hall_of(tournament, lines, now=now, beside=playing_on)
    tables = _tables(tournament)
    seats = {table.match_id: table for table in tables if table.match_id is not None}
    running = _running(hall, seats, now=now)
    lasting = {SlotState.DISPUTED, SlotState.SCORE_OPEN, SlotState.REPORTED}
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
    )


def _tables(tournament: Tournament) -> list[_TableSeat]:
    """Return the tables in order, each with its current match and the time since when; one query."""
    use = TableUse.objects.filter(table=OuterRef("pk"), until=None)
    rows = Table.objects.filter(tournament=tournament).select_related("reserved_for").order_by("order", "pk")
    rows = rows.annotate(on=Subquery(use.values("match")[:1]), on_since=Subquery(use.values("since")[:1]))
    return [_TableSeat(row, row.on, row.on_since) for row in rows]


def _running(hall: OpenMatches, seats: Mapping[int, _TableSeat], *, now: datetime) -> dict[int, Running]:
    """Return the called and running matches by primary key; two queries."""
    call_times = {
        line.match.pk: seats[line.match.pk].since
        for line in hall.at_tables
        if line.state is SlotState.OPEN and line.match.pk in seats
    }
    calls = calls_standing(call_times)
    reports = _newest_reports(hall.at_tables)
    by_match = {}
    for line in hall.at_tables:
        key = line.match.pk
        since = call_times.get(key)
        by_match[key] = Running(
            line,
            minutes=_minutes(line, seats.get(key), is_resumed=key in hall.resumed, now=now),
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
    seated = {person.player.pk for line in hall.at_tables for person in hall.people[line.match.pk]}
    absentees = {person.player.pk for line, _where in hall.suspended for person in hall.people[line.match.pk]}
    waiting = [person for match in hall.waiting for person in match.people]
    by_player = {person.player.pk: person for person in waiting}
    by_player |= {person.player.pk: person for person in hall.beside if person.player.pk not in absentees}
    free = [person for key, person in by_player.items() if key not in seated]
    return sorted(free, key=lambda person: name_key(person.name))


def _still_in(tournament: Tournament) -> set[int]:
    """Return the primary keys of sides that play on in a stage under way, without losers of brackets.

    A pair with an open match is left out: after a substitution the former pair still plays that match, and the new
    player waits for the next one.
    """
    seats = (
        Seat.objects.filter(
            stage__event__tournament=tournament,
            stage__completed_at=None,
            cancelled_at=None,
            entrant__withdrawn_at=None,
        )
        .order_by("round", "pk")
        .values_list(
            "stage_id",
            "stage__format",
            "stage__event__kind",
            "entrant__side_id",
            "side",
            "pairing__match",
            "pairing__match__final_at",
            "pairing__match__outcome",
            "pairing__match__winner",
        )
    )
    last: dict[tuple[int, int], bool] = {}
    for stage, format_, kind, seated, side, match, final_at, outcome, winner in seats:
        is_out = FORMATS[format_].shape is Shape.BRACKET and bool(outcome) and winner != side
        is_told_of = kind == EventKind.DOUBLES and bool(match) and final_at is None
        last[stage, seated] = not (is_out or is_told_of)
    return {seated for (_stage, seated), plays_on in last.items() if plays_on}
