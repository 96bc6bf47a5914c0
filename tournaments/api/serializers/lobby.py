"""Events that start when full, and those that qualify for others."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Asked, Flag, Number, Text
from tournaments.queries.qualifying import Presence


class StartAsked(Asked):
    """Whether an event starts by itself with the last place taken."""

    starts_when_full = Flag()
    opens_next = Flag(required=False, help_text="Whether a fresh event like it opens then; no when absent.")


class WaitingShown(serializers.Serializer[Any]):
    """Somebody who is in."""

    entrant = serializers.CharField()
    name = serializers.CharField()


class LobbyShown(serializers.Serializer[Any]):
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
    entrants = WaitingShown(many=True)
    next = serializers.CharField(allow_null=True)


class TargetAsked(Asked):
    """Which event of the tournament an event qualifies for."""

    target = Text(max_length=20, allow_null=True, help_text="The id of that event; null for none.")
    places = Number(min_value=1, max_value=1024, required=False, help_text="How many qualify; 1 when absent.")


class QualifiedAsked(Asked):
    """Who is to be entered by hand."""

    entrants = serializers.ListField(
        child=Text(max_length=20),
        max_length=1024,
        required=False,
        help_text="Entrants of the qualifier; everybody who qualifies for certain when absent.",
    )


class FreedAsked(Asked):
    """How many of its places a qualifier gives up."""

    places = Number(min_value=0, max_value=1024, help_text="All together; 0 keeps all of them again.")


class QualifierShown(serializers.Serializer[Any]):
    """An entrant by its place, and where it stands in the other event."""

    entrant = serializers.CharField(source="entrant.uid")
    name = serializers.CharField(source="entrant.name")
    place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    presence = serializers.ChoiceField(choices=[(one.value, one.value) for one in Presence])
    is_through = serializers.BooleanField(help_text="Came into the other event by this one.")


class QualificationShown(serializers.Serializer[Any]):
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
    certain = QualifierShown(many=True)
    tied = QualifierShown(many=True)
    reserve = QualifierShown(many=True)
    lost = QualifierShown(many=True)
