"""Refusals about tables and calls."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TableTaken(DomainError):
    """Another match is played at this table."""

    message = _("Another match is being played at table %(table)s. Choose a free table.")


class PlayerAtAnotherTable(DomainError):
    """A player of the match is playing at another table; a director may override this."""

    can_override = True
    message = _("%(player)s is at table %(table)s. Finish, suspend or free that match first.")


class TableOutOfOrder(DomainError):
    """A match cannot be called to a table that is out of order."""

    message = _("Table %(table)s is out of order. Choose another one, or put it back in order first.")


class TableInUse(DomainError):
    """A table with a match in play cannot be taken out of order."""

    message = _("A match is on at table %(table)s. Call it to another table first.")


class NoMatchReady(DomainError):
    """No match can be called, because each that waits lacks a player."""

    message = _(
        "No match can be called to this table: each waiting match has a player at another table or away."
    )


class NoTableFree(DomainError):
    """Every table is occupied, out of order, reserved or used for streaming."""

    message = _("No table is free for this match. Free one, add one, or name a reserved one.")


class NotCalled(DomainError):
    """A further call or an absence requires a first call and a match that has not begun."""

    message = _("This match is not waiting at a table. Call it first; once it has begun, nobody is late.")


class InvalidWaitingLimit(DomainError):
    """The longest wait for a table is too short or too long."""

    message = _(
        "The longest wait for a table is between %(fewest)s and %(most)s minutes. Leave it empty for no limit."
    )
    status = 422


class InvalidAvailability(DomainError):
    """The times of an availability contradict each other."""

    message = _("A player back only after leaving can never be called. Check both times.")
    status = 422


class HoursOutsideTournament(DomainError):
    """The hall has hours on a day that is not of the tournament."""

    message = _(
        "%(day)s is not a day of the tournament. Change its days in the settings, or leave this one out."
    )


class HallClosesFirst(DomainError):
    """A day of the hall ends before it begins."""

    message = _("On %(day)s the hall closes before it opens. Enter a later curfew.")


class CurfewBeforeOpening(DomainError):
    """The curfew of a day is on the day after it, and so late there that it was meant before the opening."""

    message = _(
        "On %(day)s the hall opens at %(opens)s, and its curfew at %(closes)s is on the day after. A day has at most "
        "%(most)s hours. Correct one of the two times."
    )


class BreakOutsideHours(DomainError):
    """A break is not within its day, or ends before it begins."""

    message = _(
        "On %(day)s a break lies outside of the hours, %(opens)s to %(closes)s, or ends before it begins. Enter breaks in "
        "their order, within the hours."
    )


class HoursOverlap(DomainError):
    """A day of the hall begins before the one before it has ended."""

    message = _(
        "On %(day)s the hall would open before it closes at %(closes)s. Open it later, or close it earlier."
    )


class CurfewBeforeFirstRound(DomainError):
    """An event begins after the curfew of its day."""

    message = _(
        "%(event)s begins at %(starts)s, and the hall closes at %(closes)s. Enter a later curfew or an earlier start."
    )


class StepGone(DomainError):
    """The list of what is next has no such step any more."""

    message = _("This line is done, or is not on the list any more. Look at the list again.")
