"""Reports and confirmations, specified in `docs/results.md`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Unpack

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.actions import disputes, reporting
from matches.actions.reporting import ResultArguments, ResultClaim
from matches.errors import (
    DifferentReport,
    DirectorOnly,
    DisputeIsOpen,
    MatchSuspended,
    NotYourMatch,
    OwnReport,
    PartnerReported,
    ReportReplaced,
    TeamReported,
)
from matches.models import Dispute, Match, Player, Report, Settled, Source
from matches.queries import MatchState, Situation
from rules.match import Side
from tournaments import notices
from tournaments.actions.permissions import require_director, require_reason
from tournaments.acts.results import ResultConfirmed, ResultOverdue, ResultReported
from tournaments.errors.common import Forbidden
from tournaments.errors.teams import BoardsNotRecorded, MatchesNotRecorded
from tournaments.models import DIRECT, Origin, board_of, has_boards, is_series, series_of
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import voice_of
from tournaments.queue import Job, enqueue

from ._speaking import speaker
from ._team import by_boards, reader_of
from .transaction import (
    SHORT_TEXT,
    MatchTransaction,
    on_match,
    report_in_words,
    result_in_words,
    text_within,
)

_FINAL_AT_ONCE = {
    Source.DIRECTOR: Settled.DIRECTOR,
    Source.SIGNED: Settled.SIGNED,
    Source.TOGETHER: Settled.TOGETHER,
}


@dataclass(frozen=True, slots=True)
class ReportResult:
    """A stored report with the state of its match."""

    report: Report
    state: MatchState


def report(
    match: Match,
    *,
    by: Player | None,
    source: str | None = None,
    insist: bool = False,
    overrides: Collection[str] = (),
    reason: str = "",
    origin: Origin = DIRECT,
    log_number: int | None = None,
    **result: Unpack[ResultArguments],
) -> ReportResult:
    """Report the result of a match, as a side or a director.

    Reports by the losing side, directors, signed slips and both sides on one phone are final at once; a
    winner's report waits for the opponent. An identical report returns the existing row. A report that
    differs from the opponent's raises DifferentReport; with `insist` it opens a dispute. A director may
    override ruling matters by their codes (`overrides`), with a reason. Only a director reports a team match,
    with `score` as boards won, or a suspended match. `log_number` is the log number that the caller saw: raise
    EditConflict if another result was entered since.
    """
    speaks = speaker(match, by=by, source=source, origin=origin)
    if speaks is not Source.DIRECTOR and has_boards(match):
        raise by_boards(match)
    why = text_within(reason, SHORT_TEXT)
    if overrides:
        if speaks not in (Source.DIRECTOR, Source.SIGNED):
            raise DirectorOnly
        require_reason(why)
    reader: Callable[[Match], ResultClaim] = partial(reader_of(match), overrides=overrides, **result)
    claim = reader(match)
    if has_boards(match) and not why:
        raise MatchesNotRecorded if is_series(match) else BoardsNotRecorded
    with on_match(match, by=by, origin=origin) as tx:
        now = tx.situation_at_lock()
        claim = tx.under_present_conditions(claim, reader)
        again = _said_before(now, speaks, claim)
        if again is not None:
            return ReportResult(again, now.state)
        tx.refuse_if_changed(log_number)
        tx.refuse_unless_open()
        if now.suspension is not None and speaks not in (Source.DIRECTOR, Source.SIGNED):
            raise MatchSuspended
        if speaks in _FINAL_AT_ONCE:
            response = _finalise(tx, now, claim, speaks, why, insist=insist)
        else:
            response = _speak_for_side(tx, now, claim, Side(speaks.value), why, insist=insist)
        state = _state_after(tx, now, response)
        act = ResultReported(tx.match.uid, **tx.about(response), state=state.value, settled=tx.match.settled)
        tx.note(act)
    return ReportResult(response, state)


def confirm(report: Report, *, by: Player | None, origin: Origin = DIRECT) -> Report:
    """Confirm the opponent's report, or any waiting report as a director; it becomes final.

    It is idempotent for a final result.
    """
    with on_match(report.match, by=by, origin=origin) as tx:
        now = tx.situation_at_lock()
        accepted_report = tx.match.accepted_report
        if accepted_report is not None and (accepted_report.winner, accepted_report.counted) == (
            report.winner,
            report.counted,
        ):
            return accepted_report
        tx.refuse_unless_open()
        settlement = _answering(tx, now, report)
        tx.settle(report, settlement, now=now)
        tx.note(ResultConfirmed(tx.match.uid, **tx.about(report), settled=settlement))
    return report


def confirm_overdue(now: datetime) -> int:
    """Accept every waiting report past its deadline; return their number.

    Each report has its own job; this function handles reports whose job was lost.
    """
    contested = Dispute.objects.filter(match=OuterRef("match"), closed_at=None)
    waiting = Report.objects.filter(
        ~Exists(contested),
        confirm_by__isnull=False,
        match__final_at=None,
        match__cancelled_at=None,
        # A match has a pairing of its own, or is a board of one that has.
        match__pairing__stage__event__closed_at=None,
        match__board__team_match__pairing__stage__event__closed_at=None,
    )
    keys = [
        *waiting.filter(confirm_by__lte=now, match__silence_at=None).values_list("pk", flat=True),
        *waiting.filter(match__silence_at__lte=now).values_list("pk", flat=True),
    ]
    return sum(confirm_overdue_report(key, now) for key in keys)


def confirm_overdue_report(report_id: int, now: datetime) -> bool:
    """Accept a report past its deadline; return False if it was answered, replaced or is not due.

    In a closed event nobody can contest it, so it waits for a director, or for the event to be reopened.
    """
    report = Report.objects.select_related("match").get(pk=report_id)
    with on_match(report.match, by=None) as tx:
        if tx.event.closed_at is not None:
            return False
        waiting = tx.situation_at_lock().waiting
        if waiting is None or waiting.pk != report.pk:
            return False
        if waiting.silence_at is None or waiting.silence_at > now:
            return False
        tx.settle(report, Settled.OVERDUE)
        tx.note(ResultOverdue(tx.match.uid, **tx.about(report), settled=Settled.OVERDUE))
    return True


def _said_before(now: Situation, source: Source, claim: ResultClaim) -> Report | None:
    """Return the report that already has this result: the own newest, or the accepted one."""
    own = now.newest.get(Side(source.value)) if source in (Source.ONE, Source.TWO) else None
    if own is not None and claim.repeats(own):
        return own
    accepted_report = now.match.accepted_report
    return accepted_report if accepted_report is not None and claim.agrees_with(accepted_report) else None


def _state_after(tx: MatchTransaction, now: Situation, report: Report) -> MatchState:
    """Return the state of the match after this report; read anew only where a dispute may have been opened."""
    if tx.match.is_final:
        return MatchState.FINAL
    side = Side(report.source)
    if now.dispute is not None or side.other in now.newest:
        return tx.situation().state
    return replace(now, newest={**now.newest, side: report}).state


def _finalise(
    tx: MatchTransaction, now: Situation, claim: ResultClaim, source: Source, reason: str, *, insist: bool
) -> Report:
    """Store and settle a report by a director or both sides."""
    if now.dispute is not None:
        raise DisputeIsOpen
    if source is Source.TOGETHER:
        _refuse_against_the_opponent(tx, now, claim)
        side = voice_of(tx.match, tx.by)
        if side is not None and not insist:
            _ask_about_the_partners_word(tx, now, claim, side)
    report = tx.submit(claim, source=source, reason=reason)
    tell = notices.forfeited if claim.outcome.is_unplayed else None
    tx.settle(report, _FINAL_AT_ONCE[source], tell=tell, now=now)
    return report


def _refuse_against_the_opponent(tx: MatchTransaction, now: Situation, claim: ResultClaim) -> None:
    """Raise DifferentReport if the joint report contradicts the opponent's own report."""
    side = voice_of(tx.match, tx.by)
    # At a shared tablet nobody knows which side holds it: neither may have said something else.
    others = tuple(Side) if side is None else (side.other,)
    for theirs in (now.newest[other] for other in others if other in now.newest):
        if not claim.agrees_with(theirs):
            raise _difference(tx.match, claim, theirs)


