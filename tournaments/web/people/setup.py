"""The first-run page, which creates the first director or loads the demonstration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.people import first_run
from tournaments.errors.people import NotFirstRun, WrongCode
from tournaments.management import demo
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.methods import require_page_or_form

from .known_browsers import sign_in

ACCOUNT = "account"
DEMO = "demo"
_ACCOUNT_FIELDS = ("name", "email", "password")


class SetupForm(forms.Form):
    """A form for the one-time code and either a director's account or the demonstration."""

    # Browsers do not submit a form with hidden required fields that are empty.
    use_required_attribute = False

    code = forms.CharField(
        label=gettext_lazy("The code shown on the terminal"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
        help_text=gettext_lazy(
            "Ten letters and digits, printed where the service was started. It works once."
        ),
    )
    begin = forms.ChoiceField(
        label=gettext_lazy("How do you want to begin?"),
        choices=[
            (ACCOUNT, gettext_lazy("With my own account: I direct tournaments here")),
            (DEMO, gettext_lazy("With a demonstration: a tournament to look around in")),
        ],
        widget=forms.RadioSelect,
        initial=ACCOUNT,
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("As players see it."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("You sign in with it."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least eight characters, and not a common one."),
    )

    def clean(self) -> dict[str, Any]:
        """Discard the errors of the account fields if the demonstration is selected."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("begin") == DEMO:
            for name in _ACCOUNT_FIELDS:
                self.errors.pop(name, None)
        return cleaned


@never_cache
@sensitive_post_parameters("code", "password")
@require_page_or_form
def setup(request: HttpRequest) -> HttpResponse:
    """Create the director's account or load the demonstration, and log the visitor in."""
    if not first_run.is_first_run():
        if request.method == "POST":
            raise NotFirstRun
        return redirect("home")
    form = SetupForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                return _begin(request, form)
            except WrongCode as refusal:
                form.add_error("code", str(refusal))
            except DomainError as refusal:
                put_into(form, refusal)
    return render(request, "setup/setup.html", {"form": form, "section": "setup"}, status=status)


def _begin(request: HttpRequest, form: SetupForm) -> HttpResponse:
    data = form.cleaned_data
    if data["begin"] == DEMO:
        return _show_demo(request, data["code"])
    director = first_run.create_director(
        code=data["code"],
        name=data["name"],
        email=data["email"],
        password=data["password"],
        language=get_language() or "",
    )
    messages.success(
        request, _("Welcome, %(name)s. This is your first tournament.") % {"name": director.name}
    )
    return sign_in(request, director, redirect("desk_new_tournament"))


def _show_demo(request: HttpRequest, code: str) -> HttpResponse:
    """Load the demonstration and log in as its director; the one-time code stays valid."""
    first_run.require_code(code)
    account = demo.load()
    messages.success(
        request,
        _("This is a demonstration. You direct it as %(email)s, with the password %(password)s.")
        % {"email": account.email, "password": account.password},
    )
    return sign_in(request, Player.objects.get_by_natural_key(account.email), redirect("desk_home"))
