"""The public pages of rating lists: those of a federation, a list as it is now, and an official list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from matches.models import NameOrder
from tournaments import access
from tournaments.models import (
    Club,
    Federation,
    LatePolicy,
    ListState,
    OfficialList,
    OfficialStatus,
    RatingList,
)
from tournaments.queries.federations.list_overview import lists_of
from tournaments.queries.ratings.list_filters import ListFilter, club_keys, regions_of
from tournaments.queries.ratings.list_lines import (
    ListLines,
    OfficialLines,
    lines_of_list,
)
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

_PER_PAGE = 100
_EVERYBODY = "all"
_STATUSES = (
    (OfficialStatus.RANKED, pgettext_lazy("people of a list", "with a place")),
    (OfficialStatus.PROVISIONAL, pgettext_lazy("people of a list", "provisional")),
    (OfficialStatus.INACTIVE, pgettext_lazy("people of a list", "inactive")),
    (_EVERYBODY, pgettext_lazy("people of a list", "everybody")),
)


class ListFilterForm(forms.Form):
    """A form that selects lines of a list: by a part of the name, a club, a region, a country, and who has a place."""

    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=120)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    region = forms.ChoiceField(label=gettext_lazy("Region"), required=False)
    country = forms.RegexField(
        r"\A[A-Za-z]{2}\Z",
        label=gettext_lazy("Country"),
        required=False,
        max_length=2,
        error_messages={"invalid": gettext_lazy("Two capital letters, as in FR or GB.")},
        widget=forms.TextInput(
            attrs={"placeholder": "FR", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    status = forms.ChoiceField(
        label=pgettext_lazy("people of a list", "Who"), required=False, choices=_STATUSES
    )

    def __init__(self, *args: Any, clubs: Iterable[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._clubs = list(clubs)
        names = [(club.uid, club.name) for club in self._clubs if club.merged_into_id is None]
        self._set_choices("club", _("Every club"), names)
        self._set_choices(
            "region", _("Every region"), [(region, region) for region in regions_of(self._clubs)]
        )

    def _set_choices(self, name: str, all_of_them: str, choices: list[tuple[str, str]]) -> None:
        """Offer these choices, or leave the field out where there are none."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        field.choices = [("", all_of_them), *choices]
        if not choices:
            del self.fields[name]

    @property
    def only(self) -> ListFilter:
        """The lines that the form selects; those with a place while it is empty or refused."""
        if not self.is_valid():
            return ListFilter(status=OfficialStatus.RANKED)
        values = self.cleaned_data
        status = values["status"] or OfficialStatus.RANKED
        club = next((one for one in self._clubs if one.uid == values.get("club")), None)
        return ListFilter(
            words=values["name"].strip(),
            clubs=club_keys(self._clubs, club=club, region=values.get("region", "")),
            status=None if status == _EVERYBODY else OfficialStatus(status),
            country=values["country"].upper(),
        )


