"""Tournaments and events: settings, stages, tables, officers, log, fees and prizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter

from matches.models import Dispute, Match
from tournaments import access
from tournaments.actions import undo
from tournaments.actions.hall import hours
from tournaments.api.naming import finishers, with_players
from tournaments.api.pagination import Page, entries_page
from tournaments.api.reading import Look, reads, sheet
from tournaments.api.responses.counting import EventCountingResponse
from tournaments.api.responses.desk import (
    AutomaticResponse,
    CallOrderResponse,
    HallHoursResponse,
    SuspensionResponse,
    WaitingLimitResponse,
)
from tournaments.api.responses.eligibility import EntryCheckResponse, checks_shown
from tournaments.api.responses.entrants import EntrantResponse
from tournaments.api.responses.event_ratings import EventRatingsResponse, ratings_shown
from tournaments.api.responses.forecasts import HallForecastResponse, OutlookResponse
from tournaments.api.responses.links import (
    AnnouncementResponse,
    LogLineResponse,
    OfficerResponse,
    PrivateLinkResponse,
)
from tournaments.api.responses.lobby import LobbyResponse, QualificationResponse
from tournaments.api.responses.matches import DisputeSummary, MatchSummary
from tournaments.api.responses.money import CashBoxResponse, FeeResponse, PrizesResponse
from tournaments.api.responses.plans import PlanResponse
from tournaments.api.responses.reentry import ReEntryResponse
from tournaments.api.responses.stages import FinishResponse
from tournaments.api.responses.tournaments import (
    EventResponse,
    StageResponse,
    TableResponse,
    TournamentResponse,
    event_shown,
)
from tournaments.models import (
    UNLISTED,
    AccessLink,
    Event,
    LogEntry,
    Purpose,
    Role,
    Stage,
    Table,
    TableUse,
    Tournament,
    played_for,
)
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.qualifying import qualification
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.queries.entrants.lobby import Lobby, lobby_of
from tournaments.queries.events.event_state import states_of_events
from tournaments.queries.events.hall_forecasts import expected_end, is_fresh
from tournaments.queries.events.plans import plan_of
from tournaments.queries.exports import sheets
from tournaments.queries.hall.board import board
from tournaments.queries.hall.desk import suspensions
from tournaments.queries.hall.screen import announcements
from tournaments.queries.listed_matches import ListedMatch, listed
from tournaments.queries.log_reasons import reasons_of_entries
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.ratings.counted import bodies_of_tournament, counting_of_event


@reads(
    "tournaments/",
    access.tournaments_to_list,
    TournamentResponse,
    order=("-starts_on", "-pk"),
    has_etag=False,
)
def tournaments(rows: QuerySet[Tournament], _look: Look) -> QuerySet[Tournament]:
    """List the public tournaments, and the visitor's own, the newest first."""
    return rows


@reads("tournaments/<slug:uid>/", access.tournament_to_see, TournamentResponse)
def tournament(row: Tournament, _look: Look) -> Tournament:
    """Show the tournament."""
    return row


@reads("tournaments/<slug:uid>/events/", access.tournament_to_see, list[EventResponse])
def tournament_events(row: Tournament, _look: Look) -> list[EventResponse]:
    """List the events in their order."""
    winners = winners_by_event(Stage.objects.filter(event__tournament=row).order_by("order"))
    events = list(row.events.select_related("tournament", "rating_list", "official_list"))
    states = states_of_events(events)
    return [event_shown(event, winners.get(event.pk, EventWinners()), states[event.pk]) for event in events]


@reads("tournaments/<slug:uid>/tables/", access.tournament_to_see, list[TableResponse])
def tournament_tables(row: Tournament, _look: Look) -> QuerySet[Table]:
    """List the tables with the matches at them."""
    return tables_of(row)


def _listed(keys: Sequence[int], row: Tournament, look: Look) -> tuple[ListedMatch, ...]:
    return listed(keys, may_read_members=look.visitor.may_desk(row), bodies=look.elsewhere)


