"""What is open in an event when a director closes it, and whether that stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypeVar

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from matches.models import Appeal, GameRecord, Match, Verdict
from tournaments.acts import readable
from tournaments.acts.closing import EventClosed, EventClosedAnyway
from tournaments.models import (
    Draw,
    Entrant,
    Event,
    LogEntry,
    LogText,
    Notice,
    NoticeCode,
    Registration,
    Sanction,
    SanctionState,
    Stage,
    TableUse,
    Tournament,
    pairing_of,
    played_for,
)
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.winners import main_candidates, main_stage
from tournaments.queries.entrants.places import in_turn
from tournaments.queries.exchange.sent_files import SentFile, sent_files
from tournaments.queries.money.ledger import (
    BoxTotal,
    SidePool,
    balances_by_event,
    box_totals,
    side_pools_by_event,
    statements_of,
)
from tournaments.queries.money.prizes import PrizeList, has_prizes, prize_lists
from tournaments.queries.results.matches import MatchLine, open_matches
from tournaments.queries.results.ties import AroundTies, open_ties

_Row = TypeVar("_Row")

_UNFINISHED = frozenset({SlotState.OPEN, SlotState.PLAYING})
_DISPUTED = frozenset({SlotState.DISPUTED, SlotState.SCORE_OPEN})
_ASKING = (
    NoticeCode.NEXT_OPPONENT,
    NoticeCode.MATCH_ON,
    NoticeCode.PLEASE_CONFIRM,
    NoticeCode.REPORT_DIFFERS,
    NoticeCode.MATCH_AGAIN,
    NoticeCode.CHALLENGED,
    NoticeCode.CHALLENGE_DUE,
    NoticeCode.LINEUP_MISSING,
)


class Weight(StrEnum):
    """What an open matter means for the closing of its event."""

    SETTLE = "settle"
    """It is settled first, or the director closes anyway and says why."""
    CLEARED = "cleared"
    """The closing ends it."""
    LATER = "later"
    """It is done after the closing."""


class MatterCode(StrEnum):
    """The kind of an open matter."""

    STAGES = "stages"
    MATCHES = "matches"
    CONFIRMATIONS = "confirmations"
    DISPUTES = "disputes"
    APPEALS = "appeals"
    SUSPENSIONS = "suspensions"
    TIES = "ties"
    MAIN_STAGE = "main_stage"
    FEES = "fees"
    REFUNDS = "refunds"
    PRIZES = "prizes"
    OVERPAID = "overpaid"
    SIDE_POOLS = "side_pools"
    ALTERNATES = "alternates"
    NOTICES = "notices"
    RECORDS = "records"
    FEDERATIONS = "federations"

    @property
    def weight(self) -> Weight:
        """What it means for the closing."""
        return _WEIGHTS.get(self, Weight.SETTLE)


_WEIGHTS = {
    MatterCode.ALTERNATES: Weight.CLEARED,
    MatterCode.NOTICES: Weight.CLEARED,
    MatterCode.RECORDS: Weight.LATER,
    MatterCode.FEDERATIONS: Weight.LATER,
}


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """Something open in an event: how many there are, what they are worth, and the names of some.

    `amount` is in the smallest unit of the currency, None where it is not about money.
    """

    code: MatterCode
    number: int
    names: tuple[str, ...] = ()
    amount: int | None = None

    @property
    def weight(self) -> Weight:
        """What it means for the closing."""
        return self.code.weight


def to_settle(matters: Iterable[OpenMatter]) -> tuple[OpenMatter, ...]:
    """Return the matters that stand in the way of the closing."""
    return tuple(matter for matter in matters if matter.weight is Weight.SETTLE)


def open_matters(event: Event) -> tuple[OpenMatter, ...]:
    """Return everything open in an event, in the order in which a director settles it."""
    return matters_by_event([event])[event.pk]


def matters_by_event(events: Sequence[Event]) -> dict[int, tuple[OpenMatter, ...]]:
    """Return everything open in these events of one tournament, by primary key.

    The number of queries is constant, but for ties that matter and stages into which somebody may still come.
    """
    rows = _MatterRows.of(events) if events else None
    return {
        event.pk: tuple(matter for matter in _matters(event, rows) if matter.number)
        for event in events
        if rows is not None
    }


@dataclass(frozen=True, slots=True)
class _MatterRows:
    """What the matters of some events are found in, each by primary key of the event."""

    stages: Mapping[int, Sequence[Stage]]
    lines: Mapping[int, Sequence[MatchLine]]
    appeals: Mapping[int, Sequence[Appeal]]
    due: Mapping[int, Sequence[tuple[str, int]]]
    credit: Mapping[int, Sequence[tuple[str, int]]]
    prizes: Mapping[int, PrizeList]
    pools: Mapping[int, Sequence[SidePool]]
    alternates: Mapping[int, Sequence[Entrant]]
    notices: Mapping[int, int]
    records: Mapping[int, int]
    sanctioned: frozenset[int]

    @classmethod
    def of(cls, events: Sequence[Event]) -> _MatterRows:
        """Read these events, which are of one tournament."""
        tournament, keys = events[0].tournament, [event.pk for event in events]
        is_drawn = Exists(Draw.objects.filter(stage=OuterRef("pk"), voided_at=None))
        stages = Stage.objects.filter(event__in=keys).select_related("event__tournament")
        appeals = Appeal.objects.filter(played_for("dispute__match", stage__event__in=keys), decided_at=None)
        ways = ("pairing__stage", "board__team_match__pairing__stage")
        appeals = appeals.select_related(
            "dispute__match__one", "dispute__match__two", *(f"dispute__match__{way}" for way in ways)
        )
        due, credit = _owed(tournament, keys)
        of_match = played_for("match", stage__event__in=keys)
        records = GameRecord.objects.filter(of_match, Q(checked_at=None) | Q(verdict=Verdict.FAILED))
        asking = Notice.objects.filter(of_match, read_at=None, code__in=_ASKING)
        alternates = Entrant.objects.filter(event__in=keys, is_alternate=True, withdrawn_at=None)
        sanctions = Sanction.objects.filter(event__in=keys, state=SanctionState.GRANTED)
        with_prizes = [event for event in events if has_prizes(event)]
        # A tournament reads the matches of its open events only.
        lines = open_matches(events[0] if len(events) == 1 else tournament)
        return cls(
            _grouped(stages.annotate(is_drawn=is_drawn).order_by("order"), lambda one: one.event_id),
            _grouped(lines, lambda line: line.event.pk),
            _grouped(appeals, lambda one: pairing_of(one.dispute.match).stage.event_id),
            due,
            credit,
            prize_lists(with_prizes, statements_of(tournament, with_prizes)) if with_prizes else {},
            side_pools_by_event(events),
            _grouped(in_turn(alternates).select_related("side"), lambda one: one.event_id),
            _counts(asking.filter(match__final_at=None)),
            _counts(records),
            frozenset(sanctions.values_list("event", flat=True)),
        )


def _grouped(rows: Iterable[_Row], event_of: Callable[[_Row], int]) -> dict[int, list[_Row]]:
    groups: dict[int, list[_Row]] = {}
    for row in rows:
        groups.setdefault(event_of(row), []).append(row)
    return groups


def _counts(rows: QuerySet[Any]) -> dict[int, int]:
    """Return how many of these rows about matches there are in each event; one query."""
    event = Coalesce("match__pairing__stage__event", "match__board__team_match__pairing__stage__event")
    grouped = rows.order_by().annotate(of_event=event).values("of_event")
    return dict(grouped.annotate(number=Count("pk")).values_list("of_event", "number"))


_Owed = dict[int, list[tuple[str, int]]]


def _owed(tournament: Tournament, events: Collection[int]) -> tuple[_Owed, _Owed]:
    """Return who owes and who has to get money back in each event, with the amounts; two queries."""
    balances = balances_by_event(tournament)
    own = {event: balances[event] for event in events if event in balances}
    keys = {key for of_event in own.values() for key, one in of_event.items() if one.due > 0 or one.credit}
    rows = Entrant.objects.filter(pk__in=keys).select_related("side").order_by("pk") if keys else ()
    names = {row.pk: row.name for row in rows}
    due: _Owed = {}
    credit: _Owed = {}
    for event, of_event in own.items():
        due[event] = [(names[key], one.due) for key, one in of_event.items() if one.due > 0]
        credit[event] = [(names[key], one.credit) for key, one in of_event.items() if one.credit]
    return due, credit


def _matters(event: Event, rows: _MatterRows) -> Iterator[OpenMatter]:
    yield from _of_play(event, rows)
    yield from _of_money(event, rows)
    alternates = tuple(entrant.name for entrant in rows.alternates.get(event.pk, ()))
    yield OpenMatter(MatterCode.ALTERNATES, len(alternates), alternates)
    yield OpenMatter(MatterCode.NOTICES, rows.notices.get(event.pk, 0))
    yield OpenMatter(MatterCode.RECORDS, rows.records.get(event.pk, 0))
    files = sent_files(event) if event.pk in rows.sanctioned else ()
    waiting_for = [file for file in files if file.is_sanctioned and _is_unsent(file)]
    codes = tuple(file.federation.code for file in waiting_for)
    yield OpenMatter(MatterCode.FEDERATIONS, len(codes), codes)


def _of_play(event: Event, rows: _MatterRows) -> Iterator[OpenMatter]:
    stages, lines = rows.stages.get(event.pk, ()), rows.lines.get(event.pk, ())
    at_boards = [line for line in lines if not line.has_boards]
    yield _stages(event, stages)
    yield _matches(MatterCode.MATCHES, _without_boards(lines), _UNFINISHED)
    yield _matches(MatterCode.CONFIRMATIONS, at_boards, frozenset({SlotState.REPORTED}))
    yield _matches(MatterCode.DISPUTES, at_boards, _DISPUTED)
    appealed = tuple(str(appeal.dispute.match) for appeal in rows.appeals.get(event.pk, ()))
    yield OpenMatter(MatterCode.APPEALS, len(appealed), appealed)
    yield _matches(MatterCode.SUSPENSIONS, at_boards, frozenset({SlotState.SUSPENDED}))
    around = AroundTies([stage for stage in stages if not _is_drawn(stage)], rows.prizes.get(event.pk))
    ties = [tie for stage in stages for tie in open_ties(stage, around=around)]
    ties = [tie for tie in ties if tie.is_blocking or tie.playoff is not None]
    names = dict.fromkeys(entrant.name for tie in ties for entrant in tie.entrants)
    yield OpenMatter(MatterCode.TIES, len(ties), tuple(names))
    has_open_main = main_stage(stages) is None and len(main_candidates(stages)) > 1
    yield OpenMatter(MatterCode.MAIN_STAGE, int(has_open_main))


def _is_drawn(stage: Stage) -> bool:
    return bool(getattr(stage, "is_drawn", False))


def _stages(event: Event, stages: Sequence[Stage]) -> OpenMatter:
    """Return the stages that are not over: those drawn, and where somebody has no place yet, the others too."""
    unfinished = [stage for stage in stages if stage.completed_at is None]
    drawn = [stage for stage in unfinished if _is_drawn(stage)]
    if len(drawn) < len(unfinished) and not _has_unplaced(event):
        # Nobody who could play in the others is without a place.
        unfinished = drawn
    return OpenMatter(MatterCode.STAGES, len(unfinished), tuple(map(str, unfinished)))


def _has_unplaced(event: Event) -> bool:
    """Whether an entrant with a place in the event has no finishing position."""
    placed = {line.entrant for line in finish(event)}
    entrants = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False)
    return any(uid not in placed for uid in entrants.values_list("uid", flat=True))


def _without_boards(lines: Sequence[MatchLine]) -> list[MatchLine]:
    """Return the matches without the boards of team matches, which stand for them."""
    return [line for line in lines if line.board is None]


def _matches(code: MatterCode, lines: Iterable[MatchLine], states: frozenset[SlotState]) -> OpenMatter:
    names = [str(line.match) for line in lines if line.state in states]
    return OpenMatter(code, len(names), tuple(names))


def _of_money(event: Event, rows: _MatterRows) -> Iterator[OpenMatter]:
    for code, of_event in ((MatterCode.FEES, rows.due), (MatterCode.REFUNDS, rows.credit)):
        owed = of_event.get(event.pk, ())
        names = tuple(name for name, _amount in owed)
        yield OpenMatter(code, len(owed), names, sum(amount for _name, amount in owed))
    prizes = rows.prizes.get(event.pk)
    if prizes is not None and prizes.is_final:
        unpaid = [line for line in prizes.lines if line.entrant is not None and line.left > 0]
        winners = tuple(dict.fromkeys(line.entrant.name for line in unpaid if line.entrant is not None))
        yield OpenMatter(MatterCode.PRIZES, len(unpaid), winners, prizes.to_pay)
        over = [one for one in prizes.overpaid if not one.reasons]
        overpaid = tuple(one.entrant.name for one in over)
        yield OpenMatter(MatterCode.OVERPAID, len(over), overpaid, prizes.to_come_back)
    pools = [pool for pool in rows.pools.get(event.pk, ()) if pool.left > 0]
    pool_names = tuple(pool.fee.name for pool in pools)
    yield OpenMatter(MatterCode.SIDE_POOLS, len(pools), pool_names, sum(pool.left for pool in pools))


def asking_notices(event: Event, *, read_at: datetime | None = None) -> QuerySet[Notice]:
    """Return the notices that ask somebody to come, play or answer in an event, also of matches that are over.

    They are unread, or those that were read at this moment.
    """
    matches = Match.objects.filter(played_for(stage__event=event))
    return Notice.objects.filter(read_at=read_at, code__in=_ASKING, match__in=matches)


def tables_in_use(event: Event, *, until: datetime | None = None) -> QuerySet[TableUse]:
    """Return the uses of tables by matches of an event that are not over: open ones, or those that ended at this moment."""
    matches = Match.objects.filter(played_for(stage__event=event), final_at=None, cancelled_at=None)
    return TableUse.objects.filter(until=until, match__in=matches)


def _is_unsent(file: SentFile) -> bool:
    return file.file is None or file.may_send or file.must_be_sent_again


@dataclass(frozen=True, slots=True)
class EventMatters:
    """An event of a tournament with what is open in it; nothing once it is closed."""

    event: Event
    matters: tuple[OpenMatter, ...]

    @property
    def to_settle(self) -> tuple[OpenMatter, ...]:
        """What stands in the way of the closing."""
        return to_settle(self.matters)


@dataclass(frozen=True, slots=True)
class TournamentMatters:
    """What is open in a tournament: by event, and the cash that its boxes should hold."""

    events: tuple[EventMatters, ...]
    boxes: tuple[BoxTotal, ...]

    @property
    def to_settle(self) -> tuple[OpenMatter, ...]:
        """What stands in the way of the closing."""
        return tuple(matter for line in self.events for matter in line.to_settle)


def tournament_matters(tournament: Tournament) -> TournamentMatters:
    """Return what is open in every event of a tournament; only events that are not closed are looked into."""
    events = list(tournament.events.select_related("tournament").order_by("order", "pk"))
    matters = matters_by_event([event for event in events if event.closed_at is None])
    lines = (EventMatters(event, matters.get(event.pk, ())) for event in events)
    return TournamentMatters(tuple(lines), tuple(box for box in box_totals(tournament) if box.total))


def appeals_end(event: Event) -> datetime | None:
    """Return when the appeals and records of a closed event end; None while it is open."""
    if event.closed_at is None:
        return None
    return event.closed_at + timedelta(days=event.tournament.appeal_days)


@dataclass(frozen=True, slots=True)
class Closing:
    """How a closed event was closed: by whom, what its registration was before, and why if something was open."""

    at: datetime
    by: str
    registration: Registration
    matters: tuple[str, ...]
    reason: str

    @property
    def is_insisted(self) -> bool:
        """Whether something was open."""
        return bool(self.matters)


def last_closing(event: Event) -> Closing | None:
    """Return how a closed event was closed, as its log says; None while it is open."""
    if event.closed_at is None:
        return None
    codes = (EventClosed.code, EventClosedAnyway.code)
    entries = LogEntry.objects.filter(tournament=event.tournament_id, code__in=codes, subject=event.uid)
    entry = entries.select_related("by").order_by("-seq").first()
    act = None if entry is None else readable(entry)
    if entry is None or not isinstance(act, EventClosed | EventClosedAnyway):
        return None
    by = "" if entry.by is None else entry.by.name
    if isinstance(act, EventClosed):
        return Closing(event.closed_at, by, act.registration, (), "")
    reason = LogText.objects.filter(uid=act.reason).values_list("text", flat=True).first()
    return Closing(event.closed_at, by, act.registration, act.matters, reason or "")


def corrected_since(event: Event) -> QuerySet[Match]:
    """Return the matches of a closed event whose result was entered or corrected after the closing."""
    rows = Match.objects.filter(played_for(stage__event=event), cancelled_at=None, final_at__isnull=False)
    late = rows.filter(accepted_report__at__gt=event.closed_at) if event.closed_at else rows.none()
    return late.select_related("one", "two", "accepted_report").order_by("pk")
