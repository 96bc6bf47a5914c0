"""The visitor, the templates of events, and the kinds of errors."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter

from matches.models import Match, Player
from tournaments import access
from tournaments.access import Visitor
from tournaments.api.errors import Kind, known_problems
from tournaments.api.pagination import whole_number
from tournaments.api.reading import Look, reads
from tournaments.api.responses.matches import MatchSummary
from tournaments.api.responses.people import MeResponse, NoticeResponse
from tournaments.api.responses.plans import TemplateResponse
from tournaments.api.responses.problems import ProblemKindResponse
from tournaments.models import Notice, Role
from tournaments.plans import TEMPLATES
from tournaments.queries.results.listed_matches import listed

_FITTING = OpenApiParameter("entrants", int, description="Only those that so many entrants can play.")


def _anybody(_visitor: Visitor) -> None:
    """Return None: the read has no row, for everybody."""


def _problem(_visitor: Visitor, code: str) -> Kind:
    """Return a kind of error, for everybody."""
    kind = known_problems().get(code)
    if kind is None:
        raise Http404
    return kind


@reads("problems/", _anybody, list[ProblemKindResponse], has_etag=False)
def problems(_nothing: None, _look: Look) -> Any:
    """List every code that an error may have."""
    return known_problems().values()


@reads("problems/<slug:code>/", _problem, ProblemKindResponse, has_etag=False)
def problem(kind: Kind, _look: Look) -> Kind:
    """Explain one code."""
    return kind


@reads("me/", access.own_player, MeResponse, has_etag=False)
def me(player: Player, look: Look) -> MeResponse:
    """Show the player whom the visitor acts as, and the player's offices."""
    roles: Any = Role.objects.filter(player=look.visitor.account).select_related("tournament").order_by("pk")
    return MeResponse(player=player, is_via_link=look.visitor.is_via_link, offices=roles)  # type: ignore[arg-type] # shown as one


@reads("me/matches/", access.own_matches, MatchSummary, order=("-pk",), fill=listed, has_etag=False)
def my_matches(matches: QuerySet[Match], _look: Look) -> QuerySet[Match]:
    """List the visitor's matches that were not cancelled, the newest first."""
    return matches.only("pk", "uid")


@reads("me/notices/", access.own_notices, NoticeResponse, order=("-pk",), has_etag=False)
def my_notices(notices: QuerySet[Notice], _look: Look) -> QuerySet[Notice]:
    """List what the visitor was told, the newest first, in the language of the request."""
    return notices.select_related("tournament", "match")


@reads("templates/", _anybody, list[TemplateResponse], has_etag=False, parameters=(_FITTING,))
def templates(_nothing: None, look: Look) -> list[TemplateResponse]:
    """List the templates with their plans."""
    entrants = whole_number(look.http, "entrants")
    return [
        TemplateResponse.from_row(template, code=code, plan=template.plan.to_dict())
        for code, template in TEMPLATES.items()
        if entrants is None or template.fewest <= entrants <= (template.most or entrants)
    ]
