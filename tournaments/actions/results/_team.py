"""The result of a team match: derived from its boards, or entered as boards won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from matches.actions import changes, reporting
from matches.actions.reporting import ResultClaim
from matches.errors import DomainError
from matches.models import Match, Player, Report, Settled, Source, is_same_person
from matches.queries import conditions
from rules.game import GameScore
from rules.match import Side
from rules.scoresheet import Outcome, Tally
from tournaments import notices
from tournaments.errors.teams import (
    CaptainOnly,
    InvalidBoardScore,
    InvalidSeriesScore,
    SeriesAgainstMatches,
    SeriesByMatches,
    TeamAgainstBoards,
    TeamMatchByBoards,
)
from tournaments.models import has_boards, is_series, is_team_match
from tournaments.queries.entrants.teams import boards_of, boards_won, captain_of, team_score

from ._series import is_decided


def carry_to_team(team_match: Match) -> Report | None:
    """Update a locked team match from its boards: started with the first, final after all.

    A result entered by a director stays, unless a final board contradicts it. Return the new report, if any.
    """
    standing_report = team_match.accepted_report
    boards = [row.match for row in boards_of(team_match)]
    changes.begin_with(team_match, boards)
    under = conditions(team_match)
    if standing_report is not None and standing_report.source != Source.BOARDS:
        points = _without_contradiction(standing_report, boards)
        if points is None:
            return None
        claim = ResultClaim(under, Tally(Outcome.PLAYED, under.length, points, _leader(points)), None)
    elif not boards or not all(match.is_final for match in boards):
        return None
    else:
        score = team_score(boards)
        claim = ResultClaim(under, Tally(score.outcome, under.length, score.wins, score.winner), None)
    if standing_report is not None and claim.repeats(standing_report):
        return None
    is_by_word = standing_report is not None and standing_report.source != Source.BOARDS
    source, settlement = (
        (Source.DIRECTOR, Settled.DIRECTOR) if is_by_word else (Source.BOARDS, Settled.BOARDS)
    )
    why = standing_report.reason if standing_report is not None and is_by_word else ""
    report = reporting.submit(team_match, claim, by=None, source=source, reason=why)
    reporting.accept(team_match, report, settlement=settlement)
    notices.final(report)
    return report


def _without_contradiction(report: Report, boards: Sequence[Match]) -> tuple[int, int] | None:
    """Return the corrected score of a manual result that final boards contradict; None if none do."""
    one, two = boards_won(boards)
    score = report.counted
    if report.outcome != Outcome.PLAYED or (score[0] >= one and score[1] >= two):
        return None
    total = max(sum(score), one + two)
    return (one, total - one) if score[0] < one else (total - two, two)


def reader_of(match: Match) -> Callable[..., ResultClaim]:
    """Return the function that validates a result of this match: boards won for teams, points otherwise."""
    return read_boards if has_boards(match) else reporting.read


def read_boards(
    match: Match,
    *,
    games: Sequence[GameScore] | None = None,
    score: tuple[int, int] | None = None,
    outcome: str = Outcome.PLAYED,
    winner: str | None = None,
    overrides: Collection[str] = (),
) -> ResultClaim:
    """Validate a director's result of a team match, given as boards won and the winner if equal.

    Raise TeamMatchByBoards for games, InvalidBoardScore, or TeamAgainstBoards if final boards contradict the
    result.
    """
    if games is not None:
        raise by_boards(match)
    under, result, points = conditions(match), Outcome(outcome), score or (0, 0)
    winning_side = Side(winner) if winner else None
    leader = winning_side if result is not Outcome.PLAYED else _leader(points) or winning_side
    is_possible = (
        min(points) >= 0 and sum(points) <= under.length and (score is not None or result.is_unplayed)
    )
    if is_series(match):
        is_over = result is not Outcome.PLAYED or 2 * max(points) > under.length
        is_possible = is_possible and 2 * max(points) <= under.length + 1 and is_over
    if (
        not is_possible
        or winning_side not in (None, leader)
        or (leader is None) != (result is Outcome.DOUBLE_FORFEIT)
    ):
        raise (InvalidSeriesScore if is_series(match) else InvalidBoardScore)(boards=under.length)
    matches = [board.match for board in boards_of(match)]
    board_points, tally = boards_won(matches), Tally(result, under.length, points, leader)
    is_below = result is Outcome.PLAYED and (points[0] < board_points[0] or points[1] < board_points[1])
    if is_below or _is_against_series(match, matches, tally):
        raise (SeriesAgainstMatches if is_series(match) else TeamAgainstBoards)(
            won=f"{board_points[0]}–{board_points[1]}"
        )
    return ResultClaim(under, tally, None)


def _is_against_series(series: Match, matches: Sequence[Match], tally: Tally) -> bool:
    """Whether the matches of a series have decided it already, and otherwise."""
    if not is_series(series) or not matches or not is_decided(series, matches):
        return False
    score = team_score([match for match in matches if match.is_final])
    return (score.outcome, score.wins, score.winner) != (tally.outcome, tally.score, tally.winner)


def by_boards(match: Match) -> DomainError:
    """Return the refusal of what can be done only in one of the matches that decide this one."""
    return SeriesByMatches() if is_series(match) else TeamMatchByBoards()


def read_unfinished(
    match: Match, *, outcome: str, winner: str | None, score: tuple[int, int] | None = None
) -> ResultClaim:
    """Validate the result of an unfinished match; for teams without a score, boards won count."""
    if not has_boards(match):
        return reporting.read_unfinished(match, outcome=outcome, winner=winner, score=score)
    points = score or boards_won(board.match for board in boards_of(match))
    return read_boards(match, outcome=outcome, winner=winner, score=points)


def require_captain(match: Match, *, by: Player | None, side: Side) -> None:
    """Raise CaptainOnly in a team match unless `by` is the captain."""
    if is_team_match(match):
        captain = captain_of(match, side)
        if not is_same_person(by, captain):
            raise CaptainOnly(captain=captain.name)


def _leader(points: tuple[int, int]) -> Side | None:
    if points[0] == points[1]:
        return None
    return Side.ONE if points[0] > points[1] else Side.TWO
