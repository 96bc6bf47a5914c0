"""`python -m tournaments.simulation forecast`: when a tournament under way is over, with Python alone."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence

from tournaments.command_line import print_rows, standard_input
from tournaments.formats.errors import FormatError
from tournaments.plain_data import InvalidData
from tournaments.simulation.weekend_data import read_weekend
from tournaments.simulation.weekend_forecast import forecast_of
from tournaments.simulation.words import PROBLEMS
from tournaments.words import SOURCE


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command on lines, by default those of the standard input.

    Return 2 where the input is wrong, which the standard error says.
    """
    _parser().parse_args(arguments)

    def rows() -> Iterable[dict[str, object]]:
        yield forecast_of(read_weekend(_data("".join(lines or standard_input()))))

    return print_rows("forecast", rows, errors=(InvalidData, FormatError), words=_words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.simulation",
        description="Read plan, stamps and now as one JSON object, and print when each event is over.",
        epilog="docs/forecast.md describes the fields and the answer.",
    )
    parser.add_argument("command", choices=["forecast"], help="what to do")
    return parser


def _words(error: Exception) -> str:
    """Return what was refused, with the event and the reason where a simulated hall has found it."""
    if not isinstance(error, FormatError):
        return str(error)
    problem = error.problems[0]
    place = f"events[{problem.data['event']}]: " if "event" in problem.data else ""
    words = PROBLEMS.get(problem.code)
    return f"{place}{error}: {words.text(SOURCE)}" if words else f"{place}{error}"


def _data(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidData("not_json", "", "the input is not JSON") from None


if __name__ == "__main__":
    sys.exit(main())
