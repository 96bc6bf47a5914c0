"""Whole events as one value: templates to begin with, the plan of an event, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access
from tournaments.actions import plans
from tournaments.actions.problem_words import problem_words
from tournaments.api.pagination import whole_number
from tournaments.api.schema import reads, writes
from tournaments.api.serializers.plans import (
    PlanAsked,
    PlanCheckShown,
    PlanShown,
    StageFeedsAsked,
    TemplateShown,
)
from tournaments.api.serializers.tournaments import StageShown
from tournaments.formats import Problem
from tournaments.plans import TEMPLATES, preview, problems, warnings
from tournaments.queries.plans import plan_of

from .endpoint import Endpoint


class Templates(Endpoint):
    """The templates of events."""

    @reads(
        "templates",
        TemplateShown(many=True),
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
        return Response(TemplateShown(found, many=True).data)


class PlanCheck(Endpoint):
    """Looking at a plan."""

    @writes("plan_check", PlanAsked, PlanCheckShown)
    def post(self, request: Request) -> Response:
        """Say what is wrong with a plan and what it comes to; nothing is made."""
        access.own_account(self.visitor)
        asked = PlanAsked.of(request)
        plan, entrants, tables = plans.plan_from(asked["plan"]), asked.get("entrants"), asked.get("tables")
        wrong = problems(plan, entrants=entrants, tables=tables)
        is_sound = entrants is not None and not wrong
        shown = {
            "problems": list(_said(wrong)),
            "warnings": list(_said(warnings(plan, entrants=entrants or 0))) if is_sound else [],
            "preview": [asdict(stage) for stage in preview(plan, entrants=entrants or 0, tables=tables)]
            if is_sound
            else [],
        }
        return self.once(lambda: Response(PlanCheckShown(shown).data))


class EventPlan(Endpoint):
    """The plan of an event."""

    @reads("event_plan", PlanShown)
    def get(self, request: Request, uid: str) -> HttpResponseBase:
        """Show all stages as one value, of which an event like it can be made."""
        event = access.event_to_see(self.visitor, uid)
        return self.read(event.tournament, lambda: plan_of(event).to_dict())


class StageFeeds(Endpoint):
    """Where the entrants of a stage come from."""

    @writes("stage_change_feeds", StageFeedsAsked, StageShown)
    def post(self, request: Request, uid: str) -> Response:
        """Set the feeds of a stage that is not drawn."""
        stage = access.stage_to_direct(self.visitor, uid)
        asked = StageFeedsAsked.of(request)
        by = self.acting_in(stage.event.tournament)
        return self.once(
            lambda: Response(StageShown(plans.change_feeds(stage, by=by, feeds=asked["feeds"])).data)
        )


def _said(found: Iterable[Problem]) -> Iterable[dict[str, Any]]:
    for problem in found:
        yield {
            "code": problem.code,
            "path": problem.data["path"],
            "works": problem.data.get("works"),
            "message": problem_words([problem]),
        }
