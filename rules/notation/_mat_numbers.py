"""The numbers of the rows of a `.mat` text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter

from ..problem import Finding, Problem
from ..transcript import EntryKind, GameRecord

_turn = attrgetter("turn")
_ENDS = {EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN}


def rows_out_of_order(games: Sequence[GameRecord]) -> list[Problem]:
    """What is wrong with the numbers: of each kind the first, because who numbers otherwise does so throughout."""
    problems: dict[str, Problem] = {}
    for game in games:
        if not _is_counted_up(game):
            for problem in _of_rows(game):
                problems.setdefault(problem.code, problem)
    return list(problems.values())


def _is_counted_up(game: GameRecord) -> bool:
    # Nearly every game is, and is asked nothing more. A result below the last row has no number.
    turns = list(map(_turn, game.entries))
    if turns and turns[-1] is None:
        turns.pop()
    try:
        return not turns or (turns == sorted(turns) and len(set(turns)) > turns[-1] - turns[0])
    except TypeError:
        # A row without a number among the others.
        return False


def _of_rows(game: GameRecord) -> Iterator[Problem]:
    # A result may stand in a row with any number.
    rows = [(entry.turn, entry.line) for entry in game.entries if entry.turn and entry.kind not in _ENDS]
    for (before, _), (turn, line) in pairwise(rows):
        if not 0 <= turn - before < 2:
            code = Finding.NUMBER_OUT_OF_ORDER if turn < before else Finding.NUMBER_SKIPPED
            yield Problem(code, line, 1, game.number, turn, found=str(turn), expected=str(before + 1))
