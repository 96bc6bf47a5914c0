"""Whole events as one value: templates, plans, and what is wrong with them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Asked, Json, Number

from .tournaments import FeedAsked, FeedShown


class PlannedStageShown(serializers.Serializer[Any]):
    """One stage of a plan; its feeds name stages by their number in the plan, from 0."""

    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    feeds = FeedShown(many=True)


class PlanShown(serializers.Serializer[Any]):
    """A whole event, as an event can be made of it."""

    version = serializers.IntegerField()
    stages = PlannedStageShown(many=True)


class TemplateShown(serializers.Serializer[Any]):
    """A plan to begin with, for `fewest` to `most` entrants; `hours` are those the `usual` number takes, 0 for weeks."""

    code = serializers.CharField()
    fewest = serializers.IntegerField()
    most = serializers.IntegerField()
    usual = serializers.IntegerField()
    hours = serializers.IntegerField()
    capacity = serializers.IntegerField(allow_null=True, help_text="Of an event that starts when full.")
    plan = PlanShown()


class PlanAsked(Asked):
    """A plan to be looked at, without anything being made of it."""

    plan = Json(help_text="As `GET /api/v1/events/<id>/plan/` shows one.")
    entrants = Number(
        min_value=1,
        max_value=1024,
        required=False,
        allow_null=True,
        help_text="Any usual number when absent.",
    )
    tables = Number(min_value=0, max_value=500, required=False, allow_null=True)


class PlanProblemShown(serializers.Serializer[Any]):
    """What is wrong: a stable code, the path of the field in what was asked, and the value that works there, if one does."""

    code = serializers.CharField()
    path = serializers.CharField()
    works = serializers.JSONField(allow_null=True)
    message = serializers.CharField()


class StagePreviewShown(serializers.Serializer[Any]):
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


class PlanCheckShown(serializers.Serializer[Any]):
    """What is wrong with a plan, what is odd about it, and what it comes to for the entrants asked for."""

    problems = PlanProblemShown(many=True)
    warnings = PlanProblemShown(many=True)
    preview = StagePreviewShown(many=True)


class StageFeedsAsked(Asked):
    """Where the entrants of a stage come from, in full."""

    feeds = serializers.ListField(child=FeedAsked(), max_length=20)
