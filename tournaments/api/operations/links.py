"""Private links, player lists, officers, announcements, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError

from matches.models import Match, Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions import undo
from tournaments.actions.entrants import player_list
from tournaments.actions.entrants.list_reading import LARGEST_LIST, MOST_COLUMNS, MOST_ROWS, ListOptions
from tournaments.actions.entrants.player_list import ImportResult
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import announcements
from tournaments.actions.impact import foresee_all
from tournaments.actions.people import links
from tournaments.api.naming import named, player_of_entrant
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.impact import ImpactResponse
from tournaments.api.responses.links import (
    AnnouncementResponse,
    CalendarEndedResponse,
    ImportResponse,
    LogEntryResponse,
    NewPrivateLinkResponse,
    PrivateLinkResponse,
)
from tournaments.api.responses.people import PlayerResponse
from tournaments.models import AccessLink, Announcement, Entrant, Event, LogEntry, Tournament
from tournaments.queries.impact import Impact
from tournaments.requests.fields import ABSENT, NothingRequest
from tournaments.requests.hall import AnnouncementRequest
from tournaments.requests.links import LinkMailRequest, LinkRequest, ListRequest, PlayerLinkRequest
from tournaments.requests.tournaments import DismissalRequest, UndoRequest


def player_of(use: Invocation[Entrant, Any]) -> Player:
    """Return the entrant's player that the body names, else its only player."""
    players = list(Player.objects.filter(entries__entrant=use.row).order_by("pk"))
    if use.body.player is ABSENT and len(players) == 1:
        return players[0]
    return player_of_entrant(use.row, "" if use.body.player is ABSENT else use.body.player)


def _address(use: Invocation[Any, Any], token: str, *, name: str = "link") -> str:
    return public_address(use.http, reverse(name, args=[token]))


def with_address(use: Invocation[Any, Any], link_and_token: tuple[AccessLink, str]) -> NewPrivateLinkResponse:
    """Return a new link with its address, which is shown once."""
    link, token = link_and_token
    name = "calendar_feed" if link.purpose == "calendar" else "link"
    return NewPrivateLinkResponse.from_row(link, address=_address(use, token, name=name))


# The key makes the token, so that no address is stored.
def _imported(_use: Invocation[Event, ListRequest], result: ImportResult) -> dict[str, Any]:
    check = result.check
    return {
        "entrants": [entrant.uid for entrant in result.entrants],
        "rows": check.rows,
        "columns": check.columns,
        "unused_columns": check.unused,
        "encoding": check.encoding,
        "heading_line": check.heading_line,
    }


@operation(
    "POST entrants/<slug:uid>/links/",
    access.entrant_to_desk,
    links.make_player_link,
    NewPrivateLinkResponse,
    status=201,
    show=with_address,
    is_claimed=lambda _use: False,
)
def entrant_make_link(use: Invocation[Entrant, PlayerLinkRequest]) -> tuple[AccessLink, str]:
    """Make a private link with which a player acts without an account; the same key shows the same link."""
    values = use.body.given()
    values.pop("player", None)
    tournament = use.row.event.tournament
    return links.make_player_link(tournament, player_of(use), by=use.by, key=use.key, **values)


@operation(
    "POST entrants/<slug:uid>/links/mail/",
    access.entrant_to_desk,
    links.mail_player_link,
    PrivateLinkResponse,
    status=201,
)
def entrant_mail_link(use: Invocation[Entrant, LinkMailRequest]) -> AccessLink:
    """Mail a private link to a player; nobody at the desk reads its address."""
    tournament = use.row.event.tournament
    return links.mail_player_link(
        tournament, player_of(use), by=use.by, address=lambda token: _address(use, token)
    )


@operation(
    "POST events/<slug:uid>/registration-links/",
    access.event_to_direct,
    links.make_registration_link,
    NewPrivateLinkResponse,
    status=201,
    show=with_address,
    is_claimed=lambda _use: False,
)
def event_make_registration_link(use: Invocation[Event, LinkRequest]) -> tuple[AccessLink, str]:
    """Make a link with which anybody registers until registration closes; the same key shows the same link."""
    return links.make_registration_link(use.row, by=use.by, key=use.key, **use.body.given())


@operation(
    "POST tournaments/<slug:uid>/calendar/",
    access.tournament_to_play,
    links.make_calendar_link,
    NewPrivateLinkResponse,
    status=201,
    show=with_address,
    secrets=("address",),
)
def tournament_make_calendar(use: Invocation[Tournament, NothingRequest]) -> tuple[AccessLink, str]:
    """Create the address of the visitor's own calendar; it replaces the present one."""
    player = access.own_player_in(use.visitor, use.row)
    return links.make_calendar_link(use.row, player, by=player, origin=use.origin)


@operation(
    "POST tournaments/<slug:uid>/calendar/end/",
    access.tournament_to_play,
    links.end_calendar_links,
    CalendarEndedResponse,
    show=lambda use, _done: use.row,
)
def tournament_end_calendar(use: Invocation[Tournament, NothingRequest]) -> None:
    """Revoke the address of the visitor's own calendar; without one nothing changes."""
    player = access.own_player_in(use.visitor, use.row)
    links.end_calendar_links(use.row, player, by=player, origin=use.origin)


