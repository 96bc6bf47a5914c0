"""`python -m tournaments.ratings FORMULA`: rate the matches of JSON lines, with Python alone."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from tournaments.command_line import print_rows, standard_input
from tournaments.ratings.base import Formula, MatchFormula, PeriodFormula
from tournaments.ratings.formulas import FORMULAS
from tournaments.ratings.parameters import InvalidParameters
from tournaments.ratings.stream import InvalidLine, rate_matches, rate_periods


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command on lines, by default those of the standard input.

    Return 2 where the parameters or a line are wrong, which the standard error says.
    """
    options = _parser().parse_args(arguments)

    def rows() -> Iterable[dict[str, object]]:
        if options.list:
            return ({"code": code, **_as_data(formula)} for code, formula in FORMULAS.items())
        formula = FORMULAS[options.formula].with_parameters(_parameters(options.parameters))
        return _ratings(formula, lines or standard_input())

    return print_rows("ratings", rows, errors=(InvalidParameters, InvalidLine))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.ratings",
        description='Rate matches, one JSON object a line: {"one", "two", "winner": "one"|"two", "length"}.',
        epilog="docs/ratings.md describes the fields and the answers.",
    )
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument(
        "formula", nargs="?", choices=list(FORMULAS), metavar="FORMULA", help=", ".join(FORMULAS)
    )
    choice.add_argument(
        "--list", action="store_true", help="print the formulas with their sources and parameters"
    )
    parser.add_argument(
        "--parameters", default="{}", metavar="JSON", help="parameters of the formula, as an object"
    )
    return parser


def _parameters(text: str) -> dict[str, object]:
    try:
        parameters = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidParameters("the parameters are not JSON") from None
    if not isinstance(parameters, dict):
        raise InvalidParameters("the parameters must be an object")
    return parameters


def _ratings(formula: Formula, lines: Iterable[str]) -> Iterator[dict[str, object]]:
    if hasattr(formula, "after_period"):
        return rate_periods(cast(PeriodFormula, formula), lines)
    return rate_matches(cast(MatchFormula, formula), lines)


def _as_data(formula: Formula) -> dict[str, object]:
    return {
        "name": formula.name,
        "source": formula.source,
        "parameters": formula.values,
        "verified": formula.is_verified,
    }


if __name__ == "__main__":
    sys.exit(main())
