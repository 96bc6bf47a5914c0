"""Coming back after a loss, lots for a bye, and rounds that wait."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ReEntryResponse(serializers.Serializer[Any]):
    """The rule by which players come back."""

    rule = serializers.JSONField(allow_null=True, help_text="Null where nobody comes back.")


class RefusalResponse(serializers.Serializer[Any]):
    """Why something is not possible: its code, and in words."""

    code = serializers.CharField()
    detail = serializers.CharField()


class ComingBackResponse(serializers.Serializer[Any]):
    """Whether the players of an entrant may come back now."""

    number = serializers.IntegerField(help_text="Of this entry of the players, the first one 1.")
    fee_percent = serializers.IntegerField(help_text="Of the entry fee.")
    has_place = serializers.BooleanField(help_text="Else the new entry waits as an alternate.")
    returned = serializers.CharField(allow_null=True, help_text="The entrant as which they are back.")
    refusals = RefusalResponse(many=True)


class ObstacleResponse(serializers.Serializer[Any]):
    """Why the next round waits, and what the director may choose."""

    code = serializers.CharField()
    values = serializers.JSONField(help_text="What the words name: the round, and how many of what.")
    detail = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField(), help_text="What may be sent as `choice`.")
