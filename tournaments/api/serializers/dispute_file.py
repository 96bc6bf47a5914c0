"""The file of a dispute: exhibits, and the appeal with its committee."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import Decision, Dispute, ExhibitKind, Vote
from tournaments.api.fields import Asked, Choice, Text

from .matches import ReportShown, ResultAsked, RulingShown, StatementShown

EXHIBIT_KINDS = [(kind.value, kind.value) for kind in ExhibitKind]
_VOTES = [(vote.value, vote.value) for vote in Vote]
_DECISIONS = [(decision.value, decision.value) for decision in Decision]


class ExhibitAsked(serializers.Serializer[Any]):
    """One exhibit, as a form: the fields beside `kind` and `note` are those that the kind needs."""

    kind = serializers.ChoiceField(choices=EXHIBIT_KINDS)
    xgid = serializers.CharField(max_length=120, required=False, help_text="Of a position.")
    clock_one = serializers.IntegerField(min_value=0, required=False, help_text="In seconds.")
    clock_two = serializers.IntegerField(min_value=0, required=False, help_text="In seconds.")
    photo = serializers.FileField(
        max_length=200, required=False, use_url=False, help_text="JPEG, PNG or WebP, at most 5 MiB."
    )
    record = serializers.CharField(
        max_length=40, required=False, help_text="The id of a record of the match."
    )
    note = serializers.CharField(max_length=500, required=False, allow_blank=True)


class ExhibitShown(serializers.Serializer[Any]):
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


class AppealAsked(Asked):
    """Why somebody appeals."""

    reason = Text(max_length=2000)


class CommitteeAsked(Asked):
    """Who judges an appeal."""

    members = serializers.ListField(
        child=Text(max_length=40), min_length=1, max_length=5, help_text="The ids of three or five players."
    )
    overrides = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)


class VoteAsked(Asked):
    """A vote; a director enters it for a member."""

    member = Text(max_length=40, required=False, help_text="The id of the member; else who asks.")
    vote = Choice(choices=_VOTES)


class DecisionAsked(ResultAsked):
    """What the committee says, with another result where it overturned the ruling."""

    reason = Text(max_length=2000)
    overrides = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)


class CommitteeSeatShown(serializers.Serializer[Any]):
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


class AppealShown(serializers.Serializer[Any]):
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
    committee = CommitteeSeatShown(many=True)


class DisputeShown(serializers.Serializer[Any]):
    """A dispute with its whole file: what each side says, what they put into it, the rulings and the appeals."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    report = ReportShown()
    counter_report = ReportShown(allow_null=True)
    raised_by = serializers.CharField(source="raised_by.uid", allow_null=True, default=None)
    reason = serializers.CharField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    statements = StatementShown(many=True)
    exhibits = serializers.SerializerMethodField()
    rulings = RulingShown(many=True)
    appeals = serializers.SerializerMethodField()

    @extend_schema_field(ExhibitShown(many=True))
    def get_exhibits(self, dispute: Dispute) -> Any:
        """The exhibits in the order they came, without the bytes of photos."""
        rows = dispute.exhibits.defer("photo").select_related("record", "by").order_by("pk")
        return ExhibitShown(rows, many=True).data

    @extend_schema_field(AppealShown(many=True))
    def get_appeals(self, dispute: Dispute) -> Any:
        """The appeals with their committees, the oldest first."""
        rows = dispute.appeals.select_related("dispute", "ruling", "by").order_by("pk")
        return AppealShown(rows.prefetch_related("committee__player"), many=True).data
