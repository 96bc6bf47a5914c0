"""The qualifiers of an event, and whether each of them has entered the target event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef

from tournaments.acts import readable
from tournaments.acts.entrants import EntrantQualified, QualifierPlacesFreed
from tournaments.formats import tiers_of
from tournaments.models import Entrant, EntrantPlayer, Event, LogEntry, Stage, StageEntry
from tournaments.queries.draws.winners import way_to_main


class Presence(StrEnum):
    """The status of a qualifier in the target event."""

    MISSING = "missing"
    """Not in it yet."""
    ENTERED = "entered"
    ALTERNATE = "alternate"
    LEFT = "left"
    """Came into it, and has withdrawn since."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entrant with its place; `is_through` says that it entered the target event by qualifying.

    `entry` is its entrant in the target event, if any.
    """

    entrant: Entrant
    place: int
    last_place: int
    presence: Presence
    is_through: bool
    entry: Entrant | None = None

    @property
    def is_missing(self) -> bool:
        """Whether the qualifier is not in the target event yet."""
        return self.presence is Presence.MISSING

    @property
    def is_present(self) -> bool:
        """Whether the qualifier is in the target event, with a place or as an alternate."""
        return self.presence in {Presence.ENTERED, Presence.ALTERNATE}


@dataclass(frozen=True, slots=True)
class Qualification:
    """The qualifiers of an event: the `certain` ones, and those `tied` for the remaining places.

    `reserve` are the next entrants, for the director to choose from. `lost` are entrants of the target event who no
    longer qualify, because a result was corrected. `tied_in` is the uid of the stage with the tie. There are no
    qualifiers before the event is complete. `filled_places` counts the places taken by qualifiers, `freed` those given up.
    """

    event: Event
    target: Event
    is_complete: bool
    certain: tuple[Qualifier, ...] = ()
    tied: tuple[Qualifier, ...] = ()
    reserve: tuple[Qualifier, ...] = ()
    lost: tuple[Qualifier, ...] = ()
    tied_in: str = ""
    filled_places: int = 0
    freed: int = 0

    @property
    def open(self) -> int:
        """The number of places in the target event reserved for further qualifiers."""
        return max(0, self.event.qualifying_places - self.freed - self.filled_places)

    @property
    def seats(self) -> int:
        """The number of places in the target event that this event gives."""
        return max(0, self.event.qualifying_places - self.freed)

    @property
    def holders(self) -> tuple[Qualifier, ...]:
        """Those with one of the seats: who came into the target event by it, then who was in it already."""
        present = [one for one in (*self.certain, *self.tied, *self.reserve, *self.lost) if one.is_present]
        through = [one for one in present if one.is_through]
        already = [one for one in self.certain if one.is_present and not one.is_through]
        return (*through, *already[: max(0, self.seats - len(through))])

    @property
    def left(self) -> tuple[Qualifier, ...]:
        """The qualifiers who withdrew from the target event; empty once no place is reserved."""
        ranked = (*self.certain, *self.tied, *self.reserve)
        return tuple(one for one in ranked if self.open and one.presence is Presence.LEFT)

    @property
    def choices(self) -> tuple[Qualifier, ...]:
        """The entrants that the director may enter by hand, including the reserve."""
        return tuple(one for one in (*self.certain, *self.tied, *self.reserve) if one.is_missing)

    @property
    def is_tie_open(self) -> bool:
        """Whether a tie for the remaining places must still be decided."""
        return bool(self.tied) and self.open > 0

    @property
    def needs_director(self) -> bool:
        """Whether the director must decide something."""
        return self.is_complete and (self.open > 0 or bool(self.lost))


def qualification(event: Event) -> Qualification | None:
    """Return the qualifiers of an event, None if it has no target event; six queries."""
    target = event.qualifies_for
    if target is None:
        return None
    line = way_to_main(list(Stage.objects.filter(event=event).order_by("order")))
    tiers = _tiers(line)
    came, freed = _history(event, target)
    if tiers is None:
        return Qualification(event, target, is_complete=False, freed=freed)
    certain, tied, behind = _cut(tiers, places=event.qualifying_places)
    qualified = {uid for uid, *_ in (*certain, *tied)}
    ranks = [uid for tier in behind for uid, *_ in tier]
    others = sorted((uid for uid in came if uid not in qualified), key=[*ranks, *came].index)
    former = [(uid, 0, 0) for uid in others]
    behind = [[place for place in tier if place[0] not in came] for tier in behind]
    places = (*certain, *tied, *(place for tier in behind for place in tier), *former)
    reading = _read(event, target, uids=[uid for uid, *_ in places], came=came)
    sure = tuple(_seen(reading, *place) for place in certain)
    return Qualification(
        event,
        target,
        is_complete=True,
        certain=sure,
        tied=tuple(_seen(reading, *place) for place in tied),
        tied_in=_ranking(line, tied[0][0]) if tied else "",
        reserve=_next([[_seen(reading, *place) for place in tier] for tier in behind]),
        lost=_without_place(sure, [_seen(reading, *place) for place in former]),
        filled_places=sum(_holds_place(one) for one in reading.came.values()),
        freed=freed,
    )


_Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class _QualifierReading:
    """The entrants by uid, those who entered the target event, and its entrants by player."""

    entrants: Mapping[str, Entrant]
    came: Mapping[str, Entrant]
    there: Mapping[int, Entrant]
    players: Mapping[int, Sequence[int]]


def _tiers(line: Sequence[Stage]) -> list[list[str]] | None:
    """Return the entrants of an event, best first, grouped by shared places; None before its end.

    Of two stages in the line the later one ranks its entrants first. None too if the main stage is unknown.
    """
    if not line or any(stage.standings is None for stage in line):
        return None
    ranked: set[str] = set()
    tiers: list[list[str]] = []
    for stage in reversed(line):
        by_place: dict[int, list[str]] = {}
        content: Any = stage.standings
        for standing in content["places"]:
            if standing["entrant"] not in ranked:
                by_place.setdefault(standing["place"], []).append(standing["entrant"])
        decisions = stage.tie_decisions
        for _, uids in sorted(by_place.items()):
            tiers += map(list, tiers_of(uids, decisions))
        ranked.update(uid for uids in by_place.values() for uid in uids)
    return tiers


def _ranking(line: Sequence[Stage], uid: str) -> str:
    """Return the uid of the last of these stages that ranks the entrant."""
    return next(
        stage.uid
        for stage in reversed(line)
        if any(standing["entrant"] == uid for standing in stage.standings["places"])
    )


def _cut(
    tiers: Sequence[Sequence[str]], *, places: int
) -> tuple[list[_Place], list[_Place], list[list[_Place]]]:
    """Return the entrants within the places, those tied across the limit, and the tiers below.

    The last list is empty if there is a tie across the limit.
    """
    within: list[_Place] = []
    behind: list[list[_Place]] = []
    last = 0
    for tier in tiers:
        first, last = last + 1, last + len(tier)
        shared = [(uid, first, last) for uid in tier]
        if first > places:
            behind.append(shared)
        elif last > places:
            return within, shared, []
        else:
            within += shared
    return within, [], behind


def _without_place(certain: Sequence[Qualifier], others: Sequence[Qualifier]) -> tuple[Qualifier, ...]:
    """Return the former qualifiers, best first, still in the target event without a spare place for them."""
    present = [one for one in others if one.presence is not Presence.LEFT]
    spare = sum(one.presence is Presence.LEFT or not (one.is_through or one.is_missing) for one in certain)
    return tuple(present[spare:])


def _next(behind: Sequence[Sequence[Qualifier]]) -> tuple[Qualifier, ...]:
    """Return the tiers below the limit, up to the first that has an entrant not in the target event."""
    reserve: list[Qualifier] = []
    for tier in behind:
        reserve += tier
        if any(one.is_missing for one in tier):
            break
    return tuple(reserve)


def _history(event: Event, target: Event) -> tuple[dict[str, str], int]:
    """Return the target event's entrants by the uid of the qualifier, and the number of places given up."""
    kinds = (EntrantQualified, QualifierPlacesFreed)
    entries = LogEntry.objects.filter(event=event, code__in=[kind.code for kind in kinds]).order_by("seq")
    came: dict[str, str] = {}
    freed = 0
    for entry in entries.only("code", "subject", "data"):
        match readable(entry):
            case EntrantQualified(subject=subject, entrant=uid):
                came[subject] = uid
            case QualifierPlacesFreed(target=uid, places=places) if uid == target.uid:
                freed = places
    return came, freed


