"""Forms of a director for one match: results, rulings, penalties, length and table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import LONGEST, Match, Report
from matches.queries import games_of
from tournaments.requests.disputes import RulingRequest
from tournaments.requests.hall import TablesRequest
from tournaments.requests.results import ForfeitRequest, LengthRequest, PenaltyRequest, ReportRequest
from tournaments.web.frame.form_fields import field_of, offer

from .reporting_forms import UNPLAYED
from .score_forms import FinalScoreForm, UnfinishedScoreForm, sides_of

SCORE = "score"
UNFINISHED = "unplayed"
# The fields of a ruling that each kind of result requires.
_ASKED_WITH = {"winner": (SCORE,), "loser_points": (SCORE,), "outcome": (UNFINISHED,)}


def clause_field() -> forms.Field:
    """Return a form field for the clause of the rules that supports a ruling."""
    return field_of(
        RulingRequest,
        "clause",
        label=_("Clause of the rules"),
        help_text=_("As it is cited, for example “5.2 Premature action”."),
    )


class ResultForm(FinalScoreForm):
    """A form for a result entered by an officer: the winner and the loser's points.

    `overrides` are the codes of the refusals that the director overrules (P7).
    """

    reason = field_of(
        ReportRequest, "reason", label=_("Reason"), help_text=_("Needed where you overrule something.")
    )
    is_signed = forms.BooleanField(label=_("From a slip signed by both sides"), required=False)


class RulingForm(ResultForm, UnfinishedScoreForm):
    """A form for a ruling: accept a report, set another score, or end without full play."""

    # Browsers do not submit empty required fields, even those of another kind of result.
    use_required_attribute = False

    stands = forms.ChoiceField(label=_("What is the result?"), widget=forms.RadioSelect)
    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED)
    reason = field_of(
        RulingRequest,
        "reason",
        label=_("Reason"),
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

    def full_clean(self) -> None:
        """Require only the fields of the selected kind of result."""
        stands = self.data.get(self.add_prefix("stands"))
        for name, kinds in _ASKED_WITH.items():
            self.fields[name].required = not self.is_bound or stands in kinds
        super().full_clean()

    def is_unfinished(self, cleaned: dict[str, Any]) -> bool:
        """Whether the selected result is of a match that was not played out."""
        return cleaned.get("stands") == UNFINISHED

    @property
    def result(self) -> dict[str, Any]:
        """Return the result as keyword arguments of the action."""
        data = self.cleaned_data
        report = self.reports.get(data["stands"])
        if report is not None:
            return _result_of(report)
        if data["stands"] == SCORE:
            return {"score": self.score}
        winner = data["winner"] or None
        return {"outcome": data["outcome"], "winner": winner, "score": self.unfinished_score}


class GamesRulingForm(forms.Form):
    """A form for the reason and clause of a ruling entered game by game."""

    reason = field_of(
        RulingRequest,
        "reason",
        label=_("Reason"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Both sides read it, and it is kept with your name."),
    )
    clause = clause_field()


class UnfinishedForm(UnfinishedScoreForm):
    """A form for a match that ended without being played out, for a director."""

    outcome = forms.ChoiceField(label=_("How did it end?"), choices=UNPLAYED)
    winner = forms.ChoiceField(label=_("Who advances?"), required=False)
    reason = field_of(ForfeitRequest, "reason", label=_("Reason"), required=True)
    field_order = ["outcome", "winner"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "winner", [("", _("nobody")), *sides_of(self.match)])


class PenaltyForm(forms.Form):
    """A form for penalty points, given for the opponent's lateness or conduct (M5)."""

    to = forms.ChoiceField(label=_("The points go to"))
    points = field_of(PenaltyRequest, "points", label=_("Points"), initial=1)
    before_game = forms.IntegerField(label=_("Before game"), min_value=1, max_value=2 * LONGEST, initial=1)
    reason = field_of(PenaltyRequest, "reason", label=_("Reason"))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "to", sides_of(match))


class LengthForm(forms.Form):
    """A form for changing the length of a match from a game on (M1, M5a)."""

    length = field_of(LengthRequest, "length", label=_("Points"), widget=forms.NumberInput(attrs={"step": 2}))
    before_game = forms.IntegerField(label=_("From game"), min_value=1, max_value=2 * LONGEST, initial=1)
    reason = field_of(LengthRequest, "reason", label=_("Reason"))


class TableForm(forms.Form):
    """A form for the name of the table to which a match is called."""

    table = field_of(
        TablesRequest,
        "names",
        label=_("Table"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "tables", "size": 4}),
    )


def _result_of(report: Report) -> dict[str, Any]:
    """Return the result of a report as keyword arguments of the action."""
    values: dict[str, Any] = {"outcome": report.outcome, "winner": report.winner or None}
    if report.has_games:
        return values | {"games": games_of(report)}
    return values | {"score": report.score}
