"""The desk page of a stage's draw, and of manual changes after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.draws import draw as drawing
from tournaments.actions.draws import stage_settings
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.events.best_of import change_best_of
from tournaments.errors.common import EditConflict
from tournaments.errors.draws import InvalidSeeds
from tournaments.errors.events import NoOfficialList
from tournaments.formats import FORMATS
from tournaments.models import Entrant, Stage
from tournaments.models.dates import date_words
from tournaments.queries.draws.draw_input import order_of_season
from tournaments.queries.event_ratings import official_of, seeds_by_list
from tournaments.web.desk.conflicts import first_log_number, show_changed, typed, unchanged
from tournaments.web.desk.impact import shown_first
from tournaments.web.desk.overrides import TURNS, ask_turn
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.events.stage_forms import BestOfForm, LengthsForm, OptionsForm
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.formats import chosen_options
from tournaments.web.wording.lengths import explained, write_lengths

from .draw_forms import (
    PRESENT,
    CloseForm,
    DrawForm,
    LateForm,
    ReplaceForm,
    RoundLengthForm,
    SwapForm,
    TakeBackForm,
    VoidForm,
)
from .draw_page import DrawPage, draw_page


@require_page_or_form
def draw(request: HttpRequest, uid: str) -> HttpResponse:
    """Make the draw of a stage; afterwards void it, swap entrants, add late ones, or change lengths."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    page = draw_page(stage)
    if request.method != "POST":
        return _page(request, page)
    command = request.POST.get("do", "")
    form = _form(command, page, request)
    if form is None:
        return redirect("desk_draw", stage.uid)
    settings = _settings(page, request) if command in _BEFORE else {}
    bound = {command: form, **settings}
    # All forms are validated, so that all errors are shown.
    verdicts = [one.is_valid() for one in bound.values()]
    if not all(verdicts):
        return _page(request, page, bound, status=UNPROCESSABLE)
    try:
        if command in _MOVING:
            follows = _shown_first(request, stage, command, form)
            if follows is not None:
                return follows
        with unchanged(request, stage):
            _save(request, stage, settings)
            message = _ACTS[command](request, stage, form)
    except EditConflict as error:
        lines, at, tournament = typed(*bound.values()), request.path, stage.event.tournament
        return show_changed(request, tournament, error, stage, values=lines, look_at=at)
    except TURNS as refusal:
        return ask_turn(request, stage.event, refusal, back=reverse("desk_draw", args=[stage.uid]))
    except DomainError as refusal:
        # The page may show other forms by now, so the refusal stands above them.
        stage = access.stage_to_direct(visitor_of(request), uid)
        return _page(request, draw_page(stage), bound, status=refusal.status, refusal=refusal)
    messages.success(request, message)
    if command in _ON_PAGE:
        # Seeds are stored with a draw only, so they stay in their fields until it is made.
        seeds = _listed_seeds(page, form) if command == "by_list" else None
        return _page(request, draw_page(stage), {command: form}, seeds=seeds)
    return redirect("desk_draw", stage.uid)


def _settings(page: DrawPage, request: HttpRequest) -> dict[str, forms.Form]:
    """Return the options and lengths forms submitted with the draw, or none without them."""
    if "with_settings" not in request.POST:
        return {}
    bound = {name: _form(name, page, request) for name in ("options", "lengths")}
    return {name: form for name, form in bound.items() if form is not None}


def _save(request: HttpRequest, stage: Stage, settings: dict[str, forms.Form]) -> None:
    """Save the options and lengths of the forms, so that the draw uses the values on the page."""
    options, lengths = settings.get("options"), settings.get("lengths")
    by = visitor_of(request).account
    if isinstance(options, OptionsForm):
        stage_settings.change_options(stage, by=by, options=options.chosen())
    if lengths is not None:
        stage_settings.change_lengths(stage, by=by, lengths=lengths.cleaned_data["lengths"])


def _shown_first(request: HttpRequest, stage: Stage, command: str, form: forms.Form) -> HttpResponse | None:
    """Return the page that asks for confirmation of the consequences, or None if there are none."""
    back_to = reverse("desk_draw", args=[stage.uid])

    def done() -> None:
        _ACTS[command](request, access.stage_to_direct(visitor_of(request), stage.uid), form)

    words = str(_SENTENCES.get(command, ""))
    return shown_first(
        request, stage.event, done, tab="draw", back_to=back_to, is_always=bool(words), words=words
    )


