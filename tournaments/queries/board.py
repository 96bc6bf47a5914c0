"""The control board of a whole tournament: who is free, what is ready, what runs where, and what is overdue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Sum

from matches.models import Penalty, Report, SideMember, Suspension
from tournaments.formats import FORMATS, Shape
from tournaments.models import Seat, Table, TableUse, Tournament

from .bracket import SlotState
from .lateness import Late, calls_standing, late
from .matches import MatchLine, open_matches
from .readiness import Hall, Person, Waiting, expected, hall_of

# A match is slow once it takes half as long again as expected.
_SLOW = 1.5


@dataclass(frozen=True, slots=True)
class Running:
    """A match that is called or played: for how long, against how long it is expected to take.

    `late` is set until it begins. `minutes` are counted from the beginning, or from
    the call of one that is gone on with after a suspension.
    """

    line: MatchLine
    minutes: int
    expected: int
    late: Late | None
    report: Report | None = None

    @property
    def is_slow(self) -> bool:
        """Whether it takes much longer than expected."""
        return self.line.state is SlotState.PLAYING and self.minutes > _SLOW * self.expected

    @property
    def is_late(self) -> bool:
        """Whether somebody should be at the table by now."""
        return self.late is not None and self.late.is_late

    @property
    def is_called(self) -> bool:
        """Whether it waits at its table to begin."""
        return self.late is not None

    @property
    def share(self) -> int:
        """How much of the expected time is over, in percent, at most 100."""
        return min(100, round(100 * self.minutes / max(self.expected, 1)))


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table and what is on at it."""

    table: Table
    running: Running | None

    @property
    def is_free(self) -> bool:
        """Whether a match can be called to it."""
        return self.running is None and not self.table.is_out_of_order


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of a tournament that a director looks at while it is played, at one moment.

    Every open match stands once: in `disputed`, `unconfirmed`, `suspended`, `waiting`
    (ready ones first), or at a table of `tables` or in `elsewhere` without one.
    A match at a table whose result is disputed or unconfirmed is shown there too.
    """

    at: datetime
    lines: Sequence[MatchLine]
    disputed: Sequence[MatchLine]
    unconfirmed: Sequence[Running]
    waiting: Sequence[Waiting]
    suspended: Sequence[tuple[MatchLine, Suspension]]
    tables: Sequence[BoardTable]
    elsewhere: Sequence[Running]
    free: Sequence[Person]

    @property
    def ready(self) -> Sequence[Waiting]:
        """The matches that can be called, the next one first."""
        return [found for found in self.waiting if found.is_ready]

    @property
    def held_up(self) -> Sequence[Waiting]:
        """The matches that lack a player."""
        return [found for found in self.waiting if not found.is_ready]

    @property
    def running(self) -> Sequence[Running]:
        """What is on at tables and elsewhere."""
        return [*(found.running for found in self.tables if found.running), *self.elsewhere]

    @property
    def late(self) -> Sequence[Running]:
        """The matches called and not begun for which somebody is late, the longest first."""
        return sorted((one for one in self.running if one.is_late), key=lambda one: -one.minutes)

    @property
    def slow(self) -> Sequence[Running]:
        """The matches that take much longer than expected, the longest first."""
        return sorted((one for one in self.running if one.is_slow), key=lambda one: -one.minutes)

    @property
    def called(self) -> Sequence[Running]:
        """The matches called that have not begun."""
        return [one for one in self.running if one.is_called]

    @property
    def free_tables(self) -> Sequence[Table]:
        """The tables to which a match can be called."""
        return [found.table for found in self.tables if found.is_free]


def board(tournament: Tournament, *, now: datetime) -> Board:
    """Gather the board; a number of queries that does not grow with the tournament."""
    lines = open_matches(tournament)
    hall = hall_of(tournament, lines, now=now)
    uses = {
        use.match_id: use
        for use in TableUse.objects.filter(table__tournament=tournament, until=None).select_related("table")
    }
    running = _running(hall, uses, now=now)
    by_table = {uses[key].table_id: one for key, one in running.items() if key in uses}
    rows = Table.objects.filter(tournament=tournament).select_related("reserved_for").order_by("order", "pk")
    lasting = {SlotState.DISPUTED, SlotState.SCORE_OPEN, SlotState.REPORTED}
    return Board(
        at=now,
        lines=lines,
        disputed=[line for line in lines if line.state in (SlotState.DISPUTED, SlotState.SCORE_OPEN)],
        unconfirmed=[one for one in running.values() if one.line.state is SlotState.REPORTED],
        waiting=hall.waiting,
        suspended=hall.suspended,
        tables=[BoardTable(table, by_table.get(table.pk)) for table in rows],
        elsewhere=[one for key, one in running.items() if key not in uses and one.line.state not in lasting],
        free=_free(tournament, hall),
    )


def _running(hall: Hall, uses: Mapping[int, TableUse], *, now: datetime) -> dict[int, Running]:
    """The matches at tables or begun, by primary key; three queries."""
    called = {
        line.match.pk: uses[line.match.pk]
        for line in hall.at_tables
        if line.state is SlotState.OPEN and line.match.pk in uses
    }
    calls = calls_standing(called)
    given: dict[int, dict[str, int]] = {}
    penalties = Penalty.objects.filter(match__in=list(called), before_game=0, voided_at=None)
    for row in penalties.values("match_id", "to").annotate(points=Sum("points")).order_by():
        given.setdefault(row["match_id"], {})[row["to"]] = row["points"]
    reports = _newest_reports(hall.at_tables)
    found = {}
    for line in hall.at_tables:
        key = line.match.pk
        use = uses.get(key)
        waits = key in called and late(
            line.match,
            event=line.event,
            calls=calls.get(key, ()),
            given=given.get(key, {}),
            since=called[key].since,
            now=now,
        )
        found[key] = Running(
            line,
            minutes=_minutes(line, use, is_resumed=key in hall.resumed, now=now),
            expected=expected(line) // timedelta(minutes=1),
            late=waits or None,
            report=reports.get(key),
        )
    return found


def _minutes(line: MatchLine, use: TableUse | None, *, is_resumed: bool, now: datetime) -> int:
    """Since the start, or the call of one that has not begun or is gone on with."""
    since = line.match.started_at
    if use is not None and (since is None or is_resumed):
        since = use.since
    return 0 if since is None else max(0, (now - since) // timedelta(minutes=1))


def _newest_reports(lines: Sequence[MatchLine]) -> dict[int, Report]:
    matches = {line.match.pk: line.match for line in lines if line.state is SlotState.REPORTED}
    said = Report.objects.filter(match__in=list(matches), source__in=("one", "two")).order_by("pk")
    newest = {report.match_id: report for report in said}
    for key, report in newest.items():
        report.match = matches[key]
    return newest


def _free(tournament: Tournament, hall: Hall) -> list[Person]:
    """Who sits at no table and is still in an event: their match waits, or their next opponent is not known."""
    seated = {person.player.pk for line in hall.at_tables for person in hall.people[line.match.pk]}
    found = {
        person.player.pk: person
        for waiting in hall.waiting
        for person in waiting.people
        if person.player.pk not in seated
    }
    met = {person.player.pk for people in hall.people.values() for person in people}
    sides = _still_in(tournament)
    for member in SideMember.objects.filter(side__in=sides).select_related("player"):
        if member.player_id not in met:
            found.setdefault(member.player_id, hall.person(member.player))
    return sorted(found.values(), key=lambda person: person.player.name.casefold())


def _still_in(tournament: Tournament) -> set[int]:
    """The sides that play on in a stage under way; where a loss is the end, who has lost does not."""
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
            "entrant__side_id",
            "side",
            "pairing__match__outcome",
            "pairing__match__winner",
        )
    )
    last: dict[tuple[int, int], bool] = {}
    for stage, format_, seated, side, outcome, winner in seats:
        is_out = FORMATS[format_].shape is Shape.BRACKET and bool(outcome) and winner != side
        last[stage, seated] = not is_out
    return {seated for (_stage, seated), plays_on in last.items() if plays_on}
