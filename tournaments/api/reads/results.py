"""Matches, with their reports, records and disputes."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from matches.models import PHOTO_TYPES, Dispute, Exhibit, GameRecord, Match, Report, is_same_person
from matches.queries import Situation, length_in_force, situation
from rules.match import Side
from tournaments import access
from tournaments.access import Visitor
from tournaments.api.reading import Look, reads
from tournaments.api.renderers import AsItIs
from tournaments.api.responses.counting import MatchCountingResponse
from tournaments.api.responses.dispute_file import DisputeResponse
from tournaments.api.responses.matches import MatchResponse, ReportResponse
from tournaments.api.responses.records import RecordResponse
from tournaments.api.responses.teams import SeriesResponse, TeamMatchResponse
from tournaments.errors.teams import NotASeries, NotATeamMatch
from tournaments.models import TableUse, board_of, has_boards, is_series, is_team_match, pairing_of
from tournaments.queries.entrants.teams import (
    SeriesView,
    TeamMatchView,
    boards_of,
    captain_of,
    series_view,
    team_match_view,
)
from tournaments.queries.listed_matches import match_sides
from tournaments.queries.publicity import with_visibility
from tournaments.queries.ratings.counted import (
    MatchCounting,
    counting_now,
    counting_of_match,
    is_rated_by_any,
    reason_of_none,
)
from tournaments.queries.records.comparisons import RecordView, records_seen
from tournaments.queries.results.reports import contest_until
from tournaments.queries.state import begun_matches


def _until_public(match: Match, _look: Look) -> str:
    """Return what the log number does not cover: the minute, while a score is still to become public by itself."""
    return timezone.now().strftime("%Y%m%d%H%M") if access.has_score_to_come(match) else ""


def _counting(match: Match, visitor: Visitor) -> list[MatchCounting]:
    """Return what federations say of the match, as this visitor reads it."""
    # The ETag and the answer ask for it: it is read once.
    if "counting" not in match.__dict__:
        match.__dict__["counting"] = counting_now(match)
    every = match.__dict__["counting"]
    may_read = bool(every) and (
        visitor.side_in(match) is not None or visitor.may_desk(access.tournament_of(match))
    )
    return [one.read_by(may_read_members=may_read) for one in every]


def _until_public_or_counted(match: Match, look: Look) -> str:
    """Return what the log number does not cover: a score to come, and what federations say by their own logs."""
    lines = [(one.is_rated, one.line and one.line.reason) for one in _counting(match, look.visitor)]
    return f"{_until_public(match, look)} {lines}"


def _check_of(record: GameRecord, _look: Look) -> str:
    return f"{record.checked_at} {record.verdict}"


@reads("matches/<slug:uid>/counting/", access.match_to_see, list[MatchCountingResponse], has_etag=False)
def match_counting(match: Match, look: Look) -> list[MatchCounting]:
    """Say for which federations the match is rated, or why not; an open match as if it were played out."""
    tournament = pairing_of(match).stage.event.tournament
    may_read = look.visitor.side_in(match) is not None or look.visitor.may_desk(tournament)
    return [one.read_by(may_read_members=may_read) for one in counting_of_match(match)]


@reads("matches/<slug:uid>/reports/", access.match_to_see, list[ReportResponse], also=_until_public)
def match_reports(match: Match, look: Look) -> list[ReportResponse]:
    """List the reports that the visitor may see, the oldest first."""
    reports = match.reports.prefetch_related("games", Prefetch("by", with_visibility()))
    withheld = _withheld(match, look)
    return [
        ReportResponse.from_row(report, **withheld)
        for report in reports
        if access.sees_report(look.visitor, report)
    ]


@reads("matches/<slug:uid>/", access.match_to_see, MatchResponse, also=_until_public_or_counted)
def match(row: Match, look: Look) -> dict[str, Any]:
    """Show the state of the match, and what the visitor may do now."""
    return match_shown(row, look.visitor)


@reads("matches/<slug:uid>/series/", access.match_to_see, SeriesResponse)
def match_series(row: Match, _look: Look) -> SeriesView:
    """Show the matches of a series so far, and how many each side has won."""
    return series_seen(row)


@reads("matches/<slug:uid>/boards/", access.match_to_see, TeamMatchResponse)
def match_boards(row: Match, look: Look) -> TeamMatchView:
    """Show both teams and the boards; a line-up is secret until both are known."""
    return team_match_seen(look.visitor, row)


@reads("matches/<slug:uid>/records/", access.match_to_see, list[RecordResponse], also=_until_public)
def match_records(row: Match, look: Look) -> Any:
    """List the records, the oldest first."""
    records = row.records.select_related("analysis").prefetch_related(
        Prefetch("uploaded_by", with_visibility())
    )
    records = records.defer("data")
    return records_seen(row, [record for record in records if access.sees_record(look.visitor, record)])


@reads("reports/<slug:uid>/", access.report_to_see, ReportResponse)
def report_shown(report: Report, look: Look) -> ReportResponse:
    """Show what was reported."""
    return ReportResponse.from_row(report, **_withheld(report.match, look))


@reads("disputes/<slug:uid>/", access.dispute_to_see, DisputeResponse)
def dispute(row: Dispute, _look: Look) -> Dispute:
    """Show the dispute with its reports, statements, exhibits, rulings and appeals."""
    return row


@reads(
    "exhibits/<slug:uid>/photo/",
    access.photo_to_see,
    OpenApiTypes.BINARY,
    has_etag=False,
    renderers=(AsItIs,),
    media_types=PHOTO_TYPES,
)
def exhibit_photo(exhibit: Exhibit, _look: Look) -> Response:
    """Send the photo of a dispute as a download."""
    ending = exhibit.photo_type.removeprefix("image/")
    headers = {
        "Content-Disposition": f'attachment; filename="{exhibit.uid}.{ending}"',
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return Response(bytes(exhibit.photo or b""), content_type=exhibit.photo_type, headers=headers)


@reads("records/<slug:uid>/", access.record_to_see, RecordResponse, also=_check_of)
def record(row: GameRecord, _look: Look) -> RecordView:
    """Show the record and what its check found; `verdict` is empty until it has run."""
    return record_seen(row)


def _withheld(match: Match, look: Look) -> dict[str, Any]:
    """Return the field values to hide: the reporter's reason, unless the visitor may read it."""
    return {} if look.visitor.may_read_words(match) else {"reason": ""}


