"""Private links, lists of players, officers, announcements and the log."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.actions.entrants.player_list import RowStatus
from tournaments.models import Actor, Purpose, RoleKind

from .people import PlayerResponse


class PrivateLinkResponse(serializers.Serializer[Any]):
    """A private link; its address is shown when it is made, and never again."""

    id = serializers.CharField(source="uid")
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    player = serializers.CharField(source="player.uid", allow_null=True, default=None)
    event = serializers.CharField(source="event.uid", allow_null=True, default=None)
    made_by = serializers.CharField(source="made_by.uid", allow_null=True, default=None)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewPrivateLinkResponse(PrivateLinkResponse):
    """A private link with its address, which nobody can be told again."""

    address = serializers.CharField(
        allow_null=True, help_text="Null in the answer to a request that is repeated by its key, if need be."
    )


class CalendarEndedResponse(serializers.Serializer[Any]):
    """That no address of the own calendar is valid any more."""

    tournament = serializers.CharField(source="uid")


class ListedCandidateResponse(serializers.Serializer[Any]):
    """A known player whom a row may mean."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()


class ListedRowResponse(serializers.Serializer[Any]):
    """A row of a list with what becomes of it; `ok` and `exists` are entered."""

    row = serializers.IntegerField(source="listed.line", help_text="Counted from 1, the heading included.")
    name = serializers.CharField(source="listed.name")
    status = serializers.ChoiceField(choices=[(status.value, status.value) for status in RowStatus])
    code = serializers.CharField()
    detail = serializers.CharField(source="why")
    candidates = ListedCandidateResponse(many=True)


class ImportResponse(serializers.Serializer[Any]):
    """What an import did: the new entrants in their order, none in a check, and every row."""

    entrants = serializers.ListField(child=serializers.CharField())
    rows = ListedRowResponse(many=True)


class OfficerResponse(serializers.Serializer[Any]):
    """Who holds which office."""

    player = PlayerResponse()
    kind = serializers.ChoiceField(choices=RoleKind.choices)


class AnnouncementResponse(serializers.Serializer[Any]):
    """What the hall is told; it is over after `until`, null while nobody takes it down."""

    id = serializers.CharField(source="uid")
    text = serializers.CharField()
    counts_down_to = serializers.DateTimeField(allow_null=True)
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)


class LogEntryResponse(serializers.Serializer[Any]):
    """An entry of the log, in codes and ids."""

    number = serializers.IntegerField(source="seq")
    at = serializers.DateTimeField()
    code = serializers.CharField()
    actor = serializers.ChoiceField(choices=Actor.choices)
    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    event = serializers.CharField(source="event.uid", allow_null=True, default=None)
    subject = serializers.CharField(help_text="The id of what it is about.")


class LogLineResponse(LogEntryResponse):
    """An entry of the log, and whether you may try to undo it."""

    may_undo = serializers.SerializerMethodField()

    def get_may_undo(self, entry: Any) -> bool:
        """Whether the visitor may try; whether anything depends on it is found out by trying."""
        return entry.seq in self.context.get("undoable", frozenset())


class CheckedInResponse(serializers.Serializer[Any]):
    """How many were checked in who were not before."""

    checked_in = serializers.IntegerField()


class PayoutResponse(serializers.Serializer[Any]):
    """How the prizes of an event are made; all null for no prizes."""

    structure = serializers.CharField(allow_null=True, default=None)
    percent = serializers.IntegerField(allow_null=True, default=None)
    added = serializers.IntegerField(allow_null=True, default=None)
    unit = serializers.IntegerField(allow_null=True, default=None)