def _ask_about_the_partners_word(
    tx: MatchTransaction, now: Situation, claim: ResultClaim, side: Side
) -> None:
    """Raise PartnerReported or TeamReported if another member of the side reported another result."""
    own = now.newest.get(side)
    is_by_another = own is not None and tx.by is not None and own.by_id != tx.by.pk
    if own is not None and is_by_another and not claim.agrees_with(own):
        is_of_team = board_of(tx.match) is not None and series_of(tx.match) is None
        kind = TeamReported if is_of_team else PartnerReported
        raise _difference(tx.match, claim, own, kind=kind)


def _speak_for_side(
    tx: MatchTransaction, now: Situation, claim: ResultClaim, side: Side, reason: str, *, insist: bool
) -> Report:
    """Store the report of a side, and settle or dispute it against the opponent's report."""
    theirs = now.newest.get(side.other)
    _refuse_second_thoughts(now, claim, side)
    if not insist:
        _ask_about_the_partners_word(tx, now, claim, side)
    store = partial(tx.submit, claim, source=side.value, reason=reason)
    if theirs is not None and claim.agrees_with(theirs):
        report = store(remarks=reporting.remarks_beside(claim, theirs))
        # Accept the report with games, if the other has none.
        fuller = report if report.has_games and not theirs.has_games else theirs
        tx.settle(fuller, Settled.SAME, now=now)
        return report
    if theirs is None and claim.is_loss_of(side):
        report = store()
        tx.settle(report, Settled.OWN_LOSS, now=now)
        return report
    if theirs is None:
        return _wait(tx, claim, store)
    if not insist:
        raise _difference(tx.match, claim, theirs)
    report = store()
    _set_against(tx, now, theirs, report, reason)
    if claim.winner is not None and claim.winner == theirs.winner:
        reporting.agree_on_winner(tx.match, claim.winner)
        tx.ask_for_pairings()
    return report


