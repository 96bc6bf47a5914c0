"""Match texts damaged on purpose, each with one slip of a kind, for trying what a check makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_ROW = re.compile(r"\s*(\d+)\) (.*)")
_CELL = re.compile(r" (?=\d\d:| ?Doubles| ?Takes| ?Drops)")
_MOVE = re.compile(r"(?<=[ :])(\d+|bar)/(\d+|off)(\*?)")
_PLAY = re.compile(r"\d\d: *\S")
_WIDTH = 27

Damager = Callable[[list[str], Random], list[str] | None]


def row_of(line: str) -> tuple[int, str, str] | None:
    """The number and the two cells of a row as match texts write it; `None` for another line."""
    row = _ROW.fullmatch(line)
    if row is None:
        return None
    body = row[2]
    if len(body) > _WIDTH and body[_WIDTH] == " ":
        return int(row[1]), body[:_WIDTH].rstrip(), body[_WIDTH + 1 :].rstrip()
    cut = _CELL.search(body, 3)
    left, right = (body[: cut.start()], body[cut.end() :]) if cut else (body, "")
    return int(row[1]), left.rstrip(), right.rstrip()


def row_text(number: int, left: str, right: str) -> str:
    """A row in the columns of match texts."""
    return f"{number:3d}) {left:<{_WIDTH}} {right}".rstrip()


def _whole_rows(lines: list[str]) -> list[int]:
    """The lines of rows with two plays, and such a row before and behind."""
    plain = [bool((row := row_of(line)) and _PLAY.match(row[1]) and _PLAY.match(row[2])) for line in lines]
    return [index for index in range(1, len(lines) - 1) if all(plain[index - 1 : index + 2])]


def _on_row(change: Callable[[list[str], int, Random], list[str] | None]) -> Damager:
    """A damage of one row in the middle of a game."""

    def damage(lines: list[str], chance: Random) -> list[str] | None:
        places = _whole_rows(lines)
        chance.shuffle(places)
        for place in places:
            changed = change(lines, place, chance)
            if changed is not None and changed != lines:
                return changed
        return None

    return damage


def _on_line(pattern: str, change: Callable[[re.Match[str], Random], str]) -> Damager:
    """A damage of one fitting place in a row."""

    def on_row(lines: list[str], place: int, chance: Random) -> list[str] | None:
        spots = list(re.finditer(pattern, lines[place]))
        if not spots:
            return None
        match = chance.choice(spots)
        line = lines[place][: match.start()] + change(match, chance) + lines[place][match.end() :]
        return [*lines[:place], line, *lines[place + 1 :]]

    return _on_row(on_row)


def _everywhere(change: Callable[[str], str]) -> Damager:
    """A damage of the whole text."""
    return lambda lines, _chance: change("\n".join(lines)).split("\n")


def _in_rows(change: Callable[[int, str, str], str]) -> Damager:
    """A damage of every row."""
    return lambda lines, _chance: [change(*row) if (row := row_of(line)) else line for line in lines]


def _exchanged(lines: list[str], place: int, _chance: Random) -> list[str]:
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def _cells_exchanged(lines: list[str], place: int, _chance: Random) -> list[str] | None:
    row = row_of(lines[place])
    return row and [*lines[:place], row_text(row[0], row[2], row[1]), *lines[place + 1 :]]


def columns_exchanged(lines: list[str], begin: int) -> list[str]:
    """The lines with the cells of each row of a game exchanged, the game beginning at this index."""
    first = begin + 2
    end = next((index for index in range(first, len(lines)) if row_of(lines[index]) is None), len(lines))
    rows = (row for line in lines[first:end] if (row := row_of(line)))
    return [*lines[:first], *(row_text(number, right, left) for number, left, right in rows), *lines[end:]]


def _columns_exchanged(lines: list[str], place: int, _chance: Random) -> list[str]:
    return columns_exchanged(lines, game_begin(lines, place))


def game_begin(lines: list[str], index: int) -> int:
    """The index of the line with which the game of another line begins; 0 if none does."""
    begins = (number for number, line in enumerate(lines[: index + 1]) if line.strip().startswith("Game "))
    return max(begins, default=0)


def _tag_changed(lines: list[str], chance: Random) -> list[str]:
    names = ["Backgammon", "NackGammon", "HyperGammon (3)"]
    others = [name for name in names if not any(f'[Variation "{name}"]' in line for line in lines)]
    rest = [line for line in lines if "[Variation " not in line]
    return [f'; [Variation "{chance.choice(others)}"]', *rest]


def _wrapped(lines: list[str], _chance: Random) -> list[str]:
    return [part for line in lines for part in ([line[:45], line[45:]] if len(line) > 45 else [line])]


def _without_blanks(number: int, left: str, right: str) -> str:
    return " ".join(f"{number}) {left} {right}".split())


KINDS: dict[str, Damager] = {
    "row_missing": _on_row(lambda lines, place, _: lines[:place] + lines[place + 1 :]),
    "row_doubled": _on_row(lambda lines, place, _: [*lines[: place + 1], *lines[place:]]),
    "rows_exchanged": _on_row(_exchanged),
    "cells_exchanged": _on_row(_cells_exchanged),
    "columns_exchanged": _on_row(_columns_exchanged),
    "colon_missing": _on_line(r"(?<=\d\d):", lambda _, __: ""),
    "colon_for_dot": _on_line(r"(?<=\d\d):", lambda _, __: "."),
    "dash_for_slash": _on_row(
        lambda lines, place, _: [*lines[:place], _MOVE.sub(r"\1-\2\3", lines[place]), *lines[place + 1 :]]
    ),
    "dashes_everywhere": _everywhere(lambda text: _MOVE.sub(r"\1-\2\3", text)),
    "variation_false": _tag_changed,
    "tabs": _in_rows(lambda number, left, right: f"{number})\t{left}\t{right}"),
    "semicolons": _in_rows(lambda number, left, right: f"{number};{left};{right}"),
    "bars": _in_rows(lambda number, left, right: f"| {number}) | {left} | {right} |"),
    "blanks_collapsed": _in_rows(_without_blanks),
    "wrapped": _wrapped,
    "no_break_spaces": _everywhere(lambda text: text.replace(" ", "\u00a0")),
    "wide_spaces": _everywhere(lambda text: text.replace("  ", "\u2003\u2003")),
    "zero_width_spaces": _everywhere(lambda text: text.replace(") ", ")\u200b ")),
    "entities": _everywhere(lambda text: text.replace(" ", "&nbsp;").replace("=>", "=&gt;")),
    "arrows": _everywhere(lambda text: text.replace("=>", "→")),
    "quoted": _everywhere(lambda text: "> " + text.replace("\n", "\n> ")),
    "quoted_twice": _everywhere(lambda text: ">> " + text.replace("\n", "\n>> ")),
    "fullwidth": _everywhere(lambda text: text.translate({ord("/"): "／", ord(":"): "：", ord(")"): "）"})),
    "fraction_slash": _everywhere(lambda text: text.replace("/", "\u2044")),
    "numbers_dotted": _in_rows(lambda number, left, right: f"{number:3d}. {left:<{_WIDTH}} {right}"),
    "dice_dashed": _everywhere(lambda text: re.sub(r"\b([1-6])([1-6]):", r"\1-\2:", text)),
    "dice_spaced": _everywhere(lambda text: re.sub(r"\b([1-6])([1-6]):", r"\1 \2:", text)),
    "counts_spaced": _everywhere(
        lambda text: re.sub(r"(\S+) \1(?= |$)", r"\1 (2)", text, flags=re.MULTILINE)
    ),
    "point_off": _on_line(
        r"/(\d+)", lambda match, chance: f"/{max(int(match[1]) + chance.choice((-1, 1)), 1)}"
    ),
    "source_off": _on_line(r"(\d+)/", lambda match, chance: f"{int(match[1]) + chance.choice((-1, 1))}/"),
    "digit_missing": _on_line(r"\d(?=\d/)", lambda _, __: ""),
    "digit_doubled": _on_line(r"\d(?=/)", lambda match, _: match[0] * 2),
    "letter_for_one": _on_line(r"1(?=\d?/)", lambda _, __: "l"),
    "letter_for_nought": _on_line(r"(?<=/)(\d)0|(?<=/)0", lambda match, _: match[0].replace("0", "O")),
    "die_changed": _on_line(
        r"\b[1-6](?=[1-6]:)", lambda match, chance: chance.choice("123456".replace(match[0], ""))
    ),
    "move_missing": _on_line(r" (?:\d+|bar)/\d+\*?(?= |$)", lambda _, __: ""),
    "move_doubled": _on_line(r" (?:\d+|bar)/\d+\*?(?= |$)", lambda match, _: match[0] * 2),
    "move_backwards": _on_line(r"(\d+)/(\d+)", lambda match, _: f"{match[2]}/{match[1]}"),
    "mirrored": _on_line(r"(\d+)/(\d+)", lambda match, _: f"{25 - int(match[1])}/{25 - int(match[2])}"),
    "play_missing": _on_line(r"(?<=\d\d:) (?:\S+ ?)+", lambda match, _: " " * len(match[0])),
    "die_impossible": _on_line(r"\b[1-6](?=[1-6]:)", lambda _, chance: chance.choice("0789")),
    "star_false": _on_line(r"/\d+(?= )", lambda match, _: match[0] + "*"),
}
"""Every kind of damage by its name: what it makes of the lines of a text, `None` where it has no place."""


def damaged(text: str, kind: str, seed: int | str) -> str | None:
    """The text with one slip of a kind, the same for the same seed; `None` where the text has no place for it.

    >>> damaged("  1) 31: 8/5 6/5", "dashes_everywhere", 1)
    '  1) 31: 8-5 6-5'
    """
    lines = KINDS[kind](text.split("\n"), Random(f"{seed}:{kind}"))  # noqa: S311 - chance of a trial, no secret
    changed = None if lines is None else "\n".join(lines)
    return None if changed == text else changed
