"""Entrants and what happens to them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import Player
from tournaments.models import Entrant, Via

from .people import PlayerResponse


class EntrantResponse(serializers.Serializer[Any]):
    """An entrant with its players."""

    id = serializers.CharField(source="uid")
    event = serializers.CharField(source="event.uid")
    name = serializers.CharField()
    players = serializers.SerializerMethodField()
    via = serializers.ChoiceField(choices=Via.choices)
    is_alternate = serializers.BooleanField()
    entered_at = serializers.DateTimeField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    goes_on = serializers.BooleanField(
        allow_null=True, help_text="Whether it plays on after a loss; null while it has not said."
    )
    bye_lots = serializers.IntegerField(help_text="Its lots in the draw for byes; one is usual.")

    def get_players(self, entrant: Entrant) -> list[dict[str, str]]:
        """The players, in the order of the side."""
        players: list[Player] = [place.player for place in entrant.side.members.all()]
        return [_PLAYER.to_representation(player) for player in players]


# Made once: a serializer copies its fields whenever one is made.
_PLAYER = PlayerResponse()


class AbsencesResponse(serializers.Serializer[Any]):
    """The rounds of a stage that an entrant misses, and the first one it can be paired in."""

    entrant = serializers.CharField(source="entrant.uid")
    stage = serializers.CharField(source="stage.uid")
    joins = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField(), source="absent")


class OtherEntryResponse(serializers.Serializer[Any]):
    """An entry of the same players in another event."""

    entrant = serializers.CharField(source="uid")
    name = serializers.CharField()
    event = serializers.CharField(source="event.uid")
    event_name = serializers.CharField(source="event.name")
