"""The rights of officers, as every action of a federation checks them."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Player, is_same_person, rows_of_person
from tournaments.errors.federations import NotAnOfficer, OwnCase
from tournaments.models import RIGHTS, Federation, OfficeKind, Officer, Right, TokenScope, token_of


def rights_of(player: Player, federation: Federation, *, is_reading: bool = False) -> frozenset[Right]:
    """Return everything that a person may do in a federation; a superuser may do everything.

    A person who acts by a token has no right that the token does not allow; a read needs the scope for reads.
    """
    token = token_of(player)
    scope = TokenScope.FEDERATION_READ if is_reading else TokenScope.FEDERATION_WRITE
    if token is not None and not token.allows(scope, federation=federation.pk):
        return frozenset()
    if player.is_superuser:
        return frozenset(Right)
    rows = rows_of_person(player.person_key)
    kinds = Officer.objects.filter(federation=federation, player__in=rows, ended_at=None)
    return frozenset().union(*(RIGHTS[OfficeKind(kind)] for kind in kinds.values_list("kind", flat=True)))


def acts_for(player: Player, by: Player | None, federation: Federation) -> bool:
    """Whether `by` is this person and decides for themself here; a token that is bound elsewhere does not."""
    token = token_of(by)
    return is_same_person(by, player) and (token is None or token.reaches(federation=federation.pk))


def require_right(federation: Federation, by: Player | None, right: Right) -> None:
    """Raise NotAnOfficer unless `by` has the right; None is the service itself."""
    if by is not None and right not in rights_of(by, federation):
        raise NotAnOfficer(federation=federation.name, right=right.label)


def require_other_person(federation: Federation, by: Player | None, player: Player) -> None:
    """Raise OwnCase if an officer would decide on themself alone."""
    if is_same_person(by, player):
        raise OwnCase(federation=federation.name)


def is_only_officer(federation: Federation, by: Player, right: Right) -> bool:
    """Whether nobody else in office has a right, so that an officer decides on a case of their own."""
    kinds = [kind for kind, rights in RIGHTS.items() if right in rights]
    officers = Officer.objects.filter(federation=federation, kind__in=kinds, ended_at=None)
    return not officers.exclude(player__in=rows_of_person(by.person_key)).exists()


def require_nobody_among(federation: Federation, by: Player | None, people: Collection[str]) -> None:
    """Raise OwnCase if an officer, or somebody merged into them, is among the people with these uids."""
    if by is None:
        return
    own = Player.objects.filter(pk__in=rows_of_person(by.person_key)).values_list("uid", flat=True)
    if not set(people).isdisjoint(own):
        raise OwnCase(federation=federation.name)
