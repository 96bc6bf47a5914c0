"""The file of a dispute: exhibits, and the appeal with its committee."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from matches.models import Appeal, AppealDecision, CommitteeMember, Dispute, Exhibit, ExhibitKind
from tournaments.api.response import Blank, Response, of

from .matches import ReportResponse, RulingResponse, StatementResponse


class ExhibitResponse(Response, row=Exhibit):
    """An exhibit without the bytes of its photo, which have an address of their own."""

    id: str = of("uid")
    kind: ExhibitKind
    xgid: str
    clock_one: int | None
    clock_two: int | None
    photo_type: str
    record: str | None = of("record.uid")
    note: str
    by: str | None = of("by.uid")
    at: datetime


class CommitteeSeatResponse(Response, row=CommitteeMember):
    """A member of a committee; how it voted is shown once the appeal is decided."""

    member: str = of("player.uid")
    has_voted: bool = of(words="Whether the vote is given.", get=lambda seat: bool(seat.vote))
    vote: str = of(
        words="The vote, empty until the decision.",
        get=lambda seat: seat.vote if seat.appeal.decided_at is not None else "",
    )
    entered_by: str | None = of("entered_by.uid", "Who typed the vote: the member or a director.")


class AppealResponse(Response, row=Appeal):
    """An appeal with its committee; `decision` is empty while it is open."""

    id: str = of("uid")
    dispute: str = of("dispute.uid")
    ruling: str = of("ruling.uid")
    reason: str
    by: str | None = of("by.uid")
    at: datetime
    decision: AppealDecision | Blank
    decision_reason: str
    decided_at: datetime | None
    named_by: str | None = of("named_by.uid", "Who named the committee.")
    decided_by: str | None = of("decided_by.uid", "Who wrote the decision down.")
    committee: list[CommitteeSeatResponse]


def _appeals(dispute: Dispute) -> Any:
    """Return the appeals with their committees, the oldest first."""
    rows = dispute.appeals.select_related("dispute", "ruling", "by", "named_by", "decided_by").order_by("pk")
    return rows.prefetch_related("committee__player", "committee__entered_by")


def _exhibits(dispute: Dispute) -> Any:
    """Return the exhibits in the order of their submission, without the bytes of photos."""
    return dispute.exhibits.defer("photo").select_related("record", "by").order_by("pk")


class DisputeResponse(Response, row=Dispute):
    """A dispute with its file: statements, exhibits, rulings and appeals."""

    id: str = of("uid")
    match: str = of("match.uid")
    report: ReportResponse
    counter_report: ReportResponse | None
    raised_by: str | None = of("raised_by.uid")
    reason: str
    opened_at: datetime
    closed_at: datetime | None
    statements: list[StatementResponse]
    exhibits: list[ExhibitResponse] = of(
        words="The exhibits in the order they came, without the bytes of photos.", get=_exhibits
    )
    rulings: list[RulingResponse]
    appeals: list[AppealResponse] = of(
        words="The appeals with their committees, the oldest first.", get=_appeals
    )