@operation(
    "POST events/<slug:uid>/entrants/import/",
    access.event_to_desk,
    player_list.import_players,
    ImportResponse,
    show=_imported,
    is_form=True,
)
def event_import(use: Invocation[Event, ListRequest]) -> ImportResult:
    """Enter the players of a list, or check its rows without entering anybody."""
    data, values = use.body.file.read(LARGEST_LIST + 1), use.body.given()
    answers = _by_number(values.get("answers", {}), field="answers", most=100 * MOST_ROWS)
    columns = _by_number(values.get("columns", {}), field="columns", most=MOST_COLUMNS)
    options = ListOptions(values.get("encoding", ""), columns, values.get("heading_line"))
    if use.body.is_check is True:
        check = player_list.read_player_list(use.row, data, answers=answers, options=options)
        return ImportResult((), check)
    return player_list.import_players(use.row, by=use.by, data=data, answers=answers, options=options)


def _by_number(values: Mapping[str, str], *, field: str, most: int) -> dict[int, str]:
    """Return values by the numbers that are their keys; raise ValidationError for another key."""
    unknown = [
        key for key in values if not key.isascii() or not key.isdigit() or not 0 < int(key[:9]) <= most
    ]
    if unknown:
        words = _("%(key)s is no number of a line or a column.") % {"key": unknown[0]}
        raise ValidationError({field: [ErrorDetail(words, code="invalid_key")]})
    return {int(key): value for key, value in values.items()}


@operation(
    "POST tournaments/<slug:uid>/officers/dismissals/",
    access.tournament_to_desk,
    lifecycle.dismiss,
    PlayerResponse,
)
def tournament_dismiss(use: Invocation[Tournament, DismissalRequest]) -> Player:
    """Remove an officer, or resign from an office; the response names the former officer."""
    officers = Player.objects.filter(roles__tournament=use.row)
    player = named(officers, use.body.player, field="player")
    lifecycle.dismiss(use.row, player, by=use.by)
    return player


@operation(
    "POST tournaments/<slug:uid>/announcements/",
    access.tournament_to_desk,
    announcements.announce,
    AnnouncementResponse,
    status=201,
)
def tournament_announce(use: Invocation[Tournament, AnnouncementRequest]) -> Announcement:
    """Tell the hall something, on the display and on the phones."""
    minutes = use.body.given().get("minutes")
    until = timezone.now() + timedelta(minutes=minutes) if minutes else None
    counts_down_to = until if use.body.counts_down is True else None
    return announcements.announce(
        use.row, by=use.by, text=use.body.text, until=until, counts_down_to=counts_down_to
    )


@operation(
    "POST tournaments/<slug:uid>/log/undo/",
    access.tournament_to_desk,
    undo.undo,
    list[LogEntryResponse],
    others=(undo.undo_act,),
)
def log_undo(use: Invocation[Tournament, UndoRequest]) -> list[LogEntry]:
    """Undo an act: the desk its own acts, a director every act. The response lists the new log entries."""
    if len(use.body.numbers) > 1:
        return undo.undo_act(use.row, seqs=use.body.numbers, by=use.by)
    entries = LogEntry.objects.filter(tournament=use.row).select_related("tournament", "event")
    return [undo.undo(get_object_or_404(entries, seq=use.body.numbers[0]), by=use.by)]


def _what_undoing_changes(use: Invocation[Tournament, UndoRequest]) -> Impact:
    """Return what would follow from undoing these entries; of one about a match, beside the match itself."""
    numbers = use.body.numbers
    entry = LogEntry.objects.filter(tournament=use.row, seq=numbers[0]).first()
    match = Match.objects.filter(uid=entry.subject).first() if entry and len(numbers) == 1 else None
    events = undo.events_to_change(use.row, seqs=numbers)
    return foresee_all(events, partial(log_undo.do, use), but=match)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    entrant_make_link,
    entrant_mail_link,
    event_make_registration_link,
    Operation(
        "link_revoke",
        "POST links/<slug:uid>/revoke/",
        access.link_to_desk,
        links.revoke,
        NothingRequest,
        PrivateLinkResponse,
        "End a private link now; again changes nothing.",
        show=lambda use, _done: AccessLink.objects.select_related("player", "event").get(pk=use.row.pk),
    ),
    tournament_make_calendar,
    tournament_end_calendar,
    event_import,
    tournament_dismiss,
    tournament_announce,
    Operation(
        "announcement_end",
        "POST announcements/<slug:uid>/end/",
        access.announcement_to_desk,
        announcements.take_down,
        NothingRequest,
        AnnouncementResponse,
        "Take an announcement down; one that is over stays as it was.",
    ),
    log_undo,
    Operation(
        "log_undo_impact",
        f"{log_undo.route}impact/",
        log_undo.access,
        log_undo.action,
        log_undo.request,
        ImpactResponse,
        "Show what would follow if the entries were undone; nothing is written.",
        perform=_what_undoing_changes,
        is_claimed=lambda _use: False,
    ),
)
