"""Forms of an event: name, start, places, and the kind of its entrants."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, USUAL_FORMAT, Intake
from tournaments.models import EventKind, Registration
from tournaments.requests.frame import EventRequest
from tournaments.web.events.stage_forms import StageForm
from tournaments.web.frame.form_fields import field_of
from tournaments.web.wording.formats import format_sentence


def _formats() -> list[tuple[str, str]]:
    """Return the code and description of each format that can be the first stage."""
    return [(code, format_sentence(code)) for code, rules in FORMATS.items() if rules.intake is Intake.DRAW]


class EventForm(forms.Form):
    """The name, start, places, registration and grace time of an event."""

    name = field_of(EventRequest, "name", label=_("Name"))
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Byes go to those who were there by then."),
    )
    capacity = field_of(
        EventRequest,
        "capacity",
        label=_("Places"),
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
    grace_minutes = field_of(
        EventRequest,
        "grace_minutes",
        label=_("Minutes to contest a result"),
        initial=10,
        help_text=_("A winner's report counts when the opponent says nothing for this long."),
        required=True,
    )


class KindForm(forms.Form):
    """The kind of entrants of an event: players, pairs, or teams with their boards."""

    kind = field_of(
        EventRequest, "kind", label=_("Who plays?"), widget=forms.RadioSelect, initial=EventKind.SINGLES
    )
    boards = field_of(
        EventRequest, "boards", label=_("Boards of a team match"), help_text=_("Teams only; an odd number.")
    )
    team_size = field_of(
        EventRequest,
        "team_size",
        label=_("Players of a team, at most"),
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

    format = forms.ChoiceField(
        label=_("Format"),
        choices=_formats,
        widget=forms.RadioSelect,
        initial=USUAL_FORMAT,
        help_text=_("Its options are on the page of the draw."),
    )

    entrants = field_of(
        EventRequest,
        "entrants",
        label=_("Entrants expected"),
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
