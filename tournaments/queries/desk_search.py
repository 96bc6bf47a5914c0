"""Whom the search of a desk finds by name: everybody, or only who has a tie to its officers' tournaments."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from matches.models import Player
from matches.models.player import PlayerQuerySet
from tournaments.models import EntrantPlayer, Role, Tournament
from tournaments.queries.publicity import public_persons

OWN = "own"
"""The value of the setting PERSON_SEARCH with which a desk finds the people of its officers' tournaments alone."""


def findable_at(tournament: Tournament) -> PlayerQuerySet:
    """Return the players whom the desk of a tournament may find, by name or id; no query of its own."""
    return _findable(Role.objects.filter(tournament=tournament).order_by().values_list("player"))


def findable_by(director: Player) -> PlayerQuerySet:
    """Return the players whom the desk of a tournament to come may find, which this person opens."""
    return _findable([director.pk])


def _findable(officers: QuerySet[Role, Any] | Collection[int]) -> PlayerQuerySet:
    """Return the players whom the desk of these officers may find: themselves, their people, and profiles by name."""
    players = Player.objects.get_queryset()
    if settings.PERSON_SEARCH != OWN:
        return players
    tournaments = Role.objects.filter(player__in=officers).order_by().values("tournament")
    entries = EntrantPlayer.objects.filter(event__tournament__in=tournaments).order_by()
    persons = entries.values(person=Coalesce("player__merged_into", "player"))
    public = public_persons().filter(public_name="").order_by().values("pk")
    tied = Q(pk__in=persons) | Q(merged_into__in=persons) | Q(pk__in=officers)
    return players.filter(tied | Q(pk__in=public) | Q(merged_into__in=public))
