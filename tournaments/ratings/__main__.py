"""`python -m tournaments.ratings FORMULA`: rate the matches of JSON lines, with Python alone."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from typing import cast

from tournaments.ratings.base import Formula, MatchFormula, PeriodFormula
from tournaments.ratings.parameters import InvalidParameters
from tournaments.ratings.registry import FORMULAS
from tournaments.ratings.stream import InvalidLine, rate_matches, rate_periods

DONE, FAILED = 0, 2


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command on lines, by default those of the standard input.

    Return 2 where the parameters or a line are wrong, which the standard error says.
    """
    options = _parser().parse_args(arguments)
    try:
        if options.list:
            _print({"code": code, **_as_data(formula)} for code, formula in FORMULAS.items())
        else:
            formula = FORMULAS[options.formula].with_parameters(_parameters(options.parameters))
            _print(_rated(formula, lines or TextIOWrapper(sys.stdin.buffer, encoding="utf-8")))
    except (InvalidParameters, InvalidLine) as error:
        sys.stdout.flush()
        sys.stderr.write(f"ratings: {error}\n")
        return FAILED
    except UnicodeDecodeError:
        sys.stderr.write("ratings: the input is not UTF-8\n")
        return FAILED
    except BrokenPipeError:
        # Nobody reads on; Python would complain of the buffer when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


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


def _rated(formula: Formula, lines: Iterable[str]) -> Iterator[dict[str, object]]:
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


def _print(rows: Iterable[dict[str, object]]) -> None:
    for row in rows:
        sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
