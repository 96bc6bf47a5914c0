"""What another site may show in a frame: public things alone, whoever sits in front of them."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Event, Stage, Visibility

from .viewing import event_to_see, stage_to_see
from .visitor import Visitor


def event_to_embed(uid: str) -> Event:
    """The event of a public tournament, with its tournament; 404 for every other one."""
    event = event_to_see(Visitor(), uid)
    if event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return event


def stage_to_embed(uid: str) -> Stage:
    """The stage of a public tournament, with its event and tournament; 404 for every other one."""
    stage = stage_to_see(Visitor(), uid)
    if stage.event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return stage
