"""The options of an event of lives, and their forbidden combinations."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.options import Options


class Mode(StrEnum):
    """When the next matches are paired.

    ROUNDS: all at once, after the last match of a round. CONTINUOUS: free players, as soon as a suitable opponent is
    free. BATCHES: all free players, `batch_minutes` after the last batch. QUEUE: by lot among `queue_length` free
    players with equal lives, so that nobody chooses an opponent by the moment of reporting a result.
    """

    ROUNDS = "rounds"
    CONTINUOUS = "continuous"
    BATCHES = "batches"
    QUEUE = "queue"


class OddOne(StrEnum):
    """What happens to the odd player among those with equal lives.

    FLOAT: it meets a player with lives as similar as possible. SIT_OUT: it has a bye, or waits without rounds, until
    neither has an opponent with equal lives left: the last unbeaten entrant meets the last of the others.
    """

    FLOAT = "float"
    SIT_OUT = "sit_out"


class LastTwo(StrEnum):
    """How the last two finish: PLAY_ON until one has no life left, ONE_MATCH whatever their lives, or SHARE the places."""

    PLAY_ON = "play_on"
    ONE_MATCH = "one_match"
    SHARE = "share"


class LateLives(StrEnum):
    """The lives of a late entrant: one less for each round missed, or all of them."""

    MINUS_MISSED = "minus_missed"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LivesOptions(Options):
    """How an event of lives is played.

    `is_bye_a_win` counts a bye as a win in the record; a life it never costs. `avoids_rematches` and `separates_clubs`
    are off for a draw that is left to chance alone. `has_three_playoff` lets the last three with identical records play
    a knock-out, the bye by lot. `bracket_slots` above 0 turns into a bracket as soon as the lives left are a power of
    two not above it and nobody has more than two. `max_places` above 0 are the places paid: once no more entrants have
    lives left, they all are, and who has one life left only plays on where that saves a bye, until one is clearly ahead.
    Nobody comes late after round `last_entry`.

    FormatError: `places_need_rounds`, `places_or_bracket` (each with the `option` to change and the `value` that works).
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset(
        {
            "lives",
            "batch_minutes",
            "queue_length",
            "odd_one",
            "is_bye_a_win",
            "avoids_rematches",
            "separates_clubs",
            "last_two",
            "has_three_playoff",
            "bracket_slots",
            "max_places",
            "last_entry",
        }
    )

    lives: int = field(default=2, metadata={"minimum": 1, "maximum": 9})
    mode: Mode = Mode.ROUNDS
    batch_minutes: int = field(default=15, metadata={"minimum": 1, "maximum": 240})
    queue_length: int = field(default=4, metadata={"minimum": 3, "maximum": 64})
    odd_one: OddOne = OddOne.FLOAT
    is_bye_a_win: bool = False
    avoids_rematches: bool = True
    separates_clubs: bool = True
    last_two: LastTwo = LastTwo.PLAY_ON
    has_three_playoff: bool = False
    bracket_slots: int = field(default=0, metadata={"minimum": 0, "maximum": 256})
    max_places: int = field(default=0, metadata={"minimum": 0, "maximum": 64})
    late_lives: LateLives = LateLives.MINUS_MISSED
    last_entry: int = field(default=2, metadata={"minimum": 1, "maximum": 99})

    def __post_init__(self) -> None:
        problems = []
        if self.max_places and self.mode is not Mode.ROUNDS:
            problems.append(Problem("places_need_rounds", {"option": "mode", "value": Mode.ROUNDS.value}))
        if self.max_places and self.bracket_slots:
            problems.append(Problem("places_or_bracket", {"option": "bracket_slots", "value": 0}))
        if problems:
            raise FormatError(*problems)

    @property
    def finals_rounds(self) -> int:
        """The largest number of rounds of a knock-out at the end; 0 if there is none."""
        return max(
            self.bracket_slots.bit_length() - 1,
            2 * self.has_three_playoff,
            int(self.last_two is LastTwo.ONE_MATCH),
        )

    def lives_of(self, joins: int) -> int:
        """Return the lives of an entrant who starts in this round; 0 or less if it is too late."""
        return self.lives - (joins - 1 if self.late_lives is LateLives.MINUS_MISSED else 0)
