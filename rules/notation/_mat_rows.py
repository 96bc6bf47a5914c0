"""One row of a `.mat` text: its cells, their sides and their entries."""

from __future__ import annotations

import re
from functools import partial

from ..errors import InvalidNotation
from ..match import Side
from ..move import Move
from ..position import BAR, OFF, Position
from ..problem import Finding, Problem, quote
from ..transcript import Entry, EntryKind, Note
from ..written import ONE_MOVE, is_dance, known_moves, written_moves, written_turn
from ._mat_cells import RIGHT_FROM, WIDE_GAP, Cell, row_cells
from ._mat_names import result_of_player, side_meant, side_named
from ._positions import snowie_position


def _saying(words: str) -> re.Pattern[str]:
    # One server repeats the number of the row in front of its second cell: `24)  Losses 2 point`.
    return re.compile(r"\s*+" + words + r"\s*+(?:\d++\)\s*+)?+", re.IGNORECASE)


# What may stand behind a word that begins a cell: a value, and whether the match was won.
# Without a value the word still names the winner; how much it was worth is then missing.
_RESULT = _saying(
    r"(?:(?:(?:by|an?|the|das|die|la|une?|single|gammon|backgammon|game|partie),?\s++)*+\(?(\d{1,6}+)(?!\S))?+"
    r"(?:\s*+(?:points?|point\(s\)|pts?|punkte?|games?|by resignation|par abandon|durch Aufgabe|on time"
    r"|and|the|und|das|et|le|(match)|\(?(?:single|gammon|backgammon)\)?)\)?+[.!,]?+(?!\S))*+"
)
_CUBE = _saying(
    r"(?:(?:=>|->|=&gt;|[=@:\N{RIGHTWARDS ARROW}]|to|at|auf|\N{LATIN SMALL LETTER A WITH GRAVE})\s*+)?+\(?(\d{1,6}+)?+\)?[.!]?+(?!\S)"
)
_RESIGNED = _saying(
    r"(?:(?:an?|the|un|ein)\s++)?+(?:game|match|\(?(single|normal|gammon|b(?:ack)?gammon)\)?)?+[.;,!]?+(?!\S)"
)
_SIZES = {"single": 1, "normal": 1, "gammon": 2, "bgammon": 3, "backgammon": 3}
_NOTHING = _saying("[.!]?+")
_SAID = {
    EntryKind.WIN: _RESULT,
    EntryKind.LOSS: _RESULT,
    EntryKind.DOUBLE: _CUBE,
    EntryKind.BEAVER: _CUBE,
    EntryKind.RACCOON: _CUBE,
    EntryKind.RESIGN: _RESIGNED,
}
# A stroke that begins or ends a word lacks a place: it joins no two words.
_LOOSE_SIGN = re.compile(r"(?<!\S)[-/]|[-/](?!\S)")
_RESULTS = frozenset({EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN})
_ILLEGAL = "illegal play ("
_DICE = {
    f"{first}{sign}{second}": (first, second)
    for first in range(1, 7)
    for sign in ("", "-", ",")
    for second in range(1, 7)
}
# No roll has more than four moves. A few more show that there are too many; a million would only cost.
_MOST_MOVES = 8
# Looked up once, because a member of an enumeration costs more than a constant; and an entry is made of
# all its fields at once, because naming them costs more than the row.
_ROLL, _ONE, _TWO = EntryKind.ROLL, Side.ONE, Side.TWO
_entry = partial(tuple.__new__, Entry)
_PLAIN = (None, None, None, True)
_one_move = ONE_MOVE.__getitem__
# Row numbers as nearly all programs write them; any other is read the long way.
_TURNS = {f"{turn:{width}d}) ": turn for turn in range(1, 300) for width in (1, 3, 4)}
# A row with one roll at most, and the calls of the cube that programs write.
_CALL = r"(?:(\d\d):([ \d/*]*+)|(Takes|Drops|Doubles => (\d{1,2})))"
_CALL_ROW = re.compile(rf" {{0,3}}(\d{{1,3}})\)(?: {{1,2}}{_CALL})?+ *+(?:(?<= ){_CALL})?+ *+", re.ASCII)
_CALL_KINDS = {"Ta": EntryKind.TAKE, "Dr": EntryKind.DROP, "Do": EntryKind.DOUBLE}
# Where the cells begin among the groups of the pattern.
_LEFT_CELL, _RIGHT_CELL = 2, 6
_DICE_ALONE = re.compile(r"(?<=[\s)])[1-6]-?[1-6](?=\s{1,2}(?:\d{1,2}|b|bar|barre)[/-]\w)", re.IGNORECASE)
_BEGINS_WITH_DICE = re.compile(r"\s*+\d\d:")
# No longer words than this reach the memory of `known_moves`.
_LONGEST_PLAIN_ROW = 160


