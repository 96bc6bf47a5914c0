"""The match length of a round, from a list read from the final backwards."""

from collections.abc import Sequence

from tournaments.formats._errors import FormatError, Problem


def length_for(number: int, *, rounds: int, lengths: Sequence[int]) -> int:
    """Return the length in points of round `number` (from 1) of `rounds`.

    The first length is the final's, the next the semifinals', and so on; the last one serves all earlier rounds, so
    [15, 13, 11, 9] plays to 9 up to the round before the quarterfinals. FormatError: `no_lengths`, `no_such_round`.
    """
    if not lengths:
        raise FormatError(Problem("no_lengths"))
    if not 1 <= number <= rounds:
        raise FormatError(Problem("no_such_round", {"round": number, "rounds": rounds}))
    return lengths[min(rounds - number, len(lengths) - 1)]
