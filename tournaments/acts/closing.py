"""Acts that end events and tournaments, and those that open them again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import NoticeCode, Registration

from . import _reasons
from ._base import Act, EditedForm, Text, act


@act("event_closed", _("%(subject)s was closed."), overwrites={EditedForm.SETTINGS, EditedForm.REGISTRATION})
class EventClosed(Act):
    """An event was closed with nothing to settle.

    `registration` is the state before, and `alternates` the number of those whose waiting ended.
    """

    registration: Registration
    alternates: int


@act(
    "event_closed_anyway",
    _("%(subject)s was closed with something open, by the director’s decision. %(reason)s"),
    overwrites={EditedForm.SETTINGS, EditedForm.REGISTRATION},
)
class EventClosedAnyway(Act):
    """A director closed an event although the matters of these codes were open."""

    registration: Registration
    alternates: int
    matters: tuple[str, ...]
    reason: Text


@act(
    "event_reopened",
    _("%(subject)s was reopened."),
    overwrites={EditedForm.SETTINGS, EditedForm.REGISTRATION},
)
class EventReopened(Act):
    """A closed event was reopened as it was before, with its alternates."""

    registration: Registration


@act("tournament_closed", _("The tournament was closed."), overwrites={EditedForm.SETTINGS})
class TournamentClosed(Act):
    """A tournament was closed; `events` are those that were closed with it."""

    events: tuple[str, ...]


@act(
    "tournament_closed_anyway",
    _("The tournament was closed with something open, by the director’s decision. %(reason)s"),
    overwrites={EditedForm.SETTINGS},
)
class TournamentClosedAnyway(Act):
    """A director closed a tournament although matters of its events were open."""

    events: tuple[str, ...]
    reason: Text


@act("tournament_reopened", _("The tournament was reopened."), overwrites={EditedForm.SETTINGS})
class TournamentReopened(Act):
    """A closed tournament was reopened."""


@act(
    "places_told",
    _("%(subject)s: entrants told their places: %(entrants)s."),
    tells={NoticeCode.EVENT_FINISHED},
    lasting=_reasons.TOLD,
)
class PlacesTold(Act):
    """The entrants of an event were told their finishing positions; `entrants` is their number."""

    entrants: int


@act(
    "final_page_mailed",
    _("%(subject)s: the final page was mailed. Players: %(players)s, other addresses: %(addresses)s."),
    lasting=_reasons.TOLD,
)
class FinalPageMailed(Act):
    """The final page of an event was mailed, to so many players and so many addresses that a director typed."""

    players: int
    addresses: int
