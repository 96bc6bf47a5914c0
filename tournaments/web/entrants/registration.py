"""Registration for an event, and withdrawal from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions.entrants import asking, registration, together
from tournaments.actions.entrants.known_players import same_person
from tournaments.actions.people import links
from tournaments.errors.common import TooManyRequests
from tournaments.models import Entrant, Event, EventKind, Purpose
from tournaments.queries.entrants.consent import asks_of
from tournaments.queries.hall.desk import other_entries
from tournaments.queries.money.ledger import fees_of
from tournaments.requests.entrants import WithdrawalRequest
from tournaments.requests.sides import RegistrationRequest
from tournaments.web.entrants.side_forms import PartnersForm
from tournaments.web.events.public import entry_of
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.refusals import with_retry_after
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.people.profile_forms import PublicNameForm, consent_field
from tournaments.web.wording.eligibility import rules_shown


class LinkRegistrationForm(PublicNameForm):
    """The name of a player for the draw, an optional address for notices, and what is public."""

    name = field_of(
        RegistrationRequest,
        "newcomer",
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("As it should stand in the draw."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        required=True,
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail for notices"),
        required=False,
        help_text=gettext_lazy("To be told when your match is on. It is shown to nobody."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    agrees = consent_field()

    @property
    def person(self) -> dict[str, str]:
        """Return the name and the address."""
        return {name: self.cleaned_data[name] for name in ("name", "email")}

    field_order = ("name", "email", "public_as", "pseudonym", "birth_year", "agrees")

    def clean_name(self) -> str:
        """Return the name with single spaces."""
        return " ".join(str(self.cleaned_data["name"]).split())


class WithdrawalForm(forms.Form):
    """The reason of a withdrawal, and the other events to withdraw from."""

    reason = field_of(
        WithdrawalRequest,
        "reason",
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Read by the directors only."),
    )
    also = forms.MultipleChoiceField(
        label=gettext_lazy("Leave these too"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, others: Sequence[Entrant] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._others = {one.uid: one for one in others}
        also = cast("forms.MultipleChoiceField", self.fields["also"])
        also.choices = [(one.uid, f"{one.event.name} ({one.name})") for one in others]
        if not others:
            del self.fields["also"]

    @property
    def chosen(self) -> list[Entrant]:
        """Return the entries in other events that are withdrawn too."""
        return [self._others[uid] for uid in self.cleaned_data.get("also", ())]


@require_page_or_form
@once
def register(request: HttpRequest, uid: str) -> HttpResponse:
    """Register for the event with an account, or by a private link with a name."""
    visitor = visitor_of(request)
    event = access.event_to_register(visitor, uid)
    player = visitor.player_in(event.tournament)
    data = request.POST if request.method == "POST" else None
    form = LinkRegistrationForm(data) if player is None else None
    partners = None if event.kind == EventKind.SINGLES else PartnersForm(data, event=event)
    parts = [part for part in (form, partners) if part is not None]
    status = 200
    obstacle: DomainError | None = None
    if request.method == "POST" and all(part.is_valid() for part in parts):
        is_newcomer = form is not None and same_person(**form.person) is None
        try:
            if is_newcomer:
                access.count_newcomer(request)
            entrant = _enter(visitor, event, form, partners)
        except DomainError as refusal:
            if not parts:
                raise
            parts[-1].add_error(None, str(refusal))
            obstacle = refusal
        else:
            if is_newcomer:
                # The new link lets this phone report results and receive notices without help from the desk.
                access.hold_link(request, links.make_newcomer_link(entrant, origin=visitor.origin))
            messages.success(request, _registered(entrant, event=event))
            if entrant.event.starts_when_full or entrant.is_asked:
                # Such an event has no check-in; its page says how many entrants are missing, or who must answer.
                return redirect("event", entrant.event.uid)
            return redirect("here", entrant.uid)
    if any(part.errors for part in parts):
        status = 429 if isinstance(obstacle, TooManyRequests) else 422
    context = {
        "event": event,
        "form": form,
        "partners": partners,
        "player": player,
        "entry": entry_of(player, event),
        "fees": fees_of(event),
        "entry_rules": rules_shown(event),
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Register"))],
    }
    response = show(request, event.tournament, "tournaments/register.html", context, status=status)
    return with_retry_after(response, obstacle)


@require_page_or_form
def withdraw(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the consequences of a withdrawal, and withdraw on POST."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    event = entrant.event
    others = list(other_entries(entrant))
    form = WithdrawalForm(request.POST if request.method == "POST" else None, others=others)
    status = 200
    if request.method == "POST" and form.is_valid():
        player = visitor.player_in(event.tournament)
        try:
            together.withdraw_from_all(
                entrant,
                by=player,
                also=form.chosen,
                reason=form.cleaned_data["reason"],
                origin=visitor.origin,
            )
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s has left the event.") % {"name": entrant.name})
            return redirect("event", event.uid)
    if form.errors:
        status = 422
    context = {
        "event": event,
        "entrant": entrant,
        "form": form,
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Withdraw"))],
    }
    return show(request, event.tournament, "tournaments/withdraw.html", context, status=status)


@require_page_or_form
def answer(request: HttpRequest, uid: str) -> HttpResponse:
    """Show an entry that waits for the answer of a partner, and agree to it or decline it on POST."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    event = entrant.event
    player = visitor.player_in(event.tournament)
    choice = request.POST.get("do", "")
    if choice == "agree":
        asking.agree(entrant, by=player, origin=visitor.origin)
        messages.success(request, _agreed(entrant))
        return redirect("event", entrant.event.uid)
    if choice == "decline" and entrant.is_asked:
        registration.withdraw(entrant, by=player, origin=visitor.origin)
        messages.success(request, _("%(name)s will not play together.") % {"name": entrant.name})
        return redirect("event", event.uid)
    asks = () if player is None else [ask for ask in asks_of(player, event) if ask.entrant.pk == entrant.pk]
    context = {
        "event": event,
        "entrant": entrant,
        "asks": asks,
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Answer"))],
    }
    return show(request, event.tournament, "tournaments/answer.html", context)


def _enter(
    visitor: Visitor, event: Event, form: LinkRegistrationForm | None, partners: PartnersForm | None
) -> Entrant:
    link, player = visitor.link, visitor.player_in(event.tournament)
    names, team = ([], "") if partners is None else (partners.partners, partners.team)
    if link is not None and link.purpose == Purpose.REGISTER and link.event_id == event.pk:
        data: dict[str, Any] = {} if form is None else {**form.person, "wish": form.wish, "agrees": True}
        account = visitor.account
        return registration.register_by_link(link, by=account, partners=names, team=team, **data)
    return registration.register_self(event, by=player, partners=names, name=team, origin=visitor.origin)


def _registered(entrant: Entrant, *, event: Event) -> str:
    if entrant.is_asked:
        return _("Your partner is asked. You are told when you are entered.")
    if entrant.event != event:
        words = _("%(asked)s has started: you are in %(event)s.")
        return words % {"asked": event.name, "event": entrant.event.name}
    if entrant.is_alternate:
        return _("The event is full: you are on the list of alternates and are told when a place is free.")
    return _("You are registered.")


def _agreed(entrant: Entrant) -> str:
    if entrant.is_asked:
        return _("You have agreed. Others are still asked.")
    return _registered(entrant, event=entrant.event)
