"""The two lists of a variation in words and figures: scores, calibration by length, and moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.models import VariationMove
from tournaments.queries.ratings.variations import VariationResult
from tournaments.ratings.trials import CalibrationBucket
from tournaments.web.wording.ratings import change_words, percent_words, rating_words

_NONE = "–"
_PER_STEP = 20


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A figure of both lists; `is_heading` is a line that says of which matches the next ones are."""

    label: str
    present: str = ""
    varied: str = ""
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """How often favourites were expected to win, and won, in one of two lists or both, in words."""

    label: str
    present: tuple[str, str, str]
    varied: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class LengthLines:
    """The calibration of one match length: of all matches, and by the chance of the favourite."""

    length: int
    whole: CalibrationLine
    steps: Sequence[CalibrationLine]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A person in both lists; `direction` is up, down or empty, by the places."""

    name: str
    place: str
    other_place: str
    rating: str
    other_rating: str
    change: str
    direction: str


def score_lines(result: VariationResult) -> list[ScoreLine]:
    """Return the figures of both lists."""
    present, varied = result.present, result.varied
    lines = [ScoreLine(_("Players"), count_words(present.players), count_words(varied.players))]
    for heading, one, other in (
        (_("All matches of each list"), present.own, varied.own),
        (_("Matches that both lists rate"), present.shared, varied.shared),
    ):
        lines += [
            ScoreLine(heading, is_heading=True),
            ScoreLine(_("Matches"), count_words(one.matches), count_words(other.matches)),
            ScoreLine(
                _("Log loss"), _score(one.log_loss, one.matches), _score(other.log_loss, other.matches)
            ),
            ScoreLine(_("Brier score"), _score(one.brier, one.matches), _score(other.brier, other.matches)),
        ]
    return lines


def lengths_of(result: VariationResult, *, is_shared: bool = False) -> list[LengthLines]:
    """Return the calibration of both lists over their own matches, or those that both rate, by length."""
    sides = [
        _by_length((side.shared if is_shared else side.own).calibration)
        for side in (result.present, result.varied)
    ]
    lines = []
    for length in sorted({*sides[0], *sides[1]}):
        present, varied = (side.get(length, {}) for side in sides)
        steps = [
            CalibrationLine(
                _step(least),
                _figures([present[least]] if least in present else []),
                _figures([varied[least]] if least in varied else []),
            )
            for least in sorted({*present, *varied})
        ]
        whole = CalibrationLine(
            str(length), _figures(list(present.values())), _figures(list(varied.values()))
        )
        lines.append(LengthLines(length, whole, steps))
    return lines


def move_line(move: VariationMove) -> MoveLine:
    """Return the move of a person in words; who has no match in a list has no rating there."""
    places = move.place, move.other_place
    direction = ""
    if places[0] is not None and places[1] is not None and places[0] != places[1]:
        direction = "up" if places[1] < places[0] else "down"
    return MoveLine(
        move.player.shown_name,
        _NONE if places[0] is None else str(places[0]),
        _NONE if places[1] is None else str(places[1]),
        rating_words(move.rating) if move.matches else _NONE,
        rating_words(move.other_rating) if move.other_matches else _NONE,
        _NONE if move.change is None else change_words(move.change),
        direction,
    )


def _by_length(buckets: Sequence[CalibrationBucket]) -> dict[int, dict[float, CalibrationBucket]]:
    by_length: dict[int, dict[float, CalibrationBucket]] = defaultdict(dict)
    for bucket in buckets:
        by_length[bucket.length][bucket.least] = bucket
    return dict(by_length)


def _figures(buckets: Sequence[CalibrationBucket]) -> tuple[str, str, str]:
    """Return how many matches, how many favourites should win, and how many won."""
    matches = sum(one.matches for one in buckets)
    if not matches:
        return count_words(0), _NONE, _NONE
    expected, won = sum(one.expected for one in buckets), sum(one.won for one in buckets)
    return count_words(matches), percent_words(expected / matches), percent_words(won / matches)


def _step(least: float) -> str:
    first = round(least * _PER_STEP) * (100 // _PER_STEP)
    return f"{first}–{first + 100 // _PER_STEP}\N{NO-BREAK SPACE}%"


def count_words(value: int) -> str:
    """Return a localized whole number."""
    return str(number_format(value, use_l10n=True, force_grouping=True))


def _score(value: float, matches: int) -> str:
    return str(number_format(round(value, 4), decimal_pos=4, use_l10n=True)) if matches else _NONE
