"""Challenges in a ladder, and the next season of a league."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ChallengeResponse(serializers.Serializer[Any]):
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


class ReachResponse(serializers.Serializer[Any]):
    """Whom an entrant may challenge now in a ladder of its event, the best placed first."""

    stage = serializers.CharField()
    within_reach = serializers.ListField(child=serializers.CharField())
