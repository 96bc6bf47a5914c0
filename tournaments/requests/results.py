"""Results: reports, forfeits, penalties, lengths and game records."""

from __future__ import annotations

from typing import Any

from matches.models import LONGEST
from rules.game import Ended, Result

from .codes import ENDED, NOT_PLAYED_OUT, OUTCOMES, RESULTS, SIDES, SPOKEN_FOR_BOTH
from .fields import Maybe, Request, choice, file, flag, items, number, overrides, text

# More than any match has; the report itself says so long before this.
_MOST_GAMES = 1000
_MOST_LINES = 200


class GameRequest(Request):
    """One game; `cube` is the value that counts, before the double if it was dropped."""

    winner: str = choice(choices=SIDES)
    result: str = choice(choices=RESULTS, default=Result.SINGLE.value)
    cube: int = number(min_value=1, default=1)
    ended: str = choice(choices=ENDED, default=Ended.BORNE_OFF.value)


class ResultRequest(Request):
    """A result: the games one by one, or the score, and how the match ended."""

    games: Maybe[list[dict[str, Any]]] = items(child=GameRequest, max_length=_MOST_GAMES)
    score: Maybe[list[int]] = items("Side one first.", child=number(min_value=0), min_length=2, max_length=2)
    outcome: Maybe[str] = choice("Played when absent.", choices=OUTCOMES)
    winner: Maybe[str] = choice("Needed where the score does not say it.", choices=SIDES)


class ReportRequest(ResultRequest):
    """A report of a match."""

    source: Maybe[str] = choice(
        "A slip signed by both, or both together; else who reports.", choices=SPOKEN_FOR_BOTH
    )
    insist: bool = flag(
        "Report this although the opponent reported something else: a dispute.", default=False
    )
    overrides: Maybe[list[str]] = overrides(
        "The codes of refusals that a director lets stand (P7); needs a reason."
    )
    reason: Maybe[str] = text(max_length=500, allow_blank=True)


class PaperLinesRequest(Request):
    """Results as a hall wrote them, in the order in which they ended."""

    lines: list[str] = items(
        "As `Almeida 7-4 Costa`, or table and score.",
        child=text(max_length=200, allow_blank=True),
        max_length=_MOST_LINES,
    )


class ForfeitRequest(Request):
    """The side that forfeits, and the kind of forfeit."""

    loser: str | None = choice("The side that loses by it; null for both.", choices=SIDES)
    outcome: Maybe[str] = choice("A forfeit when absent.", choices=NOT_PLAYED_OUT)
    score: Maybe[list[int]] = items(
        "The partial score.", child=number(min_value=0), min_length=2, max_length=2
    )
    reason: Maybe[str] = text("Needed from a director.", max_length=500, allow_blank=True)


class PenaltyRequest(Request):
    """Penalty points (M5, P3)."""

    to: str = choice("The side that gets the points.", choices=SIDES)
    points: int = number(min_value=1, max_value=LONGEST)
    before_game: Maybe[int] = number("Counted from 0.", min_value=0, max_value=_MOST_GAMES)
    reason: str = text(max_length=500)


class LengthRequest(Request):
    """The new length of a match (M5a)."""

    length: int = number(min_value=1, max_value=LONGEST)
    before_game: Maybe[int] = number("Counted from 0.", min_value=0, max_value=_MOST_GAMES)
    reason: str = text(max_length=500)


class RecordRequest(Request):
    """A game record, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
