"""The page that plans a new event from a template or another event, with all options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.events import plans, rating_terms
from tournaments.actions.events.problems import problem_words
from tournaments.errors.common import EditConflict
from tournaments.formats import FORMATS, USUAL_FORMAT, Problem
from tournaments.models import Event, Tournament
from tournaments.models.wording import format_name
from tournaments.plans import TEMPLATES, PlannedEvent, PlannedStage, preview, problems, suited, warnings
from tournaments.queries.events.plans import plan_of
from tournaments.web.desk.conflicts import (
    first_log_number,
    forms_of_new_event,
    show_changed,
    typed,
    unchanged,
)
from tournaments.web.desk.pages import UNPROCESSABLE, tournament_page
from tournaments.web.desk.refusals import are_valid, put_into
from tournaments.web.events.event_forms import NewEventForm
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.money.cash_desk_forms import EntryFeeForm
from tournaments.web.wording.formats import format_sentence

from .plan_forms import (
    MOST_STAGES,
    PlannedEventForm,
    StageForms,
    SuitForm,
    forms_from,
    forms_of,
    put_problems,
    with_one_more,
    without,
)
from .plan_words import for_whom, hours_words, preview_words, template_name, template_sentence
from .rules_forms import EventRulesForm

_BLANK = PlannedEvent((PlannedStage(name="main", format=USUAL_FORMAT),))
_OF_EVENT = (
    "name",
    "starts_at",
    "capacity",
    "registration",
    "grace_minutes",
    "kind",
    "boards",
    "team_size",
    "board_order",
)


@dataclass(frozen=True, slots=True)
class _Around:
    """The choices besides the plan: the rules, the entry fee, and the copied event, if any."""

    rules: EventRulesForm
    costs: EntryFeeForm
    copied: Event | None

    @classmethod
    def of(cls, data: Any, tournament: Tournament, *, copied: Event | None) -> _Around:
        """Return the forms, bound to the data, or unbound with initial values."""
        return cls(
            EventRulesForm(data, event=copied), EntryFeeForm(data, currency=tournament.currency), copied
        )


@require_page_or_form
@once
def plan_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Plan an event from a template or another event, and create it."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)
    with timezone.override(tournament.time_zone):
        if request.method != "POST":
            plan, about = _begun(request, tournament)
            plan = plans.named(plan)
            preview_context = preview_of(
                plan, entrants=about.get("entrants") or about.get("capacity"), tables=about.get("tables")
            )
            around = _Around.of(None, tournament, copied=_copied(request, request.GET.get("copy")))
            return _page(
                request, tournament, PlannedEventForm(initial=about), forms_of(plan), preview_context, around
            )
        data = _changed(request.POST.dict())
        event, stages = PlannedEventForm(data), forms_from(data)
        around = _Around.of(data, tournament, copied=_copied(request, data.get("copied")))
        command = request.POST.get("do", "")
        every = [event, around.rules, around.costs, *(form for stage in stages for form in stage.all)]
        is_valid = are_valid(*every) and bool(stages)
        preview_context = _preview(event, stages)
    if is_valid and command == "create":
        try:
            new_event = _created(request, tournament, event, stages, around)
        except EditConflict as error:
            return show_changed(
                request, tournament, error, tournament, values=typed(event), look_at=request.path
            )
        if new_event is not None:
            messages.success(request, _("%(event)s created. Add players.") % {"event": new_event.name})
            return redirect("desk_entrants", new_event.uid)
    elif is_valid:
        _look(event, stages)
    is_refused = command == "create" or not is_valid
    status = UNPROCESSABLE if is_refused else 200
    return _page(request, tournament, event, stages, preview_context, around, status=status)


@require_POST
def plan_preview(request: HttpRequest, uid: str) -> HttpResponse:
    """Render the preview of the plan while it is typed."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)
    data = request.POST.dict()
    with timezone.override(tournament.time_zone):
        if "format" in data:
            context = quick_preview(NewEventForm(data))
        else:
            context = _preview(PlannedEventForm(data), forms_from(data))
    return render(request, "desk/_plan_preview.html", context)


