"""What entrants say of themselves beside results: whether they play on, and which rounds they miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.frame.form_choices import offer


class PlayOnForm(forms.Form):
    """Whether somebody plays on after a loss."""

    goes_on = forms.ChoiceField(
        label=_("After a loss"),
        choices=[("yes", _("I play on")), ("no", _("I do not play on")), ("", _("I have not decided"))],
        widget=forms.RadioSelect,
        required=False,
    )

    @property
    def chosen(self) -> bool | None:
        """The answer; None while there is none."""
        return {"yes": True, "no": False}.get(self.cleaned_data["goes_on"])


class MissForm(forms.Form):
    """The rounds that somebody misses, of those that are not paired yet."""

    rounds = forms.TypedMultipleChoiceField(
        label=_("I miss"), coerce=int, widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, data: Any = None, *, rounds: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer(self, "rounds", [(str(number), words) for number, words in rounds])
