"""Disputes: what the sides say, how a director rules, and appeals."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404

from matches.errors import NotAppealed
from matches.models import LARGEST_PHOTO, Appeal, Dispute, Exhibit, Player, Ruling
from tournaments import access
from tournaments.actions import results
from tournaments.actions.disputes import appeals, exhibits
from tournaments.api.operation import Invocation, Operation, impact_of, operation
from tournaments.api.responses.dispute_file import AppealResponse, ExhibitResponse
from tournaments.api.responses.matches import RulingResponse, StatementResponse
from tournaments.queries.desk_search import findable_at
from tournaments.requests.disputes import (
    AppealRequest,
    CommitteeRequest,
    DecisionRequest,
    ExhibitRequest,
    RulingRequest,
    StatementRequest,
    VoteRequest,
)
from tournaments.requests.fields import ABSENT, NothingRequest

from .results import result_values


def _appeal_now(_use: Invocation[Dispute, Any], appeal: Appeal) -> Appeal:
    rows = Appeal.objects.select_related("dispute", "ruling", "by").prefetch_related("committee__player")
    return rows.get(pk=appeal.pk)


@operation(
    "POST disputes/<slug:uid>/ruling/", access.dispute_to_rule, results.rule, RulingResponse, status=201
)
def dispute_rule(use: Invocation[Dispute, RulingRequest]) -> Ruling:
    """Decide the dispute, with a reason. Nobody rules on their own match."""
    return results.rule(use.row, by=use.by, **result_values(use.body))


@operation(
    "POST disputes/<slug:uid>/exhibits/",
    access.dispute_to_state,
    exhibits.add,
    ExhibitResponse,
    status=201,
    rate=lambda _visitor, _dispute: "upload",
    is_form=True,
    largest_body=lambda: int(settings.LARGEST_EXHIBIT_BODY),
)
def dispute_exhibit(use: Invocation[Dispute, ExhibitRequest]) -> Exhibit:
    """Put a position, clocks, a photo or a record of the match into the file."""
    values = use.body.given()
    clocks = (values.pop("clock_one", None), values.pop("clock_two", None))
    if "photo" in values:
        values["photo"] = values["photo"].read(LARGEST_PHOTO + 1)
    if "record" in values:
        values["record"] = get_object_or_404(use.row.match.records.defer("data"), uid=values["record"])
    return exhibits.add(use.row, by=use.by, clocks=clocks, origin=use.origin, **values)


def _newest(dispute: Dispute) -> Appeal:
    newest = dispute.appeals.select_related("ruling", "by").order_by("pk").last()
    if newest is None:
        raise NotAppealed
    newest.dispute, newest.ruling.match = dispute, dispute.match
    return newest


@operation(
    "POST disputes/<slug:uid>/appeal/take-back/",
    access.dispute_to_state,
    appeals.take_back,
    AppealResponse,
    show=_appeal_now,
)
def appeal_take_back(use: Invocation[Dispute, NothingRequest]) -> Appeal:
    """Take the appeal back: the ruling stands."""
    appeal = _newest(use.row)
    appeals.take_back(appeal, by=use.by, origin=use.origin)
    return appeal


@operation(
    "POST disputes/<slug:uid>/appeal/committee/",
    access.dispute_to_rule,
    appeals.name_committee,
    AppealResponse,
    show=_appeal_now,
)
def appeal_committee(use: Invocation[Dispute, CommitteeRequest]) -> Appeal:
    """Name three or five who neither ruled nor play the match; anew until the first vote."""
    values = use.body.given()
    findable = findable_at(access.tournament_of(use.row))
    members = [get_object_or_404(findable, uid=uid) for uid in values.pop("members")]
    appeal = _newest(use.row)
    appeals.name_committee(appeal, by=use.by, members=members, **values)
    return appeal


@operation(
    "POST disputes/<slug:uid>/appeal/votes/",
    access.dispute_to_judge,
    appeals.vote,
    AppealResponse,
    show=_appeal_now,
)
def appeal_vote(use: Invocation[Dispute, VoteRequest]) -> Appeal:
    """Vote, or enter the vote of a member as a director; it may change until the decision."""
    member: Player | None = use.by
    if use.body.member is not ABSENT:
        member = get_object_or_404(Player, uid=use.body.member)
    appeal = _newest(use.row)
    # A stranger is refused before it gets here, and an officer without an account does not exist.
    assert member is not None  # noqa: S101 - narrows the type for mypy
    appeals.vote(appeal, by=use.by, member=member, vote=use.body.vote, origin=use.origin)
    return appeal


@operation(
    "POST disputes/<slug:uid>/appeal/decision/",
    access.dispute_to_rule,
    appeals.decide,
    AppealResponse,
    show=_appeal_now,
)
def appeal_decide(use: Invocation[Dispute, DecisionRequest]) -> Appeal:
    """Write down what the majority decided; with a result where it overturned the ruling and that changes it."""
    appeal = _newest(use.row)
    appeals.decide(appeal, by=use.by, **result_values(use.body))
    return appeal


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    Operation(
        "dispute_state",
        "POST disputes/<slug:uid>/statements/",
        access.dispute_to_state,
        results.add_statement,
        StatementRequest,
        StatementResponse,
        "Add a statement, which is kept as it is.",
        status=201,
    ),
    dispute_rule,
    impact_of(
        dispute_rule,
        "Show what would follow from the ruling; nothing is written.",
        about=lambda use: use.row.match,
    ),
    dispute_exhibit,
    Operation(
        "dispute_appeal",
        "POST disputes/<slug:uid>/appeal/",
        access.dispute_to_state,
        appeals.appeal,
        AppealRequest,
        AppealResponse,
        "Appeal, with a reason: a player of the match, or a director for one who asks at the desk.",
        status=201,
        show=_appeal_now,
    ),
    appeal_take_back,
    appeal_committee,
    appeal_vote,
    appeal_decide,
    impact_of(
        appeal_decide,
        "Show what would follow from the committee's decision; nothing is written.",
        about=lambda use: use.row.match,
    ),
)
