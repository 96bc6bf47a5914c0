"""Shared parts of tournament pages: the time zone and the breadcrumbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Event, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Crumb:
    """One breadcrumb; the last one is the page itself and has no address."""

    label: str
    url: str = ""


def show(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render a page of a tournament, with all times in its time zone."""
    with timezone.override(tournament.time_zone):
        return render(request, template, {"tournament": tournament, **context}, status=status)


def way_to(tournament: Tournament, event: Event | None = None, stage: Stage | None = None) -> Sequence[Crumb]:
    """Return the breadcrumbs of a tournament, an event or a stage."""
    crumbs = [Crumb(tournament.name, reverse("tournament", args=[tournament.uid]))]
    if event is not None:
        crumbs.append(Crumb(event.name, reverse("event", args=[event.uid])))
    if stage is not None and stage.title not in ("", stage.event.name):
        crumbs.append(Crumb(stage.title, reverse("bracket", args=[stage.uid])))
    return crumbs
