"""Whole lists: the fast ways against the formulas match by match, and against a twin in `decimal`."""

from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples, is_long
from tournaments.ratings import FORMULAS, UNITS
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY
from tournaments.ratings.lists import (
    MatchColumns,
    NoMatch,
    PeriodColumns,
    RatingColumns,
    SumMoved,
    by_match,
    by_period,
    calendar_ends,
    changes_by_match,
    digest,
    generic_changes,
    generic_period,
)
from tournaments.ratings.lists.sides import group_bounds

_BY_MATCH = ("brass-city", "elo", "fibs", "fibs-no-ramp")


def _season(matches: int, players: int, seed: int = 1) -> MatchColumns:
    chance, rows = Random(seed), []
    for number in range(matches):
        winner, loser = chance.sample(range(players), 2)
        rows.append(
            (winner, loser, chance.choice((1, 3, 5, 7, 9, 11, 25)), number // 30, 739_000 + number // 60)
        )
    return MatchColumns.of_rows(rows)


def _twin(code: str, matches: MatchColumns, players: int) -> list[tuple[int, int]]:
    """Ratings and experience after matches by a published ramp, in 50 digits from beginning to end."""
    ramp, step = {"fibs": (5, 100), "fibs-no-ramp": (1, 1), "brass-city": (2, 400)}[code]
    ratings, experience = [1500 * UNITS] * players, [0] * players
    with localcontext() as context:
        context.prec = 50
        for winner, loser, length in zip(matches.winner, matches.loser, matches.length, strict=True):
            root = Decimal(int(length)).sqrt()
            odds = Decimal(10) ** (Decimal(ratings[winner] - ratings[loser]) / UNITS * root / 2000)
            gain, loss = (
                (4 * max(Decimal(1), ramp - Decimal(experience[one]) / step) * root / (1 + odds) * UNITS)
                for one in (winner, loser)
            )
            ratings[winner] += int(gain.to_integral_value())
            ratings[loser] -= int(loss.to_integral_value())
            experience[winner] += int(length)
            experience[loser] += int(length)
    return list(zip(ratings, experience, strict=True))


@pytest.mark.parametrize("code", ["brass-city", "fibs", "fibs-no-ramp"])
def test_a_list_is_that_of_the_twin_to_the_last_digit(code: str) -> None:
    count = 100_000 if is_long() else 4_000
    matches, players = _season(count, 300), RatingColumns.newcomers(300)
    formula: Any = FORMULAS[code]
    after = players.after(matches, changes_by_match(formula, players, matches))
    assert list(zip(after.rating.tolist(), after.experience.tolist(), strict=True)) == _twin(
        code, matches, 300
    )
    assert int(after.matches.sum()) == 2 * count
    assert int(after.wins.sum()) == count


_rows = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 5), st.integers(1, 25), st.integers(0, 2)), max_size=60
)


def _columns(rows: list[tuple[int, int, int, int]]) -> MatchColumns:
    """Matches of six players, in groups that stand together."""
    group, table = 0, []
    for winner, step, length, jump in rows:
        group += jump
        table.append((winner, (winner + step) % 6, length, group, 1))
    return MatchColumns.of_rows(table)


@pytest.mark.parametrize("code", _BY_MATCH)
@settings(max_examples=examples(600), deadline=None)
@given(
    rows=_rows, ratings=st.lists(st.integers(0, 5000 * UNITS), min_size=6, max_size=6), by_group=st.booleans()
)
def test_the_fast_way_gives_what_the_formula_gives(
    code: str, rows: list[tuple[int, int, int, int]], ratings: list[int], by_group: bool
) -> None:
    """Also from any opening ratings, and with the ratings at the start of each group."""
    formula: Any = FORMULAS[code]
    matches, newcomers = _columns(rows), RatingColumns.newcomers(6)
    experience = np.array([0, 30, 399, 400, 401, 5000])
    players = RatingColumns(np.array(ratings), experience, *newcomers.columns[2:])
    fast = changes_by_match(formula, players, matches, by_group=by_group)
    generic = generic_changes(formula, players, matches, by_group=by_group)
    assert fast.gain.tolist() == generic.gain.tolist()
    assert fast.loss.tolist() == generic.loss.tolist()


def test_a_float_near_an_edge_is_left_to_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    formula: Any = FORMULAS["fibs"]
    matches, players = _season(3_000, 100), RatingColumns.newcomers(100)
    floats = [changes_by_match(formula, players, matches, by_group=by_group) for by_group in (False, True)]
    monkeypatch.setattr(by_match, "_ERROR", 1e-12)
    changes = [changes_by_match(formula, players, matches, by_group=by_group) for by_group in (False, True)]
    assert [one.gain.tolist() for one in floats] == [one.gain.tolist() for one in changes]
    assert [one.loss.tolist() for one in floats] == [one.loss.tolist() for one in changes]


@pytest.mark.parametrize("parameters", [{"factor": 1_000_000}, {"ramp": 1000, "ramp_step": 1_000_000}])
def test_stakes_too_great_for_floats_are_left_to_the_formula(parameters: dict[str, object]) -> None:
    formula: Any = FORMULAS["fibs"].with_parameters(parameters)
    matches, players = _season(40, 30), RatingColumns.newcomers(30)
    changes = changes_by_match(formula, players, matches)
    assert changes.gain.tolist() == generic_changes(formula, players, matches).gain.tolist()


