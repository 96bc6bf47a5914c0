"""Forms of a director for one match: results, rulings, penalties, length and table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import LONGEST, Match, Report
from matches.queries import games_of
from rules.match import Side
from tournaments.requests.fields import limits
from tournaments.requests.results import LengthRequest, PenaltyRequest
from tournaments.web.frame.form_choices import offer

from .reporting_forms import UNPLAYED

_LONGEST_REASON = 2000
SCORE = "score"
UNFINISHED = "unplayed"
# The fields of a ruling that each kind of result requires.
_ASKED_WITH = {"winner": (SCORE,), "loser_points": (SCORE,), "outcome": (UNFINISHED,)}


def _sides(match: Match) -> list[tuple[str, str]]:
    return [(Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)]


def clause_field() -> forms.CharField:
    """Return a form field for the clause of the rules that supports a ruling."""
    return forms.CharField(
        label=_("Clause of the rules"),
        max_length=120,
        required=False,
        help_text=_("As it is cited, for example “5.2 Premature action”."),
    )


class ResultForm(forms.Form):
    """A form for a result entered by an officer: the winner and the loser's points.

    `overrides` are the codes of the refusals that the director overrules (P7).
    """

    winner = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    loser_points = forms.IntegerField(label=_("Points of the loser"), min_value=0, max_value=999)
    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Needed where you overrule something.")
    )
    is_signed = forms.BooleanField(label=_("From a slip signed by both sides"), required=False)

    def __init__(self, *args: Any, match: Match, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.length = length
        offer(self, "winner", _sides(match))

    def clean_loser_points(self) -> int | None:
        """Return the loser's points, which must be below the match length (M1)."""
        points: int | None = self.cleaned_data["loser_points"]
        if points is not None and points >= self.length:
            message = _("The loser of a match to %(length)s has fewer than %(length)s points (M1).")
            raise forms.ValidationError(message, code="two_winners", params={"length": self.length})
        return points

    @property
    def score(self) -> tuple[int, int]:
        """Return the final score, side one first."""
        points = int(self.cleaned_data["loser_points"])
        return (self.length, points) if self.cleaned_data["winner"] == Side.ONE else (points, self.length)


class RulingForm(ResultForm):
    """A form for a ruling: accept a report, set another score, or end without full play."""

    # Browsers do not submit empty required fields, even those of another kind of result.
    use_required_attribute = False

    stands = forms.ChoiceField(label=_("What is the result?"), widget=forms.RadioSelect)
    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED)
    points_one = forms.IntegerField(min_value=0, max_value=999, required=False)
    points_two = forms.IntegerField(min_value=0, max_value=999, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Both sides read it, and it is kept with your name."),
    )
    clause = clause_field()
    is_signed = None  # type: ignore[assignment]
    field_order = [
        "stands",
        "winner",
        "loser_points",
        "outcome",
        "points_one",
        "points_two",
        "reason",
        "clause",
    ]

    def __init__(self, *args: Any, reports: Sequence[tuple[Report, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reports = {report.uid: report for report, _words in reports}
        stands = [(report.uid, words) for report, words in reports]
        others = [(SCORE, _("Another score")), (UNFINISHED, _("Not played to the end"))]
        offer(self, "stands", [*stands, *others])
        self.fields["stands"].initial = None if stands else SCORE
        self.fields["points_one"].label = _("Points of %(side)s") % {"side": self.match.one.name}
        self.fields["points_two"].label = _("Points of %(side)s") % {"side": self.match.two.name}

    def full_clean(self) -> None:
        """Require only the fields of the selected kind of result."""
        stands = self.data.get(self.add_prefix("stands"))
        for name, kinds in _ASKED_WITH.items():
            self.fields[name].required = not self.is_bound or stands in kinds
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        """Require the points of both sides or of neither in an unfinished match."""
        cleaned: dict[str, Any] = super().clean() or {}
        return _with_both_points(self, cleaned) if cleaned.get("stands") == UNFINISHED else cleaned

    @property
    def result(self) -> dict[str, Any]:
        """Return the result as keyword arguments of the action."""
        data = self.cleaned_data
        report = self.reports.get(data["stands"])
        if report is not None:
            return _result_of(report)
        if data["stands"] == SCORE:
            return {"score": self.score}
        score = None if data["points_one"] is None else (data["points_one"], data["points_two"])
        return {"outcome": data["outcome"], "winner": data["winner"] or None, "score": score}


class GamesRulingForm(forms.Form):
    """A form for the reason and clause of a ruling entered game by game."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=_LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Both sides read it, and it is kept with your name."),
    )
    clause = clause_field()


class UnfinishedForm(forms.Form):
    """A form for a match that ended without being played out, for a director."""

    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED)
    winner = forms.ChoiceField(label=_("Who goes on?"), required=False)
    points_one = forms.IntegerField(min_value=0, max_value=999, required=False)
    points_two = forms.IntegerField(min_value=0, max_value=999, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "winner", [("", _("nobody")), *_sides(match)])
        self.fields["points_one"].label = _("Points of %(side)s") % {"side": match.one.name}
        self.fields["points_two"].label = _("Points of %(side)s") % {"side": match.two.name}

    def clean(self) -> dict[str, Any]:
        """Require the points of both sides or of neither."""
        return _with_both_points(self, super().clean() or {})

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the score so far, or None if no points were given."""
        one, two = self.cleaned_data["points_one"], self.cleaned_data["points_two"]
        return None if one is None else (one, two)


class PenaltyForm(forms.Form):
    """A form for penalty points, given for the opponent's lateness or conduct (M5)."""

    to = forms.ChoiceField(label=_("The points go to"))
    points = forms.IntegerField(label=_("Points"), **limits(PenaltyRequest, "points"), initial=1)
    before_game = forms.IntegerField(label=_("Before game"), min_value=1, max_value=2 * LONGEST, initial=1)
    reason = forms.CharField(label=_("Reason"), **limits(PenaltyRequest, "reason"))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "to", _sides(match))


class LengthForm(forms.Form):
    """A form for changing the length of a match from a game on (M1, M5a)."""

    length = forms.IntegerField(
        label=_("Points"), **limits(LengthRequest, "length"), widget=forms.NumberInput(attrs={"step": 2})
    )
    before_game = forms.IntegerField(label=_("From game"), min_value=1, max_value=2 * LONGEST, initial=1)
    reason = forms.CharField(label=_("Reason"), **limits(LengthRequest, "reason"))


class TableForm(forms.Form):
    """A form for the name of the table to which a match is called."""

    table = forms.CharField(
        label=_("Table"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "tables", "size": 4}),
    )


def _with_both_points(form: forms.Form, cleaned: dict[str, Any]) -> dict[str, Any]:
    """Add an error if the points of only one side are given; return the cleaned data."""
    if (cleaned.get("points_one") is None) != (cleaned.get("points_two") is None):
        missing = "points_one" if cleaned.get("points_one") is None else "points_two"
        form.add_error(missing, _("Give the points of both sides, or of neither."))
    return cleaned


def _result_of(report: Report) -> dict[str, Any]:
    """Return the result of a report as keyword arguments of the action."""
    values: dict[str, Any] = {"outcome": report.outcome, "winner": report.winner or None}
    if report.has_games:
        return values | {"games": games_of(report)}
    return values | {"score": report.score}
