"""What a variation of a list changes, and what came of it: the JSON of `ListVariation`, read and written here alone."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, Self

from tournaments.models import CountingRule, RatingList
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.logistic import LogisticFormula
from tournaments.ratings.trials import CalibrationBucket, Prediction

AS_IT_IS = 100
"""The stakes in percent of a formula that is not changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariationTerms:
    """What is other than in the list; what is absent stays.

    `rules` are fields of the counting rules, `stakes` the percentage of what is at stake in each match, and
    `without_events` uids of events that do not count. `first_day` is only read where `has_first_day`.
    """

    rules: Mapping[str, Any] = field(default_factory=dict)
    formula: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    stakes: int = AS_IT_IS
    order: str = ""
    has_first_day: bool = False
    first_day: date | None = None
    without_events: tuple[str, ...] = ()

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Return the terms of these values; a first day that is named is read even where it is none."""
        events = tuple(values.pop("without_events", ()))
        return cls(**values, without_events=events, has_first_day="first_day" in values)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the terms that a row holds."""
        day = data.get("first_day")
        return cls(
            rules=data.get("rules", {}),
            formula=data.get("formula", ""),
            parameters=data.get("parameters", {}),
            stakes=data.get("stakes", AS_IT_IS),
            order=data.get("order", ""),
            has_first_day="first_day" in data,
            first_day=None if day is None else date.fromisoformat(day),
            without_events=tuple(data.get("without_events", ())),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the terms as JSON, without what is not changed."""
        data: dict[str, Any] = {
            "rules": dict(self.rules),
            "formula": self.formula,
            "parameters": dict(self.parameters),
            "stakes": None if self.stakes == AS_IT_IS else self.stakes,
            "order": self.order,
            "without_events": list(self.without_events),
        }
        changes = {name: value for name, value in data.items() if value}
        if self.has_first_day:
            changes["first_day"] = None if self.first_day is None else self.first_day.isoformat()
        return changes

    def list_of(self, rating_list: RatingList) -> RatingList:
        """Return a copy of the list with these terms, which is never stored."""
        varied = copy(rating_list)
        if self.formula and self.formula != rating_list.formula:
            # Parameters of one formula say nothing in another.
            varied.formula, varied.parameters = self.formula, {}
        varied.parameters = {**varied.parameters, **self.parameters}
        varied.order = self.order or rating_list.order
        if self.has_first_day:
            varied.starts_on = self.first_day
        return varied

    def rule_of(self, rule: CountingRule) -> CountingRule:
        """Return a copy of the counting rules with these terms, which is never stored."""
        varied = copy(rule)
        varied.data = {**rule.data, **self.rules}
        return varied

    def formula_of(self, formula: MatchFormula) -> MatchFormula:
        """Return the formula with these stakes."""
        if self.stakes == AS_IT_IS or not isinstance(formula, LogisticFormula):
            return formula
        return formula.with_stakes(Fraction(self.stakes, AS_IT_IS))


@dataclass(frozen=True, slots=True)
class VariedList:
    """One of the two lists: its players, and how it predicts its own matches, and those that both lists rate."""

    players: int
    own: Prediction
    shared: Prediction

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return what a row holds."""
        return cls(data["players"], _prediction(data["own"]), _prediction(data["shared"]))

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"players": self.players, "own": _data(self.own), "shared": _data(self.shared)}


@dataclass(frozen=True, slots=True)
class VariationResult:
    """Both lists."""

    present: VariedList
    varied: VariedList

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return what a row holds."""
        return cls(VariedList.from_dict(data["present"]), VariedList.from_dict(data["varied"]))

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"present": self.present.to_dict(), "varied": self.varied.to_dict()}


def _prediction(data: Mapping[str, Any]) -> Prediction:
    calibration = tuple(CalibrationBucket(*bucket) for bucket in data["calibration"])
    return Prediction(data["matches"], data["log_loss"], data["brier"], calibration)


def _data(scores: Prediction) -> dict[str, Any]:
    return {
        "matches": scores.matches,
        "log_loss": scores.log_loss,
        "brier": scores.brier,
        "calibration": [
            [one.length, one.least, one.matches, one.expected, one.won] for one in scores.calibration
        ],
    }
