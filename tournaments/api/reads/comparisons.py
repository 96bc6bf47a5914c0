"""Two rating lists side by side."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments import access
from tournaments.api.pagination import Page, places_page
from tournaments.api.reading import Look, reads, sheet
from tournaments.api.responses.comparisons import (
    ComparedLineResponse,
    ListComparisonResponse,
)
from tournaments.models import RatingList
from tournaments.queries.exports.sheets import SheetTable
from tournaments.queries.ratings.comparisons import (
    Among,
    ComparedLists,
    ComparedPerson,
    LineFilter,
    LineOrder,
    require_compared,
)

_LONGEST_NUMBER = 4
_WITH = OpenApiParameter(
    "with", str, required=True, description="The id of another list of the federation, or of an official one."
)
_OF_LINES = (
    _WITH,
    OpenApiParameter("among", str, enum=list(Among), description="Who is listed; everybody when absent."),
    OpenApiParameter(
        "beyond", int, description="Only people whose ratings differ by so many points or more."
    ),
    OpenApiParameter(
        "order",
        str,
        enum=list(LineOrder),
        description="By the greatest difference of ratings when absent, of places, or by place.",
    ),
)


def _compared(row: RatingList, look: Look) -> ComparedLists:
    return require_compared(row, look.http.query_params.get("with", ""))


def _version(row: RatingList, look: Look) -> str:
    """Return when the lists were compared, which no log counts."""
    lists = _compared(row, look)
    return "" if lists.row is None else str(lists.row.done_at)


@reads(
    "lists/<slug:uid>/compare/",
    access.list_to_see,
    ListComparisonResponse,
    has_digest=True,
    parameters=(_WITH,),
)
def list_comparison(row: RatingList, look: Look) -> ComparedLists:
    """Show two lists side by side: who is in both, where they differ first, and how both predict the same matches."""
    return _compared(row, look)


@reads(
    "lists/<slug:uid>/compare/lines/",
    access.list_to_see,
    ComparedLineResponse,
    order=(),
    has_digest=True,
    parameters=_OF_LINES,
)
def list_comparison_lines(row: RatingList, look: Look) -> Page[ComparedPerson]:
    """List everybody of two lists with place and rating in both, the greatest difference first."""
    lists, values = _compared(row, look), look.http.query_params
    only = LineFilter(
        Among(_one_of(list(Among), values.get("among", Among.EVERYBODY), field="among")),
        _points(values.get("beyond", "0")),
        LineOrder(_one_of(list(LineOrder), values.get("order", LineOrder.RATINGS), field="order")),
    )
    rows = lists.lines(only)
    places = places_page(look.http, rows.count())
    some = rows[places.rows[0] : places.rows[-1] + 1] if places.rows else []
    return Page(lists.named(some), places.next)


@sheet("lists/<slug:uid>/compare/sheet/", access.list_to_see, parameters=(_WITH,), also=_version)
def list_comparison_sheet(row: RatingList, look: Look) -> SheetTable:
    """Show everybody of two lists with place and rating in both, as a table."""
    return _compared(row, look).table()


def _one_of(known: list[str], value: str, *, field: str) -> str:
    if value not in known:
        raise _refused(field, _("One of: %(known)s.") % {"known": ", ".join(known)})
    return value


def _points(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise _refused("beyond", _("A whole number of points."))
    return int(text)


def _refused(field: str, words: str) -> ValidationError:
    return ValidationError({field: [ErrorDetail(words, code="invalid")]})
