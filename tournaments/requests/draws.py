"""Draws, announcements, late entries, swaps, tie decisions and ladders."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.acts.draws import RoundChoice
from tournaments.formats import How

from .fields import Maybe, Request, choice, flag, items, mapping, moment, number, overrides, text, uid


class ChallengeRequest(Request):
    """A challenge; a director may name the challenger."""

    challenger: str = uid()
    challenged: str = uid()


class NextSeasonRequest(Request):
    """The name and the start of the next season."""

    name: str = text(max_length=120)
    starts_at: Maybe[datetime | None] = moment()


class MatchDayRequest(Request):
    """The moment and the place of a round, or of one encounter of it; what is absent stays, null and empty values are none."""

    round: int = number(min_value=1, max_value=9999)
    slot: Maybe[int | None] = number(
        "The encounter, as the list of match days counts it; absent for the whole round.",
        min_value=0,
        max_value=9999,
    )
    at: Maybe[datetime | None] = moment("Null: it follows the round before, or its own round.")
    venue: Maybe[str] = text("Where they play.", max_length=80, allow_blank=True)


class MatchDaysRequest(Request):
    """The rounds and encounters whose moments and places are set; all others stay."""

    days: list[dict[str, Any]] = items(child=MatchDayRequest, max_length=1024)


class HomeExchangeRequest(Request):
    """The encounter whose home right is exchanged."""

    round: int = number(min_value=1, max_value=9999)
    slot: int = number("The encounter, as the list of match days counts it.", min_value=0, max_value=9999)


class RoundChoiceRequest(Request):
    """The director's choice for a round that waits."""

    choice: str = choice(choices=RoundChoice)


class DrawRequest(Request):
    """A draw: random unless seeds are given."""

    seeds: Maybe[dict[str, int]] = mapping(
        "Strength order by the id of the entrant, 1 the strongest.", child=number(min_value=1, max_value=1024)
    )
    seed: Maybe[str] = text(
        "The text that decides chance, as from a public lottery; 128 random bits when absent.", max_length=64
    )
    dice: Maybe[str] = text(
        "Rolled in the hall after the announcement: they join its secret in the seed.",
        max_length=120,
        allow_blank=True,
    )
    lines: Maybe[list[str | None]] = items(
        "Of a draw made with cards: the entrants by line, null for a bye.",
        child=uid(allow_null=True),
        max_length=1024,
    )
    who: Maybe[str] = choice(
        "Only those checked in, as soon as anybody is; or all.",
        choices=[("present", "present"), ("all", "all")],
    )
    by_list: Maybe[bool] = flag("Without `seeds`: seed by the official list of the event.")
    wild_cards: Maybe[list[str]] = items(
        "The entrants whom the director lets into a stage that others feed.", child=uid(), max_length=64
    )


class CommitmentRequest(Request):
    """The announcement of a draw, with the values of the draw itself."""

    seeds: Maybe[dict[str, int]] = mapping(child=number(min_value=1, max_value=1024))
    who: Maybe[str] = choice(choices=[("present", "present"), ("all", "all")])
    by_list: Maybe[bool] = flag("Without `seeds`: seed by the official list of the event.")
    wild_cards: Maybe[list[str]] = items(
        "The entrants whom the director lets into a stage that others feed.", child=uid(), max_length=64
    )


class LateEntryRequest(Request):
    """The entrant who takes a free place of a drawn stage."""

    entrant: str = uid()
    line: Maybe[int] = number("Counted from 0; by chance when absent.", min_value=0, max_value=2048)
    takes_bye: Maybe[bool] = flag(
        "Where rounds are paired one by one: it plays whoever has the bye of the round under way."
    )
    overrides: Maybe[list[str]] = overrides(
        "Of `alternate_waits`, `over_capacity` and `kept_for_qualifiers`, what the desk lets stand."
    )


class SwapRequest(Request):
    """Two entrants to be swapped."""

    first: str = uid()
    second: str = uid()
    reason: str = text(max_length=500)


class HandPairRequest(Request):
    """Two entrants who are to meet."""

    one: str = uid()
    two: str = uid()


class MissedRoundRequest(Request):
    """An entrant who misses the round with notice."""

    entrant: str = uid()
    points: Maybe[int] = number("None when absent.", min_value=0, max_value=1)


class HandRequest(Request):
    """What is paired by hand in a round; a list that is absent stays as it is, and an empty one removes all of it."""

    round: int = number(min_value=1, max_value=9999)
    pairs: Maybe[list[dict[str, str]]] = items(child=HandPairRequest, max_length=1024)
    byes: Maybe[list[str]] = items("Entrants with a bye.", child=uid(), max_length=1024)
    missed: Maybe[list[dict[str, Any]]] = items(child=MissedRoundRequest, max_length=1024)
    reason: str = text(max_length=500)
    sets_aside: Maybe[bool] = flag("Whether a match of the round that has begun is set aside.")


class ApartRequest(Request):
    """Two entrants who are kept apart."""

    first: str = uid()
    second: str = uid()
    round: Maybe[int] = number("For this round alone; from now on when absent.", min_value=1, max_value=9999)
    reason: Maybe[str] = text("For the desk alone.", max_length=500, allow_blank=True)
    everywhere: Maybe[bool] = flag("In all stages of the event, in those to come too.")


class ApartEndedRequest(Request):
    """Two entrants who may meet again."""

    first: str = uid()
    second: str = uid()


class LineRequest(Request):
    """An entrant, and the line of the bracket to which it moves."""

    entrant: str = uid()
    line: int = number("Counted from 0.", min_value=0, max_value=4095)
    reason: str = text(max_length=500)


class ReplacementRequest(Request):
    """The absent entrant, and the alternate who takes the place."""

    absent: str = uid()
    alternate: str = uid()
    reason: str = text(max_length=500)


class TieRequest(Request):
    """The decision of a shared place."""

    entrants: list[str] = items("All who share it.", child=uid(), min_length=2, max_length=512)
    how: str = choice(choices=How)
    order: Maybe[list[str]] = items("By hand: the best first.", child=uid(), max_length=512)
    reason: Maybe[str] = text("Needed by hand.", max_length=500, allow_blank=True)
    is_for_prizes: Maybe[bool] = flag("Whether the prizes of the places are not split any more.")
    length: Maybe[int] = number("Of the matches of a playoff.", min_value=1, max_value=99)


class TieTakenBackRequest(Request):
    """The tie decision to be taken back."""

    entrants: list[str] = items(child=uid(), min_length=2, max_length=512)
