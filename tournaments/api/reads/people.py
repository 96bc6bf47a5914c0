"""The visitor, the templates of events, and the kinds of errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter

from matches.models import Match, Player, rows_of_person
from tournaments import access
from tournaments.access import Visitor
from tournaments.api.errors import Kind, known_problems
from tournaments.api.pagination import whole_number
from tournaments.api.reading import Look, reads
from tournaments.api.responses.claims import ClaimOfferResponse
from tournaments.api.responses.matches import MatchSummary
from tournaments.api.responses.people import (
    ConsentResponse,
    MeResponse,
    NoticeResponse,
    PublicNameResponse,
    TokenResponse,
)
from tournaments.api.responses.plans import TemplateResponse
from tournaments.api.responses.problems import ProblemKindResponse
from tournaments.api.responses.records import PerformanceOverMatchesResponse
from tournaments.models import ApiToken, Claim, Consent, Notice, Role
from tournaments.plans import TEMPLATES
from tournaments.queries.listed_matches import ListedMatch, listed
from tournaments.queries.people.own_data import own_consents
from tournaments.queries.records.performance import analysed_matches, over_matches

_FITTING = OpenApiParameter("entrants", int, description="Only those that so many entrants can play.")


def _anybody(_visitor: Visitor) -> None:
    """Return None: the read has no row, for anyone."""


def _problem(_visitor: Visitor, code: str) -> Kind:
    """Return a kind of error, for anyone."""
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


@reads("me/", access.own_cards, MeResponse, has_etag=False)
def me(player: Player, look: Look) -> MeResponse:
    """Show the player whom the visitor acts as, and the player's offices."""
    here = Role.objects.filter(player=look.visitor.account, tournament__in=list(look.visitor.offices))
    roles: Any = here.select_related("tournament").order_by("pk")
    return MeResponse(player=player, is_via_link=look.visitor.is_via_link, offices=roles)  # type: ignore[arg-type] # shown as one


@reads("codes/<slug:uid>/", access.claim_to_see, ClaimOfferResponse, has_etag=False, is_guess=True)
def code_offer(row: Claim, _look: Look) -> Claim:
    """Show what a code from a desk claims."""
    return row


@reads("me/tokens/", access.account_signed_in, list[TokenResponse], has_etag=False)
def my_tokens(player: Player, _look: Look) -> QuerySet[ApiToken]:
    """List the tokens of the account that were not revoked, the newest first."""
    tokens = ApiToken.objects.filter(player=player, revoked_at=None)
    return tokens.select_related("tournament", "federation").order_by("-pk")


@reads("me/public-name/", access.own_name, PublicNameResponse, has_etag=False)
def my_public_name(player: Player, _look: Look) -> Player:
    """Show your public name."""
    return player.current


@reads("me/consents/", access.own_name, list[ConsentResponse], has_etag=False)
def my_consents(player: Player, _look: Look) -> QuerySet[Consent]:
    """List what you have agreed to, the newest first."""
    return own_consents(player.current)


def _own(keys: Sequence[int], _matches: QuerySet[Match], _look: Look) -> tuple[ListedMatch, ...]:
    # Who plays a match knows who of its players is a member.
    return listed(keys, may_read_members=True)


@reads("me/matches/", access.own_matches, MatchSummary, order=("-pk",), fill=_own, has_etag=False)
def my_matches(matches: QuerySet[Match], _look: Look) -> QuerySet[Match]:
    """List the visitor's matches that were not cancelled, the newest first."""
    return matches.only("pk", "uid")


@reads("me/performance/", access.own_cards, PerformanceOverMatchesResponse, has_etag=False)
def my_performance(player: Player, look: Look) -> PerformanceOverMatchesResponse:
    """Show how well you play over all of your analysed matches; the rating is null without a decision."""
    keys = rows_of_person(player.person_key).values_list("pk", flat=True)
    rows = analysed_matches(access.own_matches(look.visitor), list(keys))
    overall = over_matches([row.performance for row in rows])
    if overall is None:
        return PerformanceOverMatchesResponse(matches=0, decisions=0, rating=None, low=None, high=None)
    return PerformanceOverMatchesResponse.from_row(overall)


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
