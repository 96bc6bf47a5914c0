"""Tournaments, events, stages, tables."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import LONGEST
from rules.profile import PROFILES
from tournaments.api.fields import Asked, Choice, Flag, Json, Number, Text
from tournaments.formats import FORMATS, Take
from tournaments.models import EventKind, Registration, Scores, Visibility
from tournaments.queries.winners import EventWinners, event_winners

# A list of lengths has one for each round at most, and no bracket has more rounds.
_MOST_LENGTHS = 10


class TournamentAsked(Asked):
    """A tournament to open, or what to change of one."""

    name = Text(max_length=120)
    starts_on = serializers.DateField(help_text="The first day, as in 2026-03-14.")
    ends_on = serializers.DateField(required=False, help_text="The last day; the first one when absent.")
    venue = Text(max_length=120, required=False, allow_blank=True)
    city = Text(max_length=80, required=False, allow_blank=True)
    zone = Text(max_length=60, required=False, help_text="The IANA time zone; Europe/Paris when absent.")
    visibility = Choice(choices=Visibility.choices, required=False, help_text="A draft when absent.")
    desk_enters_slips = Flag(
        required=False,
        help_text="Whether clerks enter slips signed by both sides; directors alone when absent.",
    )


class TournamentShown(serializers.Serializer[Any]):
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
    version = serializers.IntegerField(source="log_seq")


class CopyAsked(Asked):
    """A copy of a tournament: what it is called and when it begins."""

    name = Text(max_length=120)
    starts_on = serializers.DateField(help_text="The first day; all other days move with it.")
    has_officers = Flag(required=False, help_text="With its directors and desk staff; not when absent.")


class EventSettingsAsked(Asked):
    """The rules of an event, and what it says of time, divisions and scores under way."""

    profile = Choice(
        choices=[(code, code) for code in PROFILES], required=False, help_text="The rules; wbgf when absent."
    )
    profile_settings = Json(
        required=False,
        help_text='What is changed in the profile, all of it, as in `{"clock": "required", "clock_minutes_per_point": 2}`.',
    )
    minutes_per_point = Number(
        min_value=1,
        max_value=60,
        required=False,
        help_text="What a point is expected to take; 8 when absent.",
    )
    division = Text(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="A player plays in one event of a division.",
    )
    scores = Choice(
        choices=Scores.choices,
        required=False,
        help_text="When the public sees the score of a match under way; at once when absent.",
    )
    scores_delay = Number(
        min_value=1, max_value=1440, required=False, help_text="Minutes, with `delayed`; 15 when absent."
    )


class EventAsked(EventSettingsAsked):
    """An event to add to a tournament."""

    name = Text(max_length=120)
    capacity = Number(
        min_value=2, max_value=1024, required=False, allow_null=True, help_text="No limit when absent."
    )
    grace_minutes = Number(min_value=0, max_value=10_080, required=False, help_text="10 when absent.")
    registration = Choice(choices=Registration.choices, required=False, help_text="At the desk when absent.")
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    plan = Json(
        required=False,
        allow_null=True,
        help_text="All its stages at once, as `GET /api/v1/templates/` and `events/<id>/plan/` show them.",
    )
    entrants = Number(
        min_value=1,
        max_value=1024,
        required=False,
        allow_null=True,
        help_text="With a plan: for how many it must do; its places, or any usual number, when absent.",
    )
    kind = Choice(choices=EventKind.choices, required=False, help_text="Who plays; singles when absent.")
    team_size = Number(
        min_value=1,
        max_value=20,
        required=False,
        allow_null=True,
        help_text="Of teams: at most so many players.",
    )
    boards = Number(
        min_value=1,
        max_value=19,
        required=False,
        allow_null=True,
        help_text="Of teams: an odd number of boards.",
    )


class EventChangeAsked(EventSettingsAsked):
    """What to change of an event; what is absent stays."""

    name = Text(max_length=120, required=False)
    grace_minutes = Number(min_value=0, max_value=10_080, required=False)
    registration = Choice(choices=Registration.choices, required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    capacity = Number(min_value=2, max_value=1024, required=False, allow_null=True)
    main_stage = Text(
        max_length=20,
        required=False,
        allow_null=True,
        help_text="The id of the stage whose winner is the champion; null leaves it to the feeds of the stages.",
    )


class WinnerShown(serializers.Serializer[Any]):
    """Who has won a stage alone."""

    stage = serializers.CharField(source="stage.uid")
    entrant = serializers.CharField()
    name = serializers.CharField()


class StageWinnerShown(WinnerShown):
    """Who has won a stage alone, or a `group` or division of it, which is absent for the whole stage."""

    group = serializers.IntegerField(required=False)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Leave out the group of a whole stage."""
        shown: dict[str, Any] = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value is not None}


