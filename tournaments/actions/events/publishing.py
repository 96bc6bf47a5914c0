"""How many tournaments an account may have: drafts, and public ones in a day."""

from __future__ import annotations

from django.conf import settings

from matches.models import Player
from tournaments import budgets
from tournaments.errors.budgets import NotAPublisher, TooManyPublic
from tournaments.errors.events import TooManyDrafts
from tournaments.models import Role, RoleKind, Visibility

# More than a federation prepares for a season.
MOST_DRAFTS = 60


def may_publish(player: Player | None) -> bool:
    """Whether the setting lets somebody open public tournaments; operators and the service itself always may."""
    if player is None or player.is_staff or player.is_superuser:
        return True
    named: frozenset[str] = settings.PUBLIC_TOURNAMENTS
    return "everybody" in named or (player.email or "").casefold() in named


def spend_public(player: Player | None) -> None:
    """Count a tournament that becomes public; raise NotAPublisher or TooManyPublic. Operators have no budget."""
    if not may_publish(player):
        raise NotAPublisher
    if player is None or player.is_staff or player.is_superuser:
        return
    # Of several at once each waits for the one before.
    Player.objects.select_for_update().get(pk=player.pk)
    budgets.spend("public_tournaments", player.uid, refusal=TooManyPublic)


def require_room_for_draft(owner: Player) -> None:
    """Raise TooManyDrafts if the player owns the maximum number of drafts; superusers have no limit."""
    if owner.is_superuser:
        return
    drafts = Role.objects.filter(
        player=owner, kind=RoleKind.OWNER, tournament__visibility=Visibility.DRAFT
    ).count()
    if drafts >= MOST_DRAFTS:
        raise TooManyDrafts(most=MOST_DRAFTS)
