"""The public pages of a tournament and its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.database.prepared import prepared
from matches.models import Player, rows_of_person
from tournaments import access
from tournaments.access import Visitor
from tournaments.models import UNLISTED, Entrant, Event, Registration, Stage
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.queries.entrants.lobby import Lobby, lobbies
from tournaments.queries.hall import desk
from tournaments.queries.publicity import with_page
from tournaments.queries.results.matches import MatchLine, matches_of_player, open_matches
from tournaments.web.events.event_frame import TabName, event_frame, stages_of
from tournaments.web.frame import etags
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import days, place_of, shared
from tournaments.web.frame.visitors import visitor_of

# The largest number of running matches on the page of a tournament.
_MOST_SHOWN = 40


@require_safe
def lobby_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the lobby, or answer 304 if it has not changed."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    access.share(request, visitor, event.tournament)
    etag = etags.tag(request, event.tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    context = {**lobby_context(visitor, event), "event": event, "etag": etag}
    with timezone.override(event.tournament.time_zone):
        return etags.tagged(render(request, "tournaments/_lobby.html", context), etag)


def lobby_context(visitor: Visitor, event: Event) -> dict[str, Any]:
    """Return the template context of the lobby; `lobby` is None unless the event starts when full."""
    player = visitor.player_in(event.tournament)
    lobby = lobbies([event], player=player.person_key if player is not None else None).get(event.pk)
    is_lobby_over = (
        lobby is not None and lobby.is_started and not event.stages.filter(completed_at=None).exists()
    )
    return {
        "lobby": lobby,
        "player": player,
        "is_open": event.registration == Registration.OPEN,
        "is_over": is_lobby_over,
    }


@dataclass(frozen=True, slots=True)
class PublicEventCard:
    """An event on the page of its tournament, with its winners or an open match.

    `round` is a match of the round that is played, `lobby` is set for an event that starts when full.
    """

    event: Event
    winners: EventWinners
    round: MatchLine | None
    lobby: Lobby | None = None

    @property
    def is_over(self) -> bool:
        """Whether the event is over."""
        return has_ended(self.event, list(self.event.stages.all()))


@require_safe
def tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a tournament: place, dates, events, running matches, and the visitor's own matches."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_see(visitor, uid)
    access.share(request, visitor, tournament)
    here = Q(entrants__withdrawn_at=None)
    events = tournament.events.annotate(
        entered=Count("entrants", filter=here & Q(entrants__is_alternate=False), distinct=True),
        waiting=Count("entrants", filter=here & Q(entrants__is_alternate=True), distinct=True),
    ).prefetch_related("stages")
    player = visitor.player_in(tournament)
    mine = matches_of_player(player, tournament) if player is not None else ()
    still_open = open_matches(tournament)
    running = [line for line in still_open if line.state is not SlotState.OPEN or line.table]
    context = {
        "section": "home",
        "events": _event_cards(events, still_open),
        "mine": [line for line in mine if line.state is not SlotState.FINAL],
        "running": running[:_MOST_SHOWN],
        "may_desk": visitor.may_desk(tournament),
        "shared": shared(request, tournament, tournament.name, days(tournament), place_of(tournament)),
    }
    return show(request, tournament, "tournaments/tournament.html", context)


def _event_cards(events: Iterable[Event], still_open: Sequence[MatchLine]) -> list[PublicEventCard]:
    """Return a card for each event; one query for the winners."""
    rows = list(events)
    winners = winners_by_event(stage for event in rows for stage in event.stages.all())
    rounds: dict[int, MatchLine] = {}
    in_draws = [line for line in still_open if not line.is_set_aside]
    for line in sorted(in_draws, key=_nearness):
        rounds.setdefault(line.event.pk, line)
    waiting = lobbies(rows)
    return [
        PublicEventCard(
            event, winners.get(event.pk, EventWinners()), rounds.get(event.pk), waiting.get(event.pk)
        )
        for event in rows
    ]


def _nearness(line: MatchLine) -> tuple[bool, int, int]:
    """Return the sort key by which the round of an event that is played comes first: of the first stage, the latest.

    While no match is at a table or under way, the earliest round comes first.
    """
    is_on = bool(line.table) or line.state is not SlotState.OPEN
    return (not is_on, line.stage.order, -line.round if is_on else line.round)


@require_safe
def entrants(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the entrants, the alternates and the withdrawn entrants of an event."""
    visitor = visitor_of(request)
    event = access.event_to_see(visitor, uid)
    access.share(request, visitor, event.tournament)
    listing = desk.entrants(event)
    everybody = (*listing.placed, *listing.alternates, *listing.withdrawn)
    context = {
        "event": event,
        "list": listing,
        "pages": with_page({player.pk for line in everybody for player in line.players}),
        "entry": entry_of(visitor.player_in(event.tournament), event),
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Entrants"))],
        **event_frame(event, stages_of(event), tab=TabName.PLAYERS),
    }
    return show(request, event.tournament, "tournaments/entrants.html", context)


def entry_of(player: Player | None, event: Event) -> Entrant | None:
    """Return the player's newest entry in the event, or None."""
    if player is None:
        return None
    return next(iter(_entries_of(event.pk, player.person_key)), None)


@prepared
def _entries_of(event: int, player: int) -> QuerySet[Entrant]:
    own = Entrant.objects.filter(event=event, entrant_players__player__in=rows_of_person(player))
    own = own.exclude(via__in=UNLISTED)
    return own.select_related("side", "event__tournament").order_by("-pk")


def is_over(stages: Sequence[Stage]) -> bool:
    """Whether all stages of an event are complete."""
    return bool(stages) and all(stage.standings is not None for stage in stages)


def has_ended(event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event is closed or all of its stages are complete."""
    return event.closed_at is not None or is_over(stages)
