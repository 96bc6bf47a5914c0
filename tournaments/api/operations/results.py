"""Results: starts, reports, forfeits, penalties, corrections and game records."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.urls import reverse

from matches.models import LARGEST_RECORD, GameRecord, Match, Report, Ruling
from matches.models import Dispute as DisputeRow
from rules.game import Ended, GameScore, Result
from rules.match import Side
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions import results, undo
from tournaments.actions.records import uploads
from tournaments.api.operation import Invocation, Operation, impact_of, operation
from tournaments.api.reads.results import match_shown, record_seen
from tournaments.api.responses.dispute_file import DisputeResponse
from tournaments.api.responses.matches import (
    CorrectionResponse,
    MatchResponse,
    PaperLineResponse,
    ReportedResponse,
    ReportResponse,
)
from tournaments.api.responses.records import RecordResponse
from tournaments.requests.disputes import CorrectionRequest, DisputeRequest
from tournaments.requests.fields import NothingRequest, Request
from tournaments.requests.results import (
    ForfeitRequest,
    LengthRequest,
    PaperLinesRequest,
    PenaltyRequest,
    RecordRequest,
    ReportRequest,
)


def result_values(body: Request) -> dict[str, Any]:
    """Return the values of a result for the actions: games and score as objects instead of JSON."""
    values = body.given()
    if "games" in values:
        values["games"] = [
            GameScore(Side(game["winner"]), Result(game["result"]), game["cube"], Ended(game["ended"]))
            for game in values["games"]
        ]
    if "score" in values:
        one, two = values["score"]
        values["score"] = (one, two)
    return values


def match_now(use: Invocation[Match, Any], _outcome: object) -> dict[str, Any]:
    """Return the match of the address, read again, as this visitor may see it."""
    return match_shown(access.match_to_see(use.visitor, use.row.uid), use.visitor)


def _report_rate(visitor: Visitor, match: Match) -> str:
    return "direct" if visitor.side_in(match) is None else "report"


@operation(
    "POST matches/<slug:uid>/reports/",
    access.match_to_settle,
    results.report,
    ReportedResponse,
    status=201,
    location=lambda _use, reported: reverse("api_report_shown", args=[reported.report.uid]),
    rate=_report_rate,
)
def report(use: Invocation[Match, ReportRequest]) -> Any:
    """Report the result, as the visitor's own side, as a director, or at the shared tablet for both sides.

    The losing side's report is final at once, as is a director's; a winner's
    waits for the opponent. The same report again is the same report.
    """
    return results.report(use.row, by=use.by, origin=use.origin, **result_values(use.body))


@operation(
    "POST reports/<slug:uid>/dispute/",
    access.report_to_dispute,
    results.dispute,
    DisputeResponse,
    status=201,
    location=lambda _use, new: reverse("api_dispute", args=[new.uid]),
)
def report_dispute(use: Invocation[Report, DisputeRequest]) -> DisputeRow:
    """Contest the opponent's report, so that a director decides; with the own result where there is one."""
    return results.dispute(use.row, by=use.by, origin=use.origin, **result_values(use.body))


@operation(
    "POST matches/<slug:uid>/forfeit/", access.match_to_report, results.forfeit, MatchResponse, show=match_now
)
def match_forfeit(use: Invocation[Match, ForfeitRequest]) -> object:
    """End a match that is not played out: a player gives up the own side's, a director decides."""
    return results.forfeit(use.row, by=use.by, origin=use.origin, **result_values(use.body))


def _correction_shown(use: Invocation[Match, Any], ruling: Ruling) -> CorrectionResponse:
    address = reverse("api_match_correct_undo", args=[use.row.uid])
    return CorrectionResponse.from_row(ruling, undo=use.http.build_absolute_uri(address))


@operation(
    "POST matches/<slug:uid>/correction/",
    access.match_to_direct,
    results.correct,
    CorrectionResponse,
    status=201,
    show=_correction_shown,
)
def match_correct(use: Invocation[Match, CorrectionRequest]) -> Ruling:
    """Correct the final result, and with `follow` whatever depends on it."""
    return results.correct(use.row, by=use.by, **result_values(use.body))


