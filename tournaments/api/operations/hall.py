"""The hall: tables, calls, players who are away, and suspended matches."""

from __future__ import annotations

from typing import Any

from matches.models import Match, Player, Suspension
from tournaments import access
from tournaments.actions.entrants.teams import member_among
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, emergency, hours, lateness, suspending, tables
from tournaments.api.naming import named, player_of_entrant
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.reads.desk import papers_of
from tournaments.api.reads.tournaments import tables_of
from tournaments.api.responses.desk import (
    AutomaticResponse,
    AvailabilityResponse,
    EmergencyPapersResponse,
    HallHoursResponse,
    SuspensionResponse,
    TablePurposeResponse,
    WaitingLimitResponse,
)
from tournaments.api.responses.matches import MatchResponse
from tournaments.api.responses.tournaments import TableResponse
from tournaments.models import Availability, Entrant, Event, HallHours, Table, Tournament
from tournaments.requests.fields import ABSENT, NothingRequest
from tournaments.requests.hall import (
    AutomaticRequest,
    AvailabilityRequest,
    CallRequest,
    HallHoursRequest,
    LowestTableRequest,
    SuspensionRequest,
    TablePurposeRequest,
    TableRequest,
    TablesRequest,
    WaitingLimitRequest,
)

from .results import match_now


@operation(
    "POST matches/<slug:uid>/table/", access.match_to_desk, calling.assign, MatchResponse, show=match_now
)
def match_table(use: Invocation[Match, TableRequest]) -> object:
    """Call the match to a free table; it leaves the one it was at."""
    values = use.body.given()
    tables = Table.objects.filter(tournament=access.tournament_of(use.row))
    table = named(tables, values.pop("table"), field="table")
    return calling.assign(use.row, by=use.by, table=table, **values)


@operation(
    "POST matches/<slug:uid>/calls/",
    access.match_to_desk,
    lateness.call_again,
    MatchResponse,
    show=match_now,
    others=(lateness.note_absent, lateness.note_there),
)
def match_call(use: Invocation[Match, CallRequest]) -> object:
    """Call the match again, or note that a side is missing or has come."""
    if use.body.side is ABSENT:
        return lateness.call_again(use.row, by=use.by)
    note = lateness.note_absent if use.body.kind == "absent" else lateness.note_there
    return note(use.row, side=use.body.side, by=use.by)


@operation(
    "POST tournaments/<slug:uid>/hours/", access.tournament_to_direct, hours.set_hours, HallHoursResponse
)
def set_hall_hours(use: Invocation[Tournament, HallHoursRequest]) -> Tournament:
    """Set opening, breaks and curfew of each day of the hall; without days it is always open."""
    days = [
        HallHours(
            day["opens"], day["closes"], tuple((one["begins"], one["ends"]) for one in day.get("breaks", ()))
        )
        for day in use.body.days
    ]
    return hours.set_hours(use.row, by=use.by, days=days)


@operation("POST tables/<slug:uid>/purpose/", access.table_to_desk, tables.change_table, TablePurposeResponse)
def table_change(use: Invocation[Table, TablePurposeRequest]) -> Table:
    """Put a table out of order, reserve it, or use it for streaming; absent fields stay as they are."""
    table = use.row
    values = {
        "is_out_of_order": table.is_out_of_order,
        "is_streaming": table.is_streaming,
        **use.body.given(),
    }
    reserved = table.reserved_for
    if "reserved_for" in values:
        events, uid = Event.objects.filter(tournament=table.tournament), values["reserved_for"]
        reserved = None if uid is None else named(events, uid, field="reserved_for")
    return tables.change_table(table, by=use.by, **values | {"reserved_for": reserved})


