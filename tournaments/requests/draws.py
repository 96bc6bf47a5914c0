"""Draws and what a director moves by hand: announcements, late entries, swaps, shared places, ladders."""

from __future__ import annotations

from datetime import datetime

from tournaments.acts.draws import RoundChoice
from tournaments.formats import How

from .fields import Maybe, Request, choice, flag, items, mapping, moment, number, text

_HOWS = [(how.value, how.value) for how in How]


class ChallengeRequest(Request):
    """Who challenges whom: one's own entrant, or any for a director."""

    challenger: str = text(max_length=20)
    challenged: str = text(max_length=20)


class NextSeasonRequest(Request):
    """What the next season is called, and when it begins."""

    name: str = text(max_length=120)
    starts_at: Maybe[datetime | None] = moment(required=False, allow_null=True)


class RoundChoiceRequest(Request):
    """What becomes of a round that waits."""

    choice: str = choice(choices=[(one.value, one.value) for one in RoundChoice])


class DrawRequest(Request):
    """How to draw: at random unless there are seeds."""

    seeds: Maybe[dict[str, int]] = mapping(
        child=number(min_value=1, max_value=1024),
        required=False,
        help_text="Strength order by the id of the entrant, 1 the strongest.",
    )
    seed: Maybe[str] = text(
        max_length=64,
        required=False,
        help_text="The text that decides chance, as from a public lottery; 128 random bits when absent.",
    )
    dice: Maybe[str] = text(
        max_length=120,
        required=False,
        allow_blank=True,
        help_text="Rolled in the hall after the announcement: they join its secret in the seed.",
    )
    lines: Maybe[list[str | None]] = items(
        child=text(max_length=20, allow_null=True),
        required=False,
        max_length=1024,
        help_text="Of a draw made with cards: the entrants by line, null for a bye.",
    )
    who: Maybe[str] = choice(
        choices=[("present", "present"), ("all", "all")],
        required=False,
        help_text="Only those checked in, as soon as anybody is; or all.",
    )


class CommitmentRequest(Request):
    """What draw to announce, as for the draw itself."""

    seeds: Maybe[dict[str, int]] = mapping(child=number(min_value=1, max_value=1024), required=False)
    who: Maybe[str] = choice(choices=[("present", "present"), ("all", "all")], required=False)


class LateEntryRequest(Request):
    """Who takes a free place of a drawn stage."""

    entrant: str = text(max_length=20)
    line: Maybe[int] = number(
        min_value=0, max_value=2048, required=False, help_text="Counted from 0; by chance when absent."
    )
    takes_bye: Maybe[bool] = flag(
        required=False,
        help_text="Where rounds are paired one by one: it plays whoever has the bye of the round under way.",
    )
    overrides: Maybe[list[str]] = items(
        child=text(max_length=40),
        required=False,
        max_length=20,
        help_text="Of `alternate_waits`, `over_capacity` and `kept_for_qualifiers`, what the desk lets stand.",
    )


class SwapRequest(Request):
    """Two entrants who change places."""

    first: str = text(max_length=20)
    second: str = text(max_length=20)
    reason: str = text(max_length=500)


class ReplacementRequest(Request):
    """Who did not come, and who takes the place."""

    absent: str = text(max_length=20)
    alternate: str = text(max_length=20)
    reason: str = text(max_length=500)


class TieRequest(Request):
    """How to decide a shared place."""

    entrants: list[str] = items(
        child=text(max_length=20), min_length=2, max_length=512, help_text="All who share it."
    )
    how: str = choice(choices=_HOWS)
    order: Maybe[list[str]] = items(
        child=text(max_length=20), required=False, max_length=512, help_text="By hand: the best first."
    )
    reason: Maybe[str] = text(max_length=500, required=False, allow_blank=True, help_text="Needed by hand.")
    is_for_prizes: Maybe[bool] = flag(
        required=False, help_text="Whether the prizes of the places are not split any more."
    )
    length: Maybe[int] = number(
        min_value=1, max_value=99, required=False, help_text="Of the matches of a playoff."
    )


class TieTakenBackRequest(Request):
    """Which decision to take back."""

    entrants: list[str] = items(child=text(max_length=20), min_length=2, max_length=512)
