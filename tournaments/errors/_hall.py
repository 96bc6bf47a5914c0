"""Refusals about tables and calls."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TableTaken(DomainError):
    """Another match is played at this table."""

    code = "table_taken"
    message = _("Another match is being played at table %(table)s. Choose a free table.")


class PlayerAtAnotherTable(DomainError):
    """A player of the match is playing at another table; a director may override this."""

    code = "player_at_another_table"
    can_override = True
    message = _("%(player)s is at table %(table)s. Finish, suspend or free that match first.")


class TableOutOfOrder(DomainError):
    """A match cannot be called to a table that is out of order."""

    code = "table_out_of_order"
    message = _("Table %(table)s is out of order. Choose another one, or put it back in order first.")


class TableInUse(DomainError):
    """A table with a match in play cannot be taken out of order."""

    code = "table_in_use"
    message = _("A match is on at table %(table)s. Call it to another table first.")


class NoMatchReady(DomainError):
    """No match can be called, because each that waits lacks a player."""

    code = "no_match_ready"
    message = _(
        "No match can be called to this table: in each one that waits, somebody is at another table or away."
    )


class NoTableFree(DomainError):
    """Every table is occupied, out of order, reserved or used for streaming."""

    code = "no_table_free"
    message = _("No table is free for this match. Free one, add one, or name a reserved one.")


class NotCalled(DomainError):
    """A further call or an absence requires a first call and a match that has not begun."""

    code = "not_called"
    message = _("This match is not waiting at a table. Call it first; once it has begun, nobody is late.")


class InvalidAvailability(DomainError):
    """The times of an availability contradict each other."""

    code = "invalid_availability"
    message = _("Somebody who comes back after having left cannot be called at all. Check both times.")
    status = 422
