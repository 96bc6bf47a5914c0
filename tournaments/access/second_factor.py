"""Whether an account has the second factor that the operator asks for."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.conf import settings

from matches.models import Player
from tournaments.errors import SecondFactorMissing
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
