"""Desk pages that create and change an event."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.models import Player
from tournaments import access
from tournaments.actions.draws import lobby
from tournaments.actions.entrants import qualifying, waiting_list
from tournaments.actions.events import event_rules, lifecycle, rating_terms
from tournaments.actions.money import ledger
from tournaments.acts import EditedForm
from tournaments.models import Event, EventKind, FeeKind, Registration, Tournament
from tournaments.queries.ratings.counted import counting_of_event
from tournaments.web.desk.conflicts import (
    first_log_number,
    forms_of_new_event,
    typed,
)
from tournaments.web.desk.pages import event_page, status_of, tournament_page
from tournaments.web.desk.refusals import are_valid
from tournaments.web.desk.submission import Edit, press, save
from tournaments.web.events.event_forms import BoardOrderForm, EventForm, NewEventForm
from tournaments.web.events.plan import quick_preview, template_cards
from tournaments.web.events.rules_forms import EventRulesForm
from tournaments.web.events.start_forms import StartForm
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.money.cash_desk_forms import EntryFeeForm
from tournaments.web.wording.lengths import lengths_said

# The fields of the first stage and of its preview; all others belong to the event.
_OF_PLAY = frozenset({"format", "lengths", "best_of", "entrants"})


@require_page_or_form
@once
def new_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the templates and the form of an event with one stage; create the event on POST."""
    tournament = access.tournament_to_direct(visitor_of(request), uid)
    data = request.POST or None
    with timezone.override(tournament.time_zone):
        form, start = NewEventForm(data), StartForm(data, tournament=tournament)
        rules, costs = EventRulesForm(data), EntryFeeForm(data, currency=tournament.currency)
        forms = (form, start, rules, costs)
        is_valid = form.is_bound and are_valid(*forms)
    if is_valid and request.POST.get("do") != "check":
        edited = forms_of_new_event(tournament, name=form.cleaned_data["name"])
        answer = save(
            request,
            Edit(tournament, typed(form), forms=edited),
            lambda: _create(request, tournament, form, start=start, rules=rules, costs=costs),
            into=form,
            message=lambda event: _("%(event)s created. Add players.") % {"event": event.name},
            back_to=lambda event: reverse("desk_entrants", args=[event.uid]),
        )
        if answer is not None:
            return answer
    context = {
        "form": form,
        "start": start,
        "rules": rules,
        "costs": costs,
        "lengths": lengths_said(form["lengths"].value(), format=form["format"].value() or ""),
        "seen": first_log_number(request, tournament),
        **quick_preview(form),
        **template_cards(request, tournament),
    }
    return tournament_page(
        request, tournament, "desk/new_event.html", context, here=_("New event"), status=status_of(*forms)
    )


