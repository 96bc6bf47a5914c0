"""Shared places: what depends on them, and how they are decided."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.formats import How
from tournaments.queries.results.ties import Need

_HOWS = [(how.value, how.value) for how in How]


class DependenceResponse(serializers.Serializer[Any]):
    """One thing that depends on the order of those who share a place."""

    need = serializers.ChoiceField(choices=[(need.value, need.value) for need in Need])
    subject = serializers.CharField(help_text="The stage or the event.")
    name = serializers.CharField()
    count = serializers.IntegerField(help_text="How many go on or qualify; 0 for prizes.")


class OpenTieResponse(serializers.Serializer[Any]):
    """Some who share a place on which something depends."""

    group = serializers.IntegerField(allow_null=True, help_text="Null for the whole stage.")
    place = serializers.IntegerField()
    last_place = serializers.IntegerField()
    entrants = serializers.ListField(source="sorted_uids", child=serializers.CharField())
    is_blocking = serializers.BooleanField(
        help_text="Whether something waits for it; else a lot puts seeds in order, and prizes are split."
    )
    depends = DependenceResponse(many=True)
    playoff = serializers.CharField(
        source="playoff.uid", default=None, allow_null=True, help_text="The stage in which they play for it."
    )


class DecidedTieResponse(serializers.Serializer[Any]):
    """A decision on a shared place."""

    entrants = serializers.ListField(
        source="order", child=serializers.CharField(), help_text="The best first; empty during its playoff."
    )
    tied = serializers.ListField(source="entrants", child=serializers.CharField())
    how = serializers.ChoiceField(choices=_HOWS)
    reason = serializers.CharField(allow_blank=True)
    is_for_prizes = serializers.BooleanField()
    playoff = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_blank=True, help_text="The text that decided the lot.")


class TiesResponse(serializers.Serializer[Any]):
    """The shared places of a stage: those to be decided, and those that are."""

    open = OpenTieResponse(many=True)
    decided = DecidedTieResponse(many=True)
