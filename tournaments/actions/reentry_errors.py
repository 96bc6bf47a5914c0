"""What is refused about coming back after a loss, with the way out."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class InvalidReEntry(DomainError):
    """The rule for coming back cannot be read; `details` lists the codes of what is wrong."""

    code = "invalid_reentry"
    message = _("The rule for coming back is not right. %(problems)s")
    status = 400


class NoReEntry(DomainError):
    """The event has no re-entry."""

    code = "no_reentry"
    message = _(
        "Nobody comes back in %(event)s after a loss. A director can allow it in the rule of the event."
    )


class ReEntryRefused(DomainError):
    """The rule of the event speaks against it; `details` lists the codes of what does."""

    code = "reentry_refused"
    message = _("%(entrant)s cannot come back. %(problems)s")


class PlaysElsewhere(DomainError):
    """Whoever comes back has begun to play in a stage for those who lose."""

    code = "plays_elsewhere"
    message = _(
        "%(entrant)s has begun a match in “%(stage)s” and goes on there. Coming back is possible until the first match "
        "there begins."
    )


class HasComeBack(DomainError):
    """The entrant that came back is the one that plays on."""

    code = "has_come_back"
    message = _(
        "%(entrant)s is back as %(name)s, and only that entry plays on. Say it for %(name)s, or let that entry leave first."
    )
