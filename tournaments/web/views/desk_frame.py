"""The director's pages around the play: tournaments and events, opened, changed and published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions import undo
from tournaments.actions.draws import lobby
from tournaments.actions.entrants import qualifying, registration
from tournaments.actions.events import copying, lifecycle
from tournaments.actions.money import ledger
from tournaments.acts import Form
from tournaments.errors import EditConflict
from tournaments.models import Event, FeeKind, LogEntry, Registration, Role, Table, Tournament, Visibility
from tournaments.web.desk.conflicts import first_seen, made_twice, show_changed, typed, unchanged
from tournaments.web.desk.log_lines import log_lines
from tournaments.web.desk.overview import event_cards
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page, tournament_page
from tournaments.web.desk.refusals import are_valid, put_into
from tournaments.web.forms.desk_frame import CopyForm, EventForm, NewEventForm, TablesForm, TournamentForm
from tournaments.web.forms.desk_money import EntryFeeForm
from tournaments.web.forms.event_rules import EventRulesForm
from tournaments.web.forms.lobby import StartForm
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.lengths import lengths_said

from .desk_plan import quick_preview, template_cards

_both = require_http_methods(["GET", "HEAD", "POST"])
_ENTRIES_PER_PAGE = 50
_DEFAULT_ZONE = "Europe/Paris"
# What a new event is played in, and for how many that is reckoned; all else is about the event.
_OF_PLAY = frozenset({"format", "lengths", "entrants"})


@require_safe
def desk_home(request: HttpRequest) -> HttpResponse:
    """The tournaments in which the visitor holds an office, the newest first."""
    account = access.own_account(visitor_of(request))
    roles = (
        Role.objects.filter(player=account).select_related("tournament").order_by("-tournament__starts_on")
    )
    context = {"section": "desk", "roles": roles, "crumbs": [Crumb(_("Desk"))]}
    return render(request, "desk/home.html", context)


@_both
@once
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Open a tournament, which its maker owns."""
    account = access.own_account(visitor_of(request))
    form = TournamentForm(
        request.POST or None, initial={"zone": _usual_zone(account), "starts_on": timezone.localdate()}
    )
    if form.is_bound and form.is_valid():
        try:
            made = lifecycle.create_tournament(by=account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s is open. Add its first event.") % {"name": made.name})
            return redirect("desk_new_event", made.uid)
    context = {
        "section": "desk",
        "form": form,
        "crumbs": [Crumb(_("Desk"), "/desk/"), Crumb(_("New tournament"))],
    }
    return render(request, "desk/new_tournament.html", context, status=_status(form))


@require_safe
def tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """The events with the next thing to do in each, the tables, the officers and the last entries of the log."""
    return _front(request, access.tournament_to_desk(visitor_of(request), uid), TablesForm())


def _front(request: HttpRequest, found: Tournament, form: TablesForm) -> HttpResponse:
    context = {
        "cards": event_cards(found),
        "log": log_lines(_entries(found)[:8]),
        "tables": Table.objects.filter(tournament=found),
        "officers": _officers(found),
        "is_draft": found.visibility == Visibility.DRAFT,
        "form": form,
    }
    return tournament_page(request, found, "desk/tournament.html", context, status=_status(form))


@_both
def edit_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Change what a tournament says about itself."""
    found = access.tournament_to_direct(visitor_of(request), uid)
    shown = ("name", "starts_on", "ends_on", "venue", "city", "zone", "visibility", "desk_enters_slips")
    form = TournamentForm(request.POST or None, initial={name: getattr(found, name) for name in shown})
    if form.is_bound and form.is_valid():
        try:
            with unchanged(request, found):
                lifecycle.change_tournament(found, by=visitor_of(request).account, **form.cleaned_data)
        except EditConflict as error:
            return show_changed(request, found, error, found, wanted=typed(form), look_at=request.path)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("desk_tournament", found.uid)
    context = {"form": form, "seen": first_seen(request, found)}
    return tournament_page(
        request, found, "desk/edit_tournament.html", context, here=_("Settings"), status=_status(form)
    )


@require_POST
def publish(request: HttpRequest, uid: str) -> HttpResponse:
    """Let everybody see the tournament."""
    found = access.tournament_to_direct(visitor_of(request), uid)

    def done() -> None:
        lifecycle.change_tournament(found, by=visitor_of(request).account, visibility=Visibility.PUBLIC)

    said = _("%(name)s is public now.") % {"name": found.name}
    return act(request, done, said=said, back_to=f"/desk/t/{found.uid}/")


@require_POST
def add_tables(request: HttpRequest, uid: str) -> HttpResponse:
    """Add tables by name or range."""
    found = access.tournament_to_desk(visitor_of(request), uid)
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _front(request, found, form)
    names = form.cleaned_data["names"]

    def done() -> None:
        lifecycle.add_tables(found, by=visitor_of(request).account, names=names)

    return act(request, done, said=_("The tables are there."), back_to=f"/desk/t/{found.uid}/")


@_both
def log_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Everything that was done in a tournament, the newest first; what can be undone has a button."""
    visitor = visitor_of(request)
    found = access.tournament_to_desk(visitor, uid)
    if request.method == "POST":
        return _undo(request, found)
    page = Paginator(_entries(found), _ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    account, may_direct = access.own_account(visitor), visitor.may_direct(found)
    context = {
        "page": page,
        "log": log_lines(list(page)),
        "undoable": undo.undoable(list(page), by=account, is_director=may_direct),
    }
    return tournament_page(request, found, "desk/log.html", context, here=_("Log"))


def _undo(request: HttpRequest, found: Tournament) -> HttpResponse:
    seq = number_typed(request.POST.get("seq", ""))
    entry = get_object_or_404(_entries(found).select_related("tournament"), seq=seq)
    said = _("Undone: %(entry)s") % {"entry": log_lines([entry])[0].text}
    by = access.own_account(visitor_of(request))
    return act(request, lambda: undo.undo(entry, by=by), said=said, back_to=request.get_full_path())


@_both
@once
def copy_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Make a tournament like this one on other days."""
    found = access.tournament_to_direct(visitor_of(request), uid)
    form = CopyForm(request.POST or None, initial={"name": found.name, "has_officers": True})
    if form.is_bound and form.is_valid():
        try:
            made = copying.copy_tournament(found, by=visitor_of(request).account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s is there, as a draft.") % {"name": made.name})
            return redirect("desk_tournament", made.uid)
    return tournament_page(
        request,
        found,
        "desk/copy_tournament.html",
        {"form": form},
        here=_("Copy the tournament"),
        status=_status(form),
    )


@_both
@once
def new_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Begin with a template, or add an event with one stage at once."""
    found = access.tournament_to_direct(visitor_of(request), uid)
    posted = request.POST or None
    with timezone.override(found.time_zone):
        form, start = NewEventForm(posted), StartForm(posted, tournament=found)
        rules, costs = EventRulesForm(posted), EntryFeeForm(posted, currency=found.currency)
        forms = (form, start, rules, costs)
        is_valid = form.is_bound and are_valid(*forms)
    if is_valid and request.POST.get("do") != "check":
        try:
            with made_twice(request, found, name=form.cleaned_data["name"]):
                made = _create(request, found, form, start=start, rules=rules, costs=costs)
        except EditConflict as error:
            return show_changed(request, found, error, found, wanted=typed(form), look_at=request.path)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(event)s is there. Now its entrants.") % {"event": made.name})
            return redirect("desk_entrants", made.uid)
    context = {
        "form": form,
        "start": start,
        "rules": rules,
        "costs": costs,
        "lengths": lengths_said(form["lengths"].value(), format=form["format"].value() or ""),
        "seen": first_seen(request, found),
        **quick_preview(form),
        **template_cards(request, found),
    }
    return tournament_page(
        request, found, "desk/new_event.html", context, here=_("New event"), status=_status(*forms)
    )


@_both
def edit_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Change an event: its name, its start, its places, who may enter, its rules, what it leads to."""
    event = access.event_to_direct(visitor_of(request), uid)
    shown = ("name", "starts_at", "capacity", "registration", "grace_minutes")
    posted = request.POST or None
    with timezone.override(event.tournament.time_zone):
        form = EventForm(posted, initial={name: getattr(event, name) for name in shown})
        start = StartForm(posted, tournament=event.tournament, event=event)
        rules = EventRulesForm(posted, event=event)
        forms = (form, start, rules)
        is_valid = form.is_bound and are_valid(*forms)
    if is_valid:
        try:
            with unchanged(request, event):
                _change(request, event, form, start=start, rules=rules)
        except EditConflict as error:
            wanted, at = typed(*forms), request.path
            return show_changed(request, event.tournament, error, event, wanted=wanted, look_at=at)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("desk_event", event.uid)
    context = {"form": form, "start": start, "rules": rules, "seen": first_seen(request, event.tournament)}
    return event_page(request, event, "desk/edit_event.html", context, tab="settings", status=_status(*forms))


@require_POST
def set_registration(request: HttpRequest, uid: str) -> HttpResponse:
    """Open the registration of an event to players, to the desk only, or close it."""
    event = access.event_to_direct(visitor_of(request), uid)
    wanted = request.POST.get("registration", "")
    if wanted not in Registration.values:
        return redirect("desk_entrants", event.uid)

    def done() -> None:
        with unchanged(request, event, forms=(Form.REGISTRATION,)):
            lifecycle.set_registration(event, by=visitor_of(request).account, registration=wanted)

    said = _("Registration: %(state)s.") % {"state": Registration(wanted).label}
    back = reverse("desk_entrants", args=[event.uid])
    try:
        return act(request, done, said=said, back_to=back)
    except EditConflict as error:
        return show_changed(request, event.tournament, error, event, wanted=said, look_at=back)


@require_safe
def lengths(request: HttpRequest) -> HttpResponse:
    """What a list of match lengths means, while it is typed."""
    said = lengths_said(request.GET.get("lengths", ""), format=request.GET.get("format", ""))
    return render(request, "desk/_lengths.html", {"lengths": said})


def _status(*forms: Any) -> int:
    return UNPROCESSABLE if any(form.is_bound and form.errors for form in forms) else 200


def _usual_zone(account: Player) -> str:
    """The zone of the newest tournament of this director, else the one most of this service's users live in."""
    newest = (
        Tournament.objects.filter(roles__player=account)
        .order_by("-pk")
        .values_list("zone", flat=True)
        .first()
    )
    return newest or _DEFAULT_ZONE


def _entries(found: Tournament) -> Any:
    return LogEntry.objects.filter(tournament=found).select_related("by", "event").order_by("-seq")


def _officers(found: Tournament) -> Any:
    return (
        Role.objects.filter(tournament=found).select_related("player").order_by("-kind", "player__name_key")
    )


@transaction.atomic
def _create(
    request: HttpRequest,
    found: Tournament,
    form: NewEventForm,
    *,
    start: StartForm,
    rules: EventRulesForm,
    costs: EntryFeeForm,
) -> Event:
    """Store the event and its stage, or neither; it starts by itself once it has a stage to draw."""
    account = visitor_of(request).account
    about = {name: value for name, value in form.cleaned_data.items() if name not in _OF_PLAY}
    event = lifecycle.create_event(found, by=account, **about, **rules.chosen())
    said = form.cleaned_data
    lifecycle.create_stage(event, by=account, format=said["format"], lengths=said["lengths"])
    if costs.entry_fee:
        ledger.set_fee(event, by=account, kind=FeeKind.ENTRY, amount=costs.entry_fee)
    lobby.set_start(event, by=account, **_chosen(start))
    qualifying.set_target(event, by=account, target=start.target, places=start.places)
    return event


@transaction.atomic
def _change(
    request: HttpRequest, event: Event, form: EventForm, *, start: StartForm, rules: EventRulesForm
) -> None:
    """Store what was changed; the places move alternates up and may start the event, so they are set last."""
    account, said = visitor_of(request).account, form.cleaned_data
    lifecycle.change_event(
        event,
        by=account,
        name=said["name"],
        grace_minutes=said["grace_minutes"],
        starts_at=said["starts_at"],
        **rules.chosen(),
    )
    if said["registration"] != event.registration:
        lifecycle.set_registration(event, by=account, registration=said["registration"])
    qualifying.set_target(event, by=account, target=start.target, places=start.places)
    if not start.cleaned_data["starts_when_full"]:
        lobby.set_start(event, by=account, **_chosen(start))
    if said["capacity"] != event.capacity:
        registration.set_capacity(event, by=account, capacity=said["capacity"])
    if start.cleaned_data["starts_when_full"]:
        lobby.set_start(event, by=account, **_chosen(start))


def _chosen(start: StartForm) -> dict[str, bool]:
    """Whether the event starts when full and opens the next one, as chosen."""
    return {name: start.cleaned_data[name] for name in ("starts_when_full", "opens_next")}