def plain_row(line: str, number: int) -> tuple[Entry, ...] | None:
    """The entries of a row with two ordinary rolls; `None` for any other line.

    Nine rows of ten are like this, and reading them is most of the work of a check. What it returns is
    what `read_row` would.
    """
    if len(line) > _LONGEST_PLAIN_ROW:
        return None
    try:
        before, left, right = line.split(":")
        turn, dice, right_dice = _TURNS[before[:-2]], _DICE[before[-2:]], _DICE[left[-2:]]
        words, right_words = left[:-2].split(), right.split()
        try:
            moves, right_moves = tuple(map(_one_move, words)), tuple(map(_one_move, right_words))
        except KeyError:
            moves, right_moves = _plain_moves(words), _plain_moves(right_words)
    except (ValueError, KeyError):
        return None
    if left[-3:-2] != " " or len(moves) > _MOST_MOVES or len(right_moves) > _MOST_MOVES:
        return None
    at = len(before) - 1
    right_at = at + len(left) + 1
    text, right_text = line[at - 1 : right_at - 1].rstrip(), line[right_at - 1 :].rstrip()
    # Written out, because a tuple that `*` fills is made as a list first.
    one = (_ROLL, _ONE, turn, number, at, text, dice, moves, None, None, None, True)
    two = (_ROLL, _TWO, turn, number, right_at, right_text, right_dice, right_moves, None, None, None, True)
    return _entry(one), _entry(two)


def plain_call_row(line: str, number: int) -> tuple[Entry, ...] | None:
    """The entries of a row with one roll, with a call of the cube, or with both; `None` for any other line.

    Of ten rows that `plain_row` leaves nine are like this. What it returns is what `read_row` would.
    """
    row = _CALL_ROW.fullmatch(line) if len(line) <= _LONGEST_PLAIN_ROW else None
    if row is None:
        return None
    try:
        left = _plain_cell(line, number, row, _LEFT_CELL, _ONE)
        right = _plain_cell(line, number, row, _RIGHT_CELL, _TWO)
    except KeyError:
        return None
    if left and right:
        return left, right
    lone = left or right
    if lone is None or lone.kind is not _ROLL:
        return None
    # Between the columns a lone cell belongs to the side that the entry before tells.
    is_in_column = left is not None or lone.column - 1 - row.end(1) - 1 > RIGHT_FROM
    return (lone,) if is_in_column else None


def _plain_cell(line: str, number: int, row: re.Match[str], group: int, side: Side) -> Entry | None:
    """The entry of a cell of `plain_call_row`; raises `KeyError` for dice and words that need a closer look."""
    dice, body, word, value = row.group(group, group + 1, group + 2, group + 3)
    turn = int(row[1])
    if dice:
        moves = _plain_moves(body.split())
        if len(moves) > _MOST_MOVES:
            raise KeyError(body)
        text = line[row.start(group) : row.end(group + 1)].rstrip()
        return _entry((_ROLL, side, turn, number, row.start(group) + 1, text, _DICE[dice], moves, *_PLAIN))
    if not word:
        return None
    place = (turn, number, row.start(group + 2) + 1, word)
    return _entry((_CALL_KINDS[word[:2]], side, *place, None, (), int(value) if value else None, *_PLAIN[1:]))


def _plain_moves(words: list[str]) -> tuple[Move, ...]:
    """The moves of a play; raises `KeyError` when a word is none."""
    try:
        return tuple(map(_one_move, words))
    except KeyError:
        return tuple([move for word in words for move in _steps(word)])


def _steps(word: str) -> tuple[Move, ...]:
    steps = known_moves(word)
    if steps is None or _is_still(steps):
        raise KeyError(word)
    return steps


