"""The rating lists of a federation in its office: their state, their settings, and what is published of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.models import NameOrder
from tournaments import access
from tournaments.actions.lists import computing, keeping
from tournaments.models import Federation, ListOrigin, OfficialList, RatingList
from tournaments.queries.federations.list_overview import ListGap, ListOverview, list_overviews
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import START
from tournaments.web.desk.pages import act, status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.formulas import formula_cards, formula_name, parameter_words

from .list_forms import ComputedListForm, PublicationForm, UploadedListForm
from .office import office_page, within

_OFFICIALS_PER_PAGE = 25
TAB = "office_lists"


@require_safe
def lists(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the rating lists of a federation, each with its state and what is missing."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = RatingList.objects.filter(federation=federation).select_related("federation", "club")
    context = {
        "lists": [
            (one, gap_words(one)) for one in list_overviews(list(rows.order_by(NameOrder("name"), "pk")))
        ],
        "formulas": formula_cards(),
    }
    return office_page(request, federation, "federations/office_lists.html", context, tab=TAB)


@require_page_or_form
def new_list(request: HttpRequest, uid: str) -> HttpResponse:
    """Add a list of the formula that the address names, or an uploaded one without."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    formula = request.GET.get("formula", "")
    form = _settings_form(request, federation, formula)
    lists: list[RatingList] = []

    def create(_values: dict[str, Any]) -> None:
        origin = ListOrigin.COMPUTED if formula else ListOrigin.UPLOADED
        values = _values_of(form)
        name = values.pop("name")
        lists.append(
            keeping.create_list(
                federation, by=visitor.account, name=name, origin=origin, formula=formula, **values
            )
        )

    if request.method == "POST" and is_done(form, create):
        messages.success(request, _("%(name)s is added.") % {"name": lists[0].name})
        return redirect("office_list", federation.uid, lists[0].uid)
    context = {"form": form, "formula": next((one for one in formula_cards() if one.code == formula), None)}
    return office_page(
        request,
        federation,
        "federations/office_new_list.html",
        context,
        tab=TAB,
        here=_("Add a list"),
        status=status_of(form),
    )


@require_safe
def list_page(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Show a list: its state, how it is made, and its official lists."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.list_to_see(visitor, rating_list)
    within(row, federation)
    [overview] = list_overviews([row])
    officials = OfficialList.objects.filter(list=row).order_by("-number")
    context = {
        "overview": overview,
        "gaps": gap_words(overview),
        "formula": formula_name(row.formula) if row.is_computed else "",
        "parameters": _parameters(row),
        "page": Paginator(officials, _OFFICIALS_PER_PAGE).get_page(request.GET.get("page")),
        "trial": _trial(row),
        "publication": PublicationForm(initial={"as_of": _today(federation)}),
    }
    return office_page(request, federation, "federations/office_list.html", context, tab=TAB, here=row.name)


@require_page_or_form
def change_list(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Change the settings of a list; official lists stay as they were published."""
    row = list_of(request, uid, rating_list)
    federation = row.federation
    form = _settings_form(request, federation, row.formula, rating_list=row)
    if request.method == "POST" and is_done(
        form, lambda _data: keeping.change_list(row, by=visitor_of(request).account, **_values_of(form))
    ):
        messages.success(request, _("Saved."))
        return redirect("office_list", federation.uid, row.uid)
    return office_page(
        request,
        federation,
        "federations/office_change_list.html",
        {"list": row, "form": form, "formula": formula_name(row.formula) if row.is_computed else ""},
        tab=TAB,
        here=row.name,
        status=status_of(form),
    )


@require_POST
def compute_list(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Bring a live list up to all results."""
    row = list_of(request, uid, rating_list)
    return act(
        request,
        lambda: computing.compute(row),
        message=_("%(name)s is computed.") % {"name": row.name},
        back_to=reverse("office_list", args=[row.federation.uid, row.uid]),
    )


def list_of(request: HttpRequest, uid: str, rating_list: str) -> RatingList:
    """Return the list, for officers who may change it."""
    visitor = visitor_of(request)
    row = access.list_to_rate(visitor, rating_list)
    within(row, access.federation_to_read(visitor, uid))
    return row


def gap_words(overview: ListOverview) -> Sequence[str]:
    """Return what is missing in a list, in sentences."""
    words = {
        ListGap.NO_RULES: _("No counting rules are in force. Set them first."),
        ListGap.NOT_COMPUTED: _("It has not been computed yet."),
        ListGap.NEW_RESULTS: ngettext(
            "%(number)s result came since. Compute the list.",
            "%(number)s results came since. Compute the list.",
            overview.unread,
        )
        % {"number": overview.unread},
        ListGap.NOT_PUBLISHED: _("Nothing is published yet."),
    }
    return [words[gap] for gap in overview.gaps]


def _settings_form(
    request: HttpRequest, federation: Federation, formula: str, *, rating_list: RatingList | None = None
) -> UploadedListForm:
    data = request.POST or None
    if not formula:
        return UploadedListForm(data, initial={"name": rating_list.name} if rating_list else None)
    if not hasattr(FORMULAS.get(formula), "changes"):
        raise Http404
    values = ComputedListForm.values_of(rating_list) if rating_list else None
    return ComputedListForm(data, federation=federation, formula=formula, initial=values)


def _values_of(form: UploadedListForm) -> dict[str, Any]:
    return dict(form.values if isinstance(form, ComputedListForm) else form.cleaned_data)


def _parameters(rating_list: RatingList) -> list[tuple[str, object]]:
    """Return the parameters of a list with their labels; a table as text."""
    if not rating_list.is_computed:
        return []
    values = {**FORMULAS[rating_list.formula].values, **rating_list.parameters}
    return [(parameter_words(name)[0], value) for name, value in values.items()]


def _trial(rating_list: RatingList) -> str:
    """Return the command that tries the formula of the list on its exported past; of an uploaded one every formula."""
    words = ["python -m tournaments.ratings.trials results.csv lists.csv"]
    if rating_list.opening_source:
        words.append("--openings openings.csv")
    if rating_list.start != START:
        words.append(f"--start {rating_list.start_text}")
    if rating_list.is_computed:
        words.append(f"--formula {rating_list.formula}")
        if rating_list.parameters:
            words.append(f"--parameters '{json.dumps(rating_list.parameters)}'")
    return " ".join(words)


def _today(federation: Federation) -> date:
    return timezone.now().astimezone(federation.time_zone).date()
