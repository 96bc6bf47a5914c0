"""The main bracket with its losers' bracket, which several formats declare round by round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Part, Round, RoundName
from tournaments.formats.bracket_plan import (
    BracketPlan,
    Place,
    SideSource,
    from_line,
    in_twos,
    loser_of,
    winner_of,
)
from tournaments.formats.drops import DropRound, drop_rounds

Sides = tuple[SideSource, SideSource]
_MAIN_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


@dataclass(slots=True)
class RoundList:
    """The rounds declared so far, with the slots of each."""

    rounds: list[Round] = field(default_factory=list)
    slots: list[tuple[Sides, ...]] = field(default_factory=list)

    @property
    def plan(self) -> BracketPlan:
        """The plan of these rounds."""
        return BracketPlan(tuple(self.rounds), tuple(self.slots))

    def add(self, part: Part, name: RoundName, sources: Sequence[Sides], from_final: int = 0) -> int:
        """Declare a round; return its number. One without a slot yet is of two."""
        number = len(self.rounds) + 1
        in_part = sum(declared.part is part for declared in self.rounds) + 1
        self.rounds.append(Round(number, name, from_final, 2 * len(sources) or 2, part, in_part))
        self.slots.append(tuple(sources))
        return number


def add_brackets(
    rounds: RoundList, size: int, *, after_losers_round: Callable[[int, int, int], None] | None = None
) -> tuple[Place, Place | None]:
    """Declare both brackets, each round after the rounds that feed it; return the final of each.

    There is no losers' bracket for two entrants. `after_losers_round` is called with the number of each of its rounds, of
    its slots, and of the rounds to its final.
    """
    last = size.bit_length() - 1
    drops = drop_rounds(size, last=last) if size > 2 else ()
    queue = list(enumerate(drops))
    main: dict[int, int] = {}
    latest = 0
    for number in range(1, last + 1):
        main[number] = _add_main_round(rounds, size, number, before=main.get(number - 1))
        # The rounds of the losers' bracket that do not depend on a later main round.
        while number > 1 and queue and (queue[0][1].main is None or queue[0][1].main <= number):
            index, drop = queue.pop(0)
            pairs = _losers_pairs(drop, main, latest=latest)
            from_final = len(drops) - index
            latest = rounds.add(Part.LOSERS, RoundName.ROUND, pairs, from_final)
            if after_losers_round is not None:
                after_losers_round(latest, drop.slots, from_final)
    return (main[last], 0), (latest, 0) if latest else None


def _add_main_round(rounds: RoundList, size: int, number: int, *, before: int | None) -> int:
    sides = [
        from_line(index) if before is None else winner_of((before, index))
        for index in range(size >> (number - 1))
    ]
    to_final = size.bit_length() - 1 - number
    name = _MAIN_NAMES[to_final] if to_final < len(_MAIN_NAMES) else RoundName.ROUND_OF
    return rounds.add(Part.MAIN, name, in_twos(sides), to_final + 1)


def _losers_pairs(drop: DropRound, main: dict[int, int], *, latest: int) -> tuple[Sides, ...]:
    if not latest:
        return in_twos([loser_of((main[1], slot)) for slot in range(2 * drop.slots)])
    if drop.main is None:
        return in_twos([winner_of((latest, slot)) for slot in range(2 * drop.slots)])
    return tuple(
        (winner_of((latest, slot)), loser_of((main[drop.main], slot ^ drop.mask)))
        for slot in range(drop.slots)
    )
