"""Uploading a game record."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RecordForm(forms.Form):
    """One file."""

    file = forms.FileField(
        label=_("The file"),
        help_text=_("A .mat, .sgf or .xg file of this match, at most 1 MiB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".mat,.txt,.sgf,.xg,text/plain"}),
        error_messages={
            "required": _("Choose the file first."),
            "empty": _("This file is empty. Choose the game record of this match."),
        },
    )
