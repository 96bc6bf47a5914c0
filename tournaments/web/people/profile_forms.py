"""Forms for the name and profile of a player."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournaments.requests.sides import NamingRequest
from tournaments.web.frame.form_fields import field_of


class CountryField(forms.CharField):
    """A country code of two letters, cleaned to upper case."""

    widget = forms.TextInput(attrs={"autocomplete": "country", "autocapitalize": "characters", "size": 2})
    default_validators = [RegexValidator(r"\A[A-Z]{2}\Z", _("Write two letters, as in FR or GB."))]

    def to_python(self, value: object) -> str:
        """Return the code in upper case without surrounding spaces."""
        return str(super().to_python(value) or "").strip().upper()


class NameForm(forms.Form):
    """A form for a person's name, club and country."""

    name = field_of(
        NamingRequest,
        "name",
        label=_("Name"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        required=True,
    )
    club = field_of(NamingRequest, "club", label=_("Club"))
    country = CountryField(label=_("Country"), required=False, help_text=_("Two letters, as in FR or GB."))

    def clean_name(self) -> str:
        """Return the name with whitespace normalized."""
        return " ".join(str(self.cleaned_data["name"]).split())


class ProfileForm(NameForm):
    """A form for a player's name, language, notice address, club and country."""

    name = field_of(
        NamingRequest,
        "name",
        label=_("Your name"),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        required=True,
    )
    language = forms.ChoiceField(label=_("Language of pages and notices"), choices=settings.LANGUAGES)
    contact_email = forms.EmailField(
        label=_("E-mail for notices"),
        required=False,
        help_text=_("May be shared, as in a family. Left empty, notices go to the address you sign in with."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("name", "language", "contact_email", "club", "country")
