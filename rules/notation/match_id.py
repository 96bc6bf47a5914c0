"""The Match ID of GNU Backgammon: everything around a position in twelve letters.

Its bits are in `docs/notations/match_id.md`. Player 0 is the left column of a `.mat` text, side one, and
player 1, whom gnubg draws as X, is side two, unless another side is called `x`.
"""

from __future__ import annotations

from ..cube import Cube
from ..errors import InvalidNotation, Unwritable
from ..game import Result
from ..match import Side
from ..position import Position
from ..state import Phase, State
from ..variant import BACKGAMMON, Variant
from . import position_id
from ._base64 import letters_of, number_of
from ._moments import readable, writable

_LETTERS = 12
_BITS = 67
_WIDTHS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "phase": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die": 3,
    "other_die": 3,
    "length": 15,
    "score": 15,
    "score_x": 15,
    "no_jacoby": 1,
}
_NOBODY = 3
_PHASES = (Phase.NOT_STARTED, Phase.PLAYING, Phase.OVER, Phase.RESIGNED, Phase.DROPPED)
_RESULTS = (None, Result.SINGLE, Result.GAMMON, Result.BACKGAMMON)
_HIGHEST_CUBE = 1 << 15
_HIGHEST_SCORE = (1 << 15) - 1


def encode(state: State, *, x: Side = Side.TWO) -> str:
    """The Match ID of a moment, to stand beside the Position ID of its position, with side `x` as X.

    It leaves out whether beavers are played and the highest cube. Raises `Unwritable` for a moment
    that contradicts itself, a cube above 32,768 and a score or length above 32,767.

    >>> encode(State(Position.start(), length=7, score=(2, 4)))
    'MAHgACAAIAAE'
    """
    writable(state)
    cube = state.cube
    if cube.value > _HIGHEST_CUBE:
        raise Unwritable("cube_too_high", cube=cube.value, most=_HIGHEST_CUBE)
    if max(state.length or 0, *state.score) > _HIGHEST_SCORE:
        raise Unwritable("score_too_high", most=_HIGHEST_SCORE)
    sides = (x.other, x)
    die, other_die = state.dice or (0, 0)
    score = state.score if x is Side.TWO else state.score[::-1]
    fields = {
        "cube": cube.value.bit_length() - 1,
        "owner": _NOBODY if cube.owner is None else sides.index(cube.owner),
        "on_roll": sides.index(state.on_roll),
        "crawford": state.is_crawford,
        "phase": _PHASES.index(state.phase),
        "turn": sides.index(_turn(state)),
        "doubled": cube.offered_by is not None and state.phase is Phase.PLAYING,
        "resigned": _RESULTS.index(state.resignation[1] if state.resignation else None),
        "die": die,
        "other_die": other_die,
        "length": state.length or 0,
        "score": score[0],
        "score_x": score[1],
        "no_jacoby": not state.jacoby,
    }
    number, bit = 0, 0
    for name, width in _WIDTHS.items():
        number |= fields[name] << bit
        bit += width
    return letters_of(number, letters=_LETTERS)


def decode(text: str, position: Position, *, x: Side = Side.TWO) -> State:
    """The moment that a Match ID tells about a position seen by the side on roll, X being side `x`.

    An ID written before the last bit was added says nothing of Jacoby and decodes with it on, as it
    was then; in a match there is none. Raises `InvalidNotation` for anything that is not twelve
    letters of base64, for bits behind the last, numbers out of range and what contradicts itself.

    >>> decode("cAngABAAIAAA", Position.start()).score
    (1, 4)
    """
    number = number_of(text, letters=_LETTERS, bits=_BITS)
    fields = {}
    for name, width in _WIDTHS.items():
        fields[name] = number & ((1 << width) - 1)
        number >>= width
    if fields["phase"] >= len(_PHASES):
        raise InvalidNotation("unknown_phase", found=fields["phase"])
    if fields["owner"] not in {0, 1, _NOBODY}:
        raise InvalidNotation("unknown_owner", found=fields["owner"])
    sides, score = (x.other, x), (fields["score"], fields["score_x"])
    phase, length = _PHASES[fields["phase"]], fields["length"] or None
    on_roll, turn = sides[fields["on_roll"]], sides[fields["turn"]]
    owner = None if fields["owner"] == _NOBODY else sides[fields["owner"]]
    offered_by = turn.other if fields["doubled"] or phase is Phase.DROPPED else None
    # A double comes from the side on roll, if the other has not the cube; any other offer answers one.
    is_beaver = offered_by is on_roll.other or (offered_by is on_roll and owner is on_roll.other)
    state = State(
        position,
        on_roll,
        dice=_dice(fields["die"], fields["other_die"]),
        cube=Cube(1 << fields["cube"], owner, offered_by, beavered_by=on_roll.other if is_beaver else None),
        length=length,
        score=score if x is Side.TWO else score[::-1],
        is_crawford=bool(fields["crawford"]),
        jacoby=length is None and not fields["no_jacoby"],
        resignation=_resignation(fields["resigned"], turn, phase),
        phase=phase,
    )
    readable(state)
    if fields["doubled"] and phase is Phase.DROPPED:
        raise InvalidNotation("double_out_of_game")
    if _turn(state) is not turn:
        raise InvalidNotation("turn_without_offer")
    return state


def encode_pair(state: State, *, x: Side = Side.TWO) -> str:
    """Position ID and Match ID joined by a colon, as gnubg prints and reads them.

    >>> encode_pair(State(Position.start(), dice=(3, 1)))
    '4HPwATDgc/ABMA:MIEFAAAAAAAE'
    """
    return f"{position_id.encode(state.position)}:{encode(state, x=x)}"


def decode_pair(text: str, *, x: Side = Side.TWO, variant: Variant = BACKGAMMON) -> State:
    """The moment of a Position ID and a Match ID joined by a colon; raises `InvalidNotation`.

    >>> decode_pair("4HPwATDgc/ABMA:cAkGAAAAAAAE").dice
    (4, 1)
    """
    position, colon, match = text.partition(":")
    if not colon:
        raise InvalidNotation("missing_colon")
    return decode(match, position_id.decode(position, variant=variant), x=x)


def _turn(state: State) -> Side:
    """The side that gnubg calls on turn: who must answer an offer, else who is on roll.

    Once a resignation was accepted, it is the side that resigned.
    """
    if state.phase is Phase.RESIGNED and state.resignation:
        return state.resignation[0]
    return state.decides


def _dice(die: int, other: int) -> tuple[int, int] | None:
    if (die == 0) != (other == 0):
        raise InvalidNotation("not_dice", found=f"{die}{other}")
    return (die, other) if die else None


def _resignation(resigned: int, turn: Side, phase: Phase) -> tuple[Side, Result] | None:
    result = _RESULTS[resigned]
    if result is None:
        return None
    return (turn if phase is Phase.RESIGNED else turn.other, result)
