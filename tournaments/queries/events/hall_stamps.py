"""What a tournament's stamps say about its hall: calls, starts and results, as the simulated hall reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.db.models.functions import Coalesce

from matches.models import Match
from rules.scoresheet import Outcome
from tournaments.models import RoleKind, TableUse, Tournament
from tournaments.simulation.gaps import StampedMatch, learnt_gaps
from tournaments.simulation.opening import ALWAYS_OPEN, Opening
from tournaments.simulation.pace import PastPace, TimedMatch, learnt_pace
from tournaments.simulation.timing import points_to_play
from tournaments.simulation.weekend import HallBelief

# How far back the tournaments of the same owner teach what to expect, and how many of their matches.
_PAST = timedelta(days=730)
_MOST_PAST = 400
_UNPLAYED = [outcome for outcome in Outcome if outcome.is_unplayed]


@dataclass(frozen=True, slots=True)
class MatchStamps:
    """The stamps of a match; `called` and `table` are those of its last call, `expected` are minutes for a point.

    `points` are its length, less by a head start; `is_at_table` says that it holds its table still.
    """

    key: int
    tournament: int
    expected: int
    length: int
    points: float
    sides: tuple[int, int]
    made: datetime
    called: datetime | None
    started: datetime | None
    final: datetime | None
    table: str
    is_at_table: bool


@dataclass(frozen=True, slots=True)
class HallStamps:
    """The matches of a hall; where nobody stamps starts, calls count, and without tables the moment of pairing."""

    matches: tuple[MatchStamps, ...]
    has_starts: bool
    has_tables: bool

    def begins(self, match: MatchStamps) -> datetime | None:
        """Return when a match began, None if it has not."""
        if self.has_starts:
            return match.started
        if self.has_tables:
            return match.called if match.is_at_table or match.final is not None else None
        return match.made


def stamps_of(tournament: Tournament, *, has_tables: bool = False) -> HallStamps:
    """Return the matches of a tournament that were not cancelled, walkovers left out; two queries.

    `has_tables` says that there are tables: before the first result they are expected to be used.
    """
    return _hall(_rows(tournament=tournament), has_tables=has_tables)


def _hall(rows: Sequence[MatchStamps], *, has_tables: bool = False) -> HallStamps:
    is_unplayed = all(row.final is None for row in rows)
    return HallStamps(
        tuple(rows),
        has_starts=any(row.started is not None for row in rows),
        has_tables=any(row.called is not None for row in rows) or (has_tables and is_unplayed),
    )


def _rows(*, most: int | None = None, is_final: bool = False, **of: Any) -> list[MatchStamps]:
    """Return the matches of these tournaments; a series is played as matches of its own."""
    # The way from a match to its event: by its pairing, or by that of its series.
    ways = ("pairing__stage__event", "board__team_match__pairing__stage__event")
    alone, in_series = (Q(**{f"{way}__{name}": value for name, value in of.items()}) for way in ways)
    within = (alone & Q(pairing__best_of=1)) | (in_series & Q(board__team_match__pairing__best_of__gt=1))
    matches = Match.objects.filter(within, cancelled_at=None).exclude(outcome__in=_UNPLAYED)
    if is_final:
        matches = matches.filter(final_at__isnull=False)
    of_event = [Coalesce(*(f"{way}__{name}" for way in ways)) for name in ("tournament", "minutes_per_point")]
    columns = ("length", "one", "two", "made_at", "started_at", "final_at", "start_one", "start_two")
    matches = matches.order_by("-final_at")
    rows: list[Any] = list(matches.values_list("pk", *of_event, *columns)[:most])
    uses = TableUse.objects.filter(match__in=[row[0] for row in rows]).order_by("since")
    calls = {
        match: (since, table, until is None)
        for match, since, table, until in uses.values_list("match", "since", "table__name", "until")
    }
    return [_stamps(row, *calls.get(row[0], (None, "", False))) for row in rows]


def _stamps(row: Any, called: datetime | None, table: str, is_at_table: bool) -> MatchStamps:  # noqa: FBT001
    key, of_tournament, expected, length, one, two, since, started, final, *start = row
    points = points_to_play(length, (start[0], start[1]))
    sides = (one, two)
    return MatchStamps(
        key, of_tournament, expected, length, points, sides, since, called, started, final, table, is_at_table
    )


def belief_of(
    tournament: Tournament,
    stamps: HallStamps,
    *,
    people: Mapping[int, tuple[str, ...]],
    tables: int | None,
    opening: Opening,
    now: datetime,
) -> HallBelief:
    """Return what the stamps teach, and those of the last tournaments of the same owner; two queries.

    `people` are the persons of each side.
    """
    past = list(_past(tournament, now=now))
    paces = [PastPace(pace, count) for pace, _gap, count in past]
    gaps = [(gap, count) for _pace, gap, count in past]
    return HallBelief(
        learnt_pace(_timed(stamps, now=now), past=paces),
        learnt_gaps(_stamped(stamps, people, now=now), tables=tables, opening=opening, past=gaps),
    )


def _past(tournament: Tournament, *, now: datetime) -> Iterator[tuple[float, float, int]]:
    """Yield the pace as a factor of the expected one, the mean gap and the number of matches of past tournaments."""
    others = Tournament.objects.filter(
        roles__kind=RoleKind.OWNER,
        roles__player__in=tournament.roles.filter(kind=RoleKind.OWNER).values("player"),
        ends_on__gte=(now - _PAST).date(),
        ends_on__lt=tournament.starts_on,
    ).exclude(pk=tournament.pk)
    rows: dict[int, list[MatchStamps]] = defaultdict(list)
    for row in _rows(most=_MOST_PAST, is_final=True, tournament__in=others):
        rows[row.tournament].append(row)
    for matches in rows.values():
        hall = _hall(matches)
        timed = [one for one in _timed(hall, now=now) if one.is_plausible]
        if not timed:
            continue
        people = {side: (str(side),) for match in matches for side in match.sides}
        gaps = learnt_gaps(_stamped(hall, people, now=now), tables=None, opening=ALWAYS_OPEN)
        pace = sum(one.minutes for one in timed) / sum(one.mean for one in timed)
        yield pace, gaps.mean, len(timed)


def _timed(stamps: HallStamps, *, now: datetime) -> Iterator[TimedMatch]:
    for match in stamps.matches:
        begins = stamps.begins(match)
        until = match.final or now
        if begins is not None and begins <= until:
            yield TimedMatch(
                minute=_minutes(until - now),
                minutes=_minutes(until - begins),
                mean=match.expected * match.points,
                length=match.length,
                is_under_way=match.final is None,
            )


def _stamped(
    stamps: HallStamps, people: Mapping[int, tuple[str, ...]], *, now: datetime
) -> Iterable[StampedMatch]:
    for match in stamps.matches:
        begins = stamps.begins(match)
        # Without starts and tables nobody knows of a gap.
        if begins is not None and (stamps.has_starts or stamps.has_tables):
            yield StampedMatch(
                people=tuple(person for side in match.sides for person in people.get(side, (str(side),))),
                begins=_minutes(begins - now),
                ends=None if match.final is None else _minutes(match.final - now),
                ready=_minutes(match.made - now),
                table=match.table,
            )


def _minutes(duration: timedelta) -> float:
    return duration.total_seconds() / 60
