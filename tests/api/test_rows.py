"""What a response reads of its row is compared with the annotations of the row when its class is made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pytest

from matches.models import Match, Report, Side
from tournaments.api.response import Response, given, of, render
from tournaments.api.rows import UnknownAttribute, kinds_at
from tournaments.models import Merge


@dataclass(frozen=True)
class Club:
    """A club, and who leads it, if anybody does."""

    name: str
    size: int
    leader: Person | None = None


@dataclass(frozen=True)
class Person:
    """A person."""

    name: str
    club: Club


class PersonResponse(Response, row=Person):
    """A person."""

    name: str


def test_a_path_leads_through_dataclasses_models_and_properties() -> None:
    assert kinds_at(Person, "club.size") == [int]
    assert kinds_at(Report, "match.one") == [Side]
    assert kinds_at(Match, "length") == [int]
    assert kinds_at(Merge, "is_waiting") == [bool]


def test_a_step_that_may_be_null_makes_the_value_nullable() -> None:
    assert kinds_at(Person, "club.leader.name") == [str, type(None)]
    assert kinds_at(Match, "final_at") == [datetime, type(None)]


def test_an_attribute_that_no_row_has_is_named() -> None:
    with pytest.raises(UnknownAttribute, match="Club has no 'city'"):
        kinds_at(Person, "club.city")


def test_a_field_without_its_attribute_fails_by_name_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="Nowhere cannot be read: city: Club has no 'city'"):

        class Nowhere(Response, row=Club):
            """A club."""

            city: str


def test_what_may_be_null_is_shown_as_nullable() -> None:
    with pytest.raises(TypeError, match=r"leader: 'leader.name' may be null"):

        class Led(Response, row=Club):
            """A club."""

            leader: str = of("leader.name")


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match=r"size: 'size' is .*int.*, not .*str"):

        class Sized(Response, row=Club):
            """A club."""

            size: str


def test_a_response_in_a_response_is_of_the_row_that_it_names() -> None:
    class Led(Response, row=Club):
        """A club."""

        leader: PersonResponse | None

    assert render(Led, Club("Lyon", 3, Person("Ann", Club("Lyon", 3)))) == {"leader": {"name": "Ann"}}
    with pytest.raises(TypeError, match=r"club: 'club' is .*Club.*, not .*PersonResponse"):

        class Wrong(Response, row=Person):
            """A person."""

            club: PersonResponse


def test_a_response_of_two_classes_of_rows_is_compared_with_both() -> None:
    with pytest.raises(TypeError, match="size: Person has no 'size'"):

        class Either(Response, row=Club | Person):
            """A club or a person."""

            size: int


def test_a_field_that_is_given_is_never_read_and_never_forgotten() -> None:
    class Numbered(PersonResponse):
        """A person with a number."""

        number: int = given()

    row = Person("Ann", Club("Lyon", 3))
    assert render(Numbered, Numbered.from_row(row, number=7)) == {"name": "Ann", "number": 7}
    for forgotten in (lambda: Numbered.from_row(row), lambda: render(Numbered, row)):
        with pytest.raises(TypeError, match="Person has no 'number': the field is given"):
            forgotten()


def test_a_response_that_names_no_row_is_made_of_values_alone() -> None:
    class Plain(Response):
        """A name."""

        name: str

    assert render(Plain, {"name": "Ann"}) == render(Plain, Plain(name="Ann")) == {"name": "Ann"}
    with pytest.raises(TypeError, match="Plain names no row, and is to show a Person"):
        render(Plain, Person("Ann", Club("Lyon", 3)))


def _people(_club: Club) -> tuple[Club, ...]:
    """Nobody."""
    return ()


def test_what_a_function_answers_is_compared_too() -> None:
    with pytest.raises(TypeError, match=r"people: its function answers .*Club.*, not .*PersonResponse"):

        class Full(Response, row=Club):
            """A club with its people."""

            people: list[PersonResponse] = of(get=_people)
