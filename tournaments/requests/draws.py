"""Draws, announcements, late entries, swaps, tie decisions and ladders."""

from __future__ import annotations

from datetime import datetime

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


class CommitmentRequest(Request):
    """The announcement of a draw, with the values of the draw itself."""

    seeds: Maybe[dict[str, int]] = mapping(child=number(min_value=1, max_value=1024))
    who: Maybe[str] = choice(choices=[("present", "present"), ("all", "all")])


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
