"""What is refused about comparisons of lists."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotComparable(DomainError):
    """A list is compared with a list or an official list of its own federation."""

    code = "not_comparable"
    message = _(
        "%(list)s is compared with a list or an official list of the same federation. Name one by its id."
    )
    status = 400


class NotCompared(DomainError):
    """Lists are read side by side once a rating officer has asked for it."""

    code = "not_compared"
    message = _("%(list)s and %(other)s have not been compared. A rating officer asks for it.")
    status = 409


class NoRatingsYet(DomainError):
    """An uploaded list has ratings from its first official list on."""

    code = "no_ratings_yet"
    message = _("%(list)s has no official list of that day yet. Upload one first.")
