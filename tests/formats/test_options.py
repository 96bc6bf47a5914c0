"""Options are read strictly and come back as they were."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

import pytest

from tournaments.formats import FORMATS, FormatError, Options, Problem


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Sample(Options):
    VERSION: ClassVar[int] = 3

    colour: Colour = Colour.RED
    lives: int = field(default=2, metadata={"minimum": 1, "maximum": 4})
    points: int = 0
    is_open: bool = False


def test_absent_options_take_their_defaults() -> None:
    assert Sample.from_dict({}) == Sample()
    assert Sample.from_dict({"version": 3, "lives": 4}) == Sample(lives=4)


def test_what_was_stored_is_read_back() -> None:
    options = Sample(colour=Colour.BLUE, lives=1, points=-7, is_open=True)
    stored_options = options.to_dict()
    assert stored_options == {"version": 3, "colour": "blue", "lives": 1, "points": -7, "is_open": True}
    assert type(stored_options["colour"]) is str
    assert Sample.from_dict(stored_options) == options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"),
        ("colour", 1),
        ("lives", 0),
        ("lives", 5),
        ("lives", True),
        ("lives", "2"),
        ("lives", 2.0),
        ("is_open", 1),
        ("is_open", None),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(FormatError) as refusal:
        Sample.from_dict({name: value})
    assert refusal.value.problems == (Problem("invalid_option", {"option": name, "value": str(value)}),)


@pytest.mark.parametrize("version", [2, 4, "3", True, None])
def test_another_version_is_refused(version: object) -> None:
    with pytest.raises(FormatError) as refusal:
        Sample.from_dict({"version": version})
    assert refusal.value.problems == (
        Problem("unsupported_options_version", {"version": str(version), "supported": 3}),
    )


def test_version_one_is_not_read_from_a_truth_value() -> None:
    with pytest.raises(FormatError) as refusal:
        Options.from_dict({"version": True})
    assert refusal.value.code == "unsupported_options_version"


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(FormatError) as refusal:
        Sample.from_dict({"version": 1, "size": 3, "lives": 9})
    codes = [problem.code for problem in refusal.value.problems]
    assert codes == ["unsupported_options_version", "unknown_option", "invalid_option"]
    assert str(refusal.value) == "unsupported_options_version, unknown_option, invalid_option"


def test_options_of_another_format_are_a_mistake_of_the_caller() -> None:
    form = FORMATS["single_elimination"]
    with pytest.raises(TypeError, match="SingleEliminationOptions expected, not Sample"):
        form.draw([], seed="s", options=Sample())
