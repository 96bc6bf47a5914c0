"""The end of an entry that waits for the answer of a partner."""

from __future__ import annotations

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.acts.entrants import EntryDeclined
from tournaments.models import DIRECT, Entrant, Event, Origin, Via
from tournaments.queries.entrants.consent import has_agreed


def decline(event: Event, entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT) -> Entrant:
    """End an entry that waits for an answer, as one of its players or as the desk."""
    is_known = by is None or has_agreed(entrant, by)
    entrant.via = Via.UNDONE
    entrant.save(update_fields=["via"])
    act = EntryDeclined(entrant.uid)
    log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=[entrant])
    notices.withdrawn(entrant, by=by, is_known=is_known)
    return entrant
