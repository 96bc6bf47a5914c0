"""Defaults for most formats, so that each implements only its own rules."""

from tournaments.formats.base import Entry, Intake, Shape, State
from tournaments.formats.errors import Problem
from tournaments.formats.options import Options


class BaseFormat:
    """A format whose entrants all come by its draw, without rematches and without waiting."""

    code: str
    # Since version 3, which is the same for all formats, places must have been played for.
    version = 3
    earliest = 1
    options: type[Options] = Options
    fewest = 2
    most = 1024
    shape: Shape
    intake = Intake.DRAW
    draws_numbers = True
    has_second_byes = False

    def has_rematches(self, options: Options) -> bool:
        """Return False: two entrants meet once at most."""
        return False

    def pairs_at_once(self, options: Options) -> bool:
        """Return False: no round is paired as a whole."""
        return False

    def is_seeded(self, options: Options) -> bool:
        """Return False: chance alone places the entrants."""
        return False

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Return none: all entrants come by the draw, or late through the director."""
        return ()

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return none: an alternate can only take the line of an absent entrant."""
        return ()

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Return none: a round that is due never waits."""
        return ()
