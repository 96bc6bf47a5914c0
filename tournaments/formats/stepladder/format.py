"""Stepladder: the two lowest seeds start, and the winner of every match meets the next higher seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.base import Entry, Format, Placement, Round, RoundName, State
from tournaments.formats.bracket_plan import BracketPlan, from_line, winner_of
from tournaments.formats.brackets import Bracket
from tournaments.formats.options import Options
from tournaments.formats.rounds import draw_numbers
from tournaments.formats.seeding import Seeding


@dataclass(frozen=True, slots=True)
class StepladderOptions(Options):
    """`seeding` is SEEDED, so that the best of an earlier stage wait at the top, or RANDOM."""

    seeding: Seeding = Seeding.SEEDED


class Stepladder(Bracket):
    """The playoff in which a high place saves matches.

    Of n entrants the last two play, the winner meets number n - 2, and so on up to number 1, who has to win one match
    only. There is one match at a time, and every entrant has a place of its own.
    """

    code = "stepladder"
    options: type[Options] = StepladderOptions
    draws_numbers = True
    most = 256

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeds have the upper steps."""
        return StepladderOptions.of(options).seeding is Seeding.SEEDED

    def place(
        self, present: Sequence[Entry], *, seed: str, is_seeded: bool, version: int | None = None
    ) -> Placement:
        """Assign the steps: line 0 is the top, for the first seed; unseeded entrants stand below by lot."""
        return draw_numbers(present, seed=seed, is_seeded=is_seeded)

    def plan(self, state: State) -> BracketPlan:
        """Return one match a round, from the lowest step up."""
        return _plan(state.size)


FORMAT: Format = Stepladder()


@lru_cache(maxsize=16)
def _plan(size: int) -> BracketPlan:
    rounds, slots = [], []
    for number in range(1, size):
        from_final = size - 1 - number
        rounds.append(Round(number, RoundName.ROUND if from_final else RoundName.FINAL, from_final, 2))
        below = from_line(size - 1) if number == 1 else winner_of((number - 1, 0))
        slots.append(((from_line(from_final), below),))
    return BracketPlan(tuple(rounds), tuple(slots))