@require_safe
def federation_lists(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the rating lists of a federation with their last official lists."""
    federation = access.federation_to_see(visitor_of(request), uid)
    context = {
        "federation": federation,
        "lists": lists_of(federation),
        "crumbs": [_crumb_of(federation), Crumb(_("Rating lists"))],
    }
    return render(request, "lists/lists.html", context)


@require_safe
def rating_list(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a rating list as it is now: the live list, of an uploaded one the last official list."""
    row = access.list_to_see(visitor_of(request), uid)
    officials = _officials_of(row)
    form = _filter_of(request, row)
    last = officials[0] if officials else None
    before = officials[1] if len(officials) > 1 else None
    lines: ListLines | None = None
    if row.is_computed:
        lines = lines_of_list(row, form.only, last=last)
    elif last is not None:
        lines = OfficialLines(last, form.only, before)
    context = {
        "state": getattr(row, "state", None),
        "last": last,
        "compared": last if row.is_computed else before,
        "crumbs": [*way_to_list(row)[:-1], Crumb(row.name)],
    }
    return _page(request, row, officials, form=form, lines=lines, context=context)


@require_safe
def official_list(request: HttpRequest, uid: str) -> HttpResponse:
    """Show an official list, as it was published."""
    official = access.official_to_see(visitor_of(request), uid)
    row = official.list
    officials = _officials_of(row)
    form = _filter_of(request, row)
    before = next((one for one in officials if one.number == official.number - 1), None)
    context = {
        "official": official,
        "state": getattr(row, "state", None),
        "compared": before,
        "crumbs": [*way_to_list(row), Crumb(official_name(official))],
    }
    lines = OfficialLines(official, form.only, before)
    return _page(request, row, officials, form=form, lines=lines, context=context)


def official_name(official: OfficialList) -> str:
    """Return the name of an official list."""
    return _("Official list %(number)s") % {"number": official.number}


def way_to_list(row: RatingList) -> list[Crumb]:
    """Return the breadcrumbs of a rating list."""
    return [
        _crumb_of(row.federation),
        Crumb(_("Rating lists"), reverse("federation_lists", args=[row.federation.uid])),
        Crumb(row.name, reverse("rating_list", args=[row.uid])),
    ]


def _page(
    request: HttpRequest,
    row: RatingList,
    officials: list[OfficialList],
    *,
    form: ListFilterForm,
    lines: ListLines | None,
    context: dict[str, Any],
) -> HttpResponse:
    rows: Any = lines
    page = None if rows is None else Paginator(rows, _PER_PAGE).get_page(request.GET.get("page"))
    people = None if page is None else page.object_list
    context |= {
        "list": row,
        "federation": row.federation,
        "officials": officials,
        "form": form,
        "page": page,
        "lines": people,
        "nothing": _nothing(row, form.only, has_lines=lines is not None, state=context.get("state")),
        "has_late": row.late == LatePolicy.ADJUST and any(line.adjustment for line in people or ()),
        "files": _files(row, context.get("official"), form),
    }
    with timezone.override(row.federation.time_zone):
        return render(request, "lists/list.html", context)


def _files(row: RatingList, official: OfficialList | None, form: ListFilterForm) -> list[tuple[str, str]]:
    """Return the files of all lines with this filter: the name of each format with its address."""
    only, data = form.only, form.cleaned_data if form.is_valid() else {}
    values = {
        "name": only.words,
        "club": data.get("club", ""),
        "region": data.get("region", ""),
        "country": only.country,
        "status": only.status or "",
    }
    filters = {name: value for name, value in values.items() if value}
    address = reverse("api_list_sheet", args=[row.uid])
    if official is not None:
        address = reverse("api_official_list_sheet", args=[row.uid, official.number])
    return [(kind.upper(), f"{address}?{urlencode({'format': kind, **filters})}") for kind in ("csv", "xlsx")]


def _nothing(
    row: RatingList, only: ListFilter, *, has_lines: bool, state: ListState | None
) -> dict[str, str]:
    """Return the words of a list, or of a part of it, in which nobody is."""
    if not has_lines:
        return {
            "heading": _("No official list yet"),
            "text": _("The ratings of this list come from another system. A rating officer uploads them."),
        }
    if only.is_by_person:
        return {
            "heading": _("No player matches this filter"),
            "text": _(
                "A name finds people with a public profile. Search part of a name, or choose everybody."
            ),
        }
    if row.is_computed and (state is None or state.computed_at is None):
        return {
            "heading": _("Not computed yet"),
            "text": _("The list begins with the first rated results."),
        }
    return {
        "heading": _("Nobody in this part of the list"),
        "text": _("Choose everybody to see the whole list."),
    }


def _filter_of(request: HttpRequest, row: RatingList) -> ListFilterForm:
    clubs = row.federation.clubs.order_by(NameOrder("name"), "pk")
    return ListFilterForm(request.GET, clubs=clubs)


def _officials_of(row: RatingList) -> list[OfficialList]:
    return list(OfficialList.objects.filter(list=row).order_by("-number"))


def _crumb_of(federation: Federation) -> Crumb:
    return Crumb(federation.name, reverse("federation", args=[federation.uid]))
