"""Players, clubs and federations over all tournaments, in pages or whole."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError

from matches.models import Player, name_key
from tournaments import access
from tournaments.api.naming import named
from tournaments.api.pagination import Page, page_of
from tournaments.api.reading import Look, listed, reads
from tournaments.api.responses.career import CareerMatchResponse, HeadToHeadResponse, career_shown
from tournaments.api.responses.federations import ClubResponse, FederationResponse
from tournaments.api.responses.people import PersonResponse
from tournaments.models import Club, ClubKind, Federation, Member
from tournaments.queries.careers.career import by_occasion, career, figures
from tournaments.queries.careers.career_pages import career_page

Row = TypeVar("Row", bound=Model)

_COUNTRY = OpenApiParameter("country", str, description="Two capital letters, as in FR.")
_FEDERATION = OpenApiParameter("federation", str, description="The id of a federation.")
_OF_PLAYERS = (
    OpenApiParameter(
        "name", str, description="Part of the name as everybody may read it; accents do not count."
    ),
    _COUNTRY,
    OpenApiParameter("federation", str, description="The id of a federation in which they have a number."),
    OpenApiParameter("number", str, description="The number in a federation."),
)
_OF_CLUBS = (
    _FEDERATION,
    OpenApiParameter("kind", str, enum=ClubKind.values, description="The reach of the club."),
)


@listed("players/", access.persons_to_list, PersonResponse, order=("pk",), parameters=_OF_PLAYERS)
def players(rows: QuerySet[Player], look: Look) -> QuerySet[Player]:
    """List the persons who have a public profile, in the order in which they came; a filter finds none by a hidden name."""
    values = look.http.query_params
    by_name = Q(public_name="")
    if text := values.get("name"):
        rows = rows.filter((by_name & Q(name_key__contains=name_key(text))) | Q(public_name__icontains=text))
    rows = _in_country(rows, look)
    if "federation" in values or "number" in values:
        numbers = Member.objects.all()
        if "federation" in values:
            numbers = numbers.filter(federation=_federation(look))
        if "number" in values:
            numbers = numbers.filter(number=values["number"])
        rows = rows.filter(by_name, pk__in=numbers.values("player"))
    return _with_numbers(rows)


@reads("players/<slug:uid>/", access.person_to_see, PersonResponse, has_digest=True)
def player(row: Player, _look: Look) -> Player:
    """Show a person who has a public profile; the id of a duplicate shows the person who goes on."""
    return row


@reads("players/<slug:uid>/results/", access.person_to_see, CareerMatchResponse, order=(), has_digest=True)
def player_results(row: Player, look: Look) -> Page[Any]:
    """List the final matches of a person in public tournaments, the newest first."""
    matches = page_of(look.http, career(row), name=lambda match: match.uid)
    return Page(career_shown(career_page(row, by_occasion(matches.rows), {})), matches.next)


@reads(
    "players/<slug:uid>/against/<slug:other>/",
    access.persons_to_compare,
    HeadToHeadResponse,
    has_digest=True,
)
def player_against(pair: tuple[Player, Player], _look: Look) -> HeadToHeadResponse:
    """Compare two persons who have a public profile: matches won and lost against each other, and the matches."""
    person, opponent = pair
    matches = [match for match in career(person) if match.opponent == opponent.pk]
    career_of_pair: Any = career_shown(career_page(person, by_occasion(matches), {}))
    added_up: Any = figures(matches)
    return HeadToHeadResponse(player=person, opponent=opponent, figures=added_up, matches=career_of_pair)  # type: ignore[arg-type] # shown as one


@listed("clubs/", access.clubs_to_list, ClubResponse, order=("name", "pk"), parameters=_OF_CLUBS)
def clubs(rows: QuerySet[Club], look: Look) -> QuerySet[Club]:
    """List the clubs of all federations by name, those that became part of another one included."""
    values = look.http.query_params
    if "federation" in values:
        rows = rows.filter(federation=_federation(look))
    if "kind" in values:
        if values["kind"] not in ClubKind.values:
            raise _refused("kind", _("One of: %(known)s.") % {"known": ", ".join(ClubKind.values)})
        rows = rows.filter(kind=values["kind"])
    return rows.select_related("federation", "merged_into").prefetch_related("names")


@listed(
    "federations/",
    access.federations_to_list,
    FederationResponse,
    order=("code", "pk"),
    parameters=(_COUNTRY,),
)
def federations(rows: QuerySet[Federation], look: Look) -> QuerySet[Federation]:
    """List the federations by their short names."""
    return _in_country(rows, look)


def _in_country(rows: QuerySet[Row], look: Look) -> QuerySet[Row]:
    country = look.http.query_params.get("country")
    if country is None:
        return rows
    if not re.fullmatch(r"[A-Z]{2}", country):
        raise _refused("country", _("Two capital letters, as in FR or GB."))
    return rows.filter(country=country)


def _federation(look: Look) -> Federation:
    return named(Federation.objects.all(), look.http.query_params["federation"], field="federation")


def _with_numbers(rows: QuerySet[Player]) -> QuerySet[Player]:
    numbers = Member.objects.select_related("federation").order_by("federation__code")
    return rows.prefetch_related(Prefetch("numbers", numbers))


def _refused(field: str, words: str) -> ValidationError:
    return ValidationError({field: [ErrorDetail(words, code="invalid")]})
