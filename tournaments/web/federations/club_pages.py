"""The clubs of a federation in its office: added, changed, merged and parted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.errors import DomainError
from matches.models import NameOrder
from tournaments import access
from tournaments.actions.federations import clubs as actions
from tournaments.models import Club, ClubKind
from tournaments.requests.federations import ClubRequest
from tournaments.web.desk.pages import act, status_of
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within


class ClubForm(forms.Form):
    """A form for a club with its other names, one a line."""

    name = field_of(ClubRequest, "name", label=gettext_lazy("Name"))
    kind = field_of(ClubRequest, "kind", label=gettext_lazy("Reach"), initial=ClubKind.LOCAL)
    city = field_of(ClubRequest, "city", label=gettext_lazy("City"))
    region = field_of(ClubRequest, "region", label=gettext_lazy("Region"))
    other_names = forms.CharField(
        label=gettext_lazy("Other names"),
        help_text=gettext_lazy("One a line: former names, and how desks write it."),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_other_names(self) -> list[str]:
        """Return the names, checked one by one."""
        lines = [line.strip() for line in self.cleaned_data["other_names"].splitlines() if line.strip()]
        one_name = field_of(ClubRequest, "other_names")
        if len(lines) > ClubRequest.specs()["other_names"].options["max_length"]:
            raise forms.ValidationError(_("There are too many names."))
        return [one_name.clean(line) for line in lines]


class ClubMergeForm(forms.Form):
    """A form that makes a club part of another one."""

    into = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("Part of"),
        to_field_name="uid",
        empty_label=gettext_lazy("Choose a club"),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = Club.objects.filter(federation=club.federation, merged_into=None).exclude(pk=club.pk)
        _choices(self, "into").queryset = clubs.order_by(NameOrder("name"), "pk")


def _choices(form: forms.Form, name: str) -> forms.ModelChoiceField[Any]:
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
    return field


@require_page_or_form
def clubs(request: HttpRequest, uid: str) -> HttpResponse:
    """List the clubs, and add one on POST."""
    visitor = visitor_of(request)
    is_post = request.method == "POST"
    federation = (access.federation_to_register if is_post else access.federation_to_read)(visitor, uid)
    form = ClubForm(request.POST or None)
    if form.is_valid():
        values = form.cleaned_data
        try:
            club = actions.add_club(
                federation,
                by=visitor.account,
                **{**values, "kind": ClubKind(values["kind"] or ClubKind.LOCAL)},
            )
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("%(name)s is added.") % {"name": club.name})
            return redirect("office_clubs", federation.uid)
    rows = (
        federation.clubs.select_related("merged_into")
        .prefetch_related("names")
        .order_by(NameOrder("name"), "pk")
    )
    return office_page(
        request,
        federation,
        "federations/office_clubs.html",
        {"form": form, "clubs": rows},
        tab="office_clubs",
        status=status_of(form),
    )


@require_page_or_form
def club(request: HttpRequest, uid: str, club: str) -> HttpResponse:
    """Change a club and its other names."""
    visitor = visitor_of(request)
    row = _club_of(request, uid, club)
    other_names = [name.name for name in row.names.all() if name.name != row.name]
    present = {name: getattr(row, name) for name in ("name", "kind", "city", "region")}
    present["other_names"] = "\n".join(other_names)
    form = ClubForm(request.POST or None, initial=present)
    if form.is_valid():
        values = form.cleaned_data
        kind = ClubKind(values.pop("kind") or row.kind)
        try:
            actions.change_club(row, by=visitor.account, kind=kind, **values)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("office_clubs", row.federation.uid)
    context = {"club": row, "form": form, "merge_form": ClubMergeForm(club=row)}
    return office_page(
        request,
        row.federation,
        "federations/office_club.html",
        context,
        tab="office_clubs",
        here=row.name,
        status=status_of(form),
    )


@require_POST
def merge_club(request: HttpRequest, uid: str, club: str) -> HttpResponse:
    """Make a club part of another one."""
    visitor = visitor_of(request)
    row = _club_of(request, uid, club)
    form = ClubMergeForm(request.POST, club=row)
    if not form.is_valid():
        messages.error(request, _("Choose the club that goes on."))
        return redirect("office_club", row.federation.uid, row.uid)
    into = form.cleaned_data["into"]
    message = _("%(name)s is part of %(into)s now.") % {"name": row.name, "into": into.name}
    return act(
        request,
        lambda: actions.merge_clubs(row, into, by=visitor.account),
        message=message,
        back_to=reverse("office_clubs", args=[row.federation.uid]),
    )


@require_POST
def part_club(request: HttpRequest, uid: str, club: str) -> HttpResponse:
    """Undo the merge of a club."""
    visitor = visitor_of(request)
    row = _club_of(request, uid, club)
    return act(
        request,
        lambda: actions.part_clubs(row, by=visitor.account),
        message=_("%(name)s is a club of its own again.") % {"name": row.name},
        back_to=reverse("office_clubs", args=[row.federation.uid]),
    )


def _club_of(request: HttpRequest, uid: str, club: str) -> Club:
    visitor = visitor_of(request)
    row = access.club_to_register(visitor, club)
    within(row, access.federation_to_read(visitor, uid))
    return row