def template_cards(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the template cards, the events to copy, and the form of expected numbers, as template context."""
    cards = [
        (code, template_name(code), template_sentence(code), for_whom(template))
        for code, template in TEMPLATES.items()
    ]
    suit = SuitForm(request.GET if set(SuitForm.base_fields) & set(request.GET) else None)
    return {"cards": cards, "suit": suit, "copies": Event.objects.filter(tournament=tournament)}


def quick_preview(form: NewEventForm) -> dict[str, Any]:
    """Return the preview of an event with one stage; only `is_unclear` while a field is invalid."""
    if not form.is_bound:
        return preview_of(_BLANK, entrants=None, tables=None)
    # A preview is possible before the event has a name.
    if not form.is_valid() and set(form.errors) - {"name"}:
        return {"is_unclear": True}
    data = form.cleaned_data
    lengths, best_of = tuple(data["lengths"]), tuple(data["best_of"])
    plan = PlannedEvent((PlannedStage(format=data["format"], lengths=lengths, best_of=best_of),))
    return preview_of(plan, entrants=data["entrants"] or data["capacity"], tables=None)


def _copied(request: HttpRequest, uid: str | None) -> Event | None:
    """Return the event whose fees, prizes and re-entry rule the new one copies, or None."""
    return access.event_to_direct(visitor_of(request), uid) if uid else None


def _begun(request: HttpRequest, tournament: Tournament) -> tuple[PlannedEvent, dict[str, Any]]:
    """Return the initial plan, and the initial values of the event form."""
    query = request.GET
    if (copied := query.get("copy")) is not None:
        event = access.event_to_direct(visitor_of(request), copied)
        names = ("capacity", "kind", "boards", "team_size", *Event.SETTINGS)
        about: dict[str, Any] = {name: getattr(event, name) for name in names}
        return plan_of(event), about | {"name": _("%(event)s (copy)") % {"event": event.name}}
    template = TEMPLATES.get(query.get("template", ""))
    suit = SuitForm(query)
    values = suit.cleaned_data if suit.is_valid() else {}
    about = {name: values.get(name) for name in ("entrants", "tables")}
    if template is None:
        return _BLANK, about
    about |= {
        "name": template_name(template.code),
        "entrants": about["entrants"] or template.usual,
        "capacity": template.capacity,
        "starts_when_full": template.capacity is not None,
    }
    return suited(template, **{name: values.get(name) for name in SuitForm.base_fields}), about


def _changed(data: dict[str, Any]) -> dict[str, Any]:
    """Return the submitted data, after its button added or removed a stage."""
    command = str(data.get("do", ""))
    if command == "add":
        return with_one_more(data, str(data.get("add-format", "")))
    verb, _dash, number = command.partition("-")
    return without(data, int(number)) if verb == "leave" and number.isdecimal() else data


def _plan(stages: Sequence[StageForms]) -> PlannedEvent:
    return PlannedEvent(tuple(stage.value() for stage in stages))


def _look(event: PlannedEventForm, stages: Sequence[StageForms]) -> None:
    """Add the problems of the plan as errors to the fields concerned."""
    data = event.cleaned_data
    for problem in problems(
        _plan(stages), entrants=data["entrants"] or data["capacity"], tables=data["tables"]
    ):
        put_problems(event, stages, problem, problem_words([problem]))


def _created(
    request: HttpRequest,
    tournament: Tournament,
    event: PlannedEventForm,
    stages: Sequence[StageForms],
    around: _Around,
) -> Event | None:
    """Return the created event, or None with errors in the forms."""
    _look(event, stages)
    if event.errors or any(form.errors for stage in stages for form in stage.all):
        return None
    data, by = event.cleaned_data, visitor_of(request).account
    try:
        edited = forms_of_new_event(tournament, name=data["name"])
        with unchanged(request, tournament, forms=edited):
            new_event = plans.create_from_plan(
                tournament,
                by=by,
                plan=_plan(stages),
                entrants=data["entrants"],
                starts_when_full=data["starts_when_full"],
                opens_next=data["starts_when_full"],
                entry_fee=around.costs.entry_fee,
                like=around.copied,
                **{name: data[name] for name in _OF_EVENT},
                **around.rules.chosen(),
            )
            if terms := around.rules.terms(new_event):
                rating_terms.set_rating_terms(new_event, by=by, **terms)
            return new_event
    except EditConflict:
        raise
    except DomainError as refusal:
        put_into(event, refusal)
        return None


def _preview(event: PlannedEventForm, stages: Sequence[StageForms]) -> dict[str, Any]:
    """Return the preview of the plan with its problems; only `is_unclear` while a field is invalid."""
    inner = [form for stage in stages for form in stage.all]
    # A preview is possible before the event has a name.
    if not are_valid(event, *inner) and (set(event.errors) - {"name"} or any(f.errors for f in inner)):
        return {"is_unclear": True}
    data, plan = event.cleaned_data, _plan(stages)
    return preview_of(
        plan,
        entrants=data.get("entrants") or data.get("capacity"),
        tables=data.get("tables"),
    )


def preview_of(plan: PlannedEvent, *, entrants: int | None, tables: int | None) -> dict[str, Any]:
    """Return the template context of a preview: stages with times, problems and warnings."""
    wrong = problems(plan, entrants=entrants, tables=tables)
    lines: list[Mapping[str, Any]] = []
    odd: tuple[Problem, ...] = ()
    if entrants is not None:
        if not wrong:
            odd = warnings(plan, entrants=entrants)
        lines = [
            {
                "name": plan.stages[stage.number].name or format_name(plan.stages[stage.number].format),
                "entrants": stage.entrants,
                "words": preview_words(stage, format=plan.stages[stage.number].format),
                "begins": hours_words(stage.begins),
                "ends": "" if stage.is_by_calendar else hours_words(stage.ends),
            }
            for stage in preview(plan, entrants=entrants, tables=tables or None)
        ]
    return {
        "lines": lines,
        "entrants": entrants,
        "wrong": [problem_words([problem]) for problem in wrong],
        "odd": [problem_words([problem]) for problem in odd],
    }


def _page(
    request: HttpRequest,
    tournament: Tournament,
    event: PlannedEventForm,
    stages: Sequence[StageForms],
    parts_context: Mapping[str, Any],
    around: _Around,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": event,
        "seen": first_log_number(request, tournament),
        "parts": stages,
        "rules": around.rules,
        "costs": around.costs,
        "copied": around.copied,
        "formats": [(code, format_sentence(code)) for code in FORMATS] if len(stages) < MOST_STAGES else [],
        **parts_context,
    }
    return tournament_page(
        request, tournament, "desk/plan_event.html", context, here=_("New event"), status=status
    )