def _draw(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    seeds, wrong = DrawForm.seeds_of(request.POST.dict())
    if wrong:
        raise InvalidSeeds
    data = form.cleaned_data
    drawing.draw(
        stage,
        by=visitor_of(request).account,
        seeds=seeds or None,
        who=data["who"],
        dice=data["dice"],
        wild_cards=data["wild_cards"],
    )
    return _("The draw is made.")


def _cards(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    assert isinstance(form, DrawForm)  # noqa: S101 - narrows the type for mypy
    typed_lines = request.POST.dict()
    drawing.draw(
        stage,
        by=visitor_of(request).account,
        who=form.cleaned_data["who"],
        lines=DrawForm.lines_of(typed_lines),
        wild_cards=form.wild_cards_with_line(typed_lines),
    )
    return _("The draw made with cards is entered.")


def _announce(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    seeds, wrong = DrawForm.seeds_of(request.POST.dict())
    if wrong:
        raise InvalidSeeds
    data = form.cleaned_data
    drawing.commit(
        stage,
        by=visitor_of(request).account,
        seeds=seeds or None,
        who=data["who"],
        wild_cards=data["wild_cards"],
    )
    return _("The draw is announced. Its hash is on the public page of the draw.")


def _take_back(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    drawing.take_back(stage, by=visitor_of(request).account, reason=form.cleaned_data["reason"])
    return _("Announcement withdrawn. It stays public.")


def _saved(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    """Return the message after the settings are saved without a draw."""
    return _("Saved. Nothing is drawn yet.")


def _by_list(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    """Return the message after the seeds are filled in from the list."""
    official = official_of(stage.event)
    if official is None:
        raise NoOfficialList(event=stage.event.name)
    day = date_words(official.day, "DATE_FORMAT")
    return _("Seeded by %(list)s as of %(day)s. Nothing is drawn yet.") % {
        "list": official.list.name,
        "day": day,
    }


def _listed_seeds(page: DrawPage, form: forms.Form) -> dict[str, str]:
    """Return the seed of each entrant to be drawn by the official list, as in the fields of the form."""
    lines = page.entrants.placed
    if form.cleaned_data["who"] == PRESENT and page.entrants.checked_in:
        lines = tuple(line for line in lines if line.is_checked_in)
    seeds = seeds_by_list(page.stage.event, [line.entrant for line in lines])
    return {uid: str(number) for uid, number in seeds.items()}


def _void(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    valid = get_object_or_404(stage.draws, voided_at=None)
    drawing.void(valid, by=visitor_of(request).account, reason=form.cleaned_data["reason"])
    return _("The draw is void. Its seed stays public.")


def _options(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    assert isinstance(form, OptionsForm)  # noqa: S101 - narrows the type for mypy
    stage_settings.change_stage(stage, by=visitor_of(request).account, options=form.chosen())
    return _("Saved. What is paired from now on follows these options.")


def _close(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    close_stage(stage, by=visitor_of(request).account, reason=form.cleaned_data["reason"])
    return _("The stage is closed, and its standings are final. The log undoes it.")


def _swap(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    data = form.cleaned_data
    first, second = _entrant(stage, data["first"]), _entrant(stage, data["second"])
    drawing.swap(stage, first=first, second=second, by=visitor_of(request).account, reason=data["reason"])
    return _("%(first)s and %(second)s have changed places.") % {"first": first.name, "second": second.name}


def _late(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    assert isinstance(form, LateForm)  # noqa: S101 - narrows the type for mypy
    entrant = _entrant(stage, form.cleaned_data["entrant"])
    drawing.enter_late(
        stage,
        entrant=entrant,
        by=visitor_of(request).account,
        line=form.chosen_line,
        takes_bye=form.cleaned_data.get("takes_bye", False),
        overrides=request.POST.getlist("overrides"),
    )
    return _("%(name)s is in.") % {"name": entrant.name}


def _replace(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    data = form.cleaned_data
    absent, alternate = _entrant(stage, data["absent"]), _entrant(stage, data["alternate"])
    by = visitor_of(request).account
    drawing.replace(stage, absent=absent, alternate=alternate, by=by, reason=data["reason"])
    return _("%(alternate)s plays in the place of %(absent)s.") % {
        "alternate": alternate.name,
        "absent": absent.name,
    }


def _length(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    data = form.cleaned_data
    by = visitor_of(request).account
    stage_settings.change_round_length(stage, by=by, round=data["round"], length=data["length"])
    words = ngettext(
        "Round %(round)s is to %(length)s point.", "Round %(round)s is to %(length)s points.", data["length"]
    )
    return words % data


def _best_of(request: HttpRequest, stage: Stage, form: forms.Form) -> str:
    change_best_of(stage, by=visitor_of(request).account, best_of=form.cleaned_data["best_of"])
    return _("It holds for the pairings made from now on.")


_ACTS: dict[str, Callable[[HttpRequest, Stage, Any], str]] = {
    "draw": _draw,
    "cards": _cards,
    "announce": _announce,
    "take_back": _take_back,
    "settings": _saved,
    "by_list": _by_list,
    "void": _void,
    "close": _close,
    "options": _options,
    "swap": _swap,
    "late": _late,
    "replace": _replace,
    "length": _length,
    "best_of": _best_of,
}
# The buttons of the form before the draw.
_BEFORE = ("draw", "announce", "settings", "by_list")
# Those that store no draw, and show the form again.
_ON_PAGE = ("settings", "by_list")
# Actions that may change matches and places in the draw.
_MOVING = ("swap", "late", "replace", "close", "options")
# Those that are shown first even if no match and no place changes, with what they do.
_SENTENCES = {
    "options": gettext_lazy(
        "What is played stays as it is. What is paired from now on follows these options."
    ),
    "close": gettext_lazy(
        "The stage ends as it stands: its places are final, and an entrant alone in first place has won it."
    ),
}


def _form(form_name: str, page: DrawPage, request: HttpRequest | None = None) -> forms.Form | None:
    """Return the form of an action, bound to the submitted data if there is a request."""
    data = request.POST if request is not None else None
    match form_name:
        case "draw" | "announce" | "settings" | "by_list" | "cards":
            who = PRESENT if page.entrants.checked_in else "all"
            return DrawForm(data, initial={"who": who}, wild_cards=page.wild_cards)
        case "take_back":
            return TakeBackForm(data, prefix="take-back")
        case "options":
            only = None if page.draw is None else FORMATS[page.stage.format].options.UNDER_WAY
            return OptionsForm(data, format=page.stage.format, values=page.stage.options, only=only)
        case "void":
            return VoidForm(data, prefix="void")
        case "close":
            return CloseForm(data, prefix="close")
        case "swap":
            return SwapForm(data, prefix="swap", lines=page.placed)
        case "late":
            return LateForm(
                data, prefix="late", unplaced=page.unplaced, byes=page.byes, bye_holder=page.bye_holder
            )
        case "replace":
            return ReplaceForm(data, prefix="replace", lines=page.placed, unplaced=page.unplaced)
        case "length":
            return RoundLengthForm(data)
        case "best_of":
            return BestOfForm(data, initial={"best_of": write_lengths(page.stage.best_of)})
        case "lengths":
            return LengthsForm(data, initial={"lengths": write_lengths(page.stage.lengths)})
    return None


def _page(
    request: HttpRequest,
    page: DrawPage,
    bound: dict[str, forms.Form] | None = None,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
    seeds: dict[str, str] | None = None,
) -> HttpResponse:
    page_forms = {name: _form(name, page) for name in (*_ACTS, "lengths")} | (bound or {})
    page_forms["draw"] = next(
        (form for name, form in (bound or {}).items() if name in _BEFORE), page_forms["draw"]
    )
    _seeds, wrong = DrawForm.seeds_of(request.POST.dict())
    seed_texts = {
        name.removeprefix("seed-"): text for name, text in request.POST.items() if name.startswith("seed-")
    }
    if seeds is not None:
        seed_texts, wrong = {line.uid: seeds.get(line.uid, "") for line in page.entrants.placed}, {}
    usual = order_of_season(page.stage) if page.draw is None else {}
    context = {
        "stage": page.stage,
        "seen": first_log_number(request, page.stage.event.tournament),
        "page": page,
        "forms": page_forms,
        "asked": next(iter(bound), "") if bound else "",
        "refused": reasons(refusal) if refusal else [],
        "seeds": [
            (line, seed_texts.get(line.uid, usual.get(line.uid, "")), line.uid in wrong)
            for line in page.entrants.placed
        ],
        "lines": _typed_lines(request, page),
        "wild_lines": _lines_of(request, [(one.uid, one.name) for one in page.wild_cards]),
        "has_seeds": any(seed_texts.values()) or bool(usual),
        "lengths": {"rounds": explained(page.stage.lengths, format=page.stage.format)},
    }
    context["chosen_options"] = chosen_options(page.stage.format, page.stage.options)
    return event_page(request, page.stage.event, "desk/draw.html", context, tab="draw", status=status)


def _typed_lines(request: HttpRequest, page: DrawPage) -> list[tuple[str, str, str]]:
    """Return the uid and name of each entrant to be drawn, with the line typed for a manual draw."""
    people = (
        [(one.uid, one.name) for one in page.fed]
        if page.fed is not None
        else [(one.uid, one.name) for one in page.entrants.placed]
    )
    return _lines_of(request, people)


def _lines_of(request: HttpRequest, people: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    return [(uid, name, request.POST.get(f"line-{uid}", "")) for uid, name in people]


def _entrant(stage: Stage, uid: str) -> Entrant:
    return get_object_or_404(
        Entrant.objects.select_related("side", "event__tournament"), uid=uid, event=stage.event
    )
