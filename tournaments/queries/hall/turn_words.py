"""Why a match is called when it is, in words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models.dates import date_words

from .board import HoldUp
from .next_calls import Delay
from .readiness import TurnReason, WaitingMatch


def turn_words(match: WaitingMatch) -> str:
    """Return why a waiting match has its place in the order of calling."""
    if match.reason is TurnReason.LEAVES_SOON and match.leaves_at is not None:
        return _("A player leaves at %(time)s.") % {"time": _clock(match.leaves_at)}
    if match.reason is TurnReason.WAITED:
        return _("Waiting since %(time)s, longer than the limit.") % {"time": _clock(match.since)}
    places = {
        "minutes": match.minutes_to_go,
        "event": match.line.event.name,
        "elsewhere": match.minutes_elsewhere,
    }
    if match.minutes_elsewhere:
        words = _("About %(minutes)s min to the end of %(event)s, then %(elsewhere)s min in other events.")
        return words % places
    return _way(places)


def delay_words(match: WaitingMatch, delay: Delay) -> str:
    """Return why a ready match is not called although a table is free."""
    if delay is Delay.TAKEN_BACK and match.rests_until is not None:
        words = _("Its call was undone. It is called again automatically from %(time)s on.")
        return words % {"time": _clock(match.rests_until)}
    if delay is Delay.PLAYER:
        return _("One of its players is called to another match first.")
    if delay is Delay.TABLES:
        return _("The free tables are reserved, for the stream, or for matches before it.")
    return _("Its turn has come. If it is not called within a minute, call it by hand.")


def hold_up_words(hold_up: HoldUp) -> str:
    """Return how far it is from the match that holds up the hall."""
    return _way({"minutes": hold_up.minutes, "event": hold_up.line.event.name})


def _way(places: dict[str, object]) -> str:
    return _("About %(minutes)s min to the end of %(event)s.") % places


def _clock(at: datetime) -> str:
    return date_words(timezone.localtime(at), "TIME_FORMAT")
