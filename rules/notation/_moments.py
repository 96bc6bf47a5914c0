"""Shared checks of the notations of positions."""

from __future__ import annotations

from ..errors import InvalidNotation, InvalidPosition, Unwritable
from ..position import MOST_CHECKERS, OFF, Position
from ..state import State
from ..variant import Variant

# More digits than any score, length or power has; without a bound a number could be made to cost.
_MOST_DIGITS = 5


def writable(state: State) -> State:
    """The moment; raises `Unwritable` if it is contradictory."""
    if not isinstance(state, State):
        raise TypeError(
            f"a State is needed, as State(position) and State.of(game) are, not {type(state).__name__}"
        )
    if state.fault is not None:
        raise Unwritable(state.fault)
    return state


def readable(state: State) -> State:
    """The moment; raises `InvalidNotation` if it is contradictory."""
    if state.fault is not None:
        raise InvalidNotation(state.fault)
    return state


def writable_position(position: Position) -> Position:
    """The position; raises `Unwritable` for an impossible one and for those of Dutch backgammon alone (V3)."""
    if any(position.outside):
        raise Unwritable("checkers_outside")
    if not all(position.may_hit):
        raise Unwritable("may_not_hit")
    for side, counts in (("own", position.own), ("opp", position.opp)):
        if sum(counts) > MOST_CHECKERS:
            raise Unwritable("too_many_checkers", side=side, most=MOST_CHECKERS)
    return position


def readable_variant(variant: Variant) -> Variant:
    """The variant; raises `InvalidNotation` for Dutch backgammon.

    In it checkers may be missing that have not entered, and a side may not hit yet (V3).
    """
    if variant.outside:
        raise InvalidNotation("variant_not_told", variant=variant.code)
    return variant


def completed(own: list[int], opp: list[int], variant: Variant) -> Position:
    """The position with these counts, missing checkers borne off.

    Raises `InvalidNotation` for more checkers than it has, a point held by both sides, a game that
    both have won, and Dutch backgammon.
    """
    readable_variant(variant)
    for side, counts in (("own", own), ("opp", opp)):
        counts[OFF] = variant.checkers - sum(counts[OFF + 1 :])
        if counts[OFF] < 0:
            raise InvalidNotation("too_many_checkers", side=side, most=variant.checkers)
    return checked(own, opp)


def checked(own: list[int], opp: list[int]) -> Position:
    """The position with these counts; raises `InvalidNotation` for an impossible board."""
    try:
        return Position.checked(own, opp)
    except InvalidPosition as error:
        raise InvalidNotation(error.code, **error.data) from None


def whole_number(text: str, field: str, *, most: int, least: int = 0) -> int:
    """The integer of a field in canonical form: no sign but a minus, no leading zero.

    Raises `InvalidNotation` for other texts and for numbers out of range.
    """
    digits = text.removeprefix("-")
    is_plain = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
    if not is_plain or str(int(text)) != text:
        raise InvalidNotation("not_a_number", field=field)
    number = int(text)
    if not least <= number <= most:
        raise InvalidNotation("out_of_range", field=field, found=number, least=least, most=most)
    return number
