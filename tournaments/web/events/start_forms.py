"""The form of an event's start and target: start when full, qualification, and how finishing positions are counted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, FinishRules, Tournament
from tournaments.requests.events import TargetRequest
from tournaments.requests.tournaments import EventChangeRequest
from tournaments.web.frame.form_fields import field_of, offer


class StartForm(forms.Form):
    """Whether an event starts when full, and which event it qualifies for."""

    starts_when_full = forms.BooleanField(
        label=_("Starts when all places are taken"),
        required=False,
        help_text=_("A sit-and-go or a jackpot: it is drawn at once, and everybody is told."),
    )
    opens_next = forms.BooleanField(
        label=_("Then opens the next one"),
        required=False,
        help_text=_("A copy of this event with the next number. Later entries go there."),
    )
    qualifies_for = forms.ChoiceField(label=_("Qualifies for"), required=False)
    qualifying_places = field_of(
        TargetRequest,
        "places",
        label=_("How many qualify"),
        initial=1,
        help_text=_("The first places are entered there as soon as this event is over."),
    )
    pays_entry = forms.BooleanField(
        label=_("The entry there is paid from this pool"),
        required=False,
        help_text=_("A satellite: the fees of the other event are the first prizes of this one."),
    )
    finish_rule = field_of(
        EventChangeRequest,
        "finish_rule",
        label=_("Finishing positions"),
        initial=FinishRules.BY_FLIGHT,
        help_text=_("How consolations count for the places of the whole event. Choose before play."),
    )
    finish_reason = field_of(
        EventChangeRequest,
        "finish_reason",
        label=_("Why the positions are counted in another way now"),
        help_text=_("Needed after the first result."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, event: Event | None = None) -> None:
        initial: dict[str, Any] = {}
        if event is not None:
            initial = {
                name: getattr(event, name) for name in ("starts_when_full", "opens_next", "pays_entry")
            }
            initial["qualifying_places"] = event.qualifying_places
            initial["finish_rule"] = event.finish_rule
            initial["qualifies_for"] = event.qualifies_for.uid if event.qualifies_for is not None else ""
        super().__init__(data, initial=initial)
        others = Event.objects.filter(tournament=tournament)
        self.others = {other.uid: other for other in others if other != event}
        offer(
            self,
            "qualifies_for",
            [
                ("", _("no other event")),
                *((uid, other.name) for uid, other in self.others.items()),
            ],
        )

    @property
    def is_used(self) -> bool:
        """Whether a field is filled or has errors, so that the form is unfolded."""
        has_rule = self["finish_rule"].value() not in (None, "", FinishRules.BY_FLIGHT)
        is_filled = any(self[name].value() for name in ("starts_when_full", "qualifies_for"))
        return is_filled or has_rule or bool(self.errors)

    @property
    def qualifying(self) -> dict[str, Any]:
        """Return the chosen event to qualify for, None for none, the number of places, and whether it pays the entry."""
        return {
            "target": self.others.get(self.cleaned_data["qualifies_for"]),
            "places": self.cleaned_data["qualifying_places"] or 1,
            "pays_entry": self.cleaned_data["pays_entry"],
        }
