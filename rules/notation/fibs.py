"""The `board:` line of FIBS, the First Internet Backgammon Server: a position in 53 fields.

Its fields are in `docs/notations/fibs.md`, after FIBS' published description of its client protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cube import Cube, is_cube_value
from ..errors import InvalidNotation, Unwritable
from ..match import Side
from ..play import legal_plays
from ..position import BAR, OFF, Position
from ..state import Phase, State
from ..variant import BACKGAMMON, Variant
from ._moments import checked, readable, readable_variant, whole_number, writable, writable_position

_NAMES = (
    *("board", "player", "opponent", "length", "score", "opponent_score"),
    *(f"place_{place}" for place in range(26)),
    *("turn", "die_1", "die_2", "opponent_die_1", "opponent_die_2"),
    *("cube", "may_double", "opponent_may_double", "was_doubled"),
    *("colour", "direction", "home", "bar", "off", "opponent_off", "on_bar", "opponent_on_bar"),
    *("can_move", "forced", "did_crawford", "redoubles"),
)
_UNLIMITED = 9999
_MOST = 99_999
# The least and the most of the fields that are not just any natural number.
_RANGES = {
    **{f"place_{place}": (-15, 15) for place in range(26)},
    **dict.fromkeys(("die_1", "die_2", "opponent_die_1", "opponent_die_2"), (0, 6)),
    **dict.fromkeys(("may_double", "opponent_may_double", "was_doubled"), (0, 1)),
    **dict.fromkeys(("colour", "direction", "turn"), (-1, 1)),
    **dict.fromkeys(("home", "bar"), (0, BAR)),
    **dict.fromkeys(("off", "opponent_off", "on_bar", "opponent_on_bar"), (0, 15)),
    "length": (0, _UNLIMITED),
    "can_move": (0, 4),
}


def encode(state: State, players: tuple[str, str] = ("You", "Opponent"), *, viewer: Side = Side.ONE) -> str:
    """The line that FIBS would send to `viewer`, who plays O from 24 to 1.

    `players` are the names of side one and side two. The line leaves out Jacoby, the highest cube and
    whether the game has begun. Raises `Unwritable` for a moment that contradicts itself, a name that is
    empty or holds a colon or a line break, a game that is over in another way than by the last checker
    borne off, a resignation, a beaver
    that waits, a centred cube above 1 or an owned one of 1 that is offered (the line does not say
    whose it is), a length of 9,999 or more, and checkers that have not entered (V3).

    >>> encode(State(Position.start(), length=7), ("Ann", "Bob"))[:25]
    'board:Ann:Bob:7:0:0:0:-2:'
    """
    _refuse_unsayable(writable(state))
    for name in players:
        if not name or set(name) & set(":\r\n"):
            raise Unwritable("name_not_writable", name=name)
    if (state.length or 0) >= _UNLIMITED or max(state.score) > _MOST:
        raise Unwritable("score_too_high")
    position = writable_position(state.seen_by(viewer))
    one, two = (0, 1) if viewer is Side.ONE else (1, 0)
    fields = [
        "board",
        players[one],
        players[two],
        _UNLIMITED if state.length is None else state.length,
        state.score[one],
        state.score[two],
        -position.opp[BAR],
        *(position.own[point] - position.opp[25 - point] for point in range(1, 25)),
        position.own[BAR],
        *_turn_and_dice(state, viewer),
        *_cube_fields(state.cube, viewer),
        # O, from 24 to 1, with home behind point 1 and the bar before 24.
        *(1, -1, OFF, BAR),
        *(position.own[OFF], position.opp[OFF], position.own[BAR], position.opp[BAR]),
        _can_move(state, viewer),
        0,
        _is_past_crawford(state),
        state.beavers,
    ]
    return ":".join(str(int(field) if isinstance(field, bool) else field) for field in fields)


def decode(text: str, *, viewer: Side = Side.ONE, variant: Variant = BACKGAMMON) -> State:
    """The moment of a `board:` line, the player named first being side `viewer`.

    Raises `InvalidNotation` for any other number of fields, numbers out of range, a board whose
    checkers do not make up the variant's, and what contradicts itself. Of a double that waits the
    line does not tell who owned the cube: nobody at 1, else the side that doubles. A game that is
    over without a winner on the board is told from the view of `viewer`.

    >>> decode(encode(State(Position.start(), length=7))).length
    7
    """
    line = _Line.read(text)
    position = _position(line, readable_variant(variant))
    cube = _cube(line, viewer)
    turn = _side(line["turn"] * line["colour"], viewer)
    if cube.offered_by is not None and turn is not cube.offered_by.other:
        raise InvalidNotation("turn_without_offer")
    on_roll = cube.offered_by or turn or (viewer.other if position.has_won else viewer)
    length = None if line["length"] in {0, _UNLIMITED} else line["length"]
    score = (line["score"], line["opponent_score"])
    return readable(
        State(
            position if on_roll is viewer else position.swapped(),
            on_roll,
            dice=_dice(line, turn, viewer),
            cube=cube,
            length=length,
            score=score if viewer is Side.ONE else score[::-1],
            is_crawford=length is not None and _is_crawford(line, length),
            beavers=length is None and line["redoubles"] > 0,
            phase=Phase.PLAYING if turn else Phase.OVER,
        )
    )


def players(text: str) -> tuple[str, str]:
    """The names in a `board:` line, the player's before the opponent's; raises `InvalidNotation`.

    >>> players(encode(State(Position.start()), ("Ann", "Bob")))
    ('Ann', 'Bob')
    """
    return _Line.read(text).players


@dataclass(frozen=True, slots=True)
class _Line:
    """The fields of a line by name, each validated against its range."""

    players: tuple[str, str]
    numbers: dict[str, int]

    @classmethod
    def read(cls, text: str) -> _Line:
        words = text.strip().split(":")
        if words[0] != "board":
            raise InvalidNotation("not_a_board")
        if len(words) != len(_NAMES):
            raise InvalidNotation("wrong_number_of_fields", found=len(words), expected=len(_NAMES))
        if not (words[1] and words[2]):
            raise InvalidNotation("missing_name")
        numbers = {}
        for name, word in zip(_NAMES[3:], words[3:], strict=True):
            least, most = _RANGES.get(name, (0, _MOST))
            numbers[name] = whole_number(word, name, least=least, most=most)
        if not numbers["colour"] or not numbers["direction"]:
            raise InvalidNotation("no_colour_or_direction")
        return cls((words[1], words[2]), numbers)

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]


def _refuse_unsayable(state: State) -> None:
    cube = state.cube
    # Nobody is on roll in the line once the game is over: only the board can tell who lost.
    is_lost = state.phase is Phase.OVER and state.position.has_lost and not state.position.has_won
    if state.resignation or not (state.is_to_play or is_lost):
        raise Unwritable("only_in_play", phase=state.phase)
    if state.cube.beavered_by:
        raise Unwritable("beaver")
    if cube.offered_by and (cube.value == 1) != (cube.owner is None):
        raise Unwritable("owner_of_offered_cube")


def _turn_and_dice(state: State, viewer: Side) -> Sequence[int]:
    if state.phase is Phase.OVER:
        return (0, 0, 0, 0, 0)
    dice = state.dice or (0, 0)
    # While a double waits FIBS calls it the turn of the side that must answer.
    if state.decides is viewer:
        return (1, *dice, 0, 0)
    return (-1, 0, 0, *dice)


def _cube_fields(cube: Cube, viewer: Side) -> Sequence[int]:
    """The cube, whether player and opponent may double, and whether the opponent has just doubled.

    FIBS takes the right to double from both while a double waits, and tells by it else who owns the
    cube, also where nobody may double: in the Crawford game.
    """
    if cube.offered_by:
        return (cube.value, 0, 0, cube.offered_by is not viewer)
    return (cube.value, cube.owner is not viewer.other, cube.owner is not viewer, False)


def _can_move(state: State, viewer: Side) -> int:
    if state.dice is None or state.on_roll is not viewer:
        return 0
    return len(legal_plays(state.position, state.dice)[0].moves)


def _is_past_crawford(state: State) -> bool:
    is_at_match_point = state.length not in {None, 1} and 1 in (state.away(Side.ONE), state.away(Side.TWO))
    return is_at_match_point and not state.is_crawford


def _position(line: _Line, variant: Variant) -> Position:
    """The board seen by the player."""
    own, opp = [0] * 26, [0] * 26
    home, bar = (OFF, BAR) if line["direction"] < 0 else (BAR, OFF)
    if (line["home"], line["bar"]) != (home, bar):
        raise InvalidNotation("home_against_direction")
    for place in range(26):
        count = line[f"place_{place}"] * line["colour"]
        point = abs(place - home)
        # On the bars stand the checkers of one side only: where the player moves to, the opponent's.
        if (count > 0 and place == home) or (count < 0 and place == bar):
            raise InvalidNotation("checker_on_wrong_bar")
        if count > 0:
            own[point] = count
        elif count < 0:
            opp[BAR - point] = -count
    own[OFF], opp[OFF] = line["off"], line["opponent_off"]
    on_bars = (line["on_bar"], line["opponent_on_bar"])
    if on_bars not in {(own[BAR], opp[BAR]), (0, 0)}:
        # gnubg leaves both at 0.
        raise InvalidNotation("bars_do_not_agree")
    for side, counts in (("own", own), ("opp", opp)):
        if sum(counts) != variant.checkers:
            raise InvalidNotation(
                "wrong_number_of_checkers", side=side, found=sum(counts), expected=variant.checkers
            )
    return checked(own, opp)


def _cube(line: _Line, viewer: Side) -> Cube:
    value = line["cube"]
    if not is_cube_value(value):
        raise InvalidNotation("cube_not_power_of_two", cube=value)
    owner = {(1, 1): None, (1, 0): viewer, (0, 1): viewer.other}
    rights = (line["may_double"], line["opponent_may_double"])
    if line["was_doubled"] or rights == (0, 0):
        doubler = viewer.other if line["was_doubled"] else viewer
        return Cube(value, owner.get(rights, None if value == 1 else doubler), offered_by=doubler)
    return Cube(value, owner[rights])


def _dice(line: _Line, turn: Side | None, viewer: Side) -> tuple[int, int] | None:
    """The dice of the side on turn; FIBS may still show the previous roll of the other side."""
    if turn is None:
        return None
    whose = "" if turn is viewer else "opponent_"
    dice = (line[f"{whose}die_1"], line[f"{whose}die_2"])
    if (dice[0] == 0) != (dice[1] == 0):
        raise InvalidNotation("not_dice", found=f"{dice[0]}{dice[1]}")
    return dice if dice[0] else None


def _is_crawford(line: _Line, length: int) -> bool:
    """Whether this is the Crawford game, by two fields that FIBS describes wrongly.

    At match point the first is not 0 where Crawford is not played at all, and the second is 1 once
    the Crawford game is over.
    """
    is_at_match_point = length > 1 and length - 1 in (line["score"], line["opponent_score"])
    return is_at_match_point and not line["forced"] and not line["did_crawford"]


def _side(sign: int, viewer: Side) -> Side | None:
    if sign == 0:
        return None
    return viewer if sign > 0 else viewer.other
