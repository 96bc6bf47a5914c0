"""Pairs and teams: registration, substitutes, line-ups and boards."""

from __future__ import annotations

from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.api.response import Blank, Response, of
from tournaments.models import Board
from tournaments.queries.entrants.teams import SeriesView, TeamMatchView, TeamSide

from .matches import SideResponse
from .people import SidePlayerResponse, players_shown


class TeamSideResponse(Response, row=TeamSide):
    """A team of a team match; `lineup` is null while it is not named, or secret."""

    side: str = of("name")
    id: str = of("side.uid")
    name: str = of("side.name")
    captain: SidePlayerResponse
    members: list[SidePlayerResponse]
    is_named: bool = of(words="Whether it has named its line-up.")
    lineup: list[dict[str, str | None]] | None = of(
        words="The players in the order of the boards.",
        get=lambda team: None if team.lineup is None else players_shown(team.lineup),
    )


def _score(board: Board) -> list[int] | None:
    """Return the counted score, side one first; None until it is final."""
    report = board.match.accepted_report
    return None if report is None or not board.match.is_final else list(report.counted)


class BoardResponse(Response, row=Board):
    """One board of a team match, or one match of a series: a match like any other."""

    number: int
    match: str = of("match.uid")
    one: SideResponse = of("match.one")
    two: SideResponse = of("match.two")
    winner: Side | Blank = of("match.winner")
    outcome: Outcome | Blank = of("match.outcome")
    score: list[int] | None = of(
        words="The counted score, side one first; null while it is not final.", get=_score
    )


class SeriesResponse(Response, row=SeriesView):
    """A series: its matches so far, in the order of play."""

    match: str = of("match.uid")
    best_of: int
    needed: int = of(words="The number of matches that wins the series.")
    won: list[int] = of("wins", "Matches won so far.")
    matches: list[BoardResponse] = of("boards")


class TeamMatchResponse(Response, row=TeamMatchView):
    """A team match: both teams, and the boards once both line-ups are known."""

    match: str = of("match.uid")
    teams: list[TeamSideResponse]
    boards: list[BoardResponse]
    won: list[int] = of("wins", "Boards won so far.")
