"""Registering for an event by a private link, without an account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant
from tournaments.requests.entrants import WithdrawalRequest
from tournaments.requests.fields import limits


class LinkRegistrationForm(forms.Form):
    """Who registers: a name for the draw, and perhaps an address for notices."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        help_text=_("As it should stand in the draw."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail for notices"),
        required=False,
        help_text=_("To be told when your match is on. It is shown to nobody."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_name(self) -> str:
        """The name with single blanks."""
        return " ".join(str(self.cleaned_data["name"]).split())


class WithdrawalForm(forms.Form):
    """Why an entrant leaves; players need not say it, officers do."""

    reason = forms.CharField(
        label=_("Reason"),
        **limits(WithdrawalRequest, "reason"),
        required=False,
        help_text=_("Read by the directors only."),
    )
    also = forms.MultipleChoiceField(
        label=_("Leave these too"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, others: Sequence[Entrant] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._others = {one.uid: one for one in others}
        also = cast("forms.MultipleChoiceField", self.fields["also"])
        also.choices = [(one.uid, f"{one.event.name} ({one.name})") for one in others]
        if not others:
            del self.fields["also"]

    @property
    def chosen(self) -> list[Entrant]:
        """The entries in other events that are left too."""
        return [self._others[uid] for uid in self.cleaned_data.get("also", ())]
