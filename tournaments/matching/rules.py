"""The rules of a round: functions that return the costs of many pairs and byes in one call."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
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
    """The codes of the rules of all formats; each has words in `formats/reason_words.py`."""

    SAME_PLAYER = "same_player"
    KEPT_APART = "kept_apart"
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
    """One rule of the order: what it costs to break it, from 0 to `most`.

    `pairs` takes two columns of players, the smaller number of each pair first, and returns the cost of each pair; None
    if the rule ignores pairs. `byes` is the cost of a bye for each player; None if the rule ignores byes.

    `kinds` promise that two pairs cost the same if their first players are of one kind, their second players are of one
    kind, and both are equally far apart: then one pair of a run is evaluated for all. `crowd` is the largest number of
    players whom this rule keeps away from one player. `levels`, which never rise, promise that a pair costs the square
    of their difference; `partners` that it costs the distance of both players from their ideal opponents.
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
    """Return a rule for opponents with near values: a pair costs the square of the difference."""
    largest = max(values, default=0) - min(values, default=0)

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        apart = list(map(sub, pick(values, ones), pick(values, twos)))
        return list(map(mul, apart, apart))

    # Blocks exist only if the players stand in the order of these values.
    levels = values if all(map(ge, values, values[1:])) else None
    return Rule(code, max(largest**2, *(byes or [0])), costs, byes, kinds=values, levels=levels)


def by_floats(code: str, levels: Sequence[int], before: Sequence[int]) -> Rule:
    """Return a rule against floating in the same direction twice running: it costs 1 for each player who would.

    `before` is 1 for a player whose last opponent had a lower level, -1 for a higher one, else 0. The levels never
    rise, so the first player of a pair floats down where they differ.
    """
    downs, ups = [way > 0 for way in before], [way < 0 for way in before]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        again = map(add, pick(downs, ones), pick(ups, twos))
        return list(map(mul, again, map(ne, pick(levels, ones), pick(levels, twos))))

    return Rule(code, 2, costs)


def by_meetings(code: str, meetings: Mapping[Pair, int]) -> Rule:
    """Return a rule against rematches: a pair costs its number of earlier meetings, the smaller number first."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(meetings.get, zip(ones, twos, strict=True), repeat(0)))

    return Rule(code, max(meetings.values(), default=0), costs)


def by_pairs(code: str, pairs: AbstractSet[Pair]) -> Rule:
    """Return a rule that keeps these pairs apart: each costs 1."""
    return by_meetings(code, dict.fromkeys(pairs, 1))


def by_key(code: str, keys: Sequence[str]) -> Rule:
    """Return a rule that keeps players with equal keys (a club, a country) apart: a pair costs 1; empty keys never count."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(filter(None, keys)))}
    # Integers compare faster than strings.
    owners = [numbers[key] if key else ~player for player, key in enumerate(keys)]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(eq, pick(owners, ones), pick(owners, twos)))

    # A key that one player alone has keeps nobody away.
    crowd = max(Counter(owners).values(), default=0) if numbers else 0
    return Rule(code, 1, costs, crowd=crowd)


def by_partner(code: str, partners: Sequence[int]) -> Rule:
    """Return a rule for ideal opponents: a pair costs the distance of both players from theirs."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        first = map(abs, map(sub, pick(partners, ones), twos))
        return list(map(add, first, map(abs, map(sub, pick(partners, twos), ones))))

    return Rule(code, 2 * len(partners), costs, kinds=list(map(sub, partners, count())), partners=partners)


def by_lot(code: str, uids: Sequence[str], *, seed: str, round_number: int) -> Rule:
    """Return a rule that breaks ties by lot: a pair costs a number of 16 bits derived from the seed."""
    lots = [
        int.from_bytes(sha256(f"{seed}\n{round_number}\n{code}\n{uid}".encode()).digest()[:2], "big")
        for uid in uids
    ]

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return list(map(xor, pick(lots, ones), pick(lots, twos)))

    return Rule(code, 0xFFFF, costs, lots)


def pick(values: Sequence[_Value], places: Sequence[int]) -> Sequence[_Value]:
    """Return the values at these places, in the fastest way for many of them."""
    if places == range(len(values)):
        return values
    # With a single place itemgetter returns the value, not a tuple.
    return itemgetter(*places)(values) if len(places) > 1 else [values[place] for place in places]
