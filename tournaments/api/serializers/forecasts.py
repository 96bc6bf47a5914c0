"""When an event under way is over."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class StageOutlookShown(serializers.Serializer[Any]):
    """When a stage is over."""

    stage = serializers.CharField()
    half_at = serializers.DateTimeField()
    almost_surely_at = serializers.DateTimeField()


class OutlookShown(serializers.Serializer[Any]):
    """When an event is over: half of the time by `half_at`, nine times in ten by `almost_surely_at`.

    Everything but `event` is null, and `stages` is empty, while that is not known:
    before the draw, in the first minute after it, after the end, and where an event
    goes by the calendar. `minutes_per_point` was learnt from `timed_matches` of the
    event, and `runs` is how many tournaments were simulated from how it stood at `at`.
    """

    event = serializers.CharField()
    half_at = serializers.DateTimeField(allow_null=True)
    almost_surely_at = serializers.DateTimeField(allow_null=True)
    minutes_per_point = serializers.FloatField(allow_null=True)
    timed_matches = serializers.IntegerField(allow_null=True)
    runs = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    stages = StageOutlookShown(many=True)
