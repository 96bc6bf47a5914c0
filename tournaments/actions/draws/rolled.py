"""Randomness from the hall: dice that join an announced secret, and draws made with cards."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError
from tournaments.formats import FORMATS, Placement, Shape
from tournaments.models import Draw

# Ten dice are 60 million outcomes, five rolls of two.
FEWEST_DICE, MOST_DICE = 4, 40
_DICE = re.compile(r"[1-6]")
_BETWEEN = re.compile(r"[\s,;.\-–/]+")


class InvalidDice(DomainError):
    """What was typed are no dice, or too few."""

    code = "invalid_dice"
    message = _("Type %(fewest)s to %(most)s dice, each from 1 to 6, as in “64 31 52”.")
    status = 400


class DiceNeedAnnouncement(DomainError):
    """Dice join a secret that was announced before they were rolled."""

    code = "dice_need_announcement"
    message = _("Announce the draw first, then roll the dice: so nobody can have chosen them.")


class CardsAfterAnnouncement(DomainError):
    """A draw that was announced is made by its secret."""

    code = "cards_after_announcement"
    message = _("This draw is announced. Take the announcement back to draw with cards.")


class InvalidLines(DomainError):
    """A draw by hand gives each entrant one line, as many as the format has."""

    code = "invalid_lines"
    message = _(
        "Give each of the %(entrants)s entrants a line of its own, from 1 to %(lines)s. The lines left empty are byes, and "
        "never two in one match."
    )
    status = 400


def read_dice(text: str) -> str:
    """Return the dice in the form that is hashed, digits separated by blanks; raise InvalidDice."""
    digits = _BETWEEN.sub("", text)
    if not FEWEST_DICE <= len(digits) <= MOST_DICE or _DICE.sub("", digits):
        raise InvalidDice(fewest=FEWEST_DICE, most=MOST_DICE)
    return " ".join(digits)


def checked_lines(draw: Draw, lines: Sequence[str | None], *, usual: Placement) -> list[str | None]:
    """Return the lines of a manual draw; raise InvalidLines unless they fit the usual placement."""
    rows = list(lines)
    if FORMATS[draw.format].shape is Shape.BRACKET:
        # Empty lines at the end of a bracket can be omitted.
        rows += [None] * (usual.size - len(rows))
    is_full = sorted(uid for uid in rows if uid) == sorted(uid for uid in usual.lines if uid)
    is_even = FORMATS[draw.format].shape is not Shape.BRACKET or all(
        rows[line] or rows[line + 1] for line in range(0, len(rows) - 1, 2)
    )
    if len(rows) != usual.size or not is_full or not is_even:
        raise InvalidLines(entrants=len(usual.by_entrant()), lines=usual.size)
    return rows
