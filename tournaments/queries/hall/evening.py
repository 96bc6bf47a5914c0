"""One evening of an event at a glance: what is played now, what the round has brought, who is there, the last round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery, Value
from django.utils import timezone

from matches.models import UNSPOKEN, Player, Report, SideMember, rows_of_person
from tournaments.formats import FORMATS, ByChallenge
from tournaments.formats.by_rounds import PairedRounds
from tournaments.models import UNLISTED, Entrant, Event, Pairing, Seat, Stage, StageEntry
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, open_matches
from tournaments.queries.state import declared_rounds, round_length


@dataclass(frozen=True, slots=True)
class EveningMatch:
    """A match to be settled; `report` waits for the other side, and `is_own` says that the reader plays it."""

    line: MatchLine
    report: Report | None
    is_own: bool

    @property
    def winner(self) -> str:
        """The side that won by the waiting report, or nothing."""
        return "" if self.report is None else str(self.report.winner)

    @property
    def points(self) -> int | None:
        """The points of the loser by the waiting report, or None."""
        return None if self.report is None else min(self.report.counted)


@dataclass(frozen=True, slots=True)
class EveningRounds:
    """Where the rounds stand: the newest, how many are planned, when the next would begin, and about which is the last.

    `ends_by` is the moment after which none starts. `is_last` says that no other follows for sure; `last` is an
    estimate from the time a round takes. Both count for rounds of everybody alone.
    """

    number: int
    planned: int
    next_at: datetime
    ends_by: datetime | None
    is_last: bool
    last: int

    @property
    def is_probably_last(self) -> bool:
        """Whether the next round would begin too late, though it is not certain."""
        return not self.is_last and self.last <= self.number


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of an event: its stages, the matches to settle, the results and byes of the newest rounds, the entrants.

    `newcomers` came too late for the round under way and are paired from the next one on.
    """

    stages: Sequence[Stage]
    matches: Sequence[EveningMatch]
    results: Sequence[Any]
    byes: Sequence[Entrant]
    entrants: Sequence[Entrant]
    newcomers: Sequence[Entrant]
    rounds: EveningRounds | None

    @property
    def disputed(self) -> Sequence[EveningMatch]:
        """The matches that a director decides."""
        return [one for one in self.matches if one.line.dispute]

    @property
    def to_settle(self) -> Sequence[EveningMatch]:
        """The matches that wait for their players."""
        return [one for one in self.matches if not one.line.dispute]

    @property
    def points(self) -> range:
        """The points that the loser of a match can have, for the longest one."""
        lengths = [length for stage in self.stages for length in stage.lengths]
        return range(max([*lengths, *(one.line.match.length for one in self.matches)], default=0))

    @property
    def can_end_early(self) -> bool:
        """Whether a last round can be set."""
        return goes_by_rounds(stage.format for stage in self.stages)

    @property
    def is_over(self) -> bool:
        """Whether every stage is complete."""
        return bool(self.stages) and all(stage.completed_at is not None for stage in self.stages)


def goes_by_rounds(codes: Iterable[str]) -> bool:
    """Whether everybody plays every round in all stages of these formats."""
    rules = [FORMATS[code] for code in codes]
    return bool(rules) and all(isinstance(one, PairedRounds) for one in rules)


def evening(event: Event, reader: Player | None) -> Evening:
    """Return the evening of an event for a reader; ten queries at most, whatever the number of players."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    for stage in stages:
        stage.event = event
    lines = [line for line in open_matches(event) if not line.has_boards]
    rows = _newest_pairings(stages)
    entrants = list(_entrants(event, reader, stages[:1]))
    rounds = _rounds(event, stages[0], rows) if stages else None
    return Evening(
        stages=stages,
        matches=_to_settle(lines, {one.side_id for one in entrants if one.is_reader}),
        results=[row for row in rows if row.match is not None and row.match.is_final],
        byes=[seat.entrant for row in rows if row.match is None for seat in row.seats.all()],
        entrants=sorted(entrants, key=lambda one: (one.withdrawn_at is not None, one.name)),
        newcomers=[] if rounds is None else [one for one in entrants if _joins_after(one, rounds.number)],
        rounds=rounds,
    )


def _joins_after(entrant: Any, number: int) -> bool:
    """Whether an entrant of the evening is first paired after a round."""
    return entrant.withdrawn_at is None and (entrant.joins or 0) > number


def _entrants(event: Event, reader: Player | None, first: Sequence[Stage]) -> QuerySet[Any]:
    """Return the entrants with a place, each with whether it is the reader and its first round of a stage; one query."""
    if reader is None:
        is_reader: Exists | Value = Value(value=False)
    else:
        members = SideMember.objects.filter(
            side=OuterRef("side"), player__in=rows_of_person(reader.person_key)
        )
        is_reader = Exists(members)
    entrants = Entrant.objects.filter(event=event, is_alternate=False).exclude(via__in=UNLISTED)
    joins = StageEntry.objects.filter(entrant=OuterRef("pk"), stage__in=first).values("joins")[:1]
    return entrants.select_related("side").annotate(is_reader=is_reader, joins=Subquery(joins))


def _to_settle(lines: Sequence[MatchLine], own: Collection[int]) -> list[EveningMatch]:
    """Return the open matches with their waiting reports; `own` are the sides of the reader; one query at most."""
    waiting = [line.match.pk for line in lines if line.state is SlotState.REPORTED]
    reports = Report.objects.filter(match__in=waiting, source__in=("one", "two")).exclude(UNSPOKEN)
    newest = {report.match_id: report for report in reports.order_by("pk")}
    return [
        EveningMatch(line, newest.get(line.match.pk), line.match.one_id in own or line.match.two_id in own)
        for line in lines
    ]


def _newest_pairings(stages: Sequence[Stage]) -> list[Any]:
    """Return the pairings of the newest round of each stage, with draws, matches and seats; two queries."""
    seated = Pairing.objects.filter(cancelled_at=None)
    newest = seated.filter(stage=OuterRef("stage")).order_by("-round").values("round")[:1]
    rows = seated.filter(stage__in=stages, round=Subquery(newest))
    rows = rows.select_related("draw", "match__one", "match__two", "match__accepted_report")
    seats = Prefetch("seats", Seat.objects.select_related("entrant__side"))
    return list(rows.prefetch_related(seats).order_by("stage__order", "slot"))


def _rounds(event: Event, stage: Stage, rows: Sequence[Any]) -> EveningRounds | None:
    """Return where the rounds of the first stage stand; None before its draw, and in a ladder."""
    mine = [row for row in rows if row.stage_id == stage.pk]
    if not mine or mine[0].draw is None or isinstance(FORMATS[stage.format], ByChallenge):
        return None
    declared = declared_rounds(stage, mine[0].draw)
    number, planned = mine[0].round, len(declared)
    current = next((one for one in declared if one.number == number), None)
    length = stage.lengths[-1] if current is None else round_length(stage, current)
    takes = timedelta(minutes=max(1, length * event.minutes_per_point))
    begun = min(row.made_at for row in mine)
    next_at = max(begun + takes, timezone.now())
    by = event.last_round_at
    more = 0 if by is None or next_at > by else 1 + int((by - next_at) / takes)
    last = planned if by is None else min(max(planned, number), number + more)
    is_last = number >= planned or (by is not None and timezone.now() >= by)
    return EveningRounds(number, planned, next_at, by, is_last, last)
