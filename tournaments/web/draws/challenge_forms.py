"""Challenges on the page of a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.frame.form_choices import offer


class ChallengeForm(forms.Form):
    """Whom to challenge, of those within reach."""

    challenged = forms.ChoiceField(label=_("Whom do you challenge?"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, reach: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        offer(self, "challenged", reach)


class DirectedChallengeForm(forms.Form):
    """A challenge by the director's hand: anybody against anybody."""

    challenger = forms.ChoiceField(label=_("Who challenges"))
    challenged = forms.ChoiceField(label=_("Who is challenged"))

    def __init__(self, data: Any = None, *, ladder: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, prefix="directed")
        for name in ("challenger", "challenged"):
            offer(self, name, [("", "–"), *ladder])
