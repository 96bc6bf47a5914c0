"""What another formula or other counting rules would move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.lists import Ints, RatingColumns

Flags = NDArray[np.bool_]


class PlayerMove(NamedTuple):
    """A player in two lists: both ratings in billionths, and both places from 1, None where the player is unlisted."""

    player: int
    rating: int
    other_rating: int
    place: int | None
    other_place: int | None


def player_moves(
    one: RatingColumns, other: RatingColumns, *, has_place: tuple[Flags, Flags] | None = None
) -> list[PlayerMove]:
    """Return who is in either list, the greatest difference of ratings first, then by player.

    `has_place` says who has a place in each list, those with a match when absent. Equal ratings share the best place.
    """
    first, second = has_place or (one.matches > 0, other.matches > 0)
    places = list_places(one, first), list_places(other, second)
    players = np.flatnonzero((one.matches > 0) | (other.matches > 0) | first | second)
    moves = [
        PlayerMove(
            player,
            int(one.rating[player]),
            int(other.rating[player]),
            int(places[0][player]) or None,
            int(places[1][player]) or None,
        )
        for player in players.tolist()
    ]
    return sorted(moves, key=lambda move: (-abs(move.other_rating - move.rating), move.player))


def list_places(players: RatingColumns, has_place: Flags) -> Ints:
    """Return the place of each player by rating, 0 without one."""
    members = np.flatnonzero(has_place)
    ratings = players.rating[members]
    places = np.zeros(len(players), dtype=np.int64)
    places[members] = len(members) - np.searchsorted(np.sort(ratings), ratings, side="right") + 1
    return places
