"""Desk pages of the stages of an event: formats, options, feeds, pauses and removal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.actions.draws import attendance, obstacles
from tournaments.actions.events import lifecycle, main_stage, plans
from tournaments.acts import EditedForm
from tournaments.formats import FORMATS, USUAL_FORMAT, Intake, Shape
from tournaments.models import Event, Stage
from tournaments.models.wording import format_name
from tournaments.queries.state import feeds_of
from tournaments.web.desk.conflicts import first_log_number, typed
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.submission import Edit, press, save
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import stage_name
from tournaments.web.wording.formats import format_sentence
from tournaments.web.wording.lengths import lengths_said

from .stage_forms import FeedForm, OptionsForm, StageForm

# The field of a form that includes the options; without it, a stage gets the usual ones.
_WITH_OPTIONS = "with_options"


@require_page_or_form
@once
def new_stage(request: HttpRequest, uid: str) -> HttpResponse:
    """Add a stage: choose its format, then its options and feeds."""
    event = access.event_to_direct(visitor_of(request), uid)
    code = (request.POST or request.GET).get("format", "")
    if code not in FORMATS:
        return _choice(request, event, is_wrong=request.method == "POST")
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    data = request.POST if request.method == "POST" else None
    form = StageForm(data)
    options = OptionsForm(data if data is not None and _WITH_OPTIONS in data else None, format=code)
    names = [(stage.order, stage_name(stage)) for stage in stages]
    feeds = [
        FeedForm(data, stages=names, format=code, prefix=f"feed-{number}", is_first=number == 1)
        for number in (1, 2)
    ]
    if data is not None and _are_valid([form, options, *feeds]):
        answer = save(
            request,
            Edit(
                event,
                typed(form, options, *feeds),
                forms=(EditedForm.STAGES,),
                look_at=f"{request.path}?format={code}",
            ),
            lambda: lifecycle.create_stage(
                event,
                by=visitor_of(request).account,
                format=code,
                options=options.chosen() if options.is_bound else {},
                feeds=[feed for form in feeds if (feed := form.feed()) is not None],
                **form.cleaned_data,
            ),
            into=form,
            back_to=lambda stage: reverse("desk_draw", args=[stage.uid]),
        )
        if answer is not None:
            return answer
    context = {
        "code": code,
        "form": form,
        "options": options,
        "feeds": feeds if stages else [],
        "lengths": lengths_said(form["lengths"].value(), format=code),
        "seen": first_log_number(request, event.tournament),
    }
    status = UNPROCESSABLE if data is not None else 200
    return event_page(
        request, event, "desk/new_stage.html", context, tab="draw", here=format_name(code), status=status
    )


@require_page_or_form
def stage_feeds(request: HttpRequest, uid: str) -> HttpResponse:
    """Change the feeds of a stage, or remove the stage from the event, before its draw."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    by, event = visitor_of(request).account, stage.event
    before = Stage.objects.filter(event=event, order__lt=stage.order).order_by("order")
    names = [(other.order, stage_name(other)) for other in before]
    data = request.POST if request.method == "POST" else None
    if data is not None and data.get("do") == "remove":
        return _remove(request, stage)
    rows = [*feeds_of(stage), None, None][: max(2, len(stage.feeds))]
    feeds = [
        FeedForm(
            data,
            stages=names,
            format=stage.format,
            prefix=f"feed-{number}",
            feed=feed,
            is_first=number == 1,
        )
        for number, feed in enumerate(rows, start=1)
    ]
    if data is not None and _are_valid(feeds):
        changed = [feed for form in feeds if (feed := form.feed())]
        answer = save(
            request,
            Edit(stage, typed(*feeds), forms=(EditedForm.SETTINGS, EditedForm.STAGES)),
            lambda: plans.change_feeds(stage, by=by, feeds=changed),
            into=feeds[0],
            message=_("Saved."),
            back_to=reverse("desk_draw", args=[stage.uid]),
        )
        if answer is not None:
            return answer
    context = {"stage": stage, "feeds": feeds, "seen": first_log_number(request, event.tournament)}
    status = UNPROCESSABLE if data is not None else 200
    return event_page(
        request, event, "desk/stage_feeds.html", context, tab="draw", here=stage_name(stage), status=status
    )


def _remove(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Remove a stage from its event, unless another officer has changed it meanwhile."""
    return press(
        request,
        Edit(stage, _("Take the stage out")),
        lambda: plans.remove_stage(stage, by=visitor_of(request).account),
        message=_("The stage is taken out."),
        back_to=reverse("desk_event", args=[stage.event.uid]),
    )


@require_POST
def name_main_stage(request: HttpRequest, uid: str) -> HttpResponse:
    """Set the stage that decides an event, or leave the choice to the plan."""
    visitor = visitor_of(request)
    event, stage_uid = access.event_to_direct(visitor, uid), request.POST.get("stage", "")
    stage = access.stage_to_direct(visitor, stage_uid) if stage_uid else None
    if stage is None:
        sentence = _("No stage is named as the main one.")
    else:
        sentence = _("Main stage: %(stage)s.") % {"stage": stage_name(stage)}
    back = reverse("desk_event", args=[event.uid])
    return press(
        request,
        Edit(event, sentence, forms=(EditedForm.MAIN_STAGE,), look_at=back),
        lambda: main_stage.name_main_stage(event, by=visitor.account, stage=stage),
        message=sentence,
        back_to=back,
    )


@require_POST
def hold(request: HttpRequest, uid: str) -> HttpResponse:
    """Pause the pairing of a stage, or resume it."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    is_held = request.POST.get("held") == "yes"

    def done() -> None:
        attendance.hold(stage, by=visitor_of(request).account, is_held=is_held)

    if FORMATS[stage.format].shape is Shape.LADDER:
        message = _("The ladder takes no more challenges.") if is_held else _("The ladder is open.")
    elif is_held:
        message = _("The next round waits for you.")
    else:
        message = _("The next round is paired as soon as it can be.")
    return act(request, done, message=message, back_to=f"/desk/s/{stage.uid}/draw/")


@require_POST
def settle(request: HttpRequest, uid: str) -> HttpResponse:
    """Choose how to pair a round that can only be paired by breaking a rule."""
    stage = access.stage_to_direct(visitor_of(request), uid)

    def done() -> None:
        obstacles.settle(stage, by=visitor_of(request).account, choice=request.POST.get("choice", ""))

    return act(request, done, message=_("The round is paired."), back_to=f"/desk/s/{stage.uid}/draw/")


def _choice(request: HttpRequest, event: Event, *, is_wrong: bool) -> HttpResponse:
    """Render the choice of formats, each with a short description."""
    # The first stage of an event cannot take the losers of another one.
    is_first = not Stage.objects.filter(event=event).exists()
    codes = [code for code, rules in FORMATS.items() if not is_first or rules.intake is Intake.DRAW]
    choices = [(code, format_sentence(code)) for code in codes]
    context: dict[str, Any] = {"formats": choices, "usual": USUAL_FORMAT}
    status = UNPROCESSABLE if is_wrong else 200
    return event_page(
        request, event, "desk/choose_format.html", context, tab="draw", here=_("Format"), status=status
    )


def _are_valid(forms_: Sequence[forms.Form]) -> bool:
    """Whether every bound form is valid; all are validated, so that all errors are shown."""
    verdicts = [form.is_valid() for form in forms_ if form.is_bound]
    return all(verdicts)
