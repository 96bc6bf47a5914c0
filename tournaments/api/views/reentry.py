"""Coming back after a loss, and lots for a bye."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions.entrants import reentry
from tournaments.actions.events.problem_words import problem_words
from tournaments.api.schema import reads
from tournaments.api.serializers.reentry import (
    ComingBackResponse,
    ReEntryResponse,
)
from tournaments.errors import NoReEntry
from tournaments.models import Entrant, Event
from tournaments.queries.entrants.reentry import reentry_of

from .endpoint import Endpoint


class EventReEntry(Endpoint):
    """The rule by which players come back after a loss."""

    @reads("event_reentry", ReEntryResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the rule."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: rule_shown(event))


class EntrantComingBack(Endpoint):
    """Coming back after a loss."""

    @reads("entrant_coming_back", ComingBackResponse, has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Say what coming back costs, and what speaks against it now."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        return Response(_coming_back(entrant))


def rule_shown(event: Event) -> dict[str, object]:
    return {"rule": event.reentry}


def _coming_back(entrant: Entrant) -> dict[str, object]:
    found = reentry_of(entrant)
    if found is None:
        raise NoReEntry(event=entrant.event.name)
    problems = reentry.refusals_of(entrant, found)
    return {
        "number": found.number,
        "fee_percent": found.rule.fee_percent,
        "has_place": found.has_place,
        "returned": None if found.returned is None else found.returned.uid,
        "refusals": [{"code": problem.code, "detail": problem_words([problem])} for problem in problems],
    }
