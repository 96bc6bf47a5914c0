"""Withdrawal from several events of a tournament at once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from matches.models import Player
from tournaments.actions.locks import lock_event
from tournaments.models import DIRECT, Entrant, Origin

from .registration import withdraw


@transaction.atomic
def withdraw_from_all(
    entrant: Entrant,
    *,
    by: Player | None,
    also: Sequence[Entrant] = (),
    reason: str = "",
    origin: Origin = DIRECT,
) -> Entrant:
    """Withdraw an entrant and the entrants of `also`: all of them, or none if one is refused."""
    entrants = [entrant, *also]
    # All events are locked before the first entry of the log, which is the last lock.
    for event in sorted({one.event for one in entrants}, key=lambda event: event.pk):
        lock_event(event)
    leavers = [withdraw(one, by=by, reason=reason, origin=origin) for one in entrants]
    return leavers[0]
