"""The page of the officers of a federation: appointed, dismissed, and laying down their office."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.models import Player
from tournaments import access
from tournaments.actions.federations import frame
from tournaments.models import OfficeKind, Officer
from tournaments.requests.federations import OfficeRequest
from tournaments.web.desk.pages import act, status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.confirmation import confirmed
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within


class AccountField(forms.EmailField):
    """The address with which a person signs in, cleaned to the player."""

    widget = forms.EmailInput(attrs={"autocomplete": "off"})

    def clean(self, value: object) -> Player:
        """Return the account with the address."""
        player = Player.objects.filter(email__iexact=super().clean(value), merged_into=None).first()
        if player is None:
            words = _("Nobody signs in with this address here. Ask the person to make an account first.")
            raise ValidationError(words)
        return player


class OfficeForm(forms.Form):
    """A form for giving a person an office."""

    email = AccountField(label=gettext_lazy("E-mail with which the person signs in"))
    kind = field_of(OfficeRequest, "kind", label=gettext_lazy("Office"))


@require_page_or_form
@confirmed
def officers(request: HttpRequest, uid: str) -> HttpResponse:
    """List who holds an office; give an office on POST."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    form = OfficeForm(request.POST or None)
    if request.method == "POST":
        federation = access.federation_to_manage(visitor, uid)
        if is_done(
            form,
            lambda data: frame.give_office(
                federation, data["email"], by=visitor.account, kind=OfficeKind(data["kind"])
            ),
        ):
            words = _("%(name)s took office.") % {"name": form.cleaned_data["email"].name}
            messages.success(request, words)
            return redirect("office_officers", federation.uid)
    holders = Officer.objects.filter(federation=federation).select_related("player")
    context = {
        "form": form,
        "officers": holders.filter(ended_at=None).order_by("pk"),
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
    return act(request, lambda: frame.end_office(row, by=visitor.account), message=message, back_to=back)
