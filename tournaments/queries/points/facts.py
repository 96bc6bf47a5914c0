"""What happened in events, as the schemes of points read it; a fixed number of queries for any number of events."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from matches.models import LengthChange
from rules.scoresheet import Outcome
from tournaments.formats import Take
from tournaments.models import Entrant, Event, Seat, Stage, StageEntry
from tournaments.plans import FinishRule, FinishStage, finishing_positions
from tournaments.points import EventEntrant, Field, FinishPlace, PointsEvent, Weights, Win
from tournaments.points.event import BYE, FORFEIT, MAIN, PLAYED
from tournaments.queries.draws.finish import finish_stages
from tournaments.queries.draws.winners import way_to_main
from tournaments.queries.money.prizes import flights_of
from tournaments.queries.state import feeds_of

_OF_LOSERS = frozenset({Take.LOSERS, Take.FIRST_LOSS, Take.REST})
# The flights of schemes, by how often somebody lost before.
_FLIGHTS = (MAIN, "consolation", "last chance")
# A match that began counts as played, whoever stopped; without play, or by a ruling against a side, it is a forfeit.
_KINDS = {
    Outcome.PLAYED: PLAYED,
    Outcome.RETIRED: PLAYED,
    Outcome.FORFEIT: FORFEIT,
    Outcome.WALKOVER: FORFEIT,
    Outcome.DISQUALIFIED: FORFEIT,
}
_ABSENT = frozenset({Outcome.FORFEIT, Outcome.WALKOVER, Outcome.DOUBLE_FORFEIT})


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What happened in an event: who played, with what success; `is_over` once every place is certain."""

    event: Event
    is_over: bool
    entrants: tuple[EventEntrant, ...]

    def points_event(self, weights: Weights) -> PointsEvent:
        """Return the event as schemes read it; its day is the first one of its tournament."""
        flights = frozenset(place.flight for entrant in self.entrants for place in entrant.places)
        players = Field(max(len(self.entrants), 1), flights=flights)
        return PointsEvent(self.event.uid, players, self.entrants, weights, self.event.tournament.starts_on)


def facts_of_events(events: Sequence[Event]) -> tuple[EventFacts, ...]:
    """Return the facts of these events, read with their tournaments; four queries."""
    keys = [event.pk for event in events]
    stages: dict[int, list[Stage]] = defaultdict(list)
    for stage in Stage.objects.filter(event__in=keys).select_related("event").order_by("order"):
        stages[stage.event_id].append(stage)
    entrants: dict[int, dict[str, Entrant]] = defaultdict(dict)
    for entrant in Entrant.objects.filter(event__in=keys).order_by("pk"):
        entrants[entrant.event_id][entrant.uid] = entrant
    drawn: dict[int, set[str]] = defaultdict(set)
    entries = StageEntry.objects.filter(stage__event__in=keys, line__isnull=False).order_by()
    for stage_key, uid in entries.values_list("stage_id", "entrant__uid"):
        drawn[stage_key].add(uid)
    records = _records_of(keys, stages)
    return tuple(
        _facts(event, stages[event.pk], entrants[event.pk], drawn, records[event.pk]) for event in events
    )


@dataclass(slots=True)
class _MatchRecord:
    """The matches and byes of an entrant."""

    wins: list[Win] = field(default_factory=list)
    settlements: int = 0
    forfeits: int = 0
    has_come: bool = False

    @property
    def attended(self) -> bool:
        """Whether the entrant came: nobody did who only lost matches that were not played."""
        return self.has_come or not self.forfeits


def _facts(
    event: Event,
    stages: Sequence[Stage],
    entrants: Mapping[str, Entrant],
    drawn: Mapping[int, Collection[str]],
    records: Mapping[str, _MatchRecord],
) -> EventFacts:
    of_stages = {stage.pk: frozenset(drawn[stage.pk]) for stage in stages if drawn.get(stage.pk)}
    field_of = {uid for uids in of_stages.values() for uid in uids}
    known = finish_stages(stages, of_stages, entrants)
    places: dict[str, list[FinishPlace]] = defaultdict(list)
    for flight, way in _ways(stages):
        for uid, place in _places(event, known, way, flight):
            places[uid].append(place)
    is_running = any(stage.coming for stage in known if stage.places is None)
    has_ended = bool(field_of) and not is_running and all(places[uid] for uid in field_of)
    return EventFacts(
        event,
        has_ended,
        tuple(
            EventEntrant(
                uid,
                tuple(places[uid]),
                tuple(record.wins),
                record.attended,
                record.settlements,
            )
            for uid in entrants
            if uid in field_of
            for record in [records.get(uid, _MatchRecord())]
        ),
    )


