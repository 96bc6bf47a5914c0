"""Pages of invitations: accepted or declined by a code, shown once to whoever made it, and revoked."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions import invitations
from tournaments.errors.federations import InvitationNotValid
from tournaments.models import Invitation
from tournaments.web.desk.pages import act
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of


class InvitationForm(forms.Form):
    """A form with the address of whoever is invited."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Leave it empty to show a code that the person scans."),
    )


Made = tuple[Invitation, str]


def address_of(request: HttpRequest) -> Callable[[str], str]:
    """Return the function that returns the URL of the page of a code."""
    return lambda code: public_address(request, reverse("invitation", args=[code]))


def made(request: HttpRequest, row_and_code: Made, *, back_to: str) -> HttpResponse:
    """Say that an invitation was mailed, or show its code this once."""
    row, code = row_and_code
    if row.address:
        messages.success(
            request, _("The invitation is on its way to %(address)s.") % {"address": row.address}
        )
        return redirect(back_to)
    address = address_of(request)(code)
    qr = qr_svg(address, title=_("QR code of the invitation"))
    context = {"invitation": row, "address": address, "qr": qr, "back_to": back_to}
    return _private(render(request, "me/new_invitation.html", context))


@never_cache
@require_page_or_form
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Show to what a code invites; accept or decline it on POST."""
    visitor = visitor_of(request)
    access.count_guess(visitor, request)
    try:
        row = access.invitation_to_see(visitor, code)
    except InvitationNotValid as refusal:
        over = {"section": "me", "why": str(refusal)}
        return _private(render(request, "me/invitation_over.html", over, status=refusal.status))
    refusals: list[str] = []
    if request.POST.get("do") in ("accept", "decline"):
        try:
            return _answer(request, code, is_accepted=request.POST["do"] == "accept")
        except DomainError as refusal:
            refusals = reasons(refusal)
    context = {"section": "me", "invitation": row, "account": visitor.account, "refused": refusals}
    return _private(render(request, "me/invitation.html", context, status=422 if refusals else 200))


def _answer(request: HttpRequest, code: str, *, is_accepted: bool) -> HttpResponse:
    visitor = visitor_of(request)
    if not is_accepted:
        invitations.decline(access.invitation_to_see(visitor, code), by=visitor.account)
        messages.success(request, _("Declined. Nothing has changed."))
        return redirect("home")
    row = invitations.accept(access.invitation_to_accept(visitor, code), by=visitor.account)
    messages.success(request, _("Thank you. You have accepted."))
    if row.tournament is not None:
        return redirect("desk_tournament", row.tournament.uid)
    name = "office" if row.office else "federation"
    return redirect(name, row.body.uid)


@require_POST
def revoke(request: HttpRequest, uid: str) -> HttpResponse:
    """Revoke an invitation, and go back to the page of those who hold offices."""
    visitor = visitor_of(request)
    row = access.invitation_to_revoke(visitor, uid)
    if row.tournament is not None:
        back = reverse("desk_officers", args=[row.tournament.uid])
    else:
        name = "office_officers" if row.office else "office_members"
        back = reverse(name, args=[row.body.uid])
    return act(
        request,
        lambda: invitations.revoke(row, by=visitor.account),
        message=_("The invitation is revoked."),
        back_to=back,
    )


def _private(response: HttpResponse) -> HttpResponse:
    """Return a page whose address has the code, which no other site is told and no search finds.

    The service tells its address to no other site. Without any referrer a browser would send the form without its
    origin, and the form would be refused.
    """
    response["X-Robots-Tag"] = "noindex"
    return response
