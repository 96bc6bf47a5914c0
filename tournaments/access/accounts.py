"""The security of accounts: the second factor that the operator asks for, and tokens that end with a password."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.password_validation import NumericPasswordValidator

from matches.models import Player
from tournaments.actions.people import tokens
from tournaments.errors.common import SecondFactorMissing
from tournaments.models import RoleKind, Tournament

from .visitor import Visitor

_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(account: Player) -> bool:
    """Whether signing in to the account takes a code or a passkey beside the password."""
    return bool(Authenticator.objects.filter(user=account, type__in=_FACTORS).exists())


def require_second_factor(visitor: Visitor, tournament: Tournament) -> None:
    """Raise SecondFactorMissing for an owner without one, where the operator asks owners for it."""
    if "owners" not in settings.SECOND_FACTOR or visitor.account is None:
        return
    is_owner = visitor.is_superuser or visitor.offices.get(tournament.pk) == RoleKind.OWNER
    if is_owner and not has_second_factor(visitor.account):
        raise SecondFactorMissing


def require_for_admin(account: Player) -> None:
    """Raise SecondFactorMissing for staff without one, where the operator asks it for the admin pages."""
    if "admin" in settings.SECOND_FACTOR and not has_second_factor(account):
        raise SecondFactorMissing


class EndTokens(NumericPasswordValidator):
    """Refuses a password of digits alone, and revokes API tokens when the password changes.

    Django calls every password validator after a change of the password. One without a rule of its own would be an
    empty line among the rules of the form.
    """

    def password_changed(self, password: str, user: Player | None = None) -> None:
        """Revoke the account's API tokens."""
        if user is not None:
            tokens.revoke_all(user)
