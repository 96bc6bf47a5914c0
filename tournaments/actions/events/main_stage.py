"""The main stage of an event, whose winner is the champion."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import MainStageNamed
from tournaments.errors.common import WrongTournament
from tournaments.models import Entrant, Event, Stage
from tournaments.queries.draws.winners import event_winners
from tournaments.queue import Job, enqueue


@transaction.atomic
def name_main_stage(event: Event, *, by: Player | None, stage: Stage | None) -> Event:
    """Set the stage whose winner is the champion; with None the feeds of the stages determine it.

    A resulting champion is notified. Raise WrongTournament for a stage of another event.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    if stage is not None and stage.event_id != event.pk:
        raise WrongTournament
    before = Stage.objects.filter(event=event, is_main=True).first()
    if before == stage:
        return event
    Stage.objects.filter(event=event, is_main=True).update(is_main=False)
    if stage is not None:
        Stage.objects.filter(pk=stage.pk).update(is_main=True)
    act = MainStageNamed(event.uid, stage=stage.uid if stage else None, before=before.uid if before else None)
    stages = [one for one in (before, stage) if one is not None]
    log.append(act, of=event.tournament, by=by, event=event, rows=stages)
    champion = event_winners(event).champion
    if champion is not None:
        notices.champion(Entrant.objects.select_related("side", "event").get(uid=champion.entrant))
    if event.qualifies_for_id is not None:
        enqueue(Job.QUALIFY, event_id=event.pk)
    return event
