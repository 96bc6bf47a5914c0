"""The form of a season: its days, its scheme, which results count, and what the race assumes."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.formats import sanitize_separators
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import PointsSeason
from tournaments.points import SCHEMES
from tournaments.points.terms import USUAL_PLAN
from tournaments.requests.fields import ABSENT
from tournaments.requests.points_seasons import CountingClassRequest, PointsSeasonRequest
from tournaments.web.frame.form_fields import field_of

from .seasons import scheme_name

_OWN = "own"
_RULE = ("best", "drop", "halving")
_PLANNED = {"events": "events", "players": "players", "matches": "most_wins", "length": "length"}


class SeasonForm(forms.Form):
    """A form for a season; the scheme gives the usual rule of which results count."""

    name = field_of(PointsSeasonRequest, "name", label=gettext_lazy("Name"))
    starts_on = field_of(PointsSeasonRequest, "starts_on", label=gettext_lazy("First day"), help_text="")
    ends_on = field_of(PointsSeasonRequest, "ends_on", label=gettext_lazy("Last day"), help_text="")
    scheme = field_of(
        PointsSeasonRequest,
        "scheme",
        label=gettext_lazy("Points scheme"),
        required=True,
        help_text=gettext_lazy("The points of an event. Your own scheme can be sent by the API."),
    )
    best = field_of(
        PointsSeasonRequest,
        "best",
        label=gettext_lazy("Results that count"),
        help_text=gettext_lazy(
            "How many of the best results count for each player. Empty for the scheme’s own number."
        ),
    )
    drop = field_of(
        PointsSeasonRequest,
        "drop",
        label=gettext_lazy("Events that do not count"),
        help_text=gettext_lazy(
            "How many of the worst results are left out, missed events included. Empty for the scheme’s own"
            " number."
        ),
    )
    halving = field_of(
        PointsSeasonRequest,
        "halving",
        label=gettext_lazy("Months until points are halved"),
        help_text=gettext_lazy("0 for never. Empty for the scheme’s own number."),
    )
    classes = forms.CharField(
        label=gettext_lazy("Classes that count"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One a line, as in Main | 1. The number is the rank of its division. Empty for every event."
        ),
    )
    events = field_of(
        PointsSeasonRequest,
        "events",
        label=gettext_lazy("Planned events"),
        help_text=gettext_lazy("For the whole season. 0 for the known events."),
        initial=USUAL_PLAN.events,
    )
    players = field_of(
        PointsSeasonRequest,
        "players",
        label=gettext_lazy("Largest field to come"),
        help_text=gettext_lazy(
            "The race calls a place certain only where such an event could not change it."
        ),
        initial=USUAL_PLAN.players,
    )
    # Scripts ask a form for its `matches`, so that no field of it has this name.
    most_wins = field_of(
        PointsSeasonRequest,
        "matches",
        label=gettext_lazy("Most wins in one event"),
        help_text="",
        initial=USUAL_PLAN.matches,
    )
    length = field_of(
        PointsSeasonRequest,
        "length",
        label=gettext_lazy("Longest match to come"),
        help_text="",
        initial=USUAL_PLAN.length,
    )

    def __init__(self, *args: Any, season: PointsSeason | None = None, **kwargs: Any) -> None:
        if season is not None:
            kwargs["initial"] = _values_of(season)
        super().__init__(*args, **kwargs)
        scheme = self.fields["scheme"]
        assert isinstance(scheme, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        scheme.choices = [(code, scheme_name(code)) for code in SCHEMES]
        if season is not None and not season.scheme:
            scheme.choices = [(_OWN, scheme_name("")), *scheme.choices]

    def clean_classes(self) -> list[dict[str, Any]]:
        """Return the classes with their divisions and weights."""
        lines = [line.strip() for line in self.cleaned_data["classes"].splitlines() if line.strip()]
        return [_class_of(line) for line in lines]

    @property
    def request(self) -> PointsSeasonRequest:
        """The form as a request of the API; an own scheme stays as it is."""
        values: dict[str, Any] = {
            name: ABSENT if value is None or value == "" else value
            for name, value in self.cleaned_data.items()
        }
        values["matches"] = values.pop(_PLANNED["matches"])
        if values["scheme"] == _OWN:
            values["scheme"] = ABSENT
        return PointsSeasonRequest.of(values)


def _class_of(line: str) -> dict[str, Any]:
    """Return name, division and weight of a line; ValidationError names one that cannot be read."""
    name, division, weight, *others = [*(part.strip() for part in line.split("|")), "", ""]
    values: dict[str, Any] = {"name": field_of(CountingClassRequest, "name").clean(name)}
    try:
        if division:
            values["division"] = field_of(CountingClassRequest, "division").clean(division)
        if weight:
            values["weight"] = str(Decimal(str(sanitize_separators(weight))))
    except (forms.ValidationError, InvalidOperation):
        others = [line]
    if any(others):
        raise forms.ValidationError(
            _("This line does not give a class and its division: %(line)s") % {"line": line}
        )
    return values


def _values_of(season: PointsSeason) -> dict[str, Any]:
    """Return what the fields show for a season."""
    terms = season.terms
    classes = [
        " | ".join(str(one[key]) for key in ("class", "division", "weight") if one.get(key) is not None)
        for one in terms.get("classes", ())
    ]
    return {
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "scheme": season.scheme or _OWN,
        "classes": "\n".join(classes),
        **{name: terms["scheme"]["season"][name] for name in _RULE},
        **{field: terms["planned"][name] for name, field in _PLANNED.items()},
    }
