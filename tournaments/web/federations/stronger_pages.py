"""The page that says who of two people of a list is stronger, and how certain that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.models import RatingList
from tournaments.queries.ratings.certainty import CertainPerson, comparison_of, require_uncertainty
from tournaments.queries.ratings.questions import people_named, people_of_list
from tournaments.ratings.formulas.glicko2 import POINT
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.ratings import percent_words, rating_words

from .list_questions import FoundPerson, question_page

_MOST_FOUND = 12
# So many deviations on each side hold the true strength in 95 of 100 cases.
_NINETY_FIVE = 1.96


@dataclass(frozen=True, slots=True)
class CertainLine:
    """A person in Glicko-2, in words; `least` and `most` hold the strength in 95 of 100 cases."""

    name: str
    rating: str
    deviation: str
    least: str
    most: str


@require_safe
def stronger(request: HttpRequest, uid: str) -> HttpResponse:
    """Show who of two people of a list is stronger; both are in the address."""
    visitor = visitor_of(request)
    rating_list = access.list_to_see(visitor, uid)
    one, two, words = (request.GET.get(name, "").strip() for name in ("one", "two", "q"))
    context: dict[str, Any] = {"one": one, "words": words}
    status = 200
    try:
        require_uncertainty(rating_list)
        if one and two:
            context |= _comparison(rating_list, one, two)
        elif one:
            context["chosen"] = people_of_list(rating_list, [one])[one].player.shown_name
        if not (one and two):
            context["found"] = _found(rating_list, words, one)
    except DomainError as refusal:
        status = refusal.status
        context["refusal"] = str(refusal)
    return question_page(
        request, rating_list, "lists/stronger.html", context, heading=_("Who is stronger"), status=status
    )


def _comparison(rating_list: RatingList, one: str, two: str) -> dict[str, Any]:
    """Return both people, the likely stronger one first, and the chance of that."""
    answer = comparison_of(rating_list, one, two)
    first, second, chance = answer.one, answer.two, answer.chance
    if chance < 0.5:
        first, second, chance = second, first, 1 - chance
    return {
        "lines": [_line(first), _line(second)],
        "first": first.person.player.shown_name,
        "second": second.person.player.shown_name,
        "chance": percent_words(chance, places=0),
        "other_way": "?" + urlencode({"one": one}),
    }


def _line(person: CertainPerson) -> CertainLine:
    rating, deviation = person.glicko.rating / POINT, person.glicko.deviation / POINT
    ends = rating - _NINETY_FIVE * deviation, rating + _NINETY_FIVE * deviation
    words = [str(number_format(round(value), decimal_pos=0)) for value in (rating, deviation, *ends)]
    return CertainLine(person.person.player.shown_name, *words)


def _found(rating_list: RatingList, words: str, one: str) -> list[FoundPerson]:
    return [
        FoundPerson(
            each.player.shown_name,
            rating_words(each.rated.rating),
            "?" + urlencode({"one": one, "two": each.player.uid} if one else {"one": each.player.uid}),
        )
        for each in people_named(rating_list, words, most=_MOST_FOUND)
        if each.player.uid != one
    ]