def test_a_list_in_parts_ends_where_the_whole_ends() -> None:
    formula: Any = FORMULAS["fibs"]
    matches, players = _season(900, 60), RatingColumns.newcomers(60)
    whole = players.after(matches, changes_by_match(formula, players, matches))
    for part in (slice(0, 300), slice(300, 301), slice(301, 900)):
        players = players.after(matches[part], changes_by_match(formula, players, matches[part]))
    assert all((one == two).all() for one, two in zip(whole.columns, players.columns, strict=True))


def test_with_the_ratings_at_its_start_the_order_within_an_event_does_not_matter() -> None:
    formula: Any = FORMULAS["fibs"]
    players, rows = (
        RatingColumns.newcomers(4),
        [(0, 1, 7, 1, 1), (1, 2, 9, 1, 1), (2, 0, 5, 1, 1), (3, 0, 7, 2, 2)],
    )
    ends = []
    for order in ((0, 1, 2, 3), (2, 1, 0, 3), (1, 2, 0, 3)):
        matches = MatchColumns.of_rows([rows[place] for place in order])
        after = players.after(matches, changes_by_match(formula, players, matches, by_group=True))
        ends.append(after.rating.tolist())
    assert ends[0] == ends[1] == ends[2]


class _Leak:
    """A formula that says it keeps the sum, and loses a billionth in each match."""

    name = "leak"
    keeps_sum = True

    def changes(self, winner: object, loser: object, *, length: int) -> tuple[int, int]:
        return UNITS, -UNITS - 1


def test_a_formula_that_keeps_the_sum_is_held_to_it() -> None:
    with pytest.raises(SumMoved, match="leak"):
        changes_by_match(_Leak(), RatingColumns.newcomers(30), _season(3, 30))  # type: ignore[arg-type]
    assert [code for code in _BY_MATCH if FORMULAS[code].keeps_sum] == ["elo", "fibs-no-ramp"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("row", [(1, 1, 7, 0, 0), (0, 1, 0, 0, 0)])
def test_a_row_that_is_no_match_is_refused(row: tuple[int, int, int, int, int]) -> None:
    formula: Any = FORMULAS["fibs"]
    with pytest.raises(NoMatch):
        changes_by_match(formula, RatingColumns.newcomers(2), MatchColumns.of_rows([row]))


def test_a_list_without_matches_changes_nobody() -> None:
    formula: Any = FORMULAS["fibs"]
    players, matches = RatingColumns.newcomers(2), MatchColumns.of_rows([])
    for by_group in (False, True):
        after = players.after(matches, changes_by_match(formula, players, matches, by_group=by_group))
        assert after.rating.tolist() == players.rating.tolist()


@pytest.mark.parametrize("tau", ["0.3", "0.5", "1.2"])
def test_a_period_in_columns_is_that_of_the_formula(tau: str) -> None:
    formula: Any = FORMULAS["glicko2"].with_parameters({"tau": tau})
    count = 4_000 if is_long() else 400
    matches = _season(count, 40)
    players = expected = PeriodColumns.newcomers(formula, 45)
    bounds = group_bounds(matches.group).tolist()
    for (start, end), players in zip(  # noqa: B020 - the players of the last period are looked at below
        pairwise(bounds), calendar_ends(formula, players, matches), strict=True
    ):
        expected = generic_period(formula, expected, matches[start:end])
        for name in ("rating", "deviation", "volatility", "is_listed"):
            assert getattr(players, name).tolist() == getattr(expected, name).tolist()
    assert players[44] == formula.start
    assert not players.is_listed[40:].any()


def test_a_period_near_an_edge_is_left_to_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    formula: Any = FORMULAS["glicko2"]
    matches = _season(400, 40)
    *_, floats = calendar_ends(formula, PeriodColumns.newcomers(formula, 40), matches)
    monkeypatch.setattr(by_period, "_ERROR", 0.01)
    *_, end = calendar_ends(formula, PeriodColumns.newcomers(formula, 40), matches)
    for name in ("rating", "deviation", "volatility", "is_listed"):
        assert getattr(floats, name).tolist() == getattr(end, name).tolist()


def test_the_volatility_is_that_of_fifty_digits_far_within_the_bound() -> None:
    """For players of many results and surprising ones."""
    formula: Any = FORMULAS["glicko2"]
    chance = Random(3)
    players = PeriodColumns(
        np.array([chance.randrange(900 * POINT, 2300 * POINT) for _ in range(12)]),
        np.array([chance.randrange(20 * POINT, 350 * POINT) for _ in range(12)]),
        np.array([chance.randrange(VOLATILITY // 50, VOLATILITY // 8) for _ in range(12)]),
        np.ones(12, dtype=bool),
    )
    matches = _season(200, 12)
    rating, deviation, volatility, is_root = by_period.floats_after(formula, players, matches)
    assert is_root.all()
    for player in range(12):
        end = formula.exact_period_end(players[player], by_period._games(players, matches, player))
        for value, exact in (
            (rating[player], end.rating * POINT),
            (deviation[player], end.deviation * POINT),
            (volatility[player], end.volatility * VOLATILITY),
        ):
            assert abs(Decimal(float(value)) - exact) < Decimal("5e-7")


def test_a_digest_knows_uids_and_numbers_in_any_order() -> None:
    rows = [("ada", (1500, 3)), ("ben", (1499, 3))]
    assert digest(rows) == digest(reversed(rows))
    assert digest(rows) != digest([("ada", (1500, 3)), ("ben", (1498, 3))])
    assert digest(rows) != digest([("ada", (1500, 3)), ("eve", (1499, 3))])
