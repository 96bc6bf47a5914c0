"""The author of a report, and permission to rule on a match."""

from __future__ import annotations

from matches.errors import DirectorOnly, NotYourMatch, SlipNeedsDirector
from matches.models import Match, Player, Source, is_same_person
from matches.queries import side_of
from tournaments.actions.closed import require_unclosed
from tournaments.actions.permissions import holds_office, is_director, require_director
from tournaments.errors.common import Forbidden
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import DIRECT, Origin, RoleKind
from tournaments.queries.entrants.teams import voice_of
from tournaments.queries.members import members_by_side

from .transaction import event_of


def speaker(match: Match, *, by: Player | None, source: str | None, origin: Origin = DIRECT) -> Source:
    """Return the source of a report by this person; raise NotYourMatch for another side's report.

    On the shared tablet of the event both sides report together. Without `source`, a player reports for the own side, a clerk who may enter slips enters a slip, and other
    officers report as directors. Players cannot report for the other side, nor direct their own match. A
    captain can report at the team's boards, but not for both sides.
    """
    if by is None and origin.is_tablet_of(event_of(match)):
        require_unclosed(event_of(match))
        return _at_tablet(source)
    side = voice_of(match, by)
    usual = Source.SIGNED if side is None and _enters_slips(match, by) else Source.DIRECTOR
    word = Source(source) if source else Source(side.value) if side else usual
    match word:
        case Source.ONE | Source.TWO:
            if side is None or side.value != word:
                raise NotYourMatch
        case Source.TOGETHER:
            if side_of(match, by) is None:
                raise NotYourMatch
        case Source.SIGNED:
            if side is not None or not (_directs(match, by) or _enters_slips(match, by)):
                raise SlipNeedsDirector
        case Source.DIRECTOR:
            if side is not None:
                raise OwnMatchRuling
            if not _directs(match, by):
                raise NotYourMatch
        case Source.RULING | Source.BOARDS:
            raise DirectorOnly
    return word


def _at_tablet(source: str | None) -> Source:
    """Return the source of a report on the shared tablet, where nobody speaks for one side or as a director."""
    if source not in (None, Source.TOGETHER):
        raise NotYourMatch
    return Source.TOGETHER


def require_ruler(match: Match, *, by: Player | None) -> None:
    """Raise Forbidden for anyone but a director, OwnMatchRuling for a player of the match."""
    require_director(event_of(match).tournament, by)
    if side_of(match, by) is not None:
        raise OwnMatchRuling


def other_rulers(match: Match, *, by: Player | None) -> list[Player]:
    """Return the other directors of the tournament who do not play the match."""
    kinds = (RoleKind.OWNER, RoleKind.DIRECTOR)
    roles = event_of(match).tournament.roles.filter(kind__in=kinds).select_related("player").order_by("pk")
    persons = [role.player for role in roles if not is_same_person(role.player, by)]
    return [person for person in persons if side_of(match, person) is None]


def refuse_own_match(match: Match, *, by: Player) -> None:
    """Raise OwnMatchRuling for a player of the match."""
    members = members_by_side((match.one_id, match.two_id))
    if any(is_same_person(by, one) for players in members.values() for one in players):
        raise OwnMatchRuling


def _enters_slips(match: Match, by: Player | None) -> bool:
    """Whether `by` is a desk officer who may enter score slips."""
    tournament = event_of(match).tournament
    return tournament.desk_enters_slips and holds_office(tournament, by) and not is_director(tournament, by)


def _directs(match: Match, by: Player | None) -> bool:
    try:
        require_director(event_of(match).tournament, by)
    except Forbidden:
        return False
    return True
