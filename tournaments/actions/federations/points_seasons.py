"""Seasons of a federation: set up, changed before they begin, and closed with a final table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from matches.models import Player
from tournaments.actions.fields import check_fields
from tournaments.acts.federations import PointsSeasonChanged, PointsSeasonClosed, PointsSeasonCreated
from tournaments.errors.federations import (
    InvalidTerms,
    PointsSeasonBegun,
    PointsSeasonOver,
    PointsSeasonRunning,
)
from tournaments.models import Federation, FinalTable, PointsSeason, Right
from tournaments.points import InvalidData, SeasonTerms
from tournaments.queries.points.season_table import digest_of, final_lines, today_of

from . import log
from .rights import require_right


@transaction.atomic
def create_season(
    federation: Federation,
    *,
    by: Player | None,
    name: str,
    starts_on: date,
    ends_on: date,
    terms: Mapping[str, Any],
    scheme: str = "",
) -> PointsSeason:
    """Set up a season; `terms` are everything that its points follow from, and stay as they are when it begins."""
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    season = PointsSeason(
        federation=federation,
        name=name.strip(),
        scheme=scheme,
        terms=_checked(terms),
        starts_on=starts_on,
        ends_on=ends_on,
    )
    check_fields(season)
    season.save()
    log.append(PointsSeasonCreated(season.uid), of=federation, by=by, rows=[season])
    return season


@transaction.atomic
def change_season(
    season: PointsSeason,
    *,
    by: Player | None,
    name: str | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    terms: Mapping[str, Any] | None = None,
    scheme: str | None = None,
) -> PointsSeason:
    """Change a season before it begins; None leaves a value as it is. Raise PointsSeasonBegun afterwards."""
    season = _locked(season, by=by)
    if today_of(season.federation) >= season.starts_on:
        raise PointsSeasonBegun(season=season.name)
    values = {
        "name": name if name is None else name.strip(),
        "starts_on": starts_on,
        "ends_on": ends_on,
        "terms": terms if terms is None else _checked(terms),
        "scheme": scheme,
    }
    changes = {key: value for key, value in values.items() if value is not None}
    for key, value in changes.items():
        setattr(season, key, value)
    check_fields(season)
    season.save(update_fields=[*changes])
    log.append(PointsSeasonChanged(season.uid), of=season.federation, by=by, rows=[season])
    return season


@transaction.atomic
def close_season(season: PointsSeason, *, by: Player | None) -> FinalTable:
    """Publish the final table after the last day; events that are not over give no points.

    Raise PointsSeasonRunning until then, and PointsSeasonOver for a table that is published already.
    """
    season = _locked(season, by=by)
    if FinalTable.objects.filter(season=season).exists():
        raise PointsSeasonOver(season=season.name)
    if today_of(season.federation) <= season.ends_on:
        raise PointsSeasonRunning(season=season.name, day=season.ends_on.isoformat())
    lines = final_lines(season)
    table = FinalTable.objects.create(season=season, lines=lines, digest=digest_of(lines))
    act = PointsSeasonClosed(season.uid, digest=table.digest)
    log.append(act, of=season.federation, by=by, rows=[table])
    return table


def _checked(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return terms in full; raise InvalidTerms for what cannot be read."""
    try:
        return SeasonTerms.from_dict(terms).to_dict()
    except InvalidData as error:
        raise InvalidTerms(place=error.path or "terms", fault=error.code) from None


def _locked(season: PointsSeason, *, by: Player | None) -> PointsSeason:
    """Return the season as it is under the lock of its federation."""
    require_right(season.federation, by, Right.RATE)
    log.lock(season.federation)
    return PointsSeason.objects.select_related("federation").get(pk=season.pk)
