"""Decisions of directors: rulings, and ends of unplayed matches."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Unpack

from django.db import transaction

from matches.actions import disputes, reporting
from matches.actions.reporting import ResultArguments, ResultClaim
from matches.database.one_act import one_act
from matches.errors import DisputeClosed, DisputeIsOpen, MatchNotFinal
from matches.models import Dispute, Match, Player, Report, Ruling, Settled, Source
from matches.queries import has_begun
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.draws import progress
from tournaments.actions.locks import lock_event, lock_tables
from tournaments.actions.permissions import require_director, require_player, require_reason
from tournaments.actions.table_uses import seat_again
from tournaments.acts import Absent
from tournaments.acts.disputes import DisputeRuled, Sequel
from tournaments.acts.results import MatchForfeited, ResultTakenBack
from tournaments.errors.results import OwnMatchRuling, ResultStands, WholeResultStands
from tournaments.models import DIRECT, Origin, is_team_match
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import boards_of, voice_of

from ._speaking import require_ruler
from ._team import read_unfinished, require_captain
from .sequels import slot_before, store_sequel
from .transaction import (
    CLAUSE_TEXT,
    LONG_TEXT,
    SHORT_TEXT,
    MatchTransaction,
    event_of,
    on_match,
    text_within,
)

# How a result is settled that a director alone has entered.
_OWN_WORD = frozenset({Settled.DIRECTOR, Settled.SIGNED})


@one_act()
def rule(
    dispute: Dispute,
    *,
    by: Player | None,
    reason: str,
    overrides: Collection[str] = (),
    clause: str = "",
    follow: str | None = None,
    **result: Unpack[ResultArguments],
) -> Ruling:
    """Rule on a dispute; the result becomes final, and the ruling keeps author and reason.

    A ruling against an agreed winner follows the rules of a correction: raise MatchBegun if a following match
    has begun, unless `follow` says what becomes of it, as in `Sequel`.
    """
    director, why = ruler_of(dispute.match, by=by, reason=reason)
    rests_on = text_within(clause, CLAUSE_TEXT)
    reader = partial(reporting.read, overrides=overrides, **result)
    claim = reader(dispute.match)
    with on_match(dispute.match, by=by, locks_event=True, locks_all=True) as tx:
        claim = tx.under_present_conditions(claim, reader)
        current = Dispute.objects.get(pk=dispute.pk)
        again = ruled_before(current.rulings.last(), claim, by=director, reason=why)
        if again is not None:
            return again
        if not current.is_open:
            raise DisputeClosed
        tx.refuse_unless_open()
        before = slot_before(tx)
        ruling = enter_ruling(
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

        def act(way: Sequel | Absent) -> DisputeRuled:
            return DisputeRuled(
                tx.match.uid,
                **tx.about(ruling.report),
                ruling=ruling.uid,
                dispute=current.uid,
                settled=Settled(tx.match.settled),
                follow=way,
                proofs=tx.proofs(),
                is_after_closing=tx.is_after_closing,
            )

        way = None if follow is None else Sequel(follow)
        store_sequel(tx, ruling, act, way=way, before=before)
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
    log_number: int | None = None,
) -> Report:
    """End an unfinished match: `loser` is `one`, `two` or None for both.

    A director must give a reason; a player may give up the own match without one. `outcome` may also be a
    walkover, retired or disqualified; `score` is the partial score, by default the opening score. `log_number` is
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
        log_number=log_number,
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
            if tx.match.settled not in _OWN_WORD:
                raise ResultStands
            if tx.team_match is not None and tx.team_match.settled in _OWN_WORD:
                raise WholeResultStands(match=str(tx.team_match))
            decided_at = tx.match.final_at
            open_matches = tx.reopen()
            act = ResultTakenBack(
                tx.match.uid,
                report=report.uid,
                outcome=Outcome(report.outcome),
                score=report.score,
                proofs=tx.proofs(),
            )
            progress.follow(tx.event, cause=progress.Cause(act, tx.by))
            # Where a side has left a walkover follows at once.
            tx.read_again()
            # What followed from the result has left the table by now.
            for match in open_matches:
                seat_again(match, since=decided_at, tournament=tx.event.tournament)
    return tx.match


def give_up(
    match: Match, *, by: Player | None, side: Side, is_own: bool, reason: str = "", origin: Origin = DIRECT
) -> None:
    """End a begun match of an entrant that withdraws; the caller has checked permission.

    `is_own` means that the entrant withdraws itself, possibly through a substitute who does not play this
    match. In a team match every unfinished board is given up, and the boards determine the result;
    a series is given up as a whole.
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
    log_number: int | None = None,
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
        tx.refuse_if_changed(log_number)
        tx.refuse_unless_open()
        if side is None and tx.situation_at_lock().dispute is not None:
            raise DisputeIsOpen
        report = tx.submit(claim, source=source, reason=why)
        tx.settle(report, settlement, tell=notices.forfeited)
        tx.note(MatchForfeited(tx.match.uid, **tx.about(report), settled=settlement))
    return report


def director_of(match: Match, *, by: Player | None, reason: str) -> tuple[Player, str]:
    """Return the director who decides on a match, and the required reason."""
    director = require_player(by)
    require_director(event_of(match).tournament, director)
    return director, require_reason(text_within(reason, LONG_TEXT))


def ruler_of(match: Match, *, by: Player | None, reason: str) -> tuple[Player, str]:
    """Return the ruling director, who must not play the match, and the required reason."""
    director = require_player(by)
    require_ruler(match, by=director)
    return director, require_reason(text_within(reason, LONG_TEXT))


def ruled_before(last: Ruling | None, claim: ResultClaim, *, by: Player, reason: str) -> Ruling | None:
    """Return the last ruling if it is identical, as after a double tap."""
    if last is None or last.by_id != by.pk or last.reason != reason:
        return None
    return last if claim.repeats(last.report) else None


def enter_ruling(
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
