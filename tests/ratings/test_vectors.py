"""The formulas against published and independently computed figures, `tests/data/rating_vectors.json`."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tournaments.ratings import FORMULAS, UNITS, PeriodPlayer, RatedPlayer
from tournaments.ratings.base import PeriodMatch
from tournaments.ratings.formulas.glicko2 import FORMULA as GLICKO
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "rating_vectors.json").read_text())
_BY_RAMP = {"fibs": "fibs", "none": "fibs-no-ramp", "brass": "brass-city"}


def _units(points: str) -> int:
    return int(Decimal(points) * UNITS)


def _side(data: dict[str, Any]) -> RatedPlayer:
    return RatedPlayer(_units(data["rating"]), data["experience"])


@pytest.mark.parametrize("case", VECTORS["fibs"]["single"])
def test_one_match_by_fibs_and_its_relatives(case: dict[str, Any]) -> None:
    formula: Any = FORMULAS[_BY_RAMP[case["ramp"]]]
    one, two, length = _side(case["one"]), _side(case["two"]), case["length"]
    winner, loser = (one, two) if case["winner"] == "one" else (two, one)
    changes = formula.changes(winner, loser, length=length)
    vector = [_units(case[f"change_{side}"]) for side in ("one", "two")]
    assert sorted(changes) == pytest.approx(sorted(vector), abs=1)
    favourite, other = sorted((one, two), key=lambda player: player.rating, reverse=True)
    chance = float(case["probability_of_favourite"])
    assert formula.chance(favourite, other, length=length) == pytest.approx(chance, abs=1e-11)


@pytest.mark.parametrize("sequence", VECTORS["fibs"]["sequences"])
def test_a_sequence_of_matches_is_off_by_no_more_than_a_billionth_each(sequence: dict[str, Any]) -> None:
    formula: Any = FORMULAS[_BY_RAMP[sequence["ramp"]]]
    players: dict[str, RatedPlayer] = {}
    for number, match in enumerate(sequence["matches"], start=1):
        winner, loser = (players.get(match[role], RatedPlayer()) for role in ("winner", "loser"))
        gain, loss = formula.changes(winner, loser, length=match["length"])
        for role, player, change in (("winner", winner, gain), ("loser", loser, loss)):
            after = RatedPlayer(player.rating + change, player.experience + match["length"])
            players[match[role]] = after
            assert after.rating == pytest.approx(_units(match[f"{role}_after"]), abs=number)
    final = {name: player.experience for name, player in players.items()}
    assert final == {name: player["experience"] for name, player in sequence["final"].items()}


@pytest.mark.parametrize("case", VECTORS["elo"]["cases"])
def test_elo_with_its_factor_by_length(case: dict[str, Any]) -> None:
    formula: Any = FORMULAS["elo"].with_parameters({"k_by_length": VECTORS["elo"]["k_by_length"]})
    one, two = (RatedPlayer(_units(case[side])) for side in ("one", "two"))
    winner, loser = (one, two) if case["winner"] == "one" else (two, one)
    gain, loss = formula.changes(winner, loser, length=case["length"])
    assert gain == -loss
    assert winner.rating + gain == pytest.approx(_units(case[f"after_{case['winner']}"]), abs=1)
    chance = formula.chance(one, two, length=case["length"])
    assert chance == pytest.approx(float(case["expected_one"]), abs=1e-11)


@pytest.mark.parametrize("case", VECTORS["glicko2"], ids=lambda case: case["name"])
def test_glickmans_example_before_it_is_rounded(case: dict[str, Any]) -> None:
    def player(rating: float, deviation: float) -> PeriodPlayer:
        return PeriodPlayer(
            round(rating * POINT), round(deviation * POINT), round(float(case["sigma"]) * VOLATILITY)
        )

    matches = [
        PeriodMatch(player(opponent["rating"], opponent["rd"]), bool(opponent["score"]))
        for opponent in case["opponents"]
    ]
    formula = GLICKO.with_parameters({"tau": case["tau"]})
    rated, result = player(case["rating"], case["rd"]), case["result"]
    for end in (formula.period_end(rated, matches), formula.exact_period_end(rated, matches)):
        assert float(end.rating) == pytest.approx(float(result["rating"]), abs=1e-9)
        assert float(end.deviation) == pytest.approx(float(result["rd"]), abs=1e-9)
        assert float(end.volatility) == pytest.approx(float(result["sigma"]), abs=1e-12)
