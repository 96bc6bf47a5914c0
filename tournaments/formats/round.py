"""The rounds that a format declares."""

from dataclasses import dataclass
from enum import StrEnum


class RoundName(StrEnum):
    """The name of a round; ROUND_OF goes with its number of places, ROUND with its number in its part.

    CHALLENGE is the one match of a challenge, with its number. MATCH_DAY is a round of a league between home and away.
    """

    FINAL = "final"
    SEMIFINAL = "semifinal"
    QUARTERFINAL = "quarterfinal"
    ROUND_OF = "round_of"
    ROUND = "round"
    THIRD_PLACE = "third_place"
    GRAND_FINAL = "grand_final"
    RECHARGE = "recharge"
    PLAYOFF = "playoff"
    CHALLENGE = "challenge"
    MATCH_DAY = "match_day"


class Part(StrEnum):
    """The part of a stage that a round belongs to; pages show the parts one after the other."""

    MAIN = "main"
    LOSERS = "losers"
    LAST = "last"
    FINAL = "final"
    PLAYOFF = "playoff"


@dataclass(frozen=True, slots=True)
class Round:
    """A declared round: its number from 1, its distance to the final (0 is the final) and its capacity in players.

    Numbers run through all parts of a stage, and a round that feeds another has a smaller number. `in_part` is its
    number from 1 within its part, None if that is the same. `losers_of` is the main round whose losers alone play it,
    if the losers of each round have a bracket of their own. `from_final` selects the match length. `is_ronde` says that
    it is a round of a system without a bracket, which French calls by another word.
    """

    number: int
    name: RoundName
    from_final: int
    places: int
    part: Part = Part.MAIN
    in_part: int | None = None
    losers_of: int | None = None
    is_ronde: bool = False
