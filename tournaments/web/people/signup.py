"""The extra field of allauth's sign-up form: the player's name."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.models import Player, check_name

from .profile_forms import consent_field


class SignupForm(forms.Form):
    """A form for the player's name, to which allauth adds address and password."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        validators=[check_name],
        help_text=_("As it should stand in the draw."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    agrees = consent_field()
    field_order = ["name", "email", "password1", "agrees"]

    def clean_name(self) -> str:
        """Return the name with whitespace normalized."""
        return " ".join(str(self.cleaned_data["name"]).split())

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Do nothing; `AccountAdapter.save_user` has stored the name."""
