"""Random moments of matches for the tests of position notations."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.cube import Cube
from rules.game import Result
from rules.match import Side
from rules.position import Position
from rules.state import Phase, State

from .boards import dice, positions

sides = st.sampled_from(Side)


@st.composite
def full_positions(draw: st.DrawFn) -> Position:
    """Random boards on which each side has fifteen checkers, the borne-off ones counted."""
    position = draw(positions())
    own, opp = ((15 - sum(side[1:]), *side[1:]) for side in (position.own, position.opp))
    return Position(own, opp)


@st.composite
def offered_cubes(draw: st.DrawFn, on_roll: Side) -> Cube:
    """Random cubes that wait for an answer: doubled, beavered, or turned once more after that."""
    value, keeper = 1 << draw(st.integers(0, 15)), on_roll.other
    if draw(st.booleans()):
        return Cube(value, draw(st.sampled_from([None, on_roll])), offered_by=on_roll)
    return Cube(value, keeper, offered_by=draw(sides), beavered_by=keeper)


@st.composite
def resting_cubes(draw: st.DrawFn) -> Cube:
    """Random cubes that nobody has just turned, as high as every notation can tell them."""
    return Cube(1 << draw(st.integers(0, 15)), draw(st.sampled_from([None, *Side])))


@st.composite
def scores(draw: st.DrawFn, phase: Phase) -> tuple[int | None, tuple[int, int], bool]:
    """A length or money play, a score that fits it, and whether this is the Crawford game."""
    if draw(st.booleans()):
        return None, draw(st.tuples(st.integers(0, 999), st.integers(0, 999))), False
    length = draw(st.integers(1, 99))
    is_over = phase not in {Phase.NOT_STARTED, Phase.PLAYING}
    one = draw(st.integers(0, length if is_over else length - 1))
    two = draw(st.integers(0, length - 1))
    score = draw(st.permutations([one, two]))
    is_crawford = length > 1 and max(score) == length - 1 and draw(st.booleans())
    return length, (score[0], score[1]), is_crawford


@st.composite
def states(draw: st.DrawFn) -> State:
    """Random moments of any phase that contradict themselves in nothing."""
    phase = draw(st.sampled_from([Phase.PLAYING, *Phase]))
    on_roll = draw(sides)
    offers = {Phase.DROPPED: ["double"], Phase.RESIGNED: ["resignation"]}
    offers[Phase.PLAYING] = ["nothing", "nothing", "double", "resignation"]
    offer = draw(st.sampled_from(offers.get(phase, ["nothing"])))
    is_doubled = offer == "double"
    resignation = (draw(sides), draw(st.sampled_from(Result))) if offer == "resignation" else None
    length, score, is_crawford = draw(scores(phase))
    return State(
        draw(full_positions()),
        on_roll,
        dice=None if is_doubled else draw(st.none() | dice),
        cube=draw(offered_cubes(on_roll) if is_doubled else resting_cubes()),
        length=length,
        score=score,
        is_crawford=is_crawford,
        jacoby=length is None and draw(st.booleans()),
        resignation=resignation,
        phase=phase,
    )


@st.composite
def plays(draw: st.DrawFn) -> State:
    """Random moments that every notation can tell: a game going on, and no other offer than a double."""
    on_roll = draw(sides)
    value = 1 << draw(st.integers(0, 15))
    owner = None if value == 1 else draw(sides)
    is_offered = owner is not on_roll.other and draw(st.booleans())
    length, score, is_crawford = draw(scores(Phase.PLAYING))
    return State(
        draw(full_positions()),
        on_roll,
        dice=None if is_offered else draw(st.none() | dice),
        cube=Cube(value, owner, offered_by=on_roll if is_offered else None),
        length=length,
        score=score,
        is_crawford=is_crawford,
    )
