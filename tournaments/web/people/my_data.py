"""What is stored about a person: their own file, and the erasure of the account."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access, notices
from tournaments.actions.people import erasure
from tournaments.models import Notice
from tournaments.queries.people.own_data import own_consents, own_data
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.confirmation import confirmed_lately
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


class ErasureForm(forms.Form):
    """A form that erases the account of whoever types their own name."""

    name = forms.CharField(
        label=gettext_lazy("Type your name to confirm"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, player: Player, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._name = player.name

    def clean_name(self) -> str:
        """Return the name; raise ValidationError for another one."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if name.casefold() != self._name.casefold():
            raise forms.ValidationError(_("This is not your name as it stands here: %s") % self._name)
        return name


@never_cache
@require_page_or_form
@confirmed_lately
def my_data(request: HttpRequest) -> HttpResponse:
    """Say what is stored of the account, and erase it on POST."""
    account = access.account_signed_in(visitor_of(request))
    form = ErasureForm(account, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            erasure.erase(account, by=account)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            logout(request)
            messages.success(
                request, _("You are erased. Your results stay, and nothing says any more whose they are.")
            )
            return redirect("home")
    context = {"section": "profile", "form": form, "consents": own_consents(account)}
    return render(request, "me/my_data.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def my_data_file(request: HttpRequest) -> HttpResponse:
    """Return everything that is stored about the account, as a JSON file."""
    account = access.account_signed_in(visitor_of(request))
    language = get_language() or "en"
    rows = (
        Notice.objects.filter(recipient=account)
        .select_related("recipient", "match__one", "match__two", "tournament")
        .prefetch_related("match__one__members", "match__two__members")
    )
    texts = [
        {"made_at": row.made_at.isoformat(), "text": notices.render(row, language).text}
        for row in rows.order_by("pk")
    ]
    content = json.dumps(own_data(account) | {"notices": texts}, ensure_ascii=False, indent=2)
    response = HttpResponse(content, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response
