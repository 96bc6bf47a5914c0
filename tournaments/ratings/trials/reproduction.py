"""Which formula reproduces lists that a federation has published, to what digit, and where it differs first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.base import UNITS, MatchFormula
from tournaments.ratings.lists import ChangeColumns, Ints, MatchColumns, RatingColumns, changes_by_match

# The digits after the point that a rating in billionths has.
_DIGITS = 9


class PublishedRating(NamedTuple):
    """A line of a published list: its day as an ordinal, the player, and the rating with the digits as published."""

    day: int
    player: int
    rating: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaTrial:
    """A formula and what it counts; `is_counted` says for each past match whether the counting rules rate it."""

    name: str
    formula: MatchFormula
    is_counted: NDArray[np.bool_]
    by_group: bool = False


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The earliest published list that differs, its player, and the first match by which the player can differ.

    `match` is the place of that player's first match since their last line that agreed, whether it is rated or not; None
    where they have none, so that the past results lack one, or the player started with another rating.
    """

    published: PublishedRating
    computed: int
    match: int | None


@dataclass(frozen=True, slots=True)
class Reproduction:
    """How far a candidate reproduces what was published.

    `agreed` of `lines` are equal when rounded as published; an end that lies between two digits may be rounded either way.
    `digits` is the number of digits after the point to which every line agrees; None where not even whole points do.
    `greatest` is the greatest difference in points.
    """

    candidate: FormulaTrial
    lines: int
    agreed: int
    digits: int | None
    greatest: Fraction
    first: FirstDifference | None


def reproduction(
    candidate: FormulaTrial,
    players: RatingColumns,
    matches: MatchColumns,
    published: Iterable[PublishedRating],
) -> Reproduction:
    """Return how far a candidate that starts with these players reproduces lists; matches are in their order by day.

    A list as of a day holds the matches of that day.
    """
    places = np.flatnonzero(candidate.is_counted)
    columns = MatchColumns(*(column[places] for column in _columns(matches)))
    changes = changes_by_match(candidate.formula, players, columns, by_group=candidate.by_group)
    lines = sorted(published, key=lambda line: (line.day, line.player))
    own = list(_ratings_on(players, columns, changes, lines))
    differences = [
        abs(Fraction(rating, UNITS) - Fraction(line.rating)) for line, rating in zip(lines, own, strict=True)
    ]
    is_agreed = [
        difference <= _half(line.rating) for line, difference in zip(lines, differences, strict=True)
    ]
    greatest = max(differences, default=Fraction(0))
    return Reproduction(
        candidate,
        len(lines),
        sum(is_agreed),
        _digits(lines, differences),
        greatest,
        _first_difference(lines, own, is_agreed, matches),
    )


def _columns(matches: MatchColumns) -> tuple[Ints, ...]:
    return matches.winner, matches.loser, matches.length, matches.group, matches.day


def _ratings_on(
    players: RatingColumns, matches: MatchColumns, changes: ChangeColumns, lines: Sequence[PublishedRating]
) -> Iterable[int]:
    """Yield the rating of each line's player on its day; lines are in the order of their days."""
    ratings, start = players.rating.copy(), 0
    for day, of_day in groupby(lines, key=lambda line: line.day):
        end = int(np.searchsorted(matches.day, day, side="right"))
        np.add.at(ratings, matches.winner[start:end], changes.gain[start:end])
        np.add.at(ratings, matches.loser[start:end], changes.loss[start:end])
        start = end
        yield from (int(ratings[line.player]) for line in of_day)


def _half(rating: Decimal) -> Fraction:
    """Return half a unit of the last digit as published."""
    return Fraction(1, 2 * 10 ** _digits_of(rating))


def _digits_of(rating: Decimal) -> int:
    exponent = rating.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _digits(lines: Sequence[PublishedRating], differences: Sequence[Fraction]) -> int | None:
    """Return to how many digits every line agrees; one published with fewer digits says nothing of further ones."""
    digits_alike = None
    for digits in range(_DIGITS + 1):
        differences_of_lines = [
            difference
            for line, difference in zip(lines, differences, strict=True)
            if _digits_of(line.rating) >= digits
        ]
        if not differences_of_lines or max(differences_of_lines) > Fraction(1, 2) / 10**digits:
            break
        digits_alike = digits
    return digits_alike


def _first_difference(
    lines: Sequence[PublishedRating],
    ratings: Sequence[int],
    is_agreed: Sequence[bool],
    matches: MatchColumns,
) -> FirstDifference | None:
    """Return the difference of the earliest list whose match comes first."""
    last_agreed: dict[int, int] = {}
    candidates: list[FirstDifference] = []
    for line, rating, agrees in zip(lines, ratings, is_agreed, strict=True):
        if candidates and line.day != candidates[0].published.day:
            break
        if agrees:
            last_agreed[line.player] = line.day
            continue
        since = int(np.searchsorted(matches.day, last_agreed.get(line.player, 0), side="right"))
        until = int(np.searchsorted(matches.day, line.day, side="right"))
        is_of_player = (matches.winner[since:until] == line.player) | (
            matches.loser[since:until] == line.player
        )
        own = np.flatnonzero(is_of_player)
        match = since + int(own[0]) if len(own) else None
        candidates.append(FirstDifference(line, rating, match))
    known = [one for one in candidates if one.match is not None]
    return min(known or candidates, key=_by_match, default=None)


def _by_match(difference: FirstDifference) -> tuple[int, int]:
    return (-1 if difference.match is None else difference.match, difference.published.player)
