"""The course of a series: its next match, and its result once a side has won more than half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from matches.actions import changes, reporting
from matches.actions.reporting import ResultClaim
from matches.models import Match, Report, Settled, Source
from matches.queries import conditions, has_begun
from rules.match import Side
from rules.scoresheet import Outcome, Tally
from tournaments import notices
from tournaments.actions.draws.boards import next_in_series
from tournaments.actions.draws.cancelling import drop_boards
from tournaments.models import Board, Event, Table, TableUse, pairing_of
from tournaments.queries.entrants.teams import boards_of, boards_won, team_score


@dataclass(slots=True)
class SeriesStep:
    """What became of a series: its new report, whether it is open again, and matches made or no longer needed."""

    report: Report | None = None
    is_reopened: bool = False
    made: Board | None = None
    table: Table | None = None
    """The table at which the match made is played."""
    dropped: list[Board] = field(default_factory=list)


def carry_to_series(series: Match, *, event: Event) -> SeriesStep:
    """Update a locked series from its matches: decided by more than half, else with a next match to play.

    What a director entered as a whole stays until the matches played say that the other side has won.
    """
    boards, step = boards_of(series), SeriesStep()
    played = [board.match for board in boards]
    changes.begin_with(series, played)
    report = series.accepted_report
    if is_decided(series, played):
        score = team_score([match for match in played if match.is_final])
        under = conditions(series)
        claim = ResultClaim(under, Tally(score.outcome, under.length, score.wins, score.winner), None)
        if report is None or not claim.repeats(report):
            step.report = reporting.submit(series, claim, by=None, source=Source.BOARDS)
            reporting.accept(series, step.report, settlement=Settled.BOARDS)
            notices.final(step.report)
        step.dropped = drop_boards([series.pk])
        return step
    if report is not None and report.source == Source.BOARDS:
        reporting.reopen(series)
        step.is_reopened = True
    if report is not None and series.is_final:
        step.report = _without_contradiction(series, report, played)
    if series.is_final:
        step.dropped = drop_boards([series.pk])
        return step
    still_open = [board for board in boards if not board.match.is_final]
    if not still_open:
        step.made = next_in_series(series, pairing_of(series), event=event, boards=boards)
        step.table = _stay_at_table(step.made, boards)
    # Where an earlier match is open again, a later one that has not begun waits for it.
    surplus = [board for board in still_open[1:] if not has_begun(board.match)]
    if surplus:
        step.dropped = drop_boards([series.pk], only=surplus)
    return step


def _without_contradiction(series: Match, report: Report, matches: Sequence[Match]) -> Report | None:
    """Raise a score that a director entered as a whole to the matches won; return the new report, if any."""
    one, two = boards_won(matches)
    score = report.counted
    if report.outcome != Outcome.PLAYED or (score[0] >= one and score[1] >= two):
        return None
    points = (max(score[0], one), max(score[1], two))
    under = conditions(series)
    claim = ResultClaim(under, Tally(Outcome.PLAYED, under.length, points, Side(report.winner)), None)
    changed = reporting.submit(series, claim, by=None, source=Source.DIRECTOR, reason=report.reason)
    reporting.accept(series, changed, settlement=Settled.DIRECTOR)
    return changed


def _stay_at_table(board: Board, earlier: Sequence[Board]) -> Table | None:
    """Let the next match of a series take over the table of the one before; return it, None without a table."""
    use = TableUse.objects.filter(match__in=[one.match_id for one in earlier], until=None).last()
    if use is None:
        return None
    use.until = timezone.now()
    use.save(update_fields=["until"])
    return TableUse.objects.create(table=use.table, match=board.match, since=use.until).table


def is_decided(series: Match, matches: Sequence[Match]) -> bool:
    """Whether a side has won more than half of a series, or all its matches are over."""
    final = [match for match in matches if match.is_final]
    return len(final) >= series.length or 2 * max(boards_won(final)) > series.length
