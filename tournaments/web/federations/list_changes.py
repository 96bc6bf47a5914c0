"""The public pages of what changed in a list after it was counted: the last recomputations, and who moved in one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import MoveCause, RatingList, Recomputation
from tournaments.notices import points_words, signed_points_words
from tournaments.queries.ratings.recomputations import ListMove, move_count, moves_of
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A recomputation in words."""

    url: str
    at: datetime
    causes: str
    moved: str
    number: int


@require_safe
def list_changes(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the last computations that changed what a list had counted, the newest first."""
    row = access.list_to_see(visitor_of(request), uid)
    rows = Recomputation.objects.filter(list=row).order_by("-number").defer("moves")
    context = {
        "list": row,
        "changes": [_line(row, one) for one in rows],
        "crumbs": [*_way_to(row), Crumb(_("Changes"))],
    }
    with timezone.override(row.federation.time_zone):
        return render(request, "lists/changes.html", context)


@require_safe
def list_moves(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Show who moved in one computation, and why."""
    row = access.list_to_see(visitor_of(request), uid)
    recomputation = get_object_or_404(Recomputation, list=row, number=number)
    page = Paginator(range(move_count(recomputation)), _PER_PAGE).get_page(request.GET.get("page"))
    moves = moves_of(recomputation, since=max(page.start_index() - 1, 0), most=_PER_PAGE)
    changes = reverse("list_changes", args=[row.uid])
    context = {
        "list": row,
        "change": _line(row, recomputation),
        "page": page,
        "moves": [_cells(move) for move in moves],
        "crumbs": [*_way_to(row), Crumb(_("Changes"), changes), Crumb(str(number))],
    }
    with timezone.override(row.federation.time_zone):
        return render(request, "lists/moves.html", context)


def _way_to(row: RatingList) -> list[Crumb]:
    federation = row.federation
    return [Crumb(federation.code, reverse("federation", args=[federation.uid])), Crumb(row.name)]


def _line(row: RatingList, one: Recomputation) -> ChangeLine:
    movers = ngettext("%(count)s person moved", "%(count)s people moved", one.moved) % {"count": one.moved}
    return ChangeLine(
        reverse("list_moves", args=[row.uid, one.number]),
        one.at,
        " · ".join(_causes(one)),
        movers,
        one.number,
    )


def _causes(one: Recomputation) -> Iterator[str]:
    """Yield each cause in words, with its count where it happened more than once."""
    for cause in MoveCause:
        count = one.causes.get(cause, 0)
        words = {
            MoveCause.CORRECTION: ngettext(
                "%(count)s result was corrected", "%(count)s results were corrected", count
            ),
            MoveCause.LATE: ngettext(
                "%(count)s result came in late", "%(count)s results came in late", count
            ),
            MoveCause.MERGE: ngettext(
                "%(count)s entry was merged into another",
                "%(count)s entries were merged into others",
                count,
            ),
            MoveCause.UNMERGE: ngettext("%(count)s merge was undone", "%(count)s merges were undone", count),
        }.get(cause, str(cause.label))
        if count:
            yield words % {"count": count} if "%(" in words else words[:1].upper() + words[1:]


def _cells(move: ListMove) -> tuple[str, str, str, str]:
    """Return the name, the rating before, the move and the rating after."""
    words = ["–" if value is None else points_words(value) for value in (move.before, move.after)]
    step = "" if move.move is None else signed_points_words(move.move)
    return move.name, words[0], step, words[1]
