"""Preview of the consequences of an action, which runs and is rolled back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from matches.models import Match
from tournaments.models import Entrant, Event
from tournaments.queries.impact import Impact, difference, picture

from .draws import lots


def foresee(event: Event, act: Callable[[], Any], *, but: Match | Entrant | None = None) -> Impact:
    """Return what the action would change in the event; the transaction is rolled back.

    The act runs in a savepoint that is rolled back, so that what is foreseen and what is done are the same
    code. It fetches what it acts on by itself: objects that it has changed are not to be used afterwards.
    What is paired by lot is paired by another lot than it will be. Its refusals are passed on. `but` is the match or the entrant it is about, whose own result or place is no consequence.
    """
    with transaction.atomic(), lots.foreseen():
        before = picture(event)
        act()
        impact = difference(before, picture(event), but=but.uid if but is not None else "")
        transaction.set_rollback(True)
    return impact
