"""Kinds of damage to one play of a record, each proved by brute force.

What is legal is asked of the brute force. A kind takes a sheet it may change, and answers what it did;
`None` where the sheet has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from rules import Side
from tests.rules import brute_force
from tests.rules.sheets import Board, Cell, GameSheet, Pairs, Sheet, State, board_after, stands, states


class Blow(NamedTuple):
    """A damage of a sheet: the expected problem code, and the cell, game or line."""

    code: str
    game: GameSheet | None = None
    cell: Cell | None = None
    line: int = 1
    player: Side | None = None
    """Whom it is about, where that is not the side of the cell."""


class Roll(NamedTuple):
    """A roll of a record and how the game stood before it."""

    game: GameSheet
    place: int
    cell: Cell
    state: State

    @property
    def goes_on(self) -> bool:
        """Whether the game goes on with a roll or a double, so that the play was made."""
        rest = self.game.cells[self.place + 1 :]
        return bool(rest) and (rest[0].is_roll or rest[0].text.startswith("Doubles"))


Kind = Callable[[Random, Sheet], "Blow | None"]
Changes = Callable[[Board, tuple[int, int], Pairs], "Iterator[Pairs]"]


def rolls(sheet: Sheet) -> list[Roll]:
    """Every roll of the sheet."""
    return [
        Roll(game, place, cell, state_of[cell])
        for game in sheet.games
        for state_of in [states(sheet, game)]
        for place, cell in enumerate(game.cells)
        if cell.is_roll
    ]


@lru_cache(maxsize=512)
def legal_boards(board: Board, dice: tuple[int, int]) -> frozenset[Board]:
    """The boards that legal plays lead to."""
    return frozenset(brute_force.results(board, dice))


@lru_cache(maxsize=512)
def _lines(board: Board, dice: tuple[int, int]) -> dict[tuple[int, ...], dict[Board, brute_force.Line]]:
    return brute_force.lines(board, dice)


def is_legal(board: Board, dice: tuple[int, int], pairs: Pairs) -> bool:
    """Whether the moves lead where a legal play does, or bear off the last checker (C5)."""
    after = board_after(board, pairs)
    return after in legal_boards(board, dice) or not any(after[0][1:])


def text_of_play(dice: tuple[int, int], pairs: Pairs) -> str:
    """A play as gnubg writes it."""
    return f"{dice[0]}{dice[1]}: " + " ".join(f"{src}/{dst}" for src, dst in pairs)


def _play_kind(code: str, changes: Changes, *, is_possible: bool | None = True) -> Kind:
    """The kind that replaces a play by an illegal one of `changes`, possible or not."""

    def damage(chance: Random, sheet: Sheet) -> Blow | None:
        some = rolls(sheet)
        chance.shuffle(some)
        for roll in some[:60]:
            board, dice = roll.state.board, roll.cell.dice
            plays = [
                pairs
                for pairs in changes(board, dice, roll.cell.pairs)
                if is_possible is None or stands(board, pairs) is is_possible
            ]
            plays = [pairs for pairs in plays if not is_legal(board, dice, pairs)]
            if plays:
                roll.cell.text = text_of_play(dice, chance.choice(plays))
                return Blow(code, roll.game, roll.cell)
        return None

    return damage


def _two_moves(dice: tuple[int, int], pairs: Pairs) -> bool:
    return dice[0] != dice[1] and len(pairs) == 2


def _too_short(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """Fewer moves than could be made, each of them legal (B6, B8)."""
    for left_out in range(len(pairs) if len(pairs) > 1 else 0):
        some = pairs[:left_out] + pairs[left_out + 1 :]
        ends = [line_of for prefix, line_of in _lines(board, dice).items() if len(prefix) == len(some)]
        if any(board_after(board, some) in line_of for line_of in ends):
            yield some


def _by_lower_die(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """One move by the lower die where only one die can be played, and it may be the higher (B7)."""
    ways = _lines(board, dice)
    if dice[0] != dice[1] and max(len(prefix) for prefix in ways) == 1:
        yield from ways.get((min(dice),), {}).values()


def _same_die_twice(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """Two moves by one die (B4)."""
    if _two_moves(dice, pairs) and not board[0][25]:
        for die in dice:
            for src in range(die + 1, 25):
                for other in range(die + 1, src + 1):
                    yield (src, src - die), (other, other - die)


def _too_far(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A move by a distance that no die and no sum of dice gives (B4)."""
    some = {dice[0], dice[1], sum(dice)} | {count * dice[0] for count in range(1, 5) if dice[0] == dice[1]}
    for index, (src, dst) in enumerate(pairs):
        if src == 25 or dst == 0:
            continue
        for to in range(1, src):
            if src - to not in some:
                yield (*pairs[:index], (src, to), *pairs[index + 1 :])


