"""Disputes over reports, and their statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from matches.actions import disputes, reporting
from matches.actions.reporting import ResultClaim
from matches.errors import (
    DisputeClosed,
    DisputeIsOpen,
    NothingToDispute,
    NotYourMatch,
    OwnReport,
    ReportReplaced,
)
from matches.models import Dispute, Match, Player, Report, Statement
from matches.queries import Situation
from rules.game import GameScore
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.permissions import require_director, require_reason
from tournaments.acts.disputes import ResultDisputed, StatementAdded
from tournaments.errors import Forbidden
from tournaments.models import DIRECT, Origin
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import voice_of

from .transaction import LONG_TEXT, SHORT_TEXT, MatchTransaction, on_match, text_within


def dispute(
    report: Report,
    *,
    by: Player | None,
    reason: str,
    games: Sequence[GameScore] | None = None,
    score: tuple[int, int] | None = None,
    outcome: str = Outcome.PLAYED,
    winner: str | None = None,
    origin: Origin = DIRECT,
) -> Dispute:
    """Contest the opponent's newest report, optionally with an own result.

    The directors are notified. If the own result names the same winner, the bracket continues and only the
    score stays open. An identical dispute returns the existing row.
    """
    why = require_reason(text_within(reason, LONG_TEXT))
    read: Callable[[Match], ResultClaim] | None = None
    if games is not None or score is not None or outcome != Outcome.PLAYED:
        read = partial(reporting.read, games=games, score=score, outcome=outcome, winner=winner)
    claim = read(report.match) if read else None
    with on_match(report.match, by=by, origin=origin) as step:
        now = step.situation()
        side = voice_of(step.match, by)
        if side is None:
            raise NotYourMatch
        if read and claim:
            claim = step.under_present_conditions(claim, read)
        again = now.dispute
        if (
            again is not None
            and again.raised_by == by
            and again.report_id == report.pk
            and again.reason == why
        ):
            return again
        _refuse_if_hopeless(step, now, report, side, claim)
        counter = None
        if claim is not None:
            counter = step.submit(claim, source=side.value, reason=why[:SHORT_TEXT])
        new = disputes.open_over(report, by=by, reason=why, counter_report=counter)
        if claim is not None and claim.winner is not None and claim.winner == report.winner:
            reporting.agree_on_winner(step.match, claim.winner)
            step.ask_for_pairings()
        step.prove(evidence.of_dispute(new))
        notices.disputed(new)
        act = ResultDisputed(
            step.match.uid,
            dispute=new.uid,
            report=report.uid,
            counter_report=counter.uid if counter else "",
            winner=step.match.winner,
        )
        step.note(act)
    return new


def add_statement(dispute: Dispute, *, by: Player | None, text: str, origin: Origin = DIRECT) -> Statement:
    """Add a statement to an open dispute, as a player or director; idempotent."""
    words = require_reason(text_within(text, LONG_TEXT))
    with on_match(dispute.match, by=by, origin=origin) as step:
        if voice_of(step.match, by) is None:
            try:
                require_director(step.event.tournament, by)
            except Forbidden:
                raise NotYourMatch from None
        last = dispute.statements.filter(by=by).last()
        if last is not None and last.text == words:
            return last
        if not Dispute.objects.get(pk=dispute.pk).is_open:
            raise DisputeClosed
        statement = disputes.state(dispute, by=by, text=words)
        step.prove(evidence.of_statement(statement, number=dispute.statements.count()))
        step.note(StatementAdded(step.match.uid, dispute=dispute.uid))
    return statement


def _refuse_if_hopeless(
    step: MatchTransaction, now: Situation, report: Report, side: Side, claim: ResultClaim | None
) -> None:
    """Raise a domain error if this side cannot contest the report."""
    step.refuse_unless_open()
    if report.source == side.value:
        raise OwnReport
    if now.dispute is not None:
        raise DisputeIsOpen
    if now.newest.get(side.other) != report:
        raise ReportReplaced
    if claim is not None and claim.agrees_with(report):
        raise NothingToDispute
