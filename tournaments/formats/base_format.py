"""What most formats answer alike, so that each says only what is its own."""

from tournaments.formats.base import Entry, Intake, Shape, State
from tournaments.formats.errors import Problem
from tournaments.formats.options import Options


class BaseFormat:
    """A format whose entrants all come by its draw, and in which nobody meets twice and nothing waits."""

    code: str
    version = 1
    options: type[Options] = Options
    fewest = 2
    most = 1024
    shape: Shape
    intake = Intake.DRAW
    has_second_byes = False

    def has_rematches(self, options: Options) -> bool:
        """Nobody meets twice."""
        return False

    def pairs_at_once(self, options: Options) -> bool:
        """No round is paired as a whole."""
        return False

    def is_seeded(self, options: Options) -> bool:
        """Chance alone places everybody."""
        return False

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return none: an alternate can only take the line of somebody who is absent."""
        return ()

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Nothing: what is due never waits."""
        return ()
