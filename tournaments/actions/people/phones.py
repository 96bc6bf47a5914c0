"""The browsers that are told of a player's matters: added by a tap in each of them, and stopped one by one."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from django.db import transaction

from matches.models import Player
from tournaments import notices
from tournaments.errors.people import PhoneNotUsable, PhonesOff, TooManyPhones
from tournaments.models import DIRECT, Origin, PushSubscription
from tournaments.notices import BrowserKeys

from .publicity import lock_rows

MOST_PHONES = 20


@transaction.atomic
def subscribe(
    player: Player, *, keys: BrowserKeys, language: str, origin: Origin = DIRECT
) -> PushSubscription:
    """Tell this browser of a player's matters from now on; through a private link as long as that is in force.

    A browser that told somebody else before changes hands. Raise PhoneNotUsable for keys or an endpoint that make no
    sense, and TooManyPhones beyond twenty.
    """
    if not notices.tells_phones():
        raise PhonesOff
    try:
        host = keys.host()
    except ValueError as error:
        raise PhoneNotUsable from error
    rows = lock_rows([player.pk])
    others = PushSubscription.objects.filter(player__in=rows)
    digest = sha256(keys.endpoint.encode()).hexdigest()
    if others.exclude(hash=digest).count() >= MOST_PHONES:
        raise TooManyPhones(most=MOST_PHONES)
    phone, _is_new = PushSubscription.objects.update_or_create(
        hash=digest,
        defaults={
            "player": player,
            "link": origin.link,
            "sealed": notices.seal(keys),
            "host": host,
            "language": language,
            "refusals": 0,
        },
    )
    return phone


@transaction.atomic
def stop(phones: Iterable[PushSubscription]) -> int:
    """Forget these browsers; return their number."""
    keys = [phone.pk for phone in phones]
    PushSubscription.objects.filter(pk__in=keys).delete()
    return len(keys)
