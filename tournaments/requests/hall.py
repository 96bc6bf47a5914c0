"""Tables, calls, availability, announcements and suspended matches."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.models import LONGEST
from tournaments.models import LONGEST_LIMIT, SHORTEST_LIMIT

from .codes import SIDES
from .fields import ABSENT, Maybe, Request, Words, choice, flag, items, moment, number, overrides, text, uid

_MOST_CUBE = 2**20
_LONGEST_CLOCK = 36 * 3600


class CallRequest(Request):
    """A further call, or the absence or arrival of a side."""

    kind: str = choice(choices=[("second", "second"), ("absent", "absent"), ("there", "there")])
    side: Maybe[str] = choice(choices=SIDES)

    def faults(self) -> dict[str, Words]:
        """Return a message unless a side is named exactly for an absence or an arrival."""
        if (self.kind == "second") == (self.side is not ABSENT):
            return {"side": _("Say which side is missing or there; a second call is for both.")}
        return {}


class AutomaticRequest(Request):
    """Whether free tables go automatically to the matches that wait."""

    is_on: bool = flag()


class HallBreakRequest(Request):
    """A break of a day, during which nobody is called."""

    begins: datetime = moment()
    ends: datetime = moment()


class HallDayRequest(Request):
    """One day of the hall: from its opening to its curfew, which may be after midnight."""

    opens: datetime = moment()
    closes: datetime = moment()
    breaks: Maybe[list[dict[str, Any]]] = items(child=HallBreakRequest, max_length=8)


class HallHoursRequest(Request):
    """The days of the hall; none for a hall that is always open."""

    days: list[dict[str, Any]] = items(child=HallDayRequest, max_length=60)


class WaitingLimitRequest(Request):
    """The minutes after which a waiting match goes before those with a longer way."""

    minutes: int | None = number(
        "Null for no limit.", min_value=SHORTEST_LIMIT, max_value=LONGEST_LIMIT, allow_null=True
    )


class TablePurposeRequest(Request):
    """The purpose of a table."""

    is_out_of_order: Maybe[bool] = flag()
    is_streaming: Maybe[bool] = flag()
    reserved_for: Maybe[str | None] = uid("The id of an event; null for every event.")


class AvailabilityRequest(Request):
    """The times at which a player can be called; an absent field stays as it is, and null sets no limit."""

    player: Maybe[str] = uid("Which player of a pair or team; the own one when absent.")
    away_until: Maybe[datetime | None] = moment()
    leaves_at: Maybe[datetime | None] = moment()
    not_before: Maybe[datetime | None] = moment()
    note: Maybe[str] = text(max_length=200, allow_blank=True)


class SuspensionRequest(Request):
    """The state of a match when it is suspended."""

    score: list[int] = items(
        "Side one first.", child=number(min_value=0, max_value=LONGEST), min_length=2, max_length=2
    )
    cube: Maybe[int] = number(min_value=1, max_value=_MOST_CUBE)
    cube_owner: Maybe[str] = choice("Absent while the cube is in the middle.", choices=SIDES)
    clocks: Maybe[list[int | None]] = items(
        "In seconds, side one first.",
        child=number(min_value=0, max_value=_LONGEST_CLOCK, allow_null=True),
        min_length=2,
        max_length=2,
    )
    xgid: Maybe[str] = text(max_length=120, allow_blank=True)
    note: Maybe[str] = text(max_length=500, allow_blank=True)


class TablesRequest(Request):
    """Tables to add, by name."""

    names: list[str] = items(child=uid(), min_length=1, max_length=500)


class TableRequest(Request):
    """The table of a match."""

    table: str | None = uid("The id of the table; null to take the match off it.")
    overrides: Maybe[list[str]] = overrides(
        "A director calls somebody who sits at another table all the same: `player_at_another_table`."
    )


class LowestTableRequest(Request):
    """The rules that a director overrides when a match is called to the lowest free table."""

    overrides: Maybe[list[str]] = overrides("Of `player_at_another_table`.")


class AnnouncementRequest(Request):
    """An announcement for the display and the phones, with its duration, and whether it counts down."""

    text: str = text(max_length=280, example="Round 3 begins at 14:00.")
    minutes: Maybe[int | None] = number("Until it is taken down when absent.", min_value=1, max_value=1440)
    counts_down: Maybe[bool] = flag()

    def faults(self) -> dict[str, Words]:
        """Return a message if a countdown has no end."""
        if self.counts_down is True and not self.given().get("minutes"):
            return {"minutes": _("How many minutes are counted down?")}
        return {}
