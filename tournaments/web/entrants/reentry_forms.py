"""Coming back after a loss, and lots for a bye, as forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.formats import After, ReEntry
from tournaments.requests.entrants import ByeLotsRequest
from tournaments.requests.fields import limits

_MOST = 20


class ReEntryForm(forms.Form):
    """By which rule players come back after a loss; without the tick nobody does."""

    is_possible = forms.BooleanField(label=_("Whoever loses may come back"), required=False)
    most = forms.IntegerField(
        label=_("How often, at most"), min_value=1, max_value=_MOST, initial=1, required=False
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Left empty, as long as somebody can come in late at all."),
    )
    after = forms.ChoiceField(
        label=_("After which loss"),
        choices=[
            (After.FIRST.value, _("that of the first match really played")),
            (After.ANY.value, _("any one that was really played")),
        ],
        widget=forms.RadioSelect,
        initial=After.FIRST.value,
        required=False,
    )
    fee_percent = forms.IntegerField(
        label=_("Price, in per cent of the entry fee"),
        min_value=0,
        max_value=100,
        initial=100,
        required=False,
    )
    keeps_side_pools = forms.BooleanField(label=_("Side pools go on with the new entry"), required=False)

    @classmethod
    def of(cls, data: Any, rule: ReEntry | None) -> ReEntryForm:
        """The form with the rule that holds."""
        if rule is None:
            return cls(data)
        initial: dict[str, Any] = {**rule.to_dict(), "is_possible": True, "until": rule.until}
        return cls(data, initial=initial)

    def chosen(self) -> dict[str, object] | None:
        """The rule as plain values, None where nobody comes back."""
        said = self.cleaned_data
        if not said["is_possible"]:
            return None
        until = said["until"]
        return {
            "most": said["most"] or 1,
            "until": None if until is None else timezone.localtime(until).isoformat(),
            "after": said["after"] or After.FIRST.value,
            "fee_percent": 100 if said["fee_percent"] is None else said["fee_percent"],
            "keeps_side_pools": said["keeps_side_pools"],
        }


class LotsForm(forms.Form):
    """How many lots an entrant has in the draw for byes."""

    lots = forms.IntegerField(
        label=_("Lots for a bye"),
        **limits(ByeLotsRequest, "lots"),
        help_text=_(
            "One is usual. Two make a bye twice as likely, as for whoever has bought a meal; with none an entrant has a "
            "bye only when all others have one. Those who come late are drawn last in any case."
        ),
    )
