"""Challenges in a ladder, and the next season of a league."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Asked, Text


class ChallengeAsked(Asked):
    """Who challenges whom: one's own entrant, or any for a director."""

    challenger = Text(max_length=20)
    challenged = Text(max_length=20)


class ChallengeShown(serializers.Serializer[Any]):
    """A challenge with its match, which is null once it is taken back."""

    id = serializers.CharField(source="uid")
    number = serializers.IntegerField(
        source="challenge.number", help_text="From 1; it is the round of the match."
    )
    challenger = serializers.CharField(source="challenge.challenger.uid")
    challenged = serializers.CharField(source="challenge.challenged.uid")
    made_at = serializers.DateTimeField(source="challenge.made_at")
    due_at = serializers.DateTimeField(allow_null=True, help_text="Until when it is to be played.")
    taken_back_at = serializers.DateTimeField(source="challenge.taken_back_at", allow_null=True)
    match = serializers.CharField(allow_null=True)
    winner = serializers.CharField(allow_blank=True, help_text="The entrant who won, empty before.")
    is_open = serializers.BooleanField(help_text="Still to be played.")


class ReachShown(serializers.Serializer[Any]):
    """Whom an entrant may challenge now in a ladder of its event, the best placed first."""

    stage = serializers.CharField()
    within_reach = serializers.ListField(child=serializers.CharField())


class NextSeasonAsked(Asked):
    """What the next season is called, and when it begins."""

    name = Text(max_length=120)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
