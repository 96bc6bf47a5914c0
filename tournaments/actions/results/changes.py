"""The start of a match, and a director's changes before a report."""

from __future__ import annotations

from matches.actions import changes, reporting
from matches.errors import ReportWaits
from matches.models import UNSPOKEN, LengthChange, Match, Penalty, Player, Settled, Source
from rules.match import Side
from rules.refusal import RefusalCode
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.events.event_rules import terms_of
from tournaments.actions.permissions import require_desk, require_reason
from tournaments.acts.results import (
    LengthChanged,
    MatchForfeited,
    MatchStarted,
    PenaltyGiven,
    PenaltyTakenBack,
    StartTakenBack,
)
from tournaments.models import DIRECT, Origin
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import voice_of

from ._speaking import require_ruler
from .transaction import SHORT_TEXT, MatchTransaction, about, event_of, on_match, text_within


def start(match: Match, *, by: Player | None, origin: Origin = DIRECT) -> Match:
    """Store the start time, as a player or at the desk; idempotent."""
    if voice_of(match, by) is None:
        require_desk(event_of(match).tournament, by)
    with on_match(match, by=by, origin=origin) as step:
        if step.match.started_at is not None:
            return step.match
        step.refuse_unless_open()
        step.refuse_team_match()
        changes.start(step.match)
        step.note(MatchStarted(step.match.uid))
    return step.match


def take_back_start(match: Match, *, by: Player | None) -> Match:
    """Remove a start time set by mistake; raise ReportWaits after a report."""
    require_desk(event_of(match).tournament, by)
    with on_match(match, by=by) as step:
        if step.match.started_at is not None:
            _refuse_once_reported(step)
            changes.take_back_start(step.match)
            step.note(StartTakenBack(step.match.uid))
    return step.match


def penalise(
    match: Match,
    *,
    by: Player | None,
    to: str,
    points: int,
    reason: str,
    before_game: int = 0,
    seen: int | None = None,
) -> Penalty:
    """Give penalty points to a side, counted before a game; games count from 0 (M5).

    Points beyond half the length decide the match at once (P3): a forfeit before the first game, a
    disqualification later. A penalty with identical reason and values is the same row; an additional one
    needs another reason.
    """
    require_ruler(match, by=by)
    why = require_reason(text_within(reason, SHORT_TEXT))
    side = Side(to)
    with on_match(match, by=by) as step:
        again = step.match.penalties.filter(
            to=side.value, points=points, before_game=before_game, reason=why, by=by, voided_at=None
        ).first()
        if again is not None:
            return again
        step.refuse_if_changed(seen)
        _refuse_once_reported(step)
        penalty = changes.penalise(
            step.match, by=by, to=side, points=points, before_game=before_game, reason=why
        )
        step.prove(evidence.of_penalty(penalty))
        act = PenaltyGiven(
            step.match.uid, penalty=penalty.uid, to=penalty.to, points=points, before_game=before_game
        )
        step.note(act)
        winner = changes.winner_by_penalties(step.match)
        if winner is not None:
            _end_by_penalties(step, winner, is_unplayed=before_game == 0, reason=why)
    return penalty


def take_back(penalty: Penalty, *, by: Player | None) -> Penalty:
    """Void a penalty before a result is reported; idempotent."""
    require_ruler(penalty.match, by=by)
    with on_match(penalty.match, by=by) as step:
        current = Penalty.objects.get(pk=penalty.pk)
        if current.voided_at is None:
            _refuse_once_reported(step)
            changes.take_back(current)
            step.prove(evidence.of_voiding(current))
            step.note(PenaltyTakenBack(step.match.uid, penalty=penalty.uid))
    return current


def change_length(
    match: Match, *, by: Player | None, length: int, reason: str, before_game: int | None = None
) -> LengthChange:
    """Change the match length from a game on (M1, M5a); Crawford uses the new length."""
    require_ruler(match, by=by)
    why = require_reason(text_within(reason, SHORT_TEXT))
    game = before_game or 0
    with on_match(match, by=by) as step:
        last = step.match.length_changes.last()
        if last is not None and (last.before_game, last.length, last.reason) == (game, length, why):
            return last
        _refuse_once_reported(step)
        before = step.match.length
        change = changes.change_length(step.match, by=by, length=length, before_game=game, reason=why)
        step.prove(evidence.of_length_change(change, number=step.match.length_changes.count()))
        step.rows += terms_of([step.match.pk]) if step.match.length != before else []
        step.note(LengthChanged(step.match.uid, before=before, length=length, before_game=game))
    return change


def _refuse_once_reported(step: MatchTransaction) -> None:
    """Raise ReportWaits after a report, because it was validated under the current conditions."""
    step.refuse_unless_open()
    step.refuse_team_match()
    if step.match.reports.exclude(UNSPOKEN).exists():
        raise ReportWaits


def _end_by_penalties(step: MatchTransaction, winner: Side, *, is_unplayed: bool, reason: str) -> None:
    outcome = Outcome.FORFEIT if is_unplayed else Outcome.DISQUALIFIED
    # Penalty points alone may reach the length.
    claim = reporting.read_unfinished(
        step.match, outcome=outcome, winner=winner.value, overrides=[RefusalCode.MATCH_ALREADY_OVER]
    )
    report = step.submit(claim, source=Source.DIRECTOR, reason=reason)
    step.settle(report, Settled.DIRECTOR, tell=notices.forfeited)
    step.note(MatchForfeited(step.match.uid, **about(report), settled=Settled.DIRECTOR))
