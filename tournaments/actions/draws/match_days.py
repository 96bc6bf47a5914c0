"""The moments and places of a league's match days, and of single encounters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from matches.database.one_act import one_act
from matches.models import Player
from tournaments import notices
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.fields import require_line
from tournaments.actions.inverses import changed, inverse, stage_of
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import MatchDaysSet
from tournaments.errors.draws import (
    MatchDaysOutOfOrder,
    NoMatchDays,
    NoSuchEncounter,
    NoSuchRound,
    UnlikelyMatchDay,
)
from tournaments.formats import ByMatchDays, Format, is_in_order
from tournaments.models import LogEntry, Stage, StoredMatchDay, match_day_of
from tournaments.queries.draws.match_days import calendar_state, open_encounters, rules_of_days
from tournaments.queries.state import stage_state, valid_draw

from .progress import Cause, follow

# The number of rounds of a league before its draw: two legs of the largest division.
_MOST_ROUNDS = 1022
# Years in which nobody plays.
_YEARS = range(1900, 2200)


@one_act()
def set_match_days(stage: Stage, *, by: Player | None, days: Sequence[StoredMatchDay]) -> Stage:
    """Set the moments and places of rounds and encounters; all else stays, and an empty one is removed.

    A round without a moment of its own follows the one before it. Players of encounters already paired are notified of
    a new moment or place. Raise MatchDaysOutOfOrder if a round would begin before an earlier one.
    """
    event = lock_unclosed(stage.event)
    require_director(event.tournament, by)
    stage.refresh_from_db()
    stage.event = event
    rules = rules_of_days(stage)
    if rules is None:
        raise NoMatchDays
    _require_possible(stage, days)
    now = {day.place: day for day in stage.stored_match_days}
    # Who is at home is no matter of dates and places.
    now |= {day.place: replace(day, is_exchanged=_is_exchanged(now.get(day.place))) for day in days}
    return _store(stage, rules, [day for day in now.values() if not day.is_empty], by=by)


def _is_exchanged(day: StoredMatchDay | None) -> bool:
    return day is not None and day.is_exchanged


def _store(stage: Stage, rules: Format, days: Iterable[StoredMatchDay], *, by: Player | None) -> Stage:
    """Store all match days of a stage in their order, pair what they open, and notify the players concerned."""
    plain = [day.to_dict() for day in sorted(days, key=_order)]
    before: list[dict[str, Any]] = stage.match_days
    if plain == before:
        return stage
    before_at = open_encounters(stage, rules)
    stage.match_days = plain
    _require_order(stage, rules)
    stage.save(update_fields=["match_days"])
    act = MatchDaysSet(stage.uid, days=tuple(plain), before=tuple(before))
    follow(stage.event, cause=Cause(act, by, rows=[stage]))
    now = open_encounters(stage, rules).items()
    notices.match_days_moved({row: where for row, where in now if before_at.get(row, where) != where})
    return stage


def _order(day: StoredMatchDay) -> tuple[int, int]:
    return day.round, -1 if day.slot is None else day.slot


def _require_possible(stage: Stage, days: Iterable[StoredMatchDay]) -> None:
    """Raise a refusal for a round or an encounter that does not exist, or a year in which nobody plays."""
    drawn = stage_state(stage)
    last = _MOST_ROUNDS if drawn is None else len(drawn.format.rounds(drawn.state))
    slots = (
        {}
        if drawn is None
        else {
            (slot.round, slot.slot): slot
            for slots in drawn.format.outline(drawn.state).rounds
            for slot in slots
        }
    )
    for day in days:
        require_line(day.venue, field="venue", name=gettext("venue"))
        if not 1 <= day.round <= last:
            raise NoSuchRound(round=day.round)
        if day.at is not None and day.at.year not in _YEARS:
            raise UnlikelyMatchDay
        if day.slot is not None:
            slot = slots.get((day.round, day.slot))
            if slot is None or len(slot.entrants) < 2:
                raise NoSuchEncounter(round=day.round)


def _require_order(stage: Stage, rules: Format) -> None:
    """Raise MatchDaysOutOfOrder unless each round begins after the one before it."""
    if not isinstance(rules, ByMatchDays):
        return
    calendar = rules.calendar(calendar_state(stage, valid_draw(stage)))
    last = max((day.round for day in stage.stored_match_days), default=0) + 1
    moments = [calendar.begins(number) for number in range(1, last + 1)]
    for number in range(2, last + 1):
        if not is_in_order(moments[:number]):
            raise MatchDaysOutOfOrder(round=number, before=number - 1)


@inverse(MatchDaysSet)
def _days_as_before(entry: LogEntry, act: MatchDaysSet, by: Player | None) -> None:
    stage = stage_of(act.subject)
    if stage.match_days != list(act.days):
        raise changed()
    event = lock_event(stage.event)
    require_director(event.tournament, by)
    stage.event = event
    rules = rules_of_days(stage)
    if rules is None:
        raise changed()
    _store(stage, rules, map(match_day_of, act.before), by=by)
