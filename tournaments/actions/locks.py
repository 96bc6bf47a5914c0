"""The locks of actions, always in the order event, tables, matches by uid, matches under those, log head.

They are `FOR NO KEY UPDATE`: rows that point to a locked one may still be
inserted elsewhere. A plain `FOR UPDATE` would wait for those, and two actions
that both inserted before they locked would wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, Case, F, QuerySet, When

from matches.database.one_act import shared
from matches.database.prepared import prepared
from matches.models import Match
from tournaments.models import Event, Pairing, Table, Tournament, has_matches_under_it, pairing_of

# Whoever plays a pairing comes before whoever plays under it: matches that others decide have no board.
_IN_ORDER = (F("board").asc(nulls_first=True), "uid")


def lock_event(event: Event) -> Event:
    """Lock the event until the end of the transaction; return it reloaded with its tournament.

    The parts of one act share the row.
    """
    locked = shared(("event", event.pk), lambda: _locked_events(event.pk))
    if not locked:
        raise Event.DoesNotExist
    return locked[0]


def lock_event_of(match: Match) -> Event:
    """Lock the event of a match as `lock_event` does, and load the way to it with the same statement."""
    if not Match.pairing.related.is_cached(match):
        pairing = next(iter(_pairings_of(match.pk)), None)
        if pairing is not None:
            pairing.match = match
            return shared(("event", pairing.stage.event_id), lambda: [pairing.stage.event])[0]
    return lock_event(pairing_of(match).stage.event)


@prepared
def _pairings_of(match: int) -> QuerySet[Pairing]:
    rows = Pairing.objects.select_for_update(no_key=True, of=("stage__event",)).filter(match=match)
    return rows.select_related("stage__event__tournament")


@prepared
def _locked_events(key: int) -> QuerySet[Event]:
    events = Event.objects.select_for_update(no_key=True, of=("self",)).select_related("tournament")
    return events.filter(pk=key)


def lock_tables(tournament: Tournament) -> list[Table]:
    """Lock and return all tables of the tournament; every call to a table takes this lock."""
    return list(Table.objects.select_for_update(no_key=True).filter(tournament=tournament).order_by("pk"))


def lock_matches(keys: Iterable[int]) -> list[Match]:
    """Lock the matches with these primary keys, ordered by uid; return them reloaded."""
    return _locked_matches(tuple(keys))


@prepared
def _locked_matches(keys: tuple[int, ...]) -> QuerySet[Match]:
    rows = Match.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=keys)
    return rows.order_by(*_IN_ORDER)


def lock_all(events: Iterable[Event]) -> list[Match]:
    """Lock the matches of all pairings of these events, then those under them; return them reloaded."""
    event_keys = tuple(event.pk for event in events)
    matches = _matches_of(event_keys)
    has_more = any(match.has_matches_under_it for match in matches)  # type: ignore[attr-defined]
    return [*matches, *(_boards_in(event_keys) if has_more else ())]


@prepared
def _matches_of(events: tuple[int, ...]) -> QuerySet[Match]:
    rows = Match.objects.select_for_update(no_key=True, of=("self",))
    under_it = Case(When(has_matches_under_it(), then=True), default=False, output_field=BooleanField())
    return (
        rows.filter(pairing__stage__event__in=events).annotate(has_matches_under_it=under_it).order_by("uid")
    )


@prepared
def _boards_in(events: tuple[int, ...]) -> QuerySet[Match]:
    rows = Match.objects.select_for_update(no_key=True, of=("self",))
    of_events = rows.filter(board__team_match__pairing__stage__event__in=events, board__cancelled_at=None)
    return of_events.order_by(*_IN_ORDER)


def lock_with_boards(keys: Iterable[int]) -> list[Match]:
    """Lock matches, then the boards of team matches and the matches of series; return them all reloaded.

    Boards are read once the matches that they decide are locked, because under that lock alone new ones are made.
    """
    match_keys = tuple(keys)
    return [*lock_matches(match_keys), *_boards_of(match_keys)]


@prepared
def _boards_of(wholes: tuple[int, ...]) -> QuerySet[Match]:
    rows = Match.objects.select_for_update(no_key=True, of=("self",))
    return rows.filter(board__team_match__in=wholes, board__cancelled_at=None).order_by(*_IN_ORDER)


def lock_log(tournament: Tournament) -> Tournament:
    """Lock and return the head of the log; every action takes this lock last."""
    [head] = _locked_heads(tournament.pk)
    return head


@prepared
def _locked_heads(key: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update(no_key=True).filter(pk=key)
