"""Base forms of a result: the match it is of, its final score, and the score of a match not played out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from rules.match import Side
from tournaments.web.frame.form_fields import offer

# The rules refuse what is not below the length of the match; this only bounds what is typed.
_MOST_POINTS = 999


def points_field(**options: Any) -> forms.IntegerField:
    """Return a form field for the points of a side."""
    return forms.IntegerField(min_value=0, max_value=_MOST_POINTS, **options)


def sides_of(match: Match) -> list[tuple[str, str]]:
    """Return the two sides of a match as choices."""
    return [(Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)]


class MatchForm(forms.Form):
    """A base form about a match; `length` is given where the score is checked against it."""

    def __init__(self, *args: Any, match: Match, length: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.length = length
        if "winner" in self.fields:
            offer(self, "winner", sides_of(match))


class FinalScoreForm(MatchForm):
    """A base form for the final score of a match: the winner and the loser's points."""

    winner = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect)
    loser_points = points_field(label=_("Points of the loser"))

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


class UnfinishedScoreForm(MatchForm):
    """A base form for the score of a match that was not played out: the points of both sides, or of neither."""

    points_one = points_field(required=False)
    points_two = points_field(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points_one"].label = _("Points of %(side)s") % {"side": self.match.one.name}
        self.fields["points_two"].label = _("Points of %(side)s") % {"side": self.match.two.name}

    def clean(self) -> dict[str, Any]:
        """Require the points of both sides or of neither."""
        cleaned: dict[str, Any] = super().clean() or {}
        missing = [name for name in ("points_one", "points_two") if cleaned.get(name) is None]
        if self.is_unfinished(cleaned) and len(missing) == 1:
            self.add_error(missing[0], _("Give the points of both sides, or of neither."))
        return cleaned

    def is_unfinished(self, cleaned: dict[str, Any]) -> bool:
        """Whether the result is of a match that was not played out."""
        return True

    @property
    def unfinished_score(self) -> tuple[int, int] | None:
        """Return the score so far, or None if no points were given."""
        one, two = self.cleaned_data["points_one"], self.cleaned_data["points_two"]
        return None if one is None else (one, two)
