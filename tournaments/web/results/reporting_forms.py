"""Forms for reporting or disputing a result, and for statements in a dispute."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Match
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.web.frame.form_choices import offer

_LONGEST_TEXT = 2000

UNPLAYED = [
    (Outcome.RETIRED, _("One side gave the match up during play")),
    (Outcome.FORFEIT, _("One side did not come")),
    (Outcome.WALKOVER, _("One side had left the event")),
    (Outcome.DISQUALIFIED, _("One side was disqualified")),
    (Outcome.SETTLED, _("The sides agreed on a winner")),
    (Outcome.DOUBLE_FORFEIT, _("Neither side came")),
]


class ReportForm(forms.Form):
    """A base form of reports, with the flags for insisting and for reporting together."""

    insist = forms.BooleanField(widget=forms.HiddenInput, required=False)
    together = forms.BooleanField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(widget=forms.HiddenInput, max_length=500, required=False)
    agree_one = forms.BooleanField(widget=forms.HiddenInput, required=False)
    agree_two = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, match: Match, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.length = length
        if "winner" in self.fields:
            offer(self, "winner", [(Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)])

    @property
    def is_agreed(self) -> bool:
        """Whether both sides have agreed."""
        return bool(self.cleaned_data["agree_one"] and self.cleaned_data["agree_two"])


class ScoreForm(ReportForm):
    """A form for the winner and the loser's points."""

    winner = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    loser_points = forms.IntegerField(label=_("Points of the loser"), min_value=0, max_value=999)

    def clean_loser_points(self) -> int:
        """Return the loser's points, which must be below the match length (M1)."""
        points = int(self.cleaned_data["loser_points"])
        if points >= self.length:
            message = _("The loser of a match to %(length)s has fewer than %(length)s points (M1).")
            raise forms.ValidationError(message, code="two_winners", params={"length": self.length})
        return points

    @property
    def score(self) -> tuple[int, int]:
        """Return the final score, side one first."""
        points = self.cleaned_data["loser_points"]
        if self.cleaned_data["winner"] == Side.ONE:
            return self.length, points
        return points, self.length


class UnplayedForm(ReportForm):
    """A form for a match that ended without being played out."""

    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED, widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Who goes on?"), widget=forms.RadioSelect, required=False)
    points_one = forms.IntegerField(min_value=0, max_value=999, required=False)
    points_two = forms.IntegerField(min_value=0, max_value=999, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points_one"].label = _("Points of %(side)s") % {"side": self.match.one.name}
        self.fields["points_two"].label = _("Points of %(side)s") % {"side": self.match.two.name}

    def clean(self) -> dict[str, Any]:
        """Require the points of both sides or of neither."""
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("points_one") is None) != (cleaned.get("points_two") is None):
            missing = "points_one" if cleaned.get("points_one") is None else "points_two"
            self.add_error(missing, _("Give the points of both sides, or of neither."))
        return cleaned

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the score so far, or None if no points were given."""
        one, two = self.cleaned_data["points_one"], self.cleaned_data["points_two"]
        return None if one is None else (one, two)


class DisputeForm(forms.Form):
    """A form for disputing a report, with an optional correct result."""

    reason = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=_LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The director and your opponent read this."),
    )
    winner = forms.ChoiceField(
        label=pgettext_lazy("in a dispute", "Who won, as you say?"), widget=forms.RadioSelect, required=False
    )
    loser_points = forms.IntegerField(
        label=_("Points of the loser"), min_value=0, max_value=999, required=False
    )

    def __init__(self, *args: Any, match: Match, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.length = length
        choices = [
            (Side.ONE.value, match.one.name),
            (Side.TWO.value, match.two.name),
            ("", _("I do not know")),
        ]
        offer(self, "winner", choices)

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

    text = forms.CharField(
        label=_("Your statement"), max_length=_LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 4})
    )
