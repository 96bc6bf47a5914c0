"""What is refused about tables and calls to them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TableTaken(DomainError):
    """Another match is on at this table."""

    code = "table_taken"
    message = _("Another match is being played at table %(table)s. Choose a free table.")


class PlayerAtAnotherTable(DomainError):
    """A player of the match sits at another table; a director may call the match all the same."""

    code = "player_at_another_table"
    can_override = True
    message = _("%(player)s is at table %(table)s. Finish, suspend or free that match first.")


class TableOutOfOrder(DomainError):
    """Nobody is called to a table that is out of order."""

    code = "table_out_of_order"
    message = _("Table %(table)s is out of order. Choose another one, or put it back in order first.")


class TableInUse(DomainError):
    """A table at which somebody plays cannot be taken out of order."""

    code = "table_in_use"
    message = _("A match is on at table %(table)s. Call it to another table first.")


class NoMatchReady(DomainError):
    """No match can be called: those that wait lack a player."""

    code = "no_match_ready"
    message = _(
        "No match can be called to this table: in each one that waits, somebody is at another table or away."
    )


class NoTableFree(DomainError):
    """Every table is taken, out of order, reserved, or the streaming one."""

    code = "no_table_free"
    message = _("No table is free for this match. Free one, add one, or name a reserved one.")


class NotCalled(DomainError):
    """A second call or an absence needs a first call, and a match that has not begun."""

    code = "not_called"
    message = _("This match is not waiting at a table. Call it first; once it has begun, nobody is late.")


class InvalidAvailability(DomainError):
    """Moments that cannot be together."""

    code = "invalid_availability"
    message = _("Somebody who comes back after having left cannot be called at all. Check both times.")
    status = 422
