"""The second factors of an account: what its owner is told of their changes, and how the operator removes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from allauth.mfa.models import Authenticator
from django.db import transaction

from matches.models import Player

from . import browsers

_CODES, _PASSKEY, _RECOVERY = (
    Authenticator.Type.TOTP,
    Authenticator.Type.WEBAUTHN,
    Authenticator.Type.RECOVERY_CODES,
)
# What its owner is told of a factor that has come, and of one that has gone.
_EVENTS = {_CODES: ("totp_on", "totp_off"), _PASSKEY: ("passkey_added", "passkey_removed")}


@contextmanager
def telling(player: Player, *, browser: str) -> Iterator[None]:
    """Open a transaction in which factors of an account may change; the mails about it are written in it too.

    So no factor comes or goes without its mail, whatever happens after the commit.
    """
    with transaction.atomic():
        before = _factors(player)
        yield
        for event in _changes(before, _factors(player)):
            browsers.tell(player, event, browser=browser)


@transaction.atomic
def remove_all(player: Player) -> int:
    """Remove codes, passkeys and recovery codes of an account and mail its owner; return their number."""
    count, _by_model = Authenticator.objects.filter(user=player).delete()
    if count:
        browsers.tell(player, "second_factor_reset")
    return int(count)


def _factors(player: Player) -> dict[int, str]:
    return dict(Authenticator.objects.filter(user=player).values_list("pk", "type"))


def _changes(before: Mapping[int, str], after: Mapping[int, str]) -> Iterator[str]:
    """Yield what the owner is told; recovery codes that come or go with a factor are no news of their own."""
    came = [after[key] for key in after.keys() - before.keys()]
    gone = [before[key] for key in before.keys() - after.keys()]
    for kind, (added, removed) in _EVENTS.items():
        yield from [added] * came.count(kind)
        yield from [removed] * gone.count(kind)
    if _RECOVERY in came and _RECOVERY in gone:
        yield "recovery_codes"
