"""Whole events as one value: templates to begin with, the plan of an event, and what is wrong with one."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.api.pagination import whole_number
from tournaments.api.schema import reads
from tournaments.api.serializers.plans import (
    PlanResponse,
    TemplateResponse,
)
from tournaments.plans import TEMPLATES
from tournaments.queries.events.plans import plan_of

from .endpoint import Endpoint


class Templates(Endpoint):
    """The templates of events."""

    @reads(
        "templates",
        TemplateResponse(many=True),
        has_etag=False,
        parameters=[
            OpenApiParameter("entrants", int, description="Only those that so many entrants can play.")
        ],
    )
    def get(self, request: Request) -> Response:
        """List the templates with their plans."""
        entrants = whole_number(request, "entrants")
        found = [
            {
                "code": code,
                "fewest": template.fewest,
                "most": template.most,
                "usual": template.usual,
                "hours": template.hours,
                "capacity": template.capacity,
                "plan": template.plan.to_dict(),
            }
            for code, template in TEMPLATES.items()
            if entrants is None or template.fewest <= entrants <= (template.most or entrants)
        ]
        return Response(TemplateResponse(found, many=True).data)


class EventPlan(Endpoint):
    """The plan of an event."""

    @reads("event_plan", PlanResponse)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show all stages as one value, of which an event like it can be made."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: plan_of(event).to_dict())
