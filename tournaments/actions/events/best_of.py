"""How many matches the pairings of a stage have at most."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.inverses import changed, inverse, stage_of
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import BestOfChanged
from tournaments.models import LogEntry, Stage

from .problems import checked_best_of


@transaction.atomic
def change_best_of(stage: Stage, *, by: Player | None, best_of: Sequence[int]) -> Stage:
    """Set how many matches a pairing has at most, the final first; it holds for pairings made from now on."""
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    stage.event = event
    numbers, before = checked_best_of(best_of, event=event), tuple(stage.best_of)
    if numbers == stage.best_of:
        return stage
    stage.best_of = numbers
    stage.save(update_fields=["best_of"])
    act = BestOfChanged(stage.uid, best_of=tuple(numbers), before=before)
    log.append(act, of=event.tournament, by=by, event=event, rows=[stage])
    return stage


@inverse(BestOfChanged)
def _best_of_as_before(entry: LogEntry, act: BestOfChanged, by: Player | None) -> None:
    stage = stage_of(act.subject)
    if tuple(stage.best_of) != act.best_of:
        raise changed()
    change_best_of(stage, by=by, best_of=act.before)
