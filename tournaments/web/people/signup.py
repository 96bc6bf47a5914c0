"""What a new account gives about its player, beside the sign-in address and the password."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.models import Player, check_name


class SignupForm(forms.Form):
    """The player's name; allauth adds the address and the password to it."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        validators=[check_name],
        help_text=_("As it should stand in the draw."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ["name", "email", "password1"]

    def clean_name(self) -> str:
        """The name with single blanks."""
        return " ".join(str(self.cleaned_data["name"]).split())

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Do nothing more: `AccountAdapter.save_user` has stored the name with the new row."""
