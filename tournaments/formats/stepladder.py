"""Stepladder: the two lowest seeds begin, and the winner of every match climbs to meet the next one above."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats._base import Entry, Format, Placement, Round, RoundName
from tournaments.formats._bracket import Plan, from_line, winner_of
from tournaments.formats._knockout import Knockout
from tournaments.formats._options import Options
from tournaments.formats._rounds import draw_numbers
from tournaments.formats._seeding import Seeding, entrants_to_draw


@dataclass(frozen=True, slots=True)
class StepladderOptions(Options):
    """`seeding` is SEEDED, so that the best of a stage before wait at the top, or RANDOM."""

    seeding: Seeding = Seeding.SEEDED


class Stepladder(Knockout):
    """The playoff in which a high place is worth matches that need not be played.

    Of n entrants the last two play, the winner meets number n - 2, and so on up to number 1, who has to win one match
    only. There is one match at a time, and a place for everybody.
    """

    code = "stepladder"
    version = 1
    options: type[Options] = StepladderOptions
    fewest = 2
    most = 256

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Give the steps: line 0 is the top, for the first seed; those without a seed stand below by lot."""
        chosen = StepladderOptions.of(options)
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        return draw_numbers(present, seed=seed, is_seeded=chosen.seeding is Seeding.SEEDED)

    def plan(self, size: int) -> Plan:
        """Lay out one match a round, from the lowest step up."""
        return _plan(size)


FORMAT: Format = Stepladder()


@lru_cache(maxsize=16)
def _plan(size: int) -> Plan:
    rounds, slots = [], []
    for number in range(1, size):
        from_final = size - 1 - number
        rounds.append(Round(number, RoundName.ROUND if from_final else RoundName.FINAL, from_final, 2))
        below = from_line(size - 1) if number == 1 else winner_of((number - 1, 0))
        slots.append(((from_line(from_final), below),))
    return Plan(tuple(rounds), tuple(slots))
