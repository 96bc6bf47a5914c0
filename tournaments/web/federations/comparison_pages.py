"""The public page of two rating lists side by side, and the button with which officers have them compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.models import NameOrder
from tournaments import access
from tournaments.actions.lists import comparisons
from tournaments.errors.lists import NotComparable
from tournaments.models import ListComparison, OfficialList, RatingList, Right
from tournaments.models.dates import date_words
from tournaments.queries.ratings.comparisons import (
    Among,
    ComparedLists,
    ComparisonResult,
    LineFilter,
    LineOrder,
    ListPair,
    pair_of,
    stored_comparison,
)
from tournaments.queries.ratings.variations import VariationResult
from tournaments.web.desk.pages import act
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

from .list_pages import list_of
from .rating_lists import way_to_list
from .variation_views import count_words, lengths_of, score_lines

_PER_PAGE = 100
# The newest official lists of a federation that the form offers.
_MOST_OFFICIALS = 60
_MOST_POINTS = 5000


class OtherListForm(forms.Form):
    """A form that chooses what stands beside a list: another one of the federation, or an official list."""

    def __init__(self, rating_list: RatingList, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["with"] = forms.ChoiceField(
            label=_("Beside"), choices=list(_choices(rating_list)), required=False
        )


class LineFilterForm(forms.Form):
    """A form that selects people of a comparison, and their order."""

    among = forms.ChoiceField(
        label=pgettext_lazy("people of a list", "Who"),
        required=False,
        choices=[
            (Among.EVERYBODY, pgettext_lazy("people of a list", "everybody")),
            (Among.BOTH, gettext_lazy("in both lists")),
            (Among.ONLY, gettext_lazy("in the first list alone")),
            (Among.ONLY_OTHER, gettext_lazy("in the second list alone")),
        ],
    )
    beyond = forms.IntegerField(
        label=gettext_lazy("Points apart, at least"),
        required=False,
        min_value=0,
        max_value=_MOST_POINTS,
    )
    order = forms.ChoiceField(
        label=gettext_lazy("Order"),
        required=False,
        choices=[
            (LineOrder.RATINGS, gettext_lazy("rating difference")),
            (LineOrder.PLACES, gettext_lazy("place difference")),
            (LineOrder.PLACE, pgettext_lazy("order of a list", "place")),
        ],
    )

    @property
    def only(self) -> LineFilter:
        """The people that the form selects; everybody while it is empty or refused."""
        if not self.is_valid():
            return LineFilter()
        values = self.cleaned_data
        return LineFilter(
            Among(values["among"] or Among.EVERYBODY),
            values["beyond"] or 0,
            LineOrder(values["order"] or LineOrder.RATINGS),
        )


@require_safe
def list_comparison(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a list beside the one that the address names: people, ratings, places, and the quality of prediction."""
    visitor = visitor_of(request)
    row = access.list_to_see(visitor, uid)
    other = request.GET.get("with", "").strip()
    context: dict[str, Any] = {
        "list": row,
        "federation": row.federation,
        "form": OtherListForm(row, {"with": other} if other else None),
        "may_rate": Right.RATE in access.rights_in(visitor, row.federation),
        "crumbs": [*way_to_list(row), Crumb(pgettext("of two lists", "Comparison"))],
    }
    status = 200
    if not other:
        context["earlier"] = _earlier(row)
    else:
        try:
            pair = pair_of(row, other)
        except NotComparable as refusal:
            status, context["refusal"] = refusal.status, str(refusal)
        else:
            context |= _side_by_side(request, stored_comparison(pair))
    with timezone.override(row.federation.time_zone):
        return render(request, "lists/comparison.html", context, status=status)


