"""The open matches that can be called, and their players who are busy, absent or leave soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from matches.models import Player, SideMember, Suspension
from tournaments.models import Availability, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine

# A player who leaves within the expected duration and this margin is called first.
_HURRY = timedelta(minutes=60)


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of an open match, with the name in its event and the availability."""

    player: Player
    availability: Availability | None
    name: str

    def back_at(self, now: datetime) -> datetime | None:
        """Return the time from which the player can be called; None if the player is present."""
        if self.availability is None:
            return None
        moments = (self.availability.away_until, self.availability.not_before)
        return max((moment for moment in moments if moment is not None and moment > now), default=None)

    @property
    def waits_until(self) -> datetime | None:
        """The time from which the player can be called; None if the player is present now."""
        return self.back_at(timezone.now())

    @property
    def leaves_at(self) -> datetime | None:
        """The time at which the player leaves."""
        return None if self.availability is None else self.availability.leaves_at

    def is_here(self, now: datetime) -> bool:
        """Whether the player can be called at this time."""
        has_left = self.leaves_at is not None and self.leaves_at <= now
        return not has_left and self.back_at(now) is None


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match without a table: since when it waits, and its busy and absent players.

    `leaves_at` is the time when the first of its players leaves, if that is soon.
    """

    line: MatchLine
    since: datetime
    people: tuple[MatchPlayer, ...]
    busy: tuple[MatchPlayer, ...]
    missing: tuple[MatchPlayer, ...]
    leaves_at: datetime | None

    @property
    def is_ready(self) -> bool:
        """Whether all players are free and present."""
        return not self.busy and not self.missing

    @property
    def players(self) -> frozenset[int]:
        """The primary keys of the players."""
        return frozenset(person.player.pk for person in self.people)


@dataclass(frozen=True, slots=True)
class OpenMatches:
    """The open matches of a tournament by state; team matches are represented by their boards.

    `at_tables` are at a table or under way, `waiting` are in calling order, and `suspended` hold their suspensions.
    """

    at_tables: tuple[MatchLine, ...]
    waiting: tuple[WaitingMatch, ...]
    suspended: tuple[tuple[MatchLine, Suspension], ...]
    people: Mapping[int, tuple[MatchPlayer, ...]]
    """The players of each match, by its primary key."""
    resumed: frozenset[int]
    """The primary keys of the resumed matches."""
    beside: tuple[MatchPlayer, ...]
    """The players of the additional sides of the query."""

    @property
    def ready(self) -> tuple[WaitingMatch, ...]:
        """The matches that can be called, the next one first."""
        return tuple(match for match in self.waiting if match.is_ready)


def hall_of(
    tournament: Tournament, lines: Sequence[MatchLine], *, now: datetime, beside: Collection[int] = ()
) -> OpenMatches:
    """Return the open matches of a tournament by state; three queries.

    `beside` are the primary keys of additional sides whose players are returned.
    """
    lines = [line for line in lines if not line.is_team_match]
    broken_off = {
        row.match_id: row for row in Suspension.objects.filter(match__in=[line.match.pk for line in lines])
    }
    suspended = [line for line in lines if line.state is SlotState.SUSPENDED]
    at_tables = [line for line in lines if _is_on(line, broken_off)]
    sides = {key for line in lines for key in (line.match.one_id, line.match.two_id)}
    members = _members(tournament, sides | set(beside))
    people = {
        line.match.pk: (*members.get(line.match.one_id, ()), *members.get(line.match.two_id, ()))
        for line in lines
    }
    busy = {person.player.pk for line in at_tables for person in people[line.match.pk]}
    elsewhere = {line.match.pk for line in (*suspended, *at_tables)}
    waiting = [
        _waiting(line, people[line.match.pk], busy=busy, resumed=broken_off.get(line.match.pk), now=now)
        for line in lines
        if line.match.pk not in elsewhere
    ]
    return OpenMatches(
        at_tables=tuple(at_tables),
        waiting=tuple(sorted(waiting, key=_turn)),
        suspended=tuple((line, broken_off[line.match.pk]) for line in suspended),
        people=people,
        resumed=frozenset(broken_off) - {line.match.pk for line in suspended},
        beside=tuple(person for key in beside for person in members.get(key, ())),
    )


def _is_on(line: MatchLine, broken_off: Mapping[int, Suspension]) -> bool:
    """Whether the match is at a table, under way, or has an unsettled result."""
    if line.state is SlotState.SUSPENDED:
        return False
    if line.table or line.state not in (SlotState.OPEN, SlotState.PLAYING):
        return True
    # A match begun without a table is under way; a resumed match waits for a table.
    return line.state is SlotState.PLAYING and line.match.pk not in broken_off


def _members(tournament: Tournament, sides: Collection[int]) -> dict[int, list[MatchPlayer]]:
    """Return the players of these sides by primary key of the side; two queries."""
    availabilities = {row.player_id: row for row in Availability.objects.filter(tournament=tournament)}
    members = SideMember.objects.filter(side__in=sides).select_related("player", "side").order_by("order")
    sizes = Counter(member.side_id for member in members)
    by_side: dict[int, list[MatchPlayer]] = {}
    for member in members:
        name = member.side.name if sizes[member.side_id] == 1 else member.player.name
        by_side.setdefault(member.side_id, []).append(
            MatchPlayer(member.player, availabilities.get(member.player_id), name)
        )
    return by_side


def _waiting(
    line: MatchLine,
    people: tuple[MatchPlayer, ...],
    *,
    busy: Collection[int],
    resumed: Suspension | None,
    now: datetime,
) -> WaitingMatch:
    since = line.match.made_at
    if resumed is not None and resumed.resumed_at is not None:
        since = resumed.resumed_at
    soon = now + _HURRY + expected(line)
    leaving = [one.leaves_at for one in people if one.leaves_at is not None and now < one.leaves_at <= soon]
    return WaitingMatch(
        line,
        since=since,
        people=people,
        busy=tuple(person for person in people if person.player.pk in busy),
        missing=tuple(person for person in people if not person.is_here(now)),
        leaves_at=min(leaving, default=None),
    )


def expected(line: MatchLine) -> timedelta:
    """Return the expected duration of a match: its length times the event's minutes per point."""
    return timedelta(minutes=line.match.length * line.event.minutes_per_point)


def _turn(waiting_match: WaitingMatch) -> tuple[bool, datetime, datetime, int]:
    """Return the sort key for calling: players who leave soon first, then the longest wait."""
    hurry = waiting_match.leaves_at
    return (hurry is None, hurry or waiting_match.since, waiting_match.since, waiting_match.line.match.pk)
