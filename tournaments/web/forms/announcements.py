"""What the desk tells the hall."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AnnouncementForm(forms.Form):
    """A sentence, for how long it is shown, and whether the minutes are counted down."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=280,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("It appears on the display and on every player’s page."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        required=False,
        min_value=1,
        max_value=1440,
        help_text=_("Left empty, it stays until you take it down."),
    )
    counts_down = forms.BooleanField(label=_("Count the minutes down"), required=False)

    def clean(self) -> dict[str, object]:
        """What is counted down has an end."""
        cleaned: dict[str, object] = super().clean() or {}
        if cleaned.get("counts_down") and not cleaned.get("minutes") and "minutes" not in self.errors:
            self.add_error("minutes", _("How many minutes are counted down?"))
        return cleaned