def team_match_seen(visitor: Visitor, row: Match) -> TeamMatchView:
    """Return the team match as this visitor may see it."""
    if not is_team_match(row):
        raise NotATeamMatch
    sees_all = visitor.may_desk(access.tournament_of(row))
    return team_match_view(row, own=visitor.side_in(row), sees_all=sees_all)


def series_seen(row: Match) -> SeriesView:
    """Return the series with its matches."""
    if not is_series(row):
        raise NotASeries
    return series_view(row)


def match_shown(match: Match, visitor: Visitor) -> dict[str, Any]:
    """Return the state of a match as this visitor may see it; at most twelve queries, and those of its counting."""
    counting = _counting(match, visitor)
    pairing = pairing_of(match)
    board = board_of(match)
    now = situation(match)
    final_report = match.accepted_report
    waiting = now.waiting if now.waiting is not None and access.sees_report(visitor, now.waiting) else None
    if final_report is not None:
        final_report.match = match
    if final_report is not None and not access.sees_report(visitor, final_report):
        final_report = None
    one, two = match_sides([match])[match.pk]
    use = TableUse.objects.filter(match=match, until=None).select_related("table").first()
    return {
        "id": match.uid,
        "tournament": access.tournament_of(match).uid,
        "event": pairing.stage.event.uid,
        "stage": pairing.stage.uid,
        "round": pairing.round,
        "slot": pairing.slot,
        "team_match": None if board is None else board.team_match.uid,
        "board": None if board is None else board.number,
        "best_of": pairing.best_of,
        "is_team_match": is_team_match(match),
        "one": one,
        "two": two,
        "length": length_in_force(match),
        "start_score": [match.start_one, match.start_two],
        "state": now.state.value,
        "winner": match.winner,
        "outcome": match.outcome,
        "settled": match.settled,
        "score": final_report.score if final_report is not None else None,
        "rated": is_rated_by_any(counting),
        "reason": reason_of_none(counting),
        "started_at": match.started_at,
        "final_at": match.final_at,
        "accepted_report": final_report.uid if final_report is not None else None,
        "waiting_report": waiting.uid if waiting is not None else None,
        "dispute": now.dispute.uid if now.dispute is not None else None,
        "table": use.table.uid if use is not None else None,
        "penalties": match.penalties.filter(voided_at=None),
        "may": _possible(now, visitor),
    }


