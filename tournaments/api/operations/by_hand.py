"""Pairing by hand: pairs, byes, rounds missed, and players who are kept apart."""

from __future__ import annotations

from functools import partial
from typing import Any

from tournaments import access
from tournaments.actions.draws import by_hand, lines
from tournaments.actions.impact import HandImpact, foresee_by_hand
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, impact_of, operation
from tournaments.api.responses.by_hand import HandImpactResponse, HandResponse
from tournaments.api.responses.tournaments import StageResponse
from tournaments.models import Entrant, Stage
from tournaments.queries.draws.by_hand import HandView, hand_view
from tournaments.requests.draws import ApartEndedRequest, ApartRequest, HandRequest, LineRequest
from tournaments.requests.fields import ABSENT

from .tournaments import stage_now


def _entrant(use: Invocation[Stage, Any], field: str) -> Entrant:
    """Return the entrant of the stage's event that the body names."""
    rows = use.row.event.entrants.select_related("side")
    return named(rows, getattr(use.body, field), field=field)


def _view(use: Invocation[Stage, Any], _outcome: object) -> HandView:
    return hand_view(use.row)


@operation(
    "POST stages/<slug:uid>/by-hand/", access.stage_to_direct, by_hand.pair_by_hand, HandResponse, show=_view
)
def stage_pair_by_hand(use: Invocation[Stage, HandRequest]) -> object:
    """Set what is paired by hand in a round, and leave the lists that are absent; all others are paired around it."""
    body = use.body
    pairs = None if body.pairs is ABSENT else [(pair["one"], pair["two"]) for pair in body.pairs]
    missed = (
        None if body.missed is ABSENT else [(one["entrant"], one.get("points", 0)) for one in body.missed]
    )
    return by_hand.pair_by_hand(
        use.row,
        round=body.round,
        by=use.by,
        reason=body.reason,
        pairs=pairs,
        byes=None if body.byes is ABSENT else body.byes,
        missed=missed,
        sets_aside=body.sets_aside is True,
    )


@operation(
    "POST stages/<slug:uid>/apart/", access.stage_to_direct, by_hand.keep_apart, HandResponse, show=_view
)
def stage_keep_apart(use: Invocation[Stage, ApartRequest]) -> object:
    """Keep two entrants apart, from now on or in one round; they meet only if nothing else can be paired."""
    values = use.body.given() | {"first": _entrant(use, "first"), "second": _entrant(use, "second")}
    return by_hand.keep_apart(use.row, by=use.by, **values)


@operation(
    "POST stages/<slug:uid>/apart/end/", access.stage_to_direct, by_hand.let_meet, HandResponse, show=_view
)
def stage_let_meet(use: Invocation[Stage, ApartEndedRequest]) -> object:
    """Let two entrants meet again who are kept apart."""
    return by_hand.let_meet(use.row, first=_entrant(use, "first"), second=_entrant(use, "second"), by=use.by)


@operation(
    "POST stages/<slug:uid>/lines/", access.stage_to_direct, lines.move_to_line, StageResponse, show=stage_now
)
def stage_move_to_line(use: Invocation[Stage, LineRequest]) -> object:
    """Move an entrant to a line of a bracket before play; whoever stands there takes the line that is left."""
    values = use.body.given() | {"entrant": _entrant(use, "entrant")}
    return lines.move_to_line(use.row, by=use.by, **values)


def _foresee_move(use: Invocation[Stage, LineRequest]) -> HandImpact:
    entrants = lines.moved_with(use.row, entrant=_entrant(use, "entrant"), line=use.body.line)
    return foresee_by_hand(use.row, partial(stage_move_to_line.do, use), entrants=entrants)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    stage_pair_by_hand,
    Operation(
        "stage_pair_by_hand_impact",
        "POST stages/<slug:uid>/by-hand/impact/",
        access.stage_to_direct,
        by_hand.pair_by_hand,
        HandRequest,
        HandImpactResponse,
        "Show the rules that the pairing by hand would break, and what would follow; nothing is written.",
        perform=lambda use: foresee_by_hand(
            use.row, partial(stage_pair_by_hand.do, use), number=use.body.round
        ),
        is_claimed=lambda _use: False,
    ),
    stage_keep_apart,
    impact_of(stage_keep_apart, "Show what would follow if the two were kept apart; nothing is written."),
    stage_let_meet,
    stage_move_to_line,
    Operation(
        "stage_move_to_line_impact",
        "POST stages/<slug:uid>/lines/impact/",
        access.stage_to_direct,
        lines.move_to_line,
        LineRequest,
        HandImpactResponse,
        "Show what the move would break, and what would follow; nothing is written.",
        perform=_foresee_move,
        is_claimed=lambda _use: False,
    ),
)
