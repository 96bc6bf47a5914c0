"""The start of a match, and a director's changes before a report."""

from __future__ import annotations

from matches.actions import changes, reporting
from matches.errors import ReportWaits
from matches.models import EFFECTIVE, LengthChange, Match, Penalty, Player, Settled, Source
from matches.queries import has_begun
from rules.match import Side
from rules.refusal import RefusalCode
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions.events.event_rules import terms_of
from tournaments.actions.inverses import (
    changed,
    inverse,
    match_of,
    row_of,
)
from tournaments.actions.permissions import require_desk, require_reason
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts.results import (
    LengthChanged,
    LengthTakenBack,
    MatchForfeited,
    MatchStarted,
    PenaltyGiven,
    PenaltyTakenBack,
    StartTakenBack,
)
from tournaments.models import DIRECT, LogEntry, Origin, pairing_of
from tournaments.queries.audit import evidence
from tournaments.queries.entrants.teams import voice_of
from tournaments.queries.state import declared_rounds, named_round, round_length

from ._speaking import require_ruler
from .transaction import SHORT_TEXT, MatchTransaction, event_of, on_match, text_within


def start(match: Match, *, by: Player | None, origin: Origin = DIRECT) -> Match:
    """Store the start time, as a player or at the desk; idempotent."""
    if voice_of(match, by) is None:
        require_desk(event_of(match).tournament, by)
    with on_match(match, by=by, origin=origin) as tx:
        if tx.match.started_at is not None:
            return tx.match
        tx.refuse_unless_open()
        tx.refuse_team_match()
        changes.start(tx.match)
        tx.note(MatchStarted(tx.match.uid))
    return tx.match


def take_back_start(match: Match, *, by: Player | None) -> Match:
    """Remove a start time set by mistake; raise ReportWaits after a report."""
    require_desk(event_of(match).tournament, by)
    with on_match(match, by=by) as tx:
        if tx.match.started_at is not None:
            _refuse_once_reported(tx)
            changes.take_back_start(tx.match)
            # Without a table its players were busy with it.
            ask_for_calls(tx.event.tournament)
            tx.note(StartTakenBack(tx.match.uid))
    return tx.match


def penalise(
    match: Match,
    *,
    by: Player | None,
    to: str,
    points: int,
    reason: str,
    before_game: int = 0,
    log_number: int | None = None,
) -> Penalty:
    """Give penalty points to a side, counted before a game; games count from 0 (M5).

    Points beyond half the length decide the match at once (P3): a forfeit before the first game, a
    disqualification later. A penalty with identical reason and values is the same row; an additional one
    needs another reason.
    """
    require_ruler(match, by=by)
    why = require_reason(text_within(reason, SHORT_TEXT))
    side = Side(to)
    with on_match(match, by=by) as tx:
        again = tx.match.penalties.filter(
            to=side.value, points=points, before_game=before_game, reason=why, by=by, voided_at=None
        ).first()
        if again is not None:
            return again
        tx.refuse_if_changed(log_number)
        _refuse_once_reported(tx)
        penalty = changes.penalise(
            tx.match, by=by, to=side, points=points, before_game=before_game, reason=why
        )
        tx.prove(evidence.of_penalty(penalty))
        act = PenaltyGiven(
            tx.match.uid, penalty=penalty.uid, to=penalty.to, points=points, before_game=before_game
        )
        tx.note(act)
        winner = changes.winner_by_penalties(tx.match)
        if winner is not None:
            _end_by_penalties(tx, winner, is_unplayed=before_game == 0, reason=why)
    return penalty


def take_back(penalty: Penalty, *, by: Player | None) -> Penalty:
    """Void a penalty before a result is reported; idempotent."""
    require_ruler(penalty.match, by=by)
    with on_match(penalty.match, by=by) as tx:
        current = Penalty.objects.get(pk=penalty.pk)
        if current.voided_at is None:
            _refuse_once_reported(tx)
            changes.take_back(current)
            tx.prove(evidence.of_voiding(current))
            tx.note(PenaltyTakenBack(tx.match.uid, penalty=penalty.uid))
    return current


def change_length(
    match: Match, *, by: Player | None, length: int, reason: str, before_game: int | None = None
) -> LengthChange:
    """Change the match length from a game on (M1, M5a); Crawford uses the new length."""
    require_ruler(match, by=by)
    why = require_reason(text_within(reason, SHORT_TEXT))
    game = before_game or 0
    with on_match(match, by=by) as tx:
        last = tx.match.length_changes.filter(voided_at=None).last()
        if last is not None and (last.before_game, last.length, last.reason) == (game, length, why):
            return last
        _refuse_once_reported(tx)
        before = tx.match.length
        change = changes.change_length(tx.match, by=by, length=length, before_game=game, reason=why)
        tx.prove(evidence.of_length_change(change, number=tx.match.length_changes.count()))
        tx.rows += terms_of([tx.match.pk]) if tx.match.length != before else []
        tx.note(LengthChanged(tx.match.uid, before=before, length=length, before_game=game))
    return change


def _take_back_length(change: LengthChange, *, by: Player | None, before: int) -> None:
    """Void a change of length before a result is reported; `before` is the length that the match had until then."""
    require_ruler(change.match, by=by)
    with on_match(change.match, by=by) as tx:
        _refuse_once_reported(tx)
        change.match = tx.match
        changes.take_back_length(change, before=_length_without_own(tx.match, but=change, otherwise=before))
        earlier = tx.match.length_changes.filter(pk__lte=change.pk)
        tx.prove(evidence.of_length_voiding(change, number=earlier.count()))
        tx.rows += terms_of([tx.match.pk])
        tx.note(LengthTakenBack(tx.match.uid, length=change.length, before_game=change.before_game))


def _length_without_own(match: Match, *, but: LengthChange, otherwise: int) -> int:
    """Return the length of its round for a match that has not begun and has no other change; else `otherwise`.

    The length of the round may have changed while the match had its own.
    """
    others = match.length_changes.filter(voided_at=None).exclude(pk=but.pk)
    pairing = pairing_of(match)
    if others.exists() or has_begun(match) or pairing.draw is None:
        return otherwise
    declared = named_round(pairing.stage, declared_rounds(pairing.stage, pairing.draw), pairing.round)
    if declared is None:
        return otherwise
    length = round_length(pairing.stage, declared)
    return length if max(match.start_one, match.start_two) < length else otherwise


def _refuse_once_reported(tx: MatchTransaction) -> None:
    """Raise ReportWaits after a report, because it was validated under the current conditions."""
    tx.refuse_unless_open()
    tx.refuse_team_match()
    if tx.match.reports.filter(EFFECTIVE).exists():
        raise ReportWaits


def _end_by_penalties(tx: MatchTransaction, winner: Side, *, is_unplayed: bool, reason: str) -> None:
    outcome = Outcome.FORFEIT if is_unplayed else Outcome.DISQUALIFIED
    # Penalty points alone may reach the length.
    claim = reporting.read_unfinished(
        tx.match, outcome=outcome, winner=winner.value, overrides=[RefusalCode.MATCH_ALREADY_OVER]
    )
    report = tx.submit(claim, source=Source.DIRECTOR, reason=reason)
    tx.settle(report, Settled.DIRECTOR, tell=notices.forfeited)
    tx.note(MatchForfeited(tx.match.uid, **tx.about(report), settled=Settled.DIRECTOR))


@inverse(MatchStarted)
def _not_begun(entry: LogEntry, act: MatchStarted, by: Player | None) -> None:
    take_back_start(match_of(act.subject), by=by)


@inverse(StartTakenBack)
def _begin_again(entry: LogEntry, act: StartTakenBack, by: Player | None) -> None:
    start(match_of(act.subject), by=by)


@inverse(PenaltyGiven)
def _take_back_penalty(entry: LogEntry, act: PenaltyGiven, by: Player | None) -> None:
    take_back(row_of(Penalty.objects.select_related("match"), uid=act.penalty), by=by)


@inverse(PenaltyTakenBack)
def _penalise_again(entry: LogEntry, act: PenaltyTakenBack, by: Player | None) -> None:
    penalty = row_of(Penalty.objects.all(), uid=act.penalty)
    penalise(
        match_of(act.subject),
        by=by,
        to=penalty.to,
        points=penalty.points,
        before_game=penalty.before_game,
        reason=penalty.reason,
    )


@inverse(LengthChanged)
def _length_as_before(entry: LogEntry, act: LengthChanged, by: Player | None) -> None:
    standing = LengthChange.objects.filter(match=match_of(act.subject), voided_at=None)
    last = standing.select_related("match").order_by("pk").last()
    if last is None or (last.length, last.before_game) != (act.length, act.before_game):
        raise changed()
    _take_back_length(last, by=by, before=act.before)


@inverse(LengthTakenBack)
def _change_length_again(entry: LogEntry, act: LengthTakenBack, by: Player | None) -> None:
    match = match_of(act.subject)
    voided = LengthChange.objects.filter(match=match, length=act.length, before_game=act.before_game)
    change = voided.exclude(voided_at=None).order_by("voided_at", "pk").last()
    if change is None:
        raise changed()
    change_length(match, by=by, length=act.length, before_game=act.before_game, reason=change.reason)
