"""The members of a federation in its office: numbers, periods of membership, and corrected names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from matches.models import NameOrder, Player, name_key
from tournaments import access
from tournaments.actions import invitations
from tournaments.actions.federations import members as actions
from tournaments.actions.federations import names
from tournaments.models import Club, Federation, Member, Membership, MembershipKind
from tournaments.queries.people.claims import open_invitations
from tournaments.queries.people.duplicates import players_of
from tournaments.queries.people.names import members_found
from tournaments.requests.federations import MemberRequest, MembershipRequest
from tournaments.requests.people import NumberInvitationRequest
from tournaments.requests.sides import NamingRequest
from tournaments.web.desk.pages import UNPROCESSABLE, status_of
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import key_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.people.invitations import InvitationForm, address_of, made

from .office import office_page, within

_PER_PAGE = 50
# So many players without a number are proposed at a time.
_MOST_PROPOSED = 20


class NumberForm(forms.Form):
    """A form for the number of a member."""

    number = field_of(
        MemberRequest,
        "number",
        label=gettext_lazy("Number"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class MembershipForm(forms.Form):
    """A form for a period of membership."""

    starts_on = field_of(MembershipRequest, "starts_on", label=gettext_lazy("First day"))
    ends_on = field_of(
        MembershipRequest,
        "ends_on",
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("Empty while it goes on."),
    )
    kind = field_of(MembershipRequest, "kind", label=gettext_lazy("Kind"), initial=MembershipKind.FULL)
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("Club"),
        required=False,
        to_field_name="uid",
        empty_label=gettext_lazy("No club"),
    )

    def __init__(self, *args: Any, clubs: Iterable[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keys = [club.pk for club in clubs]
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
        field.queryset = Club.objects.filter(pk__in=keys).order_by(NameOrder("name"), "pk")


class NumberOfferForm(InvitationForm):
    """A form that invites somebody to accept a number."""

    number = field_of(NumberInvitationRequest, "number", label=gettext_lazy("Number"))


class PlayerNameForm(forms.Form):
    """A form that corrects the name, club or country of a player in every tournament."""

    name = field_of(NamingRequest, "name", label=gettext_lazy("Name"), required=True)
    club = field_of(NamingRequest, "club", label=gettext_lazy("Club"))
    country = field_of(NamingRequest, "country", label=gettext_lazy("Country"))


@require_safe
def members(request: HttpRequest, uid: str) -> HttpResponse:
    """List the members by number, or those whom the words of a search name, with players who have no number."""
    return _members_page(request, access.federation_to_read(visitor_of(request), uid))


@require_POST
def give_number(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Give a player of the federation a number."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    person = get_object_or_404(players_of(federation), uid=player)
    form = NumberForm(request.POST)
    if form.is_valid():
        try:
            member = actions.give_number(
                federation, person, by=visitor.account, number=form.cleaned_data["number"]
            )
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s has the number.") % {"name": person.name})
            return redirect("office_member", federation.uid, member.uid)
    return _members_page(request, federation, refusal=(person, form))


@require_POST
def offer_number(request: HttpRequest, uid: str) -> HttpResponse:
    """Invite somebody who has entered no sanctioned event to accept a number."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    form = NumberOfferForm(request.POST)
    if form.is_valid():
        try:
            new = invitations.offer_number(
                federation,
                by=visitor.account,
                address=address_of(request),
                key=key_of(request),
                **form.cleaned_data,
            )
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            return made(request, new, back_to=reverse("office_members", args=[federation.uid]))
    return _members_page(request, federation, offer=form)


def _members_page(
    request: HttpRequest,
    federation: Federation,
    *,
    refusal: tuple[Player, forms.Form] | None = None,
    offer: forms.Form | None = None,
) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:120]
    rows = Member.objects.filter(federation=federation).select_related("player")
    proposals: list[tuple[Player, forms.Form]] = []
    if words:
        key = name_key(words)
        rows = members_found(rows, words)
        without = players_of(federation).filter(merged_into=None, name_key__contains=key)
        without = without.exclude(pk__in=Member.objects.filter(federation=federation).values("player"))
        proposals = [
            (player, NumberForm(auto_id=f"{player.uid}-%s"))
            for player in without.order_by("name_key", "name", "pk")[:_MOST_PROPOSED]
        ]
    if refusal is not None:
        proposals = [refusal, *(pair for pair in proposals if pair[0].pk != refusal[0].pk)]
    page = Paginator(rows.prefetch_related("memberships").order_by("number", "pk"), _PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "words": words,
        "proposed": proposals,
        "offer": offer or NumberOfferForm(auto_id="offer-%s"),
        "invitations": open_invitations(federation).filter(office=""),
    }
    return office_page(
        request,
        federation,
        "federations/office_members.html",
        context,
        tab="office_members",
        status=UNPROCESSABLE if refusal or offer else 200,
    )


