"""The re-entry rule of an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.money import ReEntrySet
from tournaments.errors.entrants import InvalidReEntry
from tournaments.formats import NEVER_OUT, FormatError, Problem, ReEntry
from tournaments.models import Event

from .problems import refused


@transaction.atomic
def set_rule(event: Event, *, by: Player | None, rule: Mapping[str, object] | None) -> Event:
    """Set the re-entry rule of an event (`formats.ReEntry` as plain values); None forbids re-entry.

    Existing re-entries stay. Raise InvalidReEntry with the invalid field, or if no entrant can be eliminated.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    new = None if rule is None else _read(rule)
    data = None if new is None else new.to_dict()
    if data == event.reentry:
        return event
    if data is not None and not can_work(event):
        raise refused(InvalidReEntry, [Problem("nobody_goes_out")])
    event.reentry = data
    event.save(update_fields=["reentry"])
    log.append(_rule_set(event, new), of=event.tournament, by=by, event=event, rows=[event])
    return event


def _rule_set(event: Event, rule: ReEntry | None) -> ReEntrySet:
    if rule is None:
        return ReEntrySet(event.uid, is_possible=False)
    return ReEntrySet(
        event.uid,
        is_possible=True,
        most=rule.most,
        until=rule.until,
        after=rule.after.value,
        fee_percent=rule.fee_percent,
        keeps_side_pools=rule.keeps_side_pools,
    )


def can_work(event: Event) -> bool:
    """Whether entrants can be eliminated before the first stages end; true while there are no stages."""
    codes = [stage.format for stage in event.stages.all() if not stage.feeds]
    return not codes or any(code not in NEVER_OUT for code in codes)


def _read(rule: Mapping[str, object]) -> ReEntry:
    try:
        return ReEntry.from_dict(rule)
    except FormatError as error:
        raise refused(InvalidReEntry, error.problems) from error
