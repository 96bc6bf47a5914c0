"""The rows of an event behind the states of its stages, read at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from matches.database.prepared import keep_prefetched, prepared
from matches.models import EFFECTIVE, LengthChange, Match, Penalty, Report, Suspension
from tournaments.models import Draw, Entrant, Pairing, StageEntry, TableUse

from .affiliations import ClubAndCountry, people_of

# A match has begun with a start time or a report other than an automatic walkover; nothing else blocks a change.
MATCH_BEGUN = Q(started_at__isnull=False) | Exists(Report.objects.filter(EFFECTIVE, match=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class EventRows:
    """Drawn stages with their entries and pairings, annotated as `_seats_of` says; the draws are in order of stage.

    An act that changes a result or a decision changes it here too, and need not read all again.
    """

    draws: Sequence[Draw]
    entries: Mapping[int, Sequence[StageEntry]]
    pairings: Sequence[Any]
    people: Mapping[int, ClubAndCountry]

    @property
    def by_stage(self) -> Mapping[int, list[Any]]:
        """The pairings of each stage."""
        pairings: dict[int, list[Any]] = {}
        for pairing in self.pairings:
            pairings.setdefault(pairing.stage_id, []).append(pairing)
        return pairings

    @property
    def meetings(self) -> Mapping[int, list[tuple[str, str]]]:
        """The uids of those who have met in each event."""
        meetings: dict[int, list[tuple[str, str]]] = {}
        for pairing in self.pairings:
            if pairing.match_id is not None and pairing.uid_two and not pairing.is_set_aside:
                meetings.setdefault(pairing.event_id, []).append((pairing.uid_one, pairing.uid_two))
        return meetings

    @property
    def entrants(self) -> Mapping[str, Entrant]:
        """The entrants of all stages by uid."""
        return {entry.entrant.uid: entry.entrant for of_stage in self.entries.values() for entry in of_stage}

    def pairing(self, key: int) -> Any | None:
        """Return the row of the pairing with this primary key; None if it is in no stage any more."""
        return next((row for row in self.pairings if row.pk == key), None)


def rows_of(draws: Iterable[Draw], *, with_people: bool = True, is_for_act: bool = False) -> EventRows:
    """Return the rows of these draws, and all pairings of their events; three queries, one fewer without people.

    For an act the pairings say also where and how their matches are played, as `_seated_for_act` says.
    """
    in_order = sorted(draws, key=lambda draw: (draw.stage.event_id, draw.stage.order))
    events = tuple({draw.stage.event_id for draw in in_order})
    entries: dict[int, list[StageEntry]] = {}
    for entry in _entries_of(tuple(draw.stage_id for draw in in_order)):
        entries.setdefault(entry.stage_id, []).append(entry)
    pairings = _seated_for_act(events) if is_for_act else _seated(events)
    return EventRows(in_order, entries, pairings, people_of(*events) if with_people else {})


def note_terms(row: Any, match: Match) -> None:
    """Note on a match what its row, read for an act, says: that it has no penalties and no changes of length."""
    if not row.has_penalties and not row.has_length_changes:
        keep_prefetched(match, "penalties", [])
        keep_prefetched(match, "length_changes", [])


def with_cancelled(rows: EventRows, uids: Collection[str]) -> EventRows:
    """Return the rows with those of these pairings that were cancelled, as if they had been set aside; one query.

    A walkover that nobody reported comes back only while it would be given again.
    """
    events = {draw.stage.event_id for draw in rows.draws}
    cancelled = Pairing.objects.filter(
        uid__in=uids, stage__event__in=events, is_set_aside=False, cancelled_at__isnull=False
    )
    leavers = {uid for uid, entrant in rows.entrants.items() if entrant.withdrawn_at is not None}
    former = [row for row in _annotated(cancelled) if _stands(row, leavers)]
    for row in former:
        row.is_set_aside = True
    return replace(rows, pairings=[*rows.pairings, *former])


def _stands(row: Any, leavers: Collection[str]) -> bool:
    """Whether a pairing has no walkover, or one that follows from these leavers."""
    if row.match is None or row.match.final_at is None or row.is_reported:
        return True
    left = {side for side, uid in (("one", row.uid_one), ("two", row.uid_two)) if uid in leavers}
    winners = {"one", "two"} - left
    return bool(left) and row.match.winner == (winners.pop() if winners else "")


@prepared
def _entries_of(stages: tuple[int, ...]) -> QuerySet[StageEntry]:
    return StageEntry.objects.filter(stage__in=stages).select_related("entrant__side")


@prepared
def _seated_for_act(events: tuple[int, ...]) -> QuerySet[Any]:
    """Return `_seats_of` with more annotations: `table_in_use`, `is_suspended`, `has_penalties`, `has_length_changes`."""
    uses = TableUse.objects.filter(match=OuterRef("match_id"), until=None).order_by()
    rows: QuerySet[Any] = _seats_of(events).annotate(
        table_in_use=Subquery(uses.values("table_id")[:1]),
        is_suspended=_exists(Suspension.objects.filter(resumed_at=None)),
        has_penalties=_exists(Penalty.objects.all()),
        has_length_changes=_exists(LengthChange.objects.all()),
    )
    return rows


def _exists(rows: QuerySet[Any]) -> Exists:
    """Return whether one of these rows belongs to the match of a pairing."""
    return Exists(rows.filter(match=OuterRef("match_id")))


@prepared
def _seated(events: tuple[int, ...]) -> QuerySet[Any]:
    return _seats_of(events)


def _seats_of(events: tuple[int, ...]) -> QuerySet[Any]:
    """Return the pairings of these events with their matches and results, those set aside included; one query.

    Each pairing is annotated with `event_id`, `is_reported`, the uids of its entrants, `uid_one` and `uid_two`, the latter
    None for a bye, and those of its decision.
    """
    # Seats are cancelled together with their pairing.
    in_play = Q(cancelled_at=None) | Q(is_set_aside=True)
    return _annotated(Pairing.objects.filter(in_play, stage__event__in=events))


def _annotated(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    def sits(side: str) -> FilteredRelation:
        return FilteredRelation("seats", condition=Q(seats__side=side))

    rows = rows.annotate(seat_one=sits("one"), seat_two=sits("two")).annotate(
        event_id=F("stage__event_id"),
        uid_one=F("seat_one__entrant__uid"),
        uid_two=F("seat_two__entrant__uid"),
        uid_ruling=F("decided_by__uid"),
        uid_advances=F("advances__uid"),
        uid_drops=F("drops__uid"),
        is_reported=_exists(Report.objects.filter(EFFECTIVE)),
    )
    return rows.select_related("match__accepted_report")
