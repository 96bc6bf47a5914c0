"""The page of the officers of a federation: invited, dismissed, and laying down their office."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from tournaments import access
from tournaments.actions import invitations
from tournaments.actions.federations import setup
from tournaments.models import Officer
from tournaments.queries.people.claims import open_invitations
from tournaments.requests.people import OfficeInvitationRequest
from tournaments.web.desk.pages import act, status_of
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.confirmation import confirmed
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import key_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.people.invitations import InvitationForm, address_of, made

from .office import office_page, within


class OfficeForm(InvitationForm):
    """A form that invites somebody to an office."""

    kind = field_of(OfficeInvitationRequest, "kind", label=gettext_lazy("Office"))


@require_page_or_form
@confirmed
def officers(request: HttpRequest, uid: str) -> HttpResponse:
    """List who holds an office with the open invitations; invite somebody on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    form = OfficeForm(request.POST or None)
    if request.method == "POST":
        federation = access.federation_to_manage(visitor, uid)
        if form.is_valid():
            try:
                new = invitations.invite_to_office(
                    federation,
                    by=visitor.account,
                    address=address_of(request),
                    key=key_of(request),
                    **form.cleaned_data,
                )
            except DomainError as refusal:
                put_into(form, refusal)
            else:
                return made(request, new, back_to=reverse("office_officers", args=[federation.uid]))
    holders = Officer.objects.filter(federation=federation).select_related("player")
    context = {
        "form": form,
        "officers": holders.filter(ended_at=None).order_by("pk"),
        "invitations": open_invitations(federation).exclude(office=""),
        "former": holders.exclude(ended_at=None).order_by("-ended_at")[:20],
    }
    return office_page(
        request,
        federation,
        "federations/office_officers.html",
        context,
        tab="office_officers",
        status=status_of(form),
    )


@require_POST
@confirmed
def end_office(request: HttpRequest, uid: str, officer: str) -> HttpResponse:
    """End an office; officers also lay down their own."""
    visitor = visitor_of(request)
    federation = access.federation_to_see(visitor, uid)
    row = access.officer_to_end(visitor, officer)
    within(row, federation)
    message = _("%(name)s has left office.") % {"name": row.player.name}
    # Who lays down the only office reads the page of officers no more.
    back = reverse(
        "federation" if row.player == visitor.account else "office_officers", args=[federation.uid]
    )
    return act(request, lambda: setup.end_office(row, by=visitor.account), message=message, back_to=back)
