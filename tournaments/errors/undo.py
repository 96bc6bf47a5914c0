"""Refusals to undo an act."""

from __future__ import annotations

from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class AlreadyUndone(DomainError):
    """The act has been undone already."""

    message = _("This was undone already.")
    status = 409


class CannotBeUndone(DomainError):
    """The act cannot be undone; `because` is the reason in words."""

    message = _("This cannot be undone. %(because)s")
    status = 409

    @classmethod
    def since(cls, because: Promise | str, **places: str) -> Self:
        """Return the refusal with a formatted reason."""
        return cls(because=str(because) % places if places else str(because))
