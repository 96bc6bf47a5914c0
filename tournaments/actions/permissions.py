"""The permission checks of all actions."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.database.one_act import shared
from matches.database.prepared import prepared
from matches.models import Player, SideMember, rows_of_person
from tournaments.errors.common import Forbidden, NotSignedIn, ReasonMissing
from tournaments.models import Role, RoleKind, TokenScope, Tournament, token_of

_DIRECTORS = (RoleKind.OWNER, RoleKind.DIRECTOR)


def require_player(by: Player | None) -> Player:
    """Return the acting player; raise NotSignedIn if there is none."""
    if by is None:
        raise NotSignedIn
    return by


def require_owner(tournament: Tournament, by: Player | None) -> None:
    """Raise Forbidden unless `by` is the owner or a superuser; None is the service itself."""
    if not _holds(tournament, by, (RoleKind.OWNER,)):
        raise Forbidden


def require_director(tournament: Tournament, by: Player | None) -> None:
    """Raise Forbidden unless `by` is a director; None is the service itself."""
    if not is_director(tournament, by):
        raise Forbidden


def require_desk(tournament: Tournament, by: Player | None) -> None:
    """Raise Forbidden unless `by` holds an office of the tournament; None is the service itself."""
    if not holds_office(tournament, by):
        raise Forbidden


def is_director(tournament: Tournament, by: Player | None) -> bool:
    """Whether `by` is the owner, a director, a superuser or the service itself."""
    return _holds(tournament, by, _DIRECTORS)


def holds_office(tournament: Tournament, by: Player | None) -> bool:
    """Whether `by` holds any office, and so may work at the desk."""
    return _holds(tournament, by, tuple(RoleKind))


def is_member(by: Player | None, *, side: int) -> bool:
    """Whether the player belongs to the side with this primary key."""
    return (
        by is not None
        and SideMember.objects.filter(side=side, player__in=rows_of_person(by.person_key)).exists()
    )


def require_reason(reason: str) -> str:
    """Return the stripped reason; raise ReasonMissing if it is empty."""
    if not reason.strip():
        raise ReasonMissing
    return reason.strip()


def _holds(tournament: Tournament, by: Player | None, kinds: tuple[RoleKind, ...]) -> bool:
    token = token_of(by)
    if token is not None:
        scope = TokenScope.DESK if RoleKind.DESK in kinds else TokenScope.DIRECT
        if not token.allows(scope, tournament=tournament.pk):
            return False
    if by is None or by.is_superuser:
        return True
    offices = shared(("offices", tournament.pk, by.pk), lambda: _held(tournament.pk, by.pk))
    return any(kind in kinds for kind in offices)


@prepared
def _held(tournament: int, player: int) -> QuerySet[Role, str]:
    """Return the kinds of the offices that a player holds in a tournament."""
    return Role.objects.filter(tournament=tournament, player=player).order_by().values_list("kind", flat=True)