def _backwards(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A move the wrong way (B2)."""
    for index, (src, dst) in enumerate(pairs):
        if src < 25 and board[0][dst] and dst:
            yield (*pairs[:index], (dst, src), *pairs[index + 1 :])


def _from_nowhere(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A move from a point without a checker."""
    if not _two_moves(dice, pairs) or board[0][25]:
        return
    for index, (src, dst) in enumerate(pairs):
        die, (other_src, other_dst) = src - dst, pairs[1 - index]
        if not dst or not other_dst or not stands(board, (pairs[1 - index],)):
            continue
        for empty in range(die + 1, 25):
            is_free = board[1][25 - (empty - die)] < 2
            if not board[0][empty] and empty not in (other_src, other_dst) and is_free:
                yield tuple(sorted(((empty, empty - die), (other_src, other_dst)), reverse=True))


def _onto_held_point(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A move onto a point that the opponent holds (B3)."""
    if not _two_moves(dice, pairs) or board[0][25]:
        return
    for index, (src, dst) in enumerate(pairs):
        die, (other_src, other_dst) = src - dst, pairs[1 - index]
        if not other_dst or not stands(board, (pairs[1 - index],)):
            continue
        for point in range(1, 25 - die):
            start = point + die
            is_there = board[0][start] > (start == other_src)
            # Nobody can read the two moves as one checker's that only passes the point.
            if board[1][25 - point] > 1 and is_there and point != other_src:
                yield tuple(sorted(((start, point), (other_src, other_dst)), reverse=True))


def _past_the_bar(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """Moves elsewhere with a checker on the bar (B10)."""
    if not board[0][25] or dice[0] == dice[1]:
        return
    for src in range(dice[0] + 1, 25):
        for other in range(dice[1] + 1, 25):
            if src != other and src - dice[0] != other and other - dice[1] != src:
                yield (src, src - dice[0]), (other, other - dice[1])


def _off_too_early(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A checker borne off while two others, of which one at most can come home, are outside (C1)."""
    if not _two_moves(dice, pairs) or board[0][25] or sum(board[0][7:]) < 2:
        return
    for index, (src, dst) in enumerate(pairs):
        die, other = src - dst, pairs[1 - index]
        if dst and other[1] and stands(board, (other,)) and board[0][die] > (other[0] == die):
            yield tuple(sorted(((die, 0), other), reverse=True))


def _off_from_below(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A checker borne off by a higher die while others stand behind it (C3)."""
    high, low = max(dice), min(dice)
    if high == low or any(board[0][7:]):
        return
    for src in range(low + 1, high):
        behind = sum(board[0][src + 1 :])
        for other in range(low + 1, 7):
            if board[0][src] > (other == src) and behind > 2:
                yield tuple(sorted(((src, 0), (other, other - low)), reverse=True))


def _too_many(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """One move more than the dice give (B4, B5)."""
    if len(pairs) == (4 if dice[0] == dice[1] else 2):
        for src in range(dice[0] + 1, 25):
            yield (*pairs, (src, src - dice[0]))


def _onto_the_bar(board: Board, dice: tuple[int, int], pairs: Pairs) -> Iterator[Pairs]:
    """A move to a place that is no point."""
    for index, (src, _) in enumerate(pairs):
        # From the bar it would be no move: some writers put `25/25` for a checker that stays.
        if src != 25:
            yield (*pairs[:index], (src, 25), *pairs[index + 1 :])


def _wrong_words(code: str, text: str, is_right: Callable[[Roll, int], bool]) -> Kind:
    """The kind that replaces a play by this text, where `is_right` accepts the number of plays."""

    def damage(chance: Random, sheet: Sheet) -> Blow | None:
        some = [roll for roll in rolls(sheet) if roll.cell.pairs and roll.goes_on]
        chance.shuffle(some)
        for roll in some[:60]:
            if is_right(roll, len(legal_boards(roll.state.board, roll.cell.dice))):
                roll.cell.text = f"{roll.cell.text[:3]} {text}".rstrip()
                return Blow(code, roll.game, roll.cell)
        return None

    return damage


def _unreadable(chance: Random, sheet: Sheet) -> Blow | None:
    roll = chance.choice([roll for roll in rolls(sheet) if roll.cell.pairs])
    words = roll.cell.text.split()
    index = chance.randrange(1, len(words))
    words[index] = chance.choice(["x", "24/", "99/1", words[index] + "(7)"])
    roll.cell.text = " ".join(words)
    return Blow("unreadable_play", roll.game, roll.cell)


def _wrong_dice(chance: Random, sheet: Sheet) -> Blow | None:
    roll = chance.choice([roll for roll in rolls(sheet) if roll.cell.pairs])
    roll.cell.text = chance.choice(["70", "07", "99", "18", "80"]) + roll.cell.text[2:]
    return Blow("invalid_dice", roll.game, roll.cell)


PLAY_KINDS: dict[str, Kind] = {
    "under_play": _play_kind("under_play", _too_short),
    "higher_die": _play_kind("higher_die", _by_lower_die),
    "wrong_die": _play_kind("wrong_die", _same_die_twice),
    "wrong_distance": _play_kind("wrong_distance", _too_far),
    "wrong_direction": _play_kind("wrong_direction", _backwards),
    "no_checker": _play_kind("no_checker", _from_nowhere, is_possible=False),
    "blocked": _play_kind("blocked", _onto_held_point, is_possible=False),
    "bar_ignored": _play_kind("bar_ignored", _past_the_bar),
    "bear_off_too_early": _play_kind("bear_off_too_early", _off_too_early),
    "higher_checker_left": _play_kind("higher_checker_left", _off_from_below),
    "too_many_moves": _play_kind("too_many_moves", _too_many),
    "no_such_point": _play_kind("no_such_point", _onto_the_bar, is_possible=None),
    "false_dance": _wrong_words("false_dance", "Cannot Move", lambda _roll, _count: True),
    "forced_play_omitted": _wrong_words("forced_play_omitted", "", lambda _roll, count: count == 1),
    "play_missing": _wrong_words("play_missing", "", lambda _roll, count: count > 1),
    "unreadable_play": _unreadable,
    "invalid_dice": _wrong_dice,
}
