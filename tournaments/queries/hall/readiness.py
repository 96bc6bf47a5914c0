"""Which matches can be called now: who of their players sits elsewhere, is away or leaves soon."""

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

# Who leaves within the expected time of the match and this is called before those who have waited longer.
_HURRY = timedelta(minutes=60)


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of an open match, what they are called in its event, and when they can be called."""

    player: Player
    availability: Availability | None
    name: str

    def back_at(self, now: datetime) -> datetime | None:
        """From when on the player can be called; None who is there."""
        if self.availability is None:
            return None
        moments = (self.availability.away_until, self.availability.not_before)
        return max((moment for moment in moments if moment is not None and moment > now), default=None)

    @property
    def waits_until(self) -> datetime | None:
        """From when on the player can be called again; None who is there now."""
        return self.back_at(timezone.now())

    @property
    def leaves_at(self) -> datetime | None:
        """The moment after which the player is gone."""
        return None if self.availability is None else self.availability.leaves_at

    def is_here(self, now: datetime) -> bool:
        """Whether the player can be called at this moment."""
        has_left = self.leaves_at is not None and self.leaves_at <= now
        return not has_left and self.back_at(now) is None


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that has no table yet: since when it waits, and which of its players cannot come.

    `leaves_at` is when the first of its players goes, where that is soon.
    """

    line: MatchLine
    since: datetime
    people: tuple[MatchPlayer, ...]
    busy: tuple[MatchPlayer, ...]
    missing: tuple[MatchPlayer, ...]
    leaves_at: datetime | None

    @property
    def is_ready(self) -> bool:
        """Whether everybody is free and there."""
        return not self.busy and not self.missing

    @property
    def players(self) -> frozenset[int]:
        """The primary keys of its players."""
        return frozenset(person.player.pk for person in self.people)


@dataclass(frozen=True, slots=True)
class OpenMatches:
    """The open matches of a tournament by what they wait for; boards stand for the team match around them.

    `at_tables` have a table or have begun, `waiting` are in the order in which
    they are called, and `suspended` hold where each was broken off.
    """

    at_tables: tuple[MatchLine, ...]
    waiting: tuple[WaitingMatch, ...]
    suspended: tuple[tuple[MatchLine, Suspension], ...]
    people: Mapping[int, tuple[MatchPlayer, ...]]
    """The players of each match, by its primary key."""
    resumed: frozenset[int]
    """The primary keys of the matches that were suspended and go on."""
    beside: tuple[MatchPlayer, ...]
    """The players of the other sides that were asked about."""

    @property
    def ready(self) -> tuple[WaitingMatch, ...]:
        """The matches that can be called, the next one first."""
        return tuple(found for found in self.waiting if found.is_ready)


def hall_of(
    tournament: Tournament, lines: Sequence[MatchLine], *, now: datetime, beside: Collection[int] = ()
) -> OpenMatches:
    """Sort the open matches of a tournament by what they wait for; three queries.

    `beside` are the primary keys of sides whose players are wanted too.
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
    kept = {line.match.pk for line in (*suspended, *at_tables)}
    waiting = [
        _waiting(line, people[line.match.pk], busy=busy, resumed=broken_off.get(line.match.pk), now=now)
        for line in lines
        if line.match.pk not in kept
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
    """Whether its players sit at a table, or their result is not settled yet."""
    if line.state is SlotState.SUSPENDED:
        return False
    if line.table or line.state not in (SlotState.OPEN, SlotState.PLAYING):
        return True
    # Who begins without a table plays all the same; who goes on after a suspension waits for one.
    return line.state is SlotState.PLAYING and line.match.pk not in broken_off


def _members(tournament: Tournament, sides: Collection[int]) -> dict[int, list[MatchPlayer]]:
    """The players of sides by their primary keys; two queries."""
    said = {row.player_id: row for row in Availability.objects.filter(tournament=tournament)}
    members = SideMember.objects.filter(side__in=sides).select_related("player", "side").order_by("order")
    sizes = Counter(member.side_id for member in members)
    found: dict[int, list[MatchPlayer]] = {}
    for member in members:
        name = member.side.name if sizes[member.side_id] == 1 else member.player.name
        found.setdefault(member.side_id, []).append(
            MatchPlayer(member.player, said.get(member.player_id), name)
        )
    return found


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
    """How long the match is expected to take: its length by the minutes of its event for a point."""
    return timedelta(minutes=line.match.length * line.event.minutes_per_point)


def _turn(found: WaitingMatch) -> tuple[bool, datetime, datetime, int]:
    """Whoever leaves soon comes first, then whoever has waited longest."""
    hurry = found.leaves_at
    return (hurry is None, hurry or found.since, found.since, found.line.match.pk)
