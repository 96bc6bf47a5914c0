"""`python -m tournaments.points SCHEME`: the points of events in JSON lines, with Python alone."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence

from tournaments import plain_data
from tournaments.command_line import print_rows, standard_input
from tournaments.plain_data import InvalidData
from tournaments.points.scheme import PointsScheme
from tournaments.points.schemes import SCHEMES
from tournaments.points.stream import InvalidEventLine, lines_of


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command on lines, by default those of the standard input.

    Return 2 where the rules or a line are wrong, which the standard error says.
    """
    options = _parser().parse_args(arguments)

    def rows() -> Iterable[dict[str, object]]:
        if options.list:
            return ({"code": code, **scheme.to_dict()} for code, scheme in SCHEMES.items())
        scheme = SCHEMES[options.scheme] if options.rules is None else _own(options.rules)
        day = None if options.day is None else plain_data.day(options.day, "--day")
        return lines_of(scheme, lines or standard_input(), with_season=options.season, day=day)

    return print_rows("points", rows, errors=(InvalidData, InvalidEventLine), words=_words)


def _words(error: Exception) -> str:
    return f"{error} ({getattr(error, 'code', '')})"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.points",
        description='Points of events, one JSON object a line: {"event", "players", "entrants": [...]}.',
        epilog="docs/points.md describes the fields and the answers.",
    )
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("scheme", nargs="?", choices=list(SCHEMES), metavar="SCHEME", help=", ".join(SCHEMES))
    choice.add_argument("--rules", metavar="JSON", help="a scheme of one's own, as an object")
    choice.add_argument("--list", action="store_true", help="print the schemes with their sources and rules")
    parser.add_argument(
        "--season", action="store_true", help="print the table of the season after the events"
    )
    parser.add_argument(
        "--day", metavar="DAY", help="the day of the table, by default that of the last event"
    )
    return parser


def _own(text: str) -> PointsScheme:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidData("not_json", "", "the rules are not JSON") from None
    return PointsScheme.from_dict(data)


if __name__ == "__main__":
    sys.exit(main())
