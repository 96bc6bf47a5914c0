"""Tournaments, events and stages: creation, settings, copies and removal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.db import transaction

from matches.models import Player
from tournaments import access
from tournaments.actions.draws import stage_settings
from tournaments.actions.entrants import entry_rules, waiting_list
from tournaments.actions.events import (
    copying,
    event_rules,
    lifecycle,
    main_stage,
    plans,
    rating_list,
    rating_terms,
)
from tournaments.actions.events.best_of import change_best_of
from tournaments.actions.events.problems import problem_words
from tournaments.actions.money import ledger
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, at, impact_of, operation
from tournaments.api.responses.plans import PlanCheckResponse
from tournaments.api.responses.tournaments import (
    EventResponse,
    StageResponse,
    TournamentChangeResponse,
    TournamentResponse,
    event_shown,
)
from tournaments.formats import Problem
from tournaments.models import Event, RatingList, Stage, TokenScope, Tournament
from tournaments.plans import preview, problems, warnings
from tournaments.requests.events import PlanRequest, StageFeedsRequest
from tournaments.requests.fields import ABSENT, NothingRequest
from tournaments.requests.tournaments import (
    BestOfRequest,
    CopyRequest,
    CurrencyRequest,
    EventChangeRequest,
    EventRequest,
    LengthsRequest,
    RoundLengthRequest,
    StageChangeRequest,
    StageOptionsRequest,
    StageRequest,
    TournamentRequest,
)


def _event_now(_use: Invocation[Event, EventChangeRequest], event: Event) -> EventResponse:
    event.refresh_from_db()
    return event_shown(event)


@operation(
    "POST tournaments/<slug:uid>/events/",
    access.tournament_to_direct,
    lifecycle.create_event,
    EventResponse,
    status=201,
    show=lambda _use, event: event_shown(event),
    location=at("event"),
    others=(plans.create_from_plan, rating_terms.set_rating_terms),
)
@transaction.atomic
def event_create(use: Invocation[Tournament, EventRequest]) -> Event:
    """Add an event, with all stages of a plan where there is one."""
    values = use.body.given()
    plan, entrants, terms = values.pop("plan", None), values.pop("entrants", None), _rating_terms(values)
    if plan is None:
        event = lifecycle.create_event(use.row, by=use.by, **values)
    else:
        sound = plans.plan_from(plan)
        event = plans.create_from_plan(use.row, by=use.by, plan=sound, entrants=entrants, **values)
    return rating_terms.set_rating_terms(event, by=use.by, **terms) if terms else event


def _rating_terms(values: dict[str, Any]) -> dict[str, Any]:
    """Take the terms of the ratings out of the values of a body, and return them."""
    names = ("variant", "is_unrated", "rating_reason")
    terms = {name.removeprefix("rating_"): values.pop(name) for name in names if name in values}
    return terms if terms.keys() - {"reason"} else {}


@operation(
    "PATCH events/<slug:uid>/",
    access.event_to_direct,
    lifecycle.change_event,
    EventResponse,
    show=_event_now,
    others=(
        lifecycle.set_registration,
        waiting_list.set_capacity,
        main_stage.name_main_stage,
        event_rules.set_finish_rule,
        rating_terms.set_rating_terms,
        rating_list.choose_list,
        entry_rules.set_entry_rules,
    ),
)
@transaction.atomic
def event_change(use: Invocation[Event, EventChangeRequest]) -> Event:
    """Change what the body names and leave the rest."""
    event, values = use.row, use.body.given()
    if "registration" in values:
        lifecycle.set_registration(event, by=use.by, registration=values.pop("registration"))
    if "capacity" in values:
        waiting_list.set_capacity(event, by=use.by, capacity=values.pop("capacity"))
    if "main_stage" in values:
        uid = values.pop("main_stage")
        stage = None if uid is None else access.stage_to_direct(use.visitor, uid)
        main_stage.name_main_stage(event, by=use.by, stage=stage)
    list_reason = values.pop("list_reason", "")
    if "rating_list" in values:
        uid = values.pop("rating_list")
        choice = (
            None
            if uid is None
            else named(RatingList.objects.select_related("federation"), uid, field="rating_list")
        )
        rating_list.choose_list(event, by=use.by, rating_list=choice, reason=list_reason)
    if "eligibility" in values:
        entry_rules.set_entry_rules(event, by=use.by, rules=values.pop("eligibility"))
    reason = values.pop("finish_reason", "")
    if "finish_rule" in values:
        rule = values.pop("finish_rule")
        event_rules.set_finish_rule(event, by=use.by, rule=rule, reason=reason)
    if terms := _rating_terms(values):
        rating_terms.set_rating_terms(event, by=use.by, **terms)
    lifecycle.change_event(event, by=use.by, **values)
    return event


@operation(
    "POST plans/check/",
    access.own_account,
    plans.plan_from,
    PlanCheckResponse,
    token_scope=TokenScope.READ,
)
def plan_check(use: Invocation[Player, PlanRequest]) -> dict[str, Any]:
    """Check a plan for problems and preview its stages; nothing is created."""
    plan = plans.plan_from(use.body.plan)
    entrants = None if use.body.entrants is ABSENT else use.body.entrants
    tables = None if use.body.tables is ABSENT else use.body.tables
    faults = problems(plan, entrants=entrants, tables=tables)
    if entrants is None or faults:
        return {"problems": list(_in_words(faults)), "warnings": [], "preview": []}
    return {
        "problems": [],
        "warnings": list(_in_words(warnings(plan, entrants=entrants))),
        "preview": [asdict(stage) for stage in preview(plan, entrants=entrants, tables=tables)],
    }


def _in_words(faults: Iterable[Problem]) -> Iterable[dict[str, Any]]:
    for problem in faults:
        yield {
            "code": problem.code,
            "path": problem.data["path"],
            "works": problem.data.get("works"),
            "message": problem_words([problem]),
        }


def stage_now(use: Invocation[Stage, Any], _outcome: object) -> Stage:
    """Return the stage of the address, read again."""
    return access.stage_to_see(use.visitor, use.row.uid)


@operation(
    "PATCH stages/<slug:uid>/",
    access.stage_to_direct,
    stage_settings.change_stage,
    StageResponse,
    show=stage_now,
)
def stage_change(use: Invocation[Stage, StageChangeRequest]) -> object:
    """Change the options that the body names, and the lengths, before the draw or under way."""
    return stage_settings.change_stage(use.row, by=use.by, **use.body.given())


stage_options: Operation[Stage, StageOptionsRequest] = Operation(
    "stage_options",
    "POST stages/<slug:uid>/options/",
    access.stage_to_direct,
    stage_settings.change_options,
    StageOptionsRequest,
    StageResponse,
    "Set all options: before the draw any, under way those with which the format can go on.",
    show=stage_now,
)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "tournament_create",
        "POST tournaments/",
        access.own_account,
        lifecycle.create_tournament,
        TournamentRequest,
        TournamentResponse,
        "Open a tournament; whoever asks owns it.",
        token_scope=TokenScope.DIRECT,
        status=201,
        location=at("tournament"),
    ),
    Operation(
        "tournament_change",
        "PATCH tournaments/<slug:uid>/",
        access.tournament_to_direct,
        lifecycle.change_tournament,
        TournamentRequest,
        TournamentChangeResponse,
        "Change what the body names and leave the rest. With another `zone` the programme keeps its clock.",
        show=lambda use, moved: TournamentChangeResponse.from_row(use.row, moved_moments=moved),
        is_partial=True,
    ),
    Operation(
        "tournament_copy",
        "POST tournaments/<slug:uid>/copies/",
        access.tournament_to_direct,
        copying.copy_tournament,
        CopyRequest,
        TournamentResponse,
        "Make a draft like it on other days: all that was set up, without players, results and money.",
        status=201,
        location=at("tournament"),
    ),
    event_create,
    event_change,
    plan_check,
    Operation(
        "stage_create",
        "POST events/<slug:uid>/stages/",
        access.event_to_direct,
        lifecycle.create_stage,
        StageRequest,
        StageResponse,
        "Add a stage in a format.",
        status=201,
        location=at("stage"),
    ),
    Operation(
        "stage_change_feeds",
        "POST stages/<slug:uid>/feeds/",
        access.stage_to_direct,
        plans.change_feeds,
        StageFeedsRequest,
        StageResponse,
        "Set the feeds of a stage that is not drawn.",
    ),
    Operation(
        "stage_round_length",
        "POST stages/<slug:uid>/round-lengths/",
        access.stage_to_direct,
        stage_settings.change_round_length,
        RoundLengthRequest,
        StageResponse,
        "Fix the length of a round, for its matches that have not begun.",
        show=stage_now,
    ),
    stage_options,
    impact_of(stage_options, "Show what would follow from these options; nothing is written."),
    stage_change,
    Operation(
        "stage_change_lengths",
        "POST stages/<slug:uid>/lengths/",
        access.stage_to_direct,
        stage_settings.change_lengths,
        LengthsRequest,
        StageResponse,
        "Set the lengths of all rounds, under way for the matches that have not begun.",
    ),
    Operation(
        "stage_change_best_of",
        "POST stages/<slug:uid>/best-of/",
        access.stage_to_direct,
        change_best_of,
        BestOfRequest,
        StageResponse,
        "Set how many matches a pairing has at most, for the pairings made from now on.",
    ),
    Operation(
        "stage_remove",
        "POST stages/<slug:uid>/remove/",
        access.stage_to_direct,
        plans.remove_stage,
        NothingRequest,
        list[StageResponse],
        "Take the stage out of its event while it was never drawn, and list those that remain.",
        show=lambda use, _removed: use.row.event.stages.select_related("event"),
    ),
    Operation(
        "tournament_set_currency",
        "POST tournaments/<slug:uid>/currency/",
        access.tournament_to_direct,
        ledger.set_currency,
        CurrencyRequest,
        TournamentResponse,
        "Set the currency of every amount, while there is none.",
    ),
)