def _ways(stages: Sequence[Stage]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the name of each flight with the orders of the stages that lead to its last one, the main flight first."""
    main = tuple(stage.order for stage in way_to_main(stages))
    if not main:
        return
    yield MAIN, main
    of_order = {stage.order: stage for stage in stages}
    names: Counter[str] = Counter([MAIN])
    for final in flights_of(stages):
        if final.order in main:
            continue
        depth = _losses(final.order, of_order)
        name = _FLIGHTS[depth] if 0 < depth < len(_FLIGHTS) else f"flight {depth + 1}"
        names[name] += 1
        yield name if names[name] == 1 else f"{name} {names[name]}", tuple(_way_up(final.order, of_order))


def _losses(order: int, stages: Mapping[int, Stage]) -> int:
    """Return after how many losses, at least, an entrant comes into a stage."""
    feeds = [feed for feed in feeds_of(stages[order]) if feed.stage in stages and feed.stage < order]
    return min((_losses(feed.stage, stages) + (feed.take in _OF_LOSERS) for feed in feeds), default=0)


def _way_up(order: int, stages: Mapping[int, Stage]) -> list[int]:
    """Return the stages from which the best come into a stage, and that one last."""
    feeds = [feed for feed in feeds_of(stages[order]) if feed.take not in _OF_LOSERS and feed.stage < order]
    before = [one for feed in feeds if feed.stage in stages for one in _way_up(feed.stage, stages)]
    return [*dict.fromkeys(before), order]


def _places(
    event: Event, stages: Sequence[FinishStage], way: Sequence[int], flight: str
) -> Iterator[tuple[str, FinishPlace]]:
    """Yield the certain places in a flight; those in the main one follow the rule of the event."""
    is_main = flight == MAIN
    members = {uid for stage in stages if stage.order in way for uid in stage.members}
    rule = FinishRule(event.finish_rule) if is_main else FinishRule.BY_FLIGHT
    for uid, first, last in finishing_positions(stages, way, rule):
        if is_main or uid in members:
            yield uid, FinishPlace(first, last, flight)


def _records_of(
    events: Collection[int], stages: Mapping[int, Sequence[Stage]]
) -> dict[int, dict[str, _MatchRecord]]:
    """Return the matches and byes of each entrant by event; one query."""
    records: dict[int, dict[str, _MatchRecord]] = defaultdict(lambda: defaultdict(_MatchRecord))
    lengths = {stage.pk: stage.lengths[-1] for row in stages.values() for stage in row}
    for event, stage, round_, uid, side, match, winner, outcome, final_at, length in _seats_of(events):
        record = records[event][uid]
        if match is None:
            length_of_round = lengths_of_round(stages[event], stage).get(str(round_))
            record.wins.append(Win(length_of_round or lengths[stage], BYE))
        elif final_at is not None:
            _count(record, Outcome(outcome), has_won=winner == side, length=length)
    return records


def lengths_of_round(stages: Sequence[Stage], key: int) -> Mapping[str, int]:
    """Return the lengths that a director fixed for rounds of a stage."""
    return next((stage.round_lengths for stage in stages if stage.pk == key), {})


def _count(record: _MatchRecord, outcome: Outcome, *, has_won: bool, length: int) -> None:
    is_absent = outcome in _ABSENT and not has_won
    record.forfeits += is_absent
    record.has_come = record.has_come or not is_absent
    record.settlements += outcome is Outcome.SETTLED
    if has_won and outcome in _KINDS:
        record.wins.append(Win(length, _KINDS[outcome]))


def _seats_of(
    events: Collection[int],
) -> Iterator[tuple[int, int, int, str, str, int | None, str, str, datetime | None, int]]:
    """Yield the seats of these events in the order of play, with the match and its length in force."""
    stand = LengthChange.objects.filter(match=OuterRef("pairing__match"), voided_at=None)
    changes = stand.order_by("-before_game", "-pk")
    seats = Seat.objects.filter(stage__event__in=events, cancelled_at=None, pairing__cancelled_at=None)
    in_force = Coalesce(
        "pairing__match__accepted_report__length",
        Subquery(changes.values("length")[:1]),
        "pairing__match__length",
    )
    rows = seats.annotate(in_force=in_force).order_by("stage__order", "round", "pairing__slot", "pk")
    yield from rows.values_list(
        "stage__event_id",
        "stage_id",
        "round",
        "entrant__uid",
        "side",
        "pairing__match_id",
        "pairing__match__winner",
        "pairing__match__outcome",
        "pairing__match__final_at",
        "in_force",
    )
