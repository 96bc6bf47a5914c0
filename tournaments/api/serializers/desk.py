"""Calls, tables, players who are away, and matches that are suspended."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.requests.codes import SIDES


class AutomaticResponse(serializers.Serializer[Any]):
    """Whether free tables are given to the matches that wait by themselves."""

    is_on = serializers.BooleanField(source="calls_automatically")


class TablePurposeResponse(serializers.Serializer[Any]):
    """What a table is for; it is passed over accordingly when tables are given by themselves."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    is_out_of_order = serializers.BooleanField()
    is_streaming = serializers.BooleanField()
    reserved_for = serializers.CharField(source="reserved_for.uid", default=None, allow_null=True)


class AvailabilityResponse(serializers.Serializer[Any]):
    """When a player can be called; null is always."""

    player = serializers.CharField(source="player.uid")
    away_until = serializers.DateTimeField(allow_null=True)
    leaves_at = serializers.DateTimeField(allow_null=True)
    not_before = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class SuspensionResponse(serializers.Serializer[Any]):
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
