"""The drawn board: everything on it, nothing that a strict content policy would stop."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from rules.cube import Cube
from rules.diagram import svg
from rules.match import Side
from rules.position import Position

from .boards import counts, positions

ONE, TWO = Side.ONE, Side.TWO
NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(drawing: str) -> ET.Element:
    """The drawing as a tree; it must be well-formed."""
    return ET.fromstring(drawing)  # noqa: S314 - what we drew ourselves


def group(drawing: str, name: str) -> ET.Element:
    """The part of the drawing with this class."""
    (found,) = [part for part in parsed(drawing) if part.get("class") == name]
    return found


def shapes(part: ET.Element, tag: str) -> list[ET.Element]:
    """The shapes of one kind in a part."""
    return list(part.iter(NAMESPACE + tag))


def places(drawing: str, side: Side) -> list[tuple[int, int]]:
    """Where the checkers of a side lie on the board."""
    checkers = group(drawing, f"checkers side-{side}")
    return [(int(circle.get("cx", "")), int(circle.get("cy", ""))) for circle in shapes(checkers, "circle")]


@given(positions())
def test_every_checker_is_shown_or_counted(position: Position) -> None:
    drawing = svg(position, title="board")
    for side, own in ((ONE, position.own), (TWO, position.opp)):
        assert len(places(drawing, side)) == sum(min(n, 5) for n in own[1:25]) + min(own[25], 4)
        assert len(set(places(drawing, side))) == len(places(drawing, side))
        off = shapes(group(drawing, f"checkers side-{side}"), "rect")
        assert len(off) == own[0]
    assert not set(places(drawing, ONE)) & set(places(drawing, TWO))
    for shape in parsed(drawing).iter(NAMESPACE + "circle"):
        assert 0 < float(shape.get("cx", "")) < 628
        assert 0 < float(shape.get("cy", "")) < 494


@pytest.mark.parametrize("number", range(6, 16))
def test_more_than_five_checkers_on_a_point_are_told_by_a_number(number: int) -> None:
    position = Position(counts(p6=number), counts(p1=1))
    told = [part.text for part in shapes(parsed(svg(position, title="t")), "text")]
    assert told.count(str(number)) == 2  # On the stack and at the point of that number.


def test_the_bottom_side_bears_off_on_the_lower_right() -> None:
    position = Position(counts(off=1, p1=1, p24=1), counts(p2=1))
    drawing = svg(position, title="t")
    (low, high) = sorted(places(drawing, ONE), key=lambda spot: -spot[1])
    assert low[0] == high[0] > 500
    assert low[1] > 400 > 100 > high[1]
    turned = svg(position, title="t", bottom=TWO)
    assert places(turned, TWO) == places(drawing, ONE)


def test_a_strict_content_policy_has_nothing_to_stop() -> None:
    drawing = svg(Position.start(), title="t", dice=(6, 6), turn=ONE, cube=Cube())
    assert "style" not in drawing
    assert "<script" not in drawing
    assert " on" not in drawing
    assert len(drawing.encode()) < 10_000


def test_the_texts_are_the_callers_and_are_escaped() -> None:
    drawing = svg(Position.start(), title="<A> & B", description='"6-4"', labels=("3/7", "<5>"), ident="b2")
    root = parsed(drawing)
    assert root.get("aria-labelledby") == "b2-title b2-description"
    assert root.findtext(f"{NAMESPACE}title") == "<A> & B"
    assert root.findtext(f"{NAMESPACE}desc") == '"6-4"'
    labels = [text.text for text in shapes(group(drawing, "label"), "text")]
    assert labels == ["3/7", "167", "<5>", "167"]


def test_the_points_carry_the_bottom_sides_numbers() -> None:
    numbers = [text.text for text in shapes(group(svg(Position.start(), title="t"), "number"), "text")]
    assert numbers == [str(point) for point in range(1, 25)]


@pytest.mark.parametrize(("turn", "is_right"), [(ONE, True), (TWO, False)])
def test_dice_lie_on_the_right_of_the_side_that_rolled(turn: Side, is_right: bool) -> None:
    dice = group(svg(Position.start(), title="t", dice=(6, 3), turn=turn), f"die side-{turn}")
    assert len(shapes(dice, "circle")) == 9
    assert all((int(die.get("x", "")) > 314) is is_right for die in shapes(dice, "rect"))


def test_without_a_roll_or_a_cube_none_is_drawn() -> None:
    drawing = svg(Position.start(), title="t", turn=ONE)
    assert 'class="die' not in drawing
    assert 'class="cube' not in drawing


@pytest.mark.parametrize(
    ("cube", "text", "x", "y"),
    [
        (Cube(), "64", 27, 247),
        (Cube(2, ONE), "2", 27, 446),
        (Cube(4, TWO), "4", 27, 48),
        (Cube(1, offered_by=ONE), "2", 174, 247),
        (Cube(64, TWO, offered_by=TWO), "128", 454, 247),
    ],
)
def test_the_cube_lies_in_the_middle_with_its_owner_or_before_who_must_answer(
    cube: Cube, text: str, x: int, y: int
) -> None:
    drawn = group(svg(Position.start(), title="t", cube=cube), "cube")
    (face,) = shapes(drawn, "rect")
    (value,) = shapes(drawn, "text")
    assert value.text == text
    assert (int(face.get("x", "")) + 19, int(face.get("y", "")) + 19) == (x, y)
