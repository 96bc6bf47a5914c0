"""The final page of an event on paper: what it shows, as a page and as a file, and its state."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from matches.models import Audience, shown_to
from tournaments.models import Event, FinalPageMail, Stage
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.queries.exports.paper import pdf_of

from .matters import corrected_since


@dataclass(frozen=True, slots=True)
class FinalPageFile:
    """The final page as a file: a PDF, or a page of HTML where the installation makes none."""

    name: str
    body: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class MailedPages:
    """To whom the final page of an event was mailed as it stands: how many players, and the addresses typed."""

    players: int
    addresses: tuple[str, ...]


def final_page_context(event: Event) -> dict[str, Any]:
    """Return what the final page of an event shows on paper."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    return {
        "lines": finish(event),
        "has_stages": len(stages) > 1,
        "won": winners_by_event(stages).get(event.pk, EventWinners()),
        "corrected": corrected_since(event),
    }


def final_page_state(event: Event) -> str:
    """Return a digest of the places of an event; it changes when a correction changes the page."""
    with translation.override(settings.LANGUAGE_CODE), shown_to(Audience.EVERYBODY):
        lines = [
            [line.entrant, line.name, line.first, line.last, [stage.words for stage in line.stages]]
            for line in finish(event)
        ]
        corrected = [match.uid for match in corrected_since(event)]
    return hashlib.sha256(json.dumps([lines, corrected]).encode()).hexdigest()


def final_page_file(event: Event, *, language: str) -> FinalPageFile:
    """Return the final page of an event in a language, with the names of its public page."""
    tournament = event.tournament
    here = reverse("finish", args=[event.uid])
    with (
        translation.override(language),
        timezone.override(tournament.time_zone),
        shown_to(Audience.EVERYBODY),
    ):
        context = final_page_context(event) | {
            "event": event,
            "tournament": tournament,
            "address": settings.BASE_URL.rstrip("/") + here if settings.BASE_URL else "",
            "printed_at": timezone.now(),
            "back": here,
        }
        html = render_to_string("print/finish.html", context)
    pdf = pdf_of(html)
    if pdf is None:
        return FinalPageFile(f"final-{language}.html", html.encode(), "text/html")
    return FinalPageFile(f"final-{language}.pdf", pdf, "application/pdf")


def mailed_pages(event: Event) -> MailedPages:
    """Return to whom the final page of a closed event was mailed as it stands now."""
    rows = list(FinalPageMail.objects.filter(event=event, state=final_page_state(event)))
    addresses = tuple(row.to for row in rows if row.player_id is None)
    return MailedPages(len(rows) - len(addresses), addresses)
