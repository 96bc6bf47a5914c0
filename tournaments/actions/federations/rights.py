"""The rights of officers, as every action of a federation checks them."""

from __future__ import annotations

from matches.models import Player
from tournaments.errors import NotAnOfficer, OwnCase
from tournaments.models import RIGHTS, Federation, OfficeKind, Officer, Right


def rights_of(player: Player, federation: Federation) -> frozenset[Right]:
    """Return everything that a person may do in a federation; a superuser may do everything."""
    if player.is_superuser:
        return frozenset(Right)
    kinds = Officer.objects.filter(federation=federation, player=player, ended_at=None)
    return frozenset().union(*(RIGHTS[OfficeKind(kind)] for kind in kinds.values_list("kind", flat=True)))


def require_right(federation: Federation, by: Player | None, right: Right) -> None:
    """Raise NotAnOfficer unless `by` has the right; None is the service itself."""
    if by is not None and right not in rights_of(by, federation):
        raise NotAnOfficer(federation=federation.name, right=right.label)


def require_other_person(federation: Federation, by: Player | None, player: Player) -> None:
    """Raise OwnCase if an officer would decide on themself alone."""
    if by is not None and by.current.pk == player.current.pk:
        raise OwnCase(federation=federation.name)
