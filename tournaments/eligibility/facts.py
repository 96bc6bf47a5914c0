"""The facts of a player by which it is decided whether a division is open to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

# Ratings are whole numbers of billionths of a point, as in `tournaments.ratings`.
UNITS = 10**9


class OfficialRating(NamedTuple):
    """A player's line of an official list as of `day`: the rating in billionths, and the position from 1."""

    day: date
    rating: int
    position: int


class DivisionWin(NamedTuple):
    """The place of a player in a division that ended on `day`; `division` is its name in the rules."""

    day: date
    division: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """What lists and earlier events say of a player; ratings in billionths of a point.

    `rating` is that of the list which the event uses, None for a player who is not on it. `history` holds the rating
    after each rated match, the oldest first. `official` and `places` may be in any order.
    """

    rating: int | None = None
    experience: int = 0
    history: tuple[int, ...] = ()
    official: tuple[OfficialRating, ...] = ()
    places: tuple[DivisionWin, ...] = ()