@require_POST
def compare_list(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Have a list compared with another one, or again."""
    row, other = list_of(request, uid, rating_list), request.POST.get("with", "").strip()
    return act(
        request,
        lambda: comparisons.ask_comparison(row, by=visitor_of(request).account, other=other),
        message=_("The lists are being compared."),
        back_to=f"{reverse('list_comparison', args=[row.uid])}?{urlencode({'with': other})}",
    )


def _choices(rating_list: RatingList) -> Iterator[tuple[str, Any]]:
    yield "", _("Choose a list")
    federation = rating_list.federation_id
    lists = (
        RatingList.objects.filter(federation=federation)
        .exclude(pk=rating_list.pk)
        .order_by(NameOrder("name"), "pk")
    )
    if now := [(one.uid, one.name) for one in lists]:
        yield _("Lists as they are now"), now
    officials = OfficialList.objects.filter(list__federation=federation).select_related("list")
    if past := [
        (one.uid, _official_name(one)) for one in officials.order_by("-day", "list__name")[:_MOST_OFFICIALS]
    ]:
        yield _("Official lists"), past


def _official_name(official: OfficialList) -> str:
    day = date_words(official.day, "SHORT_DATE_FORMAT")
    return _("%(list)s, no. %(number)s of %(day)s") % {
        "list": official.list.name,
        "number": official.number,
        "day": day,
    }


def _name_of(pair: ListPair) -> str:
    """Return the name of what stands beside the list."""
    return pair.other.name if pair.official is None else _official_name(pair.official)


def _earlier(row: RatingList) -> list[tuple[str, str, ListComparison]]:
    """Return the comparisons of a list: the address and the name of the other list, and the row; one query."""
    rows = ListComparison.objects.filter(Q(list=row) | Q(other=row, official=None))
    lines = []
    for one in rows.select_related("list", "other", "official__list").order_by("-asked_at", "-pk"):
        pair = ListPair(row, one.list if one.list_id != row.pk else one.other, one.official)
        lines.append((_address(pair), _name_of(pair), one))
    return lines


def _address(pair: ListPair) -> str:
    return f"{reverse('list_comparison', args=[pair.list.uid])}?{urlencode({'with': pair.uid})}"


def _side_by_side(request: HttpRequest, lists: ComparedLists) -> dict[str, Any]:
    """Return what the page shows of two lists."""
    other_name = _name_of(lists.pair)
    context: dict[str, Any] = {"pair": lists.pair, "row": lists.row, "other_name": other_name}
    result = lists.result
    if result is None:
        return context
    form = LineFilterForm(request.GET)
    page = Paginator(lists.lines(form.only), _PER_PAGE).get_page(request.GET.get("page"))
    sheet = reverse("api_list_comparison_sheet", args=[lists.pair.list.uid])
    return context | {
        "result": result,
        "people": _people(result),
        "first": lists.first,
        "alone": lists.alone,
        "filter": form,
        "page": page,
        "lines": lists.named(page),
        "file": f"{sheet}?{urlencode({'with': lists.pair.uid, 'format': 'csv'})}",
        **_predictions(lists, other_name),
    }


def _people(result: ComparisonResult) -> list[tuple[Among, str]]:
    counts = ((Among.BOTH, result.both), (Among.ONLY, result.only), (Among.ONLY_OTHER, result.only_other))
    return [(among, count_words(count)) for among, count in counts]


def _predictions(lists: ComparedLists, other_name: str) -> dict[str, Any]:
    """Return how both lists predict; the calibration is of the matches that both rate."""
    predictions = None if lists.result is None else lists.result.predictions
    if predictions is None:
        return {}
    lengths = lengths_of(predictions, is_shared=True)
    return {
        "scores": score_lines(predictions),
        "verdict": _verdict(predictions, lists.pair.list.name, other_name),
        "lengths": lengths,
        "wholes": [each.whole for each in lengths],
    }


def _verdict(predictions: VariationResult, name: str, other_name: str) -> str:
    """Return in words which list predicts the matches better that both rate."""
    one, other = predictions.present.shared, predictions.varied.shared
    if not one.matches:
        return _("No match is in both lists, so they cannot be compared.")
    count = count_words(one.matches)
    if one.log_loss == other.log_loss:
        words = _("Both predict the matches that both lists rate (%(count)s) equally well.")
        return words % {"count": count}
    better = name if one.log_loss < other.log_loss else other_name
    words = _("%(name)s predicts the matches that both lists rate (%(count)s) better.")
    return words % {"name": better, "count": count}