# What is too large is refused, and its beginning is kept all the same: no claim may undo that.
@operation(
    "POST matches/<slug:uid>/records/",
    access.match_to_upload,
    uploads.upload,
    RecordResponse,
    status=202,
    show=lambda _use, record: record_seen(record),
    location=lambda _use, record: reverse("api_record", args=[record.uid]),
    rate=lambda _visitor, _match: "upload",
    is_claimed=lambda use: use.body.file.size <= LARGEST_RECORD,
    is_form=True,
)
def record_upload(use: Invocation[Match, RecordRequest]) -> GameRecord:
    """Add a game record. It is stored now and checked soon: look at its address."""
    upload = use.body.file
    add = partial(uploads.upload, use.row, by=use.by, origin=use.origin)
    return add(file_name=upload.name, data=upload.read())


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "event_enter_in_order",
        "POST events/<slug:uid>/paper-results/",
        access.event_to_enter,
        results.enter_in_order,
        PaperLinesRequest,
        list[PaperLineResponse],
        "Enter results from paper one after another, so that each pairs what the next ones need. A line that is "
        "refused says why, and stops none of the others.",
    ),
    Operation(
        "match_start",
        "POST matches/<slug:uid>/start/",
        access.match_to_start,
        results.start,
        NothingRequest,
        MatchResponse,
        "Note that the match has begun; again changes nothing.",
        show=match_now,
    ),
    report,
    Operation(
        "report_confirm",
        "POST reports/<slug:uid>/confirm/",
        access.report_to_confirm,
        results.confirm,
        NothingRequest,
        ReportResponse,
        "Agree with the opponent's report, which makes it final; again changes nothing.",
    ),
    report_dispute,
    match_forfeit,
    Operation(
        "match_penalise",
        "POST matches/<slug:uid>/penalties/",
        access.match_to_direct,
        results.penalise,
        PenaltyRequest,
        MatchResponse,
        "Give penalty points to a side (M5).",
        status=201,
        show=match_now,
    ),
    Operation(
        "match_length",
        "POST matches/<slug:uid>/length/",
        access.match_to_direct,
        results.change_length,
        LengthRequest,
        MatchResponse,
        "Change the length of the match, from a game on (M5a).",
        show=match_now,
    ),
    match_correct,
    impact_of(
        match_correct,
        "Show what would follow from correcting the result; nothing is written.",
        about=lambda use: use.row,
    ),
    Operation(
        "match_correct_undo",
        "POST matches/<slug:uid>/correction/undo/",
        access.match_to_direct,
        undo.undo_correction,
        NothingRequest,
        MatchResponse,
        "Undo the newest correction of the result, with all that followed from it.",
        show=match_now,
    ),
    record_upload,
    Operation(
        "record_check",
        "POST records/<slug:uid>/check/",
        access.record_to_check,
        uploads.check_again,
        NothingRequest,
        RecordResponse,
        "Have a record checked again whose `verdict` is `failed`; any other stays as it is.",
        status=202,
        show=lambda use, _outcome: record_seen(access.record_to_see(use.visitor, use.row.uid)),
    ),
    Operation(
        "match_take_back_result",
        "POST matches/<slug:uid>/result/take-back/",
        access.match_to_direct,
        results.take_back_result,
        NothingRequest,
        MatchResponse,
        "Take the final result back, while nothing that depends on it has begun: the match is open again.",
        show=match_now,
    ),
    Operation(
        "match_take_back_start",
        "POST matches/<slug:uid>/start/take-back/",
        access.match_to_desk,
        results.take_back_start,
        NothingRequest,
        MatchResponse,
        "Note that the match has not begun after all.",
        show=match_now,
    ),
    Operation(
        "penalty_take_back",
        "POST penalties/<slug:uid>/take-back/",
        access.penalty_to_direct,
        results.take_back,
        NothingRequest,
        MatchResponse,
        "Take penalty points back; the match is answered.",
        show=lambda use, _penalty: match_shown(
            access.match_to_see(use.visitor, use.row.match.uid), use.visitor
        ),
    ),
)
