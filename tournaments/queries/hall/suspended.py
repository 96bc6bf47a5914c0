"""The register of suspended matches."""

from __future__ import annotations

from matches.models import Match, Suspension
from tournaments.models import WAY_TO_TOURNAMENT, Tournament, played_for


def suspensions(tournament: Tournament) -> tuple[Suspension, ...]:
    """Return the suspensions of a tournament with their matches, newest first; one query."""
    matches = Match.objects.filter(played_for(stage__event__tournament=tournament))
    rows = Suspension.objects.filter(match__in=matches).select_related(
        "by", "resumed_by", "match__one", "match__two", *(f"match__{way}" for way in WAY_TO_TOURNAMENT)
    )
    return tuple(rows.order_by("-pk"))
