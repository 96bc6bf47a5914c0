"""The reasons why a report of a match is refused: codes, each by its clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class RefusalCode(StrEnum):
    """The codes of refused reports, by the clause they break."""

    LENGTH_NOT_ODD = "length_not_odd"  # M1
    LENGTH_NOT_POSITIVE = "length_not_positive"  # M1
    LENGTH_BELOW_SCORE = "length_below_score"  # M5a
    START_PAST_LENGTH = "start_past_length"  # M5
    PENALTY_NOT_POSITIVE = "penalty_not_positive"  # M5
    NEGATIVE_SCORE = "negative_score"
    TWO_WINNERS = "two_winners"  # M1
    BELOW_START_SCORE = "below_start_score"  # M5
    WINNER_PAST_LENGTH = "winner_past_length"  # M6
    NOT_FINISHED = "not_finished"  # M1
    MATCH_ALREADY_OVER = "match_already_over"  # M1
    LOST_BY_PENALTIES = "lost_by_penalties"  # P3
    CUBE_NOT_POWER_OF_TWO = "cube_not_power_of_two"  # E2
    CUBE_NOT_IN_USE = "cube_not_in_use"  # M3
    CUBE_IN_CRAWFORD = "cube_in_crawford"  # M4
    CUBE_ABOVE_CAP = "cube_above_cap"  # E3
    DEAD_CUBE = "dead_cube"  # E6, where the profile voids it
    DROP_IS_SINGLE = "drop_is_single"  # D4
    SCORE_MISSING = "score_missing"
    GAMES_AND_SCORE = "games_and_score"
    WINNER_MISSING = "winner_missing"
    WINNER_GIVEN = "winner_given"
    WINNER_CONTRADICTED = "winner_contradicted"
    FORFEIT_AFTER_START = "forfeit_after_start"

    @property
    def is_ruling_matter(self) -> bool:
        """Whether a director may accept the report despite it (P7)."""
        return self in _RULING_MATTERS


_RULING_MATTERS = frozenset(
    {
        RefusalCode.BELOW_START_SCORE,
        RefusalCode.WINNER_PAST_LENGTH,
        RefusalCode.NOT_FINISHED,
        RefusalCode.MATCH_ALREADY_OVER,
        RefusalCode.LOST_BY_PENALTIES,
        RefusalCode.CUBE_NOT_IN_USE,
        RefusalCode.CUBE_IN_CRAWFORD,
        RefusalCode.CUBE_ABOVE_CAP,
        RefusalCode.DEAD_CUBE,
        RefusalCode.DROP_IS_SINGLE,
        RefusalCode.FORFEIT_AFTER_START,
    }
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a report cannot be: the code, the game (from 0) and what a message needs."""

    code: RefusalCode
    game: int | None = None
    data: Mapping[str, int | str] = field(default_factory=dict)
