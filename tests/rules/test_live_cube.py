"""Live and dead doubles, compared with playing out every match."""

from __future__ import annotations

from itertools import product

import pytest

from rules.live_cube import largest_live_cube, live_doubles, winning_totals
from rules.match import MatchScore, Side
from rules.scoresheet import Conditions, LengthChange, Penalty

ONE, TWO = Side.ONE, Side.TWO
# More than any live cube of the short matches below; dead ones are left out by `is_live`.
CUBES = (1, 2, 4, 8, 16, 32)


def is_live(away: dict[Side, int], cube: int) -> bool:
    """Whether some row of alternating doubles, each of use to its doubler, ends at this cube (E2, E6)."""
    doubles = cube.bit_length() - 1
    return any(
        all(2**number < away[(first, first.other)[number % 2]] for number in range(doubles)) for first in Side
    )


def ends_of(conditions: Conditions) -> set[tuple[Side, int, int]]:
    """Every end of a match by live cubes, as winner, total and loser's points, game after game."""
    ends: set[tuple[Side, int, int]] = set()
    start = {ONE: conditions.start_score[0], TWO: conditions.start_score[1]}
    waiting = [(start, conditions.length, False, 0)]
    keys = set()
    while waiting:
        points, length, crawford_done, game = waiting.pop()
        key = (points[ONE], points[TWO], length, crawford_done, game)
        if key in keys:
            continue
        keys.add(key)
        lengths = [change.length for change in conditions.length_changes if change.before_game == game]
        length = lengths[0] if lengths else length
        if lengths and length <= max(points.values()):
            continue
        points = {
            side: points[side]
            + sum(
                penalty.points
                for penalty in conditions.penalties
                if (penalty.before_game, penalty.to) == (game, side)
            )
            for side in Side
        }
        winners = [side for side in Side if points[side] >= length]
        if winners:
            if game >= conditions.last_change:
                ends.add((winners[0], points[winners[0]], points[winners[0].other]))
            continue
        away = {side: length - points[side] for side in Side}
        at_match_point = length > 1 and 1 in away.values()
        has_cube = length > 1 and (crawford_done or not at_match_point)
        for side, cube, multiplier in product(Side, CUBES if has_cube else (1,), (1, 2, 3)):
            capped = conditions.cube_cap is not None and cube > conditions.cube_cap
            if capped or not is_live(away, cube):
                continue
            after = {**points, side: points[side] + cube * multiplier}
            if after[side] >= length:
                if game >= conditions.last_change:
                    ends.add((side, after[side], after[side.other]))
            else:
                waiting.append((after, length, crawford_done or at_match_point, min(game + 1, 5)))
    return ends


def possible_ends(conditions: Conditions) -> set[tuple[Side, int, int]]:
    """The ends that `winning_totals` lists."""
    return {
        (winner, total, loser_points)
        for winner in Side
        for loser_points in range(conditions.length)
        for total in winning_totals(
            MatchScore(conditions.length, *conditions.start_score),
            winner,
            loser_points,
            before_game=conditions.before_game,
            last_change=conditions.last_change,
            cap=conditions.cube_cap,
        )
    }


@pytest.mark.parametrize("length", [1, 3, 5, 7])
def test_m6_a_total_is_explained_when_some_match_by_live_cubes_ends_so(length: int) -> None:
    conditions = Conditions(length)
    assert possible_ends(conditions) == ends_of(conditions)


@pytest.mark.parametrize(
    "conditions",
    [
        Conditions(5, start_score=(4, 0)),
        Conditions(5, start_score=(0, 2)),
        Conditions(5, start_score=(4, 4)),
        Conditions(7, cube_cap=2),
        Conditions(5, penalties=(Penalty(0, TWO, 1),)),
        Conditions(5, penalties=(Penalty(2, ONE, 1), Penalty(1, TWO, 2))),
        Conditions(3, penalties=(Penalty(1, ONE, 2),)),
        Conditions(7, length_changes=(LengthChange(2, 5),)),
        Conditions(3, length_changes=(LengthChange(1, 5),), penalties=(Penalty(2, TWO, 1),)),
    ],
)
def test_m5_head_starts_penalties_and_changed_lengths_count_on_the_way(conditions: Conditions) -> None:
    longest = max(conditions.length, conditions.final_length)
    ends = {end for end in ends_of(conditions) if end[2] < longest}
    scores = possible_ends(conditions)
    assert scores == {end for end in ends if end[2] < conditions.length}
    assert scores


def test_e6_a_double_is_live_while_the_cube_does_not_suffice() -> None:
    assert largest_live_cube(MatchScore(25)) == 32
    assert largest_live_cube(MatchScore(7)) == 8
    assert largest_live_cube(MatchScore(25), 4) == 4
    assert live_doubles(MatchScore(3)) == {(1, ONE), (1, TWO), (2, ONE), (2, TWO)}


def test_e6_after_the_crawford_game_only_the_trailer_doubles_to_some_purpose() -> None:
    post_crawford = MatchScore(5, 4, 0, crawford_done=True)
    assert live_doubles(post_crawford) == {(1, TWO)}


def test_m2_m3_without_a_cube_there_is_no_double() -> None:
    assert live_doubles(MatchScore(5, 4, 0)) == frozenset()
    assert largest_live_cube(MatchScore(1)) == 1
    assert live_doubles(MatchScore(None)) == frozenset()
