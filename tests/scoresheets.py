"""Scoresheets for tests: a short notation of games, and the shared cases of what can be reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.game import Ended, GameScore, Result
from rules.match import Side

DATA = Path(__file__).resolve().parent / "data"

_SIDES = {"1": Side.ONE, "2": Side.TWO}
_RESULTS = {"s": Result.SINGLE, "g": Result.GAMMON, "b": Result.BACKGAMMON}


def games(text: str) -> tuple[GameScore, ...]:
    """Games from `1g2 2s1d`: winner, single/gammon/backgammon, cube, and `d` for a drop."""
    return tuple(
        GameScore(
            _SIDES[word[0]],
            _RESULTS[word[1]],
            int(word[2:].rstrip("d")),
            Ended.DROP if word.endswith("d") else Ended.BORNE_OFF,
        )
        for word in text.split()
    )


def score_cases() -> list[dict[str, Any]]:
    """What can be reported of one match, and what cannot, with the reason."""
    cases: list[dict[str, Any]] = json.loads((DATA / "score_cases.json").read_text())
    return cases


def same_result_cases() -> list[dict[str, Any]]:
    """Pairs of reports that are the same result, and pairs that are not."""
    cases: list[dict[str, Any]] = json.loads((DATA / "same_result_cases.json").read_text())
    return cases


def arguments_of(case: dict[str, Any]) -> dict[str, Any]:
    """The report of a case as keyword arguments of `results.report`."""
    arguments: dict[str, Any] = {key: case[key] for key in ("outcome", "winner") if key in case}
    if "score" in case:
        arguments["score"] = tuple(case["score"])
    if "games" in case:
        rows = case["games"]
        arguments["games"] = games(rows) if isinstance(rows, str) else tuple(map(_game, rows))
    return arguments


def _game(game: dict[str, Any]) -> GameScore:
    return GameScore(Side(game["winner"]), Result(game["result"]), game["cube"], Ended(game["ended"]))
