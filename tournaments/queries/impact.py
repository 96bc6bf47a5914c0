"""The side effects of an act in an event: changes of matches, results, places, prizes and notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Entrant, Event, Notice, Pairing

from .money.prizes import prize_list
from .state import event_states


@dataclass(frozen=True, slots=True, order=True)
class ImpactMatch:
    """A match of a stage: `words` names its sides, `result` holds the winner and the counted score."""

    order: int
    stage: str
    round: int
    words: str
    match: str
    result: tuple[str, tuple[int, int]] | None


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an entrant in a stage."""

    stage: str
    entrant: str
    place: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prizes of an entrant, and the amount paid out."""

    entrant: str
    amount: int
    paid: int


@dataclass(frozen=True, slots=True)
class PrizeMove:
    """An entrant whose prizes change; `paid` is the amount paid out."""

    entrant: str
    before: int
    after: int
    paid: int

    @property
    def due(self) -> int:
        """The amount still to be paid out after the change."""
        return max(0, self.after - self.paid)

    @property
    def to_come_back(self) -> int:
        """The amount to be paid back after the change."""
        return max(0, self.paid - self.after)


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot of an event: its matches and results, places, waiting list and prizes.

    `prizes` are the certain ones, by uid of the entrant.
    """

    meetings: Mapping[str, ImpactMatch]
    places: Mapping[tuple[int, str], Place]
    waiting: Mapping[str, str]
    prizes: Mapping[str, Prize]
    newest_notice: int


@dataclass(frozen=True, slots=True)
class Move:
    """A change of place in a stage; `before` or `after` is None if the entrant is not in it."""

    stage: str
    entrant: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Impact:
    """The side effects of an act: matches cancelled, made and decided, places, prizes and notices.

    `promoted` are the names of entrants promoted from the waiting list.
    """

    cancelled: tuple[ImpactMatch, ...]
    new_matches: tuple[ImpactMatch, ...]
    decided_matches: tuple[ImpactMatch, ...]
    moves: tuple[Move, ...]
    promoted: tuple[str, ...]
    prizes: tuple[PrizeMove, ...]
    notice_count: int

    @property
    def is_empty(self) -> bool:
        """Whether no match, place or waiting list changes; entrants who join or leave a stage do not count."""
        moves = [move for move in self.moves if None not in (move.before, move.after)]
        return not (self.cancelled or self.new_matches or self.decided_matches or self.promoted or moves)

    @property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages with changes, without repetition."""
        meetings = [*self.cancelled, *self.new_matches, *self.decided_matches]
        names = [meeting.stage for meeting in sorted(meetings)] + [move.stage for move in self.moves]
        return tuple(dict.fromkeys(names))


def picture(event: Event) -> Picture:
    """Return a snapshot of the event; ten queries, four more if it has prizes."""
    newest = Notice.objects.order_by("-pk").values_list("pk", flat=True).first()
    return Picture(_meetings(event), _places(event), _waiting(event), _prizes(event), newest or 0)


def difference(before: Picture, after: Picture, *, but: str = "") -> Impact:
    """Return the differences between two snapshots.

    `but` is the uid of the object of the act: the match whose own result is not a side effect, or the entrant given a
    place.
    """
    both = before.meetings.keys() & after.meetings.keys()
    results = (
        after.meetings[uid]
        for uid in both
        if uid != but and before.meetings[uid].result != after.meetings[uid].result
    )
    leavers = before.waiting.keys() - after.waiting.keys() - {but}
    came_in = Entrant.objects.filter(uid__in=leavers, withdrawn_at=None) if leavers else ()
    notices = Notice.objects.filter(pk__gt=before.newest_notice)
    return Impact(
        cancelled=tuple(sorted(before.meetings[uid] for uid in before.meetings.keys() - both)),
        new_matches=tuple(sorted(after.meetings[uid] for uid in after.meetings.keys() - both)),
        decided_matches=tuple(sorted(results)),
        moves=tuple(_moves(before.places, after.places)),
        promoted=tuple(sorted(before.waiting[entrant.uid] for entrant in came_in)),
        prizes=tuple(_prize_moves(before.prizes, after.prizes)),
        notice_count=notices.values("recipient").distinct().count(),
    )


def _meetings(event: Event) -> dict[str, ImpactMatch]:
    """Return the uncancelled matches of the event by uid, without byes."""
    rows = Pairing.objects.filter(stage__event=event, cancelled_at=None, match__isnull=False)
    rows = rows.select_related("stage", "match__one", "match__two", "match__accepted_report")
    meetings = {}
    for row in rows:
        match = row.match
        if match is not None:
            report = match.accepted_report
            result = (match.winner, report.counted) if match.is_final and report is not None else None
            name = row.stage.title or event.name
            meetings[match.uid] = ImpactMatch(row.stage.order, name, row.round, str(match), match.uid, result)
    return meetings


def _waiting(event: Event) -> dict[str, str]:
    """Return the names on the waiting list, by uid."""
    rows = Entrant.objects.filter(event=event, is_alternate=True, withdrawn_at=None).select_related("side")
    return {entrant.uid: entrant.name for entrant in rows}


def _prizes(event: Event) -> dict[str, Prize]:
    of_event = prize_list(event)
    if of_event is None:
        return {}
    prizes: dict[str, Prize] = {}
    shares = [(line.entrant, line.amount, line.paid) for line in of_event.lines if line.entrant is not None]
    shares += [(one.entrant, 0, one.amount) for one in of_event.overpaid]
    for entrant, amount, payment in shares:
        old = prizes.get(entrant.uid, Prize(entrant.name, 0, 0))
        prizes[entrant.uid] = Prize(entrant.name, old.amount + amount, old.paid + payment)
    return prizes


def _prize_moves(before: Mapping[str, Prize], after: Mapping[str, Prize]) -> Iterable[PrizeMove]:
    """Return the changed prizes, highest first."""
    moves = []
    for uid in before.keys() | after.keys():
        line = after.get(uid) or before[uid]
        old, new = (side[uid].amount if uid in side else 0 for side in (before, after))
        if old != new:
            moves.append(PrizeMove(line.entrant, old, new, line.paid))
    return sorted(moves, key=lambda move: (-move.after, -move.before, move.entrant))


def _places(event: Event) -> dict[tuple[int, str], Place]:
    places = {}
    for state in event_states(event):
        name = state.stage.title or event.name
        for standing in state.format.standings(state.state):
            entrant = state.entrants[standing.entrant]
            places[state.stage.order, standing.entrant] = Place(name, entrant.name, standing.place)
    return places


def _moves(before: Mapping[tuple[int, str], Place], after: Mapping[tuple[int, str], Place]) -> Iterable[Move]:
    """Return the changes of place, by stage and the better of both places."""
    moves = []
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        any_place = new or old
        if any_place is None or (old is not None and new is not None and old.place == new.place):
            continue
        places = (old.place if old else None, new.place if new else None)
        best = min(place for place in places if place is not None)
        moves.append((key[0], best, any_place.entrant, Move(any_place.stage, any_place.entrant, *places)))
    return [move for *_order, move in sorted(moves, key=lambda one: one[:3])]
