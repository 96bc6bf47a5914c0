"""Two lists side by side: people against sets, matches against a loop, and what always holds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.lists import ChangeColumns, ListedPlayers, ints
from tournaments.ratings.trials import (
    MatchChanges,
    PersonBeside,
    differing_matches,
    people_beside,
    unshared_matches,
)

People = dict[int, tuple[int, bool]]
"""The rating of each person, and whether there is a place."""
Matches = dict[int, tuple[int, int, int]]
"""The day of each match, with what winner and loser gained."""

_people = st.dictionaries(st.integers(1, 12), st.tuples(st.integers(0, 6), st.booleans()), max_size=10)
_matches = st.dictionaries(
    st.integers(1, 12), st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(-2, 0)), max_size=10
)


def beside(one: People, other: People) -> list[PersonBeside]:
    """Both lists as columns, compared."""
    sides = []
    for people in (one, other):
        players = ListedPlayers.newcomers({key: (rating, 0) for key, (rating, _placed) in people.items()})
        sides.append((players, np.array([people[key][1] for key in sorted(people)], dtype=bool)))
    return people_beside(sides[0][0], sides[1][0], placed=(sides[0][1], sides[1][1]))


def columns(matches: Matches) -> MatchChanges:
    """Matches as columns."""
    numbers = sorted(matches)
    day, gain, loss = (ints([matches[number][place] for number in numbers]) for place in range(3))
    return MatchChanges(ints(numbers), day, ChangeColumns(gain, loss))


@given(_people, _people)
def test_everybody_stands_in_both_lists_as_in_each_alone(one: People, other: People) -> None:
    people = {person.key: person for person in beside(one, other)}
    assert people.keys() == one.keys() | other.keys()
    for key, person in people.items():
        for side, rating, place in (
            (one, person.rating, person.place),
            (other, person.other_rating, person.other_place),
        ):
            assert rating == (side[key][0] if key in side else None)
            better = [value for value, placed in side.values() if placed and value > (rating or 0)]
            assert place == (len(better) + 1 if key in side and side[key][1] else None)


@given(_people, _people)
def test_the_other_way_round_everything_is_turned_and_the_differences_stay_in_order(
    one: People, other: People
) -> None:
    people = beside(one, other)
    turned = {person.key: person for person in beside(other, one)}
    for person in people:
        assert turned[person.key] == PersonBeside(
            person.key, person.other_rating, person.other_place, person.rating, person.place
        )
    distances = [person.distance for person in people if person.distance is not None]
    assert distances == sorted(distances, reverse=True)
    assert [person.distance is None for person in people] == sorted(
        person.distance is None for person in people
    )


@given(_people, _matches)
def test_a_list_does_not_differ_from_itself(people: People, matches: Matches) -> None:
    assert all(
        person.distance == 0 and person.place == person.other_place for person in beside(people, people)
    )
    own = columns(matches)
    assert not len(differing_matches(own, own))
    assert not len(unshared_matches(own, own))


@given(_matches, _matches)
def test_the_first_matches_that_differ_are_those_that_a_loop_finds(one: Matches, other: Matches) -> None:
    # A match is of one day, whichever list has it.
    other = {number: (one.get(number, row)[0], *row[1:]) for number, row in other.items()}
    both, sides = one | other, (columns(one), columns(other))

    def earliest(numbers: set[int]) -> list[int]:
        days = {number: both[number][0] or 99 for number in numbers}
        return sorted(number for number in numbers if days[number] == min(days.values()))

    differing = earliest({number for number in one.keys() & other.keys() if one[number] != other[number]})
    assert differing_matches(*sides).tolist() == differing
    assert sorted(differing_matches(*reversed(sides)).tolist()) == differing
    alone = earliest(one.keys() ^ other.keys())
    assert sorted(unshared_matches(*sides).tolist()) == alone
    assert sorted(unshared_matches(*reversed(sides)).tolist()) == alone


def test_places_of_who_has_none_are_not_counted() -> None:
    assert beside({1: (5, True), 2: (9, False)}, {1: (5, True)})[0].place == 1
