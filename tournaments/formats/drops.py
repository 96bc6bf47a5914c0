"""The drop table: the slots of a losers' bracket for the losers of the main bracket, chosen to avoid rematches."""

from typing import NamedTuple

# XOR masks by the number of lines, one for each main round from the second on: the loser of slot i drops to
# slot i XOR mask. Computed by exhaustive search up to 64 lines and by random search above, for equal players;
# the final has no mask.
_MASKS: dict[int, tuple[int, ...]] = {
    4: (),
    8: (1,),
    16: (2, 0),
    32: (2, 2, 0),
    64: (13, 5, 1, 1),
    128: (7, 10, 2, 3, 0),
    256: (35, 7, 10, 2, 3, 0),
    512: (12, 35, 7, 10, 2, 3, 0),
    1024: (254, 12, 35, 7, 10, 2, 3, 0),
    2048: (14, 254, 12, 35, 7, 10, 2, 3, 0),
    4096: (318, 14, 254, 12, 35, 7, 10, 2, 3, 0),
}


class DropRound(NamedTuple):
    """One round of a losers' bracket: its number of slots, and the main round whose losers come in.

    If `main` is None, the remaining entrants play each other. In the first round two losers of round 1 meet. In later
    ones the survivor of each slot meets a loser of round `main`, whose slot is the number of the slot XOR `mask`.
    """

    slots: int
    main: int | None
    mask: int = 0


def drop_rounds(size: int, *, last: int) -> tuple[DropRound, ...]:
    """Return the rounds of the losers' bracket of a bracket with `size` lines, fed up to round `last`.

    `size` is a power of two, at least 4, and `last` at least 1: the binary logarithm of `size` drops all but the
    champion.
    """
    masks = (*_MASKS[size], 0)
    slots = size // 4
    rounds = [DropRound(slots, main=1)]
    for main in range(2, last + 1):
        rounds.append(DropRound(slots, main, masks[main - 2]))
        if slots > 1:
            slots //= 2
            rounds.append(DropRound(slots, main=None))
    while slots > 1:
        slots //= 2
        rounds.append(DropRound(slots, main=None))
    return tuple(rounds)