@reads(
    "tournaments/<slug:uid>/matches/",
    access.tournament_to_see,
    MatchSummary,
    order=("pk",),
    fill=_listed,
    elsewhere=bodies_of_tournament,
    parameters=(
        OpenApiParameter("event", str, description="The id of an event: its matches alone."),
        OpenApiParameter("stage", str, description="The id of a stage: its matches alone."),
    ),
)
def tournament_matches(row: Tournament, look: Look) -> QuerySet[Match]:
    """List the matches that were not cancelled, in the order they were made."""
    of_these: dict[str, Any] = {"stage__event__tournament": row}
    for name, path in (("event", "stage__event__uid"), ("stage", "stage__uid")):
        if name in look.http.query_params:
            of_these[path] = look.http.query_params[name]
    return Match.objects.filter(played_for(**of_these), cancelled_at=None).only("pk", "uid")


@reads("tournaments/<slug:uid>/disputes/", access.tournament_to_desk, DisputeSummary, order=("-pk",))
def tournament_disputes(row: Tournament, _look: Look) -> QuerySet[Dispute]:
    """List the disputes, the newest first."""
    of_match = played_for("match", stage__event__tournament=row)
    return Dispute.objects.filter(of_match).select_related("match__one", "match__two", "report")


@reads("tournaments/<slug:uid>/officers/", access.tournament_to_direct, list[OfficerResponse])
def tournament_officers(row: Tournament, _look: Look) -> QuerySet[Role]:
    """List the officers, for its owner and directors."""
    return Role.objects.filter(tournament=row).select_related("player").order_by("-kind", "pk")


@reads(
    "tournaments/<slug:uid>/announcements/",
    access.tournament_to_see,
    list[AnnouncementResponse],
    has_etag=False,
)
def tournament_announcements(row: Tournament, _look: Look) -> Any:
    """List what is announced now, the newest first."""
    return announcements(row, now=timezone.now())


@reads(
    "tournaments/<slug:uid>/log/",
    access.tournament_to_desk,
    LogLineResponse,
    order=(),
    for_others="tournament_log_lines",
)
def tournament_log(row: Tournament, look: Look) -> Page[LogLineResponse]:
    """List what was done, the newest first, and what of it you may try to undo. Who keeps no desk is sent to the public log."""
    entries = entries_page(look.http, LogEntry.objects.filter(tournament=row).select_related("by", "event"))
    by, is_director = access.own_player(look.visitor), look.visitor.may_direct(row)
    undoable = undo.undoable(entries.rows, by=by, is_director=is_director)
    reasons = reasons_of_entries(entries.rows)
    lines = [
        LogLineResponse.from_row(entry, may_undo=entry.seq in undoable, reason=reasons.get(entry.seq, ""))
        for entry in entries.rows
    ]
    return Page(lines, entries.next)


@reads("tournaments/<slug:uid>/automatic-calls/", access.tournament_to_see, AutomaticResponse)
def automatic_calls(row: Tournament, _look: Look) -> Tournament:
    """Show whether free tables go automatically to the matches with the longest way to go."""
    return row


@reads("tournaments/<slug:uid>/waiting-limit/", access.tournament_to_see, WaitingLimitResponse)
def waiting_limit(row: Tournament, _look: Look) -> Tournament:
    """Show after how many minutes a waiting match goes before those with a longer way."""
    return row


@reads("tournaments/<slug:uid>/call-order/", access.tournament_to_desk, CallOrderResponse, has_etag=False)
def tournament_call_order(row: Tournament, _look: Look) -> Any:
    """List the waiting matches in the order of their calls, with reasons, and what holds up the hall."""
    hall = board(row, now=timezone.now())
    return {
        "tournament": row.uid,
        "is_automatic": row.calls_automatically,
        "waiting_limit": row.waiting_limit,
        "free_tables": [table.name for table in hall.free_tables],
        "holds_up": hall.hold_up,
        "turns": hall.waiting,
    }


@reads("tournaments/<slug:uid>/hours/", access.tournament_to_see, HallHoursResponse)
def hall_hours(row: Tournament, _look: Look) -> Tournament:
    """Show when the hall calls matches: opening, breaks and curfew of each day."""
    return row


