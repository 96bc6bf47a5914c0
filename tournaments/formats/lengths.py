"""The match length of a round and its number of matches, from lists read backwards from the final."""

from collections.abc import Sequence
from functools import cache
from math import comb

from tournaments.formats.errors import FormatError, Problem

# The numbers of matches that a pairing can have at most; 1 is a single match, and an even number could end level.
BEST_OF = tuple(range(1, 16, 2))
MOST_MATCHES = BEST_OF[-1]


def length_for(from_final: int, *, lengths: Sequence[int]) -> int:
    """Return the match length in points of a round at this distance from the final, which is 0.

    The first length is the final's, the next the semifinals', and so on; the last one serves all earlier rounds, so
    [15, 13, 11, 9] plays to 9 up to the round before the quarterfinals. FormatError: `no_lengths`.
    """
    if not lengths:
        raise FormatError(Problem("no_lengths"))
    return lengths[min(from_final, len(lengths) - 1)]


@cache
def likely_matches(best_of: int) -> float:
    """Return how many matches a series of two equal sides has on average: 1, 2.5 for best of three, 4.125 for five."""
    needed = best_of // 2 + 1
    # The winner's last win is the last match; both sides are as likely to have it.
    return sum(
        matches * comb(matches - 1, needed - 1) * 0.5 ** (matches - 1)
        for matches in range(needed, best_of + 1)
    )
