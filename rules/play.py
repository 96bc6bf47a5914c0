"""Plays: the list of those that are legal, and their text (B3 to C5, V3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from .errors import IllegalPlay, InvalidNotation
from .judgement import PlayFault, faulty_move, judge
from .lines import Line, entering_lines, usual_lines
from .move import Move, in_order, put
from .position import BAR, OFF, OUTSIDE, Position
from .variant import BACKGAMMON, Variant
from .written import written_turn

# A refusal names so many legal plays, those nearest to the one refused.
_MOST_NAMED = 3


class PlayStyle(StrEnum):
    """The style in which the text of a play is written (A4).

    >>> double = Play.parse("33: 8/5(2) 6/3(2)", Position.start())
    >>> [double.text(Position.start(), style) for style in PlayStyle]
    ['8/5(2) 6/3(2)', '8/5 8/5 6/3 6/3', '8/5 (2) 6/3 (2)']
    """

    USUAL = "usual"
    """`bar/21 13/7*(2)`: the moves of one checker joined, equal ones counted."""
    STEPS = "steps"
    """`25/21 13/7* 13/7`: one move for each die, in numbers alone."""
    FFBG = "ffbg"
    """`B/21 13/7* (2)`, `5/O`: as the French federation prints it."""


class Play(NamedTuple):
    """A whole turn: one move for each die used, and the resulting position, seen by the same side.

    `hits` tells for each move whether it hits a blot. A dance has no moves (B9). `is_forced` marks the
    play that `legal_plays` found to be the only one.

    >>> play = legal_plays(Position.start(), (3, 1))[0]
    >>> play.notation, play.moves, play.pips
    ('24/23 13/10', (Move(src=24, dst=23), Move(src=13, dst=10)), 4)
    """

    moves: tuple[Move, ...]
    hits: tuple[bool, ...]
    result: Position
    is_forced: bool = False

    def __str__(self) -> str:
        return self.notation

    @property
    def notation(self) -> str:
        """The play in the usual notation: `bar/21 13/7*(2)`, `#` for a dance (A4).

        >>> legal_plays(Position.start(), (6, 1))[0].notation
        '24/23 13/7'
        """
        return notation(self.moves, self.hits)

    @property
    def pips(self) -> int:
        """The number of pips that the play takes off the mover's count.

        >>> legal_plays(Position.start(), (6, 1))[0].pips
        7
        """
        return sum(min(src, BAR) - dst for src, dst in self.moves)

    @classmethod
    def parse(
        cls,
        text: str,
        position: Position,
        dice: tuple[int, int] | None = None,
        variant: Variant = BACKGAMMON,
    ) -> Play:
        """Parse the text of a legal play: the very play that `legal_plays` lists, where it lists it.

        The dice may stand in front, `31: 8/5 6/5` or `3-1: 8/5 6/5`. Moves may be joined or not, in any
        order, with or without stars; `#`, `dance` or nothing is a dance. Raises `InvalidNotation` for
        what is no play or lacks its dice, and `IllegalPlay` for a play against the rules.

        >>> start = Position.start()
        >>> Play.parse("31: 8/5 6/5", start) == Play.parse("6/5, 8/5", start, (3, 1))
        True
        >>> Play.parse("8/5 6/4", start, (3, 1))
        Traceback (most recent call last):
        rules.errors.IllegalPlay: wrong_distance (play=31: 8/5 6/4, move=6/4, count=16, legal=8/5 6/5, 8/4, 24/23 8/5)
        """
        thrown, moves = written_turn(text)
        if dice is None:
            if thrown is None:
                raise InvalidNotation("dice_missing")
            dice = thrown
        elif thrown is not None and sorted(thrown) != sorted(dice):
            raise IllegalPlay("other_dice", found=_digits(thrown), expected=_digits(dice))
        return legal_play(position, dice, moves, variant)

    def text(self, position: Position, style: PlayStyle = PlayStyle.USUAL) -> str:
        """Return the text of the play on the position before it, which `Play.parse` reads back.

        Raises `IllegalPlay` if the play does not lead from that position to its result.

        >>> start = Position.start()
        >>> legal_plays(start, (6, 5))[0].text(start)
        '24/13'
        """
        again = None if _lacks_checkers(position, self.moves) else played(position, self.moves)
        if again is None or again.result != self.result:
            raise IllegalPlay("other_position", play=self.notation)
        if style is PlayStyle.STEPS:
            words = (
                f"{src}/{dst}{'*' * is_hit}"
                for (src, dst), is_hit in zip(again.moves, again.hits, strict=True)
            )
            return " ".join(words) or "#"
        if style is PlayStyle.FFBG:
            return again.notation.replace("bar", "B").replace("off", "O").replace("(", " (")
        return again.notation


def legal_plays(position: Position, dice: tuple[int, int], variant: Variant = BACKGAMMON) -> tuple[Play, ...]:
    """Every legal play of a roll, one for each resulting position, in canonical order.

    The moves of a play are ordered from the back of the board to the front, and so are the plays by their
    moves. Without a legal move the only play is the dance (B9). Each play uses as many dice as B6 to B8
    demand; a win with one die, which C5 permits, is not listed beside a full play that wins too. A position
    can have thousands of plays of a double, so `judge` does not use this list. Raises `IllegalPlay` unless
    the roll has two dice.

    >>> [play.notation for play in legal_plays(Position.start(), (6, 6))][:2]
    ['24/18(2) 13/7(2)', '24/18(2) 13/7 8/2']
    """
    high, low = in_order(dice)
    if position.outside[0] or not position.may_hit[0]:
        return _distinct(entering_lines(position, high, low, variant), Position.from_lists)
    rest = position.outside, position.may_hit
    return _distinct(
        usual_lines(position, high, low), lambda own, opp: Position(tuple(own), tuple(opp), *rest)
    )


def legal_play(
    position: Position,
    dice: tuple[int, int],
    moves: Sequence[tuple[int, int]],
    variant: Variant = BACKGAMMON,
) -> Play:
    """The legal play of these moves, as `legal_plays` lists it; raises `IllegalPlay` with what would be legal."""
    judgement = judge(position, dice, moves, variant)
    if judgement.fault is not None:
        raise illegal_play(position, dice, moves, judgement.fault, variant)
    plays = legal_plays(position, dice, variant)
    listed = next((play for play in plays if play.result == judgement.result), None)
    # A win with one die is legal beside a full play that wins too, and not listed (C5).
    return listed or played(position, judgement.moves)


def illegal_play(
    position: Position,
    dice: tuple[int, int],
    moves: Sequence[tuple[int, int]],
    fault: PlayFault,
    variant: Variant = BACKGAMMON,
) -> IllegalPlay:
    """The error of a faulty play: the play, its faulty move, how many plays are legal and the nearest ones."""
    as_moves = [Move(*move) for move in moves]
    stood = judge(position, dice, moves, variant).result
    plays = legal_plays(position, dice, variant)
    nearest = sorted(plays, key=lambda play: _difference(play.result, stood))[:_MOST_NAMED]
    data: dict[str, int | str] = {"play": f"{_digits(dice)}: {_unchecked_text(as_moves)}"}
    move = faulty_move(position, dice, as_moves, fault)
    if move is not None:
        data["move"] = _unchecked_text([move])
    data["count"] = len(plays)
    return IllegalPlay(fault, **data, legal=", ".join(play.notation for play in nearest))


def _difference(board: Position, other: Position) -> int:
    return sum(abs(here - there) for here, there in zip(board.own, other.own, strict=True))


def _digits(dice: Sequence[int]) -> str:
    return "".join(map(str, dice))


def _unchecked_text(moves: Sequence[Move]) -> str:
    return notation(moves, [False] * len(moves))


def _lacks_checkers(position: Position, moves: Sequence[Move]) -> bool:
    """Whether a move starts where no checker stands by then, or where no place is."""
    own = list(position.lists()[0])
    for src, dst in moves:
        if not (OFF < src < len(own) and OFF <= dst < BAR and own[src]):
            return True
        own[src] -= 1
        own[dst] += 1
    return False


def played(position: Position, moves: Sequence[Move]) -> Play:
    """The play of these moves, without a check of the rules: its hits and its result."""
    own, opp = position.lists()
    hits = tuple([put(own, opp, src, dst) for src, dst in moves])
    return Play(tuple(moves), hits, Position.from_lists(own, opp))


def notation(moves: Sequence[Move], hits: Sequence[bool]) -> str:
    """Moves in the usual notation: one checker's moves joined, equal ones counted (A4)."""
    routes: list[list[tuple[int, bool]]] = []
    for (src, dst), is_hit in zip(moves, hits, strict=True):
        route = next((route for route in routes if route[-1][0] == src), None)
        if route is None:
            route = [(src, False)]
            routes.append(route)
        route.append((dst, is_hit))
    by_route: dict[tuple[int, ...], list[tuple[int, bool]]] = {}
    repeats: dict[tuple[int, ...], int] = {}
    for route in routes:
        # A stop on the way is written only if a checker was hit there.
        stops = [route[0], *(stop for stop in route[1:-1] if stop[1]), route[-1]]
        places = tuple(place for place, _ in stops)
        # Of two checkers hitting on one point the first is listed first and keeps its star.
        by_route.setdefault(places, stops)
        repeats[places] = repeats.get(places, 0) + 1
    words = [_word(stops, repeats[places]) for places, stops in by_route.items()]
    return " ".join(words) or "#"


def _distinct(lines: list[Line], board: Callable[[list[int], list[int]], Position]) -> tuple[Play, ...]:
    plays: dict[Position, Play] = {}
    for own, opp, _, moves, hits in lines:
        result = board(own, opp)
        if result not in plays:
            plays[result] = Play(moves, hits, result)
    if len(plays) == 1:
        return tuple(play._replace(is_forced=True) for play in plays.values())
    return tuple(sorted(plays.values(), reverse=True))


def _word(stops: list[tuple[int, bool]], repeats: int) -> str:
    names = {OUTSIDE: "out", BAR: "bar", OFF: "off"}
    text = "/".join(f"{names.get(place, place)}{'*' * is_hit}" for place, is_hit in stops)
    return f"{text}({repeats})" if repeats > 1 else text
