"""The frame of a competition as a director types it: tournament, officers, event, stage, tables."""

from __future__ import annotations

import zoneinfo
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, USUAL_FORMAT, Intake
from tournaments.models import EventKind, Registration, RoleKind, Visibility
from tournaments.requests.fields import limits
from tournaments.requests.frame import CopyRequest, EventRequest, TournamentRequest
from tournaments.web.wording.formats import format_sentence

from .desk_stage import StageForm

_LONGEST_GRACE = 24 * 60


def _zones() -> list[tuple[str, str]]:
    """The time zones that are named after a place."""
    regions = (
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    named = sorted(zone for zone in zoneinfo.available_timezones() if zone.split("/")[0] in regions)
    return [(zone, zone.replace("_", " ")) for zone in [*named, "UTC"]]


def _formats() -> list[tuple[str, str]]:
    """Every format that takes the entrants of an event, by name, each with half a sentence on what it is."""
    return [(code, format_sentence(code)) for code, rules in FORMATS.items() if rules.intake is Intake.DRAW]


def _day(**attributes: str) -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date", **attributes}, format="%Y-%m-%d")


class TournamentForm(forms.Form):
    """What a tournament is called, and when and where it is."""

    name = forms.CharField(label=_("Name"), **limits(TournamentRequest, "name"))
    starts_on = forms.DateField(label=_("First day"), widget=_day())
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=_day(),
        help_text=_("Left empty, it is one day long."),
    )
    venue = forms.CharField(label=_("Venue"), **limits(TournamentRequest, "venue"), required=False)
    city = forms.CharField(label=_("City"), **limits(TournamentRequest, "city"), required=False)
    zone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, help_text=_("All times on the tournament's pages are in it.")
    )
    visibility = forms.ChoiceField(
        label=_("Who sees it?"),
        choices=Visibility.choices,
        widget=forms.RadioSelect,
        initial=Visibility.DRAFT,
    )
    desk_enters_slips = forms.BooleanField(
        label=_("The desk enters signed slips"),
        required=False,
        help_text=_("Clerks enter results from slips signed by both sides; rulings stay with directors."),
    )

    def clean(self) -> dict[str, Any]:
        """One day long unless said otherwise; the last day is not before the first."""
        cleaned: dict[str, Any] = super().clean() or {}
        first: date | None = cleaned.get("starts_on")
        cleaned["ends_on"] = cleaned.get("ends_on") or first
        if first is not None and cleaned["ends_on"] < first:
            self.add_error("ends_on", _("The last day is not before the first."))
        return cleaned


class CopyForm(forms.Form):
    """What a copy of a tournament is called, when it begins, and whether its officers come along."""

    name = forms.CharField(label=_("Name"), **limits(CopyRequest, "name"))
    starts_on = forms.DateField(
        label=_("First day"),
        widget=_day(),
        help_text=_("The last day and the starts of all events move with it."),
    )
    has_officers = forms.BooleanField(
        label=_("With its directors and desk staff"),
        required=False,
        help_text=_("Left out, you alone see the copy until you appoint others."),
    )


class OfficerForm(forms.Form):
    """Who gets an office."""

    email = forms.EmailField(
        label=_("E-mail with which the person signs in"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    kind = forms.ChoiceField(label=_("Office"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, may_appoint_directors: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(RoleKind.DESK.value, _("desk: registers and checks in, calls matches to tables"))]
        if may_appoint_directors:
            kinds.append((RoleKind.DIRECTOR.value, _("director: also draws, enters results and rules")))
            kinds.append((RoleKind.OWNER.value, _("owner: the tournament is handed over")))
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        field.choices = kinds
        field.initial = RoleKind.DESK


class TablesForm(forms.Form):
    """The tables of the hall, by name."""

    names = forms.CharField(
        label=_("Tables"),
        max_length=2000,
        help_text=_("Names with commas between, or a range as in 1-16."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "1-16"}),
    )

    def clean_names(self) -> list[str]:
        """The names one by one, ranges spelled out."""
        names: list[str] = []
        for part in str(self.cleaned_data["names"]).split(","):
            first, dash, last = (word.strip() for word in part.partition("-"))
            if dash and first.isdecimal() and last.isdecimal() and 0 <= int(last) - int(first) < 500:
                names += [str(number) for number in range(int(first), int(last) + 1)]
            elif part.strip():
                names.append(part.strip())
        too_long = [name for name in names if len(name) > 20]
        if too_long:
            raise ValidationError(_("The name of a table has at most 20 characters."), code="too_long")
        return names


class EventForm(forms.Form):
    """What an event is called, who may enter it, and how long a result may be contested."""

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
    """Who plays an event: players, pairs, or teams with their boards."""

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
        """Singles unless said otherwise; boards are for teams alone."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["kind"] = cleaned.get("kind") or EventKind.SINGLES
        if cleaned["kind"] != EventKind.TEAMS:
            cleaned["boards"] = cleaned["team_size"] = None
        return cleaned


class NewEventForm(KindForm, EventForm, StageForm):
    """An event with its first stage, whose format has the usual options until its draw."""

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
