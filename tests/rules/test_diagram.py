"""Diagrams as SVG: their content, accessibility and content security policy."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cube import Cube
from rules.diagram import PALETTES, PRINT, Palette, state_svg, svg
from rules.match import Side
from rules.position import OUTSIDE, Position
from rules.state import State
from rules.variant import DUTCH

from .boards import counts, positions
from .states import plays

ONE, TWO = Side.ONE, Side.TWO
START = Position.start()
NAMESPACE = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 644, 500


def parse(drawing: str) -> ET.Element:
    """The drawing as a tree; it must be well-formed."""
    return ET.fromstring(drawing)  # noqa: S314 - what we drew ourselves


def groups(drawing: str, name: str) -> list[ET.Element]:
    """The parts of the drawing with this class."""
    return [part for part in parse(drawing).iter() if part.get("class") == name]


def group(drawing: str, name: str) -> ET.Element:
    """The only part of the drawing with this class."""
    (element,) = groups(drawing, name)
    return element


def shapes(part: ET.Element, tag: str) -> list[ET.Element]:
    """The shapes of one kind in a part."""
    return list(part.iter(NAMESPACE + tag))


def texts(drawing: str, name: str) -> list[str]:
    """The texts in the parts with this class."""
    return [text.text or "" for part in groups(drawing, name) for text in shapes(part, "text")]


def places(drawing: str, side: Side) -> list[tuple[float, float]]:
    """Where the checkers of a side lie on the board."""
    checkers = group(drawing, f"checkers side-{side}")
    return [(float(shape.get("cx", "")), float(shape.get("cy", ""))) for shape in shapes(checkers, "circle")]


def slices(drawing: str, side: Side) -> list[tuple[float, float]]:
    """Where the checkers of a side lie on their edge: their upper left corners."""
    rects = shapes(group(drawing, f"checkers side-{side}"), "rect")
    return [(float(rect.get("x", "")), float(rect.get("y", ""))) for rect in rects]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """How much two colours differ in lightness alone, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@given(positions())
def test_every_checker_is_shown_or_counted(position: Position) -> None:
    drawing = svg(position, title="board")
    for side, own in ((ONE, position.own), (TWO, position.opp)):
        assert len(places(drawing, side)) == sum(min(n, 5) for n in own[1:25]) + min(own[25], 4)
        assert len(set(places(drawing, side))) == len(places(drawing, side))
        assert len(slices(drawing, side)) == own[0]
        # Each has its ring, except where a number stands.
        stacks = sum(n > 5 for n in own[1:25]) + (own[25] > 4)
        rings = [
            ring for ring in groups(drawing, "rings") if ring.get("stroke") == PALETTES["light"].of(side).mark
        ]
        circles = [shape for ring in rings for shape in shapes(ring, "circle") if shape.get("r") == "12.5"]
        assert len(circles) == len(places(drawing, side)) - stacks
    assert not set(places(drawing, ONE)) & set(places(drawing, TWO))
    for shape in parse(drawing).iter(NAMESPACE + "circle"):
        assert 0 < float(shape.get("cx", "")) < WIDTH
        assert 0 < float(shape.get("cy", "")) < HEIGHT


@pytest.mark.parametrize("number", range(1, 16))
def test_a3_one_to_fifteen_checkers_on_a_point_are_shown_and_counted(number: int) -> None:
    drawing = svg(Position(counts(p6=number), counts(p1=1)), title="t")
    assert len(places(drawing, ONE)) == min(number, 5)
    assert texts(drawing, "count") == ([str(number)] if number > 5 else [])


def test_checkers_of_a_stack_touch_and_do_not_overlap() -> None:
    for position in (Position(counts(p6=5), counts(p1=1)), Position(counts(bar=4), counts(p1=1))):
        stack = sorted(y for _, y in places(svg(position, title="t"), ONE))
        assert {high - low for low, high in pairwise(stack)} == {38}


@pytest.mark.parametrize("number", [1, 15])
def test_checkers_borne_off_lie_beside_the_home_and_are_counted(number: int) -> None:
    drawing = svg(Position(counts(off=number, p1=1), counts(p1=1)), title="t")
    assert texts(drawing, "off") == [str(number)]
    assert all(x > 584 and 250 < y < 472 for x, y in slices(drawing, ONE))
    assert len(set(slices(drawing, ONE))) == number


