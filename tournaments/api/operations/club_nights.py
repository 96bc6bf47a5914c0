"""Club nights: started by one request, with a shared tablet, late arrivals, leavers and a last round."""

from __future__ import annotations

from typing import Any

from matches.models import Player
from tournaments import access
from tournaments.actions.draws import last_round
from tournaments.actions.entrants import club_nights, evening
from tournaments.actions.people import links
from tournaments.api.operation import Invocation, Operation, at, operation
from tournaments.api.responses.entrants import EntrantResponse
from tournaments.api.responses.links import NewPrivateLinkResponse
from tournaments.api.responses.tournaments import EventResponse, event_shown
from tournaments.models import AccessLink, Event, TokenScope
from tournaments.requests.club_nights import ClubNightRequest, LastRoundRequest, LateArrivalRequest
from tournaments.requests.fields import NothingRequest
from tournaments.requests.links import LinkRequest

from .links import with_address


@operation(
    "POST club-nights/",
    access.own_account,
    club_nights.start_club_night,
    EventResponse,
    status=201,
    show=lambda _use, event: event_shown(event),
    location=at("event"),
    token_scope=TokenScope.DIRECT,
)
def club_night_start(use: Invocation[Player, ClubNightRequest]) -> Event:
    """Start a club night of today: the tournament, its event and players, and the draw of the first round."""
    return club_nights.start_club_night(by=use.by, **use.body.given())


@operation(
    "POST events/<slug:uid>/tablet-links/",
    access.event_to_direct,
    links.make_tablet_link,
    NewPrivateLinkResponse,
    status=201,
    show=with_address,
    is_claimed=lambda _use: False,
)
def event_make_tablet_link(use: Invocation[Event, LinkRequest]) -> tuple[AccessLink, str]:
    """Make a link for the shared tablet, on which players act without accounts; the same key shows the same link."""
    return links.make_tablet_link(use.row, by=use.by, key=use.key, **use.body.given())


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    club_night_start,
    event_make_tablet_link,
    Operation(
        "event_last_round",
        "POST events/<slug:uid>/last-round/",
        access.event_to_direct,
        last_round.set_last_round,
        LastRoundRequest,
        EventResponse,
        "Set the moment after which no round starts; one that has passed makes this round the last.",
        show=lambda _use, event: event_shown(event),
    ),
    Operation(
        "event_arrival",
        "POST events/<slug:uid>/arrivals/",
        access.event_at_tablet,
        evening.arrive,
        LateArrivalRequest,
        EntrantResponse,
        "Enter somebody who comes now, by a name; somebody who has left comes back.",
        status=201,
    ),
    Operation(
        "entrant_leave_now",
        "POST entrants/<slug:uid>/leave/",
        access.entrant_at_tablet,
        evening.leave_now,
        NothingRequest,
        EntrantResponse,
        "Let a player go home; a match under way is given up.",
    ),
)