@operation(
    "POST entrants/<slug:uid>/availability/",
    access.entrant_to_withdraw,
    tables.set_availability,
    AvailabilityResponse,
)
def entrant_set_availability(use: Invocation[Entrant, AvailabilityRequest]) -> Availability:
    """Set when a player can be called: a player for themself, the desk for anybody."""
    values = use.body.given()
    player = _player_meant(use.row, values.pop("player", None), by=use.by)
    tournament = use.row.event.tournament
    return tables.set_availability(tournament, player, by=use.by, origin=use.origin, **values)


def _player_meant(entrant: Entrant, uid: str | None, *, by: Player | None) -> Player:
    """Return the player that the body names, else the visitor, else the only player of the entrant."""
    players = list(Player.objects.filter(entries__entrant=entrant).order_by("pk"))
    own = None if by is None else member_among(players, by)
    if uid is None and own is not None:
        return own
    if uid is None and len(players) == 1:
        return players[0]
    return player_of_entrant(entrant, uid or "")


@operation(
    "POST matches/<slug:uid>/suspension/",
    access.match_to_direct,
    suspending.suspend,
    SuspensionResponse,
    status=201,
)
def match_suspend(use: Invocation[Match, SuspensionRequest]) -> Suspension:
    """Break the match off with all that is needed to set it up again, and free its table."""
    values = use.body.given()
    one, two = values.pop("score")
    clocks = tuple(values.pop("clocks", (None, None)))
    return suspending.suspend(use.row, by=use.by, score=(one, two), clocks=(clocks[0], clocks[1]), **values)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "tables_add",
        "POST tournaments/<slug:uid>/tables/",
        access.tournament_to_desk,
        lifecycle.add_tables,
        TablesRequest,
        list[TableResponse],
        "Add tables by name, where there are none of that name, and list them all.",
        status=201,
        show=lambda use, _made: tables_of(use.row),
    ),
    Operation(
        "table_free",
        "POST tables/<slug:uid>/free/",
        access.table_to_desk,
        calling.free,
        NothingRequest,
        TableResponse,
        "Free the table, whatever is on at it; a free one stays free.",
        show=lambda use, _freed: tables_of(use.row.tournament).get(pk=use.row.pk),
    ),
    table_change,
    match_table,
    match_call,
    set_hall_hours,
    Operation(
        "set_automatic_calls",
        "POST tournaments/<slug:uid>/automatic-calls/",
        access.tournament_to_direct,
        tables.set_automatic,
        AutomaticRequest,
        AutomaticResponse,
        "Let free tables be given by themselves, or stop that.",
    ),
    Operation(
        "set_waiting_limit",
        "POST tournaments/<slug:uid>/waiting-limit/",
        access.tournament_to_direct,
        tables.set_waiting_limit,
        WaitingLimitRequest,
        WaitingLimitResponse,
        "Say after how many minutes a waiting match goes before those with a longer way.",
    ),
    entrant_set_availability,
    match_suspend,
    Operation(
        "match_resume",
        "POST matches/<slug:uid>/resumption/",
        access.match_to_direct,
        suspending.resume,
        NothingRequest,
        SuspensionResponse,
        "Let the match go on: it waits for a table again. Answers what was noted.",
    ),
    Operation(
        "table_next",
        "POST tables/<slug:uid>/next/",
        access.table_to_desk,
        calling.assign_next,
        NothingRequest,
        TableResponse,
        "Call the match whose turn it is to the table.",
        show=lambda use, _use: tables_of(use.row.tournament).get(pk=use.row.pk),
    ),
    Operation(
        "match_lowest_table",
        "POST matches/<slug:uid>/table/lowest/",
        access.match_to_desk,
        calling.assign_lowest,
        LowestTableRequest,
        MatchResponse,
        "Call the match to the first free table that suits.",
        show=match_now,
    ),
    Operation(
        "emergency_paper_make",
        "POST tournaments/<slug:uid>/emergency-papers/",
        access.tournament_to_desk,
        emergency.ask_now,
        NothingRequest,
        EmergencyPapersResponse,
        "Let an emergency paper of the present state be made at once, and list those that are kept.",
        status=202,
        show=lambda use, _asked: papers_of(use.row),
    ),
)