def _holds_place(entrant: Entrant) -> bool:
    """Whether the qualifier still holds the place, or withdrew only after the draw."""
    return entrant.withdrawn_at is None or getattr(entrant, "has_line", False)


def _read(event: Event, target: Event, *, uids: Sequence[str], came: Mapping[str, str]) -> _QualifierReading:
    entrants = {
        entrant.uid: entrant
        for entrant in Entrant.objects.filter(event=event, uid__in=uids).select_related("side", "event")
    }
    line = Exists(StageEntry.objects.filter(entrant=OuterRef("pk"), line__isnull=False))
    there = Entrant.objects.filter(uid__in=came.values()).select_related("event").annotate(has_line=line)
    by_uid = {entrant.uid: entrant for entrant in there}
    players: dict[int, list[int]] = {}
    for entry in EntrantPlayer.objects.filter(entrant__in=[one.pk for one in entrants.values()]):
        players.setdefault(entry.entrant_id, []).append(entry.player_id)
    own = EntrantPlayer.objects.filter(
        event=target,
        entrant__withdrawn_at=None,
        player__in=[key for keys in players.values() for key in keys],
    )
    return _QualifierReading(
        entrants,
        {uid: by_uid[other] for uid, other in came.items() if other in by_uid},
        {entry.player_id: entry.entrant for entry in own.select_related("entrant__event")},
        players,
    )


def _seen(reading: _QualifierReading, uid: str, place: int, last_place: int) -> Qualifier:
    entrant = reading.entrants[uid]
    came = reading.came.get(uid)
    entry = came or next(
        (reading.there[key] for key in reading.players.get(entrant.pk, ()) if key in reading.there), None
    )
    presence = Presence.MISSING
    if entry is not None:
        presence = Presence.ALTERNATE if entry.is_alternate else Presence.ENTERED
        presence = presence if entry.withdrawn_at is None else Presence.LEFT
    return Qualifier(entrant, place, last_place, presence, is_through=came is not None, entry=entry)
