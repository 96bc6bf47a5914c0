"""Invitations to an office or to a number."""

from __future__ import annotations

from tournaments.models import OfficeKind, RoleKind

from .fields import Maybe, Request, choice, email, text

_EMAIL = "Where it is mailed; without it the answer has the code to hand over."


class TournamentInvitationRequest(Request):
    """An office of a tournament to which somebody is invited."""

    kind: str = choice(choices=RoleKind.choices)
    email: Maybe[str] = email(_EMAIL)


class OfficeInvitationRequest(Request):
    """An office of a federation to which somebody is invited."""

    kind: str = choice(choices=OfficeKind.choices)
    email: Maybe[str] = email(_EMAIL)


class NumberInvitationRequest(Request):
    """A number that somebody is invited to accept."""

    number: str = text(max_length=20, example="FR-1042")
    email: Maybe[str] = email(_EMAIL)
