"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.queries.entrants.qualifying import Presence


class WaitingResponse(serializers.Serializer[Any]):
    """Somebody who is in."""

    entrant = serializers.CharField()
    name = serializers.CharField()


class LobbyResponse(serializers.Serializer[Any]):
    """Who is in an event, how many are missing, and which event came after it.

    `missing` is null where there is no limit. `next` is there once the event
    has started and opened another one.
    """

    event = serializers.CharField()
    starts_when_full = serializers.BooleanField()
    opens_next = serializers.BooleanField()
    places = serializers.IntegerField(allow_null=True)
    kept = serializers.IntegerField(help_text="Places that are free and kept for qualifiers.")
    missing = serializers.IntegerField(allow_null=True)
    is_started = serializers.BooleanField()
    entrants = WaitingResponse(many=True)
    next = serializers.CharField(allow_null=True)


class QualifierResponse(serializers.Serializer[Any]):
    """An entrant by its place, and where it stands in the other event."""

    entrant = serializers.CharField(source="entrant.uid")
    name = serializers.CharField(source="entrant.name")
    place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    presence = serializers.ChoiceField(choices=[(one.value, one.value) for one in Presence])
    is_through = serializers.BooleanField(help_text="Came into the other event by this one.")


class QualificationResponse(serializers.Serializer[Any]):
    """Who qualifies: for certain, level on the line, and right behind it.

    `lost` came into the other event and would not qualify any more, because a
    result was corrected. `needs_director` says that something is to be decided
    by hand. `open` places are still kept in the other event, `freed` ones are given up.
    """

    event = serializers.CharField()
    target = serializers.CharField(allow_null=True)
    places = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    needs_director = serializers.BooleanField()
    open = serializers.IntegerField()
    freed = serializers.IntegerField()
    certain = QualifierResponse(many=True)
    tied = QualifierResponse(many=True)
    reserve = QualifierResponse(many=True)
    lost = QualifierResponse(many=True)