@require_page_or_form
def edit_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Change the settings of an event: name, start, places, registration, rules and the event it qualifies for."""
    event = access.event_to_direct(visitor_of(request), uid)
    names = ("name", "starts_at", "capacity", "registration", "grace_minutes")
    data = request.POST or None
    with timezone.override(event.tournament.time_zone):
        form = EventForm(data, initial={name: getattr(event, name) for name in names})
        start = StartForm(data, tournament=event.tournament, event=event)
        rules = EventRulesForm(data, event=event)
        boards = BoardOrderForm(data, initial={"board_order": event.board_order})
        forms = (form, start, rules, boards)
        is_valid = form.is_bound and are_valid(*forms)
    if is_valid:
        answer = save(
            request,
            Edit(event, typed(*forms)),
            lambda: _change(request, event, form, start=start, rules=rules, boards=boards),
            into=form,
            message=_("Saved."),
            back_to=reverse("desk_event", args=[event.uid]),
        )
        if answer is not None:
            return answer
    context = {
        "form": form,
        "start": start,
        "rules": rules,
        "boards": boards if event.kind == EventKind.TEAMS else None,
        "seen": first_log_number(request, event.tournament),
        "counting": counting_of_event(event),
    }
    return event_page(
        request, event, "desk/edit_event.html", context, tab="settings", status=status_of(*forms)
    )


@require_POST
def set_registration(request: HttpRequest, uid: str) -> HttpResponse:
    """Open the registration to players or to the desk only, or close it."""
    event = access.event_to_direct(visitor_of(request), uid)
    value = request.POST.get("registration", "")
    if value not in Registration.values:
        return redirect("desk_entrants", event.uid)
    message = _("Registration: %(state)s.") % {"state": Registration(value).label}
    back = reverse("desk_entrants", args=[event.uid])
    return press(
        request,
        Edit(event, message, forms=(EditedForm.REGISTRATION,), look_at=back),
        lambda: lifecycle.set_registration(event, by=visitor_of(request).account, registration=value),
        message=message,
        back_to=back,
    )


@require_safe
def lengths(request: HttpRequest) -> HttpResponse:
    """Render the meaning of a list of match lengths while it is typed."""
    explanation = lengths_said(request.GET.get("lengths", ""), format=request.GET.get("format", ""))
    return render(request, "desk/_lengths.html", {"lengths": explanation})


@transaction.atomic
def _create(
    request: HttpRequest,
    tournament: Tournament,
    form: NewEventForm,
    *,
    start: StartForm,
    rules: EventRulesForm,
    costs: EntryFeeForm,
) -> Event:
    """Save the event and its stage in one transaction.

    The start comes after the stage, since an event may start at once.
    """
    account = visitor_of(request).account
    about = {name: value for name, value in form.cleaned_data.items() if name not in _OF_PLAY}
    event = lifecycle.create_event(tournament, by=account, **about, **rules.chosen())
    data = form.cleaned_data
    stage = {name: data[name] for name in ("format", "lengths", "best_of")}
    lifecycle.create_stage(event, by=account, **stage)
    if costs.entry_fee:
        ledger.set_fee(event, by=account, kind=FeeKind.ENTRY, amount=costs.entry_fee)
    lobby.set_start(event, by=account, **_chosen(start))
    qualifying.set_target(event, by=account, **start.qualifying)
    _set_finish_rule(event, start, by=account)
    _set_rating_terms(event, rules, by=account)
    return event


@transaction.atomic
def _change(
    request: HttpRequest,
    event: Event,
    form: EventForm,
    *,
    start: StartForm,
    rules: EventRulesForm,
    boards: BoardOrderForm,
) -> None:
    """Save the changed settings in one transaction.

    The capacity comes late, since it may promote alternates and start the event.
    """
    account, data = visitor_of(request).account, form.cleaned_data
    lifecycle.change_event(
        event,
        by=account,
        name=data["name"],
        grace_minutes=data["grace_minutes"],
        starts_at=data["starts_at"],
        board_order=boards.cleaned_data["board_order"] or event.board_order,
        **rules.chosen(),
    )
    if data["registration"] != event.registration:
        lifecycle.set_registration(event, by=account, registration=data["registration"])
    qualifying.set_target(event, by=account, **start.qualifying)
    _set_finish_rule(event, start, by=account)
    _set_rating_terms(event, rules, by=account)
    if not start.cleaned_data["starts_when_full"]:
        lobby.set_start(event, by=account, **_chosen(start))
    if data["capacity"] != event.capacity:
        waiting_list.set_capacity(event, by=account, capacity=data["capacity"])
    if start.cleaned_data["starts_when_full"]:
        lobby.set_start(event, by=account, **_chosen(start))


def _chosen(start: StartForm) -> dict[str, bool]:
    """Return whether the event starts when full and opens the next one."""
    return {name: start.cleaned_data[name] for name in ("starts_when_full", "opens_next")}


def _set_finish_rule(event: Event, start: StartForm, *, by: Player | None) -> None:
    rule, reason = start.cleaned_data["finish_rule"], start.cleaned_data["finish_reason"]
    if rule and rule != event.finish_rule:
        event_rules.set_finish_rule(event, by=by, rule=rule, reason=reason)


def _set_rating_terms(event: Event, rules: EventRulesForm, *, by: Player | None) -> None:
    if terms := rules.terms(event):
        rating_terms.set_rating_terms(event, by=by, **terms)
