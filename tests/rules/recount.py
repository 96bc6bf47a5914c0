"""A second counter of facts in .mat texts, which shares no code with the package."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.rules.brute_force import Board, results

_CELL = re.compile(r"(\d\d):((?: \d+/\d+\*?)*)|(Doubles|Takes|Drops|Wins) ?(?:=> )?(\d*)")
_STARTS = {
    "": {24: 2, 13: 5, 8: 3, 6: 5},
    "NackGammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "HyperGammon (1)": {24: 1},
    "HyperGammon (2)": {24: 1, 23: 1},
    "HyperGammon (3)": {24: 1, 23: 1, 22: 1},
}


def recount(text: str) -> list[tuple[Counter[str], Counter[str]]]:
    """For each game what the left and the right side did, of a text as gnubg writes it."""
    variation = re.search(r'Variation "([^"]*)"', text)
    start = _STARTS[variation.group(1) if variation else ""]
    games = re.split(r"(?m)^ Game \d+\n.*\n", text)[1:]
    return [_game(game, start) for game in games]


def _cells(game: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The cells of a game with their columns; those beyond the middle are the right side's."""
    for line in game.splitlines():
        for cell in _CELL.finditer(line):
            yield int(cell.start() > 24), cell


def _game(game: str, start: dict[int, int]) -> tuple[Counter[str], Counter[str]]:
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    boards = [[start.get(place, 0) for place in range(26)] for _ in range(2)]
    owner: int | None = None
    last = ""
    for side, cell in _cells(game):
        dice, play, word, points = cell.groups()
        side_counts = counts[side]
        if dice:
            is_left_lying = not play.strip() and not _is_dance(boards, side, dice)
            if not is_left_lying:
                side_counts["turns"] += 1
                side_counts["hits"] += play.count("*")
                side_counts["dances"] += not play.strip()
                side_counts["bar_dances"] += not play.strip() and boards[side][25] > 0
                _move(boards, side, play)
        elif word == "Doubles":
            side_counts["doubles"] += 1
            side_counts["redoubles"] += owner == side
        elif word == "Takes":
            side_counts["takes"] += 1
            owner = side
        elif word == "Drops":
            side_counts["drops"] += 1
        else:
            side_counts["wins"] += 1
            side_counts["points"] += int(points)
            side_counts["wins_by_drop"] += last == "Drops"
            side_counts["wins_by_resignation"] += last != "Drops" and any(boards[side][1:])
        last = word or ""
    return counts


def _is_dance(boards: list[list[int]], side: int, dice: str) -> bool:
    board: Board = (tuple(boards[side]), tuple(boards[1 - side]))
    return results(board, (int(dice[0]), int(dice[1]))) == {board}


def _move(boards: list[list[int]], side: int, play: str) -> None:
    for move in play.split():
        src, dst = (int(place.rstrip("*")) for place in move.split("/"))
        boards[side][src] -= 1
        boards[side][dst] += 1
        if move.endswith("*"):
            boards[1 - side][25 - dst] -= 1
            boards[1 - side][25] += 1
