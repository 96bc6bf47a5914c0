"""`python -m tournaments.points SCHEME`: the points of events in JSON lines, with Python alone."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper

from tournaments.points import fields
from tournaments.points.refusals import InvalidPoints
from tournaments.points.registry import SCHEMES
from tournaments.points.scheme import PointsScheme
from tournaments.points.stream import InvalidEventLine, lines_of

DONE, FAILED = 0, 2


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command on lines, by default those of the standard input.

    Return 2 where the rules or a line are wrong, which the standard error says.
    """
    options = _parser().parse_args(arguments)
    try:
        if options.list:
            _print({"code": code, **scheme.to_dict()} for code, scheme in SCHEMES.items())
        else:
            scheme = SCHEMES[options.scheme] if options.rules is None else _own(options.rules)
            day = None if options.day is None else fields.day(options.day, "--day")
            source = lines or TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
            _print(lines_of(scheme, source, with_season=options.season, day=day))
    except (InvalidPoints, InvalidEventLine) as error:
        sys.stdout.flush()
        sys.stderr.write(f"points: {error} ({error.code})\n")
        return FAILED
    except UnicodeDecodeError:
        sys.stderr.write("points: the input is not UTF-8\n")
        return FAILED
    except BrokenPipeError:
        # Nobody reads on; Python would complain of the buffer when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


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
        raise InvalidPoints("not_json", "", "the rules are not JSON") from None
    return PointsScheme.from_dict(data)


def _print(rows: Iterable[dict[str, object]]) -> None:
    for row in rows:
        sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
