"""Draws, swaps and replacements by a director, tie decisions, ladders and leagues."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.actions.draws import attendance, obstacles, ties
from tournaments.actions.draws import draw as draws
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.entrants import challenges, seasons
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, at, at_row, impact_of, operation
from tournaments.api.reads.stages import challenge_line, ties_shown
from tournaments.api.responses.leagues import ChallengeResponse
from tournaments.api.responses.stages import CommitmentResponse, DrawResponse
from tournaments.api.responses.ties import TiesResponse
from tournaments.api.responses.tournaments import EventResponse, StageResponse, event_shown
from tournaments.formats import How
from tournaments.models import Challenge, Entrant, Stage
from tournaments.requests.draws import (
    ChallengeRequest,
    CommitmentRequest,
    DrawRequest,
    LateEntryRequest,
    NextSeasonRequest,
    ReplacementRequest,
    RoundChoiceRequest,
    SwapRequest,
    TieRequest,
    TieTakenBackRequest,
)
from tournaments.requests.entrants import ReasonRequest
from tournaments.requests.fields import NothingRequest
from tournaments.requests.tournaments import HoldRequest

from .tournaments import stage_now


def _entrant(use: Invocation[Stage, Any], field: str) -> Entrant:
    """Return the entrant of the stage's event that the body names."""
    rows = use.row.event.entrants.select_related("side")
    return named(rows, getattr(use.body, field), field=field)


def _ties(use: Invocation[Stage, Any], _outcome: object) -> dict[str, Any]:
    return ties_shown(use.row)


@operation(
    "POST stages/<slug:uid>/late-entries/",
    access.stage_to_desk,
    draws.enter_late,
    StageResponse,
    show=stage_now,
)
def stage_enter_late(use: Invocation[Stage, LateEntryRequest]) -> object:
    """Put an entrant on a bye whose match has not begun."""
    values = use.body.given() | {"entrant": _entrant(use, "entrant")}
    return draws.enter_late(use.row, by=use.by, **values)


@operation("POST stages/<slug:uid>/swap/", access.stage_to_direct, draws.swap, StageResponse, show=stage_now)
def stage_swap(use: Invocation[Stage, SwapRequest]) -> object:
    """Swap two entrants who have not begun a match."""
    first, second = _entrant(use, "first"), _entrant(use, "second")
    return draws.swap(use.row, first=first, second=second, by=use.by, reason=use.body.reason)


@operation(
    "POST stages/<slug:uid>/replacements/",
    access.stage_to_direct,
    draws.replace,
    StageResponse,
    show=stage_now,
)
def stage_replace(use: Invocation[Stage, ReplacementRequest]) -> object:
    """Give the place of an absent entrant to an alternate."""
    absent, alternate = _entrant(use, "absent"), _entrant(use, "alternate")
    return draws.replace(use.row, absent=absent, alternate=alternate, by=use.by, reason=use.body.reason)


@operation(
    "POST stages/<slug:uid>/close/", access.stage_to_direct, close_stage, StageResponse, show=stage_now
)
def stage_close(use: Invocation[Stage, ReasonRequest]) -> object:
    """End a stage that is not finished: its standings are final as they are, and what is unplayed is cancelled."""
    return close_stage(use.row, by=use.by, reason=use.body.reason)


@operation("POST stages/<slug:uid>/ties/", access.stage_to_direct, ties.decide, TiesResponse, show=_ties)
def stage_decide_tie(use: Invocation[Stage, TieRequest]) -> object:
    """Decide a shared place by lot, by a playoff or by hand."""
    return ties.decide(use.row, by=use.by, **use.body.given() | {"how": How(use.body.how)})


@operation(
    "POST stages/<slug:uid>/challenges/",
    access.stage_to_challenge,
    challenges.challenge,
    ChallengeResponse,
    status=201,
    show=lambda _use, new: challenge_line(new),
    location=at_row("stage_challenges"),
)
def stage_challenge(use: Invocation[Stage, ChallengeRequest]) -> Challenge:
    """Challenge another entrant: for one's own, or as a director for any."""
    _entrant(use, "challenger")
    challenger = access.entrant_to_challenge(use.visitor, use.body.challenger)
    challenged = _entrant(use, "challenged")
    return challenges.challenge(
        use.row, challenger=challenger, challenged=challenged, by=use.by, origin=use.origin
    )


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "stage_draw",
        "POST stages/<slug:uid>/draw/",
        access.stage_to_direct,
        draws.draw,
        DrawRequest,
        DrawResponse,
        "Draw the stage and make its first pairings.",
        status=201,
        location=at("draw"),
    ),
    Operation(
        "draw_void",
        "POST draws/<slug:uid>/void/",
        access.draw_to_direct,
        draws.void,
        ReasonRequest,
        DrawResponse,
        "Void the draw while no match has begun; its seed stays public.",
    ),
    Operation(
        "stage_commit",
        "POST stages/<slug:uid>/commitment/",
        access.stage_to_direct,
        draws.commit,
        CommitmentRequest,
        CommitmentResponse,
        "Announce the draw: publish the hash of what it will see and of its secret.",
        status=201,
        location=at_row("stage_commitments"),
    ),
    Operation(
        "stage_take_back",
        "POST stages/<slug:uid>/commitment/take-back/",
        access.stage_to_direct,
        draws.take_back,
        ReasonRequest,
        CommitmentResponse,
        "Take the announcement back before the draw; it stays public with its secret.",
    ),
    stage_enter_late,
    impact_of(
        stage_enter_late,
        "Show what would follow if the entrant came in late; nothing is written.",
        about=lambda use: _entrant(use, "entrant"),
    ),
    stage_swap,
    impact_of(stage_swap, "Show what would follow if the two changed places; nothing is written."),
    stage_replace,
    impact_of(
        stage_replace,
        "Show what would follow if the alternate took the place; nothing is written.",
        about=lambda use: _entrant(use, "alternate"),
    ),
    Operation(
        "stage_hold",
        "POST stages/<slug:uid>/hold/",
        access.stage_to_direct,
        attendance.hold,
        HoldRequest,
        StageResponse,
        "Let the next round wait for the director, or let it be paired.",
        show=stage_now,
    ),
    stage_close,
    impact_of(stage_close, "Show what would follow if the stage were closed; nothing is written."),
    Operation(
        "stage_settle_obstacle",
        "POST stages/<slug:uid>/obstacles/",
        access.stage_to_direct,
        obstacles.settle,
        RoundChoiceRequest,
        StageResponse,
        "Choose what becomes of the round, which is paired at once.",
    ),
    stage_decide_tie,
    Operation(
        "stage_take_back_tie",
        "POST stages/<slug:uid>/ties/take-back/",
        access.stage_to_direct,
        ties.take_back,
        TieTakenBackRequest,
        TiesResponse,
        "Take the newest decision on these entrants back, until a stage was drawn with it.",
        show=_ties,
    ),
    stage_challenge,
    Operation(
        "challenge_take_back",
        "POST challenges/<slug:uid>/take-back/",
        access.challenge_to_take_back,
        challenges.take_back,
        NothingRequest,
        ChallengeResponse,
        "Take a challenge back before its match has begun; again changes nothing.",
        show=lambda _use, new: challenge_line(new),
    ),
    Operation(
        "stage_next_season",
        "POST stages/<slug:uid>/next-season/",
        access.stage_to_direct,
        seasons.next_season,
        NextSeasonRequest,
        EventResponse,
        "Make the event of the next season of a league, with all entrants in their new divisions.",
        status=201,
        show=lambda _use, event: event_shown(event),
        location=at("event"),
    ),
)
