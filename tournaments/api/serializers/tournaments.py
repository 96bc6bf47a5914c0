"""Tournaments, events, stages, tables."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.formats import Take
from tournaments.models import EventKind, Registration, Scores, Visibility
from tournaments.queries.draws.winners import EventWinners, event_winners


class TournamentResponse(serializers.Serializer[Any]):
    """A tournament; `version` rises with everything that happens in it."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    venue = serializers.CharField()
    city = serializers.CharField()
    zone = serializers.CharField()
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    desk_enters_slips = serializers.BooleanField()
    currency = serializers.CharField(help_text="Of every amount in it.")
    version = serializers.IntegerField(source="log_seq")


class WinnerResponse(serializers.Serializer[Any]):
    """Who has won a stage alone."""

    stage = serializers.CharField(source="stage.uid")
    entrant = serializers.CharField()
    name = serializers.CharField()


class StageWinnerResponse(WinnerResponse):
    """Who has won a stage alone, or a `group` or division of it, which is absent for the whole stage."""

    group = serializers.IntegerField(required=False)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Leave out the group of a whole stage."""
        shown: dict[str, Any] = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value is not None}


class EventResponse(serializers.Serializer[Any]):
    """An event. `champion` is the winner of its main stage, `winners` those of all stages that are over.

    Of several events the winners are read at once and given in the context.
    """

    id = serializers.CharField(source="uid")
    tournament = serializers.CharField(source="tournament.uid")
    name = serializers.CharField()
    registration = serializers.ChoiceField(choices=Registration.choices)
    capacity = serializers.IntegerField(allow_null=True)
    grace_minutes = serializers.IntegerField()
    starts_at = serializers.DateTimeField(allow_null=True)
    kind = serializers.ChoiceField(choices=EventKind.choices)
    team_size = serializers.IntegerField(allow_null=True)
    boards = serializers.IntegerField(allow_null=True)
    profile = serializers.CharField()
    profile_settings = serializers.DictField()
    minutes_per_point = serializers.IntegerField()
    division = serializers.CharField()
    scores = serializers.ChoiceField(choices=Scores.choices)
    scores_delay = serializers.IntegerField()
    main_stage = serializers.CharField(source="won.main.uid", allow_null=True)
    champion = WinnerResponse(source="won.champion", allow_null=True)
    winners = StageWinnerResponse(source="won.winners", many=True)

    def to_representation(self, instance: Any) -> Any:
        """Show the event with who has won it."""
        known = self.context.get("winners")
        instance.won = event_winners(instance) if known is None else known.get(instance.pk, EventWinners())
        return super().to_representation(instance)


class FeedResponse(serializers.Serializer[Any]):
    """A rule by which entrants come from an earlier stage, by its order in the event."""

    stage = serializers.IntegerField()
    take = serializers.ChoiceField(choices=[(take.value, take.value) for take in Take])
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)
    nearest = serializers.IntegerField()
    farthest = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField()
    has_no_shows = serializers.BooleanField()
    is_opt_in = serializers.BooleanField()


class StageResponse(serializers.Serializer[Any]):
    """A stage; `round_lengths` are the lengths that were fixed for single rounds.

    `order` counts from 0 in its event. While `is_held` no new round is paired.
    """

    id = serializers.CharField(source="uid")
    event = serializers.CharField(source="event.uid")
    name = serializers.CharField()
    format = serializers.CharField()
    options = serializers.DictField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    round_lengths = serializers.DictField(child=serializers.IntegerField())
    order = serializers.IntegerField()
    feeds = FeedResponse(many=True)
    is_held = serializers.BooleanField()
    completed_at = serializers.DateTimeField(allow_null=True)


class TableResponse(serializers.Serializer[Any]):
    """A table, and the match that is being played at it."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    match = serializers.SerializerMethodField()

    def get_match(self, table: Any) -> str | None:
        """The uid of the match at the table now."""
        return next((use.match.uid for use in table.uses_now), None)
