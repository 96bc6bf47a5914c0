"""Seasons of federations, their tables, and the points of events; names stand outside of the log, so no ETag."""

from __future__ import annotations

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.responses.points_seasons import (
    ChaserResponse,
    EntrantPointsResponse,
    EventPointsResponse,
    PointsSeasonResponse,
    RaceResponse,
    SeasonEventResponse,
    SeasonLineResponse,
    SeasonPersonResponse,
    SeasonTableResponse,
)
from tournaments.models import Event, Federation, PointsSeason
from tournaments.points.numbers import as_text
from tournaments.queries.points.season_table import (
    SeasonTable,
    names_of_persons,
    points_of_event,
    season_table,
    seasons_of,
)
from tournaments.queries.points.words import entrant_points


@reads(
    "federations/<slug:uid>/seasons/",
    access.federation_to_see,
    list[PointsSeasonResponse],
    has_etag=False,
)
def federation_seasons(row: Federation, _look: Look) -> list[PointsSeason]:
    """List the seasons, the latest first."""
    return seasons_of(row)


@reads("seasons/<slug:uid>/", access.season_to_see, SeasonTableResponse, has_etag=False)
def season(row: PointsSeason, _look: Look) -> SeasonTableResponse:
    """Show the table of the season, its events, and who can still catch the leaders."""
    return _table(season_table(row))


def _table(table: SeasonTable) -> SeasonTableResponse:
    races = table.races or ()
    chasers = {one.entrant for race in races for one in race.caught_by}
    names = names_of_persons({*chasers, *(line.entrant for line in table.lines)})

    def person(uid: str) -> SeasonPersonResponse:
        return SeasonPersonResponse(id=uid, name=names[uid])

    return SeasonTableResponse(
        season=PointsSeasonResponse.from_row(table.season),
        day=table.day,
        events=[SeasonEventResponse.from_row(one) for one in table.events],
        standings=[SeasonLineResponse.from_row(line, person=person(line.entrant)) for line in table.lines],
        races=[
            RaceResponse(
                leader=person(race.leader),
                at_least=as_text(race.at_least),
                caught_by=[
                    ChaserResponse.from_row(one, person=person(one.entrant)) for one in race.caught_by
                ],
                newcomer_at_best=as_text(race.newcomer_at_best),
                newcomer_can=race.newcomer_can,
            )
            for race in races
        ],
    )


@reads("events/<slug:uid>/points/", access.event_to_see, list[EventPointsResponse], has_etag=False)
def event_points(row: Event, _look: Look) -> list[EventPointsResponse]:
    """Show the points of the event in each season in which it counts, with the lines that they add up from."""
    return [
        EventPointsResponse(
            season=season.uid,
            federation=season.federation.uid,
            is_over=scores.is_over,
            players=scores.players,
            entrants=[EntrantPointsResponse.from_row(one) for one in entrant_points(scores.scores)],
        )
        for season, scores in points_of_event(row)
    ]