def read_row(
    line: str,
    number: int,
    start: int,
    turn: int | None,
    *,
    after: Entry | None,
    checkers: int,
    players: tuple[str, str] | None = None,
) -> tuple[list[Entry], list[Problem]]:
    """The entries of a row from the position `start` on, and its unreadable parts.

    `after` is the entry before, to tell whose a lone cell is when its place does not. One of `players` in front of a
    result names its side, wherever it stands.
    """
    entries, problems = _read_row(line, number, start, turn, after, checkers, players)
    if problems and turn is not None and (dice := _DICE_ALONE.search(line, start)):
        # The colon behind dice was lost.
        line = f"{line[: dice.end()]}:{line[dice.end() + 1 :]}"
        again = _read_row(line, number, start, turn, after, checkers, players)
        return again if len(again[1]) < len(problems) else (entries, problems)
    return entries, problems


def _read_row(
    line: str,
    number: int,
    start: int,
    turn: int | None,
    after: Entry | None,
    checkers: int,
    players: tuple[str, str] | None,
) -> tuple[list[Entry], list[Problem]]:
    row, is_named = _row_of_players(line, start, turn, after, players)
    problems: list[Problem] = []
    first = row[0][2] if row else len(line)
    before = "" if is_named else line[start:first].strip()
    if before and not _is_repeated_number(before):
        column = line.index(before, start) + 1
        problems.append(Problem(Finding.UNREADABLE_CELL, number, column, turn=turn, found=quote(before)))
    entries: list[Entry] = []
    for kind, digits, at, body, end, side, is_placed, is_unplayed in row:
        place = (side, turn, number, at + 1, line[at:end].rstrip())
        if kind is _ROLL:
            entry, code = _roll(_DICE.get(digits), line[body:end], place, checkers)
            if not digits:
                code = None
            if is_unplayed and entry.note is None:
                entry = entry._replace(note=Note.NOT_PLAYED)
        else:
            if kind is EntryKind.BEAVER and _is_beaver(entries[-1] if entries else after):
                kind = EntryKind.RACCOON  # gnubg has one word for both.
            entry, code = _call(kind, line[body:end], place)
            if not is_placed:
                entry = entry._replace(is_placed=False)
        entries.append(entry)
        if code:
            text = quote(place[4])
            problems.append(Problem(code, number, at + 1, turn=turn, player=side, found=text))
    return entries, problems


def _row_of_players(
    line: str, start: int, turn: int | None, after: Entry | None, players: tuple[str, str] | None
) -> tuple[list[Cell], bool]:
    """The cells with the sides of the players whose names stand before results, and whether the row begins so."""
    if players is None:
        return row_cells(line, start, turn, after), False
    at = result_of_player(line, start, players)
    row = row_cells(line, start if at is None else at, turn, after)
    is_named = False
    for index, cell in enumerate(row):
        # To ask for a roll first costs less than to look for each kind among the results.
        if cell[0] is _ROLL or cell[0] not in _RESULTS:
            continue
        words = line[start : cell.start].strip()
        if not words:
            # As programs write it.
            continue
        if index:
            if name := _name_behind(line, row[index - 1], players):
                row[index - 1] = row[index - 1]._replace(end=row[index - 1].body + name[1])
                row[index] = cell._replace(side=name[0], is_placed=True)
        elif side := side_named(words, players):
            is_named = True
            # In a row with a number dice are dice as well as a name: the other traces tell.
            if turn is None or not _BEGINS_WITH_DICE.match(line, start):
                row[0] = cell._replace(side=side, is_placed=True)
        elif not cell.is_placed and (side := side_meant(words, players)):
            row[0] = cell._replace(side=side, is_placed=True)
    return row, is_named


def _name_behind(line: str, cell: Cell, players: tuple[str, str]) -> tuple[Side, int] | None:
    """The player whose name ends a cell, directly before a result, and how long the cell is without it."""
    words = line[cell.body : cell.end]
    text = words.rstrip(" :")
    if words.endswith(WIDE_GAP) or not text or _is_clear(cell.kind, words):
        return None
    for side in sorted(Side, key=lambda side: -len(players[side is _TWO])):
        name = players[side is _TWO].casefold()
        before = text[: len(text) - len(name)]
        is_one = players[0].casefold() == players[1].casefold() or known_moves(name) is not None
        if name and not is_one and text.casefold().endswith(name) and before[-1:] in {"", " ", ","}:
            return side, len(before.rstrip(" ,"))
    return None


