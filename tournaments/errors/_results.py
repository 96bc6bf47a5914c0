"""Refusals about results and rulings, beside those of `matches.errors`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class OwnMatchRuling(DomainError):
    """A director cannot rule on their own match."""

    code = "own_match_ruling"
    message = _("Nobody rules on their own match. Ask another director.")
    status = 403


class MatchNotOpen(DomainError):
    """The match is final or cancelled."""

    code = "match_not_open"
    message = _("This match is over or was cancelled.")


class ResultStands(DomainError):
    """A result that was not entered by a director alone cannot be taken back, only corrected."""

    code = "result_stands"
    message = _(
        "This result was not entered by a director alone, so it is not taken back. A director can correct it."
    )
