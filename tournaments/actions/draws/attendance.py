"""Participation in rounds: consolation stages, missed rounds, and holding the next round."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from matches.models import Player
from tournaments.actions.closed import lock_unclosed, require_present
from tournaments.actions.inverses import (
    changed,
    earlier,
    entrant_of,
    inverse,
    stage_of,
)
from tournaments.actions.permissions import holds_office, is_member, require_director
from tournaments.acts.entrants import AbsenceSet, PlaysOn
from tournaments.acts.stages import RoundHeld, RoundReleased
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import NotDrawn, NotInStage, RoundPaired
from tournaments.errors.entrants import HasComeBack
from tournaments.formats import FORMATS, Replay, Shape
from tournaments.models import DIRECT, Entrant, LogEntry, Origin, Pairing, Stage, StageEntry
from tournaments.queries.entrants.reentry import returned_as
from tournaments.queries.state import valid_draw

from .progress import Cause, follow


@transaction.atomic
def play_on(entrant: Entrant, *, by: Player | None, goes_on: bool | None, origin: Origin = DIRECT) -> Entrant:
    """Store whether an entrant plays on in consolation stages; None clears the choice.

    The entrant's players and every officer may set it. It does not affect stages that the entrant is in:
    leaving those is a withdrawal. Raise HasComeBack if the players have a place as another entrant.
    """
    event = lock_unclosed(entrant.event)
    _require_own_or_office(entrant, by=by)
    entrant.refresh_from_db()
    if entrant.goes_on == goes_on:
        return entrant
    back = None if goes_on is False else returned_as(entrant)
    if back is not None and StageEntry.objects.filter(entrant=back, line__isnull=False).exists():
        raise HasComeBack(entrant=entrant.name, name=back.name)
    entrant.goes_on = goes_on
    entrant.save(update_fields=["goes_on"])
    act = PlaysOn(entrant.uid, goes_on=goes_on)
    follow(event, cause=Cause(act, by, origin, rows=[entrant]))
    return entrant


@transaction.atomic
def miss(
    stage: Stage, *, entrant: Entrant, rounds: Collection[int], by: Player | None, origin: Origin = DIRECT
) -> StageEntry:
    """Set the rounds that an entrant misses; raise RoundPaired for a round already paired.

    Only formats that pair round by round use it; in other formats an absent entrant forfeits.
    """
    event = lock_unclosed(stage.event)
    _require_own_or_office(entrant, by=by)
    require_present(entrant)
    entry = StageEntry.objects.filter(stage=stage, entrant=entrant).first()
    if entry is None:
        raise NotInStage(entrant=entrant.name)
    differences = set(rounds) ^ set(entry.absent)
    if differences and min(differences) <= newest_round(stage):
        raise RoundPaired(round=min(differences))
    if not differences:
        return entry
    entry.absent = sorted(rounds)
    entry.save(update_fields=["absent"])
    act = AbsenceSet(entrant.uid, stage=stage.uid, rounds=tuple(entry.absent))
    follow(event, cause=Cause(act, by, origin))
    return entry


@transaction.atomic
def hold(stage: Stage, *, by: Player | None, is_held: bool, replay: Replay | None = None) -> Stage:
    """Hold or release the next round of a stage; matches under way continue.

    `replay` says what of the pairings goes and comes back, if it undoes an earlier act.
    """
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    if valid_draw(stage) is None:
        raise NotDrawn
    if stage.is_held == is_held:
        return stage
    stage.is_held = is_held
    stage.save(update_fields=["is_held"])
    act = RoundHeld(stage.uid) if is_held else RoundReleased(stage.uid)
    follow(event, cause=Cause(act, by, rows=[stage]), replay=replay)
    return stage


def newest_round(stage: Stage) -> int:
    """Return the number of the newest paired round of the stage; 0 if there is none."""
    newest = Pairing.objects.filter(stage=stage, cancelled_at=None).order_by("-round").first()
    return 0 if newest is None else newest.round


def first_round_for_late(stage: Stage) -> int:
    """Return the first round a late entrant can play: 1 in a bracket, otherwise the next round."""
    return 1 if FORMATS[stage.format].shape is Shape.BRACKET else newest_round(stage) + 1


def _require_own_or_office(entrant: Entrant, *, by: Player | None) -> None:
    if not is_member(by, side=entrant.side_id) and not holds_office(entrant.event.tournament, by):
        raise Forbidden


@inverse(PlaysOn)
def _play_on_as_before(entry: LogEntry, act: PlaysOn, by: Player | None) -> None:
    entrant = entrant_of(act.subject)
    if entrant.goes_on != act.goes_on:
        raise changed()
    before = next(earlier(entry, PlaysOn), None)
    play_on(entrant, by=by, goes_on=before.goes_on if before else None)


@inverse(AbsenceSet)
def _miss_as_before(entry: LogEntry, act: AbsenceSet, by: Player | None) -> None:
    stage, entrant = stage_of(act.stage), entrant_of(act.subject)
    row = StageEntry.objects.filter(stage=stage, entrant=entrant).first()
    if row is None or tuple(row.absent) != act.rounds:
        raise changed()
    before = next((one for one in earlier(entry, AbsenceSet) if one.stage == stage.uid), None)
    miss(stage, entrant=entrant, by=by, rounds=before.rounds if before else ())
