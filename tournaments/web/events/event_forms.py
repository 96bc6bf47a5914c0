"""Forms of an event: name, start, places, and the kind of its entrants."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, USUAL_FORMAT, Intake
from tournaments.models import BoardOrder, EventKind, Registration
from tournaments.requests.tournaments import EventRequest
from tournaments.web.events.stage_forms import StageForm
from tournaments.web.frame.form_fields import MomentField, field_of
from tournaments.web.wording.formats import format_sentence


def _formats() -> list[tuple[str, str]]:
    """Return the code and description of each format that can be the first stage."""
    return [(code, format_sentence(code)) for code, rules in FORMATS.items() if rules.intake is Intake.DRAW]


class EventForm(forms.Form):
    """The name, start, places, registration and grace time of an event."""

    name = field_of(EventRequest, "name", label=_("Name"))
    starts_at = MomentField(
        label=_("Starts"),
        required=False,
        help_text=_("Players checked in by this time get byes first."),
    )
    capacity = field_of(
        EventRequest,
        "capacity",
        label=_("Places"),
        help_text=_("Later entries go on the waiting list. Leave empty for no limit."),
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


class BoardOrderForm(forms.Form):
    """The order in which the players of a team sit at the boards."""

    board_order = field_of(
        EventRequest,
        "board_order",
        label=_("Who sits at which board"),
        initial=BoardOrder.FREE,
        help_text=_("Teams only. In the order of its list, a team puts its first player above its second."),
    )


class KindForm(BoardOrderForm):
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

    @property
    def has_errors_of_kind(self) -> bool:
        """Whether the kind of the entrants has errors, so that its fields are unfolded."""
        return any(name in self.errors for name in KindForm.base_fields)

    def clean(self) -> dict[str, Any]:
        """Default to singles, and clear the boards unless the event is for teams."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["kind"] = cleaned.get("kind") or EventKind.SINGLES
        if cleaned["kind"] != EventKind.TEAMS:
            cleaned["boards"] = cleaned["team_size"] = None
            cleaned["board_order"] = BoardOrder.FREE
        cleaned["board_order"] = cleaned.get("board_order") or BoardOrder.FREE
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
        help_text=_("Number of players for the forecast; otherwise the number of places."),
    )

    field_order = [
        "name",
        "kind",
        "boards",
        "team_size",
        "board_order",
        "format",
        "lengths",
        "best_of",
        "entrants",
        "starts_at",
        "capacity",
        "registration",
        "grace_minutes",
    ]