def test_v3_checkers_that_have_not_entered_lie_on_the_other_side() -> None:
    start = Position.start(DUTCH)
    drawing = svg(start, title="t", labels=("0/5\n−5", "0/5\n−5"))
    assert texts(drawing, "off") == ["15", "15"]
    assert texts(drawing, "label") == ["0/5", "−5", "375", "0/5", "−5", "375"]
    below, above = slices(drawing, ONE), slices(drawing, TWO)
    assert len(set(below)) == len(set(above)) == 15
    assert all(x < 60 and 260 < y < 450 for x, y in below)
    assert all(x < 60 and 50 < y < 240 for x, y in above)
    assert len(shapes(group(drawing, "tray"), "rect")) == 4
    assert len(shapes(group(svg(START, title="t"), "tray"), "rect")) == 2


def test_the_bottom_side_bears_off_on_the_lower_right() -> None:
    position = Position(counts(off=1, p1=1, p24=1), counts(p2=1))
    drawing = svg(position, title="t")
    (low, high) = sorted(places(drawing, ONE), key=lambda spot: -spot[1])
    assert low[0] == high[0] > 500
    assert low[1] > 400 > 100 > high[1]
    other_way = svg(position, title="t", bottom=TWO)
    assert places(other_way, TWO) == places(drawing, ONE)


@given(positions())
def test_a5_a_mirrored_board_has_its_home_on_the_left(position: Position) -> None:
    usual, mirror = (svg(position, title="t", is_mirrored=mirrored) for mirrored in (False, True))
    for side in Side:
        assert places(mirror, side) == [(WIDTH - x, y) for x, y in places(usual, side)]
        assert slices(mirror, side) == [(WIDTH - 38 - x, y) for x, y in slices(usual, side)]
    assert texts(mirror, "number") == texts(usual, "number")
    numbers = [float(text.get("x", "")) for text in shapes(group(mirror, "number"), "text")]
    assert numbers[0] < 100 < 500 < numbers[11]


def test_a_strict_content_policy_has_nothing_to_stop() -> None:
    drawing = svg(
        START, title="t", dice=(6, 6), turn=ONE, cube=Cube(), play=[(24, 18)] * 4, labels=("3/7\n−4", "")
    )
    for word in ("style", "<script", " on", "href", "url(", "@import", "<image", "<foreignObject"):
        assert word not in drawing
    assert set(re.findall(r'font-family="([^"]*)"', drawing)) == {"system-ui,sans-serif"}


@given(positions())
def test_a_drawing_has_at_most_14_kb(position: Position) -> None:
    play = [(24, 18)] * 4
    drawing = svg(
        position, title="t", dice=(6, 6), turn=ONE, cube=Cube(), play=play, labels=("13/15", "11/15")
    )
    assert len(drawing.encode()) < 14_000


def test_the_texts_are_the_callers_and_are_escaped() -> None:
    drawing = svg(
        START, title="<A> & B", description='"6-4"', labels=("3/7", "<5>\n&"), note="<&>", ident='b"2'
    )
    root = parse(drawing)
    assert root.get("aria-labelledby") == 'b"2-title b"2-description'
    assert root.findtext(f"{NAMESPACE}title") == "<A> & B"
    assert root.findtext(f"{NAMESPACE}desc") == '"6-4"'
    assert texts(drawing, "label") == ["3/7", "167", "<5>", "&", "167"]
    assert group(drawing, "note").text == "<&>"


def test_a1_the_points_carry_the_numbers_of_either_side() -> None:
    upwards = [str(point) for point in range(1, 25)]
    assert texts(svg(START, title="t"), "number") == upwards
    assert texts(svg(START, title="t", numbering=ONE), "number") == upwards
    assert texts(svg(START, title="t", numbering=TWO), "number") == upwards[::-1]
    assert texts(svg(START, title="t", numbering=TWO, bottom=TWO), "number") == upwards


