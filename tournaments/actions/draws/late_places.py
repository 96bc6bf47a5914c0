"""Places of late entrants: the turn of alternates, the line, the first round, and who left one by a re-entry."""

from __future__ import annotations

from collections.abc import Collection

from matches.database.one_act import is_new
from tournaments import notices
from tournaments.actions.closed import require_present
from tournaments.errors.common import WrongTournament
from tournaments.errors.draws import (
    AlreadyInStage,
    AlternateWaits,
    LineNotFree,
    NoByeToTake,
    NoFreeBye,
    OverCapacity,
)
from tournaments.errors.entrants import KeptForQualifiers, PlaysElsewhere
from tournaments.formats import closing
from tournaments.models import Entrant, Event, Pairing, Seat, Stage, StageEntry, Via
from tournaments.queries.entrants.places import places_kept, places_taken, waiting
from tournaments.queries.entrants.reentry import former_entrant
from tournaments.queries.state import begun_matches, bye_under_way, state_at_start

from .attendance import first_round_for_late


def seat_late(
    stage: Stage, *, entrant: Entrant, line: int | None = None, takes_bye: bool = False
) -> StageEntry:
    """Put a late entrant on an open line; the caller holds the event lock and calls `follow`."""
    state = state_at_start(stage)
    _require_of_event(stage, entrant)
    if state is not None and entrant.uid in state.entrants:
        raise AlreadyInStage(entrant=entrant.name)
    free = () if state is None else closing.open_lines(state.format, state.state)
    if state is None or not free:
        raise NoFreeBye(entrant=entrant.name)
    if line is not None and line not in free:
        raise LineNotFree(line=line + 1, open=", ".join(str(number + 1) for number in sorted(free)))
    if takes_bye and bye_under_way(state) is None:
        raise NoByeToTake(entrant=entrant.name)
    joins = first_round_for_late(stage) - takes_bye
    return join(stage, entrant, line=free[0] if line is None else line, is_late=True, joins=joins)


def require_can_join(stage: Stage, entrant: Entrant) -> None:
    """Raise a domain error if the entrant is of another event, has withdrawn, or is in the stage."""
    _require_of_event(stage, entrant)
    if StageEntry.objects.filter(stage=stage, entrant=entrant).exists():
        raise AlreadyInStage(entrant=entrant.name)


def _require_of_event(stage: Stage, entrant: Entrant) -> None:
    """Read the entrant again; raise a domain error if it is of another event or has withdrawn."""
    event = stage.event
    if not is_new(entrant):
        entrant.refresh_from_db(from_queryset=Entrant.objects.select_related("side"))
    if entrant.event_id != event.pk:
        raise WrongTournament
    entrant.event = event
    require_present(entrant)


def first_round_in_place_of(absent: Entrant, stage: Stage) -> int:
    """Return the first round of a replacement: the current one if the absent entrant has a seat, else the next."""
    following = first_round_for_late(stage)
    is_seated = Seat.objects.filter(
        stage=stage, round=following - 1, entrant=absent, cancelled_at=None
    ).exists()
    return following - is_seated


def join(stage: Stage, entrant: Entrant, *, line: int | None, is_late: bool, joins: int) -> StageEntry:
    """Put the entrant on a line of the stage and notify its players."""
    entry = StageEntry.objects.create(stage=stage, entrant=entrant, line=line, is_late=is_late, joins=joins)
    if entrant.is_alternate:
        entrant.is_alternate = False
        entrant.save(update_fields=["is_alternate"])
    let_go(entrant, stage=stage)
    notices.alternate_in(entrant)
    return entry


def require_turn(event: Event, entrant: Entrant, *, overrides: Collection[str]) -> None:
    """Raise a domain error unless the alternate is next and a place is free for it.

    The desk can override each of the three refusals by its code in `overrides`.
    """
    if not entrant.is_alternate:
        return
    occupied = 0 if event.capacity is None else places_taken(event)
    is_full = event.capacity is not None and occupied >= event.capacity
    # Before the turn, because whoever is named as next must find a place.
    if is_full and OverCapacity.code not in overrides:
        raise OverCapacity(entrants=occupied, capacity=event.capacity)
    first = waiting(event).select_related("side").first()
    if first is not None and first.pk != entrant.pk and AlternateWaits.code not in overrides:
        raise AlternateWaits(alternate=first.name, entrant=first.uid)
    if event.capacity is None or is_full or entrant.via == Via.EARNED:
        return
    reserved = places_kept(event)
    if occupied + reserved >= event.capacity and KeptForQualifiers.code not in overrides:
        raise KeptForQualifiers(event=event.name, kept=reserved)


def refuse_playing_elsewhere(former: Entrant, *, stage: Stage) -> None:
    """Raise PlaysElsewhere if a match of the entrant has begun in another stage of the event."""
    pairings = Pairing.objects.filter(
        seats__entrant=former, cancelled_at=None, match__isnull=False, stage__event=former.event_id
    ).exclude(stage=stage)
    rows = {pairing.match_id: pairing for pairing in pairings.select_related("stage")}
    for match in begun_matches(key for key in rows if key is not None):
        raise PlaysElsewhere(entrant=former.name, stage=str(rows[match].stage))


def with_former(entrant: Entrant) -> list[Entrant]:
    """Return the entrant and, if its players re-entered, their former entrant: the rows `let_go` changes."""
    former = former_entrant(entrant)
    return [entrant] if former is None else [entrant, former]


def let_go(entrant: Entrant, *, stage: Stage) -> None:
    """Remove the former entrant from its other stages when its players get a place again.

    Its entry in `stage` stays. The caller holds the event lock and calls `follow`.
    """
    former = former_entrant(entrant)
    if former is None:
        return
    refuse_playing_elsewhere(former, stage=stage)
    StageEntry.objects.filter(entrant=former).exclude(stage=stage).delete()
    if former.goes_on is not False:
        former.goes_on = False
        former.save(update_fields=["goes_on"])
