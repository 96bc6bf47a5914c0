"""Words of rating formulas: what each does, and what its parameters mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.ratings import FORMULAS

# The name and what the formula does; one without words here has its own name.
_FORMULAS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "fibs": (
        gettext_lazy("FIBS"),
        gettext_lazy(
            "Match by match. Newcomers move up to five times as fast, until 400 points of experience."
        ),
    ),
    "fibs-no-ramp": (
        gettext_lazy("FIBS without ramp"),
        gettext_lazy("Match by match, the same for all players. The winner gains what the loser loses."),
    ),
    "brass-city": (
        gettext_lazy("Brass City"),
        gettext_lazy("Match by match. Newcomers move up to twice as fast."),
    ),
    "elo": (
        gettext_lazy("Elo by length"),
        gettext_lazy(
            "Match by match, with the points at stake for each length. These are an example: set your own."
        ),
    ),
    "glicko2": (gettext_lazy("Glicko-2"), gettext_lazy("All matches of a period at once.")),
}
PARAMETER_WORDS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "factor": (
        gettext_lazy("Points at stake"),
        gettext_lazy("In a match to 1; longer matches have more, by the root of their length."),
    ),
    "scale": (
        gettext_lazy("Difference for odds of ten to one"),
        gettext_lazy("In points of rating. A smaller one makes favourites stronger."),
    ),
    "ramp": (
        gettext_lazy("Speed of newcomers"),
        gettext_lazy("How many times faster newcomers move at first; 1 for no difference."),
    ),
    "ramp_step": (
        gettext_lazy("Experience for a step down"),
        gettext_lazy("The experience after which the speed falls by one."),
    ),
    "k_by_length": (
        gettext_lazy("Points at stake by length"),
        gettext_lazy("One length a line with its points, as in 7 21."),
    ),
}


@dataclass(frozen=True, slots=True)
class FormulaCard:
    """A formula to choose, in words."""

    code: str
    name: str
    does: str
    source: str
    is_verified: bool


def formula_name(code: str) -> str:
    """Return the name of a formula."""
    return str(_FORMULAS[code][0] if code in _FORMULAS else FORMULAS[code].name)


def formula_cards() -> list[FormulaCard]:
    """Return a card for each formula of which a list can be computed, those by periods left out."""
    return [
        FormulaCard(
            code,
            formula_name(code),
            str(_FORMULAS[code][1]) if code in _FORMULAS else "",
            formula.source,
            formula.is_verified,
        )
        for code, formula in FORMULAS.items()
        if hasattr(formula, "changes")
    ]


def parameter_words(name: str) -> tuple[str, str]:
    """Return the label and the help text of a parameter; one without words has its own name."""
    label, help_text = PARAMETER_WORDS.get(name, (name, ""))
    return str(label), str(help_text)