def record_seen(record: GameRecord) -> RecordView:
    """Return a record with its derived values; at most thirteen queries."""
    (view,) = records_seen(record.match, [record])
    return view


def _possible(now: Situation, visitor: Visitor) -> list[str]:
    """Return the codes of what the visitor may do about the match now; the actions check again."""
    side, tournament = visitor.side_in(now.match), access.tournament_of(now.match)
    if side is not None:
        return _possible_for(side, now, visitor)
    if visitor.may_direct(tournament):
        return _possible_for_director(now)
    event = pairing_of(now.match).stage.event
    if not now.is_open or event.closed_at is not None:
        return []
    if has_boards(now.match):
        return ["lineup"] if visitor.may_desk(tournament) and _takes_lineup(now.match) else []
    at_desk = {
        "start": visitor.may_desk(tournament) and now.match.started_at is None,
        "report": now.dispute is None
        and (visitor.may_enter_slips(tournament) or (visitor.is_tablet_of(event) and now.suspension is None)),
    }
    return [code for code, is_possible in at_desk.items() if is_possible]


def _possible_for_director(now: Situation) -> list[str]:
    if has_boards(now.match):
        whole = {
            "lineup": now.is_open and _takes_lineup(now.match, of_director=True),
            "report": now.is_open,
            "correct": now.match.is_final,
        }
        return [code for code, is_possible in whole.items() if is_possible]
    directing = {
        "start": now.is_open and now.match.started_at is None,
        "report": now.is_open and now.dispute is None,
        "confirm": now.waiting is not None,
        "rule": now.dispute is not None,
        "state": now.dispute is not None,
        "correct": now.match.is_final,
        "upload": True,
    }
    return [code for code, is_possible in directing.items() if is_possible]


def _takes_lineup(match: Match, *, of_director: bool = False) -> bool:
    """Whether a line-up can be named: before the boards are made, and of a director before one has begun."""
    if not is_team_match(match):
        return False
    boards = boards_of(match)
    return not boards or (of_director and not begun_matches(board.match_id for board in boards))


def _possible_for(side: Side, now: Situation, visitor: Visitor) -> list[str]:
    if is_series(now.match):
        return []
    if pairing_of(now.match).stage.event.closed_at is not None:
        # Records and statements have a period of their own.
        after_closing = {"state": now.dispute is not None, "upload": now.match.cancelled_at is None}
        return [code for code, is_possible in after_closing.items() if is_possible]
    if is_team_match(now.match):
        is_captain = is_same_person(visitor.player, captain_of(now.match, side))
        return ["lineup"] if now.is_open and is_captain and _takes_lineup(now.match) else []
    playing = {
        "start": now.is_open and now.match.started_at is None,
        "report": now.may_report(side),
        "confirm": now.may_answer(side),
        "dispute": now.may_dispute(side) or contest_until(now.match, side) is not None,
        "state": now.dispute is not None,
        "upload": now.match.cancelled_at is None,
    }
    return [code for code, is_possible in playing.items() if is_possible]
