"""Where two lists of the same people differ: in ratings and places, and in what a match changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.ratings.lists import ChangeColumns, Ints, ListedPlayers
from tournaments.ratings.trials.moves import Flags, list_places


class PersonBeside(NamedTuple):
    """A person of one or both lists: rating and place in each; None where the list has no such person or place."""

    key: int
    rating: int | None
    place: int | None
    other_rating: int | None
    other_place: int | None

    @property
    def distance(self) -> int | None:
        """By how much the ratings differ; None for a person of one list alone."""
        if self.rating is None or self.other_rating is None:
            return None
        return abs(self.other_rating - self.rating)


@dataclass(frozen=True, slots=True)
class MatchChanges:
    """The rated matches of a list by their numbers, with their days and what each changed."""

    number: Ints
    day: Ints
    changes: ChangeColumns


def people_beside(
    one: ListedPlayers, other: ListedPlayers, *, placed: tuple[Flags, Flags]
) -> list[PersonBeside]:
    """Return everybody of either list, the greatest difference first, then by key; `placed` says who has a place.

    Who is in one list alone follows, those of `one` before those of `other`, the highest rating first.
    """
    sides = [_by_key(players, flags) for players, flags in zip((one, other), placed, strict=True)]
    nobody = (None, None)
    people = [
        PersonBeside(key, *sides[0].get(key, nobody), *sides[1].get(key, nobody))
        for key in sides[0].keys() | sides[1].keys()
    ]
    return sorted(people, key=_in_order)


def differing_matches(one: MatchChanges, other: MatchChanges) -> Ints:
    """Return the numbers of those matches of the earliest day that both lists rate and that change them differently."""
    _shared, at_one, at_other = np.intersect1d(
        one.number, other.number, assume_unique=True, return_indices=True
    )
    is_other = (one.changes.gain[at_one] != other.changes.gain[at_other]) | (
        one.changes.loss[at_one] != other.changes.loss[at_other]
    )
    return _earliest(one.number[at_one[is_other]], one.day[at_one[is_other]])


def unshared_matches(one: MatchChanges, other: MatchChanges) -> Ints:
    """Return the numbers of those matches of the earliest day that one of the two lists rates alone."""
    number, day = (
        np.concatenate(
            (
                mine[~np.isin(one.number, other.number)],
                theirs[~np.isin(other.number, one.number)],
            )
        )
        for mine, theirs in ((one.number, other.number), (one.day, other.day))
    )
    return _earliest(number, day)


def _earliest(number: Ints, day: Ints) -> Ints:
    """Return the numbers of the earliest day; a match without a day, of ordinal 0, comes last."""
    if not len(number):
        return number
    in_order = np.where(day == 0, np.iinfo(np.int64).max, day)
    earliest: Ints = number[in_order == in_order.min()]
    return earliest


def _by_key(players: ListedPlayers, has_place: Flags) -> dict[int, tuple[int, int | None]]:
    places = list_places(players.ratings, has_place).tolist()
    rows = zip(players.key.tolist(), players.ratings.rating.tolist(), places, strict=True)
    return {key: (rating, place or None) for key, rating, place in rows}


def _in_order(person: PersonBeside) -> tuple[int, int, int]:
    if person.distance is not None:
        return 0, -person.distance, person.key
    if person.rating is not None:
        return 1, -person.rating, person.key
    return 2, -(person.other_rating or 0), person.key
