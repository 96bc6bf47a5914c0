"""The open matches that can be called, and their players who are busy, absent or leave soon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from matches.models import Player, SideMember, Suspension
from tournaments.models import Availability, Call, CallKind, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine
from tournaments.simulation.longest_way import MatchTurn, leaves_soon, way_elsewhere

from .under_way import LastRound, stages_under_way
from .ways import HallWays, MatchWay, ways_of

_MINUTE = timedelta(minutes=1)
# A call that somebody took back does not come again by itself before this.
_REST = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of an open match, with the name in its event and the availability."""

    player: Player
    availability: Availability | None
    name: str

    @property
    def key(self) -> int:
        """The primary key of the person, who may be in another event by another row."""
        return self.player.person_key

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


class TurnReason(StrEnum):
    """Why a match has its place in the order of calling."""

    LEAVES_SOON = "leaves_soon"
    WAITED = "waited"
    LONGEST_WAY = "longest_way"


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match without a table: since when it waits, and its busy and absent players.

    `to_go` is the expected time of the longest way from its start to the end of its event, and `elsewhere` that of its
    players in other events. `leaves_at` is the time when the first of its players leaves, if that is soon; `has_waited`
    says that it has waited to the director's limit, `is_ahead` that its match day has not come. `rests_until` is when it
    can be called automatically again after its call was taken back; None if it can be now.
    """

    line: MatchLine
    since: datetime
    to_go: timedelta
    elsewhere: timedelta
    has_waited: bool
    people: tuple[MatchPlayer, ...]
    busy: tuple[MatchPlayer, ...]
    missing: tuple[MatchPlayer, ...]
    leaves_at: datetime | None
    is_ahead: bool = False
    rests_until: datetime | None = None

    @property
    def is_ready(self) -> bool:
        """Whether all players are free and present, and its match day has come."""
        return not self.busy and not self.missing and not self.is_ahead

    @property
    def reason(self) -> TurnReason:
        """Why it has its place in the order."""
        if self.leaves_at is not None:
            return TurnReason.LEAVES_SOON
        return TurnReason.WAITED if self.has_waited else TurnReason.LONGEST_WAY

    @property
    def minutes_to_go(self) -> int:
        """The expected minutes from the start of the match to the end of its event."""
        return self.to_go // timedelta(minutes=1)

    @property
    def minutes_elsewhere(self) -> int:
        """The expected minutes that one of its players still has to go in other events."""
        return self.elsewhere // timedelta(minutes=1)

    @property
    def players(self) -> frozenset[int]:
        """The primary keys of the persons who play."""
        return frozenset(person.key for person in self.people)


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
    ways: Mapping[int, MatchWay]
    """The longest way to go from each match, by its primary key."""
    resumed: frozenset[int]
    """The primary keys of the resumed matches."""
    still_in: tuple[MatchPlayer, ...]
    """The players who play on in a stage under way."""

    @property
    def ready(self) -> tuple[WaitingMatch, ...]:
        """The matches that can be called, the next one first."""
        return tuple(match for match in self.waiting if match.is_ready)


def hall_of(tournament: Tournament, lines: Sequence[MatchLine], *, now: datetime) -> OpenMatches:
    """Return the open matches of a tournament by state; five queries, and one more where tables are given automatically."""
    lines = [line for line in lines if not line.has_boards]
    broken_off = suspensions_of(lines)
    suspended = [line for line in lines if line.state is SlotState.SUSPENDED]
    at_tables = [line for line in lines if is_on(line, broken_off)]
    under_way = stages_under_way(tournament)
    places = under_way.places
    sides = {key for line in lines for key in (line.match.one_id, line.match.two_id)}
    members = _members(tournament, sides | set(places))
    people = {
        line.match.pk: (*members.get(line.match.one_id, ()), *members.get(line.match.two_id, ()))
        for line in lines
    }
    busy = {person.key for line in at_tables for person in people[line.match.pk]}
    elsewhere = {line.match.pk for line in (*suspended, *at_tables)}
    hall_ways = ways_of(lines, timed=under_way.timed)
    ways = {line.match.pk: hall_ways.of(line) for line in lines}
    queue = _Queue(
        people=people,
        busy=busy,
        ways=ways,
        rest=_rest(lines, people, ways, places=places, members=members, hall_ways=hall_ways),
        limit=tournament.waiting_limit,
        rests=_rests(people.keys() - elsewhere, now=now) if tournament.calls_automatically else {},
        now=now,
    )
    waiting = [
        queue.waiting(line, resumed=broken_off.get(line.match.pk))
        for line in lines
        if line.match.pk not in elsewhere
    ]
    return OpenMatches(
        at_tables=tuple(at_tables),
        waiting=tuple(sorted(waiting, key=queue.turn)),
        suspended=tuple((line, broken_off[line.match.pk]) for line in suspended),
        people=people,
        ways=ways,
        resumed=frozenset(broken_off) - {line.match.pk for line in suspended},
        still_in=tuple(person for key in places for person in members.get(key, ())),
    )


def _rests(matches: Collection[int], *, now: datetime) -> dict[int, datetime]:
    """Return until when each match whose call was taken back rests, by its primary key; one query."""
    calls = Call.objects.filter(match__in=matches, kind=CallKind.FIRST, taken_back_at__gt=now - _REST)
    rows = calls.order_by("pk").values_list("match_id", "taken_back_at")
    return {match: at + _REST for match, at in rows if at is not None}


def _rest(
    lines: Sequence[MatchLine],
    people: Mapping[int, tuple[MatchPlayer, ...]],
    ways: Mapping[int, MatchWay],
    *,
    places: Mapping[int, LastRound],
    members: Mapping[int, Sequence[MatchPlayer]],
    hall_ways: HallWays,
) -> dict[int, dict[int, float]]:
    """Return the minutes that each player still has to go in each event.

    They are those from an open match on; of a player who waits for the next one, those behind the last round.
    """
    rest: dict[int, dict[int, float]] = {}
    for side, place in places.items():
        event, minutes = hall_ways.behind(place)
        for person in members.get(side, ()):
            of_player = rest.setdefault(person.key, {})
            of_player[event] = max(minutes, of_player.get(event, 0.0))
    for line in lines:
        minutes = ways[line.match.pk].to_go / _MINUTE
        for person in people[line.match.pk]:
            of_player = rest.setdefault(person.key, {})
            of_player[line.event.pk] = max(minutes, of_player.get(line.event.pk, 0.0))
    return rest


def suspensions_of(lines: Sequence[MatchLine]) -> dict[int, Suspension]:
    """Return the suspensions of these matches by primary key of the match, resumed ones too; one query."""
    rows = Suspension.objects.filter(match__in=[line.match.pk for line in lines])
    return {row.match_id: row for row in rows}


def is_on(line: MatchLine, broken_off: Mapping[int, Suspension]) -> bool:
    """Whether the match is at a table, under way, or has an unsettled result."""
    if line.state is SlotState.SUSPENDED:
        return False
    if line.table or line.state not in (SlotState.OPEN, SlotState.PLAYING):
        return True
    # A match begun without a table is under way; a resumed match waits for a table.
    return line.state is SlotState.PLAYING and line.match.pk not in broken_off


def _members(tournament: Tournament, sides: Collection[int]) -> dict[int, list[MatchPlayer]]:
    """Return the players of these sides by primary key of the side; two queries."""
    rows = Availability.objects.filter(tournament=tournament).select_related("player").order_by("pk")
    availabilities = {row.player.person_key: row for row in rows}
    members = SideMember.objects.filter(side__in=sides).select_related("player", "side").order_by("order")
    sizes = Counter(member.side_id for member in members)
    by_side: dict[int, list[MatchPlayer]] = {}
    for member in members:
        name = member.side.name if sizes[member.side_id] == 1 else member.player.name
        by_side.setdefault(member.side_id, []).append(
            MatchPlayer(member.player, availabilities.get(member.player.person_key), name)
        )
    return by_side


def expected(line: MatchLine) -> timedelta:
    """Return the expected duration of a match: its length times the event's minutes per point."""
    return timedelta(minutes=line.match.length * line.event.minutes_per_point)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Queue:
    """What decides the turns of the waiting matches of a hall.

    `rest` are the minutes that each player still has to go in each event, `limit` is the director's limit of waiting.
    """

    people: Mapping[int, tuple[MatchPlayer, ...]]
    busy: Collection[int]
    ways: Mapping[int, MatchWay]
    rest: Mapping[int, Mapping[int, float]]
    limit: int | None
    rests: Mapping[int, datetime]
    now: datetime

    def waiting(self, line: MatchLine, *, resumed: Suspension | None) -> WaitingMatch:
        """Return a match without a table."""
        now, people = self.now, self.people[line.match.pk]
        begins_at = line.begins_at
        since = line.match.made_at if begins_at is None else max(line.match.made_at, begins_at)
        if resumed is not None and resumed.resumed_at is not None:
            since = resumed.resumed_at
        leaving = leaves_soon(
            ((one.leaves_at - now) / _MINUTE for one in people if one.leaves_at is not None),
            expected=expected(line) / _MINUTE,
        )
        rests = (self.rest.get(person.key, {}) for person in people)
        return WaitingMatch(
            line,
            since=since,
            to_go=self.ways[line.match.pk].to_go,
            elsewhere=way_elsewhere(rests, event=line.event.pk) * _MINUTE,
            has_waited=self.limit is not None and now - since >= self.limit * _MINUTE,
            people=people,
            busy=tuple(person for person in people if person.key in self.busy),
            missing=tuple(person for person in people if not person.is_here(now)),
            leaves_at=None if leaving is None else now + leaving * _MINUTE,
            is_ahead=begins_at is not None and begins_at > now,
            rests_until=self.rests.get(line.match.pk),
        )

    def turn(self, match: WaitingMatch) -> tuple[float, ...]:
        """Return the sort key for calling: who leaves soon, who has waited to the limit, then the longest way."""
        turn = MatchTurn(
            to_go=match.to_go / _MINUTE,
            elsewhere=match.elsewhere / _MINUTE,
            waited=(self.now - match.since) / _MINUTE,
            leaves_in=None if match.leaves_at is None else (match.leaves_at - self.now) / _MINUTE,
        )
        return (*turn.key(limit=self.limit), match.line.match.pk)
