"""Decisions of directors: rulings, corrections, and ends of unplayed matches."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Unpack

from django.db import transaction

from matches.actions import disputes, reporting
from matches.actions.reporting import ResultArguments, ResultClaim
from matches.errors import DisputeClosed, DisputeIsOpen, MatchNotFinal
from matches.models import Dispute, Match, Player, Report, Ruling, Settled, Source
from matches.queries import has_begun
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.locks import lock_event, lock_tables
from tournaments.actions.permissions import require_director, require_player, require_reason
from tournaments.acts.disputes import DisputeRuled, ResultCorrected
from tournaments.acts.results import MatchForfeited, ResultTakenBack
from tournaments.errors import OwnMatchRuling, ResultStands
from tournaments.models import DIRECT, Origin, TableUse, is_team_match
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import boards_of, voice_of

from ._speaking import require_ruler
from ._team import read_unfinished, reader_of, require_captain
from .transaction import (
    CLAUSE_TEXT,
    LONG_TEXT,
    SHORT_TEXT,
    MatchTransaction,
    about,
    event_of,
    on_match,
    text_within,
)


def rule(
    dispute: Dispute,
    *,
    by: Player | None,
    reason: str,
    overrides: Collection[str] = (),
    clause: str = "",
    **result: Unpack[ResultArguments],
) -> Ruling:
    """Rule on a dispute; the result becomes final, and the ruling keeps author and reason.

    A ruling against an agreed winner follows the rules of a correction: raise MatchBegun if a following match
    has begun.
    """
    director, why = _ruler(dispute.match, by=by, reason=reason)
    rests_on = text_within(clause, CLAUSE_TEXT)
    reader = partial(reporting.read, overrides=overrides, **result)
    claim = reader(dispute.match)
    with on_match(dispute.match, by=by, locks_event=True) as tx:
        claim = tx.under_present_conditions(claim, reader)
        current = Dispute.objects.get(pk=dispute.pk)
        again = _ruled_before(current.rulings.last(), claim, by=director, reason=why)
        if again is not None:
            return again
        if not current.is_open:
            raise DisputeClosed
        tx.refuse_unless_open()
        ruling = _decide(
            tx,
            claim,
            by=director,
            reason=why,
            clause=rests_on,
            settlement=Settled.RULING,
            dispute=current,
        )
        disputes.close(current)
        notices.ruled(ruling)
        _follow(tx, DisputeRuled, ruling)
    return ruling


def correct(
    match: Match,
    *,
    by: Player | None,
    reason: str,
    overrides: Collection[str] = (),
    clause: str = "",
    **result: Unpack[ResultArguments],
) -> Ruling:
    """Replace a final result, and recreate the pairings that depend on it.

    Raise MatchBegun if one of them has begun; the score can still be corrected with the same winner.
    """
    director, why = _ruler(match, by=by, reason=reason)
    rests_on = text_within(clause, CLAUSE_TEXT)
    reader = partial(reader_of(match), overrides=overrides, **result)
    claim = reader(match)
    with on_match(match, by=by, locks_event=True) as tx:
        claim = tx.under_present_conditions(claim, reader)
        if not tx.match.is_final:
            raise MatchNotFinal
        again = _ruled_before(tx.match.rulings.last(), claim, by=director, reason=why)
        if again is not None:
            return again
        ruling = _decide(tx, claim, by=director, reason=why, clause=rests_on, settlement=Settled.CORRECTION)
        notices.corrected(ruling)
        _follow(tx, ResultCorrected, ruling)
    return ruling


def forfeit(
    match: Match,
    *,
    by: Player | None,
    loser: str | None,
    outcome: str = Outcome.FORFEIT,
    score: tuple[int, int] | None = None,
    reason: str = "",
    origin: Origin = DIRECT,
    read_at: int | None = None,
) -> Report:
    """End an unfinished match: `loser` is `one`, `two` or None for both.

    A director must give a reason; a player may give up the own match without one. `outcome` may also be a
    walkover, retired or disqualified; `score` is the partial score, by default the opening score. `read_at` is
    as for a report.
    """
    side = voice_of(match, by)
    if side is None:
        require_director(event_of(match).tournament, by)
        require_reason(reason)
    elif side.value != loser:
        raise OwnMatchRuling
    else:
        require_captain(match, by=by, side=side)
    return _forfeit(
        match,
        by=by,
        side=side,
        loser=loser,
        outcome=outcome,
        score=score,
        reason=reason,
        origin=origin,
        read_at=read_at,
    )


def take_back_result(match: Match, *, by: Player | None) -> Match:
    """Reopen a match whose result a director entered by mistake, at its table if free.

    Raise MatchBegun if a following match has begun, and MatchNotFinal without a result. Results agreed by the
    sides and rulings must be corrected instead.
    """
    require_ruler(match, by=by)
    event = event_of(match)
    with transaction.atomic():
        lock_event(event)
        lock_tables(event.tournament)
        with on_match(match, by=by) as tx:
            report = tx.match.accepted_report
            if not tx.match.is_final or report is None:
                raise MatchNotFinal
            is_own_word = tx.match.settled in (Settled.DIRECTOR, Settled.SIGNED)
            decides_team = tx.team_match is not None and tx.team_match.is_final
            if not is_own_word or decides_team or is_team_match(tx.match):
                raise ResultStands
            reporting.reopen(tx.match)
            _seat_again(tx.match)
            act = ResultTakenBack(
                tx.match.uid,
                report=report.uid,
                outcome=Outcome(report.outcome),
                score=report.score,
                proofs=tx.proofs(),
            )
            follow(tx.event, cause=Cause(act, tx.by))
    return tx.match


def _seat_again(match: Match) -> None:
    """Restore the last table of the match if it is free."""
    uses = TableUse.objects.filter(match=match)
    last = uses.order_by("pk").last()
    if last is None or uses.filter(until=None).exists():
        return
    if not TableUse.objects.filter(table=last.table_id, until=None).exists():
        TableUse.objects.create(table=last.table, match=match)


def give_up(
    match: Match, *, by: Player | None, side: Side, is_own: bool, reason: str = "", origin: Origin = DIRECT
) -> None:
    """End a begun match of an entrant that withdraws; the caller has checked permission.

    `is_own` means that the entrant withdraws itself, possibly through a substitute who does not play this
    match. In a team match every unfinished board is given up, and the boards determine the result.
    """
    own = side if is_own else None
    if is_team_match(match):
        for board in boards_of(match):
            if not board.match.is_final:
                outcome = Outcome.RETIRED if has_begun(board.match) else Outcome.FORFEIT
                _forfeit(
                    board.match,
                    by=by,
                    side=own,
                    loser=side.value,
                    outcome=outcome,
                    reason=reason,
                    origin=origin,
                )
    else:
        _forfeit(
            match,
            by=by,
            side=own,
            loser=side.value,
            outcome=Outcome.RETIRED,
            reason=reason,
            origin=origin,
        )


def _forfeit(
    match: Match,
    *,
    by: Player | None,
    side: Side | None,
    loser: str | None,
    outcome: str,
    score: tuple[int, int] | None = None,
    reason: str,
    origin: Origin,
    read_at: int | None = None,
) -> Report:
    """End an unfinished match, reported by the side, or by the director if `side` is None."""
    if loser is None:
        outcome = Outcome.DOUBLE_FORFEIT
    why = text_within(reason, SHORT_TEXT)
    source, settlement = (
        (Source.DIRECTOR, Settled.DIRECTOR) if side is None else (Source(side.value), Settled.OWN_LOSS)
    )
    reader = partial(
        read_unfinished,
        score=score,
        outcome=outcome,
        winner=Side(loser).other.value if loser else None,
    )
    claim = reader(match)
    with on_match(match, by=by, origin=origin) as tx:
        claim = tx.under_present_conditions(claim, reader)
        standing_report = tx.match.accepted_report
        if standing_report is not None and claim.agrees_with(standing_report):
            return standing_report
        tx.refuse_if_changed(read_at)
        tx.refuse_unless_open()
        if side is None and tx.situation().dispute is not None:
            raise DisputeIsOpen
        report = tx.submit(claim, source=source, reason=why)
        tx.settle(report, settlement, tell=notices.forfeited)
        tx.note(MatchForfeited(tx.match.uid, **about(report), settled=settlement))
    return report


def _ruler(match: Match, *, by: Player | None, reason: str) -> tuple[Player, str]:
    """Return the ruling director, who must not play the match, and the required reason."""
    director = require_player(by)
    require_ruler(match, by=director)
    return director, require_reason(text_within(reason, LONG_TEXT))


def _ruled_before(last: Ruling | None, claim: ResultClaim, *, by: Player, reason: str) -> Ruling | None:
    """Return the last ruling if it is identical, as after a double tap."""
    if last is None or last.by_id != by.pk or last.reason != reason:
        return None
    return last if claim.repeats(last.report) else None


def _decide(
    tx: MatchTransaction,
    claim: ResultClaim,
    *,
    by: Player,
    reason: str,
    clause: str,
    settlement: Settled,
    dispute: Dispute | None = None,
) -> Ruling:
    """Store a ruling with its report, and accept the report."""
    report = tx.submit(claim, source=Source.RULING)
    reporting.accept(tx.match, report, settlement=settlement)
    tx.carry()
    ruling = disputes.rule(tx.match, report, by=by, reason=reason, clause=clause, dispute=dispute)
    tx.prove(evidence.of_ruling(ruling))
    return ruling


def _follow(tx: MatchTransaction, kind: type[DisputeRuled] | type[ResultCorrected], ruling: Ruling) -> None:
    """Log the ruling and update the dependent pairings in the same transaction."""
    act = kind(
        tx.match.uid,
        **about(ruling.report),
        ruling=ruling.uid,
        dispute=ruling.dispute.uid if ruling.dispute else "",
        settled=Settled(tx.match.settled),
        proofs=tx.proofs(),
    )
    follow(tx.event, cause=Cause(act, tx.by))
