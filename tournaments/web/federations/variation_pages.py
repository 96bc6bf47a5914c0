"""Pages on which officers ask what other rules or another formula would make of a list, and read the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from matches.models import Audience, NameOrder, show_to
from tournaments import access
from tournaments.access.federations import known_events
from tournaments.actions.lists import variations
from tournaments.models import (
    Event,
    Federation,
    FeedRow,
    ListOrder,
    ListOrigin,
    ListVariation,
    RatingList,
    VariationMove,
)
from tournaments.models.dates import date_words
from tournaments.queries.exports.spreadsheets import as_csv
from tournaments.queries.ratings.variation_table import move_table
from tournaments.queries.ratings.variations import AS_IT_IS, VariationResult, VariationTerms
from tournaments.ratings import FORMULAS
from tournaments.requests.lists import VariationRequest
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.exports.files import has_comma
from tournaments.web.frame.form_fields import DayField, field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within
from .variation_views import count_words, lengths_of, move_line, score_lines

_ROWS_PER_PAGE = 50
# The newest events of the federation that the form offers.
_MOST_EVENTS = 150
_AS_NOW = ("", gettext_lazy("As in the list"))
_HEADINGS = {
    "player": pgettext_lazy("heading of a column", "Id of the player"),
    "name": gettext_lazy("Name"),
    "place": gettext_lazy("Place"),
    "rating": gettext_lazy("Rating"),
    "matches": gettext_lazy("Matches"),
    "varied_place": gettext_lazy("Place in the variation"),
    "varied_rating": gettext_lazy("Rating in the variation"),
    "varied_matches": gettext_lazy("Matches in the variation"),
    "change": gettext_lazy("Change"),
}
_ORDERS: Mapping[str, tuple[Any, ...]] = {
    "place": ("pk",),
    "gain": ((F("other_rating") - F("rating")).desc(), "pk"),
    "loss": ((F("other_rating") - F("rating")).asc(), "pk"),
}


class ObjectField(forms.JSONField):
    """A field for a JSON object, which is empty at first."""

    def prepare_value(self, value: Any) -> Any:
        """Return what the field shows: nothing for no object."""
        return "" if value is None else super().prepare_value(value)


class VariationForm(forms.Form):
    """A form for what is other in a variation; what is left empty stays as in the list."""

    list = forms.ChoiceField(label=pgettext_lazy("of ratings", "List"))
    shortest = forms.IntegerField(
        label=gettext_lazy("Shortest match, in points"), min_value=1, required=False
    )
    longest = forms.IntegerField(label=gettext_lazy("Longest match, in points"), min_value=1, required=False)
    formula = forms.ChoiceField(label=gettext_lazy("Formula"), required=False)
    stakes = field_of(
        VariationRequest,
        "stakes",
        label=gettext_lazy("Stakes in percent"),
        help_text=gettext_lazy("50 halves every change, and so the factor K."),
        required=False,
    )
    order = forms.ChoiceField(
        label=gettext_lazy("Order"), required=False, choices=[_AS_NOW, *ListOrder.choices]
    )
    first_day = DayField(label=gettext_lazy("First day"), required=False)
    without_events = forms.MultipleChoiceField(
        label=gettext_lazy("Leave out events"),
        required=False,
        widget=forms.SelectMultiple(attrs={"size": 6}),
        help_text=gettext_lazy("The newest events of the list; choose several."),
    )
    parameters = ObjectField(
        label=gettext_lazy("Parameters of the formula"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=gettext_lazy('As in {"ramp": 1}, which is FIBS without a ramp.'),
    )
    rules = ObjectField(
        label=gettext_lazy("Other counting rules"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=gettext_lazy('As in {"forfeit": "rated", "must_be_sanctioned": true}.'),
    )

    def __init__(self, federation: Federation, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.lists = {one.uid: one for one in lists_of(federation)}
        self._choose("list", [(uid, one.name) for uid, one in self.lists.items()])
        self._choose("formula", [_AS_NOW, *_formulas()])
        self._choose("without_events", list(_events(federation)))

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Refuse JSON that is no object."""
        data = super().clean() or {}
        for name in ("parameters", "rules"):
            if data.get(name) is not None and not isinstance(data[name], dict):
                self.add_error(name, _('Write an object, as in {"ramp": 1}.'))
        return data

    @property
    def terms(self) -> VariationTerms:
        """The terms of a valid form."""
        data = self.cleaned_data
        lengths = {name: data[name] for name in ("shortest", "longest") if data[name]}
        first_day = {"first_day": data["first_day"]} if data["first_day"] else {}
        return VariationTerms.of(
            rules={**(data["rules"] or {}), **lengths},
            formula=data["formula"],
            parameters=data["parameters"] or {},
            stakes=data["stakes"] or AS_IT_IS,
            order=data["order"],
            without_events=data["without_events"],
            **first_day,
        )


def lists_of(federation: Federation) -> QuerySet[RatingList]:
    """Return the computed lists of a federation by name."""
    rows = RatingList.objects.filter(federation=federation, origin=ListOrigin.COMPUTED)
    return rows.select_related("federation", "club").order_by(NameOrder("name"), "pk")


def _formulas() -> Iterator[tuple[str, str]]:
    for code, formula in FORMULAS.items():
        if hasattr(formula, "changes"):
            yield code, formula.name


