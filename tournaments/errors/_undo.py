"""Why an act cannot be undone."""

from __future__ import annotations

from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class AlreadyUndone(DomainError):
    """An act is undone once."""

    code = "already_undone"
    message = _("This was undone already.")
    status = 409


class CannotBeUndone(DomainError):
    """Something depends on the act, or acts of its kind have no way back; `because` says it in words."""

    code = "cannot_be_undone"
    message = _("This cannot be undone. %(because)s")
    status = 409

    @classmethod
    def since(cls, because: Promise | str, **places: str) -> Self:
        """The refusal with its reason, whose places are filled."""
        return cls(because=str(because) % places if places else str(because))
