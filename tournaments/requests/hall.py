"""The hall: tables, calls, players who are away, and suspended matches."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from matches.models import LONGEST

from .codes import SIDES
from .fields import ABSENT, Maybe, Request, Words, choice, flag, items, moment, number, text

_MOST_CUBE = 2**20
_LONGEST_CLOCK = 36 * 3600


class CallRequest(Request):
    """A further call, or a side that is missing at its table or has come after all."""

    kind: str = choice(choices=[("second", "second"), ("absent", "absent"), ("there", "there")])
    side: Maybe[str] = choice(choices=SIDES, required=False)

    def faults(self) -> dict[str, Words]:
        """A side is named for who is missing or there, and for nothing else."""
        if (self.kind == "second") == (self.side is not ABSENT):
            return {"side": _("Say which side is missing or there; a second call is for both.")}
        return {}


class AutomaticRequest(Request):
    """Whether free tables are given to the matches that wait by themselves."""

    is_on: bool = flag()


class TablePurposeRequest(Request):
    """What a table is for."""

    is_out_of_order: Maybe[bool] = flag(required=False)
    is_streaming: Maybe[bool] = flag(required=False)
    reserved_for: Maybe[str | None] = text(
        max_length=20, required=False, allow_null=True, help_text="The id of an event; null for every event."
    )


class AvailabilityRequest(Request):
    """When a player can be called; what is absent does not count."""

    player: Maybe[str] = text(
        max_length=20, required=False, help_text="Which player of a pair or team; the own one when absent."
    )
    away_until: Maybe[datetime | None] = moment(required=False, allow_null=True)
    leaves_at: Maybe[datetime | None] = moment(required=False, allow_null=True)
    not_before: Maybe[datetime | None] = moment(required=False, allow_null=True)
    note: Maybe[str] = text(max_length=200, required=False, allow_blank=True)


class SuspensionRequest(Request):
    """Where a match stands when it is broken off."""

    score: list[int] = items(
        child=number(min_value=0, max_value=LONGEST), min_length=2, max_length=2, help_text="Side one first."
    )
    cube: Maybe[int] = number(min_value=1, max_value=_MOST_CUBE, required=False)
    cube_owner: Maybe[str] = choice(
        choices=SIDES, required=False, help_text="Absent while the cube is in the middle."
    )
    clocks: Maybe[list[int | None]] = items(
        child=number(min_value=0, max_value=_LONGEST_CLOCK, allow_null=True),
        min_length=2,
        max_length=2,
        required=False,
        help_text="In seconds, side one first.",
    )
    xgid: Maybe[str] = text(max_length=120, required=False, allow_blank=True)
    note: Maybe[str] = text(max_length=500, required=False, allow_blank=True)


class TablesRequest(Request):
    """Tables to add, by name."""

    names: list[str] = items(child=text(max_length=20), min_length=1, max_length=500)


class TableRequest(Request):
    """The table at which a match is to be played."""

    table: str | None = text(
        max_length=20, allow_null=True, help_text="The id of the table; null to take the match off it."
    )
    overrides: Maybe[list[str]] = items(
        child=text(max_length=40),
        required=False,
        max_length=20,
        help_text="A director calls somebody who sits at another table all the same: `player_at_another_table`.",
    )


class LowestTableRequest(Request):
    """What a director lets stand when a match is called to the lowest free table."""

    overrides: Maybe[list[str]] = items(
        child=text(max_length=40), required=False, max_length=20, help_text="Of `player_at_another_table`."
    )


class AnnouncementRequest(Request):
    """A sentence for the display and the phones, for how long, and whether the minutes are counted down."""

    text: str = text(max_length=280, example="Round 3 begins at 14:00.")
    minutes: Maybe[int | None] = number(
        min_value=1,
        max_value=1440,
        required=False,
        allow_null=True,
        help_text="Until it is taken down when absent.",
    )
    counts_down: Maybe[bool] = flag(required=False)

    def faults(self) -> dict[str, Words]:
        """What is counted down has an end."""
        if self.counts_down is True and not self.given().get("minutes"):
            return {"minutes": _("How many minutes are counted down?")}
        return {}
