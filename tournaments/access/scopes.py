"""The scope that a token needs, derived from the permission that an operation asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.errors.tokens import TokenTooNarrow
from tournaments.models import TokenScope

from . import claiming, directing, federations, playing, viewing
from .visitor import Visitor

# Who is permitted, by the last word of the function; what is not named here is played.
_BY_ENDING = {
    "direct": TokenScope.DIRECT,
    "tablet": TokenScope.DIRECT,
    "rule": TokenScope.DIRECT,
    "judge": TokenScope.DIRECT,
    "desk": TokenScope.DESK,
    "enter": TokenScope.DESK,
}
# What everybody sees of federations.
_SEEN = ("see", "list")
# What makes one somebody else, or gives an office.
_OF_PERSONS = (claiming.claim_to_take, claiming.merge_proposal_to_answer, claiming.invitation_to_accept)
# What is seen and yet not by everybody.
_CONFIDENTIAL = (viewing.dispute_to_see, viewing.photo_to_see)


def scope_of(permission: Callable[..., Any], *, is_reading: bool) -> TokenScope | None:
    """Return the scope that a token needs for this permission; None for what strangers may do.

    A read of a tournament needs `read`, whoever is permitted. What a player may do needs `report`, what the desk may do
    `desk`, and the rest `direct`. Federations have two scopes of their own.
    """
    room, ending = permission.__module__, permission.__name__.rsplit("_", 1)[-1]
    if room == federations.__name__ and ending not in _SEEN:
        if ending == "direct":
            return TokenScope.READ if is_reading else TokenScope.DIRECT
        return TokenScope.FEDERATION_READ if is_reading else TokenScope.FEDERATION_WRITE
    if permission in _OF_PERSONS:
        # Whoever becomes somebody else's history acts on all that is theirs.
        return TokenScope.DIRECT
    is_confidential = permission in _CONFIDENTIAL
    if room not in (directing.__name__, playing.__name__) and not is_confidential:
        return None
    if is_reading or is_confidential:
        return TokenScope.READ
    return _BY_ENDING.get(ending, TokenScope.REPORT)


def require_scope(visitor: Visitor, scope: TokenScope | None) -> None:
    """Raise TokenTooNarrow if the visitor's token lacks the scope; who comes without a token needs none."""
    if visitor.token is not None and scope is not None and scope not in visitor.token.allowance:
        raise TokenTooNarrow(scope=scope.value)
