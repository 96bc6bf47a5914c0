"""The result of a team match: added up from its boards, or said as boards won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from matches.actions import changes, reporting
from matches.actions.reporting import Claim
from matches.models import Match, Player, Report, Settled, Source
from matches.queries import conditions, has_begun
from rules.game import GameScore
from rules.match import Side
from rules.scoresheet import Outcome, Tally
from tournaments import notices
from tournaments.actions.side_errors import CaptainOnly, InvalidBoardScore, TeamMatchByBoards
from tournaments.models import is_team_match
from tournaments.queries.teams import boards_of, boards_won, captain_of, team_score


def carry_to_team(team_match: Match, *, board: Match) -> Report | None:
    """Let a team match, which is locked, follow its board: begun with it, and final once all boards are.

    A result that a director has given to the team match stays. Answers the
    report that is new.
    """
    if team_match.started_at is None and has_begun(board):
        changes.start(team_match)
    accepted = team_match.accepted_report
    if accepted is not None and accepted.source != Source.BOARDS:
        return None
    boards = [found.match for found in boards_of(team_match)]
    if not boards or not all(match.is_final for match in boards):
        return None
    score = team_score(boards)
    under = conditions(team_match)
    claim = Claim(under, Tally(score.outcome, under.length, score.won, score.winner), None)
    if accepted is not None and claim.repeats(accepted):
        return None
    said = reporting.submit(team_match, claim, by=None, source=Source.BOARDS)
    reporting.accept(team_match, said, settled=Settled.BOARDS)
    notices.final(said)
    return said


def reader_of(match: Match) -> Callable[..., Claim]:
    """How a result of this match is read: between teams as boards won, else as points."""
    return read_boards if is_team_match(match) else reporting.read


def read_boards(
    match: Match,
    *,
    games: Sequence[GameScore] | None = None,
    score: tuple[int, int] | None = None,
    outcome: str = Outcome.PLAYED,
    winner: str | None = None,
    overrides: Collection[str] = (),
) -> Claim:
    """Read what a director says of a team match: how many boards each team won, and who wins when equal.

    There are no games; TeamMatchByBoards, InvalidBoardScore.
    """
    if games is not None:
        raise TeamMatchByBoards
    under, ended, won = conditions(match), Outcome(outcome), score or (0, 0)
    named = Side(winner) if winner else None
    leader = named if ended is not Outcome.PLAYED else _leader(won) or named
    is_possible = min(won) >= 0 and sum(won) <= under.length and (score is not None or ended.is_unplayed)
    if (
        not is_possible
        or named not in (None, leader)
        or (leader is None) != (ended is Outcome.DOUBLE_FORFEIT)
    ):
        raise InvalidBoardScore(boards=under.length)
    return Claim(under, Tally(ended, under.length, won, leader), None)


def read_unfinished(
    match: Match, *, outcome: str, winner: str | None, score: tuple[int, int] | None = None
) -> Claim:
    """Read a result that nobody played to the end; without a score, the boards won so far count between teams."""
    if not is_team_match(match):
        return reporting.read_unfinished(match, outcome=outcome, winner=winner, score=score)
    won = score or boards_won(board.match for board in boards_of(match))
    return read_boards(match, outcome=outcome, winner=winner, score=won)


def demand_captain(match: Match, *, by: Player | None, side: Side) -> None:
    """CaptainOnly for the others of a team, who speak for their own board alone."""
    if is_team_match(match):
        captain = captain_of(match, side)
        if by is None or captain.pk != by.pk:
            raise CaptainOnly(captain=captain.name)


def _leader(won: tuple[int, int]) -> Side | None:
    if won[0] == won[1]:
        return None
    return Side.ONE if won[0] > won[1] else Side.TWO
