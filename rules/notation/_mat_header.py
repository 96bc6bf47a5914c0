"""The score line of a game in a `.mat` text."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..problem import printable

LONGEST_NAME = 200
# No score line is longer than its two names, padded.
_LONGEST_LINE = 1000
# Digits are counted, so that nobody can make us read a number of a million digits.
_SCORE = re.compile(r":\s*+(\d{1,6}+)(?!\S)(\s*+)")
_RATING = re.compile(r",(\d{3,4})$")


class ScoreLine(NamedTuple):
    """The names and the score, left column first, with the ratings that some servers append to the names."""

    players: tuple[str, str]
    score: tuple[int, int]
    ratings: tuple[str, str]


def score_line(line: str) -> ScoreLine | None:
    """Parse a score line; `None` if the line is none."""
    scores = list(_SCORE.finditer(line)) if len(line) <= _LONGEST_LINE else []
    if len(scores) < 2 or scores[-1].end() != len(line):
        return None
    # A name may hold a colon and a number; the left score has the wide gap behind it.
    first = next((score for score in scores[:-1] if len(score[2]) > 1), scores[0])
    right = scores[-1]
    one, one_rating = _name(line[: first.start()])
    two, two_rating = _name(line[first.end() : right.start()])
    return ScoreLine((one, two), (int(first[1]), int(right[1])), (one_rating, two_rating))


def _name(text: str) -> tuple[str, str]:
    """A name, and the rating after it if there is one."""
    text = text.strip()
    rating = _RATING.search(text)
    name = text[: rating.start()] if rating else text
    return printable(name[:LONGEST_NAME]).rstrip(), rating[1] if rating else ""
