"""Acts on the hall: tables, calls, who can be called, and what is announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments.models import HallHours, NoticeCode

from . import _reasons
from ._base import ABSENT, RESULT_FORMS, Absent, Act, Concern, EditedForm, Named, OfMatch, Score, act


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """The purpose of a table."""

    is_out_of_order: bool
    is_streaming: bool
    reserved_for: str | None


@act("tables_added", _("Tables were added: %(tables)s."), lasting=_reasons.EXISTS)
class TablesAdded(Act):
    """Tables were added to a tournament."""

    tables: tuple[str, ...]


@act("table_changed", _("What table %(subject)s is for was changed."), overwrites={EditedForm.SETTINGS})
class TableChanged(Act):
    """The purpose of a table was set."""

    before: TableSettings
    is_out_of_order: bool
    is_streaming: bool
    reserved_for: str | None


@act("calls_set", _("It was set whether tables are given automatically."))
class CallsSet(Act):
    """The automatic assignment of free tables was switched on or off."""

    is_on: bool


@act("hall_hours_set", _("The hours of the hall were set."), overwrites={EditedForm.SETTINGS})
class HallHoursSet(Act):
    """The days of the hall were set: opening, breaks and curfew of each."""

    before: tuple[HallHours, ...]
    days: tuple[HallHours, ...]


@act("waiting_limit_set", _("The longest wait for a table was set."))
class WaitingLimitSet(Act):
    """The limit of waiting, in minutes, was set or removed."""

    minutes: int | None
    before: int | None


@act("availability_set", _("%(subject)s: times to be called were recorded."))
class AvailabilitySet(Act):
    """The times at which a player can be called were set."""

    away_until: datetime | None
    leaves_at: datetime | None
    not_before: datetime | None


@act(
    "table_assigned",
    _("%(subject)s was called to table %(table)s."),
    overwrites={EditedForm.CALL},
    concerns=Concern.MATCH,
    tells={NoticeCode.MATCH_ON},
)
class TableAssigned(Act):
    """A match was called to a table."""

    table: Named


@act(
    "table_freed",
    _("Table %(table)s was freed (%(subject)s)."),
    overwrites={EditedForm.CALL},
    concerns=Concern.MATCH,
)
class TableReleased(Act):
    """The table of a match was freed."""

    table: Named


@act(
    "called_again", _("%(subject)s was called to table %(table)s for the second time."), lasting=_reasons.TOLD
)
class CalledAgain(OfMatch):
    """A match was called for the second time."""

    table: Named


@act("noted_absent", _("%(subject)s: a side is missing at table %(table)s."))
class NotedAbsent(OfMatch):
    """A side of a match is not at the table where it was called."""

    side: str
    table: Named


@act("has_come", _("%(subject)s: the side that was missing has come."))
class HasCome(OfMatch):
    """A side that was noted as absent has come."""

    side: str


@act("suspended", _("%(subject)s was suspended at %(score)s."), overwrites=RESULT_FORMS)
class MatchPaused(OfMatch):
    """A match was suspended; its table is free again. `starts` is true if it had not been started before."""

    suspension: str
    score: Score
    starts: bool | Absent = ABSENT


@act("resumed", _("%(subject)s goes on."), overwrites=RESULT_FORMS)
class MatchResumed(OfMatch):
    """A suspended match goes on, and waits for a table again."""

    suspension: str


@act("announced", _("Something was announced to the hall."))
class HallAnnounced(Act):
    """A sentence is shown in the hall and on the phones."""


@act("announcement_ended", _("An announcement was taken down."), lasting=_reasons.AGAIN)
class HallAnnouncementEnded(Act):
    """An announcement was taken down before its end."""
