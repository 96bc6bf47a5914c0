"""Club nights: their start, their last round, and who comes."""

from __future__ import annotations

from datetime import datetime

from matches.models import LONGEST
from tournaments.plans import NightFormat

from .fields import Maybe, Request, choice, items, mapping, moment, number, text

# A line is a name, a club and a country with commas between.
_LONGEST_LINE = 220
MOST_NAMES = 128


class ClubNightRequest(Request):
    """The three answers that start a club night."""

    names: list[str] = items(
        "Who plays, each as `name, club, country`; the name is enough.",
        child=text(max_length=_LONGEST_LINE),
        min_length=2,
        max_length=MOST_NAMES,
        example=["Ann Lee", "Bob Ray"],
    )
    length: Maybe[int] = number("Of every match; 5 when absent.", min_value=1, max_value=LONGEST)
    format: Maybe[str] = choice("A Swiss when absent.", choices=NightFormat)
    name: Maybe[str] = text("Of the night; Club night when absent.", max_length=120, allow_blank=True)
    known: Maybe[dict[str, str]] = mapping(
        "Who is meant by a name like those of known players: the id of one of them, or nothing for somebody new.",
        child=text(max_length=20, allow_blank=True),
    )


class LastRoundRequest(Request):
    """The moment after which no round starts."""

    at: datetime | None = moment("Null for no limit.")


class LateArrivalRequest(Request):
    """Who comes late."""

    name: str = text("As `name, club, country`; the name is enough.", max_length=_LONGEST_LINE)
