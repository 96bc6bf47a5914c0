"""The limit on draft tournaments per account."""

from __future__ import annotations

from matches.models import Player
from tournaments.errors import TooManyDrafts
from tournaments.models import Role, RoleKind, Visibility

# More than a federation prepares for a season.
MOST_DRAFTS = 60


def require_room_for_draft(owner: Player) -> None:
    """Raise TooManyDrafts if the player owns the maximum number of drafts; superusers have no limit."""
    if owner.is_superuser:
        return
    drafts = Role.objects.filter(
        player=owner, kind=RoleKind.OWNER, tournament__visibility=Visibility.DRAFT
    ).count()
    if drafts >= MOST_DRAFTS:
        raise TooManyDrafts(most=MOST_DRAFTS)
