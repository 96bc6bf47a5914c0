"""Matches, reports, disputes, rulings and game records."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from matches.models import Dispute, Penalty, Report, ReportedGame, Ruling, Settled, Source, Statement
from matches.models import Side as SideRow
from matches.queries import MatchState
from rules.game import Ended, Result
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.actions.results.in_order import LineOutcome
from tournaments.actions.results.reporting import ReportResult
from tournaments.api.response import Blank, Response, given, of
from tournaments.queries.listed_matches import ListedMatch, MatchSide
from tournaments.queries.publicity import shown_uid
from tournaments.queries.results.reports import silence_at
from tournaments.ratings.counting import UnratedReason


class GameResponse(Response, row=ReportedGame):
    """One reported game."""

    number: int
    winner: Side
    result: Result
    cube: int
    ended: Ended


class ReportResponse(Response, row=Report):
    """A report: `score` as reported, `counted` with the winner capped at the match length (M6)."""

    id: str = of("uid")
    match: str = of("match.uid")
    source: Source
    by: str | None = of(get=lambda report: shown_uid(report.by))
    at: datetime
    outcome: Outcome
    winner: Side | Blank
    length: int
    score: list[int]
    counted: list[int]
    games: list[GameResponse] = of(
        words="The games, when they were reported one by one.",
        get=lambda report: report.games.all() if report.has_games else (),
    )
    crawford_game: int | None = of(words="Counted from 0.")
    remarks: list[str]
    overrides: list[Any]
    reason: str = of(
        words="Empty for whoever is neither a player of the match nor an officer.",
        get=lambda report: report.reason,
    )
    confirm_by: datetime | None = of(
        words="From when on it counts without an answer; null for never, as in a closed event.",
        get=silence_at,
    )


class ReportedResponse(Response, row=ReportResult):
    """A report, and the state of its match after it."""

    report: ReportResponse
    state: MatchState


class StatementResponse(Response, row=Statement):
    """A statement in a dispute."""

    by: str | None = of("by.uid")
    text: str
    at: datetime


class RulingResponse(Response, row=Ruling):
    """A director's decision, or a correction of a final result."""

    id: str = of("uid")
    match: str = of("match.uid")
    dispute: str | None = of("dispute.uid")
    report: ReportResponse
    by: str | None = of(get=lambda ruling: shown_uid(ruling.by))
    reason: str
    clause: str
    at: datetime


class CorrectionResponse(RulingResponse):
    """A correction of a final result."""

    undo: str = given("The address that undoes it with all that followed, by a POST without a body.")


class SideResponse(Response, row=SideRow):
    """One side of a match."""

    id: str = of("uid", "Of the side itself, which no address shows.")
    name: str


class MatchSideResponse(SideResponse, row=MatchSide):
    """One side of a match, with the uids of its entrant and players."""

    entrant: str | None = of(words="The id under entrants/; at a board that of the team.")
    players: list[str | None] = of(words="Their ids, as in `players` of an entrant.")


class PenaltyResponse(Response, row=Penalty):
    """Penalty points in force."""

    id: str = of("uid")
    to: Side
    points: int
    before_game: int
    reason: str
    at: datetime


class MatchResponse(Response):
    """A match: its state, its reports, and what the visitor may do now."""

    id: str
    tournament: str
    event: str
    stage: str
    round: int
    slot: int
    team_match: str | None = of(
        words="The team match or series that it is part of; null for every other match."
    )
    board: int | None = of(words="The number of the board, or of the match in its series, from 1.")
    best_of: int = of(
        words="Of a series and its matches: how many matches it has at most. A series of its own shows the matches won "
        "as its score. 1 for every other match."
    )
    is_team_match: bool = of(
        words="Two teams meet: the result is that of the boards, and scores are boards won."
    )
    one: MatchSideResponse
    two: MatchSideResponse
    length: int = of(words="After every change (M5a).")
    start_score: list[int]
    state: MatchState
    winner: Side | Blank
    outcome: Outcome | Blank
    settled: Settled | Blank
    score: list[int] | None
    rated: bool | None = of(
        words="Whether a federation rates it, an open one as if it were played out; null where none was asked."
    )
    reason: UnratedReason | None = of(words="Why none does, as the first says; `counting/` has each.")
    started_at: datetime | None
    final_at: datetime | None
    accepted_report: str | None
    waiting_report: str | None
    dispute: str | None = of(words="The open dispute.")
    table: str | None
    penalties: list[PenaltyResponse]
    may: list[str] = of(words="What the visitor may do now.")


class PaperLineResponse(Response, row=LineOutcome):
    """What became of a line: its match and score, side one first, or why it was refused."""

    line: int = of("number", "The number of the line, from 1.")
    text: str
    match: str | None = of(get=lambda row: None if row.match is None else row.match.uid)
    score: list[int] | None
    is_new: bool = of(words="False for a result that was known before, and for a refusal.")
    code: str | None = of(get=lambda row: None if row.refusal is None else row.refusal.code)
    detail: str | None = of(get=lambda row: None if row.refusal is None else str(row.refusal))


class MatchSummary(Response, row=ListedMatch):
    """A match in a list."""

    id: str = of("match.uid")
    event: str = of("pairing.stage.event.uid")
    stage: str = of("pairing.stage.uid")
    round: int = of("pairing.round")
    slot: int = of("pairing.slot")
    team_match: str | None = of(
        "board.team_match.uid", "The team match or series that it is part of; null for every other match."
    )
    board: int | None = of("board.number", "The number of the board, or of the match in its series, from 1.")
    best_of: int = of("pairing.best_of", "Matches at most of a series and in each of its matches, else 1.")
    one: MatchSideResponse
    two: MatchSideResponse
    length: int = of("match.length")
    state: MatchState
    score: list[int] | None = of(words="Of a final result, side one first.")
    winner: Side | Blank = of("match.winner")
    outcome: Outcome | Blank = of("match.outcome")
    settled: Settled | Blank = of("match.settled")
    rated: bool | None = of(words="As in the match itself.")
    reason: UnratedReason | None = of(
        words="As in the match itself; null too where it tells who is a member, for all but the desk and in `me/matches/`."
    )
    started_at: datetime | None = of("match.started_at")
    final_at: datetime | None = of("match.final_at")


class DisputeSummary(Response, row=Dispute):
    """A dispute in a list."""

    id: str = of("uid")
    match: str = of("match.uid")
    report: str = of("report.uid")
    one: str = of("match.one.name")
    two: str = of("match.two.name")
    opened_at: datetime
    closed_at: datetime | None
