"""What is refused about results and rulings, beside what `matches.errors` refuses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class OwnMatchRuling(DomainError):
    """Nobody rules on their own match."""

    code = "own_match_ruling"
    message = _("Nobody rules on their own match. Ask another director.")
    status = 403


class MatchNotOpen(DomainError):
    """The match is final or cancelled."""

    code = "match_not_open"
    message = _("This match is over or was cancelled.")


class ResultStands(DomainError):
    """A result that the sides agreed on, or that was ruled, is not taken back like a slip of the finger."""

    code = "result_stands"
    message = _(
        "This result was not entered by a director alone, so it is not taken back. A director can correct it."
    )
