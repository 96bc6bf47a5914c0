"""Disputes: statements, exhibits, rulings and appeals."""

from __future__ import annotations

from typing import Any

from matches.models import ExhibitKind, Vote
from tournaments.acts.disputes import Sequel

from .fields import Maybe, Request, choice, choices_of, file, items, number, overrides, text
from .results import ResultRequest

EXHIBIT_KINDS = choices_of(ExhibitKind)
SEQUELS = choices_of(Sequel)


def _follow() -> Any:
    """Return the field for what becomes of the matches that follow."""
    return choice(
        "Where another side has won: set the matches that follow aside and play again; put the winner into the match "
        "under way; or leave them, and correct places, points and prizes only. When absent, a result that a begun match "
        "depends on is refused.",
        choices=SEQUELS,
    )


class ExhibitRequest(Request):
    """One exhibit, as a form; besides `kind` and `note` it has the fields that its kind requires."""

    kind: str = choice(choices=EXHIBIT_KINDS)
    xgid: Maybe[str] = text("Of a position.", max_length=120)
    clock_one: Maybe[int] = number("In seconds.", min_value=0)
    clock_two: Maybe[int] = number("In seconds.", min_value=0)
    photo: Maybe[Any] = file("JPEG, PNG or WebP, at most 5 MiB.", max_length=200, use_url=False)
    record: Maybe[str] = text("The id of a record of the match.", max_length=40)
    note: Maybe[str] = text(max_length=500, allow_blank=True)


class AppealRequest(Request):
    """The reason of an appeal."""

    reason: str = text(max_length=2000)


class CommitteeRequest(Request):
    """The members of the committee of an appeal."""

    members: list[str] = items(
        "The ids of three or five players.", child=text(max_length=40), min_length=1, max_length=5
    )
    overrides: Maybe[list[str]] = overrides()


class VoteRequest(Request):
    """A vote of a committee member; a director names the member."""

    member: Maybe[str] = text("The id of the member; else who asks.", max_length=40)
    vote: str = choice(choices=list(Vote))


class DecisionRequest(ResultRequest):
    """The decision of the committee, with another result if it overturned the ruling."""

    reason: str = text(max_length=2000)
    overrides: Maybe[list[str]] = overrides()
    follow: Maybe[str] = _follow()


class DisputeRequest(ResultRequest):
    """The reason of a dispute, and optionally the disputing side's own result."""

    reason: str = text(max_length=2000)


class RulingRequest(ResultRequest):
    """A ruling and its reason."""

    reason: str = text(max_length=2000)
    clause: Maybe[str] = text("Of the rules, as it is cited.", max_length=120, allow_blank=True)
    overrides: Maybe[list[str]] = overrides()
    follow: Maybe[str] = _follow()


class CorrectionRequest(RulingRequest):
    """A correction of a final result and its reason."""


class StatementRequest(Request):
    """A statement of one side in a dispute."""

    text: str = text(max_length=2000)
