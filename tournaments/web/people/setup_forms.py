"""The first page of an installation: the code from the terminal, and the first director or the demonstration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

ACCOUNT = "account"
DEMO = "demo"
_ACCOUNT_FIELDS = ("name", "email", "password")


class SetupForm(forms.Form):
    """The one-time code, what to begin with, and the director's account unless it is the demonstration."""

    # A browser would refuse to send empty fields that are hidden beside the demonstration.
    use_required_attribute = False

    code = forms.CharField(
        label=_("The code shown on the terminal"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
        help_text=_("Ten letters and digits, printed where the service was started. It works once."),
    )
    begin = forms.ChoiceField(
        label=_("How do you want to begin?"),
        choices=[
            (ACCOUNT, _("With my own account: I direct tournaments here")),
            (DEMO, _("With a demonstration: a tournament to look around in")),
        ],
        widget=forms.RadioSelect,
        initial=ACCOUNT,
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("As players see it."),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("You sign in with it."),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least eight characters, and not a common one."),
    )

    def clean(self) -> dict[str, Any]:
        """The demonstration needs no account, so nothing that is wrong with one matters then."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("begin") == DEMO:
            for name in _ACCOUNT_FIELDS:
                self.errors.pop(name, None)
        return cleaned
