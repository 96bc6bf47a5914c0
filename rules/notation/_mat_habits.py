"""What mails and pages do to a `.mat` text, and unusual row numbers and dice, put into the usual way.

Nearly every text is usual in its first row, and nothing more is looked at. Otherwise the one way counts that most
rows share: a habit runs through a text, a slip does not. What is put right keeps its length, so that places stay.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import islice

from ._mat_words import KINDS

_USUAL_DICE = r"\b[1-6](?:[-,]?[1-6])[:\N{FULLWIDTH COLON}]"
_USUAL = re.compile(rf"^[ \t]*1[.)][ \t][^\n]{{0,60}}{_USUAL_DICE}", re.MULTILINE)
_GAME = re.compile(r"^[ \t]*(?:game|partie|spiel)[ \t]+\d{1,6}[^\n]*", re.IGNORECASE | re.MULTILINE)
_WORD = rf"(?:[1-6][^\n]{{0,3}}[1-6]|[\[(]|\?\?|{'|'.join(KINDS)})"
_NUMBER = re.compile(r"[ \t]*+(\d{1,4})\)")
# A row, by the sign behind its number, before it or on both sides.
_NUMBER_HABITS = tuple(
    re.compile(rf"^([ \t]*+){number}(?=[ \t]{blanks}{_WORD})", re.IGNORECASE)
    for number, blanks in (
        (r"(\d{1,4})\)", "*"),
        (r"(\d{1,4})[.\]:]", "+"),
        (r"[(\[](\d{1,4})[)\]]", "*"),
        (r"#(\d{1,4})[.:)]?", "+"),
        (r"(\d{1,4}) ?-", "+"),
        (r"(\d{1,4})", "+"),
    )
)
_CELL_BEGIN = r"(?<=[\s)])"
# Moves may have dashes too: dice are what stands before a stroke, or behind the gap before a cell.
_BEFORE_MOVES = r"(?:(?<=\))|(?<=\)\s)|(?<=\s\s)|(?<=\s)(?=[1-6][-,][1-6]\s+\w+[/>\u2013\u2192]\w))"
_DICE_HABITS = tuple(
    re.compile(rf"{begin}{dice}(?=\s|$|\S/|\d\d/)")
    for begin, dice in (
        (_CELL_BEGIN, r"([1-6])[-,]?([1-6])[:\N{FULLWIDTH COLON}]"),
        (_CELL_BEGIN, r"([1-6])[ ./]([1-6]):"),
        (_CELL_BEGIN, r"([1-6])([1-6]) ?[.;]"),
        (_CELL_BEGIN, r"([1-6])[-,]?([1-6]) :"),
        (_CELL_BEGIN, r"[(\[]([1-6])[-,/ ]?([1-6])[)\]]:?"),
        (_BEFORE_MOVES, r"([1-6])[-,]([1-6])"),
        (_CELL_BEGIN, r"([1-6])([1-6])(?: |$)"),
    )
)
# So many lines after the head of the first game show its habits; and so large a share of them must share one.
_SAMPLE, _LONGEST_SAMPLE = 60, 12_000
_SHARE = 0.6
# Two writers share a match, not a thousand games.
_MOST_GAMES = 1000


_QUOTED = re.compile(
    r"^[ \t]*>[> \t]*(?:;|(?:game|partie|spiel) \d|match \S+ \d|\d{1,6}[ -](?:points?|punkte?)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTE = re.compile(r"^(?:[ \t]*>)+ ?", re.MULTILINE)
_BREAK = re.compile(r"<br ?/?>\n?", re.IGNORECASE)
_TAG_LINE = re.compile(r"^[ \t]*</?[a-z]\w{0,20}>[ \t]*$", re.IGNORECASE | re.MULTILINE)
_NAME_OF_SIGN = re.compile(r"&gt;|&nbsp;")


def unquoted(text: str) -> tuple[str, str]:
    """A text without the marks of a quoted mail, the breaks of a page and the names of signs; and a sign that it had any.

    The sign is empty in a text that was not copied from a page or a mail. Fences and tags stay: the reader passes over them.
    """
    sign = ""
    # The beginning of a quoted text is quoted; to look through all of the others would cost them more.
    if (text.find("\n>", 0, _LONGEST_SAMPLE) >= 0 or text.startswith(">")) and _QUOTED.search(text):
        text, sign = _QUOTE.sub("", text), ">"
    if "<" in text and (tag := _TAG_LINE.search(text) or _BREAK.search(text)):
        text, sign = _BREAK.sub("\n", text), tag[0].strip()
    # Blanks that do not break are blanks, as they are where they are written as themselves.
    if "&" in text and (name := _NAME_OF_SIGN.search(text)):
        text, sign = html.unescape(text).replace("\xa0", " "), name[0]
    if "```" in text:
        sign = "```"
    return text, sign


def usual_rows(text: str) -> str:
    """A text with its row numbers as `12)` and its dice as `31:`, if it has another habit throughout."""
    game = None if _USUAL.search(text) else _GAME.search(text)
    if game is None:
        return text
    lines = text[game.end() : game.end() + _LONGEST_SAMPLE].split("\n")[:_SAMPLE]
    number = _most_shared(_NUMBER_HABITS, [line for line in lines if re.match(r"[ \t#(\[]*+\d", line)])
    if number is None:
        return text
    rows = [_numbered(line, number) for line in lines if number.match(line)]
    if [int(match[1]) for row in rows[:2] if (match := _NUMBER.match(row))] not in ([1], [1, 2]):
        return text
    dice = _most_shared(_DICE_HABITS, rows)
    if dice is None:
        return text
    head, rest = text[: game.end()], text[game.end() :].split("\n")
    return head + "\n".join(_usual(line, number, dice) for line in rest)


def usual_games(text: str) -> str:
    """A text with the rows of each game put into the usual way by themselves, as where two people wrote it."""
    starts = [game.start() for game in islice(_GAME.finditer(text), _MOST_GAMES)]
    if not 1 < len(starts) < _MOST_GAMES:
        return text
    ends = [*starts[1:], len(text)]
    games = (text[start:end] for start, end in zip(starts, ends, strict=True))
    return text[: starts[0]] + "".join(map(usual_rows, games))


def _most_shared(habits: Sequence[re.Pattern[str]], lines: Sequence[str]) -> re.Pattern[str] | None:
    """The habit of most lines, the first of equals; `None` if too few share it."""
    shares = [sum(habit.search(line) is not None for line in lines) for habit in habits]
    most = max(shares)
    return habits[shares.index(most)] if most and most >= _SHARE * len(lines) else None


def _usual(line: str, number: re.Pattern[str], dice: re.Pattern[str]) -> str:
    return dice.sub(_usual_dice, _numbered(line, number)) if number.match(line) else line


def _numbered(line: str, number: re.Pattern[str]) -> str:
    return number.sub(lambda row: f"{row[1]}{row[2]})".rjust(len(row[0])), line)


def _usual_dice(dice: re.Match[str]) -> str:
    return f"{dice[1]}{dice[2]}:".ljust(len(dice[0]))
