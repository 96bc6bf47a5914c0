"""Team matches for tests: drawn, with their boards made, and played."""

from __future__ import annotations

from matches.models import Match, Player
from rules.match import Side
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import teams
from tournaments.models import Event, Stage, is_team_match
from tournaments.queries.audit import checks
from tournaments.queries.entrants.teams import boards_of, members_of


def stage_of_teams(
    n: int = 2,
    *,
    boards: int = 3,
    team_size: int = 4,
    format: str = "single_elimination",  # noqa: A002 - the field's word
    options: dict[str, object] | None = None,
) -> Stage:
    """A stage of `n` teams, drawn, whose boards are to seven points."""
    event = factories.event(kind="teams", boards=boards, team_size=team_size)
    stage = factories.stage(event, format=format, options=options)
    factories.entrants(event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def match_with_boards(n: int = 2, *, boards: int = 3) -> tuple[Match, list[Match]]:
    """A team match whose boards are made, with the matches at them."""
    match = factories.open_matches(stage_of_teams(n, boards=boards))[0]
    teams.open_boards(match, by=None)
    return match, matches_at(match)


def matches_at(match: Match) -> list[Match]:
    """The matches at the boards of a team match, in order of the boards."""
    return [board.match for board in boards_of(match)]


def say(match: Match, score: tuple[int, int]) -> None:
    """The director enters a result; that of whole teams because the boards were not recorded."""
    why = "not recorded" if is_team_match(match) else ""
    results.report(match, by=factories.around(match).director, score=score, reason=why)


def play(match: Match, *winners: str) -> None:
    """Open the boards of a team match and play each to seven, side by side."""
    teams.open_boards(match, by=None)
    for board, winner in zip(matches_at(match), winners, strict=True):
        say(board, (7, 3) if winner == "one" else (3, 7))


def result_of(match: Match) -> tuple[str, str, tuple[int, int]]:
    """The winner, the outcome and the score that count."""
    match.refresh_from_db()
    assert match.accepted_report is not None
    return match.winner, match.outcome, match.accepted_report.score


def captain_of(match: Match, side: str = "one") -> Player:
    """The first player of a team."""
    return members_of(match, Side(side))[0]


def is_sound(event: Event) -> bool:
    """Whether an audit of the tournament finds no fault."""
    return not [finding for finding in checks.findings(event.tournament) if finding.is_fault]
