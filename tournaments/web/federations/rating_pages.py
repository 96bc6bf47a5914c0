"""The pages that explain ratings: of a person in a list, and of a match in every list in which it counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import tournament_of
from tournaments.models import ListOrder, pairing_of
from tournaments.queries.ratings.match_ratings import ratings_of_match
from tournaments.queries.ratings.rating_story import (
    EventPart,
    FeedRows,
    MatchSum,
    NamedStoryMatch,
    PeriodKind,
    RatingStory,
    StoryMatch,
    named_matches,
    rating_story,
)
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from .rating_graph import RatingGraph, rating_graph
from .rating_lists import way_to_list

_PER_PAGE = 25
# Of the events, so many are listed; those before are taken together.
_MOST_EVENTS = 20


@require_safe
def person_rating(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Explain the rating of a person in a list: graph, periods, opponents, lengths, events and matches."""
    person = access.rating_to_see(visitor_of(request), uid, player)
    story = rating_story(person)
    if story is None:
        raise Http404
    is_by_official = request.GET.get("by") == PeriodKind.OFFICIAL and story.officials
    kind = PeriodKind.OFFICIAL if is_by_official else PeriodKind.YEAR
    rows = FeedRows(match.history.row for match in story.matches)
    page = Paginator(story.matches[::-1], _PER_PAGE).get_page(request.GET.get("page"))
    matches, most, events = _named(story, rows, list(page))
    context = {
        "list": person.list,
        "player": person.player,
        "story": story,
        "kind": kind.value,
        "periods": story.periods(kind),
        "graph": _graph(story),
        "strengths": [(_strength_words(low, high), total) for low, high, total in story.by_strength()],
        "events": events,
        "most": most,
        "page": page,
        "matches": matches,
        "is_by_event": person.list.order == ListOrder.EVENTS,
        "crumbs": [*way_to_list(person.list), Crumb(person.player.shown_name)],
    }
    return render(request, "lists/person.html", context)


@require_safe
def match_ratings(request: HttpRequest, uid: str) -> HttpResponse:
    """Explain what a match changes in each list in which it counts, and what the other result would have changed."""
    match = access.match_to_see(visitor_of(request), uid)
    tournament, stage = tournament_of(match), pairing_of(match).stage
    context = {
        "match": match,
        "lists": ratings_of_match(match),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(_("Ratings"))],
    }
    return show(request, tournament, "lists/match.html", context)


def _named(
    story: RatingStory, rows: FeedRows, of_page: Sequence[StoryMatch]
) -> tuple[list[NamedStoryMatch], list[NamedStoryMatch], list[EventPart]]:
    """Return the matches of the page and those that moved most by name, and the events; two queries."""
    most = story.most_moving()
    parts = story.by_event(rows)
    newest, earlier = parts[:_MOST_EVENTS], parts[_MOST_EVENTS:]
    names, known = named_matches([*of_page, *most], rows, events=[uid for uid, _matches in newest])
    events = [EventPart.of(known.get(uid), matches) for uid, matches in newest]
    if earlier:
        every = [match for _uid, matches in earlier for match in matches]
        events.append(EventPart(None, MatchSum.of(every), events=len(earlier)))
    return names[: len(of_page)], names[len(of_page) :], events


def _graph(story: RatingStory) -> RatingGraph | None:
    """Return the graph of the rating after each day; of an uploaded list that of its official lists."""
    points: dict[date, int] = {}
    if not story.matches:
        points = {row.official.day: row.rating for row in story.officials}
    last = date.min
    for match in story.matches:
        last = max(last, match.day or last)
        points[last] = match.after
    in_order = [(day, rating) for day, rating in points.items() if day > date.min]
    if story.matches and in_order:
        in_order.insert(0, (in_order[0][0], story.start))
    return rating_graph(in_order)


def _strength_words(low: int | None, high: int | None) -> str:
    """Return in words by how many points opponents are above or below."""
    if low is None:
        return _("%(points)s points or more below") % {"points": -(high or 0)}
    if high is None:
        return _("%(points)s points or more above") % {"points": low}
    if low == -high:
        return _("within %(points)s points") % {"points": high}
    places = {"least": min(abs(low), abs(high)), "most": max(abs(low), abs(high))}
    if high < 0:
        return _("%(least)s to %(most)s points below") % places
    return _("%(least)s to %(most)s points above") % places
