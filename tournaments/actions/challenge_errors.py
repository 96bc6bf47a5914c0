"""What challenges in a ladder refuse."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotALadder(DomainError):
    """Matches of this stage are not played by challenge."""

    code = "not_a_ladder"
    message = _("Only in a ladder one challenges another. Here the pairings are made for everybody.")
    status = 400


class ChallengeRefused(DomainError):
    """The rules of the ladder do not allow this challenge; `details` lists their codes."""

    code = "challenge_refused"
    message = _("This challenge is not possible. %(problems)s")


class LadderBegun(DomainError):
    """The first order of a ladder carries every result since."""

    code = "ladder_begun"
    message = _(
        "%(match)s has begun, so the first order of the ladder stays: every place since then rests on it. "
        "Places change by challenges now, or by a correction of their results."
    )
