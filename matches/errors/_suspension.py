"""What is refused about matches that are broken off."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ._base import DomainError


class MatchSuspended(DomainError):
    """The match is broken off, so nobody is called to it and no player reports it."""

    code = "match_suspended"
    message = _("This match is suspended. A director resumes it first, and can also enter its result.")


class NotSuspended(DomainError):
    """The match is not broken off."""

    code = "not_suspended"
    message = _("This match is not suspended.")


class InvalidSuspension(DomainError):
    """What was noted about a match that is broken off cannot be; `field` names where, `reason` says why."""

    code = "invalid_suspension"
    message = _("The match cannot have stood like this. %(reason)s")
    status = 422
