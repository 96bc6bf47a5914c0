"""What the desk tells the hall."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.requests.fields import limits
from tournaments.requests.hall import AnnouncementRequest


class AnnouncementForm(forms.Form):
    """A sentence, for how long it is shown, and whether the minutes are counted down."""

    text = forms.CharField(
        label=_("Announcement"),
        **limits(AnnouncementRequest, "text"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("It appears on the display and on every player’s page."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        required=False,
        **limits(AnnouncementRequest, "minutes"),
        help_text=_("Left empty, it stays until you take it down."),
    )
    counts_down = forms.BooleanField(label=_("Count the minutes down"), required=False)

    def clean(self) -> dict[str, object]:
        """What is counted down has an end."""
        cleaned: dict[str, object] = super().clean() or {}
        for name, words in AnnouncementRequest.of(cleaned).faults().items():
            if name not in self.errors:
                self.add_error(name, str(words))
        return cleaned
