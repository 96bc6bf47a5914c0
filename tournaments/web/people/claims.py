"""Codes with which a person claims the player whom a desk typed: made at the desk, and used by the person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.people import claims
from tournaments.errors.people import ClaimNotValid
from tournaments.models import Claim, Entrant
from tournaments.web.desk.pages import act, event_page
from tournaments.web.desk.refusals import put_into, reasons
from tournaments.web.frame.form_idempotency import key_of, once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of

from .known_browsers import sign_in
from .profile_forms import consent_field

# The newest events of the walk-in tell most.
_MOST_EVENTS = 5


class CodeForm(forms.Form):
    """A form for the code from a desk."""

    code = forms.CharField(
        label=gettext_lazy("The code from the desk"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Ten letters and digits. It works once."),
    )


class ClaimAccountForm(forms.Form):
    """A form for a password, and for an address where the code was handed over."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("You sign in with it."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least eight characters, and not a common one."),
    )

    agrees = consent_field()

    def __init__(self, claim: Claim, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if claim.address:
            del self.fields["email"]


@never_cache
@require_page_or_form
def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and lead to what it claims."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        code = form.cleaned_data["code"]
        access.count_guess(visitor_of(request), request)
        try:
            access.claim_to_see(visitor_of(request), code)
        except ClaimNotValid as refusal:
            form.add_error("code", str(refusal))
        else:
            return redirect("claim", code.replace(" ", "").replace("/", ""))
    return render(request, "me/enter_code.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
@sensitive_post_parameters("password")
@require_page_or_form
def claim(request: HttpRequest, code: str) -> HttpResponse:
    """Show what a code claims; claim it with the visitor's account, or make an account of it."""
    visitor = visitor_of(request)
    access.count_guess(visitor, request)
    try:
        row = access.claim_to_see(visitor, code)
    except ClaimNotValid as refusal:
        return _private(render(request, "me/claim_over.html", {"why": str(refusal)}, status=refusal.status))
    form = ClaimAccountForm(
        row, request.POST if request.method == "POST" and not visitor.is_authenticated else None
    )
    refusals: list[str] = []
    if request.method == "POST":
        try:
            if visitor.is_authenticated:
                return _claimed(request, access.claim_to_take(visitor, code))
            if form.is_valid():
                return _become(request, row, form)
        except DomainError as refusal:
            row.player.refresh_from_db()
            if visitor.is_authenticated:
                refusals = reasons(refusal)
            else:
                put_into(form, refusal)
    context = {
        "section": "me",
        "claim": row,
        "form": form,
        "refused": refusals,
        "account": visitor.account,
        "may_choose": bool(row.address) or settings.ACCOUNT_EMAIL_VERIFICATION == "none",
        "events": access.entries_to_show(visitor, row.player, besides=row.tournament)[:_MOST_EVENTS],
    }
    return _private(
        render(request, "me/claim.html", context, status=422 if request.method == "POST" else 200)
    )


def _claimed(request: HttpRequest, row: Claim) -> HttpResponse:
    claims.claim_player(row, by=visitor_of(request).account)
    messages.success(request, _("%(player)s is you now.") % {"player": row.player.name})
    return redirect("my_matches")


def _become(request: HttpRequest, row: Claim, form: ClaimAccountForm) -> HttpResponse:
    values = {"language": get_language() or "", **form.cleaned_data}
    claim = claims.become_account(row, by=None, **values)
    messages.success(request, _("Welcome, %(name)s. These are your matches.") % {"name": claim.player.name})
    return sign_in(request, Player.objects.get(pk=claim.player_id), redirect("my_matches"))


def _private(response: HttpResponse) -> HttpResponse:
    """Return a page whose address has the code, which no other site is told and no search finds.

    The service tells its address to no other site. Without any referrer a browser would send the form without its
    origin, and the form would be refused.
    """
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_POST
def make_code(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Create a code for a player without an account, and show or mail it once."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    person = get_object_or_404(Player.objects.filter(entries__entrant=entrant).distinct(), uid=player)
    guardian_agrees = request.POST.get("guardian") == "on"
    if request.POST.get("do") == "mail":
        return _mailed(request, entrant, person, guardian_agrees=guardian_agrees)
    try:
        row, code = claims.make_code(
            entrant.event.tournament,
            person,
            by=visitor_of(request).account,
            guardian_agrees=guardian_agrees,
            key=key_of(request),
        )
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
        return redirect("desk_entrant", entrant.uid)
    address = public_address(request, reverse("claim", args=[code]))
    title = _("QR code of the claim")
    context = {"claim": row, "code": code, "address": address, "qr": qr_svg(address, title=title)}
    context["entrant"] = entrant
    return event_page(
        request, entrant.event, "desk/claim.html", context, tab="entrants", here=row.player.name
    )


@once
def _mailed(request: HttpRequest, entrant: Entrant, player: Player, *, guardian_agrees: bool) -> HttpResponse:
    """Mail a code to the player without showing it at the desk."""

    def done() -> None:
        claims.mail_code(
            entrant.event.tournament,
            player,
            by=visitor_of(request).account,
            address=lambda code: public_address(request, reverse("claim", args=[code])),
            guardian_agrees=guardian_agrees,
        )

    message = _("A code is on its way to %(player)s.") % {"player": player.name}
    return act(request, done, message=message, back_to=reverse("desk_entrant", args=[entrant.uid]))


@require_POST
def end_claim(request: HttpRequest, uid: str, claim: str) -> HttpResponse:
    """Revoke a code at its desk, or undo what was claimed by it."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_desk(visitor, uid)
    rows = Claim.objects.filter(tournament=entrant.event.tournament)
    is_used = get_object_or_404(rows, uid=claim).claimed_at is not None
    if is_used:
        row = access.claim_to_direct(visitor, claim)
        action, message = (
            (lambda: claims.undo_claim(row, by=visitor.account)),
            _("Everything is as it was before the claim."),
        )
    else:
        row = access.claim_to_desk(visitor, claim)
        action, message = (lambda: claims.revoke_code(row, by=visitor.account)), _("The code is revoked.")
    return act(request, action, message=message, back_to=reverse("desk_entrant", args=[entrant.uid]))
