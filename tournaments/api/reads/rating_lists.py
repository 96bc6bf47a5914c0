"""Rating lists of all federations, and the people of each, by their public names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError

from matches.models import Match
from tournaments import access
from tournaments.api.naming import named
from tournaments.api.pagination import Page, page, page_of
from tournaments.api.reading import Look, listed, reads, sheet
from tournaments.api.responses.lists import (
    ChangeResponse,
    ListLineResponse,
    LiveListResponse,
    MatchInListResponse,
    OfficialListResponse,
    RatingListResponse,
    RatingStoryResponse,
)
from tournaments.api.streaming import is_streamed
from tournaments.models import (
    Club,
    Federation,
    ListOrigin,
    OfficialList,
    OfficialStatus,
    RatingList,
)
from tournaments.queries.exports.sheets import SheetTable
from tournaments.queries.ratings.list_filters import ListFilter, club_keys, regions_of
from tournaments.queries.ratings.list_lines import (
    ListLine,
    ListLines,
    LiveLines,
    last_official_of,
    lines_of_list,
    lines_of_official,
)
from tournaments.queries.ratings.list_sheet import list_table
from tournaments.queries.ratings.match_ratings import MatchInList, ratings_of_match
from tournaments.queries.ratings.rating_story import (
    EventPart,
    FeedRows,
    NamedStoryMatch,
    PeriodKind,
    PersonInList,
    RatingStory,
    named_matches,
    rating_story,
)

_COUNTRY = re.compile(r"[A-Z]{2}")
_OF_LISTS = (
    OpenApiParameter("federation", str, description="The id of a federation."),
    OpenApiParameter("origin", str, enum=ListOrigin.values, description="Where its ratings come from."),
)
_OF_LINES = (
    OpenApiParameter(
        "name",
        str,
        description="Part of the public name of somebody with a public profile; accents do not count.",
    ),
    OpenApiParameter("club", str, description="The id of a club of the federation."),
    OpenApiParameter(
        "region", str, description="The region of clubs of the federation, as it is written there."
    ),
    OpenApiParameter("country", str, description="Two capital letters, as in FR."),
    OpenApiParameter("status", str, enum=OfficialStatus.values, description="Whether they have a place."),
)


@listed("lists/", access.lists_to_list, RatingListResponse, order=("pk",), parameters=_OF_LISTS)
def rating_lists(rows: QuerySet[RatingList], look: Look) -> QuerySet[RatingList]:
    """List the rating lists of all federations, in the order in which they were added."""
    values = look.http.query_params
    if "federation" in values:
        federation = named(Federation.objects.all(), values["federation"], field="federation")
        rows = rows.filter(federation=federation)
    if "origin" in values:
        rows = rows.filter(origin=_one_of(ListOrigin.values, values["origin"], field="origin"))
    return rows.select_related("federation", "club")


@listed(
    "lists/<slug:uid>/",
    access.list_to_see,
    ListLineResponse,
    head=LiveListResponse,
    order=(),
    parameters=_OF_LINES,
)
def rating_list(row: RatingList, look: Look) -> Page[ListLine] | Iterable[ListLine]:
    """Show the rating list with its people, the best first; of an uploaded list those of its last official list."""
    last = last_official_of(row)
    lines = lines_of_list(row, _filter(row, look), last=last)
    state = getattr(row, "state", None)
    if isinstance(lines, LiveLines):
        as_of, digest = (lines.day, state.digest) if state and state.digest else (None, "")
    else:
        as_of, digest = (last.day, last.digest) if last else (None, "")
    head = LiveListResponse.from_row(row, as_of=as_of, digest=digest)
    return _lines(lines, look, head=head)


@listed(
    "lists/<slug:uid>/official/<int:number>/",
    access.official_of_list,
    ListLineResponse,
    head=OfficialListResponse,
    order=(),
    parameters=_OF_LINES,
)
def official_list(row: OfficialList, look: Look) -> Page[ListLine] | Iterable[ListLine]:
    """Show an official list with its people by their present names, the best first, and what they gained."""
    return _lines(lines_of_official(row, _filter(row.list, look)), look, head=row)


@sheet("lists/<slug:uid>/sheet/", access.list_to_see, parameters=_OF_LINES, has_etag=False)
def list_sheet(row: RatingList, look: Look) -> SheetTable:
    """Show the rating list as a table, the best first."""
    return list_table(lines_of_list(row, _filter(row, look), last=last_official_of(row)), row.federation)


@sheet(
    "lists/<slug:uid>/official/<int:number>/sheet/",
    access.official_of_list,
    parameters=_OF_LINES,
    has_etag=False,
)
def official_list_sheet(row: OfficialList, look: Look) -> SheetTable:
    """Show an official list as a table, the best first."""
    return list_table(lines_of_official(row, _filter(row.list, look)), row.list.federation)


@listed(
    "lists/<slug:uid>/players/<slug:player>/",
    access.rating_to_see,
    ChangeResponse,
    head=RatingStoryResponse,
    order=(),
)
def list_player(row: PersonInList, look: Look) -> Page[NamedStoryMatch] | Iterable[NamedStoryMatch]:
    """Explain the rating of a person in a list, with every change, the newest first; all of them make the rating."""
    story = rating_story(row)
    if story is None:
        raise Http404
    newest = story.matches[::-1]
    if is_streamed(look.http):
        return named_matches(newest, FeedRows(match.history.row for match in newest))[0]
    part = page_of(look.http, newest, name=lambda match: str(match.history.row))
    rows = FeedRows(match.history.row for match in part.rows)
    return Page(named_matches(part.rows, rows)[0], part.next, head=_explained(row, story))


@reads("matches/<slug:uid>/ratings/", access.match_to_see, list[MatchInListResponse], has_digest=True)
def match_ratings(row: Match, _look: Look) -> list[MatchInList]:
    """Explain what the match changes in each list in which it counts, and what the other result would have changed."""
    return ratings_of_match(row)


def _explained(row: PersonInList, story: RatingStory) -> dict[str, Any]:
    rows = FeedRows(match.history.row for match in story.matches)
    parts = story.by_event(rows)
    most, events = named_matches(story.most_moving(), rows, events=[uid for uid, _matches in parts])
    return {
        "id": row.player.uid,
        "name": row.player.shown_name,
        "list": row.list.uid,
        "status": story.status,
        "place": story.place,
        "start": story.start,
        "rating": story.now,
        "sum": story.sum,
        "years": story.periods(PeriodKind.YEAR),
        "officials": story.periods(PeriodKind.OFFICIAL) if story.officials else [],
        "lengths": [{"length": length, "sum": total} for length, total in story.by_length()],
        "strengths": [
            {"least": low, "below": high, "sum": total} for low, high, total in story.by_strength()
        ],
        "events": [EventPart.of(events.get(uid), matches) for uid, matches in parts],
        "most_moving": most,
    }


def _lines(lines: ListLines | None, look: Look, *, head: object) -> Page[ListLine] | Iterable[ListLine]:
    if is_streamed(look.http):
        return () if lines is None else lines.every()
    if lines is None:
        return Page([], None, head)
    rows: Page[Any] = page(look.http, lines.rows, order=lines.order)
    return Page(lines.of(rows.rows), rows.next, head)


def _filter(row: RatingList, look: Look) -> ListFilter:
    values = look.http.query_params
    club, region = None, values.get("region", "")
    clubs = list(row.federation.clubs.all()) if region or "club" in values else []
    if "club" in values:
        club = named(Club.objects.filter(federation=row.federation), values["club"], field="club")
    status = None
    if "status" in values:
        status = OfficialStatus(_one_of(OfficialStatus.values, values["status"], field="status"))
    country = values.get("country", "")
    if country and not _COUNTRY.fullmatch(country):
        words = _("Two capital letters, as in FR or GB.")
        raise ValidationError({"country": [ErrorDetail(words, code="invalid")]})
    if region:
        _one_of(regions_of(clubs), region, field="region")
    words = values.get("name", "").strip()
    within = club_keys(clubs, club=club, region=region)
    return ListFilter(words=words, clubs=within, status=status, country=country)


def _one_of(known: list[str], value: str, *, field: str) -> str:
    if value not in known:
        words = _("One of: %(known)s.") % {"known": ", ".join(known)}
        raise ValidationError({field: [ErrorDetail(words, code="invalid")]})
    return value