@reads("tournaments/<slug:uid>/forecast/", access.tournament_to_desk, HallForecastResponse, has_etag=False)
def tournament_forecast(row: Tournament, _look: Look) -> Any:
    """Show when the tournament and each event are expected to end; who asks has it worked out."""
    now = timezone.now()
    forecast = hours.ask_forecast(row, now=now)
    if forecast is None or not forecast.events:
        left_out = {} if forecast is None else forecast.left_out
        return {"tournament": row.uid, "events": (), "left_out": left_out, "is_fresh": forecast is not None}
    return HallForecastResponse.from_row(
        forecast,
        tournament=row.uid,
        in_time=round(forecast.in_time, 3),
        timed_matches=forecast.matches,
        gap=round(forecast.gap, 1),
        is_fresh=is_fresh(forecast, row, now=now),
    )


@reads("tournaments/<slug:uid>/suspensions/", access.tournament_to_desk, list[SuspensionResponse])
def tournament_suspensions(row: Tournament, _look: Look) -> Any:
    """List every suspension, the newest first; those that are over too."""
    return suspensions(row)


@reads("tournaments/<slug:uid>/cash-boxes/", access.tournament_to_desk, list[CashBoxResponse])
def tournament_cash_boxes(row: Tournament, _look: Look) -> Any:
    """List the cash boxes with the cash that they should hold."""
    return ledger.box_totals(row)


@reads("events/<slug:uid>/", access.event_to_see, EventResponse)
def event(row: Event, _look: Look) -> EventResponse:
    """Show the event."""
    return event_shown(row)


@reads("events/<slug:uid>/plan/", access.event_to_see, PlanResponse)
def event_plan(row: Event, _look: Look) -> dict[str, Any]:
    """Show all stages as one plan, from which a similar event can be created."""
    return plan_of(row).to_dict()


@reads("events/<slug:uid>/stages/", access.event_to_see, list[StageResponse])
def event_stages(row: Event, _look: Look) -> QuerySet[Stage]:
    """List the stages in their order."""
    return row.stages.select_related("event")


@reads("events/<slug:uid>/counting/", access.event_to_see, list[EventCountingResponse], has_etag=False)
def event_counting(row: Event, _look: Look) -> Any:
    """Say before play what the federations of the event will rate: those that sanctioned it or were asked to."""
    return counting_of_event(row)


@reads("events/<slug:uid>/ratings/", access.event_to_desk, EventRatingsResponse, has_etag=False)
def event_ratings(row: Event, _look: Look) -> EventRatingsResponse:
    """Show the official list that the event uses, with the ratings of the entrants and the seeds that follow."""
    return ratings_shown(row)


@reads(
    "events/<slug:uid>/eligibility/",
    access.event_to_desk,
    list[EntryCheckResponse],
    has_etag=False,
)
def event_eligibility(row: Event, _look: Look) -> list[EntryCheckResponse]:
    """List the entrants to whom the division is closed, with every reason, and those whom a director let in."""
    return checks_shown(row)


@reads(
    "events/<slug:uid>/finish/",
    access.event_to_see,
    list[FinishResponse],
    has_digest=True,
)
def event_finish(row: Event, _look: Look) -> list[FinishResponse]:
    """List the finishing positions, best first; those still in a flight, or who may come into one, have none yet."""
    lines = finish(row)
    people = finishers(row) if lines else {}
    return [FinishResponse.from_row(line, players=people[line.entrant]) for line in lines]


@reads("events/<slug:uid>/entrants/", access.event_to_see, EntrantResponse, order=("pk",))
def event_entrants(row: Event, _look: Look) -> Any:
    """List the entrants in the order of entry, withdrawn ones too."""
    return with_players(row.entrants.exclude(via__in=UNLISTED))


@sheet("events/<slug:uid>/entrants/sheet/", access.event_to_see)
def event_entrants_sheet(row: Event, _look: Look) -> Any:
    """Show all entrants of the event in the order they came."""
    return sheets.entrant_table(row)


@reads(
    "events/<slug:uid>/registration-links/", access.event_to_direct, list[PrivateLinkResponse], has_etag=False
)
def event_registration_links(row: Event, _look: Look) -> QuerySet[AccessLink]:
    """List the links that are valid, the newest first."""
    return valid_links(AccessLink.objects.filter(event=row, purpose=Purpose.REGISTER))


