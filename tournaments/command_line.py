"""The command lines of pure rooms: rows as JSON lines, and errors on the standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper

DONE, FAILED = 0, 2


def standard_input() -> Iterable[str]:
    """Return the lines of the standard input, which is UTF-8 whatever the locale."""
    return TextIOWrapper(sys.stdin.buffer, encoding="utf-8")


def print_rows(
    program: str,
    rows: Callable[[], Iterable[dict[str, object]]],
    *,
    errors: tuple[type[Exception], ...],
    words: Callable[[Exception], str] = str,
) -> int:
    """Print the rows as JSON lines and return 0; on one of the errors print its words and return 2."""
    try:
        for row in rows():
            sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
    except errors as error:
        sys.stdout.flush()
        sys.stderr.write(f"{program}: {words(error)}\n")
        return FAILED
    except UnicodeDecodeError:
        sys.stderr.write(f"{program}: the input is not UTF-8\n")
        return FAILED
    except BrokenPipeError:
        # The reader has gone; Python would complain of the buffer when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE
