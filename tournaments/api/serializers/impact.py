"""What would follow from an act."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class MeetingResponse(serializers.Serializer[Any]):
    """A match that would be made."""

    stage = serializers.CharField(help_text="The name of the stage, or of the event where it has none.")
    round = serializers.IntegerField()
    sides = serializers.CharField(source="words")


class MatchChangedResponse(MeetingResponse):
    """A match that exists and would change."""

    match = serializers.CharField()


class MoveResponse(serializers.Serializer[Any]):
    """An entrant whose place changes; null where it is in the stage only before or only after."""

    stage = serializers.CharField()
    entrant = serializers.CharField(help_text="The name.")
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class PrizeMoveResponse(serializers.Serializer[Any]):
    """An entrant whose prizes change, in the smallest unit of the currency."""

    entrant = serializers.CharField(help_text="The name.")
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    paid = serializers.IntegerField(help_text="What it has got.")
    due = serializers.IntegerField()
    to_come_back = serializers.IntegerField()


class ImpactResponse(serializers.Serializer[Any]):
    """What would change beside the thing itself; nothing has been written."""

    cancelled = MatchChangedResponse(many=True)
    made = MeetingResponse(many=True)
    decided = MatchChangedResponse(many=True, help_text="Matches that would end by it, or end otherwise.")
    moves = MoveResponse(many=True)
    promoted = serializers.ListField(
        child=serializers.CharField(), help_text="The names of the alternates who would come in."
    )
    prizes = PrizeMoveResponse(many=True)
    told = serializers.IntegerField(help_text="How many players would get a notice.")
