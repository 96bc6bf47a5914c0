"""Permissions for embedded pages: only public objects, for every visitor."""

from __future__ import annotations

from django.http import Http404

from tournaments.models import Event, Stage, Visibility

from .viewing import event_to_see, stage_to_see
from .visitor import Visitor


def event_to_embed(uid: str) -> Event:
    """Return the event of a public tournament, with its tournament; raise 404 otherwise."""
    event = event_to_see(Visitor(), uid)
    if event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return event


def stage_to_embed(uid: str) -> Stage:
    """Return the stage of a public tournament, with its event and tournament; raise 404 otherwise."""
    stage = stage_to_see(Visitor(), uid)
    if stage.event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return stage
