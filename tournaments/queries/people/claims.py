"""What persons were handed: codes for players, and invitations that nobody has answered yet."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Claim, Federation, Invitation, Tournament

from .duplicates import players_of
from .merges import every_row


def claims_in(tournament: Tournament, players: Collection[int]) -> QuerySet[Claim]:
    """Return the codes that a desk has made for these persons, the newest first, with their players."""
    claims = Claim.objects.filter(tournament=tournament, player__in=every_row(players).values("pk"))
    return claims.select_related("tournament", "player", "account", "made_by").order_by("-pk")


def claims_of_players(federation: Federation) -> QuerySet[Claim]:
    """Return the claims in force of players of a federation, the newest first, with their players."""
    keys = players_of(federation).values("pk")
    claims = Claim.objects.filter(
        Q(player__in=keys) | Q(account__in=keys), claimed_at__isnull=False, undone_at=None
    )
    return claims.select_related("tournament", "player", "account", "made_by").order_by("-pk")


def open_invitations(body: Tournament | Federation) -> QuerySet[Invitation]:
    """Return the open invitations of a tournament or federation, the newest first."""
    rows = Invitation.objects.filter(accepted_at=None, ended_at=None, expires_at__gt=timezone.now())
    if isinstance(body, Tournament):
        rows = rows.filter(tournament=body)
    else:
        rows = rows.filter(federation=body)
    return rows.select_related("tournament", "federation").order_by("-pk")
