"""Seasons of federations: set up, changed before they begin, and closed with a final table."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.actions.federations import points_seasons
from tournaments.api.operation import Invocation, Operation, at, operation
from tournaments.api.responses.points_seasons import PointsSeasonResponse
from tournaments.models import Federation, PointsSeason
from tournaments.requests.fields import NothingRequest
from tournaments.requests.points_seasons import PointsSeasonRequest


@operation(
    "POST federations/<slug:uid>/seasons/",
    access.federation_to_rate,
    points_seasons.create_season,
    PointsSeasonResponse,
    status=201,
    location=at("season"),
)
def federation_create_season(use: Invocation[Federation, PointsSeasonRequest]) -> PointsSeason:
    """Set up a season in which sanctioned events give points."""
    return points_seasons.create_season(
        use.row,
        by=use.by,
        name=use.body.name,
        starts_on=use.body.starts_on,
        ends_on=use.body.ends_on,
        terms=use.body.terms(),
        scheme=use.body.scheme_code or "",
    )


@operation(
    "PATCH seasons/<slug:uid>/",
    access.season_to_rate,
    points_seasons.change_season,
    PointsSeasonResponse,
    is_partial=True,
)
def season_change(use: Invocation[PointsSeason, PointsSeasonRequest]) -> PointsSeason:
    """Change what the body names before the season begins, and leave the rest."""
    values = use.body.given()
    days = {name: values[name] for name in ("name", "starts_on", "ends_on") if name in values}
    return points_seasons.change_season(
        use.row, by=use.by, terms=use.body.terms(use.row.terms), scheme=use.body.scheme_code, **days
    )


@operation(
    "POST seasons/<slug:uid>/close/",
    access.season_to_rate,
    points_seasons.close_season,
    PointsSeasonResponse,
)
def season_close(use: Invocation[PointsSeason, NothingRequest]) -> PointsSeason:
    """Publish the final table after the last day; it never changes afterwards."""
    return points_seasons.close_season(use.row, by=use.by).season


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    federation_create_season,
    season_change,
    season_close,
)
