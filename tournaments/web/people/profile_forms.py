"""Forms for the name and profile of a player, and what sign-up asks beside address and password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.models import Player, PublicAs, check_name
from tournaments.actions.people.publicity import Publicity
from tournaments.requests.people import PublicNameRequest
from tournaments.requests.sides import NamingRequest
from tournaments.web.frame.form_fields import field_of


def consent_field() -> forms.BooleanField:
    """Return the field by which somebody new agrees to what is shown of them."""
    return forms.BooleanField(
        label=_("I agree that my name and my results are shown as the page “Privacy” says."),
        help_text=_("For a minor the guardian agrees. You can withdraw it at any time."),
        error_messages={"required": _("Tick that you agree. Without it, ask the desk to enter you.")},
    )


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


class PublicNameForm(forms.Form):
    """A form for how a person is named in public."""

    public_as = field_of(
        PublicNameRequest,
        "public_as",
        label=_("Named in public"),
        widget=forms.RadioSelect,
        initial=PublicAs.NAME,
    )
    pseudonym = field_of(
        PublicNameRequest,
        "pseudonym",
        label=_("Pseudonym"),
        help_text=_("It has no part of the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    birth_year = field_of(
        PublicNameRequest,
        "birth_year",
        label=_("Year of birth, under 18 years"),
        help_text=_("It is never public. Adults leave this empty."),
    )

    def clean(self) -> dict[str, Any]:
        """Require a pseudonym where one is chosen."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("public_as") == PublicAs.PSEUDONYM and not data.get("pseudonym", "").strip():
            self.add_error("pseudonym", _("Write the pseudonym."))
        return data

    @property
    def wish(self) -> Publicity:
        """Return what the person wishes."""
        data = self.cleaned_data
        return Publicity(
            public_as=data["public_as"],
            pseudonym=data["pseudonym"],
            birth_year=data["birth_year"],
            has_profile={"yes": True, "no": False}.get(data.get("has_profile", "")),
        )


class PublicPersonForm(PublicNameForm):
    """A form for all that a person says about what is public."""

    has_profile = forms.ChoiceField(
        label=_("Page of results, and in searches"),
        help_text=_("Usually an adult with an account has it. For a minor the guardian says yes."),
        choices=[("", _("as usual")), ("yes", _("yes")), ("no", _("no"))],
        required=False,
    )

    @classmethod
    def showing(cls, player: Player) -> PublicPersonForm:
        """Return the form with what the player has chosen."""
        wish = Publicity.of(player)
        has_profile = {True: "yes", False: "no", None: ""}[wish.has_profile]
        return cls(
            initial={
                "public_as": wish.public_as or PublicAs.NAME,
                "pseudonym": wish.pseudonym,
                "birth_year": wish.birth_year,
                "has_profile": has_profile,
            }
        )


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
        help_text=_("May be shared in a family. If empty, notices go to the address you sign in with."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("name", "language", "contact_email", "club", "country")


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
