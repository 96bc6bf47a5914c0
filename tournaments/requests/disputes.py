"""Disputes: statements, exhibits, rulings and appeals."""

from __future__ import annotations

from typing import Any

from matches.models import AppealDecision, ExhibitKind, Vote

from .fields import Maybe, Request, choice, file, items, number, text
from .results import ResultRequest

EXHIBIT_KINDS = [(kind.value, kind.value) for kind in ExhibitKind]
_VOTES = [(vote.value, vote.value) for vote in Vote]
_DECISIONS = [(decision.value, decision.value) for decision in AppealDecision]


class ExhibitRequest(Request):
    """One exhibit, as a form: the fields beside `kind` and `note` are those that the kind needs."""

    kind: str = choice(choices=EXHIBIT_KINDS)
    xgid: Maybe[str] = text(max_length=120, required=False, help_text="Of a position.")
    clock_one: Maybe[int] = number(min_value=0, required=False, help_text="In seconds.")
    clock_two: Maybe[int] = number(min_value=0, required=False, help_text="In seconds.")
    photo: Maybe[Any] = file(
        max_length=200, required=False, use_url=False, help_text="JPEG, PNG or WebP, at most 5 MiB."
    )
    record: Maybe[str] = text(max_length=40, required=False, help_text="The id of a record of the match.")
    note: Maybe[str] = text(max_length=500, required=False, allow_blank=True)


class AppealRequest(Request):
    """Why somebody appeals."""

    reason: str = text(max_length=2000)


class CommitteeRequest(Request):
    """Who judges an appeal."""

    members: list[str] = items(
        child=text(max_length=40), min_length=1, max_length=5, help_text="The ids of three or five players."
    )
    overrides: Maybe[list[str]] = items(child=text(max_length=40), required=False, max_length=20)


class VoteRequest(Request):
    """A vote; a director enters it for a member."""

    member: Maybe[str] = text(max_length=40, required=False, help_text="The id of the member; else who asks.")
    vote: str = choice(choices=_VOTES)


class DecisionRequest(ResultRequest):
    """What the committee says, with another result where it overturned the ruling."""

    reason: str = text(max_length=2000)
    overrides: Maybe[list[str]] = items(child=text(max_length=40), required=False, max_length=20)


class DisputeRequest(ResultRequest):
    """Why a report is disputed, and the own result where there is one."""

    reason: str = text(max_length=2000)


class RulingRequest(ResultRequest):
    """How a director decides, and why."""

    reason: str = text(max_length=2000)
    clause: Maybe[str] = text(
        max_length=120, required=False, allow_blank=True, help_text="Of the rules, as it is cited."
    )
    overrides: Maybe[list[str]] = items(child=text(max_length=40), required=False, max_length=20)


class StatementRequest(Request):
    """What one side says in a dispute."""

    text: str = text(max_length=2000)
