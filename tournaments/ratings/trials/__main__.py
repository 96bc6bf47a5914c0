"""Which formula reproduces published lists: `python -m tournaments.ratings.trials RESULTS.csv LISTS.csv`.

It tries every formula that rates match by match, with several shortest lengths, in the order of results and with the ratings
at the start of each event, and prints a JSON line for each, the best first. `--formula` and `--parameters` try one alone,
and `--openings` names the ratings with which players begin, all others with `--start`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path

from tournaments.ratings.base import START, UNITS, MatchFormula
from tournaments.ratings.formulas import FORMULAS
from tournaments.ratings.lists import RatingColumns
from tournaments.ratings.logistic import LogisticFormula
from tournaments.ratings.parameters import InvalidParameters
from tournaments.ratings.trials.files import (
    InvalidRow,
    PastResults,
    opening_ratings,
    past_results,
    published_ratings,
)
from tournaments.ratings.trials.reproduction import FormulaTrial, Reproduction, reproduction

_DONE, _FAILED = 0, 2
_SHORTEST = (1, 3, 5, 7)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the candidates and return 0, or 2 for input that cannot be."""
    options = _parser().parse_args(arguments)
    try:
        formulas = _formulas(options.formula, options.parameters)
        with _named(options.results), Path(options.results).open(newline="", encoding="utf-8-sig") as file:
            results = past_results(file)
        numbers = results.numbers
        with _named(options.lists), Path(options.lists).open(newline="", encoding="utf-8-sig") as file:
            lists = published_ratings(file, numbers)
        openings = _openings(options.openings, numbers)
    except (OSError, UnicodeError, ValueError) as fault:
        sys.stderr.write(f"trials: {fault}\n")
        return _FAILED
    players, names = RatingColumns.newcomers(len(numbers), options.start), list(numbers)
    for player, (rating, experience) in openings.items():
        players.rating[player], players.experience[player] = rating, experience
    answers = [
        (reproduction(one, players, order.columns(), lists), order)
        for order, by_group in ((results, False), (results.by_event(), True))
        for one in _candidates(formulas, order, by_group=by_group)
    ]
    for answer, order in sorted(answers, key=lambda pair: _quality(pair[0])):
        sys.stdout.write(json.dumps(_line(answer, order, names), ensure_ascii=False) + "\n")
    return _DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.ratings.trials", description=__doc__)
    parser.add_argument("results", help="past results: winner,loser,length,day,event")
    parser.add_argument("lists", help="published lists: day,player,rating")
    parser.add_argument("--openings", help="opening ratings: player,rating,experience")
    parser.add_argument("--start", type=_points, default=START * UNITS, help="the rating of everybody else")
    parser.add_argument("--formula", choices=sorted(_by_match()), help="try this formula alone")
    parser.add_argument("--parameters", default="{}", help="its parameters as JSON")
    return parser


def _points(text: str) -> int:
    """Return a number of points in billionths."""
    try:
        return int(Decimal(text) * UNITS)
    except ArithmeticError:
        raise ValueError(text) from None


def _openings(path: str | None, numbers: dict[str, int]) -> dict[int, tuple[int, int]]:
    if path is None:
        return {}
    with _named(path), Path(path).open(newline="", encoding="utf-8-sig") as file:
        return opening_ratings(file, numbers)


def _by_match() -> dict[str, MatchFormula]:
    return {name: one for name, one in FORMULAS.items() if isinstance(one, LogisticFormula)}


def _formulas(name: str | None, parameters: str) -> dict[str, MatchFormula]:
    known = _by_match()
    if name is None:
        return known
    data = json.loads(parameters)
    if not isinstance(data, dict):
        raise InvalidParameters("parameters must be an object")
    return {name: known[name].with_parameters(data)}


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Name the file of a row that cannot be."""
    try:
        yield
    except InvalidRow as fault:
        raise ValueError(f"{path}, {fault}") from None


def _candidates(
    formulas: dict[str, MatchFormula], results: PastResults, *, by_group: bool
) -> Iterator[FormulaTrial]:
    length = results.columns().length
    for name, formula in formulas.items():
        for shortest in _SHORTEST:
            yield FormulaTrial(
                name=f"{name}, from {shortest}{', by event' if by_group else ''}",
                formula=formula,
                is_counted=length >= shortest,
                by_group=by_group,
            )


def _quality(answer: Reproduction) -> tuple[int, float]:
    return -answer.agreed, float(answer.greatest)


def _line(answer: Reproduction, results: PastResults, names: Sequence[str]) -> dict[str, object]:
    first = answer.first
    line: dict[str, object] = {
        "candidate": answer.candidate.name,
        "lines": answer.lines,
        "agreed": answer.agreed,
        "digits": answer.digits,
        "greatest_difference": round(float(answer.greatest), 9),
    }
    if first is not None:
        line["first"] = {
            "day": date.fromordinal(first.published.day).isoformat(),
            "player": names[first.published.player],
            "published": str(first.published.rating),
            "computed": first.computed / UNITS,
            "line": None if first.match is None else results.matches[first.match].line,
        }
    return line


if __name__ == "__main__":
    sys.exit(main())