@require_page_or_form
def member(request: HttpRequest, uid: str, member: str) -> HttpResponse:
    """Show a member, and correct the number on POST."""
    visitor = visitor_of(request)
    row = _member_of(request, uid, member, is_write=request.method == "POST")
    form = NumberForm(request.POST or None, initial={"number": row.number})
    if form.is_valid():
        try:
            actions.change_number(row, by=visitor.account, number=form.cleaned_data["number"])
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("office_member", row.federation.uid, row.uid)
    return _member_page(request, row, number_form=form, status=status_of(form))


@require_POST
def add_membership(request: HttpRequest, uid: str, member: str) -> HttpResponse:
    """Add a period of membership."""
    row = _member_of(request, uid, member, is_write=True)
    form = MembershipForm(request.POST, clubs=row.federation.clubs.filter(merged_into=None))
    if form.is_valid():
        try:
            actions.add_membership(row, by=visitor_of(request).account, **_period(form))
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("The membership is added."))
            return redirect("office_member", row.federation.uid, row.uid)
    return _member_page(request, row, period_form=form, status=UNPROCESSABLE)


@require_page_or_form
def membership(request: HttpRequest, uid: str, membership: str) -> HttpResponse:
    """Change a period of membership; a last day ends it."""
    visitor = visitor_of(request)
    row = access.membership_to_register(visitor, membership)
    federation = row.member.federation
    within(row.member, access.federation_to_read(visitor, uid))
    present = {
        "starts_on": row.starts_on,
        "ends_on": row.ends_on,
        "kind": row.kind,
        "club": row.club.uid if row.club else None,
    }
    clubs = federation.clubs.filter(Q(merged_into=None) | Q(pk=row.club_id))
    form = MembershipForm(request.POST or None, initial=present, clubs=clubs)
    if form.is_valid():
        try:
            actions.change_membership(row, by=visitor.account, **_period(form))
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("office_member", federation.uid, row.member.uid)
    return office_page(
        request,
        federation,
        "federations/office_membership.html",
        {"membership": row, "form": form},
        tab="office_members",
        here=row.member.player.name,
        status=status_of(form),
    )


def _member_page(
    request: HttpRequest,
    row: Member,
    *,
    number_form: forms.Form | None = None,
    period_form: forms.Form | None = None,
    status: int,
) -> HttpResponse:
    clubs = row.federation.clubs.filter(merged_into=None)
    context = {
        "member": row,
        "memberships": Membership.objects.filter(member=row).select_related("club").order_by("-starts_on"),
        "number_form": number_form or NumberForm(initial={"number": row.number}),
        "period_form": period_form or MembershipForm(clubs=clubs),
    }
    return office_page(
        request,
        row.federation,
        "federations/office_member.html",
        context,
        tab="office_members",
        here=row.player.name,
        status=status,
    )


def _period(form: MembershipForm) -> dict[str, Any]:
    values = dict(form.cleaned_data)
    values["kind"] = MembershipKind(values["kind"] or MembershipKind.FULL)
    return values


def _member_of(request: HttpRequest, uid: str, member: str, *, is_write: bool) -> Member:
    visitor = visitor_of(request)
    row = (access.member_to_register if is_write else access.member_to_read)(visitor, member)
    # A member reads their own row over the API; the page is that of the officers.
    within(row, access.federation_to_read(visitor, uid))
    return row


@require_page_or_form
def correct_name(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Correct the name, club or country of a player in every tournament."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    row = get_object_or_404(players_of(federation), uid=player)
    present = {"name": row.name, "club": row.club, "country": row.country}
    form = PlayerNameForm(request.POST or None, initial=present)
    if form.is_valid():
        try:
            names.correct_name(federation, row, by=visitor.account, **form.cleaned_data)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("office_members", federation.uid)
    return office_page(
        request,
        federation,
        "federations/office_name.html",
        {"player": row, "form": form},
        tab="office_members",
        here=row.name,
        status=status_of(form),
    )
