"""Refusals about API tokens, each with the way out."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TokenTooNarrow(DomainError):
    """The token of the request lacks the scope, `scope`, which the operation needs."""

    code = "token_scope"
    message = _(
        "This token lacks the scope %(scope)s. Make one that has it under “API tokens” in your profile."
    )
    status = 403


class TokenBoundElsewhere(DomainError):
    """The token of the request is bound to one tournament or federation, and this belongs to none or another."""

    code = "token_bound"
    message = _(
        "This token is bound to %(bound)s alone. Make another one under “API tokens” in your profile, or use it there."
    )
    status = 403


class NotByToken(DomainError):
    """The operation manages the account itself, which needs a person who has signed in."""

    message = _("A token never manages tokens. Sign in, and do this under “API tokens” in your profile.")
    status = 403


class TokenExpired(DomainError):
    """The token of the request has reached its end."""

    message = _("This token has expired. Make a new one under “API tokens” in your profile.")
    status = 401


class TokenRevoked(DomainError):
    """The token of the request was revoked, by its owner or by a new password."""

    message = _("This token was revoked. Make a new one under “API tokens” in your profile.")
    status = 401


class TooManyTokens(DomainError):
    """The account has the maximum number of valid tokens, `most`."""

    message = _("An account has at most %(most)s valid tokens. Revoke one that is not needed any more.")
