"""Moves of entrants on the lines of a bracket before they play."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.inverses import changed, entrant_of, inverse, reason_of, stage_of
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts.draws import MovedToLine
from tournaments.errors.by_hand import NoSuchLine, NotByLines
from tournaments.errors.draws import NotDrawn, NotInStage
from tournaments.formats import FORMATS, ByLines, Intake
from tournaments.models import Entrant, LogEntry, Stage, StageEntry
from tournaments.queries.state import valid_draw

from . import draw
from .progress import Cause, follow


@transaction.atomic
def move_to_line(stage: Stage, *, entrant: Entrant, line: int, by: Player | None, reason: str) -> Stage:
    """Move an entrant to a line of a bracket, counted from 0; whoever stands there takes the line that is left.

    Raise MatchBegun once a match of either, or one that follows, has begun.
    """
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_unclosed(stage.event)
    rules = FORMATS[stage.format]
    if not isinstance(rules, ByLines) or rules.intake is not Intake.DRAW:
        raise NotByLines
    row = valid_draw(stage)
    if row is None:
        raise NotDrawn
    if not 0 <= line < len(row.placement):
        raise NoSuchLine(size=len(row.placement))
    entry = StageEntry.objects.filter(stage=stage, entrant=entrant, line__isnull=False).first()
    if entry is None or entry.line is None:
        raise NotInStage(entrant=entrant.name)
    if entry.line == line:
        return stage
    other = StageEntry.objects.filter(stage=stage, line=line).select_related("entrant__side").first()
    if other is not None:
        draw.swap(stage, first=entrant, second=other.entrant, by=by, reason=reason)
        return stage
    before, entry.line = entry.line, line
    entry.save(update_fields=["line"])
    act = MovedToLine(
        stage.uid, entrant=entrant.uid, number=line + 1, before=before, **written(event.tournament, reason)
    )
    follow(event, cause=Cause(act, by))
    return stage


def moved_with(stage: Stage, *, entrant: Entrant, line: int) -> list[str]:
    """Return the uids of all whom a move to this line would move: the entrant, and whoever stands there."""
    there = StageEntry.objects.filter(stage=stage, line=line).values_list("entrant__uid", flat=True)
    return [entrant.uid, *(uid for uid in there if uid != entrant.uid)]


@inverse(MovedToLine)
def _move_back(entry: LogEntry, act: MovedToLine, by: Player | None) -> None:
    stage, entrant = stage_of(act.subject), entrant_of(act.entrant)
    here = StageEntry.objects.filter(stage=stage, entrant=entrant).first()
    is_taken = StageEntry.objects.filter(stage=stage, line=act.before).exists()
    if here is None or here.line != act.number - 1 or is_taken:
        raise changed()
    move_to_line(stage, entrant=entrant, line=act.before, by=by, reason=reason_of(entry))