def _refuse_second_thoughts(now: Situation, claim: ResultClaim, side: Side) -> None:
    """Raise DisputeIsOpen unless the side agrees, concedes or reports for the first time."""
    own, theirs = now.newest.get(side), now.newest.get(side.other)
    if now.dispute is None or own is None:
        return
    is_agreeing = theirs is not None and claim.agrees_with(theirs)
    is_conceding = claim.is_loss_of(side) and own.winner != claim.winner
    if not (is_agreeing or is_conceding):
        raise DisputeIsOpen


def _wait(tx: MatchTransaction, claim: ResultClaim, store: Callable[..., Report]) -> Report:
    """Store a report that waits for confirmation, with a deadline if silence may confirm it."""
    deadline = None
    if claim.may_stand_by_silence:
        deadline = timezone.now() + timedelta(minutes=tx.match.grace_minutes)
    report = store(confirm_by=deadline)
    notices.please_confirm(report)
    if deadline is not None:
        enqueue(Job.CONFIRM_OVERDUE, due=deadline, report_id=report.pk)
    return report


def _set_against(tx: MatchTransaction, now: Situation, theirs: Report, report: Report, reason: str) -> None:
    """Open a dispute between two reports, or add the second report to the open dispute."""
    if now.dispute is None:
        dispute = disputes.open_over(theirs, by=tx.by, reason=reason, counter_report=report)
        tx.prove(evidence.of_dispute(dispute))
        notices.disputed(dispute)
        return
    if now.dispute.counter_report_id is None and now.dispute.report_id == theirs.pk:
        disputes.counter(now.dispute, report)
    notices.report_differs(report)


def _difference(
    match: Match, claim: ResultClaim, theirs: Report, *, kind: type[DifferentReport] = DifferentReport
) -> DifferentReport:
    return kind(
        other=theirs.uid,
        theirs=report_in_words(theirs),
        yours=result_in_words(match, claim.outcome, claim.sheet.counted),
        is_same_winner=theirs.winner == (claim.winner or ""),
    )


def _answering(tx: MatchTransaction, now: Situation, report: Report) -> Settled:
    """Return how the confirmation settles the report; raise a domain error if `by` may not confirm."""
    side = voice_of(tx.match, tx.by)
    if side is not None and side.value == report.source:
        raise OwnReport
    # An open match has only reports of its sides, because all other reports are final at once.
    if report not in now.newest.values():
        raise ReportReplaced
    if side is not None:
        return Settled.CONFIRMED
    try:
        require_director(tx.event.tournament, tx.by)
    except Forbidden:
        raise NotYourMatch from None
    if now.dispute is not None:
        raise DisputeIsOpen
    return Settled.DIRECTOR
