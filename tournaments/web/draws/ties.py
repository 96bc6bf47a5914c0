"""The desk page of shared places: their consequences, and how the director breaks the ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.draws import ties as deciding
from tournaments.errors.draws import TieNotOpen
from tournaments.formats import How
from tournaments.models import Entrant, Stage
from tournaments.queries.results.ties import Need, OpenTie, decided_ties, open_ties
from tournaments.requests.draws import TieRequest
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import stage_name
from tournaments.web.wording.standings import need_words

_PLACE = "place-"


class TieForm(forms.Form):
    """How a tie is broken: by lot, by a playoff, or by hand with a place for each."""

    how = forms.ChoiceField(
        label=gettext_lazy("How is it decided?"),
        choices=[
            (
                How.LOT.value,
                gettext_lazy("By lot: the seed of the draw gives the order, which nobody can change"),
            ),
            (How.PLAYOFF.value, gettext_lazy("By a playoff: each meets each once")),
            (How.HAND.value, gettext_lazy("By hand: with a reason that everybody sees")),
        ],
        widget=forms.RadioSelect,
        initial=How.LOT.value,
    )
    length = field_of(
        TieRequest, "length", label=gettext_lazy("Length of the playoff"), widget=forms.NumberInput
    )
    reason = field_of(
        TieRequest,
        "reason",
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Shown below the standings."),
    )
    is_for_prizes = forms.BooleanField(label=gettext_lazy("It decides the prizes too"), required=False)

    def __init__(
        self, *args: Any, entrants: Sequence[Entrant], has_prizes: bool, length: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["length"].initial = length
        self.fields["length"].widget.attrs["step"] = 2
        if not has_prizes:
            del self.fields["is_for_prizes"]
        self.names = {f"{_PLACE}{entrant.uid}": entrant.uid for entrant in entrants}
        for entrant in entrants:
            self.fields[f"{_PLACE}{entrant.uid}"] = forms.IntegerField(
                label=gettext_lazy("By hand: place of %(name)s") % {"name": entrant.name},
                min_value=1,
                max_value=len(entrants),
                required=False,
            )

    def chosen(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        data = self.cleaned_data
        places = {uid: data[name] for name, uid in self.names.items() if data[name]}
        return {
            "how": How(data["how"]),
            "order": sorted(places, key=lambda uid: places[uid])
            if len({*places.values()}) == len(places)
            else [],
            "reason": data["reason"],
            "is_for_prizes": data.get("is_for_prizes", False),
            "length": data["length"],
        }


@dataclass(frozen=True, slots=True)
class TieOnPage:
    """An open tie with its consequences in words, and the form that breaks it."""

    tie: OpenTie
    key: str
    needs: tuple[str, ...]
    form: TieForm


@require_page_or_form
def ties(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the open ties of a stage; on POST, break one or withdraw a decision."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    if request.method != "POST":
        return _page(request, stage)
    entrants = request.POST.get("tied", "").split()
    if request.POST.get("do") == "take_back":
        return _take_back(request, stage, entrants)
    tie = next((tie for tie in open_ties(stage) if tie.uids == frozenset(entrants)), None)
    if tie is None:
        messages.error(request, str(TieNotOpen()))
        return redirect("desk_ties", stage.uid)
    form = _form(tie, request)
    if form.is_valid():
        try:
            deciding.decide(stage, by=visitor_of(request).account, entrants=entrants, **form.chosen())
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("The tie is decided."))
            return redirect("desk_ties", stage.uid)
    return _page(request, access.stage_to_direct(visitor_of(request), uid), form, of=tie)


def _take_back(request: HttpRequest, stage: Stage, entrants: list[str]) -> HttpResponse:
    try:
        deciding.take_back(stage, by=visitor_of(request).account, entrants=entrants)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Decision cancelled."))
    return redirect("desk_ties", stage.uid)


def _form(tie: OpenTie, request: HttpRequest | None = None) -> TieForm:
    return TieForm(
        request.POST if request is not None else None,
        entrants=tie.entrants,
        has_prizes=any(one.need is Need.PRIZES for one in tie.depends),
        length=tie.stage.lengths[0],
        prefix=f"{tie.group or 0}-{tie.place}",
    )


def _page(
    request: HttpRequest, stage: Stage, bound: TieForm | None = None, *, of: OpenTie | None = None
) -> HttpResponse:
    rows = [
        TieOnPage(
            tie,
            " ".join(sorted(tie.uids)),
            tuple(need_words(one) for one in tie.depends),
            bound if bound is not None and of is not None and tie.uids == of.uids else _form(tie),
        )
        for tie in open_ties(stage)
    ]
    context = {"stage": stage, "ties": rows, "decided": decided_ties(stage)}
    status = 200 if bound is None else UNPROCESSABLE
    here = f"{stage_name(stage)} · {_('Shared places')}"
    return event_page(request, stage.event, "desk/ties.html", context, tab="draw", here=here, status=status)
