"""How an event is played: its stages, each with a format, its options, and where its entrants come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.actions import attendance, lifecycle
from tournaments.formats import FORMATS
from tournaments.models import Event, Stage
from tournaments.web.desk.answers import put_into
from tournaments.web.desk.lengths import lengths_said
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.format_words import format_name, format_sentence
from tournaments.web.forms.desk_stage import FeedForm, OptionsForm, StageForm
from tournaments.web.visitors import visitor_of

# A page that offers the options says so; without that word they are the usual ones.
_WITH_OPTIONS = "with_options"


@require_http_methods(["GET", "HEAD", "POST"])
def new_stage(request: HttpRequest, uid: str) -> HttpResponse:
    """Choose a format, then its options and where the entrants come from."""
    event = access.event_to_direct(visitor_of(request), uid)
    code = (request.POST or request.GET).get("format", "")
    if code not in FORMATS:
        return _choice(request, event, is_wrong=request.method == "POST")
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    data = request.POST if request.method == "POST" else None
    stage = StageForm(data)
    options = OptionsForm(data if data is not None and _WITH_OPTIONS in data else None, format=code)
    feeds = [FeedForm(data, stages=stages, format=code, prefix=f"feed-{number}") for number in (1, 2)]
    if data is not None and _are_valid([stage, options, *feeds]):
        try:
            made = lifecycle.create_stage(
                event,
                by=visitor_of(request).account,
                format=code,
                options=options.chosen() if options.is_bound else {},
                feeds=[feed for form in feeds if (feed := form.feed()) is not None],
                **stage.cleaned_data,
            )
        except DomainError as refusal:
            put_into(stage, refusal)
        else:
            return redirect("desk_draw", made.uid)
    context = {
        "code": code,
        "form": stage,
        "options": options,
        "feeds": feeds if stages else [],
        "lengths": lengths_said(stage["lengths"].value()),
    }
    status = UNPROCESSABLE if data is not None else 200
    return event_page(
        request, event, "desk/new_stage.html", context, tab="new", here=format_name(code), status=status
    )


@require_POST
def hold(request: HttpRequest, uid: str) -> HttpResponse:
    """Let the next round of a stage wait, or let it be paired."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    is_held = request.POST.get("held") == "yes"

    def done() -> None:
        attendance.hold(stage, by=visitor_of(request).account, is_held=is_held)

    said = (
        _("The next round waits for you.") if is_held else _("The next round is paired as soon as it can be.")
    )
    return act(request, done, said=said, back_to=f"/desk/s/{stage.uid}/draw/")


def _choice(request: HttpRequest, event: Event, *, is_wrong: bool) -> HttpResponse:
    """The formats, each with half a sentence."""
    context: dict[str, Any] = {"formats": [(code, format_sentence(code)) for code in FORMATS]}
    status = UNPROCESSABLE if is_wrong else 200
    return event_page(
        request, event, "desk/choose_format.html", context, tab="new", here=_("Format"), status=status
    )


def _are_valid(forms_: Sequence[forms.Form]) -> bool:
    """Whether every form that was sent is right; each is looked at, so that every fault is shown."""
    verdicts = [form.is_valid() for form in forms_ if form.is_bound]
    return all(verdicts)
