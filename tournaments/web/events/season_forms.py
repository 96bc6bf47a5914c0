"""The next season of a league."""

from __future__ import annotations

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.requests.draws import NextSeasonRequest
from tournaments.requests.fields import limits


class NextSeasonForm(forms.Form):
    """What the next season is called, and when it begins."""

    name = forms.CharField(label=_("Name"), **limits(NextSeasonRequest, "name"))
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        required=False,
        help_text=_("The first round begins then. Without it all rounds are open at once."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


def name_of_next(event: Event) -> str:
    """The name of an event counted on: `League 3` after `League 2`, and `Autumn 2` after `Autumn`."""
    found = re.fullmatch(r"(.*?)(\d+)", event.name)
    if found is None:
        return f"{event.name} 2"
    return f"{found.group(1)}{int(found.group(2)) + 1}"
