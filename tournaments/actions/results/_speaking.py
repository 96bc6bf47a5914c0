"""Who speaks in a report, and who may decide about a match."""

from __future__ import annotations

from matches.errors import DirectorOnly, NotYourMatch, SlipNeedsDirector
from matches.models import Match, Player, Source
from matches.queries import side_of
from tournaments.actions.errors import Forbidden, OwnMatchRuling
from tournaments.actions.offices import demand_director

from .step import event_of


def speaker(match: Match, *, by: Player | None, source: str | None) -> Source:
    """Whose word a report is.

    Without `source` a player speaks for the own side, anybody else as a
    director. Nobody speaks for the other side, a player of the match is never
    its director, and a slip signed by both sides is entered by a director.
    """
    side = side_of(match, by)
    wanted = Source(source) if source else Source(side.value) if side else Source.DIRECTOR
    match wanted:
        case Source.ONE | Source.TWO:
            if side is None or side.value != wanted:
                raise NotYourMatch
        case Source.TOGETHER:
            if side is None:
                raise NotYourMatch
        case Source.SIGNED:
            if side is not None or not _directs(match, by):
                raise SlipNeedsDirector
        case Source.DIRECTOR:
            if side is not None:
                raise OwnMatchRuling
            if not _directs(match, by):
                raise NotYourMatch
        case Source.RULING | Source.BOARDS:
            raise DirectorOnly
    return wanted


def demand_ruler(match: Match, *, by: Player | None) -> None:
    """OwnMatchRuling for a player of the match, Forbidden for whoever does not direct the tournament."""
    demand_director(event_of(match).tournament, by)
    if side_of(match, by) is not None:
        raise OwnMatchRuling


def _directs(match: Match, by: Player | None) -> bool:
    try:
        demand_director(event_of(match).tournament, by)
    except Forbidden:
        return False
    return True