@pytest.mark.parametrize(("turn", "is_right"), [(ONE, True), (TWO, False)])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_dice_lie_on_the_right_of_the_side_that_rolled(turn: Side, is_right: bool, is_mirrored: bool) -> None:
    drawing = svg(START, title="t", dice=(6, 3), turn=turn, is_mirrored=is_mirrored)
    element = group(drawing, f"die side-{turn}")
    assert len(shapes(element, "circle")) == 9
    assert all(
        (float(die.get("x", "")) > WIDTH / 2) is (is_right != is_mirrored) for die in shapes(element, "rect")
    )
    assert not groups(drawing, "turn")


@pytest.mark.parametrize(("turn", "is_low"), [(ONE, True), (TWO, False)])
def test_without_a_roll_a_triangle_marks_whose_turn_it_is(turn: Side, is_low: bool) -> None:
    mark = group(svg(START, title="t", turn=turn), "turn").get("d", "")
    x, y = (float(number) for number in re.findall(r"[\d.]+", mark)[:2])
    assert x > 580
    assert (y > 400) is is_low
    assert not groups(svg(START, title="t"), "turn")


def test_without_a_roll_or_a_cube_none_is_drawn() -> None:
    drawing = svg(START, title="t", turn=ONE)
    assert 'class="die' not in drawing
    assert 'class="cube' not in drawing
    assert not groups(drawing, "note")


@pytest.mark.parametrize(
    ("cube", "text", "x", "y"),
    [
        (Cube(), "64", 30, 250),
        (Cube(2, ONE), "2", 30, 428),
        (Cube(4, TWO), "4", 30, 72),
        (Cube(1, offered_by=ONE), "2", 180, 250),
        (Cube(64, TWO, offered_by=TWO), "128", 464, 250),
        (Cube(32768, TWO), "32768", 30, 72),
    ],
)
def test_the_cube_lies_in_the_middle_with_its_owner_or_before_who_must_answer(
    cube: Cube, text: str, x: int, y: int
) -> None:
    for is_mirrored in (False, True):
        element = group(svg(START, title="t", cube=cube, is_mirrored=is_mirrored), "cube")
        (face,) = shapes(element, "rect")
        (value,) = shapes(element, "text")
        assert value.text == text
        middle = WIDTH - x if is_mirrored else x
        assert (float(face.get("x", "")) + 20, float(face.get("y", "")) + 20) == (middle, y)


