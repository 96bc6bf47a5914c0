"""The groups of players that notices go to, and the parameters that name an event."""

from __future__ import annotations

from typing import Any

from matches.models import Match, Player, Report
from tournaments.models import Event, Pairing, RoleKind, Tournament, pairing_of
from tournaments.queries.members import members_by_side


def players_of(match: Match) -> list[Player]:
    """Return the players of both sides."""
    members = members_by_side([match.one_id, match.two_id])
    return members[match.one_id] + members[match.two_id]


def opponents_of(report: Report) -> list[Player]:
    """Return the players who did not make a report: the other side, or both if a director made it."""
    match = report.match
    if report.source in {"one", "two"}:
        other = match.two_id if report.source == "one" else match.one_id
        return members_by_side([other])[other]
    return players_of(match)


def directors_of_event(event: Event | None) -> list[Player]:
    """Return the directors of the tournament of an event."""
    return [] if event is None else directors_of(event.tournament)


def directors_of(tournament: Tournament) -> list[Player]:
    """Return the directors of a tournament, its owner included."""
    kinds = [RoleKind.OWNER, RoleKind.DIRECTOR]
    return [role.player for role in tournament.roles.filter(kind__in=kinds).select_related("player")]


def event_of(match: Match) -> Event | None:
    """Return the event of a match; None if it stands alone. No query if the relations are loaded."""
    try:
        return pairing_of(match).stage.event
    except Pairing.DoesNotExist:
        return None


def about_event(event: Event | None) -> dict[str, Any]:
    """Return the parameters that name an event."""
    return {"event": event.name, "event_uid": event.uid} if event else {}
