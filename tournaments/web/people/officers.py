"""The page that invites and dismisses the officers of a tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions import invitations
from tournaments.actions.events import lifecycle
from tournaments.models import Role, RoleKind, Tournament
from tournaments.queries.people.claims import open_invitations
from tournaments.web.desk.pages import UNPROCESSABLE, act, tournament_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.confirmation import confirmed
from tournaments.web.frame.form_idempotency import key_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .invitations import InvitationForm, address_of, made


class OfficerForm(InvitationForm):
    """A form that invites somebody to an office."""

    kind = forms.ChoiceField(label=gettext_lazy("Office"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, may_appoint_directors: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [
            (RoleKind.DESK.value, gettext_lazy("desk: registers and checks in, calls matches to tables"))
        ]
        if may_appoint_directors:
            kinds.append(
                (RoleKind.DIRECTOR.value, gettext_lazy("director: also draws, enters results and rules"))
            )
            kinds.append((RoleKind.OWNER.value, gettext_lazy("owner: the tournament is handed over")))
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        field.choices = kinds
        field.initial = RoleKind.DESK


@require_page_or_form
@confirmed
def officers(request: HttpRequest, uid: str) -> HttpResponse:
    """List the officers with the open invitations, and invite somebody on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_direct(visitor, uid)
    form = OfficerForm(request.POST or None, may_appoint_directors=_is_owner(request, tournament))
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        try:
            new = invitations.invite_to_tournament(
                tournament,
                by=visitor.account,
                kind=data["kind"],
                email=data["email"],
                address=address_of(request),
                key=key_of(request),
            )
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            return made(request, new, back_to=reverse("desk_officers", args=[tournament.uid]))
    roles = (
        Role.objects.filter(tournament=tournament)
        .select_related("player")
        .order_by("-kind", "player__name_key", "player__name")
    )
    context = {
        "form": form,
        "roles": roles,
        "is_owner": _is_owner(request, tournament),
        "invitations": open_invitations(tournament),
    }
    status = UNPROCESSABLE if form.errors else 200
    return tournament_page(
        request, tournament, "desk/officers.html", context, here=_("People"), status=status
    )


@require_POST
@confirmed
def dismiss(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Dismiss an officer; officers may also dismiss themselves."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    person = get_object_or_404(Player, uid=player, roles__tournament=tournament)

    def done() -> None:
        lifecycle.dismiss(tournament, person, by=visitor.account)

    message = _("%(name)s holds no office here any more.") % {"name": person.name}
    is_own = person == visitor.account
    return act(
        request, done, message=message, back_to="/desk/" if is_own else f"/desk/t/{tournament.uid}/people/"
    )


def _is_owner(request: HttpRequest, tournament: Tournament) -> bool:
    visitor = visitor_of(request)
    return visitor.is_superuser or visitor.offices.get(tournament.pk) == RoleKind.OWNER
