"""The file of a dispute: exhibits, and the appeal from its reason to the decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.errors import NotAppealed
from matches.models import LARGEST_PHOTO, PHOTO_TYPES, Appeal, Dispute, Player
from tournaments import access
from tournaments.actions import appeals, exhibits
from tournaments.api.renderers import AsItIs
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.dispute_file import (
    AppealAsked,
    AppealShown,
    CommitteeAsked,
    DecisionAsked,
    ExhibitAsked,
    ExhibitShown,
    VoteAsked,
)
from tournaments.api.serializers.entrants import NothingAsked
from tournaments.api.throttles import spend

from .endpoint import Endpoint
from .shown import result_said


class DisputeExhibits(Endpoint):
    """What is put into the file of a dispute."""

    parser_classes = [MultiPartParser]

    @property
    def largest_body(self) -> int:
        """A photo with its form around it."""
        return int(settings.LARGEST_EXHIBIT_BODY)

    @writes("dispute_exhibit", ExhibitAsked, ExhibitShown, status=201, is_form=True)
    def post(self, request: Request, uid: str) -> Response:
        """Put a position, clocks, a photo or a record of the match into the file."""
        dispute = access.dispute_to_state(self.visitor, uid)
        spend("upload", self.visitor, request)
        asked = ExhibitAsked(data=request.data)
        asked.is_valid(raise_exception=True)
        said: dict[str, Any] = dict(asked.validated_data)
        clocks = (said.pop("clock_one", None), said.pop("clock_two", None))
        if "photo" in said:
            said["photo"] = said["photo"].read(LARGEST_PHOTO + 1)
        if "record" in said:
            said["record"] = get_object_or_404(dispute.match.records.defer("data"), uid=said["record"])
        by, origin = self.acting_in(access.tournament_of(dispute)), self.visitor.origin

        def effect() -> Response:
            kept = exhibits.add(dispute, by=by, clocks=clocks, origin=origin, **said)
            return Response(ExhibitShown(kept).data, status=201)

        return self.once(effect)


class ExhibitPhoto(Endpoint):
    """The photo of an exhibit."""

    renderer_classes = [AsItIs]

    @reads("exhibit_photo", OpenApiTypes.BINARY, has_etag=False, media_types=PHOTO_TYPES)
    def get(self, request: Request, uid: str) -> Response:
        """Give the photo out as a file to keep, to whoever may see the dispute."""
        kept = access.photo_to_see(self.visitor, uid)
        ending = kept.photo_type.removeprefix("image/")
        headers = {
            "Content-Disposition": f'attachment; filename="{kept.uid}.{ending}"',
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        return Response(bytes(kept.photo or b""), content_type=kept.photo_type, headers=headers)


class DisputeAppeal(Endpoint):
    """The appeal against the ruling of a dispute."""

    @writes("dispute_appeal", AppealAsked, AppealShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Appeal, with a reason: a player of the match, or a director for one who asks at the desk."""
        dispute = access.dispute_to_state(self.visitor, uid)
        asked = AppealAsked.of(request)
        by, origin = self.acting_in(access.tournament_of(dispute)), self.visitor.origin
        return self.once(lambda: _shown(appeals.appeal(dispute, by=by, origin=origin, **asked), status=201))


class _OfAppeal(Endpoint):
    """An address about the newest appeal in a dispute."""

    def _with_newest(self, dispute: Dispute, do: Callable[..., Any], **asked: Any) -> Response:
        by = self.acting_in(access.tournament_of(dispute))

        def effect() -> Response:
            appeal = _newest(dispute)
            do(appeal, by=by, **asked)
            return _shown(appeal)

        return self.once(effect)


class AppealTakenBack(_OfAppeal):
    """An appeal that its side does not keep up."""

    @writes("appeal_take_back", NothingAsked, AppealShown)
    def post(self, request: Request, uid: str) -> Response:
        """Take the appeal back: the ruling stands."""
        dispute = access.dispute_to_state(self.visitor, uid)
        NothingAsked.of(request)
        return self._with_newest(dispute, appeals.take_back, origin=self.visitor.origin)


class AppealCommittee(_OfAppeal):
    """Who judges an appeal."""

    @writes("appeal_committee", CommitteeAsked, AppealShown)
    def post(self, request: Request, uid: str) -> Response:
        """Name three or five who neither ruled nor play the match; anew until somebody votes."""
        dispute = access.dispute_to_rule(self.visitor, uid)
        asked = CommitteeAsked.of(request)
        members = [get_object_or_404(Player, uid=member) for member in asked.pop("members")]
        return self._with_newest(dispute, appeals.name_committee, members=members, **asked)


class AppealVotes(_OfAppeal):
    """The votes of a committee."""

    @writes("appeal_vote", VoteAsked, AppealShown)
    def post(self, request: Request, uid: str) -> Response:
        """Vote, or enter the vote of a member as a director; it may change until the decision."""
        dispute = access.dispute_to_judge(self.visitor, uid)
        asked = VoteAsked.of(request)
        own = self.acting_in(access.tournament_of(dispute))
        member = get_object_or_404(Player, uid=asked["member"]) if "member" in asked else own
        origin = self.visitor.origin
        return self._with_newest(dispute, appeals.vote, member=member, vote=asked["vote"], origin=origin)


class AppealDecision(_OfAppeal):
    """What a committee decides."""

    @writes("appeal_decide", DecisionAsked, AppealShown)
    def post(self, request: Request, uid: str) -> Response:
        """Write down what the majority decided; with a result where it overturned the ruling and that changes it."""
        dispute = access.dispute_to_rule(self.visitor, uid)
        return self._with_newest(dispute, appeals.decide, **result_said(DecisionAsked.of(request)))


def _newest(dispute: Dispute) -> Appeal:
    newest = dispute.appeals.select_related("ruling", "by").order_by("pk").last()
    if newest is None:
        raise NotAppealed
    newest.dispute, newest.ruling.match = dispute, dispute.match
    return newest


def _shown(appeal: Appeal, *, status: int = 200) -> Response:
    found = Appeal.objects.select_related("dispute", "ruling", "by").prefetch_related("committee__player")
    return Response(AppealShown(found.get(pk=appeal.pk)).data, status=status)
