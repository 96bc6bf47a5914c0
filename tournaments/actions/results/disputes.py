"""Disputes over reports, and their statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Unpack

from django.db import transaction

from matches.actions import disputes, reporting
from matches.actions.reporting import ResultArguments, ResultClaim
from matches.errors import (
    DisputeClosed,
    DisputeIsOpen,
    NothingToDispute,
    NotYourMatch,
    OwnReport,
    ReportReplaced,
)
from matches.models import Dispute, Match, Player, Report, Source, Statement
from matches.queries import Situation
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.draws import progress
from tournaments.actions.locks import lock_event, lock_tables
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.table_uses import seat_again
from tournaments.acts.disputes import ResultDisputed, StatementAdded
from tournaments.errors.common import Forbidden
from tournaments.models import DIRECT, Origin
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import voice_of
from tournaments.queries.results.reports import contest_until

from .transaction import LONG_TEXT, SHORT_TEXT, MatchTransaction, event_of, on_match, text_within


def dispute(
    report: Report,
    *,
    by: Player | None,
    reason: str,
    origin: Origin = DIRECT,
    **result: Unpack[ResultArguments],
) -> Dispute:
    """Contest the opponent's newest report, optionally with an own result.

    The directors are notified. If the own result names the same winner, the bracket continues and only the
    score stays open. An identical dispute returns the existing row. A report for both on one phone is contested by
    the side that did not hold it, within the event's time to answer and before a match that follows has begun: raise
    MatchAlreadyFinal later, and MatchBegun.
    """
    if report.source != Source.TOGETHER:
        return _dispute(report, by=by, reason=reason, origin=origin, **result)
    event = event_of(report.match)
    with transaction.atomic():
        lock_event(event)
        lock_tables(event.tournament)
        return _dispute(report, by=by, reason=reason, origin=origin, **result)


def add_statement(dispute: Dispute, *, by: Player | None, text: str, origin: Origin = DIRECT) -> Statement:
    """Add a statement to an open dispute, as a player or director; idempotent."""
    words = require_reason(text_within(text, LONG_TEXT))
    with on_match(dispute.match, by=by, origin=origin, is_appeal=True) as tx:
        if voice_of(tx.match, by) is None:
            try:
                require_director(tx.event.tournament, by)
            except Forbidden:
                raise NotYourMatch from None
        last = dispute.statements.filter(by=by).last()
        if last is not None and last.text == words:
            return last
        if not Dispute.objects.get(pk=dispute.pk).is_open:
            raise DisputeClosed
        statement = disputes.state(dispute, by=by, text=words)
        tx.prove(evidence.of_statement(statement, number=dispute.statements.count()))
        tx.note(StatementAdded(tx.match.uid, dispute=dispute.uid))
    return statement


def _dispute(
    report: Report,
    *,
    by: Player | None,
    reason: str,
    origin: Origin,
    **result: Unpack[ResultArguments],
) -> Dispute:
    why = require_reason(text_within(reason, LONG_TEXT))
    reader: Callable[[Match], ResultClaim] | None = None
    has_score = result.get("games") is not None or result.get("score") is not None
    if has_score or result.get("outcome", Outcome.PLAYED) != Outcome.PLAYED:
        reader = partial(reporting.read, **result)
    claim = reader(report.match) if reader else None
    is_final = report.source == Source.TOGETHER
    with on_match(report.match, by=by, origin=origin, locks_event=is_final) as tx:
        now, decided_at = tx.situation_at_lock(), tx.match.final_at
        side = voice_of(tx.match, by)
        if side is None:
            raise NotYourMatch
        if reader and claim:
            claim = tx.under_present_conditions(claim, reader)
        again = now.dispute
        if (
            again is not None
            and again.raised_by == by
            and again.report_id == report.pk
            and again.reason == why
        ):
            return again
        if is_final:
            _reopen(tx, now, report, side, claim)
        else:
            _refuse_if_hopeless(tx, now, report, side, claim)
        counter = None
        if claim is not None:
            counter = tx.submit(claim, source=side.value, reason=why[:SHORT_TEXT])
        new = disputes.open_over(report, by=by, reason=why, counter_report=counter)
        if claim is not None and claim.winner is not None and claim.winner == report.winner:
            reporting.agree_on_winner(tx.match, claim.winner)
            tx.ask_for_pairings()
        tx.prove(evidence.of_dispute(new))
        notices.disputed(new)
        act = ResultDisputed(
            tx.match.uid,
            dispute=new.uid,
            report=report.uid,
            counter_report=counter.uid if counter else "",
            winner=tx.match.winner,
        )
        if is_final:
            progress.follow(tx.event, cause=progress.Cause(replace(act, proofs=tx.proofs()), tx.by, origin))
            tx.read_again()
            # What followed from the result has left the table by now.
            seat_again(tx.match, since=decided_at, tournament=tx.event.tournament)
        else:
            tx.note(act)
    return new


def _reopen(
    tx: MatchTransaction, now: Situation, report: Report, side: Side, claim: ResultClaim | None
) -> None:
    """Open a match again that was reported for both on one phone; raise a domain error if this side cannot contest it."""
    if now.dispute is not None:
        raise DisputeIsOpen
    if tx.match.accepted_report_id != report.pk or contest_until(tx.match, side) is None:
        tx.refuse_unless_open()
        raise ReportReplaced
    if claim is not None and claim.agrees_with(report):
        raise NothingToDispute
    tx.reopen()


def _refuse_if_hopeless(
    tx: MatchTransaction, now: Situation, report: Report, side: Side, claim: ResultClaim | None
) -> None:
    """Raise a domain error if this side cannot contest the report."""
    tx.refuse_unless_open()
    if report.source == side.value:
        raise OwnReport
    if now.dispute is not None:
        raise DisputeIsOpen
    if now.newest.get(side.other) != report:
        raise ReportReplaced
    if claim is not None and claim.agrees_with(report):
        raise NothingToDispute
