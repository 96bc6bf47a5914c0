"""Entrants and what happens to them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rest_framework import serializers

from matches.models import Player
from tournaments.api.fields import Asked, Choice, Flag, Number, Text
from tournaments.models import Entrant, Via

from .people import PlayerShown


class Similar(StrEnum):
    """What happens to a new name when there are players with a similar one."""

    REFUSE = "refuse"
    """Refuse every name that is nearly a known one, as the desk's page does."""
    REFUSE_SAME = "refuse_same"
    """Refuse only the name that a known player has already, accents and case aside."""
    ACCEPT = "accept"
    """It is another person."""


class EntrantAsked(Asked):
    """One side to enter: its players by id or by name. A name that is new makes a new player."""

    players = serializers.ListField(
        child=Text(max_length=120), min_length=1, max_length=20, help_text="The captain of a team first."
    )
    name = Text(max_length=120, required=False, allow_blank=True, help_text="The name of a team.")
    club = Text(max_length=80, required=False, allow_blank=True, help_text="Of a new player.")
    country = Text(max_length=2, required=False, allow_blank=True, help_text="Of a new player, as in FR.")
    email = serializers.EmailField(
        required=False, allow_blank=True, help_text="Of a new player, for notices."
    )
    similar = Choice(
        choices=[(way.value, way.value) for way in Similar],
        default=Similar.REFUSE_SAME.value,
        help_text="What to do about known players with the same or a similar name.",
    )
    is_alternate = Flag(default=False, help_text="Waits for a place even if there is one.")


class PromotionAsked(Asked):
    """What the desk lets stand when an alternate is given a place."""

    overrides = serializers.ListField(
        child=Text(max_length=40), required=False, max_length=20, help_text="Of `kept_for_qualifiers`."
    )


class EntrantShown(serializers.Serializer[Any]):
    """An entrant with its players."""

    id = serializers.CharField(source="uid")
    event = serializers.CharField(source="event.uid")
    name = serializers.CharField()
    players = serializers.SerializerMethodField()
    via = serializers.ChoiceField(choices=Via.choices)
    is_alternate = serializers.BooleanField()
    entered_at = serializers.DateTimeField()
    checked_in_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    goes_on = serializers.BooleanField(
        allow_null=True, help_text="Whether it plays on after a loss; null while it has not said."
    )
    bye_lots = serializers.IntegerField(help_text="Its lots in the draw for byes; one is usual.")

    def get_players(self, entrant: Entrant) -> list[dict[str, str]]:
        """The players, in the order of the side."""
        players: list[Player] = [place.player for place in entrant.side.members.all()]
        return [_PLAYER.to_representation(player) for player in players]


# Made once: a serializer copies its fields whenever one is made.
_PLAYER = PlayerShown()


class PlaysOnAsked(Asked):
    """Whether an entrant plays on after a loss."""

    goes_on = Flag(allow_null=True, help_text="Null takes the word back.")


class AbsencesAsked(Asked):
    """The rounds of a stage that an entrant misses."""

    stage = Text(max_length=20)
    rounds = serializers.ListField(
        child=Number(min_value=1, max_value=1000),
        max_length=1000,
        help_text="All of them; rounds that are paired already stay as they are.",
    )


class AbsencesShown(serializers.Serializer[Any]):
    """The rounds of a stage that an entrant misses, and the first one it can be paired in."""

    entrant = serializers.CharField(source="entrant.uid")
    stage = serializers.CharField(source="stage.uid")
    joins = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField(), source="absent")


class ReasonAsked(Asked):
    """Why something is done."""

    reason = Text(max_length=500)


class MaybeReasonAsked(Asked):
    """Why something is done, if there is something to say."""

    reason = Text(max_length=500, required=False, allow_blank=True)


class WithdrawalAsked(MaybeReasonAsked):
    """Why somebody leaves, and which other events of the tournament are left too."""

    also = serializers.ListField(
        child=Text(max_length=20),
        required=False,
        max_length=50,
        help_text="Entries of the same players in other events, of those that `other-entries/` lists.",
    )


class OtherEntryShown(serializers.Serializer[Any]):
    """An entry of the same players in another event."""

    entrant = serializers.CharField(source="uid")
    name = serializers.CharField()
    event = serializers.CharField(source="event.uid")
    event_name = serializers.CharField(source="event.name")


class NothingAsked(Asked):
    """Nothing: the address says it all."""
