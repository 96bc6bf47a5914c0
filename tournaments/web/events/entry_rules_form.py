"""The form of the rules of a division: who may enter an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.eligibility import DivisionRules, UnlistedRule
from tournaments.models import Event, EventKind

_HIGHEST = 5000
_NUMBERS = (
    "rating_below",
    "rating_from",
    "experience",
    "official_at_most",
    "official_months",
    "peak_at_most",
    "peak_matches",
    "top_positions",
    "lockout_months",
    "lockout_places",
)


def _whole(label: Any, *, most: int, least: int = 0, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, help_text=help_text
    )


class EntryRulesForm(forms.Form):
    """Who may enter an event; an empty field asks nothing."""

    rating_below = _whole(
        _("Ratings below"), most=_HIGHEST, help_text=_("A player with just this rating may not enter.")
    )
    rating_from = _whole(_("Ratings from"), most=_HIGHEST)
    needs_rating = forms.BooleanField(label=_("Only players on the list"), required=False)
    experience = _whole(
        _("With this much experience"), most=10**7, help_text=_("Only asked of players on the list.")
    )
    official_at_most = _whole(_("Best official rating, at most"), most=_HIGHEST)
    official_months = _whole(
        _("over the last months"),
        most=1200,
        help_text=_("Leave empty for all official lists up to the first day."),
    )
    peak_at_most = _whole(_("Highest rating after a match, at most"), most=_HIGHEST)
    peak_matches = _whole(
        _("over the last matches"),
        least=1,
        most=10**5,
        help_text=_("100 if empty. An uploaded list has no matches: use the official rating there."),
    )
    top_positions = _whole(
        _("Without the first of the official list"),
        most=1000,
        help_text=_("The first places of the last official list play in another division."),
    )
    lockout_months = _whole(
        _("Winners stay away, in months"),
        most=1200,
        help_text=_("Counted from the last day of the tournament, in events that the federation sanctioned."),
    )
    lockout_places = _whole(_("Winners are places 1 to"), least=1, most=1000)
    lockout_divisions = forms.CharField(
        label=_("Winners of these divisions"),
        required=False,
        max_length=400,
        help_text=_("Names between commas; this division if empty."),
    )
    every_member = forms.BooleanField(
        label=_("Every player of a pair or team must fulfil this"), required=False
    )

    def __init__(self, data: Any, *, event: Event) -> None:
        super().__init__(data, initial=_typed(event))
        if event.kind == EventKind.SINGLES:
            del self.fields["every_member"]

    def chosen(self) -> dict[str, Any] | None:
        """Return the rules as plain values; None if they ask nothing."""
        data = self.cleaned_data
        rules: dict[str, Any] = {name: data[name] for name in _NUMBERS if data[name] is not None}
        if data["needs_rating"]:
            rules["unlisted"] = UnlistedRule.REFUSED.value
        if names := [name.strip() for name in data["lockout_divisions"].split(",") if name.strip()]:
            rules["lockout_divisions"] = names
        asks = {"rating_below", "rating_from", "unlisted", "official_at_most", "peak_at_most"} & rules.keys()
        if not asks and not rules.get("top_positions") and not rules.get("lockout_months"):
            return None
        return {**rules, "every_member": data.get("every_member", True)}


def _typed(event: Event) -> dict[str, Any]:
    """Return the initial values of the form; what asks nothing is left empty."""
    if event.eligibility is None:
        return {"every_member": True}
    rules, usual = DivisionRules.from_dict(event.eligibility), DivisionRules(division="")
    values = {name: getattr(rules, name) for name in _NUMBERS}
    return {
        **{name: value for name, value in values.items() if value != getattr(usual, name)},
        "needs_rating": rules.unlisted is UnlistedRule.REFUSED,
        "lockout_divisions": ", ".join(sorted(rules.lockout_divisions)),
        "every_member": rules.every_member,
    }
