"""The line-ups that captains have not named before a match day."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from matches.models import Match, Player, SideMember
from rules.match import Side
from tournaments.formats import FORMATS, ByMatchDays
from tournaments.models import EventKind, LineupPlace, Pairing, Stage
from tournaments.queries.draws.deadlines import has_match_days, moments_of, venue_of

_ON_DAYS = [code for code, rules in FORMATS.items() if isinstance(rules, ByMatchDays)]


@dataclass(frozen=True, slots=True)
class MissingLineup:
    """A line-up that a captain has not named, with the moment and the place of the encounter."""

    match: Match
    captain: Player
    begins_at: datetime
    venue: str


def missing_lineups(after: datetime, until: datetime) -> list[MissingLineup]:
    """Return the line-ups missing in encounters that begin in this time; four queries, one without leagues of teams."""
    leagues = Stage.objects.filter(
        format__in=_ON_DAYS, completed_at=None, event__kind=EventKind.TEAMS, event__closed_at=None
    ).select_related("event__tournament")
    stages = {stage.pk: stage for stage in leagues if has_match_days(stage)}
    soon = list(_encounters(stages, after, until)) if stages else []
    if not soon:
        return []
    places = LineupPlace.objects.filter(team_match__in=[match.pk for match, _begins, _venue in soon], board=1)
    named = set(places.values_list("team_match_id", "side"))
    missing = [
        (match, match.side(side).pk, begins, venue)
        for match, begins, venue in soon
        for side in Side
        if (match.pk, side.value) not in named
    ]
    captains = _captains({side for _match, side, _begins, _venue in missing})
    return [
        MissingLineup(match, captains[side], begins, venue)
        for match, side, begins, venue in missing
        if side in captains
    ]


def _encounters(
    stages: dict[int, Stage], after: datetime, until: datetime
) -> Iterator[tuple[Match, datetime, str]]:
    """Yield the encounters not begun that are played in this time, with moment and place; one query."""
    pairings = Pairing.objects.filter(
        stage__in=list(stages), cancelled_at=None, match__final_at=None, match__started_at=None
    )
    rows = list(pairings.filter(match__isnull=False).select_related("match__one", "match__two", "draw"))
    for row in rows:
        row.stage = stages[row.stage_id]
    moments = moments_of(rows, {row.draw.pk: row.draw for row in rows if row.draw is not None})
    for row in rows:
        begins = moments[row.pk].begins_at if row.pk in moments else None
        if row.match is not None and begins is not None and after < begins <= until:
            row.match.pairing = row
            yield row.match, begins, venue_of(row.stage, row.round, row.slot)


def _captains(sides: Collection[int]) -> dict[int, Player]:
    """Return the captain of each of these teams, its first player; one query."""
    members = SideMember.objects.filter(side__in=list(sides)).select_related("player").order_by("-order")
    # The captain has the lowest order, comes last here and overwrites the others.
    return {member.side_id: member.player for member in members}
