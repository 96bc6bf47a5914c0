"""Forms for reporting or disputing a result, and for statements in a dispute."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Match
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.requests.disputes import DisputeRequest, StatementRequest
from tournaments.requests.results import ReportRequest
from tournaments.web.frame.form_fields import field_of, offer

from .score_forms import FinalScoreForm, MatchForm, UnfinishedScoreForm, points_field, sides_of

UNPLAYED = [
    (Outcome.RETIRED, _("One side gave the match up during play")),
    (Outcome.FORFEIT, _("One side did not come")),
    (Outcome.WALKOVER, _("One side had left the event")),
    (Outcome.DISQUALIFIED, _("One side was disqualified")),
    (Outcome.SETTLED, _("The sides agreed on a winner")),
    (Outcome.DOUBLE_FORFEIT, _("Neither side came")),
]


class ReportForm(MatchForm):
    """A base form of reports, with the flags for insisting and for reporting together."""

    insist = forms.BooleanField(widget=forms.HiddenInput, required=False)
    together = forms.BooleanField(widget=forms.HiddenInput, required=False)
    reason = field_of(ReportRequest, "reason", widget=forms.HiddenInput)
    agree_one = forms.BooleanField(widget=forms.HiddenInput, required=False)
    agree_two = forms.BooleanField(widget=forms.HiddenInput, required=False)

    @property
    def is_agreed(self) -> bool:
        """Whether both sides have agreed."""
        return bool(self.cleaned_data["agree_one"] and self.cleaned_data["agree_two"])


class ScoreForm(FinalScoreForm, ReportForm):
    """A form for the winner and the loser's points."""


class UnplayedForm(UnfinishedScoreForm, ReportForm):
    """A form for a match that ended without being played out."""

    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED, widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Who advances?"), widget=forms.RadioSelect, required=False)
    field_order = [*ReportForm.base_fields, "outcome", "winner"]

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the score so far, or None if no points were given."""
        return self.unfinished_score


class DisputeForm(forms.Form):
    """A form for disputing a report, with an optional correct result."""

    reason = field_of(
        DisputeRequest,
        "reason",
        label=_("What is wrong with it?"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The director and your opponent read this."),
    )
    winner = forms.ChoiceField(
        label=pgettext_lazy("in a dispute", "Who won, as you say?"), widget=forms.RadioSelect, required=False
    )
    loser_points = points_field(label=_("Points of the loser"), required=False)

    def __init__(self, *args: Any, match: Match, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.length = length
        offer(self, "winner", [*sides_of(match), ("", _("I do not know"))])

    def clean(self) -> dict[str, Any]:
        """Require the loser's points with a winner, below the match length (M1)."""
        cleaned: dict[str, Any] = super().clean() or {}
        points = cleaned.get("loser_points")
        if cleaned.get("winner") and points is None and "loser_points" not in self.errors:
            self.add_error("loser_points", _("Give the points of the loser too."))
        if points is not None and points >= self.length:
            message = _("The loser of a match to %(length)s has fewer than %(length)s points (M1).")
            self.add_error("loser_points", forms.ValidationError(message, params={"length": self.length}))
        return cleaned

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the score claimed by the side, or None without one."""
        winner, points = self.cleaned_data["winner"], self.cleaned_data["loser_points"]
        if not winner or points is None:
            return None
        return (self.length, points) if winner == Side.ONE else (points, self.length)


class StatementForm(forms.Form):
    """A form for a side's statement in a dispute."""

    text = field_of(
        StatementRequest, "text", label=_("Your statement"), widget=forms.Textarea(attrs={"rows": 4})
    )
