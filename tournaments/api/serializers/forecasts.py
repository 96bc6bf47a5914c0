"""When an event under way is over."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class StageOutlookResponse(serializers.Serializer[Any]):
    """When a stage is over."""

    stage = serializers.CharField()
    half_at = serializers.DateTimeField()
    almost_surely_at = serializers.DateTimeField()


class SeasonResponse(serializers.Serializer[Any]):
    """The deadlines of a league: those of its present round and of the last one, and how many matches are overdue."""

    stage = serializers.CharField()
    round = serializers.IntegerField()
    due_at = serializers.DateTimeField()
    last = serializers.IntegerField()
    last_at = serializers.DateTimeField()
    overdue = serializers.IntegerField()


class OutlookResponse(serializers.Serializer[Any]):
    """When an event is over: half of the time by `half_at`, nine times in ten by `almost_surely_at`.

    Everything but `event` is null, and `stages` is empty, while that is not known:
    before the draw, in the first minute after it, after the end, and in a ladder. A
    league has its `season`, both moments are its last deadline, and nothing is simulated. `minutes_per_point` was learnt from `timed_matches` of the
    event, and `runs` is how many tournaments were simulated from how it stood at `at`.
    """

    event = serializers.CharField()
    half_at = serializers.DateTimeField(allow_null=True)
    almost_surely_at = serializers.DateTimeField(allow_null=True)
    minutes_per_point = serializers.FloatField(allow_null=True)
    timed_matches = serializers.IntegerField(allow_null=True)
    runs = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    season = SeasonResponse(allow_null=True)
    stages = StageOutlookResponse(many=True)
