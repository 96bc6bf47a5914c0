"""Invitations to an office or to a number."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.responses.invitations import InvitationOfferResponse, InvitationResponse
from tournaments.models import Federation, Invitation, Tournament


@reads(
    "tournaments/<slug:uid>/invitations/",
    access.tournament_to_direct,
    InvitationResponse,
    order=("-pk",),
    has_etag=False,
)
def tournament_invitations(row: Tournament, _look: Look) -> QuerySet[Invitation]:
    """List the invitations to offices, the newest first."""
    return _with_people(Invitation.objects.filter(tournament=row))


@reads(
    "federations/<slug:uid>/invitations/",
    access.federation_to_register,
    InvitationResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_invitations(row: Federation, _look: Look) -> QuerySet[Invitation]:
    """List the invitations to offices and numbers, the newest first."""
    return _with_people(Invitation.objects.filter(federation=row))


@reads(
    "invitation-codes/<slug:uid>/",
    access.invitation_to_see,
    InvitationOfferResponse,
    has_etag=False,
    is_guess=True,
)
def invitation_offer(row: Invitation, _look: Look) -> Invitation:
    """Show to what a code invites."""
    return row


def _with_people(rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return rows.select_related("tournament", "federation", "made_by", "accepted_by")