@reads("events/<slug:uid>/tablet-links/", access.event_to_direct, list[PrivateLinkResponse], has_etag=False)
def event_tablet_links(row: Event, _look: Look) -> QuerySet[AccessLink]:
    """List the links of the shared tablet that are valid, the newest first."""
    return valid_links(AccessLink.objects.filter(event=row, purpose=Purpose.TABLET))


@reads("events/<slug:uid>/reentry/", access.event_to_see, ReEntryResponse)
def event_reentry(row: Event, _look: Look) -> Event:
    """Show the rule."""
    return row


@reads(
    "events/<slug:uid>/forecast/",
    access.event_to_see,
    OutlookResponse,
    also=lambda row, _look: _worked_out_at(row),
)
def event_forecast(row: Event, _look: Look) -> Any:
    """Show when the event is expected to end, as computed in the last minutes."""
    outlook = expected_end(row)
    if outlook is None:
        return {"event": row.uid, "stages": ()}
    stages = [
        {"stage": stage, "half_at": half, "almost_surely_at": almost}
        for stage, (half, almost) in outlook.stages.items()
    ]
    return OutlookResponse.from_row(
        outlook,
        event=row.uid,
        minutes_per_point=round(outlook.pace.minutes_per_point, 2),
        timed_matches=outlook.pace.matches,
        stages=stages,
    )


@reads("events/<slug:uid>/lobby/", access.event_to_see, LobbyResponse)
def event_lobby(row: Event, _look: Look) -> Lobby:
    """Show the entrants, the number of free places, and the event that opened next."""
    return lobby_of(row)


@reads("events/<slug:uid>/qualifying/", access.event_to_see, QualificationResponse)
def event_qualifying(row: Event, _look: Look) -> Any:
    """Show which event this one qualifies for, and who qualifies."""
    return qualification_shown(row)


@reads("events/<slug:uid>/fees/", access.event_to_see, list[FeeResponse])
def event_fees(row: Event, _look: Look) -> Any:
    """List the fees in force."""
    return ledger.fees_of(row)


@reads("events/<slug:uid>/prizes/", access.event_to_desk, PrizesResponse, has_etag=False)
def event_prizes(row: Event, _look: Look) -> Any:
    """Show the prizes, their winners, the money received and the money paid out."""
    prizes, account = prize_list(row), ledger.statement(row)
    money = {
        "currency": row.tournament.currency,
        "other_fees": account.to_house,
        "received": account.received,
        "outstanding": account.outstanding,
        "paid_out": account.prizes_paid,
        "entries_in": account.entries_in,
        "entries_out": account.entries_out,
        "side_pools": ledger.side_pools(row),
    }
    if prizes is not None:
        return PrizesResponse.from_row(prizes, **money)
    nothing: dict[str, Any] = dict.fromkeys(("pool", "missing", "left_over", "short", "to_come_back"), 0)
    return nothing | money | {"house": account.pool, "is_final": False, "flights": (), "overpaid": ()}


def _worked_out_at(row: Event) -> str:
    outlook = expected_end(row)
    return "" if outlook is None else outlook.at.isoformat()


def qualification_shown(row: Event) -> Any:
    """Return the qualifiers of an event, empty if it qualifies for no other."""
    view = qualification(row)
    if view is not None:
        return QualificationResponse.from_row(view, places=row.qualifying_places, pays_entry=row.pays_entry)
    nobody = dict.fromkeys(("certain", "tied", "reserve", "lost"), ())
    nothing = {"is_complete": False, "needs_director": False, "open": 0, "freed": 0, "pays_entry": False}
    return nobody | nothing | {"event": row.uid, "places": row.qualifying_places}


def valid_links(links: QuerySet[AccessLink]) -> QuerySet[AccessLink]:
    """Return the valid links, the newest first."""
    valid = links.filter(revoked_at=None, expires_at__gt=timezone.now())
    return valid.select_related("player", "event", "made_by").order_by("-pk")


def tables_of(row: Tournament) -> QuerySet[Table]:
    """Return the tables of a tournament with their matches; two queries."""
    in_use = TableUse.objects.filter(until=None).select_related("match")
    tables = Table.objects.filter(tournament=row)
    return tables.prefetch_related(Prefetch("uses", queryset=in_use, to_attr="uses_now"))
