"""What merges of players and claims have in common: their locks, their rules, and whom every row points to."""

from __future__ import annotations

from django.db.models import Q

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts.people import PersonMerged, PersonParted
from tournaments.errors.federations import BothEntered, BothNumberedElsewhere, BothPlayed
from tournaments.models import Event, Federation, Member, Tournament
from tournaments.queries.people.duplicates import current_event, shared_event
from tournaments.queries.people.merges import (
    entries_meanwhile,
    every_row,
    federations_of_both,
    former_members,
    merged_into,
)

from .publicity import lock_rows, renew, tell, tournaments_of


def lock_persons(*players: Player, tournament: Tournament | None = None) -> None:
    """Lock all that a merge of these players changes; `tournament` has the log of the act, if it is one of those.

    The order is that of the house: events, rows of people, logs of tournaments, and those of the federations. The
    locks of all federations let one merge or claim happen at a time.
    """
    keys = [player.pk for player in players]
    for event in _events_not_over(keys):
        lock_event(event)
    lock_rows(keys)
    logs = {one.pk: one for one in (*tournaments_of(keys), *([tournament] if tournament else []))}
    for _key, one in sorted(logs.items()):
        lock_log(one)
    list(Federation.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    for player in players:
        player.refresh_from_db()


def require_one_person(player: Player, into: Player, *, by_federation: Federation | None = None) -> None:
    """Raise the error of the first reason for which two players cannot be one person.

    BothPlayed for two who played in one event, BothEntered for two in one that is not over, BothNumberedElsewhere for
    two with numbers of a federation other than the one that merges them.
    """
    if name := shared_event(player, into):
        raise BothPlayed(one=player.name, two=into.name, event=name)
    if event := current_event(player, into):
        raise BothEntered(one=player.name, two=into.name, event=event)
    for federation in federations_of_both(player, into):
        if federation != by_federation:
            raise BothNumberedElsewhere(one=player.name, two=into.name, federation=federation.name)


def note_merge(player: Player, into: Player, *, by: Player | None, besides: Tournament | None = None) -> None:
    """Append to the log of every tournament with entries of the two that they are one person; directors are notified.

    `besides` is a tournament whose log says so already.
    """
    tournaments = [one for one in tournaments_of([player.pk, into.pk]) if one != besides]
    for one in tournaments:
        log.append(PersonMerged(player.uid, into=into.uid), of=one, by=by)
    notices.person_merged(player, into, tournaments)


def note_parting(
    player: Player, other: Player, *, by: Player | None, besides: Tournament | None = None
) -> None:
    """Append to the same logs that they are two people again, with what the other one did meanwhile.

    While one of them plays, the other one can be called from now on.
    """
    of_both = tournaments_of([player.pk, other.pk])
    for one in of_both:
        ask_for_calls(one)
    tournaments = [one for one in of_both if one != besides]
    for one in tournaments:
        entries = tuple(entries_meanwhile(one, player, other))
        log.append(PersonParted(player.uid, other=other.uid, entries=entries), of=one, by=by)
    notices.person_parted(player, other, tournaments)


def follow(*players: Player, by: Player | None) -> None:
    """Point every row of these persons to the one who goes on; public names follow."""
    rows = point_to_persons(*players)
    tell(renew(row.pk for row in rows), *players, by=by)


def point_to_persons(*players: Player) -> list[Player]:
    """Point every row of these persons to the one who goes on, as the merges and claims in force say; return the rows."""
    rows = list(every_row(player.pk for player in players))
    targets = merged_into(row.pk for row in rows)
    # Rows that go on are set free first, because a merge may lead to them.
    for row in sorted(rows, key=lambda row: targets[row.pk] is not None):
        row.merged_into_id = targets[row.pk]
        row.save(update_fields=["merged_into"])
    members = Member.objects.filter(player__in=rows)
    former = former_members(row.pk for row in rows)
    members.filter(pk__in=former).update(is_former=True)
    members.exclude(pk__in=former).update(is_former=False)
    return rows


def _events_not_over(players: list[int]) -> list[Event]:
    """Return the events that are not over and in which one of these persons has an entry, in their order."""
    rows = every_row(players).values("pk")
    open_events = Event.objects.filter(Q(stages=None) | Q(stages__completed_at=None))
    return list(open_events.filter(entrant_players__player__in=rows).distinct().order_by("pk"))
