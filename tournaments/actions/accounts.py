"""What players change about themselves; no tournament is concerned, so no log is written."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Player
from tournaments.models import Notice

from .errors import check_fields


def choose_language(player: Player, *, language: str) -> None:
    """Keep the language in which the player reads pages and notices."""
    player.language = language
    player.save(update_fields=["language"])


def change_profile(
    player: Player, *, name: str, contact_email: str, language: str, country: str = "", club: str = ""
) -> None:
    """Change what a player says about themselves; `InvalidFields` names every fault."""
    player.name = name
    player.contact_email = contact_email
    player.language = language
    player.country = country
    player.club = club
    check_fields(player)
    player.save(update_fields=["name", "contact_email", "language", "country", "club"])


def read_notices(notices: QuerySet[Notice]) -> int:
    """Mark these notices as read; says how many were not."""
    return notices.filter(read_at=None).update(read_at=timezone.now())
