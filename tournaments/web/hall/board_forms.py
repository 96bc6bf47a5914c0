"""What is noted about a match that is broken off, and about when a player can be called."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import LONGEST, Match
from rules.match import Side
from tournaments.requests.fields import limits
from tournaments.requests.hall import AvailabilityRequest, SuspensionRequest
from tournaments.web.frame.form_choices import offer

_LONGEST_NUMBER = 4


class ClockField(forms.CharField):
    """What a clock shows, as `12:30` or as whole minutes; its value is in seconds."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "placeholder": "12:30", "size": 6, "maxlength": 8}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Seconds; None for a clock that was not read."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return None
        minutes, colon, seconds = text.partition(":")
        is_clock = all(
            part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in (minutes, seconds or "0")
        )
        if not is_clock or (colon and not (len(seconds) == 2 and int(seconds) < 60)):
            raise forms.ValidationError(_("Write minutes and seconds, as in 12:30."))
        return 60 * int(minutes) + int(seconds or 0)

    def validate(self, value: Any) -> None:
        """Nothing more: a number is as good as none."""


class SuspendForm(forms.Form):
    """Where a match stands when it is broken off."""

    score_one = forms.IntegerField(min_value=0, max_value=LONGEST, initial=0)
    score_two = forms.IntegerField(min_value=0, max_value=LONGEST, initial=0)
    cube = forms.TypedChoiceField(
        label=_("Cube"), coerce=int, choices=[(1 << power, str(1 << power)) for power in range(11)], initial=1
    )
    cube_owner = forms.ChoiceField(label=_("The cube is with"), required=False)
    clock_one = ClockField()
    clock_two = ClockField()
    xgid = forms.CharField(
        label=_("Position (XGID)"),
        required=False,
        **limits(SuspensionRequest, "xgid"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("The line that eXtreme Gammon and others copy; left empty between two games."),
    )
    note = forms.CharField(
        label=_("Note"),
        required=False,
        **limits(SuspensionRequest, "note"),
        help_text=_("Whose turn it is, where it goes on, when."),
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side, name in ((Side.ONE, match.one.name), (Side.TWO, match.two.name)):
            self.fields[f"score_{side}"].label = _("Score of %(name)s") % {"name": name}
            self.fields[f"clock_{side}"].label = _("Clock of %(name)s") % {"name": name}
        offer(
            self,
            "cube_owner",
            [
                ("", _("nobody: it is in the middle")),
                (Side.ONE.value, match.one.name),
                (Side.TWO.value, match.two.name),
            ],
        )

    @property
    def noted(self) -> dict[str, Any]:
        """What the action takes."""
        said = self.cleaned_data
        return {
            "score": (said["score_one"], said["score_two"]),
            "cube": said["cube"],
            "cube_owner": said["cube_owner"],
            "clocks": (said["clock_one"], said["clock_two"]),
            "xgid": said["xgid"],
            "note": said["note"],
        }


class AwayForm(forms.Form):
    """When a player can be called, in the time of the tournament."""

    away_until = forms.DateTimeField(label=_("Away until"), required=False)
    leaves_at = forms.DateTimeField(label=_("Leaves at"), required=False)
    not_before = forms.DateTimeField(label=_("Not before"), required=False)
    note = forms.CharField(label=_("Note"), required=False, **limits(AvailabilityRequest, "note"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        helps = {
            "away_until": _("A pause: nobody is called before this time."),
            "leaves_at": _("Matches that can still be played by then are called first."),
            "not_before": _("As on the next day: the first time of a start."),
        }
        for name, text in helps.items():
            field = self.fields[name]
            field.help_text = text
            field.widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    @property
    def moments(self) -> dict[str, datetime | None]:
        """The three moments."""
        return {name: self.cleaned_data[name] for name in ("away_until", "leaves_at", "not_before")}
