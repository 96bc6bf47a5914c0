"""Results: reports, forfeits, penalties, lengths and game records."""

from __future__ import annotations

from typing import Any

from matches.models import LONGEST
from rules.game import Ended, Result

from .codes import ENDED, NOT_PLAYED_OUT, OUTCOMES, RESULTS, SIDES, SPOKEN_FOR_BOTH
from .fields import Maybe, Request, choice, file, flag, items, number, text

# More than any match has; the report itself says so long before this.
_MOST_GAMES = 1000


class GameRequest(Request):
    """One game: `cube` is the value scored, so before a dropped double."""

    winner: str = choice(choices=SIDES)
    result: str = choice(choices=RESULTS, default=Result.SINGLE.value)
    cube: int = number(min_value=1, default=1)
    ended: str = choice(choices=ENDED, default=Ended.BORNE_OFF.value)


class ResultRequest(Request):
    """A result: the games one by one, or the score, and how the match ended."""

    games: Maybe[list[dict[str, Any]]] = items(child=GameRequest, required=False, max_length=_MOST_GAMES)
    score: Maybe[list[int]] = items(
        child=number(min_value=0), required=False, min_length=2, max_length=2, help_text="Side one first."
    )
    outcome: Maybe[str] = choice(choices=OUTCOMES, required=False, help_text="Played when absent.")
    winner: Maybe[str] = choice(
        choices=SIDES, required=False, help_text="Needed where the score does not say it."
    )


class ReportRequest(ResultRequest):
    """A report of a match."""

    source: Maybe[str] = choice(
        choices=SPOKEN_FOR_BOTH,
        required=False,
        help_text="A slip signed by both, or both together; else who reports.",
    )
    insist: bool = flag(
        default=False, help_text="Report this although the opponent reported something else: a dispute."
    )
    overrides: Maybe[list[str]] = items(
        child=text(max_length=40),
        required=False,
        max_length=20,
        help_text="The codes of refusals that a director lets stand (P7); needs a reason.",
    )
    reason: Maybe[str] = text(max_length=500, required=False, allow_blank=True)


class ForfeitRequest(Request):
    """Who does not play on, and how that is called."""

    loser: str | None = choice(
        choices=SIDES, allow_null=True, help_text="The side that loses by it; null for both."
    )
    outcome: Maybe[str] = choice(choices=NOT_PLAYED_OUT, required=False, help_text="A forfeit when absent.")
    score: Maybe[list[int]] = items(
        child=number(min_value=0), required=False, min_length=2, max_length=2, help_text="The partial score."
    )
    reason: Maybe[str] = text(
        max_length=500, required=False, allow_blank=True, help_text="Needed from a director."
    )


class PenaltyRequest(Request):
    """Penalty points (M5, P3)."""

    to: str = choice(choices=SIDES, help_text="The side that gets the points.")
    points: int = number(min_value=1, max_value=LONGEST)
    before_game: Maybe[int] = number(
        min_value=0, max_value=_MOST_GAMES, required=False, help_text="Counted from 0."
    )
    reason: str = text(max_length=500)


class LengthRequest(Request):
    """Another length for a match (M5a)."""

    length: int = number(min_value=1, max_value=LONGEST)
    before_game: Maybe[int] = number(
        min_value=0, max_value=_MOST_GAMES, required=False, help_text="Counted from 0."
    )
    reason: str = text(max_length=500)


class RecordRequest(Request):
    """A game record, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
