"""The rules of a round: what they cost pairs and byes, for many pairs in one call."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import count, repeat
from operator import add, eq, ge, itemgetter, mul, ne, sub, xor
from typing import TypeVar

Pair = tuple[int, int]
Costs = Callable[[Sequence[int], Sequence[int]], Sequence[int]]
_Value = TypeVar("_Value")


class RuleCode(StrEnum):
    """What the rules of all formats are called; each has words in `formats/reason_words.py`."""

    SAME_PLAYER = "same_player"
    SECOND_BYE = "second_bye"
    BYE_LOTS = "bye_lots"
    BYE_AFTER_UNPLAYED = "bye_after_unplayed"
    BYE_POINTS = "bye_points"
    BYE_RECORD = "bye_record"
    WAIT = "wait"
    SCORE = "score"
    FLOAT = "float"
    LIVES = "lives"
    REMATCH = "rematch"
    FAMILY = "family"
    CLUB = "club"
    COUNTRY = "country"
    BYE_PLACE = "bye_place"
    FOLD = "fold"
    NEIGHBOUR = "neighbour"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the order: what breaking it costs, never less than 0 and never more than `most`.

    `pairs` gets as many players as others and answers what each of these pairs would cost, the smaller number first;
    None where the rule says nothing of pairs. `byes` is what a bye would cost each player; None where it says nothing
    of byes. `kinds` are there where two pairs cost the same if their first players are of one kind, their second ones
    too, and both are as far apart: then one pair of a run is asked about for all. `crowd` is the number of players of
    whom this rule keeps each from all others. `levels` are there where a pair costs the square of the difference of
    those of its two, and they never rise; `partners` where it costs how far both are from their ideal opponents.
    """

    code: str
    most: int
    pairs: Costs | None = None
    byes: Sequence[int] | None = None
    kinds: Sequence[Hashable] | None = None
    crowd: int = 0
    levels: Sequence[int] | None = None
    partners: Sequence[int] | None = None


def by_difference(code: str, values: Sequence[int], *, byes: Sequence[int] | None = None) -> Rule:
    """The rule that opponents stand near each other: it costs the square of the difference of their values."""
    largest = max(values, default=0) - min(values, default=0)

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        apart = list(map(sub, picked(values, ones), picked(values, twos)))
        return list(map(mul, apart, apart))

    # Only of players in the order of these values the blocks are known.
    levels = values if all(map(ge, values, values[1:])) else None
    return Rule(code, max(largest**2, *(byes or [0])), costs, byes, kinds=values, levels=levels)


def by_floats(code: str, levels: Sequence[int], before: Sequence[int]) -> Rule:
    """The rule that nobody floats the same way twice running: it costs 1 for each of two who would.

    `before` is 1 for whoever met somebody of a lower level in the round before, -1 of a higher one, else 0. The levels
    never rise, so the first of a pair goes down where they differ.
    """
    downs, ups = [way > 0 for way in before], [way < 0 for way in before]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        again = map(add, picked(downs, ones), picked(ups, twos))
        return list(map(mul, again, map(ne, picked(levels, ones), picked(levels, twos))))

    return Rule(code, 2, costs)


def by_meetings(code: str, meetings: Mapping[Pair, int]) -> Rule:
    """The rule that nobody meets again: it costs the number of times they have met, the smaller number first."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(meetings.get, zip(ones, twos, strict=True), repeat(0)))

    return Rule(code, max(meetings.values(), default=0), costs)


def by_key(code: str, keys: Sequence[str]) -> Rule:
    """The rule that those with the same key (a club, a country) stay apart: it costs 1; an empty key is nobody's."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(filter(None, keys)))}
    # Whole numbers are compared faster than texts.
    owners = [numbers[key] if key else ~player for player, key in enumerate(keys)]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(eq, picked(owners, ones), picked(owners, twos)))

    # Who has a key of their own keeps nobody away.
    crowd = max(Counter(owners).values(), default=0) if numbers else 0
    return Rule(code, 1, costs, crowd=crowd)


def by_partner(code: str, partners: Sequence[int]) -> Rule:
    """The rule that everybody meets the ideal opponent: it costs how far both are from theirs."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        first = map(abs, map(sub, picked(partners, ones), twos))
        return list(map(add, first, map(abs, map(sub, picked(partners, twos), ones))))

    return Rule(code, 2 * len(partners), costs, kinds=list(map(sub, partners, count())), partners=partners)


def by_lot(code: str, uids: Sequence[str], *, seed: str, round_number: int) -> Rule:
    """The rule that decides what all others leave open: a number of 16 bits that the seed gives to each pair."""
    lots = [
        int.from_bytes(sha256(f"{seed}\n{round_number}\n{code}\n{uid}".encode()).digest()[:2], "big")
        for uid in uids
    ]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(xor, picked(lots, ones), picked(lots, twos)))

    return Rule(code, 0xFFFF, costs, lots)


def picked(values: Sequence[_Value], places: Sequence[int]) -> Sequence[_Value]:
    """Return the values at these places; the fastest way to many."""
    if places == range(len(values)):
        return values
    # With a single place itemgetter answers the value alone.
    return itemgetter(*places)(values) if len(places) > 1 else [values[place] for place in places]
