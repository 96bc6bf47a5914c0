"""The addresses of the API, below `/api/v1/`: the reads, and the operations of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, path, re_path
from rest_framework.parsers import MultiPartParser
from rest_framework.views import APIView

from .operations import OPERATIONS, Operation
from .views import (
    challenges,
    desk,
    dispute_file,
    disputes,
    docs,
    entrants,
    events,
    forecasts,
    lobby,
    matches,
    money,
    obstacles,
    officers,
    people,
    plans,
    problems,
    records,
    reentry,
    reports,
    sheets,
    stages,
    teams,
    ties,
    tournaments,
)
from .views.endpoint import Endpoint

# Address, view and name.
READS: tuple[tuple[str, type[APIView], str], ...] = (
    # First, because no address is asked more often while a round ends.
    ("matches/<slug:uid>/reports/", matches.MatchReports, "api_reports"),
    ("schema/", docs.Schema, "api_schema"),
    ("docs/", docs.Docs, "api_docs"),
    ("problems/", problems.Problems, "api_problems"),
    ("problems/<slug:code>/", problems.OneProblem, "api_problem"),
    ("me/", people.Me, "api_me"),
    ("me/matches/", people.MyMatchList, "api_my_matches"),
    ("me/notices/", people.MyNotices, "api_my_notices"),
    ("tournaments/", tournaments.Tournaments, "api_tournaments"),
    ("tournaments/<slug:uid>/", tournaments.OneTournament, "api_tournament"),
    ("tournaments/<slug:uid>/events/", tournaments.TournamentEvents, "api_events"),
    ("tournaments/<slug:uid>/tables/", tournaments.TournamentTables, "api_tables"),
    ("tournaments/<slug:uid>/matches/", tournaments.TournamentMatches, "api_matches"),
    ("tournaments/<slug:uid>/disputes/", tournaments.TournamentDisputes, "api_disputes"),
    ("tournaments/<slug:uid>/officers/", officers.TournamentOfficers, "api_officers"),
    ("tournaments/<slug:uid>/announcements/", officers.TournamentAnnouncements, "api_announcements"),
    ("tournaments/<slug:uid>/log/", officers.TournamentLog, "api_log"),
    ("events/<slug:uid>/registration-links/", officers.EventRegistrationLinks, "api_registration_links"),
    ("entrants/<slug:uid>/links/", officers.EntrantLinks, "api_links"),
    ("tournaments/<slug:uid>/automatic-calls/", desk.AutomaticCalls, "api_automatic_calls"),
    ("tournaments/<slug:uid>/suspensions/", desk.TournamentSuspensions, "api_suspensions"),
    ("events/<slug:uid>/", events.OneEvent, "api_event"),
    ("templates/", plans.Templates, "api_templates"),
    ("events/<slug:uid>/plan/", plans.EventPlan, "api_event_plan"),
    ("events/<slug:uid>/entrants/sheet/", sheets.EntrantSheet, "api_entrants_sheet"),
    ("stages/<slug:uid>/pairings/sheet/", sheets.PairingSheet, "api_pairings_sheet"),
    ("stages/<slug:uid>/results/sheet/", sheets.ResultSheet, "api_results_sheet"),
    ("stages/<slug:uid>/standings/sheet/", sheets.StandingSheet, "api_standings_sheet"),
    ("events/<slug:uid>/stages/", events.EventStages, "api_stages"),
    ("events/<slug:uid>/entrants/", events.EventEntrants, "api_entrants"),
    ("events/<slug:uid>/reentry/", reentry.EventReEntry, "api_reentry"),
    ("events/<slug:uid>/forecast/", forecasts.EventForecast, "api_forecast"),
    ("events/<slug:uid>/lobby/", lobby.EventLobby, "api_lobby"),
    ("events/<slug:uid>/qualifying/", lobby.EventQualifying, "api_qualifying"),
    ("entrants/<slug:uid>/", entrants.OneEntrant, "api_entrant"),
    ("events/<slug:uid>/fees/", money.EventFees, "api_fees"),
    ("tournaments/<slug:uid>/cash-boxes/", money.TournamentCashBoxes, "api_cash_boxes"),
    ("entrants/<slug:uid>/ledger/", money.EntrantLedger, "api_ledger"),
    ("events/<slug:uid>/prizes/", money.EventPrizes, "api_prizes"),
    ("entrants/<slug:uid>/other-entries/", entrants.EntrantOtherEntries, "api_other_entries"),
    ("entrants/<slug:uid>/reach/", challenges.EntrantReach, "api_reach"),
    ("entrants/<slug:uid>/availability/", desk.EntrantAvailability, "api_availability"),
    ("entrants/<slug:uid>/come-back/", reentry.EntrantComingBack, "api_come_back"),
    ("stages/<slug:uid>/", stages.OneStage, "api_stage"),
    ("stages/<slug:uid>/draw/", stages.StageDraw, "api_draw"),
    ("stages/<slug:uid>/pairings/", stages.StagePairings, "api_pairings"),
    ("stages/<slug:uid>/bracket/", stages.StageBracket, "api_bracket"),
    ("stages/<slug:uid>/standings/", stages.StageStandings, "api_standings"),
    ("stages/<slug:uid>/challenges/", challenges.StageChallenges, "api_challenges"),
    ("stages/<slug:uid>/obstacles/", obstacles.StageObstacles, "api_obstacles"),
    ("stages/<slug:uid>/ties/", ties.StageTies, "api_ties"),
    ("stages/<slug:uid>/commitment/", stages.StageCommitment, "api_commitment"),
    ("pairings/<slug:uid>/reasons/", stages.PairingReasons, "api_reasons"),
    ("draws/<slug:uid>/", stages.OneDraw, "api_one_draw"),
    ("matches/<slug:uid>/", matches.OneMatch, "api_match"),
    ("matches/<slug:uid>/boards/", teams.MatchBoards, "api_boards"),
    ("matches/<slug:uid>/records/", matches.MatchRecords, "api_records"),
    ("reports/<slug:uid>/", reports.OneReport, "api_report"),
    ("disputes/<slug:uid>/", disputes.OneDispute, "api_dispute"),
    ("exhibits/<slug:uid>/photo/", dispute_file.ExhibitPhoto, "api_exhibit_photo"),
    ("records/<slug:uid>/", records.OneRecord, "api_record"),
)


def addresses(
    reads: Iterable[tuple[str, type[APIView], str]], operations: Iterable[Operation[Any, Any]]
) -> list[URLPattern]:
    """One address for each path, with the methods of its view and of the operations there."""
    views = {route: (view, name) for route, view, name in reads}
    for operation in operations:
        view, name = views.get(operation.path, (Endpoint, f"api_{operation.name}"))
        views[operation.path] = (_with(view, operation), name)
    return [path(route, view.as_view(), name=name) for route, (view, name) in views.items()]


def _with(view: type[APIView], operation: Operation[Any, Any]) -> type[APIView]:
    """The view with the method of an operation; ImproperlyConfigured where it has that method."""
    method = operation.method.lower()
    if hasattr(view, method):
        msg = (
            f"Two operations answer {operation.method} {operation.path}: one of a view and {operation.name}."
        )
        raise ImproperlyConfigured(msg)
    members: dict[str, Any] = {method: operation.handler()}
    if operation.is_form:
        members["parser_classes"] = [MultiPartParser]
    if operation.largest_body is not None:
        limit = operation.largest_body
        members["largest_body"] = property(lambda _view: limit())
    members["__doc__"] = operation.words if view is Endpoint else view.__doc__
    members["__module__"] = view.__module__
    name = "".join(word.capitalize() for word in operation.name.split("_"))
    return type(name if view is Endpoint else view.__name__, (view,), members)


urlpatterns: list[URLPattern] = [
    *addresses(READS, OPERATIONS),
    re_path(r"", problems.Nothing.as_view(), name="api_nothing"),
]
