"""Why a report cannot be, in words: each refusal of the tally names its rule and the way out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.refusal import Refusal, RefusalCode

from ._base import DomainError

# Refusals that the storage adds to those of the rules: what no column can hold.
NUMBER_TOO_LARGE = "number_too_large"
TOO_MANY_GAMES = "too_many_games"

# What is broken, and the way out. Places are filled from the data of the refusal.
WORDS: Mapping[str, tuple[Any, Any]] = {
    RefusalCode.LENGTH_NOT_ODD: (
        _("A match is to an odd number of points, not to %(length)s (M1)."),
        _("Ask the director to set the length right."),
    ),
    RefusalCode.LENGTH_NOT_POSITIVE: (
        _("A match is to at least one point (M1)."),
        _("Ask the director to set the length right."),
    ),
    RefusalCode.LENGTH_BELOW_SCORE: (
        _("The length was changed to one that a score had reached already (M5a)."),
        _("Check the games before the change, or ask the director about the length."),
    ),
    RefusalCode.START_PAST_LENGTH: (
        _("The start score leaves nothing to play in a match to %(length)s (M5)."),
        _("Ask the director to set the start score right."),
    ),
    RefusalCode.PENALTY_NOT_POSITIVE: (
        _("A penalty is at least one point (M5)."),
        _("Ask the director to remove the penalty."),
    ),
    RefusalCode.NEGATIVE_SCORE: (
        _("Nobody has fewer than 0 points."),
        _("Give both scores as whole numbers from 0 up."),
    ),
    RefusalCode.TWO_WINNERS: (
        _("Only one side can win: the match is over when the first one reaches %(length)s (M1)."),
        _("Give the loser's points below %(length)s."),
    ),
    RefusalCode.BELOW_START_SCORE: (
        _(
            "The match began at %(start_one)s–%(start_two)s, penalty points included, so nobody has fewer (M5)."
        ),
        _("Add the start score to the points played."),
    ),
    RefusalCode.WINNER_PAST_LENGTH: (
        _(
            "No live cube explains this score: with the loser's points %(highest)s is the most one can win with (M6)."
        ),
        _("Check the numbers; %(offered_one)s–%(offered_two)s counts the same."),
    ),
    RefusalCode.NOT_FINISHED: (
        _("Nobody has reached %(length)s yet (M1)."),
        _(
            "Report when the match is over. If it was stopped, say how it ended and who won; a shorter length is set "
            "by the director first."
        ),
    ),
    RefusalCode.MATCH_ALREADY_OVER: (
        _("The match to %(length)s was over before this (M1)."),
        _("Leave out what was played after it, or report the match as played."),
    ),
    RefusalCode.LOST_BY_PENALTIES: (
        _("Penalty points beyond half the length have lost this match (P3)."),
        _("It is a forfeit: the director enters it or removes the penalty."),
    ),
    RefusalCode.CUBE_NOT_POWER_OF_TWO: (
        _("A cube shows 1, 2, 4, 8 and so on, not %(cube)s (E2)."),
        _("Give the value the game was won at, before a dropped double."),
    ),
    RefusalCode.CUBE_NOT_IN_USE: (
        _("A match to one point is played without the cube (M3)."),
        _("Without the double the score is %(offered_one)s–%(offered_two)s."),
    ),
    RefusalCode.CUBE_IN_CRAWFORD: (
        _("This is the Crawford game, so the cube is out of use and a double in it is void (M2, M4)."),
        _(
            "With the cube at 1 the score is %(offered_one)s–%(offered_two)s. If the next game had begun, a director "
            "may let the double stand."
        ),
    ),
    RefusalCode.CUBE_ABOVE_CAP: (
        _("The cube of this event is limited, and %(cube)s is above that (E3)."),
        _("Correct the cube, or ask the director."),
    ),
    RefusalCode.DEAD_CUBE: (
        _("The doubler's cube sufficed already, so in this event the double is void (E6)."),
        _("Without it the score is %(offered_one)s–%(offered_two)s."),
    ),
    RefusalCode.DROP_IS_SINGLE: (
        _("A dropped game is a single: the doubler wins the cube as it was before the double (D4)."),
        _("Make it a single, or say that it was played out or resigned."),
    ),
    RefusalCode.SCORE_MISSING: (
        _("The result is missing."),
        _("Give the final score, or the games one by one."),
    ),
    RefusalCode.GAMES_AND_SCORE: (
        _("The games and a score are both given."),
        _("Give one of them: the games add up to the score."),
    ),
    RefusalCode.WINNER_MISSING: (
        _("The winner is missing."),
        _("Name the winner. Only a double forfeit has none."),
    ),
    RefusalCode.WINNER_GIVEN: (
        _("A double forfeit has no winner."),
        _("Leave the winner out, or choose another outcome."),
    ),
    RefusalCode.WINNER_CONTRADICTED: (
        _("The winner named is not the one the score makes."),
        _("Correct the score or the winner."),
    ),
    RefusalCode.FORFEIT_AFTER_START: (
        _("A match that has points was begun, so it is no forfeit and no walkover."),
        _("Choose retired or disqualified, or leave the score out."),
    ),
    NUMBER_TOO_LARGE: (
        _("%(found)s is too large: no number of a scoresheet is above %(most)s."),
        _("Check what was typed."),
    ),
    TOO_MANY_GAMES: (
        _("%(found)s games are too many: a match has at most %(most)s."),
        _("Check the list of games."),
    ),
}


@dataclass(frozen=True, slots=True)
class Refused:
    """One reason why a report cannot be, in the language of the moment it was made.

    `game` counts from 0 and is None where the whole report is meant; `data` is
    what the words were filled from. A director may override what is a ruling
    matter (P7).
    """

    code: str
    message: str
    way_out: str
    game: int | None = None
    data: Mapping[str, int | str] = field(default_factory=dict)
    can_override: bool = False

    @classmethod
    def of(cls, refusal: Refusal) -> Refused:
        """The refusal of a tally in words."""
        return cls.worded(
            refusal.code,
            game=refusal.game,
            can_override=refusal.code.is_ruling_matter,
            **refusal.data,
        )

    @classmethod
    def worded(
        cls, code: str, *, game: int | None = None, can_override: bool = False, **data: int | str
    ) -> Refused:
        """The refusal with this code in words."""
        rule, way_out = (str(words) % data for words in WORDS[code])
        if game is not None:
            rule = gettext("Game %(number)s: %(refusal)s") % {"number": game + 1, "refusal": rule}
        return cls(str(code), rule, way_out, game, data, can_override)

    def as_data(self) -> dict[str, object]:
        """The refusal as the API shows it."""
        return {
            "code": self.code,
            "message": self.message,
            "way_out": self.way_out,
            "game": self.game,
            "data": dict(self.data),
            "can_override": self.can_override,
        }


class ReportRefused(DomainError):
    """A report that cannot be; `refusals` says why, one by one.

    The code is that of the first refusal, such as `cube_in_crawford`, and
    `can_override` says that a director may insist on all of them.
    """

    message = _("This result cannot be. What is wrong with it is named one by one, each with its rule.")
    status = 422

    def __init__(self, refusals: Sequence[Refused]) -> None:
        self.code = refusals[0].code
        self.can_override = all(refusal.can_override for refusal in refusals)
        super().__init__(refusals=[refusal.as_data() for refusal in refusals])
        self.refusals = tuple(refusals)

    def __str__(self) -> str:
        return " ".join(f"{refusal.message} {refusal.way_out}" for refusal in self.refusals)