def _events(federation: Federation) -> Iterator[tuple[str, str]]:
    """Yield the newest events with a match that one of the federation's rules in force rates, and that it may know."""
    rows = FeedRow.objects.filter(
        event=OuterRef("pk"),
        verdicts__reason="",
        verdicts__rule__federation=federation,
        verdicts__rule__ended_at=None,
    )
    events = known_events(federation).filter(Exists(rows)).select_related("tournament")
    for event in events.order_by("-tournament__starts_on", "-pk")[:_MOST_EVENTS]:
        day = date_words(event.tournament.starts_on, "SHORT_DATE_FORMAT")
        yield event.uid, f"{day} · {event.tournament.name} · {event.name}"


@require_page_or_form
def variation_list(request: HttpRequest, uid: str) -> HttpResponse:
    """List what was tried, with the form for officers of ratings; compute another variation on POST."""
    visitor = visitor_of(request)
    is_sent = request.method == "POST"
    permission = access.federation_to_rate if is_sent else access.federation_to_read
    federation = permission(visitor, uid)
    form = VariationForm(federation, request.POST or None)
    if is_sent:
        new: list[ListVariation] = []

        def ask(data: dict[str, Any]) -> None:
            rating_list = form.lists[data["list"]]
            new.append(variations.ask_variation(rating_list, by=visitor.account, terms=form.terms))

        if is_done(form, ask):
            return redirect("office_variation", federation.uid, new[0].uid)
    rows = ListVariation.objects.filter(federation=federation).select_related("list", "by")
    context = {"form": form, "rows": [(row, _words(row)) for row in rows.order_by("-pk")]}
    return office_page(
        request,
        federation,
        "federations/office_variations.html",
        context,
        tab="office_variations",
        status=status_of(form) if is_sent else 200,
    )


@require_safe
def variation_page(request: HttpRequest, uid: str, variation: str) -> HttpResponse:
    """Show both lists: how they predict results, and everybody's move."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.variation_to_read(visitor, variation)
    within(row, federation)
    context: dict[str, Any] = {"variation": row, "words": _words(row)}
    if row.is_computed:
        by = request.GET.get("by", "")
        by = by if by in _ORDERS else "place"
        moves = VariationMove.objects.filter(variation=row).select_related("player")
        if by != "place":
            moves = moves.filter(matches__gt=0, other_matches__gt=0)
        page = Paginator(moves.order_by(*_ORDERS[by]), _ROWS_PER_PAGE).get_page(request.GET.get("page"))
        result = VariationResult.from_dict(row.result)
        context |= {
            "by": by,
            "page": page,
            "moves": [move_line(move) for move in page],
            "scores": score_lines(result),
            "is_better": result.varied.shared.log_loss < result.present.shared.log_loss,
            "shared": count_words(result.present.shared.matches) if result.present.shared.matches else "",
            "lengths": (lengths := lengths_of(result)),
            "wholes": [one.whole for one in lengths],
            "orders": [
                ("place", _("By place")),
                ("gain", _("Greatest gains")),
                ("loss", _("Greatest losses")),
            ],
        }
    return office_page(
        request,
        federation,
        "federations/office_variation.html",
        context,
        tab="office_variations",
        here=row.list.name,
    )


@require_safe
def variation_file(request: HttpRequest, uid: str, variation: str) -> HttpResponse:
    """Return everybody's move as a file, with public names, because files are passed on."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.variation_to_read(visitor, variation)
    within(row, federation)
    show_to(Audience.EVERYBODY)
    table = move_table(row)
    headings = [str(_HEADINGS[code]) for code in table.columns]
    delimiter = ";" if has_comma() else ","
    data = as_csv(headings, table.rows, delimiter=delimiter, has_comma=has_comma(), has_bom=True)
    headers = {"Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff"}
    answer = HttpResponse(data, content_type="text/csv; charset=utf-8", headers=headers)
    disposition = content_disposition_header(as_attachment=True, filename=f"what-if-{row.uid}.csv")
    answer.headers["Content-Disposition"] = disposition or "attachment"
    return answer


def _words(variation: ListVariation) -> list[tuple[str, str]]:
    """Return what is other in a variation, as pairs of a label and a value."""
    terms = VariationTerms.from_dict(variation.terms)
    labels = VariationForm.base_fields
    rules = dict(terms.rules)
    words = [
        (str(labels[name].label), str(rules.pop(name))) for name in ("shortest", "longest") if name in rules
    ]
    words += [(name, _plain(value)) for name, value in rules.items()]
    if terms.formula:
        words.append((str(labels["formula"].label), _formula(terms.formula)))
    words += [(name, _plain(value)) for name, value in terms.parameters.items()]
    if terms.stakes != AS_IT_IS:
        words.append((str(labels["stakes"].label), str(terms.stakes)))
    if terms.order:
        words.append((str(labels["order"].label), str(ListOrder(terms.order).label)))
    if terms.has_first_day:
        day = date_words(terms.first_day) if terms.first_day else _("none")
        words.append((str(labels["first_day"].label), day))
    if terms.without_events:
        words.append((_("Without events"), _event_words(terms.without_events)))
    return words


def _formula(code: str) -> str:
    formula = FORMULAS.get(code)
    return formula.name if formula is not None else code


def _event_words(uids: Sequence[str]) -> str:
    names = dict(Event.objects.filter(uid__in=uids).values_list("uid", "name"))
    return ", ".join(names.get(uid, uid) for uid in uids)


def _plain(value: object) -> str:
    plain: Mapping[type, Callable[[Any], str]] = {
        bool: lambda one: str(_("yes") if one else _("no")),
        list: lambda some: ", ".join(map(str, some)),
    }
    return plain.get(type(value), str)(value)
