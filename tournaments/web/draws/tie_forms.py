"""How a director decides a shared place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import How
from tournaments.models import Entrant
from tournaments.requests.draws import TieRequest
from tournaments.requests.fields import limits

_PLACE = "place-"


class TieForm(forms.Form):
    """By lot, by a playoff, or by hand: then each of the tied has a number, 1 the best."""

    how = forms.ChoiceField(
        label=_("How is it decided?"),
        choices=[
            (How.LOT.value, _("By lot: the seed of the draw gives the order, which nobody can change")),
            (How.PLAYOFF.value, _("By a playoff: each meets each once")),
            (How.HAND.value, _("By hand: with a reason that everybody sees")),
        ],
        widget=forms.RadioSelect,
        initial=How.LOT.value,
    )
    length = forms.IntegerField(
        label=_("Length of the playoff"),
        **limits(TieRequest, "length"),
        required=False,
        widget=forms.NumberInput,
    )
    reason = forms.CharField(
        label=_("Reason"),
        **limits(TieRequest, "reason"),
        required=False,
        help_text=_("Shown below the standings."),
    )
    is_for_prizes = forms.BooleanField(label=_("It decides the prizes too"), required=False)

    def __init__(
        self, *args: Any, entrants: Sequence[Entrant], has_prizes: bool, length: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["length"].initial = length
        self.fields["length"].widget.attrs["step"] = 2
        if not has_prizes:
            del self.fields["is_for_prizes"]
        self.names = {f"{_PLACE}{entrant.uid}": entrant.uid for entrant in entrants}
        for entrant in entrants:
            self.fields[f"{_PLACE}{entrant.uid}"] = forms.IntegerField(
                label=_("By hand: place of %(name)s") % {"name": entrant.name},
                min_value=1,
                max_value=len(entrants),
                required=False,
            )

    def chosen(self) -> dict[str, Any]:
        """What the action is asked."""
        data = self.cleaned_data
        typed = {uid: data[name] for name, uid in self.names.items() if data[name]}
        return {
            "how": How(data["how"]),
            "order": sorted(typed, key=lambda uid: typed[uid])
            if len({*typed.values()}) == len(typed)
            else [],
            "reason": data["reason"],
            "is_for_prizes": data.get("is_for_prizes", False),
            "length": data["length"],
        }
