"""Who is in an event: what is refused to an entrant who is not."""

from __future__ import annotations

from tournaments.errors import EntryNotAgreed, HasWithdrawn
from tournaments.models import Entrant


def require_present(entrant: Entrant) -> None:
    """Raise HasWithdrawn for an entrant who has left, and EntryNotAgreed for one that waits for a partner's answer."""
    if entrant.is_asked:
        raise EntryNotAgreed(entrant=entrant.name)
    if entrant.withdrawn_at is not None:
        raise HasWithdrawn(entrant=entrant.name)
