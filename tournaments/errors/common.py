"""Refusals of every subject: missing permission, invalid values and edit conflicts."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotSignedIn(DomainError):
    """Nobody is signed in, and the action requires an account."""

    message = _("Please sign in first, or open your private link.")
    status = 401


class Forbidden(DomainError):
    """The person does not have the permission."""

    message = _("You may not do this. Ask the director of the tournament.")
    status = 403


class ForOperators(Forbidden):
    """Only who runs this installation may do this."""

    code = "for_operators"
    message = _("Only an operator of this installation may do this. Ask one of them.")


class SecondFactorMissing(DomainError):
    """The operator asks this account for a second factor, and it has none."""

    message = _(
        "This needs more than a password here: a code from an app, or a passkey. Add one under “Account security” in "
        "your profile, then come back."
    )
    status = 403


class TooManyRequests(DomainError):
    """A visitor exceeds the rate limit."""

    message = _("Too many requests. Try again in %(seconds)s seconds.")
    status = 429


class InvalidFields(DomainError):
    """A value does not fit its field; `fields` maps each field to what is wrong with it.

    `names` are the fields in the reader's language.
    """

    code = "invalid"
    message = _("Please correct: %(names)s. %(faults)s")
    status = 400

    def __init__(self, fields: dict[str, list[str]], *, names: Sequence[str]) -> None:
        faults = " ".join(fault for messages in fields.values() for fault in messages)
        super().__init__(fields=fields, names=", ".join(names), faults=faults)


class WrongTournament(DomainError):
    """Two objects belong to different tournaments or events."""

    message = _("These do not belong together: they are of different tournaments or events.")
    status = 400


class ReasonMissing(DomainError):
    """A director who overrides a rule must give a reason."""

    message = _("Please give a reason. It is kept in the log.")
    status = 400


class Contention(DomainError):
    """Too many concurrent writers; the call succeeds when retried later."""

    code = "try_again"
    message = _("This was changed at the same moment elsewhere. Please try again.")
    status = 503


class EditConflict(DomainError):
    """Somebody else changed the values after the form was opened; `changes` are the log entries."""

    code = "changed_meanwhile"
    message = _("This was changed after you opened it. Check it now, then decide.")


class NotInTheTree(DomainError):
    """A log has no checkpoint before the next hour."""

    message = _("No checkpoint has this log yet. One is published every hour: ask again then.")
    status = 404
