"""The API tokens of an account: made, shown once, listed and revoked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.models import Player
from tournaments import access
from tournaments.actions.people import tokens
from tournaments.models import ApiToken, Federation, Officer, TokenScope, Tournament
from tournaments.requests.people import TokenRequest
from tournaments.web.frame.confirmation import confirmed_lately
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_DAYS = (
    (7, gettext_lazy("a week")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
    (366, gettext_lazy("a year")),
)
_TOURNAMENT, _FEDERATION = "tournament", "federation"
# Of an account with many offices the newest tournaments are offered.
_MOST_OFFERED = 50


class TokenForm(forms.Form):
    """A form for a new token; `within` binds it to a tournament or a federation of the account."""

    name = field_of(
        TokenRequest,
        "name",
        label=gettext_lazy("Used by"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        choices=TokenScope.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Each of the first four includes those above it; writing for a federation includes reading."
        ),
    )
    within = forms.ChoiceField(label=gettext_lazy("Where"), required=False)
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=_DAYS, coerce=int, initial=90)

    def __init__(self, account: Player, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offers = [("", _("Wherever I may")), *_offers(account)]
        self.fields["within"].choices = offers  # type: ignore[attr-defined] # a field of choices has them

    def clean(self) -> dict[str, Any]:
        """Return the values of a `TokenRequest`, with the faults of a binding that allows nothing."""
        values = super().clean() or self.cleaned_data
        kind, _colon, uid = values.pop("within", "").partition(":")
        if "scopes" in values:
            binding = {kind: uid} if kind else {}
            for field, fault in TokenRequest.of(values | binding).faults().items():
                self.add_error(field if field in self.fields else None, str(fault))
        rows = {_TOURNAMENT: Tournament.objects, _FEDERATION: Federation.objects}
        return values | ({kind: rows[kind].get(uid=uid)} if kind else {})


@never_cache
@require_page_or_form
@confirmed_lately
def token_list(request: HttpRequest) -> HttpResponse:
    """List the tokens of the account; create one on POST and show it once."""
    account = access.own_account(visitor_of(request))
    if request.method != "POST":
        return _page(request, account, TokenForm(account))
    form = TokenForm(account, request.POST)
    if not form.is_valid():
        return _page(request, account, form, status=422)
    row, text = tokens.make(by=account, **form.cleaned_data)
    return render(request, "me/new_token.html", {"section": "profile", "token": row, "text": text})


@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke the token of the account that the form names."""
    visitor = visitor_of(request)
    tokens.revoke(
        access.token_to_revoke(visitor, request.POST.get("token", "")), by=access.own_account(visitor)
    )
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


def _page(request: HttpRequest, account: Player, form: TokenForm, *, status: int = 200) -> HttpResponse:
    rows = ApiToken.objects.filter(player=account, revoked_at=None)
    context = {
        "section": "profile",
        "form": form,
        "tokens": rows.select_related("tournament", "federation").order_by("-pk"),
    }
    return render(request, "me/tokens.html", context, status=status)


def _offers(account: Player) -> list[tuple[str, str]]:
    """Return what a token of the account can be bound to: its newest tournaments and its federations."""
    tournaments = Tournament.objects.filter(roles__player=account)
    federations = Officer.objects.filter(player=account, ended_at=None).order_by("federation__code")
    return [
        *(
            (f"{_TOURNAMENT}:{uid}", name)
            for uid, name in tournaments.order_by("-starts_on", "-pk").values_list("uid", "name")[
                :_MOST_OFFERED
            ]
        ),
        *dict.fromkeys(
            (f"{_FEDERATION}:{uid}", name)
            for uid, name in federations.values_list("federation__uid", "federation__name")
        ),
    ]
