"""The players of sides, whose members never change."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from matches.database.one_act import shared
from matches.database.prepared import prepared
from matches.models import Player, SideMember


def members_by_side(sides: Iterable[int]) -> dict[int, list[Player]]:
    """Return the players of each of these sides, in one query for those that the act has not read before."""
    keys = tuple(sides)
    known: dict[int, list[Player]] = shared("members by side", dict)
    missing = tuple(key for key in keys if key not in known)
    known |= {key: [] for key in missing}
    for member in _members_of(missing):
        known[member.side_id].append(member.player)
    return {key: known[key] for key in keys}


@prepared
def _members_of(sides: tuple[int, ...]) -> QuerySet[SideMember]:
    return SideMember.objects.filter(side__in=sides).select_related("player")
