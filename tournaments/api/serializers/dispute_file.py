"""The file of a dispute: exhibits, and the appeal with its committee."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import AppealDecision, Dispute
from tournaments.requests.disputes import EXHIBIT_KINDS

from .matches import ReportResponse, RulingResponse, StatementResponse

_DECISIONS = [(decision.value, decision.value) for decision in AppealDecision]


class ExhibitResponse(serializers.Serializer[Any]):
    """An exhibit without the bytes of its photo, which have an address of their own."""

    id = serializers.CharField(source="uid")
    kind = serializers.ChoiceField(choices=EXHIBIT_KINDS)
    xgid = serializers.CharField()
    clock_one = serializers.IntegerField(allow_null=True)
    clock_two = serializers.IntegerField(allow_null=True)
    photo_type = serializers.CharField()
    record = serializers.CharField(source="record.uid", allow_null=True, default=None)
    note = serializers.CharField()
    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    at = serializers.DateTimeField()


class CommitteeSeatResponse(serializers.Serializer[Any]):
    """A member of a committee; how it voted is shown once the appeal is decided."""

    member = serializers.CharField(source="player.uid")
    has_voted = serializers.SerializerMethodField()
    vote = serializers.SerializerMethodField()

    def get_has_voted(self, seat: Any) -> bool:
        """Whether the vote is given."""
        return bool(seat.vote)

    def get_vote(self, seat: Any) -> str:
        """The vote, empty until the decision."""
        return seat.vote if seat.appeal.decided_at is not None else ""


class AppealResponse(serializers.Serializer[Any]):
    """An appeal with its committee; `decision` is empty while it is open."""

    id = serializers.CharField(source="uid")
    dispute = serializers.CharField(source="dispute.uid")
    ruling = serializers.CharField(source="ruling.uid")
    reason = serializers.CharField()
    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    at = serializers.DateTimeField()
    decision = serializers.ChoiceField(choices=[("", ""), *_DECISIONS])
    decision_reason = serializers.CharField()
    decided_at = serializers.DateTimeField(allow_null=True)
    committee = CommitteeSeatResponse(many=True)


class DisputeResponse(serializers.Serializer[Any]):
    """A dispute with its whole file: what each side says, what they put into it, the rulings and the appeals."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    report = ReportResponse()
    counter_report = ReportResponse(allow_null=True)
    raised_by = serializers.CharField(source="raised_by.uid", allow_null=True, default=None)
    reason = serializers.CharField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    statements = StatementResponse(many=True)
    exhibits = serializers.SerializerMethodField()
    rulings = RulingResponse(many=True)
    appeals = serializers.SerializerMethodField()

    @extend_schema_field(ExhibitResponse(many=True))
    def get_exhibits(self, dispute: Dispute) -> Any:
        """The exhibits in the order they came, without the bytes of photos."""
        rows = dispute.exhibits.defer("photo").select_related("record", "by").order_by("pk")
        return ExhibitResponse(rows, many=True).data

    @extend_schema_field(AppealResponse(many=True))
    def get_appeals(self, dispute: Dispute) -> Any:
        """The appeals with their committees, the oldest first."""
        rows = dispute.appeals.select_related("dispute", "ruling", "by").order_by("pk")
        return AppealResponse(rows.prefetch_related("committee__player"), many=True).data
