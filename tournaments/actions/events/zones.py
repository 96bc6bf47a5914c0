"""The time zone of a tournament, in which its programme keeps its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import changed, inverse
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.permissions import require_director
from tournaments.acts.tournaments import ZoneSet
from tournaments.formats import ReEntry
from tournaments.models import (
    Availability,
    Event,
    LogEntry,
    Pairing,
    Stage,
    Tournament,
    by_clock,
    hours_of,
    stored_hours,
)
from tournaments.queries.draws.match_days import open_encounters, rules_of_days
from tournaments.queue import Job, enqueue

Move = Callable[[datetime], datetime]
_OF_PLAYERS = ("away_until", "leaves_at", "not_before")


@transaction.atomic
def set_zone(tournament: Tournament, *, by: Player | None, zone: str) -> int:
    """Set the time zone; return how many moments of the programme moved with it to keep their clock.

    They are the starts of events, last rounds to come, match days, the limits of coming back, the hours of the hall,
    and when players can be called. What happened stays at its moment. Raise NoSuchTime or TimeComesTwice for a moment
    that the clocks of the new zone do not show once.
    """
    require_director(tournament, by)
    rows = Event.objects.filter(tournament=tournament).order_by("pk")
    events = [lock_event(event) for event in rows]
    head = lock_log(tournament)
    before = head.zone
    if zone == before:
        return 0
    for event in events:
        event.tournament = head
    stages = _stages(events)
    encounters_before = _encounters(stages)
    old_zone = head.time_zone
    head.zone = zone
    check_fields(head)
    new_zone = head.time_zone
    moved: list[datetime] = []

    def move(at: datetime) -> datetime:
        """Return the moment of the same clock in the new zone, written with the same offset."""
        moved.append(at)
        return by_clock(at.astimezone(old_zone).replace(tzinfo=None), new_zone).astimezone(at.tzinfo)

    changed_rows: list[Model] = [event for event in events if _move_event(event, move)]
    changed_rows += [stage for stage in stages if _move_days(stage, move)]
    _move_players(head, move)
    head.hours = stored_hours(day.with_each(move) for day in hours_of(head))
    head.save(update_fields=["zone", "hours"])
    tournament.refresh_from_db()
    act = ZoneSet(tournament.uid, zone=zone, before=before, moved=len(moved))
    log.append(act, of=tournament, by=by, rows=[head, *changed_rows])
    now = _encounters(stages).items()
    notices.match_days_moved({row: at for row, at in now if encounters_before.get(row, at) != at})
    _resume(events)
    return len(moved)


def _stages(events: Sequence[Event]) -> list[Stage]:
    """Return the stages of these events, which share the rows of the events."""
    by_key = {event.pk: event for event in events}
    stages = list(Stage.objects.filter(event__in=by_key).order_by("pk"))
    for stage in stages:
        stage.event = by_key[stage.event_id]
    return stages


def _encounters(stages: Iterable[Stage]) -> dict[Pairing, tuple[datetime | None, str]]:
    """Return the moment and the place of each encounter on a match day that is not over."""
    every: dict[Pairing, tuple[datetime | None, str]] = {}
    for stage in stages:
        rules = rules_of_days(stage)
        if rules is not None:
            every |= open_encounters(stage, rules)
    return every


def _move_event(event: Event, move: Move) -> bool:
    """Move what the director typed for an event; a last round that has passed has happened."""
    fields = []
    if event.starts_at is not None:
        event.starts_at = move(event.starts_at)
        fields.append("starts_at")
    if event.last_round_at is not None and event.last_round_at > timezone.now():
        event.last_round_at = move(event.last_round_at)
        fields.append("last_round_at")
    rule = None if event.reentry is None else ReEntry.from_dict(event.reentry)
    if rule is not None and rule.until is not None:
        event.reentry = {**rule.to_dict(), "until": move(rule.until).isoformat()}
        fields.append("reentry")
    event.save(update_fields=fields)
    return bool(fields)


def _move_days(stage: Stage, move: Move) -> bool:
    days = stage.stored_match_days
    if not any(day.at for day in days):
        return False
    stage.match_days = [day.with_each(move).to_dict() for day in days]
    stage.save(update_fields=["match_days"])
    return True


def _move_players(tournament: Tournament, move: Move) -> None:
    """Move when players can be called, which they said by the clock of the hall."""
    rows = list(Availability.objects.select_for_update(no_key=True).filter(tournament=tournament))
    for row in rows:
        for name in _OF_PLAYERS:
            at = getattr(row, name)
            if at is not None:
                setattr(row, name, move(at))
    Availability.objects.bulk_update(rows, _OF_PLAYERS)


def _resume(events: Iterable[Event]) -> None:
    """Pair what the moved moments open, now and once a last round is over."""
    for event in events:
        enqueue(Job.PAIR, event_id=event.pk)
        if event.last_round_at is not None and event.last_round_at > timezone.now():
            enqueue(Job.PAIR, due=event.last_round_at, event_id=event.pk)


@inverse(ZoneSet)
def _zone_as_before(entry: LogEntry, act: ZoneSet, by: Player | None) -> None:
    if entry.tournament.zone != act.zone:
        raise changed()
    set_zone(entry.tournament, by=by, zone=act.before)
