"""Whole events as one value: templates, plans, and what is wrong with them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from .tournaments import FeedResponse


class PlannedStageResponse(serializers.Serializer[Any]):
    """One stage of a plan; its feeds name stages by their number in the plan, from 0."""

    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    feeds = FeedResponse(many=True)


class PlanResponse(serializers.Serializer[Any]):
    """A whole event, as an event can be made of it."""

    version = serializers.IntegerField()
    stages = PlannedStageResponse(many=True)


class TemplateResponse(serializers.Serializer[Any]):
    """A plan to begin with, for `fewest` to `most` entrants; `hours` are those the `usual` number takes, 0 for weeks."""

    code = serializers.CharField()
    fewest = serializers.IntegerField()
    most = serializers.IntegerField()
    usual = serializers.IntegerField()
    hours = serializers.IntegerField()
    capacity = serializers.IntegerField(allow_null=True, help_text="Of an event that starts when full.")
    plan = PlanResponse()


class PlanProblemResponse(serializers.Serializer[Any]):
    """What is wrong: a stable code, the path of the field in what was asked, and the value that works there, if one does."""

    code = serializers.CharField()
    path = serializers.CharField()
    works = serializers.JSONField(allow_null=True)
    message = serializers.CharField()


class StagePreviewResponse(serializers.Serializer[Any]):
    """What a stage comes to; `begins` and `ends` are minutes from the start of the event."""

    number = serializers.IntegerField()
    entrants = serializers.IntegerField()
    rounds = serializers.IntegerField()
    matches = serializers.IntegerField()
    byes = serializers.IntegerField()
    begins = serializers.IntegerField()
    ends = serializers.IntegerField()
    is_estimated = serializers.BooleanField(help_text="Results decide how many rounds there are.")
    is_by_calendar = serializers.BooleanField()


class PlanCheckResponse(serializers.Serializer[Any]):
    """What is wrong with a plan, what is odd about it, and what it comes to for the entrants asked for."""

    problems = PlanProblemResponse(many=True)
    warnings = PlanProblemResponse(many=True)
    preview = StagePreviewResponse(many=True)
