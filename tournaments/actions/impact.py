"""Preview of the consequences of an action, which runs and is rolled back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.db import transaction

from matches.models import Match
from tournaments.models import Entrant, Event
from tournaments.queries.impact import Impact, difference, newest_notice, picture, together

from .draws import lots


def foresee(event: Event, act: Callable[[], Any], *, but: Match | Entrant | None = None) -> Impact:
    """Return what the action would change in the event, as `foresee_all` does for several."""
    return foresee_all((event,), act, but=but)


def foresee_all(
    events: Collection[Event], act: Callable[[], Any], *, but: Match | Entrant | None = None
) -> Impact:
    """Return what the action would change in these events, and who would be told; the transaction is rolled back.

    The act runs in a transaction that is rolled back, so that preview and action share their code. It must
    load its own objects, which are not to be used afterwards. Lots of the preview are not those of the
    action. Refusals are raised. `but` is the match or entrant of the act, whose own change is excluded.
    """
    with transaction.atomic(), lots.foreseen():
        newest, before = newest_notice(), [picture(event) for event in events]
        act()
        uid = but.uid if but is not None else ""
        impacts = [
            difference(old, picture(event), but=uid) for old, event in zip(before, events, strict=True)
        ]
        impact = together(impacts, told_since=newest)
        transaction.set_rollback(True)
    return impact
