"""The lists of an event's control page: open matches by state, and the latest results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from matches.models import UNSPOKEN, Match, Report
from tournaments.models import Event, Table, TableUse, played_for
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, open_matches

_LATEST = 8


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A match with an unconfirmed report."""

    line: MatchLine
    report: Report

    @property
    def deadline(self) -> datetime | None:
        """Return when the report counts without an objection, or None if it never does."""
        return self.report.silence_at


@dataclass(frozen=True, slots=True)
class Control:
    """The open matches of an event by state, the latest results and the free tables.

    `teams` holds the unfinished team matches; their boards are in the other lists.
    """

    disputed: Sequence[MatchLine]
    unconfirmed: Sequence[Unconfirmed]
    playing: Sequence[MatchLine]
    called_matches: Sequence[MatchLine]
    to_call: Sequence[MatchLine]
    teams: Sequence[MatchLine]
    latest: Sequence[Match]
    free_tables: Sequence[Table]

    @property
    def open(self) -> Sequence[MatchLine]:
        """Return every match that can receive a result."""
        waiting = [one.line for one in self.unconfirmed]
        return [*self.playing, *self.called_matches, *waiting, *self.to_call, *self.disputed]


def control(event: Event) -> Control:
    """Return the matches of an event by state, in six queries."""
    everything = open_matches(event)
    lines = [line for line in everything if not line.is_team_match]
    waiting = [line for line in lines if line.state is SlotState.REPORTED]
    reports = Report.objects.filter(match__in=[line.match.pk for line in waiting], source__in=("one", "two"))
    newest = {report.match_id: report for report in reports.exclude(UNSPOKEN).order_by("pk")}
    for line in waiting:
        newest[line.match.pk].match = line.match
    latest = Match.objects.filter(played_for(stage__event=event), final_at__isnull=False, cancelled_at=None)
    uses = TableUse.objects.filter(table=OuterRef("pk"), until=None)
    not_begun = [line for line in lines if line.state is SlotState.OPEN]
    return Control(
        disputed=[line for line in lines if line.state in (SlotState.DISPUTED, SlotState.SCORE_OPEN)],
        unconfirmed=[Unconfirmed(line, newest[line.match.pk]) for line in waiting],
        playing=[line for line in lines if line.state is SlotState.PLAYING],
        called_matches=[line for line in not_begun if line.table],
        to_call=[line for line in not_begun if not line.table],
        teams=[line for line in everything if line.is_team_match],
        latest=list(
            latest.select_related("one", "two", "accepted_report").order_by("-final_at", "-pk")[:_LATEST]
        ),
        free_tables=list(Table.objects.filter(~Exists(uses), tournament=event.tournament_id)),
    )
