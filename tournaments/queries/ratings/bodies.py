"""The sanctions of events and the memberships of players, by the uids of federations and clubs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db.models import QuerySet

from matches.models import Player
from tournaments.models import Club, Membership, Sanction, SanctionState
from tournaments.ratings.counting import MembershipFact, SanctionFact

_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class _Period:
    """A membership in a federation or a club; both days are included."""

    body: str
    kind: str
    starts_on: date
    ends_on: date | None

    def on(self, day: date | None) -> MembershipFact:
        """Return the membership as it was on a day; on an unknown day it is not valid."""
        is_valid = day is not None and self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)
        return MembershipFact(self.body, self.kind, is_valid)


@dataclass(frozen=True, slots=True)
class MembershipPeriods:
    """All memberships of some players, by primary key."""

    periods: Mapping[int, tuple[_Period, ...]]

    def on(self, player: int, day: date | None) -> tuple[MembershipFact, ...]:
        """Return the memberships of a player as they were on a day."""
        return tuple(period.on(day) for period in self.periods.get(player, ()))


def sanctions_of(events: Collection[int]) -> dict[int, tuple[SanctionFact, ...]]:
    """Return the sanctions in force of these events by primary key; one query."""
    rows = Sanction.objects.filter(event__in=events, state=SanctionState.GRANTED).order_by("pk")
    by_event: dict[int, list[SanctionFact]] = defaultdict(list)
    for event, body, class_ in rows.values_list("event_id", "federation__uid", "event_class"):
        by_event[event].append(SanctionFact(body, class_))
    return {event: tuple(sanctions) for event, sanctions in by_event.items()}


def memberships_of(players: Collection[int]) -> MembershipPeriods:
    """Return the memberships of these players, and of who was merged with them; three queries, two where all are direct.

    A membership through a club is one in the federation, and one in the club or in what it has become part of.
    """
    groups = rows_of_people(players)
    holders = {holder for group in groups.values() for holder in group}
    periods: dict[int, list[_Period]] = defaultdict(list)
    memberships = Membership.objects.filter(member__player__in=holders).order_by("starts_on", "pk")
    rows = list(
        memberships.values_list(
            "member__player_id", "member__federation__uid", "club__uid", "kind", "starts_on", "ends_on"
        )
    )
    has_clubs = any(club is not None for _holder, _federation, club, *_others in rows)
    merged_clubs = dict(_merged_clubs()) if has_clubs else {}
    for holder, federation, club, kind, starts_on, ends_on in rows:
        for body in (federation, _last(club, merged_clubs)):
            if body is not None:
                periods[holder].append(_Period(body, kind, starts_on, ends_on))
    return MembershipPeriods(
        {
            player: tuple(one for holder in group for one in periods[holder])
            for player, group in groups.items()
        }
    )


def _merged_clubs() -> QuerySet[Club, tuple[str, str]]:
    merges = Club.objects.filter(merged_into__isnull=False)
    return merges.values_list("uid", "merged_into__uid")


def rows_of_people(players: Collection[int]) -> dict[int, list[int]]:
    """Return for each player all rows of the same person, in order of their keys; one query over all merges."""
    merges = dict(Player.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id"))
    same: dict[int, list[int]] = defaultdict(list)
    for player in sorted({*players, *merges, *merges.values()}):
        same[_last(player, merges)].append(player)
    return {player: same[_last(player, merges)] for player in players}


def _last(one: _Key, merges: Mapping[_Key, _Key]) -> _Key:
    """Return the end of a chain of merges, which is never a circle."""
    while one in merges:
        one = merges[one]
    return one
