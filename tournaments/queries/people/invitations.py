"""The invitations that nobody has answered yet."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Federation, Invitation, Tournament


def open_invitations(body: Tournament | Federation) -> QuerySet[Invitation]:
    """Return the open invitations of a tournament or federation, the newest first."""
    rows = Invitation.objects.filter(accepted_at=None, ended_at=None, expires_at__gt=timezone.now())
    if isinstance(body, Tournament):
        rows = rows.filter(tournament=body)
    else:
        rows = rows.filter(federation=body)
    return rows.select_related("tournament", "federation").order_by("-pk")
