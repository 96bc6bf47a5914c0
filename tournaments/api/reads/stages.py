"""Stages: draws, pairings, bracket, standings, and what waits for a director's decision."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import get_language

from tournaments import access
from tournaments.actions.draws import obstacles
from tournaments.actions.events.problems import problem_words
from tournaments.api.reading import Look, reads, sheet
from tournaments.api.responses.by_hand import HandResponse
from tournaments.api.responses.leagues import ChallengeResponse, MatchDaysResponse
from tournaments.api.responses.reentry import ObstacleResponse
from tournaments.api.responses.stages import (
    BracketResponse,
    CommitmentResponse,
    DrawResponse,
    PairingReasonsResponse,
    PairingResponse,
    RoundFileResponse,
    StandingsResponse,
)
from tournaments.api.responses.ties import TiesResponse
from tournaments.api.responses.tournaments import StageResponse
from tournaments.errors.draws import NoMatchDays, NotDrawn
from tournaments.models import Challenge, Commitment, Draw, Pairing, Seat, Stage
from tournaments.queries.draws.bracket import BracketView, bracket
from tournaments.queries.draws.by_hand import HandView, hand_view
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.match_days import fixtures, rules_of_days
from tournaments.queries.draws.round_files import round_file
from tournaments.queries.draws.standings import standings
from tournaments.queries.entrants.challenges import ChallengeLine, challenges
from tournaments.queries.exports import sheets
from tournaments.queries.results.ties import open_ties
from tournaments.queries.state import stage_state


@reads("stages/<slug:uid>/", access.stage_to_see, StageResponse)
def stage(row: Stage, _look: Look) -> Stage:
    """Show the stage."""
    return row


@reads("stages/<slug:uid>/draw/", access.stage_to_see, list[DrawResponse])
def stage_draws(row: Stage, _look: Look) -> QuerySet[Draw]:
    """List the draws, the voided ones too, the oldest first."""
    return Draw.objects.filter(stage=row).select_related("stage", "commitment")


@reads("draws/<slug:uid>/", access.draw_to_see, DrawResponse)
def draw(row: Draw, _look: Look) -> Draw:
    """Show the input and the result of the draw."""
    return row


@reads("stages/<slug:uid>/pairings/", access.stage_to_see, PairingResponse, order=("round", "slot", "pk"))
def stage_pairings(row: Stage, _look: Look) -> QuerySet[Pairing]:
    """List the pairings made so far, by round and slot, with the byes."""
    seats = Seat.objects.select_related("entrant__side").order_by("side")
    pairings = row.pairings.filter(cancelled_at=None).select_related("match__one", "match__two")
    return pairings.prefetch_related(Prefetch("seats", queryset=seats, to_attr="seats_in_order"))


@reads("stages/<slug:uid>/bracket/", access.stage_to_see, BracketResponse)
def stage_bracket(row: Stage, _look: Look) -> BracketView:
    """Show every planned slot with its known sides."""
    view = bracket(row)
    if view is None:
        raise NotDrawn
    return view


@reads("stages/<slug:uid>/standings/", access.stage_to_see, StandingsResponse)
def stage_standings(row: Stage, _look: Look) -> Any:
    """List the entrants by place; the tied ones share it."""
    view = standings(row)
    if view is None:
        raise NotDrawn
    return view


@sheet("stages/<slug:uid>/pairings/sheet/", access.stage_to_see)
def stage_pairings_sheet(row: Stage, _look: Look) -> Any:
    """Show the pairings made so far, by round and slot, with the byes."""
    return sheets.pairing_table(row)


@sheet("stages/<slug:uid>/results/sheet/", access.stage_to_see)
def stage_results_sheet(row: Stage, _look: Look) -> Any:
    """Show the final matches with their counted scores."""
    return sheets.result_table(row)


@sheet("stages/<slug:uid>/standings/sheet/", access.stage_to_see)
def stage_standings_sheet(row: Stage, _look: Look) -> Any:
    """Show the standings as they are now."""
    return sheets.standing_table(row)


@reads("stages/<slug:uid>/challenges/", access.stage_to_see, list[ChallengeResponse])
def stage_challenges(row: Stage, _look: Look) -> Any:
    """List the challenges, the newest first, those taken back too."""
    return challenges(row)


@reads("stages/<slug:uid>/obstacles/", access.stage_to_direct, list[ObstacleResponse], has_etag=False)
def stage_obstacles(row: Stage, _look: Look) -> list[ObstacleResponse]:
    """List the obstacles to the next round, each with the director's options; empty unless a round waits."""
    state = stage_state(row)
    return [
        ObstacleResponse(
            code=problem.code,
            values=problem.data,
            detail=problem_words([problem]),
            choices=list(obstacles.choices_of([problem])),
        )
        for problem in (() if state is None else state.format.obstacles(state.state))
    ]


@reads("stages/<slug:uid>/by-hand/", access.stage_to_direct, HandResponse, has_etag=False)
def stage_by_hand(row: Stage, _look: Look) -> HandView:
    """Show what is paired by hand, who is kept apart, and the rules broken in the rounds to come."""
    return hand_view(row)


@reads(
    "stages/<slug:uid>/match-days/",
    access.stage_to_see,
    MatchDaysResponse,
)
def stage_match_days(row: Stage, _look: Look) -> dict[str, Any]:
    """List the encounters of a league by day, with home and away, dates, places and results."""
    return match_days_of(row)


@reads("stages/<slug:uid>/ties/", access.stage_to_see, TiesResponse)
def stage_ties(row: Stage, _look: Look) -> dict[str, Any]:
    """List the shared places on which something depends, and the decisions so far."""
    return ties_shown(row)


@reads("stages/<slug:uid>/commitment/", access.stage_to_see, list[CommitmentResponse])
def stage_commitments(row: Stage, _look: Look) -> QuerySet[Commitment]:
    """List the announcements, those taken back too, the oldest first."""
    return Commitment.objects.filter(stage=row).select_related("stage")


@reads(
    "pairings/<slug:uid>/reasons/",
    access.pairing_to_see,
    PairingReasonsResponse,
    also=lambda _row, _look: get_language() or "",
)
def pairing_reasons(row: Pairing, _look: Look) -> dict[str, Any]:
    """List the reasons as codes with their values, and in the language of the request."""
    answer = explanation(row)
    reasons = [
        {"code": reason.code, "data": reason.data, "text": text}
        for reason, text in zip(answer.reasons, answer.sentences, strict=True)
    ]
    return {"pairing": row.uid, "reasons": reasons}


@reads("pairings/<slug:uid>/round/", access.pairing_to_see, RoundFileResponse)
def pairing_round(row: Pairing, _look: Look) -> dict[str, Any]:
    """Show what the round of the pairing was paired from and what came out, so that anybody can pair it again."""
    file = round_file(row.stage, row.round)
    if file is None:
        raise AssertionError("a pairing that was not cancelled is in its round")
    return file


def match_days_of(row: Stage) -> dict[str, Any]:
    """Return the encounters of a league by day; raise NoMatchDays for another format."""
    if rules_of_days(row) is None:
        raise NoMatchDays
    league = fixtures(row)
    return {
        "stage": row.uid,
        "has_home": has_match_days(row),
        "days": () if league is None else league.days,
    }


def ties_shown(row: Stage) -> dict[str, Any]:
    """Return the shared places of a stage as they are now."""
    row.refresh_from_db()
    return {"open": open_ties(row), "decided": row.ties_in_force}


def challenge_line(challenge: Challenge) -> ChallengeLine:
    """Return a challenge as lists show it."""
    return next(line for line in challenges(challenge.stage) if line.uid == challenge.uid)