class EventShown(serializers.Serializer[Any]):
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
    champion = WinnerShown(source="won.champion", allow_null=True)
    winners = StageWinnerShown(source="won.winners", many=True)

    def to_representation(self, instance: Any) -> Any:
        """Show the event with who has won it."""
        known = self.context.get("winners")
        instance.won = event_winners(instance) if known is None else known.get(instance.pk, EventWinners())
        return super().to_representation(instance)


class FeedAsked(Asked):
    """A rule by which entrants come from an earlier stage of the event."""

    stage = Number(min_value=0, max_value=1000, help_text="The order of that stage, the first one is 0.")
    take = Choice(
        choices=[(take.value, take.value) for take in Take],
        help_text="Who loses there, who loses the first match played, the best of it or of each group, or the rest.",
    )
    first_round = Number(
        min_value=1, max_value=100, required=False, help_text="Of those who lose; 1 when absent."
    )
    last_round = Number(min_value=1, max_value=100, required=False, allow_null=True)
    nearest = Number(
        min_value=0, max_value=100, required=False, help_text="Of those who lose, from the final, which is 0."
    )
    farthest = Number(min_value=0, max_value=100, required=False, allow_null=True)
    count = Number(min_value=0, max_value=4096, required=False, help_text="How many of the best.")
    has_no_shows = Flag(required=False, help_text="Also who lost without playing.")
    is_opt_in = Flag(required=False, help_text="Only who has said to play on.")


class StageAsked(Asked):
    """A stage to add to an event."""

    format = Choice(choices=[(code, code) for code in sorted(FORMATS)], required=False)
    options = Json(required=False, help_text="The options of the format; its defaults when absent.")
    lengths = serializers.ListField(
        child=Number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
        required=False,
        help_text="Match lengths, the last round first; the last one holds for every round before. [7] when absent.",
    )
    name = Text(max_length=80, required=False, allow_blank=True)
    feeds = serializers.ListField(
        child=FeedAsked(),
        max_length=20,
        required=False,
        help_text="Where its entrants come from; from the event when absent.",
    )


class StageOptionsAsked(Asked):
    """The options of a stage that is not drawn."""

    options = Json(help_text="Those that are not named take their defaults.")


class HoldAsked(Asked):
    """Whether the next round of a stage waits."""

    is_held = Flag()


class FeedShown(serializers.Serializer[Any]):
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


class StageShown(serializers.Serializer[Any]):
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
    feeds = FeedShown(many=True)
    is_held = serializers.BooleanField()
    completed_at = serializers.DateTimeField(allow_null=True)


class RoundLengthAsked(Asked):
    """The length of one round, for its matches that have not begun."""

    round = Number(min_value=1, max_value=100)
    length = Number(min_value=1, max_value=LONGEST)


class TablesAsked(Asked):
    """Tables to add, by name."""

    names = serializers.ListField(child=Text(max_length=20), min_length=1, max_length=500)


class TableShown(serializers.Serializer[Any]):
    """A table, and the match that is being played at it."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    match = serializers.SerializerMethodField()

    def get_match(self, table: Any) -> str | None:
        """The uid of the match at the table now."""
        return next((use.match.uid for use in table.uses_now), None)


class TableAsked(Asked):
    """The table at which a match is to be played."""

    table = Text(
        max_length=20, allow_null=True, help_text="The id of the table; null to take the match off it."
    )
    overrides = serializers.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=20,
        help_text="A director calls somebody who sits at another table all the same: `player_at_another_table`.",
    )
