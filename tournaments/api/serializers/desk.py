"""Calls, tables, players who are away, and matches that are suspended."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import LONGEST
from rules.match import Side
from tournaments.api.fields import Asked, Choice, Flag, Number, Text

from .codes import SIDES

_MOST_CUBE = 2**20
_LONGEST_CLOCK = 36 * 3600


class CallAsked(Asked):
    """A further call, or a side that is missing at its table or has come after all."""

    kind = Choice(choices=[("second", "second"), ("absent", "absent"), ("there", "there")])
    side = Choice(choices=[(side.value, side.value) for side in Side], required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Who is missing or there has a side."""
        if (attrs["kind"] == "second") == ("side" in attrs):
            raise serializers.ValidationError(
                {"side": ["Say which side is missing or there; a second call is for both."]}
            )
        return attrs


class AutomaticAsked(Asked):
    """Whether free tables are given to the matches that wait by themselves."""

    is_on = Flag()


class AutomaticShown(serializers.Serializer[Any]):
    """Whether free tables are given to the matches that wait by themselves."""

    is_on = serializers.BooleanField(source="calls_automatically")


class TablePurposeAsked(Asked):
    """What a table is for."""

    is_out_of_order = Flag(required=False)
    is_streaming = Flag(required=False)
    reserved_for = Text(
        max_length=20, required=False, allow_null=True, help_text="The id of an event; null for every event."
    )


class TablePurposeShown(serializers.Serializer[Any]):
    """What a table is for; it is passed over accordingly when tables are given by themselves."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    is_out_of_order = serializers.BooleanField()
    is_streaming = serializers.BooleanField()
    reserved_for = serializers.CharField(source="reserved_for.uid", default=None, allow_null=True)


class AvailabilityAsked(Asked):
    """When a player can be called; what is absent does not count."""

    player = Text(
        max_length=20, required=False, help_text="Which player of a pair or team; the own one when absent."
    )
    away_until = serializers.DateTimeField(required=False, allow_null=True)
    leaves_at = serializers.DateTimeField(required=False, allow_null=True)
    not_before = serializers.DateTimeField(required=False, allow_null=True)
    note = Text(max_length=200, required=False, allow_blank=True)


class AvailabilityShown(serializers.Serializer[Any]):
    """When a player can be called; null is always."""

    player = serializers.CharField(source="player.uid")
    away_until = serializers.DateTimeField(allow_null=True)
    leaves_at = serializers.DateTimeField(allow_null=True)
    not_before = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class SuspensionAsked(Asked):
    """Where a match stands when it is broken off."""

    score = serializers.ListField(
        child=Number(min_value=0, max_value=LONGEST), min_length=2, max_length=2, help_text="Side one first."
    )
    cube = Number(min_value=1, max_value=_MOST_CUBE, required=False)
    cube_owner = Choice(
        choices=[(side.value, side.value) for side in Side],
        required=False,
        help_text="Absent while the cube is in the middle.",
    )
    clocks = serializers.ListField(
        child=Number(min_value=0, max_value=_LONGEST_CLOCK, allow_null=True),
        min_length=2,
        max_length=2,
        required=False,
        help_text="In seconds, side one first.",
    )
    xgid = Text(max_length=120, required=False, allow_blank=True)
    note = Text(max_length=500, required=False, allow_blank=True)


class SuspensionShown(serializers.Serializer[Any]):
    """Where a match stood when it was broken off; it is over once `resumed_at` is set."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    score = serializers.SerializerMethodField()
    cube = serializers.IntegerField()
    cube_owner = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    clocks = serializers.SerializerMethodField()
    xgid = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    resumed_at = serializers.DateTimeField(allow_null=True)

    def get_score(self, row: Any) -> list[int]:
        """The points of both sides, side one first."""
        return [row.score_one, row.score_two]

    def get_clocks(self, row: Any) -> list[int | None]:
        """What the clocks showed in seconds, side one first."""
        return [row.clock_one, row.clock_two]
