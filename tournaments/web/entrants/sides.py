"""Desk pages of pairs and teams: entries, substitutes and names."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions.entrants import arrivals, known_players, registration, teams
from tournaments.actions.entrants.list_reading import ListedPlayer
from tournaments.actions.people import naming
from tournaments.errors.common import EditConflict, InvalidFields
from tournaments.errors.entrants import NotEligible
from tournaments.models import Entrant, Event, EventKind
from tournaments.queries.state import is_drawn
from tournaments.web.desk.conflicts import first_log_number, log_number, show_changed, typed
from tournaments.web.desk.overrides import ask_reason, reason_typed
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import put_into, reasons
from tournaments.web.entrants.side_forms import SideForm, SubstituteForm
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.people.profile_forms import NameForm


@require_page_or_form
@once
def enter_side(request: HttpRequest, uid: str) -> HttpResponse:
    """Enter a pair or a team of known or new players."""
    event = access.event_to_desk(visitor_of(request), uid)
    if event.kind == EventKind.SINGLES:
        return redirect("desk_entrants", event.uid)
    with timezone.override(event.tournament.time_zone):
        has_begun = timezone.localdate() >= event.tournament.starts_on
    form = SideForm(request.POST or None, event=event, initial={"at_once": has_begun})
    if form.is_bound and form.is_valid():
        try:
            entrant = _enter(request, event, form)
        except NotEligible as refusal:
            return ask_reason(request, event, refusal, back=reverse("desk_enter_side", args=[event.uid]))
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": entrant.name})
            return redirect("desk_enter_side", event.uid)
    here = _("Enter a team") if event.kind == EventKind.TEAMS else _("Enter a pair")
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request, event, "desk/side.html", {"form": form}, tab="entrants", here=here, status=status
    )


@require_page_or_form
def change_players(request: HttpRequest, uid: str) -> HttpResponse:
    """Replace a player of a pair or team by a substitute, or add a player to a team."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    event = entrant.event
    players = [member.player for member in entrant.side.members.select_related("player")]
    may_join = event.kind == EventKind.TEAMS and len(players) < (event.team_size or 0)
    form = SubstituteForm(request.POST or None, entrant=entrant, players=players, may_join=may_join)
    if form.is_bound and form.is_valid():
        try:
            _change_players(request, entrant, players, form)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s plays on as named.") % {"name": entrant.name})
            return redirect("desk_entrant", entrant.uid)
    context = {"entrant": entrant, "form": form, "players": players, "is_drawn": is_drawn(event)}
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request, event, "desk/substitute.html", context, tab="entrants", here=_("Substitute"), status=status
    )


@require_page_or_form
def correct_player(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Correct the name, club and country of a player, if a desk wrote them."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    event, by = entrant.event, visitor_of(request).account
    person = get_object_or_404(Player, uid=player, entries__entrant=entrant)
    initial = {name: getattr(person, name) for name in ("name", "club", "country")}
    form = NameForm(request.POST or None, initial=initial)
    errors: list[str] = []
    try:
        naming.require_named_by_desk(person, by=by)
        if form.is_bound and form.is_valid():
            naming.correct(
                person, event.tournament, by=by, log_number=log_number(request), **form.cleaned_data
            )
            messages.success(request, _("Saved."))
            return redirect("desk_entrant", entrant.uid)
    except EditConflict as error:
        person.refresh_from_db()
        return show_changed(
            request, event.tournament, error, person, values=typed(form), look_at=request.path
        )
    except InvalidFields as refusal:
        person.refresh_from_db()
        put_into(form, refusal)
    except DomainError as refusal:
        errors = reasons(refusal)
    context = {
        "entrant": entrant,
        "player": person,
        "form": form,
        "refused": errors,
        "seen": first_log_number(request, event.tournament),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return event_page(
        request,
        event,
        "desk/correct_player.html",
        context,
        tab="entrants",
        here=pgettext("a name", "Correct"),
        status=status,
    )


@transaction.atomic
def _enter(request: HttpRequest, event: Event, form: SideForm) -> Entrant:
    """Save the side and its new players in one transaction."""
    by = visitor_of(request).account
    players = list(form.players())
    known_players.require_different(one for one in players if isinstance(one, ListedPlayer))
    entrant = registration.enter(
        event,
        by=by,
        players=[_player(one) for one in players],
        name=form.cleaned_data.get("name", ""),
        is_late=is_drawn(event),
        let_in=reason_typed(request),
    )
    return arrivals.check_in(entrant, by=by) if form.cleaned_data["at_once"] else entrant


@transaction.atomic
def _change_players(
    request: HttpRequest, entrant: Entrant, players: list[Player], form: SubstituteForm
) -> None:
    by, data = visitor_of(request).account, form.cleaned_data
    newcomer = _player(form.newcomer)
    out = next((player for player in players if player.uid == data["out"]), None)
    if out is None:
        teams.add_player(entrant, player=newcomer, by=by, reason=data["reason"])
    else:
        teams.substitute(entrant, out=out, in_=newcomer, by=by, reason=data["reason"])


def _player(person: Player | ListedPlayer) -> Player:
    """Return the player, created now if new."""
    if isinstance(person, Player):
        return person
    return known_players.add_player(name=person.name, club=person.club, country=person.country)