def _is_clear(kind: EntryKind, body: str) -> bool:
    """Whether nothing in the body of a cell is left to be a name."""
    if kind is _ROLL:
        return is_dance(body)
    phrase = _SAID.get(kind, _NOTHING).match(body)
    return phrase is not None and phrase.end() == len(body)


def _is_beaver(entry: Entry | None) -> bool:
    return entry is not None and entry.kind is EntryKind.BEAVER


_Place = tuple[Side, int | None, int, int, str]


def _roll(
    dice: tuple[int, int] | None, body: str, place: _Place, checkers: int
) -> tuple[Entry, Finding | None]:
    moves: list[Move] = []
    for word in body.split():
        steps = written_moves(word)
        if steps is None:
            return _odd_roll(dice, body, place, checkers)
        if not _is_still(steps):
            moves += steps
    code = Finding.INVALID_DICE if dice is None else None
    note = Note.CANNOT_MOVE if not moves and body.strip() else None
    return Entry(EntryKind.ROLL, *place, dice, tuple(moves[:_MOST_MOVES]), None, note), code


def _odd_roll(
    dice: tuple[int, int] | None, body: str, place: _Place, checkers: int
) -> tuple[Entry, Finding | None]:
    text = body.strip()
    lowered = text.lower()
    note: Note | None = None
    moves: list[Move] = []
    stood: Position | None = None
    code = Finding.INVALID_DICE if dice is None else None
    if lowered.startswith(_ILLEGAL):
        note, stood = Note.ILLEGAL, snowie_position(text[len(_ILLEGAL) :].rstrip(")"), checkers)
        code = code if stood else Finding.UNREADABLE_POSITION
    elif is_dance(text):
        note = Note.CANNOT_MOVE
    elif text.strip("?") == "":
        # One server writes `00: ????` where the side to roll resigned before it rolled.
        note, code = Note.NOT_PLAYED, code if "0" not in place[4][:2] else None
    elif (usual := _in_usual_words(text)) is not None:
        moves += (move for move in usual if not _is_still((move,)))
        note = None if moves else Note.CANNOT_MOVE
    else:
        for word in text.split():
            steps = written_moves(word)
            if steps is not None:
                moves += steps
            elif not _is_repeated_number(word):
                note, code = Note.UNREADABLE, Finding.UNREADABLE_PLAY
    return Entry(EntryKind.ROLL, *place, dice, tuple(moves[:_MOST_MOVES]), None, note, stood), code


def _is_still(steps: tuple[Move, ...]) -> bool:
    """Whether a word is what some writers put for each die without a move: `0/0`."""
    return steps[0].src == steps[0].dst in (OFF, BAR)


def _in_usual_words(text: str) -> tuple[Move, ...] | None:
    """The moves of a play as people write them, with dashes, marks or counts apart; `None` where it is no such play."""
    if _LOOSE_SIGN.search(text):
        return None
    try:
        return written_turn(text)[1] or None
    except InvalidNotation:
        return None


def _call(kind: EntryKind, body: str, place: _Place) -> tuple[Entry, Finding | None]:
    """An entry that begins with a word: a cube action, a resignation or a result."""
    phrase = _SAID.get(kind, _NOTHING).match(body)
    number, match, *_ = (*phrase.groups(), None, None) if phrase else (None, None)
    is_clear = phrase and phrase.end() == len(body)
    value = _SIZES.get(number.lower()) or int(number) if number else None
    entry = Entry(kind, *place, None, (), value, Note.MATCH if match else None)
    return entry, None if is_clear else Finding.UNREADABLE_CELL


def is_number(text: str) -> bool:
    """Whether a text is a natural number of a size that a record can hold.

    Six digits at most, because reading a number of a million digits takes for ever.
    """
    return text.isascii() and text.isdigit() and len(text) <= 6


def _is_repeated_number(text: str) -> bool:
    # One server repeats the number of the row in front of its second cell: `24)  Losses 2 point`.
    word = text.strip()
    return word.endswith(")") and word[:-1].isdigit()
