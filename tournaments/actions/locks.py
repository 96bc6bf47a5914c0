"""The locks of actions, always in the order event, tables, matches by uid, log head.

They are `FOR NO KEY UPDATE`: rows that point to a locked one may still be
inserted elsewhere. A plain `FOR UPDATE` would wait for those, and two actions
that both inserted before they locked would wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Match
from tournaments.models import Board, Event, Table, Tournament


def lock_event(event: Event) -> Event:
    """Lock the event until the end of the transaction; return it reloaded with its tournament."""
    locked = _locked_events(event.pk)
    if not locked:
        raise Event.DoesNotExist
    return locked[0]


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
    return rows.order_by("uid")


def lock_with_boards(keys: Iterable[int]) -> list[Match]:
    """Lock the matches and the boards of team matches; the caller holds the event lock."""
    match_keys = tuple(keys)
    return lock_matches([*match_keys, *_boards_of(match_keys)])


@prepared
def _boards_of(team_matches: tuple[int, ...]) -> QuerySet[Board, int]:
    """Return the primary keys of the matches at the boards of these team matches."""
    boards = Board.objects.filter(team_match__in=team_matches, cancelled_at=None)
    return boards.values_list("match", flat=True)


def lock_log(tournament: Tournament) -> Tournament:
    """Lock and return the head of the log; every action takes this lock last."""
    [head] = _locked_heads(tournament.pk)
    return head


@prepared
def _locked_heads(key: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update(no_key=True).filter(pk=key)
