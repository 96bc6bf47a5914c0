"""The match length of a round, from a list read backwards from the final."""

from collections.abc import Sequence

from tournaments.formats.errors import FormatError, Problem


def length_for(from_final: int, *, lengths: Sequence[int]) -> int:
    """Return the match length in points of a round at this distance from the final, which is 0.

    The first length is the final's, the next the semifinals', and so on; the last one serves all earlier rounds, so
    [15, 13, 11, 9] plays to 9 up to the round before the quarterfinals. FormatError: `no_lengths`.
    """
    if not lengths:
        raise FormatError(Problem("no_lengths"))
    return lengths[min(from_final, len(lengths) - 1)]
