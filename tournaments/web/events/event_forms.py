"""Forms of an event: name, start, places, and the kind of its entrants."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, USUAL_FORMAT, Intake
from tournaments.models import EventKind, Registration
from tournaments.requests.fields import limits
from tournaments.requests.frame import EventRequest
from tournaments.web.events.stage_forms import StageForm
from tournaments.web.wording.formats import format_sentence

_LONGEST_GRACE = 24 * 60


def _formats() -> list[tuple[str, str]]:
    """Return the code and description of each format that can be the first stage."""
    return [(code, format_sentence(code)) for code, rules in FORMATS.items() if rules.intake is Intake.DRAW]


class EventForm(forms.Form):
    """The name, start, places, registration and grace time of an event."""

    name = forms.CharField(label=_("Name"), **limits(EventRequest, "name"))
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Byes go to those who were there by then."),
    )
    capacity = forms.IntegerField(
        label=_("Places"),
        required=False,
        **limits(EventRequest, "capacity"),
        help_text=_("Who comes after the last place waits as an alternate. Left empty, there is no limit."),
    )
    registration = forms.ChoiceField(
        label=_("Registration"),
        choices=[
            (kind.value, kind.label) for kind in (Registration.OPEN, Registration.DESK, Registration.CLOSED)
        ],
        widget=forms.RadioSelect,
        initial=Registration.DESK,
    )
    grace_minutes = forms.IntegerField(
        label=_("Minutes to contest a result"),
        min_value=0,
        max_value=_LONGEST_GRACE,
        initial=10,
        help_text=_("A winner's report counts when the opponent says nothing for this long."),
    )


class KindForm(forms.Form):
    """The kind of entrants of an event: players, pairs, or teams with their boards."""

    kind = forms.ChoiceField(
        label=_("Who plays?"),
        choices=EventKind.choices,
        required=False,
        widget=forms.RadioSelect,
        initial=EventKind.SINGLES,
    )
    boards = forms.IntegerField(
        label=_("Boards of a team match"),
        required=False,
        **limits(EventRequest, "boards"),
        help_text=_("Teams only; an odd number."),
    )
    team_size = forms.IntegerField(
        label=_("Players of a team, at most"),
        required=False,
        **limits(EventRequest, "team_size"),
        help_text=_("Teams only; as many as there are boards, or more."),
    )

    def clean(self) -> dict[str, Any]:
        """Default to singles, and clear the boards unless the event is for teams."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["kind"] = cleaned.get("kind") or EventKind.SINGLES
        if cleaned["kind"] != EventKind.TEAMS:
            cleaned["boards"] = cleaned["team_size"] = None
        return cleaned


class NewEventForm(KindForm, EventForm, StageForm):
    """An event with its first stage, whose format has its usual options until the draw."""

    name = forms.CharField(label=_("Name"), **limits(EventRequest, "name"))
    format = forms.ChoiceField(
        label=_("Format"),
        choices=_formats,
        widget=forms.RadioSelect,
        initial=USUAL_FORMAT,
        help_text=_("Its options are on the page of the draw."),
    )

    entrants = forms.IntegerField(
        label=_("Entrants expected"),
        required=False,
        **limits(EventRequest, "entrants"),
        help_text=_("What the event comes to is reckoned for so many, or for the places."),
    )

    field_order = [
        "name",
        "kind",
        "boards",
        "team_size",
        "format",
        "lengths",
        "entrants",
        "starts_at",
        "capacity",
        "registration",
        "grace_minutes",
    ]
