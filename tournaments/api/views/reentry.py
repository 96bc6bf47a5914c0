"""Coming back after a loss, and lots for a bye."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import byes, reentry
from tournaments.actions.problem_words import problem_words
from tournaments.actions.reentry_errors import NoReEntry
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import EntrantShown, NothingAsked
from tournaments.api.serializers.reentry import ByeLotsAsked, ComingBackShown, ReEntryAsked, ReEntryShown
from tournaments.models import Entrant, Event
from tournaments.queries.reentry import reentry_of

from .endpoint import Endpoint, created


class EventReEntry(Endpoint):
    """The rule by which players come back after a loss."""

    @reads("event_reentry", ReEntryShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the rule."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: _rule(event))

    @writes("event_set_reentry", ReEntryAsked, ReEntryShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set the rule; whoever is back already stays."""
        event = access.event_to_direct(self.visitor, uid)
        asked = ReEntryAsked.of(request)

        def effect() -> Response:
            return Response(_rule(reentry.set_rule(event, by=self.acting_in(event.tournament), **asked)))

        return self.once(effect)


class EntrantComingBack(Endpoint):
    """Coming back after a loss."""

    @reads("entrant_coming_back", ComingBackShown, has_etag=False)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Say what coming back costs, and what speaks against it now."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        return Response(_coming_back(entrant))

    @writes("entrant_come_back", NothingAsked, EntrantShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Enter the players of an entrant who lost once more; again answers the same entrant."""
        entrant = access.entrant_to_withdraw(self.visitor, uid)
        NothingAsked.of(request)
        by, origin = self.acting_in(entrant.event.tournament), self.visitor.origin

        def effect() -> Response:
            again = reentry.come_back(entrant, by=by, origin=origin)
            return created(EntrantShown(again).data, at=reverse("api_entrant", args=[again.uid]))

        return self.once(effect)


class EntrantByeLots(Endpoint):
    """Lots in the draw for byes."""

    @writes("entrant_bye_lots", ByeLotsAsked, EntrantShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set how many lots an entrant has in the draw for byes."""
        entrant = access.entrant_to_desk(self.visitor, uid)
        asked = ByeLotsAsked.of(request)
        by = self.acting_in(entrant.event.tournament)
        return self.once(lambda: Response(EntrantShown(byes.set_lots(entrant, by=by, **asked)).data))


def _rule(event: Event) -> dict[str, object]:
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
