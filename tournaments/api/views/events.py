"""Events with their stages and entrants."""

from __future__ import annotations

from django.db import transaction
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import lifecycle, main_stage, registration
from tournaments.api.pagination import page
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.entrants import EntrantAsked, EntrantShown
from tournaments.api.serializers.teams import RegistrationAsked
from tournaments.api.serializers.tournaments import EventChangeAsked, EventShown, StageAsked, StageShown
from tournaments.models import Stage, Via

from .endpoint import Endpoint, created
from .naming import players_meant, with_players


class OneEvent(Endpoint):
    """One event."""

    @reads("event", EventShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show the event."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: EventShown(event).data)

    @writes("event_change", EventChangeAsked, EventShown, has_key=False)
    def patch(self, request: Request, uid: str) -> Response:
        """Change what the body names and leave the rest."""
        event = access.event_to_direct(self.visitor, uid)
        asked = EventChangeAsked.of(request)
        by = self.acting_in(event.tournament)
        with transaction.atomic():
            if "registration" in asked:
                lifecycle.set_registration(event, by=by, registration=asked.pop("registration"))
            if "capacity" in asked:
                registration.set_capacity(event, by=by, capacity=asked.pop("capacity"))
            if "main_stage" in asked:
                main_stage.name_main_stage(event, by=by, stage=self._stage(asked.pop("main_stage")))
            lifecycle.change_event(event, by=by, **asked)
        event.refresh_from_db()
        return Response(EventShown(event).data)

    def _stage(self, uid: str | None) -> Stage | None:
        return None if uid is None else access.stage_to_direct(self.visitor, uid)


class EventStages(Endpoint):
    """The stages of an event."""

    @reads("event_stages", StageShown(many=True))
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the stages in their order."""
        event = access.event_to_see(self.visitor, uid)
        stages = event.stages.select_related("event")
        return self.read(event.tournament, lambda: StageShown(stages, many=True).data)

    @writes("stage_create", StageAsked, StageShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Add a stage in a format."""
        event = access.event_to_direct(self.visitor, uid)
        asked = StageAsked.of(request)

        def effect() -> Response:
            made = lifecycle.create_stage(event, by=self.acting_in(event.tournament), **asked)
            return created(StageShown(made).data, at=reverse("api_stage", args=[made.uid]))

        return self.once(effect)


class EventEntrants(Endpoint):
    """The entrants of an event."""

    @reads("event_entrants", EntrantShown, is_paged=True)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """List the entrants in the order they came in, those withdrawn too."""
        event = access.event_to_see(self.visitor, uid)
        rows = with_players(event.entrants.all())
        return self.read(
            event.tournament,
            lambda: page(request, rows, order=("pk",)).shown(lambda rows: EntrantShown(rows, many=True).data),
        )

    @writes("entrant_enter", EntrantAsked, EntrantShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Enter one side at the desk: its players by id, or by name for new ones."""
        event = access.event_to_desk(self.visitor, uid)
        asked = EntrantAsked.of(request)
        by = self.acting_in(event.tournament)

        def effect() -> Response:
            with transaction.atomic():
                made = registration.enter(
                    event,
                    by=by,
                    players=players_meant(asked),
                    name=asked.get("name", ""),
                    via=Via.API,
                    force_alternate=asked["is_alternate"],
                )
            return created(EntrantShown(made).data, at=reverse("api_entrant", args=[made.uid]))

        return self.once(effect)


class EventRegistration(Endpoint):
    """Registration for an event by the player."""

    @writes("event_register", RegistrationAsked, EntrantShown, status=201)
    def post(self, request: Request, uid: str) -> Response:
        """Enter the player who asks, with the partners they name, where registration is open."""
        event = access.event_to_register(self.visitor, uid)
        asked = RegistrationAsked.of(request)
        visitor = self.visitor

        def effect() -> Response:
            by = self.acting_in(event.tournament)
            made = registration.register_self(event, by=by, origin=visitor.origin, **asked)
            return created(EntrantShown(made).data, at=reverse("api_entrant", args=[made.uid]))

        return self.once(effect)