def ends(drawing: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Where each arrow starts and where its head ends."""
    arrows = group(drawing, "arrows")
    lines = [path.get("d", "") for path in arrows if path.get("class") == "arrow"]
    heads = [path.get("d", "") for path in arrows if path.get("stroke") is None and path.tag.endswith("path")]
    heads = [head for head in heads if head.endswith("z")]
    points = []
    for line, head in zip(lines, heads, strict=True):
        start, end = (tuple(map(float, re.findall(r"-?\d+", path)[:2])) for path in (line, head))
        points.append(((start[0], start[1]), (end[0], end[1])))
    return points


def is_near(spot: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether a spot lies on a checker with the other as its middle."""
    return (spot[0] - other[0]) ** 2 + (spot[1] - other[1]) ** 2 < 18.5**2


def test_arrows_lead_from_the_uppermost_checkers_to_where_they_come_to_stand() -> None:
    drawing = svg(START, title="t", turn=ONE, dice=(3, 1), play=[(8, 5), (6, 5)])
    (first, first_end), (second, second_end) = ends(drawing)
    eight, six = (
        min((y, x) for x, y in places(drawing, ONE) if x == column and y > 250) for column in (240, 364)
    )
    assert is_near(first, eight[::-1])
    assert is_near(second, six[::-1])
    assert (first_end, second_end) == ((404, 452), (404, 414))


def test_an_arrow_goes_on_where_the_one_before_it_ended() -> None:
    drawing = svg(START, title="t", turn=TWO, dice=(6, 5), play=[(24, 18), (18, 13)])
    (_, first_end), (second, second_end) = ends(drawing)
    assert is_near(second, first_end)
    # Side two is above, so that its points are those of the other side from the other end.
    assert second_end[1] > 250


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_arrows_come_from_the_bar_and_from_outside_and_go_off(is_mirrored: bool) -> None:
    position = Position(counts(bar=6, p1=1), counts(p1=1), (3, 0))
    drawing = svg(
        position,
        title="t",
        turn=ONE,
        dice=(6, 1),
        is_mirrored=is_mirrored,
        play=[(25, 19), (OUTSIDE, 24), (1, 0)],
    )
    (bar, _), (outside, _), (_, off) = ends(drawing)
    assert abs(bar[0] - WIDTH / 2) < 20
    assert (WIDTH - outside[0] if is_mirrored else outside[0]) < 60
    assert off[0] == (30 if is_mirrored else 614)


@given(
    positions(),
    st.lists(st.tuples(st.integers(0, 26), st.integers(0, 26)), max_size=4),
    st.sampled_from(Side),
)
def test_whatever_a_record_says_was_played_can_be_drawn(
    position: Position, play: list[tuple[int, int]], turn: Side
) -> None:
    drawing = svg(position, title="t", turn=turn, dice=(2, 1), play=play)
    paths = [path.get("d", "") for path in parse(drawing).iter(NAMESPACE + "path")]
    assert all(-WIDTH < number < WIDTH for path in paths for number in _places(path))


def _places(path: str) -> list[float]:
    """The numbers of a path; of a curve those on it, since the point that bends it may lie outside."""
    numbers = [float(number) for number in re.findall(r"-?\d+", path)]
    if "Q" not in path:
        return numbers
    start, bend, end = numbers[:2], numbers[2:4], numbers[4:]
    return [
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
        for t in (number / 16 for number in range(17))
        for a, b, c in zip(start, bend, end, strict=True)
    ]


def test_a_move_that_leads_nowhere_has_no_arrow() -> None:
    assert not ends(svg(START, title="t", turn=ONE, dice=(2, 1), play=[(6, 6)]))


def test_a_play_needs_a_side_that_makes_it() -> None:
    assert not groups(svg(START, title="t", play=[(8, 5)]), "arrows")


@given(plays())
def test_a_moment_is_drawn_with_its_score_and_cube(state: State) -> None:
    drawing = state_svg(state, title="t", palette=PRINT, ident="x")
    below, above = state.on_roll, state.on_roll.other
    titles = []
    for side, pips in ((below, state.position.pips), (above, state.position.opp_pips)):
        points = state.score[side is TWO]
        if state.length is not None:
            titles += [f"{points}/{state.length}", f"−{state.length - points}"]
        elif any(state.score):
            titles.append(str(points))
        titles.append(str(pips))
    assert texts(drawing, "label") == titles
    has_cube = state.length != 1 and not state.is_crawford
    assert len(groups(drawing, "cube")) == has_cube
    assert [note.text for note in groups(drawing, "note")] == ["Crawford"] * state.is_crawford
    assert len(groups(drawing, f"die side-{state.on_roll}")) == (state.dice is not None)


def test_a_moment_can_be_seen_from_either_side() -> None:
    state = State(Position(counts(p24=15), counts(p6=15)), TWO, (6, 5))
    assert places(state_svg(state, title="t"), TWO) == places(state_svg(state, title="t", bottom=TWO), TWO)
    assert places(state_svg(state, title="t", bottom=ONE), ONE) == places(
        svg(state.position.swapped(), title="t"), ONE
    )


def test_v3_dutch_backgammon_is_drawn_without_a_cube() -> None:
    assert not groups(state_svg(State(Position.start(DUTCH), length=5), title="t"), "cube")


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_sides_differ_in_lightness_and_pattern_and_every_text_can_be_read(palette: Palette) -> None:
    one, two = palette.one, palette.two
    assert contrast(one.face, two.face) >= 4.5
    for paint in (one, two, palette.cube):
        assert contrast(paint.face, paint.mark) >= 4.5
        for ground in (palette.frame, palette.field, palette.point, palette.other_point, palette.tray):
            assert max(contrast(paint.face, ground), contrast(paint.edge, ground)) >= 3
    assert contrast(palette.text, palette.frame) >= 4.5
    assert contrast(palette.number, palette.frame) >= 4.5
    assert contrast(palette.arrow, palette.arrow_edge) >= 4.5
    assert contrast(palette.point_edge, palette.field) >= 3
    drawing = svg(START, title="t", palette=palette)
    dots = [
        len([c for c in shapes(ring, "circle") if c.get("r") == "4"]) for ring in groups(drawing, "rings")
    ]
    assert dots == [0, 15]
    assert palette.field in drawing
