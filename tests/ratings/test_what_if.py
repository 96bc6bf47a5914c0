"""What matches to come would change: against every order of results, and by hand."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ratings import FORMULAS, UNITS, RatedPlayer
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.what_if import MatchToCome, outlook

MATCH_FORMULAS: list[Any] = [formula for formula in FORMULAS.values() if hasattr(formula, "changes")]
PLAYERS = st.builds(RatedPlayer, st.integers(1200 * UNITS, 2000 * UNITS), st.integers(0, 1000))
MATCHES = st.lists(
    st.builds(MatchToCome, PLAYERS, st.sampled_from([1, 3, 5, 7, 9, 11, 25]), st.sampled_from([None, True, False])),
    max_size=6,
)  # fmt: skip


def twin(
    formula: MatchFormula, player: RatedPlayer, matches: list[MatchToCome], *, by_group: bool
) -> dict[int, list[tuple[float, int]]]:
    """The chance and the change of every series of results, by the number of wins."""
    ways: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for results in product((True, False), repeat=len(matches)):
        if any(match.has_won not in (None, result) for match, result in zip(matches, results, strict=True)):
            continue
        rating, experience, chance = player.rating, player.experience, 1.0
        for match, has_won in zip(matches, results, strict=True):
            before = player if by_group else RatedPlayer(rating, experience)
            pair = (before, match.opponent) if has_won else (match.opponent, before)
            changes = formula.changes(*pair, length=match.length)
            if match.has_won is None:
                chance *= formula.chance(*pair, length=match.length)
            rating += changes[0] if has_won else changes[1]
            experience += match.length
        ways[sum(results)].append((chance, rating - player.rating))
    return ways


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(MATCH_FORMULAS), PLAYERS, MATCHES, st.booleans())
def test_the_range_and_the_chances_are_those_of_every_series_of_results(
    formula: MatchFormula, player: RatedPlayer, matches: list[MatchToCome], by_group: bool
) -> None:
    answer = outlook(formula, player, matches, by_group=by_group)
    ways = twin(formula, player, matches, by_group=by_group)
    assert [line.wins for line in answer.lines] == sorted(ways)
    for line in answer.lines:
        some = ways[line.wins]
        assert (line.worst, line.best) == (min(way[1] for way in some), max(way[1] for way in some))
        total = sum(chance for chance, _change in some)
        # The chance of a match follows the mean rating before it, which a tenth of a point in fifty changes.
        assert line.chance == pytest.approx(total, rel=0.05)
        mean = sum(chance * change for chance, change in some) / total
        assert line.expected == pytest.approx(mean, abs=UNITS if not by_group else 10)


def test_given_results_are_exact_and_as_the_list_would_rate_them() -> None:
    """Three matches to 9 without a ramp, against equals: 6 points, and then by the difference that they make."""
    formula: Any = FORMULAS["fibs-no-ramp"]
    equal = RatedPlayer()
    matches = [MatchToCome(equal, 9, has_won) for has_won in (True, True, False)]
    answer = outlook(formula, equal, matches)
    rating = 1500 * UNITS
    for match, effect in zip(matches, answer.matches, strict=True):
        assert effect.rating == rating
        pair = (RatedPlayer(rating), equal)
        change = formula.changes(*pair, length=9)[0] if match.has_won else effect.loss
        rating += change
    [line] = answer.lines
    assert (line.wins, line.chance) == (2, 1.0)
    assert line.worst == line.expected == line.best == rating - 1500 * UNITS
    assert answer.matches[0].gain == 6 * UNITS
    assert (answer.expected_wins, answer.expected) == (2, line.best)


def test_without_matches_nothing_changes() -> None:
    formula: Any = FORMULAS["fibs"]
    [line] = outlook(formula, RatedPlayer(), []).lines
    assert (line.wins, line.chance, line.worst, line.best) == (0, 1.0, 0, 0)
