"""The end of a stage by decision of a director, before it is played out."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments.actions.closed import require_unclosed
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.inverses import changed, inverse, reason_of, stage_of
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts import readable
from tournaments.acts.stages import Paired, StageClosed, StageOpenedAgain
from tournaments.errors.draws import NotDrawn, StageIsFollowed, StageIsOver
from tournaments.formats import FORMATS, Intake, Replay
from tournaments.models import LogEntry, Stage
from tournaments.queries.state import feeds_of, valid_draw

from .ways_back import way_back


@transaction.atomic
def close_stage(stage: Stage, *, by: Player | None, reason: str) -> Stage:
    """Close a stage under way: its standings are final as they are, and undecided matches are cancelled.

    Whoever stands alone at the top has won it. Raise NotDrawn, or StageIsOver for a complete stage.
    """
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    require_unclosed(event)
    stage.refresh_from_db()
    stage.event = event
    if valid_draw(stage) is None:
        raise NotDrawn
    if stage.completed_at is not None:
        raise StageIsOver(stage=str(stage))
    act = StageClosed(stage.uid, **written(event.tournament, require_reason(reason)))
    rules = FORMATS[stage.format]
    # The places follow from the results, as those of every complete stage.
    stage.standings = {"format": rules.code, "version": rules.version, "places": [], "is_closed": True}
    stage.save(update_fields=["standings"])
    follow(event, cause=Cause(act, by, rows=[stage]), replay=Replay())
    stage.refresh_from_db()
    stage.event = event
    return stage


def require_not_followed(stage: Stage) -> None:
    """Raise StageIsFollowed if another stage was drawn from the standings of this one."""
    for other in Stage.objects.filter(event=stage.event_id, order__gt=stage.order).order_by("order"):
        is_fed = any(feed.stage == stage.order for feed in feeds_of(other))
        if is_fed and FORMATS[other.format].intake is Intake.DRAW and valid_draw(other) is not None:
            raise StageIsFollowed(stage=str(stage), next=str(other))


@inverse(StageClosed)
def _play_on(entry: LogEntry, act: StageClosed, by: Player | None) -> None:
    """Open the stage again, with the matches that closing it cancelled, at once or when they were open again."""
    stage = stage_of(act.subject)
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    require_unclosed(event)
    stage.refresh_from_db()
    stage.event = event
    if not stage.is_closed:
        raise changed()
    require_not_followed(stage)
    stage.standings = {name: value for name, value in stage.standings.items() if name != "is_closed"}
    stage.save(update_fields=["standings"])
    undoing = StageOpenedAgain(stage.uid, **written(event.tournament, reason_of(entry)))
    follow(event, cause=Cause(undoing, by, rows=[stage]), replay=_way_back(entry, stage))


def _way_back(entry: LogEntry, stage: Stage) -> Replay:
    """Return the replay that restores what the stage has lost by being closed.

    Whatever is cancelled in a closed stage is cancelled because it is closed.
    """
    replay = way_back(entry)
    later = LogEntry.objects.filter(tournament=entry.tournament, code=Paired.code, subject=stage.uid)
    acts = (readable(one) for one in later.filter(seq__gt=entry.seq).order_by("seq"))
    cancelled = {uid for act in acts if isinstance(act, Paired) for uid in act.cancelled}
    return replace(replay, restored=replay.restored | cancelled)
