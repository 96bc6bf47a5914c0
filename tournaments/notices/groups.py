"""The groups of players that notices go to, and the parameters that name an event."""

from __future__ import annotations

from typing import Any

from matches.models import Match, Player, Report
from matches.queries import members_of
from tournaments.models import Event, Pairing, RoleKind, Tournament, pairing_of
from tournaments.queries.members import members_by_side


def players_of(match: Match) -> list[Player]:
    """Return the players of both sides."""
    members = _players_by_side(match)
    return members[match.one_id] + members[match.two_id]


def opponents_of(report: Report) -> list[Player]:
    """Return the players who did not make a report: the other side, or both if a director made it."""
    match = report.match
    if report.source in {"one", "two"}:
        other = match.two_id if report.source == "one" else match.one_id
        return _players_by_side(match)[other]
    return players_of(match)


def _players_by_side(match: Match) -> dict[int, list[Player]]:
    """Return the players of each side; no query if the match has its sides with their members."""
    if Match.one.is_cached(match) and Match.two.is_cached(match):
        return {side.pk: [one.player for one in members_of(match, side)] for side in (match.one, match.two)}
    return members_by_side([match.one_id, match.two_id])


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
