"""The plan of a triple elimination: three brackets, and as many matches of the finals as are needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.base import Part, RoundName
from tournaments.formats.bracket_plan import (
    BracketPlan,
    Place,
    SideSource,
    in_twos,
    loser_of,
    winner_of,
)
from tournaments.formats.losers_bracket import RoundList, Sides, add_brackets

_FINAL_NAMES = {
    Part.PLAYOFF: (RoundName.PLAYOFF,),
    Part.FINAL: (RoundName.GRAND_FINAL, RoundName.RECHARGE),
}
# Of the finals: the winners of the two lower brackets meet twice at most, and the unbeaten one plays four matches at most.
_MOST_PLAYOFFS = 2
_MOST_GRAND = 4


@dataclass(frozen=True, slots=True)
class FinalsLength:
    """How many matches of the finals are needed so far: `playoffs` of the two lower brackets, and `grand` ones."""

    playoffs: int = 1
    grand: int = 1


@dataclass(frozen=True, slots=True)
class TripleLayout:
    """The plan of one size and one ending, with the places of the finals in their order."""

    plan: BracketPlan
    playoffs: tuple[Place, ...]
    grand: tuple[Place, ...]

    @property
    def repeats(self) -> tuple[Place, ...]:
        """The matches of the finals that are played because nobody was out after the one before."""
        return (*self.playoffs[1:], *self.grand[1:])


@lru_cache(maxsize=256)
def layout(size: int, *, is_by_lives: bool, ending: FinalsLength) -> TripleLayout:
    """Return the three brackets with each round after the rounds that feed it, and the finals."""
    rounds = RoundList()
    unbeaten, once, twice = _brackets(size, rounds)
    most = (_MOST_PLAYOFFS, _MOST_GRAND) if is_by_lives else (1, 1)
    playoffs: tuple[Place, ...] = ()
    if twice is not None:
        playoffs = _finals(rounds, (once, twice), Part.PLAYOFF, count=ending.playoffs, most=most[0])
        once = winner_of(playoffs[-1])
    grand = _finals(rounds, (unbeaten, once), Part.FINAL, count=ending.grand, most=most[1])
    return TripleLayout(rounds.plan, playoffs, grand)


def _finals(rounds: RoundList, sides: Sides, part: Part, *, count: int, most: int) -> tuple[Place, ...]:
    """Declare matches of two, one after another: the first `count` have a slot; return their places."""
    places: list[Place] = []
    for number in range(most):
        is_needed = number < count
        name = _FINAL_NAMES[part][number] if number < len(_FINAL_NAMES[part]) else RoundName.ROUND
        declared = rounds.add(part, name, [sides] if is_needed else [])
        if is_needed:
            places.append((declared, 0))
            sides = loser_of((declared, 0)), winner_of((declared, 0))
    return tuple(places)


def _brackets(size: int, rounds: RoundList) -> tuple[SideSource, SideSource, SideSource | None]:
    """Declare the three brackets; return the winner of each, None where nobody can lose twice."""
    third = _ThirdBracket(rounds)
    main_final, losers_final = add_brackets(rounds, size, after_losers_round=third.take)
    if losers_final is None:
        return winner_of(main_final), loser_of(main_final), None
    return winner_of(main_final), winner_of(losers_final), third.winner


class _ThirdBracket:
    """The bracket of those who have lost twice: the losers of each round of the losers' bracket come in."""

    def __init__(self, rounds: RoundList) -> None:
        self._rounds = rounds
        self._waiting: list[SideSource] = []
        self._turn = 0

    @property
    def winner(self) -> SideSource | None:
        """Who is left when all have come."""
        return self._waiting[0] if self._waiting else None

    def take(self, round_number: int, slots: int, from_final: int) -> None:
        """Let the losers of a round come in: as many of those before wait for them, after a round among themselves."""
        losers = [loser_of((round_number, slot)) for slot in range(slots)]
        if not self._waiting:
            self._waiting = losers
            return
        while len(self._waiting) > len(losers):
            self._play(in_twos(self._waiting), from_final)
        self._turn += 1
        # They come in another order each time, because who has just met them came from the same place: of the orders by
        # halves and quarters these two have the fewest rematches among equals.
        quarter = len(losers) // 4
        mask = len(losers) // 2 | quarter if self._turn % 2 else quarter
        self._play([(one, losers[slot ^ mask]) for slot, one in enumerate(self._waiting)], from_final)

    def _play(self, pairs: Sequence[Sides], from_final: int) -> None:
        number = self._rounds.add(Part.LAST, RoundName.ROUND, pairs, from_final)
        self._waiting = [winner_of((number, slot)) for slot in range(len(pairs))]
