"""What a person has agreed to, and until when."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.models import Player
from tournaments.models import Consent

from .merges import every_row


def own_consents(player: Player) -> QuerySet[Consent]:
    """Return the consents of a person and of every row merged into them, the newest first."""
    rows = every_row([player.pk]).values("pk")
    return Consent.objects.filter(player__in=rows).select_related("tournament").order_by("-pk")
