"""The grammar of SGF texts as regular expressions, and the escapes of their values."""

from __future__ import annotations

import re
from itertools import islice

# Every quantifier is possessive and every alternative begins with another character: however broken a
# text is, matching never goes back, and its time is that of one walk over the characters.

# A value may hold anything but a bare closing bracket. Where a line looks like the next node, though,
# that bracket is missing, and the rest of the game shall not vanish in the value.
_TEXT = r"(?:[^\]\\\n]++|\\.|\n(?!\(;|;[A-Z]{1,2}\[))*+"
_VALUE = rf"\[{_TEXT}\]"
_VALUES = rf"\s*+\[({_TEXT})\]((?:\s*+{_VALUE})*+)"
# What a game is made of: plays and cube actions, the side on roll, dice, and what is set by hand.
# Everything else comments on it, and most of a file may be the analysis of a program.
_TELLING = r"(?:[BW]|PL|DI|A[EWB]|C[VP])(?=\s*+\[)"
_COMMENT = rf"(?!{_TELLING})[A-Z]++(?:\s*+{_VALUE})++"

TREE = re.compile(r"\(\s*+;")
"""Where a game begins."""
ANY_PROPERTY = re.compile(rf"\s*+([A-Z]++){_VALUES}", re.DOTALL)
"""A property: its name, its first value, and its other values with their brackets."""
PLAY_NODE = re.compile(rf"\s*+;\s*+([BW]\[[a-z0-9]*+\])(?:\s*+{_COMMENT})*+", re.DOTALL)
"""A node that is a play or a cube action and nothing else but comments: nine of ten are."""
TELLING_PROPERTY = re.compile(rf"({_TELLING}){_VALUES}", re.DOTALL)
"""A property that tells something of the game, in the same parts."""
COMMENTS = re.compile(rf"(?:[;\s]++|{_COMMENT})++", re.DOTALL)
"""Node marks, blanks and comments in a row."""
OPENINGS = re.compile(r"(?:\([;\s]*+)++")
"""The beginnings of variations in a row."""
PARENTHESIS = re.compile(r"[()]")
"""The beginning or the end of a variation."""
VARIATIONS = re.compile(rf"(?:[^()\[]++|{_VALUE}|\((?:[^()\[]++|{_VALUE})*+\))++", re.DOTALL)
"""Text without parentheses and whole variations that have none inside, in a row."""
JUNK = re.compile(r"(?:[^();A-Z]++|[A-Z]++(?!\s*+\[))++")
"""What belongs to no property."""
BACKGAMMON = re.compile(
    rf"\s*+\(\s*+;(?:\s*+(?!GM\s*+\[)[A-Z]++(?:\s*+{_VALUE})++)*+\s*+GM\s*+\[\s*+6\s*+\]", re.DOTALL
)
"""The beginning of a text whose first game is backgammon."""
_NEXT_NODE = re.compile(r"\n(?=\(;|;[A-Z]{1,2}\[)")
_ONE_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\n|(.))", re.DOTALL)
_TO_ESCAPE = re.compile(r"[\]\\]")
# A board has 25 places of 15 checkers a side; a property with more values says nothing anyway.
_MOST_VALUES = 64


def values_of(text: str) -> list[str]:
    """The values between brackets as written, up to a limit."""
    return [value[1] for value in islice(_ONE_VALUE.finditer(text), _MOST_VALUES)]


def after_missing_bracket(text: str, index: int) -> int:
    """The position at which reading continues after a missing closing bracket: the next node or the end."""
    match = _NEXT_NODE.search(text, index)
    return match.end() if match else len(text)


def unescaped(value: str) -> str:
    """The text of a value: without backslashes, and without line breaks after one."""
    return _ESCAPED.sub(r"\1", value)


def escaped(text: str) -> str:
    """A text escaped for use as a value."""
    return _TO_ESCAPE.sub(r"\\\g<0>", text)
