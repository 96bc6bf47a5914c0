"""What a match is explained with is what the list was computed with, to the last digit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.ratings.explanation import explain_match
from tournaments.ratings.lists import MatchColumns, RatingColumns, changes_by_match

_BY_MATCH = sorted(code for code, formula in FORMULAS.items() if hasattr(formula, "changes"))
_players = st.builds(RatedPlayer, st.integers(0, 5000 * UNITS), st.integers(0, 2000))


@pytest.mark.parametrize("code", _BY_MATCH)
@settings(max_examples=examples(600), deadline=None)
@given(one=_players, two=_players, length=st.integers(1, 35), by_group=st.booleans())
def test_either_result_is_explained_by_the_change_that_a_list_has(
    code: str, one: RatedPlayer, two: RatedPlayer, length: int, by_group: bool
) -> None:
    formula: Any = FORMULAS[code]
    explanation = explain_match(formula, one, two, length=length)
    newcomers = RatingColumns.newcomers(2)
    players = RatingColumns(
        np.array([one.rating, two.rating]), np.array([one.experience, two.experience]), *newcomers.columns[2:]
    )
    for has_won in (True, False):
        winner = 0 if has_won else 1
        matches = MatchColumns.of_rows([(winner, 1 - winner, length, 1, 1)])
        changes = changes_by_match(formula, players, matches, by_group=by_group)
        pair = (int(changes.gain[0]), int(changes.loss[0]))
        assert explanation.changes(has_won=has_won) == (pair if has_won else pair[::-1])
    assert 0 <= explanation.chance <= 1


@pytest.mark.parametrize("code", _BY_MATCH)
@settings(max_examples=examples(300), deadline=None)
@given(one=_players, two=_players, length=st.integers(1, 35))
def test_a_change_is_the_stake_times_what_was_not_expected(
    code: str, one: RatedPlayer, two: RatedPlayer, length: int
) -> None:
    formula: Any = FORMULAS[code]
    explanation = explain_match(formula, one, two, length=length)
    assert explanation.stakes is not None
    first, second = explanation.stakes
    gain, loss = explanation.wins
    assert gain == pytest.approx(first * (1 - explanation.chance), abs=2 + first * 1e-12)
    assert -loss == pytest.approx(second * (1 - explanation.chance), abs=2 + second * 1e-12)
    # One result apart from the other is the whole stake, but for the rounding of both.
    assert gain - explanation.losses[0] == pytest.approx(first, abs=2)
