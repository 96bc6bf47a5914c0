"""Names as lists write them: behind a number or a sign, and with the family name before a comma."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matches.models import name_words

# What stands before every name of a list that somebody has typed line by line.
_MARK = re.compile(r"(?:\d+\s*[.)]|[-–—•*])\s+(?=\S)")
# A namesake is told apart in brackets, with a comma between club and country.
_FAMILY_FIRST = re.compile(r"([^,()]+), *([^,()]+)")
_BEHIND_NAMES = frozenset({"jr", "jun", "junior", "sr", "sen", "senior", "ii", "iii", "iv"})


def without_marks(names: Sequence[str]) -> list[str]:
    """Return names without the number or the sign before them, if every name that is not empty has one."""
    if not all(_MARK.match(name) for name in names if name):
        return list(names)
    return [_MARK.sub("", name, count=1) for name in names]


def given_first(name: str) -> str:
    """Return `Ada Berg` for `Berg, Ada`; a name with something else behind its comma stays."""
    parts = _FAMILY_FIRST.fullmatch(name)
    if parts is None or _BEHIND_NAMES & set(name_words(parts[2])):
        return name
    return f"{parts[2].strip()} {parts[1].strip()}"
