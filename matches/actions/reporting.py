"""Reports: validated against the rules, stored as given, and accepted as results."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils import timezone

from matches.database.prepared import insert_rows, store_columns
from matches.errors import Refused, ReportRefused
from matches.errors.report import NUMBER_TOO_LARGE, TOO_MANY_GAMES
from matches.models import Match, Player, Report, ReportedGame, Settled, Source
from matches.queries import conditions, games_of
from rules.game import GameScore
from rules.match import Side
from rules.refusal import RefusalCode
from rules.scoresheet import Conditions, Outcome, Tally, tally

# Limits of the columns, with room to spare: 500 games of 3 x 500,000 points stay below 2^31.
LARGEST_NUMBER = 500_000
MOST_GAMES = 500

# Remarks about a report beside those of the tally.
OTHER_GAMES = "other_games"
OTHER_OUTCOME = "other_outcome"

# The columns of a match that hold its result.
_RESULT = ("accepted_report", "winner", "outcome", "settled", "final_at")


@dataclass(frozen=True, slots=True)
class ResultClaim:
    """A claimed result, validated against the rules and not stored yet.

    `games` is None if only a score, or neither, was given. `overrides` are the refusals that a director has overridden
    (P7).
    """

    under: Conditions
    sheet: Tally
    games: tuple[GameScore, ...] | None
    overrides: tuple[Refused, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Return the outcome of the match."""
        return self.sheet.outcome

    @property
    def winner(self) -> Side | None:
        """Return the winner; None for a double forfeit."""
        return self.sheet.winner

    @property
    def may_stand_by_silence(self) -> bool:
        """Whether the claim of the winning side becomes final if the opponent does not answer.

        A no-show or a disqualification must be admitted by the opponent or decided by the director.
        """
        return self.outcome in (Outcome.PLAYED, Outcome.RETIRED, Outcome.SETTLED)

    def is_loss_of(self, side: Side) -> bool:
        """Whether the claim is a loss for this side; a double forfeit is a loss for both."""
        return self.winner is side.other

    def agrees_with(self, report: Report) -> bool:
        """Whether both claims are the same result: equal winner and counted score (M6)."""
        return (self.winner or "", self.sheet.counted) == (report.winner, report.counted)

    def repeats(self, report: Report) -> bool:
        """Whether the report is identical to this claim, as after a double tap."""
        earlier = (report.outcome, report.winner, report.score, report.has_games)
        if earlier != (self.outcome, self.winner or "", self.sheet.score, self.games is not None):
            return False
        return self.games is None or self.games == games_of(report)


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result that is final at once and that no player reported, such as a walkover."""

    match: Match
    claim: ResultClaim
    source: Source
    settled: Settled


class ResultArguments(TypedDict, total=False):
    """The keyword arguments of a result: its games or its score, how the match ended, and the winner."""

    games: Sequence[GameScore] | None
    score: tuple[int, int] | None
    outcome: str
    winner: str | None


def read(
    match: Match,
    *,
    games: Sequence[GameScore] | None = None,
    score: tuple[int, int] | None = None,
    outcome: str = Outcome.PLAYED,
    winner: str | None = None,
    overrides: Collection[str] = (),
) -> ResultClaim:
    """Validate a result against the rules; raise ReportRefused if it is impossible.

    `overrides` are the refusal codes that a director overrides. Only ruling matters can be overridden (P7); impossible
    results are refused all the same. The check of a score far past the length takes some tenths of a second, so call
    this before the transaction and again in it only if the conditions have changed.
    """
    _refuse_what_no_column_holds(games, score)
    under = conditions(match)
    sheet = tally(
        under,
        games=games,
        score=score,
        outcome=Outcome(outcome),
        winner=Side(winner) if winner else None,
    )
    overrulings = _accepted(sheet, overrides)
    return ResultClaim(under, sheet, None if games is None else tuple(games), overrulings)


def unplayed(match: Match, *, winner: Side | None) -> ResultClaim:
    """Return the claim of a match that is not played: a walkover, or a double forfeit without a winner."""
    under = conditions(match)
    outcome = Outcome.DOUBLE_FORFEIT if winner is None else Outcome.WALKOVER
    sheet = tally(under, outcome=outcome, winner=winner)
    return ResultClaim(under, sheet, None, _accepted(sheet, ()))


def _accepted(sheet: Tally, overrides: Collection[str]) -> tuple[Refused, ...]:
    """Return the refusals that a director has overridden; raise ReportRefused if others remain."""
    refusals = [Refused.of(refusal) for refusal in sheet.refusals]
    overrulings = tuple(one for one in refusals if one.can_override and one.code in overrides)
    open_refusals = [one for one in refusals if one not in overrulings]
    if not open_refusals and sheet.winner is None and sheet.outcome is not Outcome.DOUBLE_FORFEIT:
        open_refusals = [Refused.worded(RefusalCode.WINNER_MISSING)]
    if open_refusals:
        raise ReportRefused(open_refusals)
    return overrulings


def read_unfinished(
    match: Match,
    *,
    outcome: str,
    winner: str | None,
    score: tuple[int, int] | None = None,
    overrides: Collection[str] = (),
) -> ResultClaim:
    """Validate the result of an unfinished match; without a score only the penalty points count (M5)."""
    if score is None and not Outcome(outcome).is_unplayed:
        score = conditions(match).floor
    return read(match, score=score, outcome=outcome, winner=winner, overrides=overrides)


def submit(
    match: Match,
    claim: ResultClaim,
    *,
    by: Player | None,
    source: str,
    reason: str = "",
    remarks: Sequence[str] = (),
    confirm_by: datetime | None = None,
) -> Report:
    """Store the report and its games, which are immutable."""
    if match.silence_at is not None:
        # It belonged to the previous report.
        match.silence_at = None
        match.save(update_fields=["silence_at"])
    report = _report(match, claim, by=by, source=source)
    report.remarks, report.reason, report.confirm_by = [*report.remarks, *remarks], reason, confirm_by
    insert_rows([report])
    ReportedGame.objects.bulk_create(
        ReportedGame(
            report=report,
            number=number,
            winner=game.winner.value,
            result=game.result.value,
            cube=game.cube,
            ended=game.ended.value,
        )
        for number, game in enumerate(claim.games or (), start=1)
    )
    return report


def decide_all(verdicts: Sequence[GivenResult]) -> list[Report]:
    """Store these results of no player and make them final, in a constant number of statements."""
    reports = Report.objects.bulk_create(
        _report(verdict.match, verdict.claim, by=None, source=verdict.source) for verdict in verdicts
    )
    for verdict, report in zip(verdicts, reports, strict=True):
        verdict.match.silence_at = None
        _set_result(verdict.match, report, settlement=verdict.settled)
    Match.objects.bulk_update([verdict.match for verdict in verdicts], [*_RESULT, "silence_at"])
    return reports


def remarks_beside(claim: ResultClaim, report: Report) -> tuple[str, ...]:
    """Return remarks on equal results that differ in their games or their outcome (M6)."""
    remarks = []
    if claim.games is not None and report.has_games and claim.games != games_of(report):
        remarks.append(OTHER_GAMES)
    if claim.outcome != report.outcome:
        remarks.append(OTHER_OUTCOME)
    return tuple(remarks)


def accept(match: Match, report: Report, *, settlement: Settled) -> None:
    """Make the report the final result of its match; a correction stays final."""
    _set_result(match, report, settlement=settlement)
    store_columns(match, *_RESULT)


def reopen(match: Match) -> None:
    """Reopen the match: no report counts any more, but all stay stored."""
    match.accepted_report, match.final_at = None, None
    match.winner = match.outcome = match.settled = ""
    match.save(update_fields=_RESULT)


def agree_on_winner(match: Match, winner: Side) -> None:
    """Set the winner while the score is still disputed."""
    match.winner = winner.value
    match.save(update_fields=["winner"])


def _report(match: Match, claim: ResultClaim, *, by: Player | None, source: str) -> Report:
    """Return the unsaved report of a claim."""
    sheet = claim.sheet
    return Report(
        match=match,
        source=source,
        by=by,
        outcome=sheet.outcome.value,
        winner=sheet.winner.value if sheet.winner else "",
        length=sheet.length,
        score_one=sheet.score[0],
        score_two=sheet.score[1],
        counted_one=sheet.counted[0],
        counted_two=sheet.counted[1],
        has_games=claim.games is not None,
        crawford_game=sheet.crawford_game,
        remarks=[*sheet.remarks],
        overrides=[{"code": one.code, "game": one.game, "data": dict(one.data)} for one in claim.overrides],
    )


def _set_result(match: Match, report: Report, *, settlement: Settled) -> None:
    """Copy the result of the report to the unsaved match."""
    match.accepted_report = report
    match.winner = report.winner
    match.outcome = report.outcome
    match.settled = settlement
    match.final_at = match.final_at or timezone.now()


def _refuse_what_no_column_holds(games: Sequence[GameScore] | None, score: tuple[int, int] | None) -> None:
    if games is not None and len(games) > MOST_GAMES:
        raise ReportRefused([Refused.worded(TOO_MANY_GAMES, found=len(games), most=MOST_GAMES)])
    for number, game in enumerate(games or ()):
        if abs(game.cube) > LARGEST_NUMBER:
            raise ReportRefused([_too_large(game.cube, game=number)])
    for points in score or ():
        if abs(points) > LARGEST_NUMBER:
            raise ReportRefused([_too_large(points)])


def _too_large(number: int, *, game: int | None = None) -> Refused:
    # Python refuses to print a number of thousands of digits, and nobody could read it.
    text = str(number) if abs(number) < 10**12 else "10^12"
    return Refused.worded(NUMBER_TOO_LARGE, game=game, found=text, most=LARGEST_NUMBER)
